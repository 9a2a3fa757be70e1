#include "eigh/work.hpp"

#include <algorithm>
#include <cmath>

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

/// What the reduction to T takes beside n^2, as counted by the hardware of an H200: whole columns in lanes, padded, to
/// n = 32, but for complex doubles in tiles from 17 on; in tiles both triangles are updated; Q is formed too.
double reduction_flops(const Terms& t) {
  const bool lanes = t.n <= (t.parts * t.real_size > 8 ? 16 : 32);
  if (lanes)
    return (t.vectors ? 1 : 0.7) * (t.parts > 1 ? 6.4 : 6.9) * 8 * std::max(2.0, std::ceil(t.n / 8)) * t.product;
  const double of_q = t.parts > 1 ? 1.65 : 1.3;
  return (2.7 + (t.vectors ? of_q : 0)) * t.n * t.product + (t.parts > 1 ? 240 : 105);
}

/// The kernels of devices for n whose matrices are in registers, as counted by the hardware of an H200 for n = 12 to
/// 64: the reduction; of every sweep, n^2 rotations if it is whole, of which deflation leaves less than half, the
/// angles and their use. Q and the rotations are written and read once more, some of them from the cache.
Work tridiagonal_in_registers(const Terms& t) {
  const double square = t.n * t.n, rotations = t.vectors ? t.parts * (2.9 * t.n + 18) : 0;
  const double extra_bytes =
      t.vectors ? square * t.real_size * (1.75 * t.parts * t.batch + (0.5 + 7 / t.n) * t.sweeps) : 0;
  return {t.batch * square * reduction_flops(t) + t.sweeps * square * (19 + rotations), least_bytes(t) + extra_bytes};
}

/// Those for larger n, estimates: the reduction of both triangles, with the main memory for what an H200 has no scratch
/// for, half of it from the cache; the rotations of real rows, and the reflectors, padded to a multiple of 128.
Work tridiagonal_large(const Terms& t) {
  const double square = t.n * t.n, size = t.parts * t.real_size;
  const double in_scratch = std::min(t.n, size > 8 ? 116.0 : size > 4 ? 152.0 : 232.0);
  const double beyond = (t.n * square - in_scratch * in_scratch * in_scratch) / 3;
  const double back = t.vectors ? 4.7 * 128 * std::ceil(t.n / 128) * t.product : 0;
  const double rotations = t.vectors ? 2.4 * t.n : 0;
  const double rotation_bytes = t.vectors ? square * t.real_size * (2 * t.batch + 0.8 * t.sweeps) : 0;
  return {t.batch * square * ((2.3 * t.n + 60) * t.product + back) + t.sweeps * square * (19 + rotations),
          least_bytes(t) + t.batch * size * (3 * square + beyond) + rotation_bytes};
}

Work tridiagonal_on_device(const Terms& t) {
  const double most_in_registers = t.parts * t.real_size > 8 ? 112 : 160;
  return t.n <= most_in_registers ? tridiagonal_in_registers(t) : tridiagonal_large(t);
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
      return summary.machine.on_device ? tridiagonal_on_device(t) : tridiagonal_on_host(t);
    default:  // two-sided: rotations of A from both sides, of V from one
      return {t.sweeps * (t.vectors ? 9 : 6) * cube * (t.parts > 1 ? 10.0 / 3 : 1), least_bytes(t)};
  }
}

}  // namespace kolibri::drivers
