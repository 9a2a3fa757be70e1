#pragma once

#include <cstdint>
#include <kolibri/io/result.hpp>
#include <string>
#include <vector>

namespace kolibri::drivers {

/// The condition numbers of a batch: the worst, and the members that are singular to working precision although no
/// pivot was exactly zero.
class ConditionSummary {
 public:
  /// `eps` is the round-off of the scalar, 2^-53 or 2^-24.
  explicit ConditionSummary(double eps) : m_eps(eps) {}

  /// Appends the next members; those with info != 0 are not looked at.
  void append(const std::vector<double>& rcond, const int* info);

  bool empty() const { return m_good == 0; }
  double smallest() const { return m_smallest; }
  std::int64_t nearly_singular() const { return m_nearly_singular; }

  /// "2 of 5 members are singular to working precision (rcond below 1.1e-16): 0, 3", the first few by number.
  std::string text() const;

  /// Sets `accuracy.rcond` and `nearly_singular`.
  void report(io::Result& result) const;

 private:
  static constexpr std::size_t named = 10;
  double m_eps;
  double m_smallest = 0;
  std::int64_t m_members = 0, m_good = 0, m_nearly_singular = 0;
  std::vector<std::int64_t> m_first;
};

}  // namespace kolibri::drivers
