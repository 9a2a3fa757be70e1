#include "blas_cublas.hpp"

#include <map>
#include <mutex>
#include <utility>

namespace kolibri::blas::detail {

namespace {

using Stream = std::pair<int, cudaStream_t>;  // device and stream

struct Handles {
  std::mutex mutex;
  std::map<Stream, cublasHandle_t> of_stream;
};

Handles& handles() {
  static Handles instance;
  return instance;
}

void release_handles() {
  const std::lock_guard lock(handles().mutex);
  for (const auto& entry : handles().of_stream) cublasDestroy(entry.second);
  handles().of_stream.clear();
}

cublasHandle_t make_handle(const Kokkos::Cuda& exec) {
  cublasHandle_t handle = nullptr;
  require_cublas(cublasCreate(&handle), "cublas_handle");
  require_cublas(cublasSetStream(handle, exec.cuda_stream()), "cublas_handle");
  return handle;
}

}  // namespace

cublasHandle_t cublas_handle(const Kokkos::Cuda& exec) {
  const std::lock_guard lock(handles().mutex);
  auto& of_stream = handles().of_stream;
  const Stream stream{exec.cuda_device(), exec.cuda_stream()};
  const auto found = of_stream.find(stream);
  if (found != of_stream.end()) return found->second;
  if (of_stream.empty()) Kokkos::push_finalize_hook(release_handles);
  return of_stream[stream] = make_handle(exec);
}

}  // namespace kolibri::blas::detail
