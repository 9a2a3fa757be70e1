#pragma once

#include "routine.hpp"

namespace kolibri::bench {

/// What a device does at best, as measured: bytes/s of a copy, read and written counted, and flop/s of a matrix
/// product.
struct Roof {
  double bytes_per_second = 0;
  double flops_per_second = 0;
};

/// Measures it for a scalar with large arrays, or with tiny ones in a dry run, whose figures mean nothing.
Roof measure_roof(const Space& exec, char scalar, bool dry_run);

/// Seconds that a case takes at least: the larger of the time to read A and write X and of the time for 2 n^3 flops a
/// matrix (n^3 for Hermitian positive definite ones; complex arithmetic counts four times).
double roof_seconds(const Roof& roof, const Case& c);

}  // namespace kolibri::bench
