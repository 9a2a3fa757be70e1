#include "table.hpp"

#include <fmt/format.h>

#include <iostream>
#include <kolibri/error.hpp>

namespace kolibri::bench {
namespace {

// Empty where there is nothing to tell.
std::string figure(double value, const char* format) {
  return value == 0 ? std::string() : fmt::format(fmt::runtime(format), value);
}

}  // namespace

Table::Table(const std::string& path, std::string device) : m_path(path), m_device(std::move(device)) {
  if (!path.empty()) {
    m_file.open(path);
    require(m_file.is_open(), "cannot write '", path, "': name a file in a folder that exists");
  }
}

void Table::comment(const std::string& text) { line("# " + text); }

void Table::add(const std::vector<Row>& rows) {
  if (rows.empty()) return;
  if (!m_header_written) {
    line(
        "device,scalar,n,batch,vectors,data,routine,seconds,matrices_per_second,ratio,R1,R2,moments,"
        "workspace_bytes,sweeps,failures");
  }
  m_header_written = true;
  for (const Row& row : rows) {
    line(fmt::format("{},{},{},{},{:d},{},{},{:.4e},{:.4g},{},{},{},{},{},{},{}", m_device, row.problem.scalar,
                     row.problem.n, row.problem.batch, row.problem.vectors, row.problem.data, row.routine, row.seconds,
                     row.matrices_per_second(), figure(row.ratio, "{:.2f}"), figure(row.residual, "{:.2f}"),
                     figure(row.orthogonality, "{:.2f}"), figure(row.moments, "{:.2f}"), row.workspace_bytes,
                     row.sweeps > 0 ? fmt::to_string(row.sweeps) : "", row.failures));
  }
}

void Table::line(const std::string& text) {
  std::cout << text << std::endl;
  if (!m_file.is_open()) return;
  m_file << text << std::endl;
  require(m_file.good(), "cannot write '", m_path, "': is the disk full?");
}

}  // namespace kolibri::bench
