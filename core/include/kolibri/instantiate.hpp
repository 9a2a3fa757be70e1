#pragma once

#include <Kokkos_Core.hpp>
#include <type_traits>

namespace kolibri::detail {

// Names of the four scalars without commas or angle brackets, for macros and for generated units.
using float_t = float;
using double_t = double;
using complex_float_t = Kokkos::complex<float>;
using complex_double_t = Kokkos::complex<double>;

}  // namespace kolibri::detail

// KOLIBRI_FOR_EACH_SPACE(MACRO, SCALAR) expands MACRO(Space, SCALAR) for every enabled execution space.
#if defined(KOKKOS_ENABLE_SERIAL)
#define KOLIBRI_FOR_SERIAL(MACRO, SCALAR) MACRO(Kokkos::Serial, SCALAR)
#else
#define KOLIBRI_FOR_SERIAL(MACRO, SCALAR)
#endif
#if defined(KOKKOS_ENABLE_OPENMP)
#define KOLIBRI_FOR_OPENMP(MACRO, SCALAR) MACRO(Kokkos::OpenMP, SCALAR)
#else
#define KOLIBRI_FOR_OPENMP(MACRO, SCALAR)
#endif
#if defined(KOKKOS_ENABLE_THREADS)
#define KOLIBRI_FOR_THREADS(MACRO, SCALAR) MACRO(Kokkos::Threads, SCALAR)
#else
#define KOLIBRI_FOR_THREADS(MACRO, SCALAR)
#endif
#if defined(KOKKOS_ENABLE_CUDA)
#define KOLIBRI_FOR_DEVICE(MACRO, SCALAR) MACRO(Kokkos::Cuda, SCALAR)
#elif defined(KOKKOS_ENABLE_HIP)
#define KOLIBRI_FOR_DEVICE(MACRO, SCALAR) MACRO(Kokkos::HIP, SCALAR)
#elif defined(KOKKOS_ENABLE_SYCL)
#define KOLIBRI_FOR_DEVICE(MACRO, SCALAR) MACRO(Kokkos::SYCL, SCALAR)
#else
#define KOLIBRI_FOR_DEVICE(MACRO, SCALAR)
#endif
#define KOLIBRI_FOR_EACH_SPACE(MACRO, SCALAR) \
  KOLIBRI_FOR_SERIAL(MACRO, SCALAR)           \
  KOLIBRI_FOR_OPENMP(MACRO, SCALAR)           \
  KOLIBRI_FOR_THREADS(MACRO, SCALAR)          \
  KOLIBRI_FOR_DEVICE(MACRO, SCALAR)

// KOLIBRI_FOR_EACH_SCALAR(MACRO) expands MACRO(scalar) for every scalar of this build: all four, or with
// Kolibri_INSTANTIATE=ci those in double precision.
#if defined(KOLIBRI_INSTANTIATE_CI)
#define KOLIBRI_FOR_EACH_SCALAR(MACRO) MACRO(::kolibri::detail::double_t) MACRO(::kolibri::detail::complex_double_t)
#else
#define KOLIBRI_FOR_EACH_SCALAR(MACRO)      \
  MACRO(::kolibri::detail::float_t)         \
  MACRO(::kolibri::detail::double_t)        \
  MACRO(::kolibri::detail::complex_float_t) \
  MACRO(::kolibri::detail::complex_double_t)
#endif

// KOLIBRI_FOR_EACH_SCALAR_AND_SPACE(MACRO): for the extern templates in public headers.
#if defined(KOLIBRI_INSTANTIATE_CI)
#define KOLIBRI_FOR_EACH_SCALAR_AND_SPACE(MACRO)             \
  KOLIBRI_FOR_EACH_SPACE(MACRO, ::kolibri::detail::double_t) \
  KOLIBRI_FOR_EACH_SPACE(MACRO, ::kolibri::detail::complex_double_t)
#else
#define KOLIBRI_FOR_EACH_SCALAR_AND_SPACE(MACRO)                    \
  KOLIBRI_FOR_EACH_SPACE(MACRO, ::kolibri::detail::float_t)         \
  KOLIBRI_FOR_EACH_SPACE(MACRO, ::kolibri::detail::double_t)        \
  KOLIBRI_FOR_EACH_SPACE(MACRO, ::kolibri::detail::complex_float_t) \
  KOLIBRI_FOR_EACH_SPACE(MACRO, ::kolibri::detail::complex_double_t)
#endif

namespace kolibri::detail {

/// Whether this build has the solvers for the scalar.
template <class Scalar>
inline constexpr bool is_instantiated =
#define KOLIBRI_IS_SCALAR(BUILT) std::is_same_v<Scalar, BUILT> ||
    KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_IS_SCALAR) false;
#undef KOLIBRI_IS_SCALAR

}  // namespace kolibri::detail
