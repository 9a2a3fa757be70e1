#pragma once

#include <array>
#include <kolibri/eigh_options.hpp>
#include <utility>

namespace kolibri {

/// The names under which configurations know the values of an enumeration.
constexpr auto enum_names(EighAlgorithm) {
  return std::array{std::pair{EighAlgorithm::automatic, "auto"},
                    std::pair{EighAlgorithm::jacobi_two_sided, "jacobi_two_sided"},
                    std::pair{EighAlgorithm::jacobi_one_sided, "jacobi_one_sided"},
                    std::pair{EighAlgorithm::jacobi_block, "jacobi_block"},
                    std::pair{EighAlgorithm::jacobi_lanes, "jacobi_lanes"},
                    std::pair{EighAlgorithm::tridiagonal, "tridiagonal"}};
}

constexpr auto enum_names(Triangle) {
  return std::array{std::pair{Triangle::lower, "lower"}, std::pair{Triangle::upper, "upper"},
                    std::pair{Triangle::full, "full"}, std::pair{Triangle::symmetrize, "symmetrize"}};
}

constexpr auto enum_names(Order) {
  return std::array{std::pair{Order::ascending, "ascending"}, std::pair{Order::descending, "descending"},
                    std::pair{Order::magnitude, "magnitude"}, std::pair{Order::none, "none"}};
}

constexpr auto enum_names(Criterion) {
  return std::array{std::pair{Criterion::absolute, "absolute"}, std::pair{Criterion::relative, "relative"}};
}

/// The keys of EighOptions, told to the visitor as f(name, member, {help, unit, minimum, maximum}).
template <class F>
void fields(F& f, EighOptions& o) {
  f("algorithm", o.algorithm,
    {.help = "algorithm; auto chooses by n, scalar, vectors, backend and, on devices, whether the batch is small"});
  f("vectors", o.vectors, {.help = "eigenvectors too, or eigenvalues only"});
  f("triangle", o.triangle,
    {.help = "part of A that is read; full flags members that are not Hermitian, symmetrize takes (A + A^H) / 2"});
  f("order", o.order, {.help = "order of the eigenvalues; magnitude is by decreasing |lambda|"});
  f("criterion", o.criterion,
    {.help = "stop on off(A) <= tolerance ||A||_F, or on |a_ij| <= tolerance sqrt(|a_ii a_jj|) (jacobi_two_sided)"});
  f("tolerance", o.tolerance,
    {.help = "tolerance of the criterion; 0 converges to round-off", .minimum = 0, .maximum = 1});
  f("max_sweeps", o.max_sweeps, {.help = "sweeps after which a member counts as not converged", .minimum = 1});
}

}  // namespace kolibri
