#pragma once

namespace kolibri {

/// How an inverse is computed: `gauss_jordan` in place by a team a matrix, `blocked_gauss_jordan` by the whole device,
/// one matrix after another, in blocks of columns; `lu` by the steps P A = L U, U^-1 and L^-1, U^-1 L^-1, columns
/// permuted back; `cholesky` for Hermitian positive definite A, of which it reads the lower triangle. `automatic` is
/// one of the first two, see kolibri::inverse_method().
enum class InverseMethod { automatic, lu, gauss_jordan, blocked_gauss_jordan, cholesky };

/// Row exchanges that bring the largest element of the column to the diagonal (in large matrices one that a tournament
/// finds, which need not be the largest), or none.
enum class Pivoting { partial, none };

/// The factor of P A = L U whose diagonal is 1: L as in LAPACK, or U (Crout).
enum class UnitFactor { lower, upper };

/// op(A) in op(A) X = B.
enum class Operation { none, transpose, conjugate_transpose };

enum class TriangularPart { lower, upper };

/// Whether a diagonal is stored, or is 1 and not looked at.
enum class DiagonalKind { stored, unit };

/// Norms for condition numbers: largest column sum or largest row sum of absolute values.
enum class ConditionNorm { one, infinity };

/// Options of kolibri::lu, of kolibri::solve and of the determinants.
struct LuOptions {
  Pivoting pivoting = Pivoting::partial;
  UnitFactor unit = UnitFactor::lower;
  Operation operation = Operation::none;  ///< of solve: which of A, A^T, A^H
  int refine = 0;                         ///< of solve: steps X := X + op(A)^-1 (B - op(A) X); X is not B then
};

/// Options of kolibri::inverse.
struct InverseOptions {
  InverseMethod method = InverseMethod::automatic;
  Pivoting pivoting = Pivoting::partial;  ///< of lu and gauss_jordan
  UnitFactor unit = UnitFactor::lower;    ///< of lu
  int refine = 0;                         ///< steps X := X + X (I - A X), Newton's method of Schulz; not in place
};

}  // namespace kolibri
