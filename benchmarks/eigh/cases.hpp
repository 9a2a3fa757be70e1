#pragma once

#include <cstddef>
#include <cstdint>
#include <kolibri/eigh_options.hpp>
#include <string>
#include <vector>

namespace kolibri::bench {

/// The kinds of data: entries uniform in (-1, 1); the eigenvalues +-1 repeated; 1, -1, 1/2 repeated, in half of the
/// members each split by 1e-11; from 1 down to round-off with random signs; +-10^(-14 i/n); D R D with R of `random`
/// and D = diag(10^(-12 i/n)). The spectra have random vectors.
inline const std::vector<std::string> all_data{"random", "clustered", "three_values", "geometric", "graded", "drd"};

/// What the command line asks for. Empty or zero: the default of the machine, see with_defaults().
struct Settings {
  std::vector<char> scalars;
  std::vector<int> sizes;
  std::vector<std::string> data{"random", "clustered"};
  std::vector<EighAlgorithm> algorithms;
  double megabytes = 0;
  std::vector<std::int64_t> batches;  ///< matrices; empty: as many as `megabytes` hold
  int repeats = 5;
  bool values_only = false;
  bool shapes = false;
  bool dry_run = false;
  std::string csv;
  std::string choose;   ///< file for the fastest of the algorithms: see write_choices()
  std::string command;  ///< this program and its arguments
};

/// One batch that every routine solves.
struct Case {
  char scalar = 'd';
  int n = 0;
  std::int64_t batch = 0;
  bool vectors = true;
  std::string data = "random";
};

/// One line of the table: what one routine did with a case.
struct Row {
  Case problem;  ///< its batch is the number of members that this routine solved in one call
  std::string routine;
  bool ours = false;
  double seconds = 0;        ///< median of the repeats
  double ratio = 0;          ///< of its matrices/s to the best peer's; 0 without peers
  double residual = 0;       ///< R1 of EighAccuracy, as the next two: the worst of a sample
  double orthogonality = 0;  ///< R2
  double moments = 0;
  std::size_t workspace_bytes = 0;
  int sweeps = 0;             ///< most sweeps of a member; 0 where the routine does not tell
  std::int64_t failures = 0;  ///< members with info != 0

  double matrices_per_second() const { return static_cast<double>(problem.batch) / seconds; }

  /// As LAPACK demands of its own routines.
  bool accurate() const {
    return failures == 0 && residual < largest_ratio && orthogonality < largest_ratio && moments < largest_ratio;
  }
  static constexpr double largest_ratio = 30;
};

/// Fills in what the user left open: a device takes larger matrices and batches than a host, whose `threads` all
/// get at least one matrix. Those who choose want all scalars and algorithms at every n where the answer may change.
Settings with_defaults(Settings settings, bool device);

/// The cases to run. `threads` is the smallest batch.
std::vector<Case> make_cases(const Settings& settings, int threads);

}  // namespace kolibri::bench
