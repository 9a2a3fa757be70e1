#include <cusolverDn.h>

#include "cuda_peers.hpp"

namespace kolibri::bench {
namespace {

template <class Scalar>
constexpr cudaDataType data_type() {
  constexpr bool is_float = std::is_same_v<real_t<Scalar>, float>;
  if (is_complex<Scalar>) return is_float ? CUDA_C_32F : CUDA_C_64F;
  return is_float ? CUDA_R_32F : CUDA_R_64F;
}

template <class Scalar>
void set_identity(const Batch<Scalar>& batch) {
  const std::int64_t n = batch.n();
  Scalar* const x = batch.x.data();
  Kokkos::parallel_for(
      "kolibri::bench::identity", Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(batch.exec, 0, n * n),
      KOKKOS_LAMBDA(std::int64_t i) { x[i] = Scalar(i / n == i % n ? 1 : 0); });
}

/// cuSOLVER's way to an inverse: Xgetrf in place on a copy of A, Xgetrs from the identity in X to the inverse. The
/// copy and the identity are not timed.
template <class Scalar>
class GetrfGetrs : public Routine {
 public:
  explicit GetrfGetrs(const Batch<Scalar>& batch)
      : m_batch(batch),
        m_handle(owned(cusolverDnCreate, cusolverDnDestroy)),
        m_parameters(owned(cusolverDnCreateParams, cusolverDnDestroyParams)),
        m_factors(room("kolibri::bench factors"), batch.a.size()),
        m_pivots(room("kolibri::bench pivots"), batch.a.extent(1)),
        m_solve_info(room("kolibri::bench info of getrs"), 1) {
    check_call(cusolverDnSetStream(m_handle.get(), batch.exec.cuda_stream()), "cusolverDnSetStream");
    allocate();
  }

  std::string name() const override { return "Xgetrf+Xgetrs"; }
  std::int64_t size() const override { return m_batch.size(); }
  std::size_t workspace_bytes() const override {
    return m_factors.size() * sizeof(Scalar) + m_pivots.size() * sizeof(std::int64_t) + m_device_workspace.size();
  }
  void restore() override {
    const Kokkos::View<const Scalar*, Memory> a(m_batch.a.data(), m_batch.a.size());
    Kokkos::deep_copy(m_batch.exec, m_factors, a);
    set_identity(m_batch);
  }
  void run() override {
    const std::int64_t n = m_batch.n();
    check_call(cusolverDnXgetrf(m_handle.get(), m_parameters.get(), n, n, type, m_factors.data(), n, m_pivots.data(),
                                type, m_device_workspace.data(), m_device_workspace.size(), m_host_workspace.data(),
                                m_host_workspace.size(), m_batch.info.data()),
               "Xgetrf");
    check_call(cusolverDnXgetrs(m_handle.get(), m_parameters.get(), CUBLAS_OP_N, n, n, type, m_factors.data(), n,
                                m_pivots.data(), type, m_batch.x.data(), n, m_solve_info.data()),
               "Xgetrs");
  }

 private:
  static constexpr cudaDataType type = data_type<Scalar>();
  static auto room(const std::string& label) { return Kokkos::view_alloc(Kokkos::WithoutInitializing, label); }

  void allocate() {
    const std::int64_t n = m_batch.n();
    std::size_t device = 0;
    std::size_t host = 0;
    check_call(cusolverDnXgetrf_bufferSize(m_handle.get(), m_parameters.get(), n, n, type, m_factors.data(), n, type,
                                           &device, &host),
               "Xgetrf_bufferSize");
    m_device_workspace = decltype(m_device_workspace)(room("kolibri::bench cuSOLVER workspace"), device);
    m_host_workspace.resize(host);
  }

  Batch<Scalar> m_batch;
  OwnedHandle<cusolverDnHandle_t, cusolverStatus_t> m_handle;
  OwnedHandle<cusolverDnParams_t, cusolverStatus_t> m_parameters;
  Kokkos::View<Scalar*, Memory> m_factors;
  Kokkos::View<std::int64_t*, Memory> m_pivots;
  Kokkos::View<int*, Memory> m_solve_info;
  Kokkos::View<std::byte*, Memory> m_device_workspace;
  std::vector<std::byte> m_host_workspace;
};

}  // namespace

template <class Scalar>
void add_cusolver(const Batch<Scalar>& batch, Routines& routines) {
  add_peer<GetrfGetrs<Scalar>>(batch, routines);
}

std::string cusolver_description() {
  int version = 0;
  check_call(cusolverGetVersion(&version), "cusolverGetVersion");
  return concat("cuSOLVER ", version);
}

#define KOLIBRI_BENCH_CUSOLVER(SCALAR) template void add_cusolver(const Batch<SCALAR>&, Routines&);
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_BENCH_CUSOLVER)

}  // namespace kolibri::bench
