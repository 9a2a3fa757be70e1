#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/program_code.hpp>
#include <kolibri/detail/triangular.hpp>
#include <kolibri/matrix_batch.hpp>
#include <kolibri/scratch.hpp>
#include <kolibri/team_matrix.hpp>

// The steps of a program by a team, on matrices in its block of memory.
namespace kolibri::detail {

/// A matrix in a team's block, by rows, with as much of a View as the operations ask for.
template <class Scalar>
struct BlockMatrix {
  using value_type = Scalar;

  Scalar* elements;
  int rows;
  int columns;

  KOKKOS_FUNCTION static constexpr int rank() { return 2; }
  KOKKOS_FUNCTION int leading() const { return columns | 1; }
  KOKKOS_FUNCTION int extent(int d) const { return d == 0 ? rows : columns; }
  KOKKOS_FUNCTION int stride(int d) const { return d == 0 ? leading() : 1; }
  KOKKOS_FUNCTION Scalar* data() const { return elements; }
  KOKKOS_FUNCTION Scalar& operator()(int i, int j) const { return elements[i * leading() + j]; }
};

struct BlockOrder {
  using value_type = int;

  int* elements;
  int length;

  KOKKOS_FUNCTION static constexpr int rank() { return 1; }
  KOKKOS_FUNCTION int extent(int) const { return length; }
  KOKKOS_FUNCTION int& operator()(int i) const { return elements[i]; }
};

/// A member of a batch, where the caller has it.
template <class Scalar>
struct BatchMember {
  using value_type = Scalar;

  MatrixBatch<Scalar> batch;
  std::int64_t b;

  KOKKOS_FUNCTION static constexpr int rank() { return 2; }
  KOKKOS_FUNCTION int extent(int d) const { return d == 0 ? batch.rows : batch.columns; }
  KOKKOS_FUNCTION std::int64_t stride(int d) const { return d == 0 ? batch.row_stride : batch.column_stride; }
  KOKKOS_FUNCTION Scalar& operator()(int i, int j) const { return batch(b, i, j); }
};

/// What a team has in its block.
template <class Scalar>
struct ProgramStorage {
  std::size_t elements, integers, largest_n;
  Scalar* matrices = nullptr;
  int* orders = nullptr;
  TeamInverseScratch<Scalar> inverse{};

  KOKKOS_FUNCTION explicit ProgramStorage(const ProgramCode& code)
      : elements(code.elements), integers(code.integers), largest_n(code.largest_n) {}
  KOKKOS_FUNCTION ProgramStorage(const ProgramCode& code, std::byte* block) : ProgramStorage(code) {
    Carver<> carver{block};
    lay_out(carver);
  }

  template <class Take>
  KOKKOS_FUNCTION void lay_out(Take& take) {
    take(matrices, elements);
    take(orders, integers);
    inverse.n = largest_n;
    inverse.lay_out(take);
  }
};

/// Runs steps on one member's matrices.
template <class Scalar>
struct ProgramRunner {
  const ProgramCode& code;
  const ProgramStorage<Scalar>& storage;

  KOKKOS_FUNCTION BlockMatrix<Scalar> matrix(int index) const {
    const MatrixCode& m = code.matrix[index];
    return {storage.matrices + m.offset, m.rows, m.columns};
  }
  KOKKOS_FUNCTION int* pivots(const StepCode& step) const { return storage.orders + code.order[step.order].offset; }
  KOKKOS_FUNCTION BlockOrder order(const StepCode& step) const {
    const OrderCode& o = code.order[step.order];
    return {storage.orders + o.offset + o.length, o.length};
  }

  /// Returns info: 0, or k > 0 as lu_factor() and its like.
  template <class Member>
  KOKKOS_FUNCTION int run(const Member& member, const StepCode& step) const {
    const auto a = matrix(step.in[0]), out = matrix(step.out);
    const auto b = matrix(step.in[1] < 0 ? step.in[0] : step.in[1]);
    switch (step.operation) {
      case MatrixOperation::add:
        return team::add(member, a, b, out), 0;
      case MatrixOperation::subtract:
        return team::subtract(member, a, b, out), 0;
      case MatrixOperation::hadamard:
        return team::hadamard(member, a, b, out), 0;
      case MatrixOperation::multiply:
        return team::multiply(member, a, b, out), 0;
      case MatrixOperation::lu_solve:
        return lu_solve(member, step, a, b, out), 0;
      default:
        return run_unary(member, step, a, out);
    }
  }

  template <class Member>
  KOKKOS_FUNCTION int run_unary(const Member& member, const StepCode& step, const BlockMatrix<Scalar>& in,
                                const BlockMatrix<Scalar>& out) const {
    const bool unit_upper = step.unit == UnitFactor::upper;
    switch (step.operation) {
      case MatrixOperation::relu:
      case MatrixOperation::relu_derivative:
        return rectify(member, step, in, out), 0;
      case MatrixOperation::transpose:
        return team::transpose(member, in, out), 0;
      case MatrixOperation::permute_rows:
        return team::permute_rows(member, in, order(step), out), 0;
      case MatrixOperation::permute_columns:
        return team::permute_columns(member, in, order(step), out), 0;
      case MatrixOperation::lu:
        return lu(member, step, in, out);
      case MatrixOperation::multiply_lu:
        return team::multiply_lu(member, in, out, step.unit), 0;
      case MatrixOperation::multiply_ul:
        return team::multiply_ul(member, in, out, step.unit), 0;
      case MatrixOperation::invert_upper:
        return team::invert_upper(member, in, out, unit_upper ? DiagonalKind::unit : DiagonalKind::stored), 0;
      case MatrixOperation::invert_lower:
        return team::invert_lower(member, in, out, unit_upper ? DiagonalKind::stored : DiagonalKind::unit), 0;
      case MatrixOperation::inverse:
        return inverse(member, step, in, out);
      default:
        return team::copy(member, in, out), 0;
    }
  }

  template <class Member>
  KOKKOS_FUNCTION void rectify(const Member& member, const StepCode& step, const BlockMatrix<Scalar>& in,
                               const BlockMatrix<Scalar>& out) const {
    if constexpr (!is_complex<Scalar>) {
      if (step.operation == MatrixOperation::relu) {
        team::relu(member, in, out);
      } else {
        team::relu_derivative(member, in, out, static_cast<Scalar>(step.at_zero));
      }
    }
  }

  template <class Member>
  KOKKOS_FUNCTION int lu(const Member& member, const StepCode& step, const BlockMatrix<Scalar>& in,
                         const BlockMatrix<Scalar>& out) const {
    team::copy(member, in, out);
    int* const exchanged = pivots(step);
    const auto rows = order(step);
    const int info =
        lu_factor(member, LuOptions{.pivoting = step.pivoting, .unit = step.unit}, rows.length, out, exchanged);
    for_each(member, 1, [&](int) {
      for (int i = 0; i < rows.length; ++i) rows(i) = i;
      for (int i = 0; i < rows.length; ++i) Kokkos::kokkos_swap(rows(i), rows(exchanged[i]));
    });
    barrier(member);
    return info;
  }

  template <class Member>
  KOKKOS_FUNCTION void lu_solve(const Member& member, const StepCode& step, const BlockMatrix<Scalar>& factors,
                                const BlockMatrix<Scalar>& b, const BlockMatrix<Scalar>& out) const {
    team::copy(member, b, out);
    solve_with_factors(member, LuOptions{.unit = step.unit}, factors.rows, b.columns, factors, pivots(step), out);
  }

  template <class Member>
  KOKKOS_FUNCTION int inverse(const Member& member, const StepCode& step, const BlockMatrix<Scalar>& in,
                              const BlockMatrix<Scalar>& out) const {
    team::copy(member, in, out);
    const InverseOptions options{.method = step.method, .pivoting = step.pivoting, .unit = step.unit};
    return invert_in_place(member, options, out.rows, out, storage.inverse.pivots, storage.inverse.vector);
  }
};

}  // namespace kolibri::detail
