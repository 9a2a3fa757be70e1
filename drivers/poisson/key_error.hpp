#pragma once

#include <kolibri/error.hpp>
#include <string>
#include <utility>

#include "common/driver.hpp"

namespace kolibri::drivers {

/// An Error with the key at fault.
struct KeyError : Error {
  KeyError(std::string at, const std::string& problem) : Error(problem), key(std::move(at)) {}
  std::string key;
};

/// The key, or the innermost section round it that was given.
std::string given_part(const io::GivenKeys& given, std::string key);

/// What `work` returns; the place of the key in front of a KeyError that it throws.
template <class Work>
auto located(const io::GivenKeys& given, const Work& work) {
  try {
    return work();
  } catch (const KeyError& error) {
    fail_at(given, given_part(given, error.key), error.what());
  }
}

}  // namespace kolibri::drivers
