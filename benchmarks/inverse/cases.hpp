#pragma once

#include <cstddef>
#include <cstdint>
#include <kolibri/inverse_options.hpp>
#include <string>
#include <vector>

namespace kolibri::bench {

/// What the command line asks for. Empty or zero: the default of the machine, see with_defaults().
struct Settings {
  std::vector<char> scalars{'d', 'z'};
  std::vector<int> sizes;
  std::vector<int> singles;
  std::vector<std::string> data;
  std::vector<InverseMethod> methods{InverseMethod::automatic};
  double megabytes = 0;
  int repeats = 5;
  bool dry_run = false;
  std::string csv;
};

/// Matrices that every routine inverts: a batch, or a single one that ours inverts in place.
struct Case {
  char scalar = 'd';
  int n = 0;
  std::int64_t batch = 0;
  bool single = false;
  std::string data = "random";  ///< or spd: Hermitian positive definite
};

/// One line of the table: what one routine did with a case.
struct Row {
  Case problem;
  std::string routine;
  bool ours = false;
  double seconds = 0;               ///< median of the repeats
  double ratio = 0;                 ///< of its matrices/s to the best peer's; 0 without peers
  double roof_seconds = 0;          ///< what the case takes at least on this device
  double right = 0;                 ///< ||I - A X|| / (n ||A|| ||X|| eps), the worst of a sample
  double left = 0;                  ///< the same of I - X A
  std::size_t workspace_bytes = 0;  ///< beside A and X, or beside A alone in place
  std::int64_t failures = 0;        ///< members with info != 0

  double matrices_per_second() const { return static_cast<double>(problem.batch) / seconds; }
};

/// Bytes of an element: 4, 8, 8 and 16 for s, d, c and z.
std::int64_t element_bytes(char scalar);

/// Fills in what the user left open: a device takes larger matrices and batches than a host.
Settings with_defaults(Settings settings, bool device);

/// The cases to run. `threads` is the smallest batch.
std::vector<Case> make_cases(const Settings& settings, int threads);

}  // namespace kolibri::bench
