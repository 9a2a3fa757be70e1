#pragma once

#include <algorithm>

namespace kolibri {

/// What a device does at best: the ceilings of the roofline model (S. Williams, A. Waterman, D. Patterson, Commun. ACM
/// 52(4), 2009).
struct Ceilings {
  double copy_bytes_per_second = 0;  ///< of a large copy, bytes read and bytes written counted
  double fma_flops_per_second = 0;   ///< of independent fused multiply-adds in registers, two flops each
  double gemm_flops_per_second = 0;  ///< of the vendor's matrix product, 2 n^3 flops, complex 8 n^3

  /// The higher one: products may have units of their own.
  double flops_per_second() const { return std::max(fma_flops_per_second, gemm_flops_per_second); }
};

/// The work of a run: flops, and bytes that have to be moved to and from main memory.
struct Work {
  double flops = 0;
  double bytes = 0;

  double intensity() const { return flops / bytes; }  ///< flop/byte

  /// Seconds that it takes at least under the ceilings of memory and of arithmetic.
  double least_seconds(const Ceilings& ceilings) const {
    return std::max(flops / ceilings.flops_per_second(), bytes / ceilings.copy_bytes_per_second);
  }

  /// The ceiling that limits it.
  const char* limit(const Ceilings& ceilings) const {
    if (bytes / ceilings.copy_bytes_per_second > flops / ceilings.flops_per_second()) return "copy";
    return ceilings.gemm_flops_per_second > ceilings.fma_flops_per_second ? "gemm" : "fma";
  }
};

}  // namespace kolibri
