#pragma once

#include <vector>

namespace kolibri::bench {

/// The LAPACK letters, of s, d, c and z, of the scalars that this build has.
std::vector<char> built_scalars();

}  // namespace kolibri::bench
