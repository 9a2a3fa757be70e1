#pragma once

#include <cstdint>
#include <kolibri/roofline.hpp>
#include <kolibri/scalar_type.hpp>
#include <string>
#include <vector>

namespace kolibri::drivers {

/// Kokkos, from construction to destruction; the one place that starts it. Throws Error for flags it would abort on.
class KokkosSession {
 public:
  explicit KokkosSession(const std::vector<std::string>& flags);
  ~KokkosSession();
  KokkosSession(const KokkosSession&) = delete;
  KokkosSession& operator=(const KokkosSession&) = delete;
};

/// What the default execution space runs on.
struct Machine {
  std::string backend;     ///< Kokkos' name of the execution space
  std::string device;      ///< the GPU's or the processor's name
  int threads = 0;         ///< host threads
  bool on_device = false;  ///< whether the execution space is a GPU
};
Machine machine();

/// Measures what it does at best.
Ceilings measured_ceilings(ScalarType scalar);

/// Bytes of memory that one chunk of work may take: half of what the device has free, but no more than what keeps it
/// busy, so that progress shows. The environment variable KOLIBRI_CHUNK_BYTES replaces it, for shared devices; Error
/// when that is no number.
std::uint64_t memory_budget();

}  // namespace kolibri::drivers
