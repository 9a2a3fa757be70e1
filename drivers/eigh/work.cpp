#include "eigh/work.hpp"

#include <algorithm>

namespace kolibri::drivers {
namespace {

/// What the formulas go by.
struct Terms {
  double n, batch, sweeps;  ///< of all members
  bool vectors;
  double product;    ///< multiply-adds of a product of two scalars
  double parts;      ///< real numbers of a scalar
  double real_size;  ///< bytes

  explicit Terms(const EighSummary& summary)
      : n(summary.n),
        batch(static_cast<double>(summary.batch)),
        sweeps(static_cast<double>(summary.sweeps.total())),
        vectors(summary.config.solver.vectors),
        product(is_complex_scalar(summary.scalar) ? 4 : 1),
        parts(is_complex_scalar(summary.scalar) ? 2 : 1),
        real_size(static_cast<double>(size_of(summary.scalar)) / parts) {}
};

/// Each matrix is read once and its results are written once: the least traffic with the main memory.
double least_bytes(const Terms& t) { return t.batch * t.n * ((t.vectors ? 2 : 1) * t.n * t.parts + 1) * t.real_size; }

/// Of a pair of columns, whose angle each of the threads forms that share its rows, about 16 each; as counted by the
/// hardware of an H200 for n = 4, 16, 32 and 64.
double angle_flops(double n) { return n <= 8 ? 45 : 30 + 29 * std::max(1.0, n / 16); }

/// A pair: its inner product, two columns, the angle; at the end v^H A v.
Work one_sided(const Terms& t) {
  return {t.sweeps * t.n * (t.n - 1) / 2 * (6 * t.n * t.product + angle_flops(t.n)) +
              t.batch * 2 * t.n * t.n * t.n * t.product,
          least_bytes(t)};
}

/// The tiles of devices, as counted by the hardware of an H200 for n = 16, 32 and 64: the reduction, of both triangles,
/// and Q; of every sweep the angles and their use, 6 n^3 a whole one of n^2 rotations, of which deflation leaves less
/// than half. Q and the rotations are written and read once more.
Work tridiagonal_in_tiles(const Terms& t) {
  const double square = t.n * t.n, edges = t.parts > 1 ? 240 : 105;
  const double reduction = square * ((t.vectors ? 4 : 2.7) * t.n * t.product + edges);
  const double rotations = t.vectors ? t.parts * (2.75 * t.n + 27) : 0;
  const double extra_bytes = t.vectors ? square * t.real_size * (2 * t.parts * t.batch + 0.84 * t.sweeps) : 0;
  return {t.batch * reduction + t.sweeps * square * (19 + rotations), least_bytes(t) + extra_bytes};
}

/// 4/3 for the reduction, as much for Q, 3 a QL sweep, of which there are about two.
Work tridiagonal_on_host(const Terms& t) {
  return {t.sweeps * (t.vectors ? 4.3 : 0.7) * t.n * t.n * t.n * t.product, least_bytes(t)};
}

}  // namespace

Work work_of(const EighSummary& summary) {
  const Terms t(summary);
  const double cube = t.n * t.n * t.n;
  switch (summary.algorithm) {
    case EighAlgorithm::jacobi_one_sided:
      return one_sided(t);
    case EighAlgorithm::jacobi_block:  // products on both sides of A, on one of V
      return {t.sweeps * (t.vectors ? 12 : 8) * cube * t.product, least_bytes(t)};
    case EighAlgorithm::tridiagonal:
      return summary.machine.on_device ? tridiagonal_in_tiles(t) : tridiagonal_on_host(t);
    default:  // two-sided: rotations of A from both sides, of V from one
      return {t.sweeps * (t.vectors ? 9 : 6) * cube * (t.parts > 1 ? 10.0 / 3 : 1), least_bytes(t)};
  }
}

}  // namespace kolibri::drivers
