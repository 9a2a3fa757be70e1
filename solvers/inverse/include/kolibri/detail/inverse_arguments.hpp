#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/error.hpp>
#include <kolibri/matrix_batch.hpp>
#include <kolibri/scalar.hpp>
#include <span>
#include <string>
#include <type_traits>

namespace kolibri::detail {

/// Checks the arguments of one of the functions of inverse.hpp, which it names in errors, and turns Views into batches.
class ArgumentChecker {
 public:
  explicit ArgumentChecker(const char* function) : m_function(function) {}

  void initialised() const;
  void square(const std::array<std::size_t, 3>& a) const;
  void shape(const char* name, const std::array<std::size_t, 3>& got, const std::array<std::size_t, 3>& wanted) const;
  void shape(const char* name, const std::array<std::size_t, 2>& got, const std::array<std::size_t, 2>& wanted) const;
  void length(const char* name, std::size_t got, std::size_t wanted) const;
  void refinement(int steps, const char* name, bool in_place) const;

  template <class A, class X>
  auto like_a(const char* name, const A& a, const X& x) const {
    require_output<A, X>();
    shape(name, extents(x), extents(a));
    return matrix_batch(x);
  }

  template <class A, class B>
  MatrixBatch<const typename A::non_const_value_type> right_hand_side(const char* name, const A& a, const B& b) const {
    static_assert(std::is_same_v<typename B::non_const_value_type, typename A::non_const_value_type>,
                  "kolibri::inverse: B holds the scalar of A");
    shape(name, extents(b), {a.extent(0), a.extent(1), b.extent(2)});
    return constant(b);
  }

  template <class B, class X>
  auto like_b(const char* name, const B& b, const X& x) const {
    require_output<B, X>();
    shape(name, extents(x), extents(b));
    return matrix_batch(x);
  }

  /// Pivots to read; lu() demands besides that they can be written.
  template <class A, class Pivots>
  VectorBatch<int> pivots(const A& a, const Pivots& pivots) const {
    static_assert(Pivots::rank() == 2 && std::is_same_v<typename Pivots::non_const_value_type, int>,
                  "kolibri::inverse: the pivots are a View of int of rank 2, (batch, n)");
    shape("pivots", std::array{pivots.extent(0), pivots.extent(1)}, std::array{a.extent(0), a.extent(1)});
    return {const_cast<int*>(pivots.data()), static_cast<std::int64_t>(pivots.stride(0)),
            static_cast<std::int64_t>(pivots.stride(1))};
  }

  template <class A, class Values>
  auto per_member(const char* name, const A& a, const Values& values) const {
    static_assert(std::is_same_v<typename Values::value_type, typename A::non_const_value_type>,
                  "kolibri::inverse: the View of rank 1 holds the scalar of A");
    return vector<typename Values::value_type>(name, a, values);
  }

  template <class A, class Values>
  auto real_per_member(const char* name, const A& a, const Values& values) const {
    static_assert(std::is_same_v<typename Values::value_type, real_t<typename A::non_const_value_type>>,
                  "kolibri::inverse: the View of rank 1 holds the real type of A's scalar");
    return vector<typename Values::value_type>(name, a, values);
  }

  template <class View>
  static MatrixBatch<const typename View::non_const_value_type> constant(const View& view) {
    const auto batch = matrix_batch(view);
    return {batch.data,         batch.batch,      batch.rows,         batch.columns,
            batch.batch_stride, batch.row_stride, batch.column_stride};
  }

  template <class View>
  static std::array<std::size_t, 3> extents(const View& view) {
    static_assert(View::rank() == 3, "kolibri::inverse: matrices are Views of rank 3, (batch, row, column)");
    return {view.extent(0), view.extent(1), view.extent(2)};
  }

 private:
  template <class Value, class A, class Values>
  VectorBatch<Value> vector(const char* name, const A& a, const Values& values) const {
    static_assert(Values::rank() == 1, "kolibri::inverse: a value per member needs a View of rank 1");
    length(name, values.extent(0), a.extent(0));
    return {values.data(), static_cast<std::int64_t>(values.stride(0)), 0};
  }

  template <class In, class Out>
  static void require_output() {
    static_assert(std::is_same_v<typename Out::value_type, typename In::non_const_value_type>,
                  "kolibri::inverse: the output is not const and holds the scalar of the input");
  }

  const char* m_function;
};

/// Whether two Views are the same matrices.
template <class A, class X>
bool same_data(const A& a, const X& x) {
  return static_cast<const void*>(a.data()) == static_cast<const void*>(x.data());
}

template <class ExecutionSpace, class... Views>
constexpr void require_access() {
  static_assert((Kokkos::SpaceAccessibility<ExecutionSpace, typename Views::memory_space>::accessible && ...),
                "kolibri::inverse: the execution space cannot reach the memory of an argument");
}

/// A problem with A and info, checked, and with the workspace that the caller lends.
template <class A, class Info>
InverseProblem<typename A::non_const_value_type> square_problem(const ArgumentChecker& check, const A& a,
                                                                const Info& info, std::span<std::byte> workspace = {}) {
  using Scalar = typename A::non_const_value_type;
  static_assert(SupportedScalar<Scalar>, "kolibri::inverse: the scalar is float, double or Kokkos::complex of these");
  static_assert(Info::rank() == 1 && std::is_same_v<typename Info::value_type, int>,
                "kolibri::inverse: info is a View of int of rank 1");
  check.initialised();
  check.square(ArgumentChecker::extents(a));
  if (info.extent(0) != 0) check.length("info", info.extent(0), a.extent(0));
  InverseProblem<Scalar> problem;
  problem.a = ArgumentChecker::constant(a);
  problem.info = info.extent(0) == 0 ? nullptr : info.data();
  problem.info_stride = static_cast<std::int64_t>(info.stride(0));
  problem.workspace = workspace;
  return problem;
}

}  // namespace kolibri::detail
