#pragma once

#include <array>
#include <kolibri/inverse_options.hpp>
#include <utility>

namespace kolibri {

/// The names under which configurations know the values of an enumeration.
constexpr auto enum_names(InverseMethod) {
  return std::array{std::pair{InverseMethod::automatic, "auto"}, std::pair{InverseMethod::lu, "lu"},
                    std::pair{InverseMethod::gauss_jordan, "gauss_jordan"},
                    std::pair{InverseMethod::blocked_gauss_jordan, "blocked_gauss_jordan"},
                    std::pair{InverseMethod::cholesky, "cholesky"}};
}

constexpr auto enum_names(Pivoting) {
  return std::array{std::pair{Pivoting::partial, "partial"}, std::pair{Pivoting::none, "none"}};
}

constexpr auto enum_names(UnitFactor) {
  return std::array{std::pair{UnitFactor::lower, "lower"}, std::pair{UnitFactor::upper, "upper"}};
}

/// The keys of InverseOptions, told to the visitor as f(name, member, {help, unit, minimum, maximum}).
template <class F>
void fields(F& f, InverseOptions& o) {
  f("method", o.method,
    {.help =
         "inverse: by elimination in place, a team a matrix or the whole device one matrix after another in blocks; "
         "by P A = L U; or cholesky for Hermitian positive definite A, of which it reads the lower triangle; auto "
         "is one of the first two"});
  f("pivoting", o.pivoting, {.help = "row exchanges for the largest pivot of each column, or none"});
  f("unit", o.unit, {.help = "the factor of P A = L U whose diagonal is 1: L as in LAPACK, or U (Crout)"});
  f("refine", o.refine,
    {.help = "inverse: steps X := X + X (I - A X), of Newton, Schulz; solve: steps of iterative refinement",
     .minimum = 0,
     .maximum = 100});
}

}  // namespace kolibri
