#include <kolibri/blas.hpp>
#include <kolibri/team_policy.hpp>
#include <type_traits>

#include "blas_operands.hpp"
#ifdef KOKKOS_ENABLE_CUDA
#include "blas_cublas.hpp"
#endif
#ifdef KOLIBRI_HAVE_CBLAS
#include "blas_cblas.hpp"
#endif
#if !defined(KOLIBRI_HAVE_CBLAS) || defined(KOKKOS_ENABLE_HIP) || defined(KOKKOS_ENABLE_SYCL)
#define KOLIBRI_NEEDS_KERNELS
#include "blas_kernels.hpp"
#endif

namespace kolibri::blas {

namespace detail {

/// The library that serves an execution space.
#ifdef KOLIBRI_NEEDS_KERNELS
template <class Exec>
struct VendorOf {
  using type = KernelsVendor;
};
#else
template <class Exec>
struct VendorOf;
#endif
#ifdef KOLIBRI_HAVE_CBLAS
template <class Exec>
requires runs_on_host<Exec>
struct VendorOf<Exec> {
  using type = CblasVendor;
};
#endif
#ifdef KOKKOS_ENABLE_CUDA
template <>
struct VendorOf<Kokkos::Cuda> {
  using type = CublasVendor;
};
#endif

template <class Exec>
using vendor_of = typename VendorOf<Exec>::type;

}  // namespace detail

template <class Exec, class Scalar>
void gemm(const Exec& exec, const GemmShape& shape, Scalar alpha, Operand<const Scalar> a, Operand<const Scalar> b,
          Scalar beta, Operand<Scalar> c) {
  if (!detail::has_work(shape, a.ld, b.ld, c.ld, 1)) return;
  detail::vendor_of<Exec>::gemm(exec, shape, alpha, a, b, beta, c);
}

template <class Exec, class Scalar>
void gemm_batched(const Exec& exec, const GemmShape& shape, Scalar alpha, StridedOperand<const Scalar> a,
                  StridedOperand<const Scalar> b, Scalar beta, StridedOperand<Scalar> c, std::int64_t batch) {
  if (!detail::has_work(shape, a.ld, b.ld, c.ld, batch)) return;
  detail::vendor_of<Exec>::gemm_batched(exec, shape, alpha, a, b, beta, c, batch);
}

template <class Exec, class Scalar>
void gemm_batched(const Exec& exec, const GemmShape& shape, Scalar alpha, PointerOperand<const Scalar> a,
                  PointerOperand<const Scalar> b, Scalar beta, PointerOperand<Scalar> c, std::int64_t batch) {
  if (!detail::has_work(shape, a.ld, b.ld, c.ld, batch)) return;
  detail::vendor_of<Exec>::gemm_batched(exec, shape, alpha, a, b, beta, c, batch);
}

template <class Exec, class Scalar>
void trsm(const Exec& exec, const TrsmShape& shape, Scalar alpha, Operand<const Scalar> a, Operand<Scalar> b) {
  if (!detail::has_work(shape, a.ld, b.ld)) return;
  detail::vendor_of<Exec>::trsm(exec, shape, alpha, a, b);
}

#define KOLIBRI_BLAS_DEFINE(SPACE, SCALAR) KOLIBRI_BLAS_TEMPLATES(, SPACE, SCALAR)
KOLIBRI_FOR_EACH_SCALAR_AND_SPACE(KOLIBRI_BLAS_DEFINE)

}  // namespace kolibri::blas
