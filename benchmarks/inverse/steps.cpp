#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>
#include <cstdio>
#include <functional>
#include <kolibri/generate.hpp>
#include <kolibri/inverse.hpp>
#include <kolibri/matrix_operations.hpp>
#include <string>
#include <utility>
#include <vector>

#include "common/rounds.hpp"
#include "steps_peers.hpp"

// The steps of the inverse by P A = L U on every backend of the build: which of them gain from many threads, and from
// which n on; and lu, solve, determinant and rcond beside their peers. One matrix of doubles; a median over repeats,
// from fence to fence.
namespace kolibri::bench {
namespace {

struct Settings {
  std::vector<int> sizes{64, 256, 1024};
  int repeats = 5;
  std::string space;  ///< empty: all
};

constexpr int right_hand_sides = 16;

/// The matrix, its factors and what becomes of them.
template <class Space>
struct Matrices {
  using Memory = typename Space::memory_space;
  using Matrix = Kokkos::View<double**, Kokkos::LayoutRight, Memory>;
  using Batch = Kokkos::View<double***, Kokkos::LayoutRight, Memory, Kokkos::MemoryUnmanaged>;

  explicit Matrices(const Space& exec, int n)
      : a("a", n, n),
        factors("factors", n, n),
        inverses("inverses", n, n),
        product("product", n, n),
        inverse("inverse", n, n),
        b("b", n, right_hand_sides),
        x("x", n, right_hand_sides),
        pivots("pivots", 1, n),
        order("order", n),
        info("info", 1) {
    generate_uniform(exec, GeneratedBatch<double, Memory>(a.data(), 1, n, n), 1);
    generate_uniform(exec, GeneratedBatch<double, Memory>(b.data(), 1, n, right_hand_sides), 2);
  }

  static Batch batch_of(const Matrix& m) { return Batch(m.data(), 1, m.extent(0), m.extent(1)); }

  Matrix a, factors, inverses, product, inverse, b, x;
  Kokkos::View<int**, Kokkos::LayoutRight, Memory> pivots;
  Kokkos::View<int*, Memory> order, info;
  Kokkos::View<double*, Memory> value{"value", 1};
};

/// The steps of the article.
template <class Space>
Steps article_steps(const Space& exec, const Matrices<Space>& m) {
  const auto one_pivots = Kokkos::subview(m.pivots, 0, Kokkos::ALL());
  const auto batch = [](const auto& matrix) { return Matrices<Space>::batch_of(matrix); };
  return {
      {"lu: P A = L U", [=] { lu(exec, batch(m.a), batch(m.factors), m.pivots, m.info, {.unit = UnitFactor::upper}); }},
      {"invert_upper: U^-1", [=] { invert_upper(exec, m.factors, m.inverses, DiagonalKind::unit); }},
      {"invert_lower: L^-1", [=] { invert_lower(exec, m.factors, m.inverses, DiagonalKind::stored); }},
      {"multiply_ul: U^-1 L^-1", [=] { multiply_ul(exec, m.inverses, m.product, UnitFactor::upper); }},
      {"permute_columns",
       [=] {
         pivots_to_order(exec, one_pivots, m.order);
         permute_columns(exec, m.product, m.order, m.inverse);
       }},
  };
}

template <class Space>
Steps function_steps(const Space& exec, const Matrices<Space>& m) {
  const auto batch = [](const auto& matrix) { return Matrices<Space>::batch_of(matrix); };
  return {
      {"inverse, automatic", [=] { inverse(exec, batch(m.a), batch(m.inverse), m.info); }},
      {"lu", [=] { lu(exec, batch(m.a), batch(m.factors), m.pivots, m.info); }},
      {"solve, 16 right-hand sides", [=] { solve(exec, batch(m.a), batch(m.b), batch(m.x), m.info); }},
      {"determinant", [=] { determinant(exec, batch(m.a), m.value, m.info); }},
      {"rcond", [=] { rcond(exec, batch(m.a), m.value); }},
  };
}

template <class Space>
Steps peer_steps([[maybe_unused]] const Space& exec, const Matrices<Space>& m) {
  [[maybe_unused]] const System system{m.a.data(), m.b.data(), m.a.extent_int(0), right_hand_sides};
#if defined(KOKKOS_ENABLE_CUDA)
  if constexpr (std::is_same_v<Space, Kokkos::Cuda>) return cusolver_steps(exec, system);
  return {};
#elif defined(KOLIBRI_BENCH_HAS_LAPACK)
  if constexpr (std::is_same_v<Space, Kokkos::DefaultHostExecutionSpace>) return lapack_steps(system);
  return {};
#else
  return {};
#endif
}

template <class Space>
void time_steps(const Settings& settings) {
  if (!settings.space.empty() && settings.space != Space::name()) return;
  const Space exec;
  for (const int n : settings.sizes) {
    const Matrices<Space> matrices(exec, n);
    constexpr int largest_for_a_team = 1024;  // minutes beyond
    Steps steps = n > largest_for_a_team ? Steps() : article_steps(exec, matrices);
    for (auto& more : {function_steps(exec, matrices), peer_steps(exec, matrices)}) {
      steps.insert(steps.end(), more.begin(), more.end());
    }
    for (const auto& [name, step] : steps) {
      const double seconds = median_seconds(exec, settings.repeats, step);
      std::printf("%s,%d,%d,%s,%.4e\n", Space::name(), exec.concurrency(), n, name.c_str(), seconds);
    }
  }
}

int run(int argc, char** argv) {
  CLI::App app{"times the steps of the inverse by P A = L U on every backend of this build, for the table of docs/"};
  Settings settings;
  bool dry_run = false;
  app.add_option("--sizes", settings.sizes, "n of the matrix")->delimiter(',')->check(CLI::Range(1, 8192));
  app.add_option("--repeats", settings.repeats, "timed calls of each step")->check(CLI::Range(1, 1000));
  app.add_option("--space", settings.space, "only this execution space, such as Cuda");
  app.add_flag("--dry-run", dry_run, "one tiny matrix");
  CLI11_PARSE(app, argc, argv);
  if (dry_run) {
    settings.sizes = {7};
    settings.repeats = 1;
  }
  std::printf("space,threads,n,step,seconds\n");
  const Kokkos::ScopeGuard kokkos(argc, argv);
#define KOLIBRI_BENCH_STEPS(SPACE, SCALAR) time_steps<SPACE>(settings);
  KOLIBRI_FOR_EACH_SPACE(KOLIBRI_BENCH_STEPS, double)
#undef KOLIBRI_BENCH_STEPS
  return 0;
}

}  // namespace
}  // namespace kolibri::bench

int main(int argc, char** argv) { return kolibri::bench::run(argc, argv); }
