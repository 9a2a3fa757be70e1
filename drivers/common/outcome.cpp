#include "common/outcome.hpp"

#include <fmt/format.h>

namespace kolibri::drivers {

void Outcome::append(const int* info, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    if (info[i] == 0) continue;
    ++m_bad;
    if (m_first.size() == named) continue;
    m_first.push_back(m_members + i);
    m_first_info.push_back(info[i]);
  }
  m_members += count;
}

const char* Outcome::status() const {
  if (m_bad == 0) return "solved";
  return m_bad < m_members ? "partial" : "failed";
}

std::string Outcome::text() const {
  std::string text = fmt::format("{} of {} members failed:", m_bad, m_members);
  for (std::size_t i = 0; i < m_first.size(); ++i) {
    text += fmt::format("{} {} (info {})", i ? "," : "", m_first[i], m_first_info[i]);
  }
  return text + (m_bad > static_cast<std::int64_t>(m_first.size()) ? ", ..." : "");
}

void Outcome::report(io::Result& result) const {
  result.set("failures.count", m_bad);
  result.set("failures.members", m_first);
  result.set("failures.info", m_first_info);
}

void report_times(io::Result& result, const Times& times) {
  result.set("time.read", times.read);
  result.set("time.setup", times.setup);
  result.set("time.solve", times.solve);
  result.set("time.check", times.check);
  result.set("time.write", times.write);
}

void report_machine(io::Result& result, const Machine& machine, const std::string& version) {
  result.set("machine.backend", machine.backend);
  result.set("machine.device", machine.device);
  result.set("machine.threads", machine.threads);
  result.set("version", version);
}

}  // namespace kolibri::drivers
