#pragma once

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <kolibri/instantiate.hpp>

namespace kolibri::test {

/// The scalars of this build, for typed tests, and the real ones among them.
#if defined(KOLIBRI_INSTANTIATE_CI)
using AllScalars = ::testing::Types<double, Kokkos::complex<double>>;
using RealScalars = ::testing::Types<double>;
#else
using AllScalars = ::testing::Types<float, double, Kokkos::complex<float>, Kokkos::complex<double>>;
using RealScalars = ::testing::Types<float, double>;
#endif

}  // namespace kolibri::test
