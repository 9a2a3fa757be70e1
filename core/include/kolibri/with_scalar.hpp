#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/error.hpp>
#include <kolibri/instantiate.hpp>
#include <kolibri/scalar_type.hpp>
#include <type_traits>

namespace kolibri {

/// The type of a scalar: with_scalar's other way.
template <class Scalar>
inline constexpr ScalarType scalar_type_of = std::is_same_v<Scalar, float>                    ? ScalarType::float32
                                             : std::is_same_v<Scalar, double>                 ? ScalarType::float64
                                             : std::is_same_v<Scalar, Kokkos::complex<float>> ? ScalarType::complex64
                                                                                              : ScalarType::complex128;

namespace detail {

/// f.operator()<Scalar>(), where this build has the scalar.
template <class Scalar, class Function>
auto call_for(const Function& f) {
  if constexpr (is_instantiated<Scalar>) {
    return f.template operator()<Scalar>();
  } else {
    return call_for<double>(f);  // never reached; double, in every build, gives the type of the result
  }
}

}  // namespace detail

/// f.operator()<Scalar>() for the type's scalar. Throws Error when this build leaves it out (Kolibri_INSTANTIATE).
template <class Function>
auto with_scalar(ScalarType type, const Function& f) {
  const auto call = [&]<class Scalar>(std::type_identity<Scalar>) {
    require(detail::is_instantiated<Scalar>, "this build, made with Kolibri_INSTANTIATE=ci, leaves that scalar out");
    return detail::call_for<Scalar>(f);
  };
  switch (type) {
    case ScalarType::float32:
      return call(std::type_identity<float>());
    case ScalarType::float64:
      return call(std::type_identity<double>());
    case ScalarType::complex64:
      return call(std::type_identity<Kokkos::complex<float>>());
    case ScalarType::complex128:
      break;
  }
  return call(std::type_identity<Kokkos::complex<double>>());
}

}  // namespace kolibri
