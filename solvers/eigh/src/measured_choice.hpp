#pragma once

#include <array>
#include <climits>
#include <cstdint>
#include <kolibri/eigh_options.hpp>
#include <kolibri/team_policy.hpp>
#include <kolibri/with_scalar.hpp>
#include <span>

// What `automatic` takes, by measurement: a table for hosts and four for devices, each written by bench_eigh --choose.
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

/// With 132 members.
constexpr auto measured_in_small_batches() {
  using enum ScalarType;
  using enum EighAlgorithm;
  return std::to_array<MeasuredChoice>({
#include "measured_choice_device_small.inc"
  });
}

/// With 1,056.
constexpr auto measured_in_medium_batches() {
  using enum ScalarType;
  using enum EighAlgorithm;
  return std::to_array<MeasuredChoice>({
#include "measured_choice_device_medium.inc"
  });
}

/// With 4,224.
constexpr auto measured_in_larger_batches() {
  using enum ScalarType;
  using enum EighAlgorithm;
  return std::to_array<MeasuredChoice>({
#include "measured_choice_device_larger.inc"
  });
}

/// From so many members on the medium, the larger, and the last table of devices holds: fewer leave most of a device
/// idle, where what counts is the time that a single member takes.
inline constexpr std::array<std::int64_t, 3> measured_batches{400, 2048, 8192};

/// The table for a batch.
template <class ExecutionSpace>
std::span<const MeasuredChoice> measured_choices(std::int64_t batch) {
  if constexpr (runs_on_host<ExecutionSpace>) {
    static constexpr auto rows = measured_on_hosts();
    return rows;
  } else {
    static constexpr auto small = measured_in_small_batches();
    static constexpr auto medium = measured_in_medium_batches();
    static constexpr auto larger = measured_in_larger_batches();
    static constexpr auto rows = measured_on_devices();
    if (batch < measured_batches[0]) return small;
    if (batch < measured_batches[1]) return medium;
    if (batch < measured_batches[2]) return larger;
    return rows;
  }
}

/// By n, scalar, vectors, backend and, on devices, the batch.
template <class ExecutionSpace, class Scalar>
EighAlgorithm measured_choice(std::int64_t batch, int n, bool vectors) {
  for (const MeasuredChoice& row : measured_choices<ExecutionSpace>(batch)) {
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
static_assert(covers_every_n(measured_on_hosts()) && covers_every_n(measured_on_devices()) &&
              covers_every_n(measured_in_small_batches()) && covers_every_n(measured_in_medium_batches()) &&
              covers_every_n(measured_in_larger_batches()));

}  // namespace kolibri::detail
