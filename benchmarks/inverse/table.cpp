#include "table.hpp"

#include <fmt/format.h>

namespace kolibri::bench {

std::string table_row(const std::string& device, const Row& row) {
  return fmt::format("{},{},{},{},{:d},{},{},{:.4e},{:.4g},{},{:.4g},{:.3f},{:.3f},{:.3f},{},{}", device,
                     row.problem.scalar, row.problem.n, row.problem.batch, row.problem.single, row.problem.data,
                     row.routine, row.seconds, row.matrices_per_second(), figure(row.ratio, "{:.2f}"),
                     static_cast<double>(row.problem.batch) / row.roof_seconds, row.roof_seconds / row.seconds,
                     row.right, row.left, row.workspace_bytes, row.failures);
}

}  // namespace kolibri::bench
