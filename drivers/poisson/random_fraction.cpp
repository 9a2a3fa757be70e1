#include "poisson/random_fraction.hpp"

#include <kolibri/random.hpp>

namespace kolibri::drivers {

Point random_fraction(std::uint64_t seed, std::uint64_t generation, std::uint64_t index) {
  const RandomBits first = philox(seed, generation, 2 * index), second = philox(seed, generation, 2 * index + 1);
  return {uniform<double>(first, 0), uniform<double>(first, 1), uniform<double>(second, 0)};
}

}  // namespace kolibri::drivers
