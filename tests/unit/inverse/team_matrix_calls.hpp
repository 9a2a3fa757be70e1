#pragma once

#include <kolibri/team_matrix.hpp>

#include "team_matrix_support.hpp"

// The operations of kolibri::team, each in a kernel of one team. Kernels are here since the body of a test can't hold
// one under nvcc.
namespace kolibri::test::by_a_team {

template <class A, class B, class Out>
void add(const A& a, const B& b, const Out& out) {
  by_team(KOKKOS_LAMBDA(const TeamMember& member) { team::add(member, a, b, out); });
}
template <class A, class B, class Out>
void subtract(const A& a, const B& b, const Out& out) {
  by_team(KOKKOS_LAMBDA(const TeamMember& member) { team::subtract(member, a, b, out); });
}
template <class A, class B, class Out>
void hadamard(const A& a, const B& b, const Out& out) {
  by_team(KOKKOS_LAMBDA(const TeamMember& member) { team::hadamard(member, a, b, out); });
}
template <class A, class B, class Out>
void multiply(const A& a, const B& b, const Out& out) {
  by_team(KOKKOS_LAMBDA(const TeamMember& member) { team::multiply(member, a, b, out); });
}
template <class In, class Out>
void copy(const In& in, const Out& out) {
  by_team(KOKKOS_LAMBDA(const TeamMember& member) { team::copy(member, in, out); });
}
template <class In, class Out>
void transpose(const In& in, const Out& out) {
  by_team(KOKKOS_LAMBDA(const TeamMember& member) { team::transpose(member, in, out); });
}
template <class In, class Out>
void relu(const In& in, const Out& out) {
  by_team(KOKKOS_LAMBDA(const TeamMember& member) { team::relu(member, in, out); });
}
template <class In, class Out>
void relu_derivative(const In& in, const Out& out) {
  by_team(KOKKOS_LAMBDA(const TeamMember& member) { team::relu_derivative(member, in, out); });
}
template <class In, class Out, class Real>
void relu_derivative(const In& in, const Out& out, Real at_zero) {
  by_team(KOKKOS_LAMBDA(const TeamMember& member) { team::relu_derivative(member, in, out, at_zero); });
}
template <class In, class Order, class Out>
void permute_rows(const In& in, const Order& order, const Out& out) {
  by_team(KOKKOS_LAMBDA(const TeamMember& member) { team::permute_rows(member, in, order, out); });
}
template <class In, class Order, class Out>
void permute_columns(const In& in, const Order& order, const Out& out) {
  by_team(KOKKOS_LAMBDA(const TeamMember& member) { team::permute_columns(member, in, order, out); });
}
template <class Pivots, class Order>
void pivots_to_order(const Pivots& pivots, const Order& order) {
  by_team(KOKKOS_LAMBDA(const TeamMember& member) { team::pivots_to_order(member, pivots, order); });
}
template <class In, class Out>
void multiply_lu(const In& in, const Out& out, UnitFactor unit = UnitFactor::upper) {
  by_team(KOKKOS_LAMBDA(const TeamMember& member) { team::multiply_lu(member, in, out, unit); });
}
template <class In, class Out>
void multiply_ul(const In& in, const Out& out, UnitFactor unit = UnitFactor::upper) {
  by_team(KOKKOS_LAMBDA(const TeamMember& member) { team::multiply_ul(member, in, out, unit); });
}
template <class In, class Out>
void invert_upper(const In& in, const Out& out, DiagonalKind diagonal = DiagonalKind::unit) {
  by_team(KOKKOS_LAMBDA(const TeamMember& member) { team::invert_upper(member, in, out, diagonal); });
}
template <class In, class Out>
void invert_lower(const In& in, const Out& out, DiagonalKind diagonal = DiagonalKind::stored) {
  by_team(KOKKOS_LAMBDA(const TeamMember& member) { team::invert_lower(member, in, out, diagonal); });
}

/// The info that every thread of the team got; -99 when they disagree.
template <class A>
int lu(const A& a, const Kokkos::View<int*, Space>& pivots, const LuOptions& options) {
  const auto info = device_integers({77});
  by_team(KOKKOS_LAMBDA(const TeamMember& member) {
    const int got = team::lu(member, a, pivots, options);
    Kokkos::single(Kokkos::PerTeam(member), [&]() { info(0) = got; });
    member.team_barrier();
    if (info(0) != got) info(0) = -99;
  });
  return host_integers(info)[0];
}

template <class A, class X>
int inverse(const A& a, const X& x, const InverseOptions& options) {
  using Scalar = typename X::value_type;
  const auto info = device_integers({77});
  by_team(
      KOKKOS_LAMBDA(const TeamMember& member) {
        constexpr int level = scratch_level<Space>;
        const int got = team::inverse(member, a, x, member.team_scratch(level), options);
        Kokkos::single(Kokkos::PerTeam(member), [&]() { info(0) = got; });
        member.team_barrier();
        if (info(0) != got) info(0) = -99;
      },
      team::inverse_scratch_size<Scalar>(static_cast<int>(a.extent(0))));
  return host_integers(info)[0];
}

}  // namespace kolibri::test::by_a_team
