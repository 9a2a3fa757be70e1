#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/instantiate.hpp>
#include <kolibri/scalar.hpp>
#include <memory>
#include <string>
#include <vector>

namespace kolibri::bench {

using Space = Kokkos::DefaultExecutionSpace;
using Memory = Space::memory_space;

/// Something that solves the leading size() members of a batch and leaves the answers there.
class Routine {
 public:
  virtual ~Routine() = default;
  virtual std::string name() const = 0;
  virtual bool ours() const { return false; }
  virtual std::int64_t size() const = 0;
  virtual std::size_t workspace_bytes() const { return 0; }

  /// Copies the matrices afresh for routines that overwrite them; not timed.
  virtual void restore() {}

  /// The call that is timed; asynchronous on the batch's instance.
  virtual void run() = 0;
};

using Routines = std::vector<std::unique_ptr<Routine>>;

}  // namespace kolibri::bench
