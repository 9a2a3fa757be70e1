#pragma once

#include <cstdint>

namespace kolibri {

/// The digits of n in a base, behind the point: van der Corput's sequence; in a prime base for each coordinate they are
/// Halton's points (Numerische Mathematik 2, 1960).
inline double radical_inverse(std::uint64_t n, unsigned base) {
  double result = 0, digit = 1.0 / base;
  for (; n > 0; n /= base, digit /= base) result += digit * static_cast<double>(n % base);
  return result;
}

}  // namespace kolibri
