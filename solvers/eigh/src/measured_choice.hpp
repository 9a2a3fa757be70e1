#pragma once

#include <array>
#include <climits>
#include <kolibri/eigh_options.hpp>
#include <kolibri/team_policy.hpp>
#include <kolibri/with_scalar.hpp>

// What `automatic` takes, by measurement: a table for hosts and one for devices, each written by bench_eigh --choose.
namespace kolibri::detail {

/// The fastest algorithm for matrices of a scalar, with vectors or values only, from the n of the row before to up_to.
struct MeasuredChoice {
  ScalarType scalar;
  bool vectors;
  int up_to;
  EighAlgorithm algorithm;
};

constexpr auto measured_on_hosts() {
  using enum ScalarType;
  using enum EighAlgorithm;
  return std::to_array<MeasuredChoice>({
#include "measured_choice_host.inc"
  });
}

constexpr auto measured_on_devices() {
  using enum ScalarType;
  using enum EighAlgorithm;
  return std::to_array<MeasuredChoice>({
#include "measured_choice_device.inc"
  });
}

template <class ExecutionSpace>
constexpr auto measured_choices() {
  if constexpr (runs_on_host<ExecutionSpace>) {
    return measured_on_hosts();
  } else {
    return measured_on_devices();
  }
}

/// By n, scalar, vectors and backend, and by nothing else, for the bits of a matrix must not depend on its batch.
template <class ExecutionSpace, class Scalar>
EighAlgorithm measured_choice(int n, bool vectors) {
  static constexpr auto rows = measured_choices<ExecutionSpace>();
  for (const MeasuredChoice& row : rows) {
    if (row.scalar == scalar_type_of<Scalar> && row.vectors == vectors && n <= row.up_to) return row.algorithm;
  }
  return EighAlgorithm::jacobi_block;  // never reached: see covers_every_n()
}

/// Whether the rows of each scalar, with vectors and without, ascend to INT_MAX.
template <std::size_t count>
constexpr bool covers_every_n(const std::array<MeasuredChoice, count>& rows) {
  for (const auto scalar : {ScalarType::float32, ScalarType::float64, ScalarType::complex64, ScalarType::complex128}) {
    for (const bool vectors : {false, true}) {
      int n = 0;
      for (const MeasuredChoice& row : rows) {
        if (row.scalar != scalar || row.vectors != vectors) continue;
        if (row.up_to <= n) return false;
        n = row.up_to;
      }
      if (n != INT_MAX) return false;
    }
  }
  return true;
}
static_assert(covers_every_n(measured_on_hosts()) && covers_every_n(measured_on_devices()));

}  // namespace kolibri::detail
