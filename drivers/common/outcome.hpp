#pragma once

#include <cstdint>
#include <kolibri/io/result.hpp>
#include <string>
#include <vector>

#include "common/driver.hpp"
#include "common/kokkos_session.hpp"
#include "common/stopwatch.hpp"

namespace kolibri::drivers {

/// Counts the members of a batch by their info, and remembers the first bad ones.
class Outcome {
 public:
  /// Appends the info of the next members of the batch.
  void append(const int* info, std::int64_t count);

  std::int64_t members() const { return m_members; }
  std::int64_t bad() const { return m_bad; }

  /// "solved", "partial" or "failed" (no member is good).
  const char* status() const;
  ExitCode exit_code() const { return m_bad == 0 ? ExitCode::solved : ExitCode::partial; }

  /// "2 of 5 members failed: 0 (info -1), 3 (info 7)", the first few by number.
  std::string text() const;

  /// Sets `failures`: how many, which (the first few) and why.
  void report(io::Result& result) const;

 private:
  static constexpr std::size_t named = 10;
  std::int64_t m_members = 0;
  std::int64_t m_bad = 0;
  std::vector<std::int64_t> m_first, m_first_info;
};

/// Sets the keys that are alike in every driver's result.yaml.
void report_times(io::Result& result, const Times& times);
void report_machine(io::Result& result, const Machine& machine, const std::string& version);

}  // namespace kolibri::drivers
