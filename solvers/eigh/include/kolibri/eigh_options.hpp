#pragma once

namespace kolibri {

/// Which algorithm solves the batch. `automatic` chooses by n, scalar, vectors, backend and, on devices, by the
/// batch. By name, a matrix has the same bits in any batch, but for jacobi_block on devices. jacobi_lanes is
/// of hosts alone.
enum class EighAlgorithm { automatic, jacobi_two_sided, jacobi_one_sided, jacobi_block, jacobi_lanes, tridiagonal };

/// Which part of A is read: one triangle (the other one never), both of a Hermitian A (`full`, which flags a
/// member that is not Hermitian to rounding), or the Hermitian part (A + A^H) / 2 (`symmetrize`).
enum class Triangle { lower, upper, full, symmetrize };

/// Order of the eigenvalues: ascending, descending, by decreasing |lambda|, or as the algorithm leaves them.
enum class Order { ascending, descending, magnitude, none };

/// When the sweeps stop: off(A) <= tolerance ||A||_F (`absolute`), or |a_ij| <= tolerance sqrt(|a_ii a_jj|) for
/// all i != j (`relative`; Demmel and Veselic, SIAM J. Matrix Anal. Appl. 13(4), 1992), which keeps the relative
/// accuracy of the small eigenvalues of graded positive definite matrices. `relative` needs jacobi_two_sided.
enum class Criterion { absolute, relative };

/// Options of kolibri::eigh.
struct EighOptions {
  EighAlgorithm algorithm = EighAlgorithm::automatic;
  bool vectors = true;  ///< eigenvectors too, or eigenvalues only
  Triangle triangle = Triangle::lower;
  Order order = Order::ascending;
  Criterion criterion = Criterion::absolute;
  double tolerance = 0;  ///< of the criterion; 0 converges to round-off
  /// A member that needs more gets info > 0. A sweep of tridiagonal is n steps of QL, at most 30 (devices: 4 + 32 / n).
  int max_sweeps = 40;
};

}  // namespace kolibri
