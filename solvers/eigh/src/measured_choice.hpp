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

namespace measured {

using enum ScalarType;
using enum EighAlgorithm;

inline constexpr auto on_hosts = std::to_array<MeasuredChoice>({
#include "measured_choice_host.inc"
});
inline constexpr auto on_devices = std::to_array<MeasuredChoice>({
#include "measured_choice_device.inc"
});
inline constexpr auto with_132_members = std::to_array<MeasuredChoice>({
#include "measured_choice_device_small.inc"
});
inline constexpr auto with_1056_members = std::to_array<MeasuredChoice>({
#include "measured_choice_device_medium.inc"
});
inline constexpr auto with_4224_members = std::to_array<MeasuredChoice>({
#include "measured_choice_device_larger.inc"
});

}  // namespace measured

/// From so many members on the medium, the larger, and the last table of devices holds: fewer leave most of a device
/// idle, where what counts is the time that a single member takes.
inline constexpr std::array<std::int64_t, 3> measured_batches{400, 2048, 8192};

/// The table for a batch.
template <class ExecutionSpace>
std::span<const MeasuredChoice> measured_choices(std::int64_t batch) {
  if (runs_on_host<ExecutionSpace>) return measured::on_hosts;
  if (batch < measured_batches[0]) return measured::with_132_members;
  if (batch < measured_batches[1]) return measured::with_1056_members;
  if (batch < measured_batches[2]) return measured::with_4224_members;
  return measured::on_devices;
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
static_assert(covers_every_n(measured::on_hosts) && covers_every_n(measured::on_devices) &&
              covers_every_n(measured::with_132_members) && covers_every_n(measured::with_1056_members) &&
              covers_every_n(measured::with_4224_members));

}  // namespace kolibri::detail
