#pragma once

#include <Kokkos_Core.hpp>

#include "problem.hpp"

namespace kolibri::bench {

/// Conjugate gradients on A w = M^T f, A = M^T M, M the matrix of a batch's first network. The article of 2010 forms A;
/// `rbf_gradient_cg` multiplies by M and M^T instead.
class ConjugateGradients {
 public:
  explicit ConjugateGradients(const RbfBatch& batch);

  /// Steps from w = 0 until |r| < tolerance |r_0|, without A.
  int steps_to(const Space& exec, double tolerance, int most) const;

  /// So many steps with A, its forming (by the vendor's product of matrices) included, and without it.
  void run_formed(const Space& exec, int steps) const;
  void run_matrix_free(const Space& exec, int steps) const;

  /// The largest difference of the weights that the last two runs ended with, by the largest weight.
  double difference() const;

 private:
  using Vector = Kokkos::View<double*, Memory>;
  using Matrix = Kokkos::View<double**, Kokkos::LayoutRight, Memory>;

  /// Runs steps with A p by `make_image`, into `weights`; ends early below the tolerance.
  template <class Multiply>
  int run(const Space& exec, const Vector& weights, int steps, double tolerance, const Multiply& make_image) const;
  void multiply_matrix_free(const Space& exec) const;

  Matrix m_matrix, m_normal;
  Vector m_target, m_residual, m_direction, m_image, m_product, m_formed_weights, m_weights;
};

}  // namespace kolibri::bench
