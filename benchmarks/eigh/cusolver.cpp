#include <cusolverDn.h>

#include <algorithm>
#include <iostream>
#include <kolibri/error.hpp>
#include <type_traits>

#include "routine.hpp"

namespace kolibri::bench {
namespace {

// cuSOLVER's names for a scalar.
template <class Scalar>
struct Cusolver;
template <>
struct Cusolver<float> {
  using type = float;
  static constexpr cudaDataType data_type = CUDA_R_32F;
  static constexpr auto syevj_size = cusolverDnSsyevjBatched_bufferSize;
  static constexpr auto syevj = cusolverDnSsyevjBatched;
};
template <>
struct Cusolver<double> {
  using type = double;
  static constexpr cudaDataType data_type = CUDA_R_64F;
  static constexpr auto syevj_size = cusolverDnDsyevjBatched_bufferSize;
  static constexpr auto syevj = cusolverDnDsyevjBatched;
};
template <>
struct Cusolver<Kokkos::complex<float>> {
  using type = cuComplex;
  static constexpr cudaDataType data_type = CUDA_C_32F;
  static constexpr auto syevj_size = cusolverDnCheevjBatched_bufferSize;
  static constexpr auto syevj = cusolverDnCheevjBatched;
};
template <>
struct Cusolver<Kokkos::complex<double>> {
  using type = cuDoubleComplex;
  static constexpr cudaDataType data_type = CUDA_C_64F;
  static constexpr auto syevj_size = cusolverDnZheevjBatched_bufferSize;
  static constexpr auto syevj = cusolverDnZheevjBatched;
};

void check(cusolverStatus_t status, const char* what) {
  require(status == CUSOLVER_STATUS_SUCCESS, what, ": cuSOLVER status ", static_cast<int>(status));
}

template <class Handle>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, cusolverStatus_t (*)(Handle)>;

template <class Handle>
Owned<Handle> owned(cusolverStatus_t (*create)(Handle*), cusolverStatus_t (*destroy)(Handle)) {
  Handle handle = nullptr;
  check(create(&handle), "kolibri::bench: creating a handle");
  return {handle, destroy};
}

// A peer may take half of the memory that is left: its workspace can be tens of times the data.
std::size_t workspace_limit() {
  std::size_t free = 0;
  std::size_t total = 0;
  require(cudaMemGetInfo(&free, &total) == cudaSuccess, "kolibri::bench: cudaMemGetInfo failed");
  return free / 2;
}

/// What both routines share: a handle on the batch's stream, and a device workspace that decides the batch.
template <class Scalar>
class CusolverRoutine : public Routine {
 public:
  explicit CusolverRoutine(const Batch<Scalar>& batch)
      : m_batch(batch), m_handle(owned(cusolverDnCreate, cusolverDnDestroy)), m_size(batch.size()) {
    check(cusolverDnSetStream(m_handle.get(), batch.exec.cuda_stream()), "kolibri::bench: cusolverDnSetStream");
  }

  std::int64_t size() const override { return m_size; }
  std::size_t workspace_bytes() const override { return m_workspace.size(); }
  void restore() override { copy_to_vectors(m_batch); }

 protected:
  using Element = typename Cusolver<Scalar>::type;

  /// Halves the batch until bytes_of(batch) fit, and allocates them.
  template <class Bytes>
  void allocate(std::int64_t largest, const Bytes& bytes_of) {
    m_size = std::min(m_size, largest);
    const std::size_t limit = workspace_limit();
    while (m_size > 1 && bytes_of(m_size) > limit) m_size /= 2;
    m_workspace = decltype(m_workspace)(
        Kokkos::view_alloc(m_batch.exec, Kokkos::WithoutInitializing, "kolibri::bench cuSOLVER workspace"),
        bytes_of(m_size));
  }

  cusolverDnHandle_t handle() const { return m_handle.get(); }
  cusolverEigMode_t mode() const { return m_batch.vectors ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR; }
  int n() const { return m_batch.n(); }
  Element* matrices() const { return reinterpret_cast<Element*>(m_batch.v.data()); }
  real_t<Scalar>* values() const { return m_batch.w.data(); }
  int* info() const { return m_batch.info.data(); }
  std::byte* workspace() const { return m_workspace.data(); }

 private:
  Batch<Scalar> m_batch;
  Owned<cusolverDnHandle_t> m_handle;
  std::int64_t m_size;
  Kokkos::View<std::byte*, Memory> m_workspace;
};

/// The batched Jacobi of cuSOLVER with its default tolerance and sweeps.
template <class Scalar>
class Syevj : public CusolverRoutine<Scalar> {
 public:
  explicit Syevj(const Batch<Scalar>& batch)
      : CusolverRoutine<Scalar>(batch), m_parameters(owned(cusolverDnCreateSyevjInfo, cusolverDnDestroySyevjInfo)) {
    this->allocate(largest_batch, [this](std::int64_t size) { return elements(size) * sizeof(Scalar); });
  }

  std::string name() const override { return "syevjBatched"; }

  void run() override {
    const auto length = static_cast<int>(this->workspace_bytes() / sizeof(Scalar));
    check(Cusolver<Scalar>::syevj(this->handle(), this->mode(), CUBLAS_FILL_MODE_LOWER, this->n(), this->matrices(),
                                  this->n(), this->values(), reinterpret_cast<Element*>(this->workspace()), length,
                                  this->info(), m_parameters.get(), static_cast<int>(this->size())),
          "kolibri::bench: syevjBatched");
  }

 private:
  using typename CusolverRoutine<Scalar>::Element;

  // The length of the workspace is an int and wraps around beyond.
  static constexpr std::int64_t largest_batch = 262144;

  std::size_t elements(std::int64_t size) const {
    int length = 0;
    check(
        Cusolver<Scalar>::syevj_size(this->handle(), this->mode(), CUBLAS_FILL_MODE_LOWER, this->n(), this->matrices(),
                                     this->n(), this->values(), &length, m_parameters.get(), static_cast<int>(size)),
        "kolibri::bench: syevjBatched_bufferSize");
    return static_cast<std::size_t>(length);
  }

  Owned<syevjInfo_t> m_parameters;
};

/// The batched solver of cuSOLVER's 64-bit interface.
template <class Scalar>
class Xsyev : public CusolverRoutine<Scalar> {
 public:
  explicit Xsyev(const Batch<Scalar>& batch)
      : CusolverRoutine<Scalar>(batch), m_parameters(owned(cusolverDnCreateParams, cusolverDnDestroyParams)) {
    this->allocate(batch.size(), [this](std::int64_t size) { return device_bytes(size); });
  }

  std::string name() const override { return "XsyevBatched"; }

  void run() override {
    check(cusolverDnXsyevBatched(this->handle(), m_parameters.get(), this->mode(), CUBLAS_FILL_MODE_LOWER, this->n(),
                                 type, this->matrices(), this->n(), real_type, this->values(), type, this->workspace(),
                                 this->workspace_bytes(), m_host_workspace.data(), m_host_workspace.size(),
                                 this->info(), this->size()),
          "kolibri::bench: XsyevBatched");
  }

 private:
  static constexpr cudaDataType type = Cusolver<Scalar>::data_type;
  static constexpr cudaDataType real_type = Cusolver<real_t<Scalar>>::data_type;

  std::size_t device_bytes(std::int64_t size) {
    std::size_t device = 0;
    std::size_t host = 0;
    check(cusolverDnXsyevBatched_bufferSize(this->handle(), m_parameters.get(), this->mode(), CUBLAS_FILL_MODE_LOWER,
                                            this->n(), type, this->matrices(), this->n(), real_type, this->values(),
                                            type, &device, &host, size),
          "kolibri::bench: XsyevBatched_bufferSize");
    m_host_workspace.resize(host);
    return device;
  }

  Owned<cusolverDnParams_t> m_parameters;
  std::vector<std::byte> m_host_workspace;
};

template <template <class> class Peer, class Scalar>
void add(const Batch<Scalar>& batch, Routines& routines) {
  try {
    routines.push_back(std::make_unique<Peer<Scalar>>(batch));
  } catch (const Error& error) {
    std::cerr << "left out: " << error.what() << '\n';
  }
}

}  // namespace

template <class Scalar>
Routines peer_routines(const Batch<Scalar>& batch) {
  Routines routines;
  // Jacobi falls far behind above 64. Below 30 the other one asks for a hundred times the data and more, and fails.
  if (batch.n() <= 64) add<Syevj>(batch, routines);
  if (batch.n() >= 30) add<Xsyev>(batch, routines);
  return routines;
}

std::string peer_description() {
  int version = 0;
  check(cusolverGetVersion(&version), "kolibri::bench: cusolverGetVersion");
  return concat("cuSOLVER ", version);
}

#define KOLIBRI_BENCH_PEERS(SCALAR) template Routines peer_routines(const Batch<SCALAR>&);
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_BENCH_PEERS)

}  // namespace kolibri::bench
