#include "conjugate_gradients.hpp"

#include <KokkosBlas1_axpby.hpp>
#include <KokkosBlas1_dot.hpp>
#include <algorithm>
#include <cmath>
#include <kolibri/blas.hpp>
#include <kolibri/detail/rbf_element.hpp>

namespace kolibri::bench {
namespace {

struct MatrixKernel {
  RbfRows<double, Memory> rows;
  RbfNetworks<double, Memory> networks;
  Kokkos::View<double**, Kokkos::LayoutRight, Memory> matrix;

  KOKKOS_FUNCTION void operator()(int i, int k) const {
    matrix(i, k) = detail::rbf_element(networks.basis, rows.dimension(), rows.row(0, i), networks.neuron(0, k));
  }
};

/// y = op(X) x by the vendor's product of matrices, X the transposed of `matrix`.
void multiply(const Space& exec, blas::Op op, const Kokkos::View<double**, Kokkos::LayoutRight, Memory>& matrix,
              const Kokkos::View<double*, Memory>& x, const Kokkos::View<double*, Memory>& y) {
  const auto ld = static_cast<std::int64_t>(matrix.extent(1)), n = static_cast<std::int64_t>(x.extent(0)),
             m = static_cast<std::int64_t>(y.extent(0));
  blas::gemm<Space, double>(exec, {op, blas::Op::none, m, 1, n}, 1, {matrix.data(), ld}, {x.data(), n}, 0,
                            {y.data(), m});
}

}  // namespace

ConjugateGradients::ConjugateGradients(const RbfBatch& batch)
    : m_matrix("M", batch.targets.extent(1), batch.weights.extent(1)),
      m_normal("A", batch.weights.extent(1), batch.weights.extent(1)),
      m_target(Kokkos::subview(batch.targets, 0, Kokkos::ALL)),
      m_residual("r", m_normal.extent(0)),
      m_direction("p", m_normal.extent(0)),
      m_image("A p", m_normal.extent(0)),
      m_product("M p", m_matrix.extent(0)),
      m_formed_weights("w, formed", m_normal.extent(0)),
      m_weights("w", m_normal.extent(0)) {
  const auto rows = static_cast<int>(m_matrix.extent(0)), neurons = static_cast<int>(m_matrix.extent(1));
  Kokkos::parallel_for("kolibri::bench matrix", Kokkos::MDRangePolicy<Space, Kokkos::Rank<2>>({0, 0}, {rows, neurons}),
                       MatrixKernel{batch.rows(), batch.networks(), m_matrix});
}

template <class Multiply>
int ConjugateGradients::run(const Space& exec, const Vector& weights, int steps, double tolerance,
                            const Multiply& make_image) const {
  Kokkos::deep_copy(exec, weights, 0.0);
  multiply(exec, blas::Op::none, m_matrix, m_target, m_residual);
  Kokkos::deep_copy(exec, m_direction, m_residual);
  double square = KokkosBlas::dot(exec, m_residual, m_residual);
  const double enough = tolerance * tolerance * square;
  int step = 0;
  for (; step < steps && square > enough; ++step) {
    make_image();
    const double length = square / KokkosBlas::dot(exec, m_direction, m_image);
    KokkosBlas::axpy(exec, length, m_direction, weights);
    KokkosBlas::axpy(exec, -length, m_image, m_residual);
    const double next = KokkosBlas::dot(exec, m_residual, m_residual);
    KokkosBlas::axpby(exec, 1.0, m_residual, next / square, m_direction);
    square = next;
  }
  return step;
}

void ConjugateGradients::multiply_matrix_free(const Space& exec) const {
  multiply(exec, blas::Op::transpose, m_matrix, m_direction, m_product);
  multiply(exec, blas::Op::none, m_matrix, m_product, m_image);
}

int ConjugateGradients::steps_to(const Space& exec, double tolerance, int most) const {
  return run(exec, m_weights, most, tolerance, [&] { multiply_matrix_free(exec); });
}

// By columns the array of M is M^T.
void ConjugateGradients::run_formed(const Space& exec, int steps) const {
  const auto n = static_cast<std::int64_t>(m_matrix.extent(0)), m = static_cast<std::int64_t>(m_matrix.extent(1));
  blas::gemm<Space, double>(exec, {blas::Op::none, blas::Op::transpose, m, m, n}, 1, {m_matrix.data(), m},
                            {m_matrix.data(), m}, 0, {m_normal.data(), m});
  run(exec, m_formed_weights, steps, 0, [&] { multiply(exec, blas::Op::none, m_normal, m_direction, m_image); });
}

void ConjugateGradients::run_matrix_free(const Space& exec, int steps) const {
  run(exec, m_weights, steps, 0, [&] { multiply_matrix_free(exec); });
}

double ConjugateGradients::difference() const {
  const auto a = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), m_formed_weights);
  const auto b = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), m_weights);
  double difference = 0, largest = 0;
  for (std::size_t k = 0; k < a.extent(0); ++k) {
    difference = std::max(difference, std::abs(a(k) - b(k)));
    largest = std::max(largest, std::abs(b(k)));
  }
  return difference / largest;
}

}  // namespace kolibri::bench
