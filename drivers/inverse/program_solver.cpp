#include "inverse/program_solver.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <kolibri/run_program.hpp>
#include <kolibri/with_scalar.hpp>

#include "inverse/typed_batch.hpp"

namespace kolibri::drivers {
namespace {

template <class Scalar>
class ProgramSolver final : public InverseBatchSolver {
 public:
  explicit ProgramSolver(ProgramInput& input) : m_input(input) {
    const std::uint64_t member = member_bytes() + sizeof(int);
    const MatrixProgram& program = input.program();
    const std::size_t block = program_workspace<Exec, Scalar>(m_exec, program, 1);
    m_plan.chunk = members_per_chunk(input.batch(), member + block, memory_budget());
    m_plan.batch_bytes = static_cast<std::uint64_t>(m_plan.chunk) * member;
    m_plan.workspace_bytes = program_workspace<Exec, Scalar>(m_exec, program, m_plan.chunk);
    m_plan.scratch_bytes = program_scratch<Exec, Scalar>(m_exec, program);
    for (const std::string& name : program.outputs()) {
      const ProgramMatrix& matrix = program.matrices()[program.index(name)];
      m_plan.arrays.push_back({name + ".npy", dtype_of(input.scalar()), {matrix.rows, matrix.columns}});
    }
    m_plan.arrays.push_back({"info.npy", io::Dtype::int32, {}});
  }

  const InversePlan& plan() const override { return m_plan; }

  void allocate() override {
    for (const ProgramArray& array : m_input.arrays()) {
      m_in.emplace_back().allocate("kolibri::driver input", array.shared ? 1 : m_plan.chunk, array.rows, array.columns);
    }
    for (const std::string& name : m_input.program().outputs()) {
      const ProgramMatrix& matrix = m_input.program().matrices()[m_input.program().index(name)];
      m_out.emplace_back().allocate("kolibri::driver output", m_plan.chunk, matrix.rows, matrix.columns);
    }
    m_info.allocate("kolibri::driver info", m_plan.chunk);
  }

  void load(std::int64_t first, std::int64_t count, Times& times) override {
    m_count = count;
    for (std::size_t i = 0; i < m_in.size(); ++i) {
      ProgramArray& array = m_input.arrays()[i];
      if (array.shared && first > 0) continue;  // it is there
      const std::int64_t members = array.shared ? 1 : count;
      m_in[i].mirror();
      {
        const TimedPart part(times.read);
        array.read(first, count, reinterpret_cast<std::byte*>(m_in[i].host.data()));
      }
      const TimedPart part(times.setup);
      Kokkos::deep_copy(members_of(m_in[i].device, members), members_of(m_in[i].host, members));
    }
  }

  InverseChunk solve(Times& times) override {
    {
      const TimedPart part(times.solve);
      const Kokkos::Profiling::ScopedRegion region("kolibri::driver solve");
      run_program(m_exec, m_input.program(), data(), Integers(m_info.device.data(), m_count));
      m_exec.fence("kolibri::driver solve");
    }
    const TimedPart part(times.write);
    InverseChunk chunk;
    for (Mirrored<Matrices>& out : m_out) chunk.arrays.push_back(out.fetch());
    chunk.arrays.push_back(m_info.fetch());
    chunk.info = m_info.host.data();
    return chunk;
  }

  InverseRatios check(std::int64_t) override { return {}; }

 private:
  using Exec = Kokkos::DefaultExecutionSpace;
  using Memory = Exec::memory_space;
  using Matrices = GeneratedBatch<Scalar, Memory>;
  using Integers = Kokkos::View<int*, Memory>;

  /// Of inputs and outputs.
  std::uint64_t member_bytes() const {
    std::uint64_t entries = 0;
    for (const ProgramArray& array : m_input.arrays()) {
      if (!array.shared) entries += static_cast<std::uint64_t>(array.rows) * array.columns;
    }
    for (const std::string& name : m_input.program().outputs()) {
      const ProgramMatrix& matrix = m_input.program().matrices()[m_input.program().index(name)];
      entries += static_cast<std::uint64_t>(matrix.rows) * matrix.columns;
    }
    return entries * sizeof(Scalar);
  }

  template <class View>
  static View members_of(const View& view, std::int64_t count) {
    return View(view.data(), count, view.extent(1), view.extent(2));
  }

  ProgramData<Exec, Scalar> data() const {
    ProgramData<Exec, Scalar> data;
    for (std::size_t i = 0; i < m_in.size(); ++i) {
      const ProgramArray& array = m_input.arrays()[i];
      if (array.shared) {
        data.input(array.name, Kokkos::subview(m_in[i].device, 0, Kokkos::ALL, Kokkos::ALL));
      } else {
        data.input(array.name, members_of(m_in[i].device, m_count));
      }
    }
    for (std::size_t i = 0; i < m_out.size(); ++i) {
      data.output(m_input.program().outputs()[i], members_of(m_out[i].device, m_count));
    }
    return data;
  }

  Exec m_exec;
  ProgramInput& m_input;
  InversePlan m_plan;
  std::int64_t m_count = 0;
  std::vector<Mirrored<Matrices>> m_in, m_out;
  Mirrored<Integers> m_info;
};

}  // namespace

std::unique_ptr<InverseBatchSolver> make_program_solver(ProgramInput& input) {
  return with_scalar(input.scalar(), [&]<class Scalar>() -> std::unique_ptr<InverseBatchSolver> {
    return std::make_unique<ProgramSolver<Scalar>>(input);
  });
}

}  // namespace kolibri::drivers
