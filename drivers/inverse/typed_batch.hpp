#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <kolibri/generate.hpp>
#include <kolibri/inverse.hpp>
#include <kolibri/inverse_check.hpp>

#include "common/chunk.hpp"
#include "common/kokkos_session.hpp"
#include "common/scalars.hpp"
#include "inverse/batch_solver.hpp"

namespace kolibri::drivers {

/// A View of a chunk on the device and its mirror on the host, which are the same memory where the device is the host.
template <class View>
struct Mirrored {
  View device;
  typename View::host_mirror_type host;

  template <class... Extents>
  void allocate(const std::string& label, Extents... extents) {
    device = View(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), extents...);
  }

  /// The mirror is made when it is first needed: a large matrix that is neither read nor written has none.
  void mirror() {
    if (host.data() == nullptr) host = Kokkos::create_mirror_view(device);
  }

  const void* fetch() {
    mirror();
    Kokkos::deep_copy(host, device);
    return host.data();
  }
};

/// The memory of a chunk: its matrices, info and condition numbers, and how they get there. Tasks add their results.
template <class Scalar>
class TypedBatch : public InverseBatchSolver {
 public:
  TypedBatch(InverseInput& input, const InverseConfig& config)
      : m_input(input), m_config(config), m_n(input.matrices.n()) {}

  const InversePlan& plan() const override { return m_plan; }

  void allocate() override {
    m_a.allocate("kolibri::driver a", m_plan.chunk, m_n, m_n);
    m_info.allocate("kolibri::driver info", m_plan.chunk);
    if (m_config.check.enabled) m_rcond.allocate("kolibri::driver rcond", m_plan.chunk);
  }

  void load(std::int64_t first, std::int64_t count, Times& times) override {
    m_first = first;
    m_count = count;
    MatrixInput& matrices = m_input.matrices;
    if (matrices.generated()) {
      const TimedPart part(times.read);
      generate(m_exec, loaded(m_a.device), *matrices.generated(), first);
      m_exec.fence("kolibri::driver generate");
      return;
    }
    {
      const TimedPart part(times.read);
      m_a.mirror();
      matrices.read(first, count, reinterpret_cast<std::byte*>(m_a.host.data()));
    }
    const TimedPart part(times.setup);
    Kokkos::deep_copy(loaded(m_a.device), loaded(m_a.host));
  }

 protected:
  using Exec = Kokkos::DefaultExecutionSpace;
  using Memory = Exec::memory_space;
  using Matrices = GeneratedBatch<Scalar, Memory>;
  using Scalars = Kokkos::View<Scalar*, Memory>;
  using Reals = Kokkos::View<real_t<Scalar>*, Memory>;
  using Doubles = Kokkos::View<double*, Memory>;
  using Integers = Kokkos::View<int*, Memory>;
  using Pivots = Kokkos::View<int**, Kokkos::LayoutRight, Memory>;

  /// Sizes the chunk. `member_entries` are scalars a member beside A, `columns` those of the right-hand sides.
  void plan_chunk(InverseTask task, std::uint64_t member_entries, int columns = 0) {
    const std::uint64_t n = static_cast<std::uint64_t>(m_n);
    const std::uint64_t array_bytes = (n * n + member_entries) * sizeof(Scalar) + (n + 4) * sizeof(double);
    const auto workspace = [&](std::int64_t batch) {
      const std::size_t bytes =
          inverse_workspace<Exec, Scalar>(m_exec, task, batch, m_n, columns, m_config.solver.options);
      if (!m_config.check.enabled || task == InverseTask::inverse) return bytes;
      return std::max(bytes, inverse_workspace<Exec, Scalar>(m_exec, InverseTask::rcond, batch, m_n));
    };
    m_plan.chunk = members_per_chunk(m_input.matrices.batch(), array_bytes + workspace(1), memory_budget());
    if (task == InverseTask::inverse) {
      m_plan.method = inverse_method<Exec, Scalar>(m_exec, m_plan.chunk, m_n, m_config.solver.options);
    }
    m_plan.batch_bytes = static_cast<std::uint64_t>(m_plan.chunk) * array_bytes;
    m_plan.workspace_bytes = workspace(m_plan.chunk);
    m_plan.scratch_bytes =
        inverse_scratch<Exec, Scalar>(m_exec, task, m_plan.chunk, m_n, columns, m_config.solver.options);
  }

  void write(std::string file, io::Dtype dtype, std::vector<std::int64_t> member_shape) {
    m_plan.arrays.push_back({std::move(file), dtype, std::move(member_shape)});
  }

  /// The arrays that every task has.
  void write_status() {
    write("info.npy", io::Dtype::int32, {});
    if (m_config.check.enabled) write("rcond.npy", real_dtype_of(m_input.matrices.scalar()), {});
  }

  /// The results, those of write_status() at their end.
  InverseChunk fetch_status(std::vector<const void*> arrays) {
    InverseChunk chunk{.arrays = std::move(arrays), .info = nullptr, .rcond = {}, .determinant = {}};
    chunk.arrays.push_back(m_info.fetch());
    chunk.info = m_info.host.data();
    if (!m_config.check.enabled) return chunk;
    chunk.arrays.push_back(m_rcond.fetch());
    chunk.rcond.assign(m_rcond.host.data(), m_rcond.host.data() + m_count);
    return chunk;
  }

  /// 1 / (||A|| ||A^-1||) of every member, before A is overwritten.
  void condition(Times& times) {
    if (!m_config.check.enabled) return;
    const TimedPart part(times.check);
    rcond(m_exec, loaded(m_a.device), loaded(m_rcond.device));
    m_exec.fence("kolibri::driver rcond");
  }

  LuOptions lu_options() const {
    const InverseOptions& options = m_config.solver.options;
    return {.pivoting = options.pivoting, .unit = options.unit, .refine = options.refine};
  }

  CheckSample sample(std::int64_t members) const { return {members, m_config.check.columns}; }

  /// The matrices as they were before their results came into their place, made or read again piece by piece.
  RowSource<Scalar> original_rows() {
    constexpr std::int64_t piece_bytes = 32 << 20;
    MatrixInput& matrices = m_input.matrices;
    const auto& made = matrices.generated();
    const bool in_rows = made ? made->kind == GeneratorKind::random_general : matrices.single();
    const std::int64_t row_bytes = std::max<std::int64_t>(1, static_cast<std::int64_t>(sizeof(Scalar)) * m_n);
    const int most = in_rows ? static_cast<int>(std::clamp<std::int64_t>(piece_bytes / row_bytes, 1, m_n)) : m_n;
    Mirrored<Matrices> rows;
    rows.allocate("kolibri::driver rows", 1, most, m_n);
    return [this, rows, most](std::int64_t member, int first_row) mutable {
      const int count = std::min(most, m_n - first_row);
      const Matrices piece(rows.device.data(), 1, count, m_n);
      restore(rows, piece, m_first + member, first_row);
      return MatrixBatch<const Scalar>(matrix_batch(piece));
    };
  }

  /// The first members of a View, as many as are loaded, in the same layout.
  template <class View>
  View loaded(const View& view) const {
    if constexpr (View::rank() == 3) {
      return View(view.data(), m_count, view.extent(1), view.extent(2));
    } else if constexpr (View::rank() == 2) {
      return View(view.data(), m_count, view.extent(1));
    } else {
      return View(view.data(), m_count);
    }
  }

  Exec m_exec;
  InverseInput& m_input;
  InverseConfig m_config;
  int m_n;
  InversePlan m_plan;
  std::int64_t m_first = 0, m_count = 0;
  Mirrored<Matrices> m_a;
  Mirrored<Integers> m_info;
  Mirrored<Reals> m_rcond;

 private:
  void restore(Mirrored<Matrices>& rows, const Matrices& piece, std::int64_t member, int first_row) {
    MatrixInput& matrices = m_input.matrices;
    const auto& made = matrices.generated();
    if (made && made->kind == GeneratorKind::random_general) {
      return generate_uniform(m_exec, piece, made->seed, member, first_row);
    }
    if (made) return generate(m_exec, piece, *made, member);
    rows.mirror();
    auto* bytes = reinterpret_cast<std::byte*>(rows.host.data());
    if (matrices.single()) {
      matrices.read_rows(first_row, piece.extent_int(1), bytes);
    } else {
      matrices.read(member, 1, bytes);
    }
    Kokkos::deep_copy(m_exec, rows.device, rows.host);
  }
};

}  // namespace kolibri::drivers
