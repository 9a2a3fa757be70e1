#pragma once

#include <kolibri/scalar_type.hpp>
#include <vector>

namespace kolibri::bench {

/// The LAPACK letters, of s, d, c and z, of the scalars that this build has.
std::vector<char> built_scalars();

/// The scalar of a letter.
ScalarType scalar_type(char letter);

}  // namespace kolibri::bench
