#include <cublas_v2.h>

#include "cuda_peers.hpp"

namespace kolibri::bench {
namespace {

// cuBLAS's names for a scalar.
template <class Scalar>
struct Cublas;
template <>
struct Cublas<float> {
  using type = float;
  static constexpr auto matinv = cublasSmatinvBatched;
  static constexpr auto getrf = cublasSgetrfBatched;
  static constexpr auto getri = cublasSgetriBatched;
};
template <>
struct Cublas<double> {
  using type = double;
  static constexpr auto matinv = cublasDmatinvBatched;
  static constexpr auto getrf = cublasDgetrfBatched;
  static constexpr auto getri = cublasDgetriBatched;
};
template <>
struct Cublas<Kokkos::complex<float>> {
  using type = cuComplex;
  static constexpr auto matinv = cublasCmatinvBatched;
  static constexpr auto getrf = cublasCgetrfBatched;
  static constexpr auto getri = cublasCgetriBatched;
};
template <>
struct Cublas<Kokkos::complex<double>> {
  using type = cuDoubleComplex;
  static constexpr auto matinv = cublasZmatinvBatched;
  static constexpr auto getrf = cublasZgetrfBatched;
  static constexpr auto getri = cublasZgetriBatched;
};

// An array on the device of the addresses of the members, which cuBLAS wants. As numbers: a View of pointers would be
// one of rank 2.
using Addresses = Kokkos::View<std::uintptr_t*, Memory>;

template <class Scalar>
Addresses addresses_of(const Space& exec, const Kokkos::View<Scalar***, Kokkos::LayoutRight, Memory>& matrices) {
  const std::string label = "kolibri::bench addresses";
  const Addresses addresses(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label), matrices.extent(0));
  const auto first = reinterpret_cast<std::uintptr_t>(matrices.data());
  const std::size_t bytes = matrices.extent(1) * matrices.extent(2) * sizeof(Scalar);
  Kokkos::parallel_for(
      "kolibri::bench::addresses", Kokkos::RangePolicy<Space>(exec, 0, matrices.extent(0)),
      KOKKOS_LAMBDA(std::size_t b) { addresses(b) = first + b * bytes; });
  return addresses;
}

/// What both routines share: a handle on the batch's stream, and the addresses of the matrices.
template <class Scalar>
class CublasRoutine : public Routine {
 public:
  explicit CublasRoutine(const Batch<Scalar>& batch)
      : m_batch(batch), m_handle(owned(cublasCreate, cublasDestroy)), m_x(addresses_of(batch.exec, batch.x)) {
    check_call(cublasSetStream(m_handle.get(), batch.exec.cuda_stream()), "cublasSetStream");
  }

  std::int64_t size() const override { return m_batch.size(); }

 protected:
  using Element = typename Cublas<Scalar>::type;

  static Element* const* pointers(const Addresses& addresses) {
    return reinterpret_cast<Element* const*>(addresses.data());
  }

  const Batch<Scalar>& batch() const { return m_batch; }
  cublasHandle_t handle() const { return m_handle.get(); }
  int n() const { return m_batch.n(); }
  int members() const { return static_cast<int>(m_batch.size()); }
  Element* const* x() const { return pointers(m_x); }
  int* info() const { return m_batch.info.data(); }

 private:
  Batch<Scalar> m_batch;
  OwnedHandle<cublasHandle_t, cublasStatus_t> m_handle;
  Addresses m_x;
};

/// matinvBatched, for n to 32, from A to X.
template <class Scalar>
class Matinv : public CublasRoutine<Scalar> {
 public:
  explicit Matinv(const Batch<Scalar>& batch) : CublasRoutine<Scalar>(batch), m_a(addresses_of(batch.exec, batch.a)) {}

  std::string name() const override { return "matinvBatched"; }
  std::size_t workspace_bytes() const override { return 2 * m_a.size() * sizeof(std::uintptr_t); }
  void run() override {
    check_call(Cublas<Scalar>::matinv(this->handle(), this->n(), this->pointers(m_a), this->n(), this->x(), this->n(),
                                      this->info(), this->members()),
               "matinvBatched");
  }

 private:
  Addresses m_a;
};

/// getrfBatched in place on a copy of A, getriBatched from there to X.
template <class Scalar>
class GetrfGetri : public CublasRoutine<Scalar> {
 public:
  explicit GetrfGetri(const Batch<Scalar>& batch)
      : CublasRoutine<Scalar>(batch),
        m_factors(room("kolibri::bench factors"), batch.a.extent(0), batch.a.extent(1), batch.a.extent(2)),
        m_addresses(addresses_of(batch.exec, m_factors)),
        m_pivots(room("kolibri::bench pivots"), batch.a.extent(0) * batch.a.extent(1)),
        m_inverse_info(room("kolibri::bench info of getri"), batch.a.extent(0)) {}

  std::string name() const override { return "getrfBatched+getriBatched"; }
  std::size_t workspace_bytes() const override {
    return m_factors.size() * sizeof(Scalar) + (m_pivots.size() + m_inverse_info.size()) * sizeof(int) +
           2 * m_addresses.size() * sizeof(std::uintptr_t);
  }
  void restore() override { Kokkos::deep_copy(this->batch().exec, m_factors, this->batch().a); }
  void run() override {
    check_call(Cublas<Scalar>::getrf(this->handle(), this->n(), this->pointers(m_addresses), this->n(), m_pivots.data(),
                                     this->info(), this->members()),
               "getrfBatched");
    check_call(Cublas<Scalar>::getri(this->handle(), this->n(), this->pointers(m_addresses), this->n(), m_pivots.data(),
                                     this->x(), this->n(), m_inverse_info.data(), this->members()),
               "getriBatched");
  }

 private:
  static auto room(const std::string& label) { return Kokkos::view_alloc(Kokkos::WithoutInitializing, label); }

  Kokkos::View<Scalar***, Kokkos::LayoutRight, Memory> m_factors;
  Addresses m_addresses;
  Kokkos::View<int*, Memory> m_pivots;
  Kokkos::View<int*, Memory> m_inverse_info;
};

}  // namespace

template <class Scalar>
void add_cublas(const Batch<Scalar>& batch, Routines& routines) {
  if (batch.n() <= 32) add_peer<Matinv<Scalar>>(batch, routines);
  add_peer<GetrfGetri<Scalar>>(batch, routines);
}

std::string cublas_description() {
  const auto handle = owned(cublasCreate, cublasDestroy);
  int version = 0;
  check_call(cublasGetVersion(handle.get(), &version), "cublasGetVersion");
  return concat("cuBLAS ", version);
}

#define KOLIBRI_BENCH_CUBLAS(SCALAR) template void add_cublas(const Batch<SCALAR>&, Routines&);
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_BENCH_CUBLAS)

}  // namespace kolibri::bench
