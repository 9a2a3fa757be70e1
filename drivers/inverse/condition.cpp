#include "inverse/condition.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace kolibri::drivers {

void ConditionSummary::append(const std::vector<double>& rcond, const int* info) {
  for (std::size_t i = 0; i < rcond.size(); ++i, ++m_members) {
    if (info[i] != 0) continue;
    m_smallest = m_good++ == 0 ? rcond[i] : std::min(m_smallest, rcond[i]);
    if (rcond[i] >= m_eps) continue;
    ++m_nearly_singular;
    if (m_first.size() < named) m_first.push_back(m_members);
  }
}

std::string ConditionSummary::text() const {
  return fmt::format("{} of {} members are singular to working precision (rcond below {:.2g}): {}{}", m_nearly_singular,
                     m_members, m_eps, fmt::join(m_first, ", "),
                     m_nearly_singular > static_cast<std::int64_t>(m_first.size()) ? ", ..." : "");
}

void ConditionSummary::report(io::Result& result) const {
  if (empty()) return;
  result.set("accuracy.rcond", m_smallest);
  result.set("nearly_singular.count", m_nearly_singular);
  result.set("nearly_singular.members", m_first);
}

}  // namespace kolibri::drivers
