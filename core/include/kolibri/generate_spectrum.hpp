#pragma once

#include <cstdint>
#include <kolibri/generate_options.hpp>
#include <vector>

namespace kolibri {

/// The eigenvalues before scaling of member `member` of a batch of kind `spectrum`, n = options.n of them, as
/// LAPACK's dlatm1 has them: mode 0: options.eigenvalues, repeated in turn; mode 1: 1, 1/c, ..., 1/c; mode 2: 1, ...,
/// 1, 1/c; mode 3: c^(-i/(n-1)); mode 4: 1 - (1 - 1/c) i/(n-1); mode 5: logarithms uniform in (-log c, 0); mode 6:
/// uniform in (-1, 1); c = options.condition, modes 1 to 5 with random signs unless options.positive.
std::vector<double> spectrum_values(const GeneratorOptions& options, std::int64_t member);

}  // namespace kolibri
