#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/team_blocks.hpp>
#include <kolibri/team_policy.hpp>
#include <limits>
#include <type_traits>

// Kernels whose teams have shapes that are known when compiling: which one serves an n, and how it runs.
namespace kolibri::detail {

template <class... Shapes>
struct ShapeList {};

/// Whether a multiprocessor takes so many teams with `bytes` of scratch each, as their launch bounds promise.
template <class Exec>
bool teams_fit([[maybe_unused]] int teams, std::size_t bytes) {
#if defined(KOKKOS_ENABLE_CUDA)
  if constexpr (std::is_same_v<Exec, Kokkos::Cuda>) {
    constexpr std::size_t kept = 1 << 10;  // of each team's, by CUDA
    const auto& device = Exec().cuda_device_prop();
    if (static_cast<std::size_t>(teams) * (bytes + kept) > device.sharedMemPerMultiprocessor) return false;
    if (teams > device.maxBlocksPerMultiProcessor) return false;
  }
#endif
  return bytes <= scratch_limit<Exec>();
}

/// then(kernel type), in a std::type_identity, with the kernel for n x n matrices: of the first shape whose N holds n
/// and for whose teams the device has scratch. None may have.
template <template <class, class, class> class Kernel, class Exec, class Scalar, class Then>
void with_kernel(ShapeList<>, int, const Then&) {}
template <template <class, class, class> class Kernel, class Exec, class Scalar, class Shape, class... Larger,
          class Then>
void with_kernel(ShapeList<Shape, Larger...>, int n, const Then& then) {
  using One = Kernel<Exec, Scalar, Shape>;
  if (n <= Shape::N && teams_fit<Exec>(Shape::teams, scratch_for(One::scratch_bytes()))) {
    return then(std::type_identity<One>());
  }
  with_kernel<Kernel, Exec, Scalar>(ShapeList<Larger...>(), n, then);
}

/// Bytes of scratch of a team of that kernel; the largest number where the device has not enough for any shape.
template <template <class, class, class> class Kernel, class Exec, class Scalar, class Shapes>
std::size_t scratch_of_kernel(Shapes shapes, int n) {
  std::size_t bytes = std::numeric_limits<std::size_t>::max();
  with_kernel<Kernel, Exec, Scalar>(shapes, n,
                                    [&](auto type) { bytes = scratch_for(decltype(type)::type::scratch_bytes()); });
  return bytes;
}

/// Runs a kernel on so many matrices, Kernel::members of them a team, which has `bytes` of scratch.
template <class Kernel, class Exec>
void launch_on_members(const Exec& exec, std::int64_t matrices, const Kernel& kernel,
                       std::size_t bytes = Kernel::scratch_bytes()) {
  TeamShape shape = Kernel::shape;
  shape.scratch_bytes = scratch_for(bytes);
  const std::int64_t teams = (matrices + Kernel::members - 1) / Kernel::members;
  Kokkos::parallel_for(Kernel::label, team_policy<typename Kernel::Properties>(exec, teams, shape), kernel);
}

}  // namespace kolibri::detail
