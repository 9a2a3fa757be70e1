#include "accuracy_solver.hpp"

#include <cmath>
#include <cstring>

namespace kolibri::test {

namespace {

/// Copies entry by entry between any layouts; the triangle that `read` does not name becomes NaN.
template <class From, class To>
struct Pour {
  From from;
  To to;
  Triangle read;

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const std::int64_t n = to.extent_int(1);
    const std::int64_t b = index / (n * n), i = index / n % n, j = index % n;
    const bool unread = (read == Triangle::lower && j > i) || (read == Triangle::upper && j < i);
    to(b, i, j) = unread ? quiet_nan<typename To::value_type>() : from(b, i, j);
  }
};

template <class From, class To>
void pour(const From& from, const To& to, Triangle read = Triangle::full) {
  Kokkos::parallel_for("kolibri::test::pour",
                       Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(0, std::int64_t(to.size())),
                       Pour<From, To>{from, to, read});
}

template <class View>
auto to_host(const View& view) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
}

/// A (batch, n, n) View of the layout with `pad` rows and columns beside it.
template <class Scalar, class Layout>
struct Padded {
  Kokkos::View<Scalar***, Layout, Space> all;
  std::size_t n;

  Padded(const std::string& label, std::size_t batch, std::size_t order, std::size_t pad)
      : all(label, batch, order + pad, order + pad), n(order) {}

  auto inner() const {
    return Kokkos::subview(all, Kokkos::ALL, std::make_pair(std::size_t(0), n), std::make_pair(std::size_t(0), n));
  }

  bool padding_is_zero() const {
    const auto host = to_host(all);
    for (std::size_t b = 0; b < host.extent(0); ++b) {
      for (std::size_t i = 0; i < host.extent(1); ++i) {
        for (std::size_t j = 0; j < host.extent(2); ++j) {
          if ((i >= n || j >= n) && host(b, i, j) != Scalar(0)) return false;
        }
      }
    }
    return true;
  }
};

template <class Scalar>
bool same_triangle(const HostBatch<Scalar>& before, const HostBatch<Scalar>& after, Triangle read) {
  for (std::size_t b = 0; b < before.extent(0); ++b) {
    for (std::size_t i = 0; i < before.extent(1); ++i) {
      for (std::size_t j = 0; j < before.extent(2); ++j) {
        const bool unread = (read == Triangle::lower && j > i) || (read == Triangle::upper && j < i);
        if (!unread && std::memcmp(&before(b, i, j), &after(b, i, j), sizeof(Scalar)) != 0) return false;
      }
    }
  }
  return true;
}

/// The solve and its check on Views of a given layout; the caller fetches V.
template <class Scalar, class A, class V>
Solved<Scalar> solve_views(const GeneratedBatch<Scalar, Space::memory_space>& exact, const A& a, const V& v,
                           const EighOptions& options) {
  using Real = real_t<Scalar>;
  const Space exec;
  const std::size_t batch = exact.extent(0), n = exact.extent(1);
  const Kokkos::View<Real**, Kokkos::LayoutRight, Space> w("kolibri::test::w", batch, n);
  Kokkos::deep_copy(w, quiet_nan<Real>());
  EighStatus<Scalar, Space::memory_space> status;
  status.info = decltype(status.info)("kolibri::test::info", batch);
  status.sweeps = decltype(status.sweeps)("kolibri::test::sweeps", batch);
  status.off_norm = decltype(status.off_norm)("kolibri::test::off_norm", batch);
  const Kokkos::View<std::byte*, Space> workspace(
      "kolibri::test::workspace", eigh_workspace<Space, Scalar>(exec, std::int64_t(batch), int(n), options));
  Kokkos::deep_copy(workspace, std::byte(0xff));
  const V vectors = options.vectors ? v : V();
  eigh(exec, a, w, vectors, status, options, workspace);
  Solved<Scalar> solved;
  solved.accuracy = check_eigh(exec, exact, w, vectors, status.info, options.triangle);
  solved.w = to_host(w);
  solved.info = to_host(status.info);
  solved.sweeps = to_host(status.sweeps);
  solved.off_norm = to_host(status.off_norm);
  return solved;
}

template <class Layout, class Scalar>
Solved<Scalar> solve_in(const HostBatch<Scalar>& a, const EighOptions& options, std::size_t pad, bool in_place) {
  const std::size_t batch = a.extent(0), n = a.extent(1);
  const GeneratedBatch<Scalar, Space::memory_space> exact("kolibri::test::exact", batch, n, a.extent(2));
  Kokkos::deep_copy(exact, a);
  const Padded<Scalar, Layout> input("kolibri::test::a", batch, n, pad);
  const Padded<Scalar, Layout> output = in_place ? input : Padded<Scalar, Layout>("kolibri::test::v", batch, n, pad);
  Kokkos::deep_copy(output.inner(), quiet_nan<Scalar>());
  pour(exact, input.inner(), options.triangle);
  Solved<Scalar> solved = pad == 0 ? solve_views(exact, input.all, output.all, options)
                                   : solve_views(exact, input.inner(), output.inner(), options);
  solved.padding_intact = pad == 0 || output.padding_is_zero();
  if (!in_place) {
    pour(input.inner(), exact);
    solved.input_intact = same_triangle(a, to_host(exact), options.triangle);
  }
  pour(output.inner(), exact);
  if (options.vectors) solved.v = to_host(exact);
  return solved;
}

template <class Real>
bool same_reals(const Real* first, const Real* second, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const bool nans = std::isnan(first[i]) && std::isnan(second[i]);
    if (!nans && std::memcmp(first + i, second + i, sizeof(Real)) != 0) return false;
  }
  return true;
}

}  // namespace

template <class Scalar>
Solved<Scalar> solve(const HostBatch<Scalar>& a, const EighOptions& options, Storage storage) {
  if (storage == Storage::left) return solve_in<Kokkos::LayoutLeft>(a, options, 0, false);
  return solve_in<Kokkos::LayoutRight>(a, options, storage == Storage::padded ? 3 : 0, storage == Storage::in_place);
}

template <class Scalar>
bool serves(EighAlgorithm algorithm, int n) {
  try {
    eigh_algorithm<Space, Scalar>(Space(), 1, n, {.algorithm = algorithm});
    return true;
  } catch (const Error&) {
    return false;
  }
}

template <class Scalar>
bool bits_are_fixed(EighAlgorithm algorithm, int n) {
  if (std::is_same_v<Space::memory_space, Kokkos::HostSpace>) return true;
  return eigh_algorithm<Space, Scalar>(Space(), 1, n, {.algorithm = algorithm}) != EighAlgorithm::jacobi_block;
}

template <class Scalar>
HostBatch<Scalar> made(const GeneratorOptions& options) {
  const BatchShape shape = generated_shape(options);
  const HostBatch<Scalar> a("kolibri::test::a", shape.batch, shape.n, shape.n);
  const Kokkos::DefaultHostExecutionSpace host;
  generate(host, a, options);
  host.fence("kolibri::test::made");
  return a;
}

template <class Scalar>
double difference(const Solved<Scalar>& first, const Solved<Scalar>& second) {
  return eigenvalue_difference(Kokkos::DefaultHostExecutionSpace(), first.w, second.w);
}

template <class Scalar>
bool same_bits(const Solved<Scalar>& first, std::size_t b1, const Solved<Scalar>& second, std::size_t b2) {
  using Real = real_t<Scalar>;
  const std::size_t n = first.w.extent(1), parts = first.v.size() == 0 ? 0 : n * n * sizeof(Scalar) / sizeof(Real);
  const auto entries = [&](const Solved<Scalar>& solved, std::size_t b) {
    return reinterpret_cast<const Real*>(solved.v.data()) + b * parts;
  };
  return first.info(b1) == second.info(b2) && same_reals(&first.w(b1, 0), &second.w(b2, 0), n) &&
         same_reals(entries(first, b1), entries(second, b2), parts);
}

template <class Scalar>
bool solved_and_ascending(const Solved<Scalar>& solved) {
  for (std::size_t b = 0; b < solved.w.extent(0); ++b) {
    if (solved.info(b) != 0) return false;
    for (std::size_t i = 1; i < solved.w.extent(1); ++i) {
      if (!(solved.w(b, i - 1) <= solved.w(b, i))) return false;
    }
  }
  return true;
}

#define KOLIBRI_TEST_SOLVER(SCALAR)                                                                \
  template Solved<SCALAR> solve(const HostBatch<SCALAR>&, const EighOptions&, Storage);            \
  template bool serves<SCALAR>(EighAlgorithm, int);                                                \
  template bool bits_are_fixed<SCALAR>(EighAlgorithm, int);                                        \
  template HostBatch<SCALAR> made<SCALAR>(const GeneratorOptions&);                                \
  template double difference(const Solved<SCALAR>&, const Solved<SCALAR>&);                        \
  template bool same_bits(const Solved<SCALAR>&, std::size_t, const Solved<SCALAR>&, std::size_t); \
  template bool solved_and_ascending(const Solved<SCALAR>&);
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_TEST_SOLVER)

}  // namespace kolibri::test
