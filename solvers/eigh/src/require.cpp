#include <kolibri/eigh.hpp>

namespace kolibri::detail {

void require_options(const EighOptions& options) {
  require(options.tolerance >= 0, "kolibri::eigh: tolerance must be >= 0, got ", options.tolerance);
  require(options.max_sweeps >= 1, "kolibri::eigh: max_sweeps must be >= 1, got ", options.max_sweeps);
}

void require_shapes(const EighShapes& s) {
  require(Kokkos::is_initialized() && !Kokkos::is_finalized(),
          "kolibri::eigh: Kokkos is not initialised; call Kokkos::initialize or hold a Kokkos::ScopeGuard");
  const auto [batch, rows, columns] = s.a;
  require(rows == columns, "kolibri::eigh: A must be square, got ", rows, " x ", columns);
  require(rows <= (1u << 20), "kolibri::eigh: A is ", rows, " x ", columns, ", n up to 1048576 is supported");
  require(s.w[0] == batch && s.w[1] == rows, "kolibri::eigh: W must be ", batch, " x ", rows, " to match A, got ",
          s.w[0], " x ", s.w[1]);
  require(!s.vectors || s.v == s.a, "kolibri::eigh: V must be ", batch, " x ", rows, " x ", rows, " to match A, got ",
          s.v[0], " x ", s.v[1], " x ", s.v[2], "; set options.vectors = false for values only");
  for (const std::size_t extent : s.status) {
    require(extent == 0 || extent == batch, "kolibri::eigh: a status View must be empty or of length ", batch, ", got ",
            extent);
  }
}

}  // namespace kolibri::detail
