#include "eigh/batch_solver.hpp"

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <kolibri/eigh.hpp>
#include <kolibri/eigh_check.hpp>
#include <kolibri/generate.hpp>
#include <kolibri/with_scalar.hpp>

#include "common/chunk.hpp"
#include "common/kokkos_session.hpp"

namespace kolibri::drivers {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

template <class Scalar>
class TypedSolver final : public EighBatchSolver {
 public:
  TypedSolver(std::int64_t batch, int n, const EighOptions& options) : m_n(n), m_options(options) {
    m_plan.algorithm = eigh_algorithm<Exec, Scalar>(m_exec, batch, n, options);
    m_options.algorithm = m_plan.algorithm;  // that of the batch for all chunks, the last one may be small
    m_plan.chunk = chunk_within(batch, memory_budget());
    m_plan.workspace_bytes = eigh_workspace<Exec, Scalar>(m_exec, m_plan.chunk, n, m_options);
    m_plan.batch_bytes = static_cast<std::uint64_t>(m_plan.chunk) * array_bytes();
    m_plan.scratch_bytes = eigh_scratch<Exec, Scalar>(m_exec, n, m_options);
  }

  const EighPlan& plan() const override { return m_plan; }

  void allocate() override {
    const auto chunk = static_cast<std::size_t>(m_plan.chunk);
    m_a = Matrices(Kokkos::view_alloc(Kokkos::WithoutInitializing, "kolibri::driver a"), chunk, m_n, m_n);
    m_w = Values(Kokkos::view_alloc(Kokkos::WithoutInitializing, "kolibri::driver w"), chunk, m_n);
    if (m_options.vectors) {
      m_v = Matrices(Kokkos::view_alloc(Kokkos::WithoutInitializing, "kolibri::driver v"), chunk, m_n, m_n);
    }
    m_info = Integers("kolibri::driver info", chunk);
    m_sweeps = Integers("kolibri::driver sweeps", chunk);
    m_workspace =
        Workspace(Kokkos::view_alloc(Kokkos::WithoutInitializing, "kolibri::driver workspace"), m_plan.workspace_bytes);
    m_host_a = Kokkos::create_mirror_view(m_a);
    m_host_w = Kokkos::create_mirror_view(m_w);
    m_host_v = Kokkos::create_mirror_view(m_v);
    m_host_info = Kokkos::create_mirror_view(m_info);
    m_host_sweeps = Kokkos::create_mirror_view(m_sweeps);
  }

  void load(MatrixInput& input, std::int64_t first, std::int64_t count, Times& times) override {
    m_count = count;
    if (input.generated()) {
      const TimedPart part(times.read);
      generate(m_exec, loaded(m_a), *input.generated(), first);
      m_exec.fence("kolibri::driver generate");
      return;
    }
    {
      const TimedPart part(times.read);
      input.read(first, count, reinterpret_cast<std::byte*>(m_host_a.data()));
    }
    const TimedPart part(times.setup);
    Kokkos::deep_copy(loaded(m_a), loaded(m_host_a));
  }

  EighChunk solve(Times& times) override {
    {
      const TimedPart part(times.solve);
      const Kokkos::Profiling::ScopedRegion region("kolibri::driver solve");
      eigh(m_exec, loaded(m_a), loaded(m_w), m_options.vectors ? loaded(m_v) : m_v,
           EighStatus<Scalar, Memory>{loaded(m_info), loaded(m_sweeps), {}}, m_options, m_workspace);
      m_exec.fence("kolibri::driver solve");
    }
    const TimedPart part(times.write);
    Kokkos::deep_copy(loaded(m_host_w), loaded(m_w));
    Kokkos::deep_copy(loaded(m_host_info), loaded(m_info));
    Kokkos::deep_copy(loaded(m_host_sweeps), loaded(m_sweeps));
    if (m_options.vectors) Kokkos::deep_copy(loaded(m_host_v), loaded(m_v));
    return {m_host_w.data(), m_options.vectors ? m_host_v.data() : nullptr, m_host_info.data(), m_host_sweeps.data()};
  }

  EighRatios check(std::int64_t sample) override {
    const Kokkos::Profiling::ScopedRegion region("kolibri::driver check");
    const EighAccuracy found = check_eigh(m_exec, loaded(m_a), loaded(m_w), m_options.vectors ? loaded(m_v) : m_v,
                                          loaded(m_info), m_options.triangle, sample);
    return {found.residual, found.orthogonality, found.moments, found.members};
  }

 private:
  using Matrices = GeneratedBatch<Scalar, Memory>;
  using Values = Kokkos::View<real_t<Scalar>**, Kokkos::LayoutRight, Memory>;
  using Integers = Kokkos::View<int*, Memory>;
  using Workspace = Kokkos::View<std::byte*, Memory>;

  // The first members of a View, as many as are loaded, in the same layout.
  template <class View>
  View loaded(const View& view) const {
    if constexpr (View::rank() == 3) {
      return View(view.data(), m_count, m_n, m_n);
    } else if constexpr (View::rank() == 2) {
      return View(view.data(), m_count, m_n);
    } else {
      return View(view.data(), m_count);
    }
  }

  std::uint64_t array_bytes() const {
    const std::uint64_t n = m_n, matrices = m_options.vectors ? 2 : 1;
    return matrices * n * n * sizeof(Scalar) + n * sizeof(real_t<Scalar>) + 2 * sizeof(int);
  }

  // The most members that fit with their workspace, which grows with them: by bisection.
  std::int64_t chunk_within(std::int64_t batch, std::uint64_t budget) const {
    std::int64_t fits = 1, most = members_per_chunk(batch, array_bytes(), budget);
    while (fits < most) {
      const std::int64_t chunk = most - (most - fits) / 2;
      const std::uint64_t workspace = eigh_workspace<Exec, Scalar>(m_exec, chunk, m_n, m_options);
      if (static_cast<std::uint64_t>(chunk) * array_bytes() + workspace <= budget) {
        fits = chunk;
      } else {
        most = chunk - 1;
      }
    }
    return fits;
  }

  Exec m_exec;
  int m_n;
  EighOptions m_options;
  EighPlan m_plan;
  std::int64_t m_count = 0;
  Matrices m_a, m_v;
  Values m_w;
  Integers m_info, m_sweeps;
  Workspace m_workspace;
  typename Matrices::host_mirror_type m_host_a, m_host_v;
  typename Values::host_mirror_type m_host_w;
  typename Integers::host_mirror_type m_host_info, m_host_sweeps;
};

}  // namespace

std::unique_ptr<EighBatchSolver> make_batch_solver(const MatrixInput& input, const EighOptions& options) {
  const std::int64_t batch = input.batch();
  const int n = input.n();
  return with_scalar(input.scalar(), [&]<class Scalar>() -> std::unique_ptr<EighBatchSolver> {
    return std::make_unique<TypedSolver<Scalar>>(batch, n, options);
  });
}

}  // namespace kolibri::drivers
