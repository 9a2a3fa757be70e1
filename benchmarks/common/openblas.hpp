#pragma once

#include <dlfcn.h>

#include <string>

namespace kolibri::bench {

// A function of OpenBLAS, or null if another BLAS serves this program.
template <class Function>
Function* openblas_function(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

/// While it lives, OpenBLAS works on so many threads.
class BlasThreads {
 public:
  explicit BlasThreads(int threads) : m_before(get()) { set(threads); }
  ~BlasThreads() { set(m_before); }
  BlasThreads(const BlasThreads&) = delete;
  BlasThreads& operator=(const BlasThreads&) = delete;

 private:
  static int get() {
    static auto* const function = openblas_function<int()>("openblas_get_num_threads");
    return function == nullptr ? 1 : function();
  }
  static void set(int threads) {
    static auto* const function = openblas_function<void(int)>("openblas_set_num_threads");
    if (function != nullptr) function(threads);
  }

  int m_before;
};

/// "LAPACK of OpenBLAS 0.3.21 ..." with the options that it was built with.
inline std::string lapack_version() {
  auto* const config = openblas_function<char*()>("openblas_get_config");
  return config == nullptr ? "LAPACK" : std::string("LAPACK of ") + config();
}

}  // namespace kolibri::bench
