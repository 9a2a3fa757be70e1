#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/scalar.hpp>

#include "blocked_lu.hpp"
#include "lu_task.hpp"

// What becomes known of a large matrix by its factorisation.
namespace kolibri::detail {

/// info, and what lu() says beside the factors. An item is a row.
template <class Scalar>
struct ReportLu {
  InverseProblem<Scalar> problem;
  std::int64_t b;
  LuWorkspace<Scalar> work;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const auto i = static_cast<int>(item);
    if (problem.pivots.data) problem.pivots(b, i) = work.pivots[i];
    if (i == 0) problem.report(b, *work.info);
  }
};

template <class Scalar>
struct ReportDeterminant {
  InverseProblem<Scalar> problem;
  std::int64_t b;
  const Scalar* factors;
  LuWorkspace<Scalar> work;

  KOKKOS_FUNCTION void operator()(std::int64_t) const {
    problem.report(b, *work.info);
    const int n = problem.n();
    report_determinant(problem, b, *work.info, [&](int k) {
      const Scalar pivot = factors[std::int64_t(k) * n + k];
      return work.pivots[k] == k + 1 ? pivot : -pivot;
    });
  }
};

template <class Scalar>
struct FillWithNaN {
  MatrixBatch<Scalar> x;
  std::int64_t b;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    x(b, static_cast<int>(item / x.columns), static_cast<int>(item % x.columns)) = quiet_nan<Scalar>();
  }
};

}  // namespace kolibri::detail
