#include "poisson/key_error.hpp"

namespace kolibri::drivers {

std::string given_part(const io::GivenKeys& given, std::string key) {
  while (!given.contains(key) && key.find('.') != std::string::npos) key.resize(key.rfind('.'));
  return key;
}

}  // namespace kolibri::drivers
