#pragma once

#include <kolibri/error.hpp>
#include <string>

namespace kolibri::test {

/// What the Error says that the call throws.
template <class Call>
std::string message_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace kolibri::test
