#include "table.hpp"

#include <fmt/format.h>

namespace kolibri::bench {

std::string table_row(const std::string& device, const Row& row) {
  return fmt::format("{},{},{},{},{:d},{},{},{:.4e},{:.4g},{},{},{},{},{},{},{}", device, row.problem.scalar,
                     row.problem.n, row.problem.batch, row.problem.vectors, row.problem.data, row.routine, row.seconds,
                     row.matrices_per_second(), figure(row.ratio, "{:.2f}"), figure(row.residual, "{:.2f}"),
                     figure(row.orthogonality, "{:.2f}"), figure(row.moments, "{:.2f}"), row.workspace_bytes,
                     row.sweeps > 0 ? fmt::to_string(row.sweeps) : "", row.failures);
}

}  // namespace kolibri::bench
