#pragma once

#include <string>
#include <vector>

#include "cases.hpp"
#include "common/csv_file.hpp"

namespace kolibri::bench {

/// The columns of a row, as a CsvFile takes them.
inline constexpr const char* table_header =
    "device,scalar,n,batch,vectors,data,routine,seconds,matrices_per_second,ratio,R1,R2,moments,workspace_bytes,sweeps,"
    "failures";

/// A row measured on the device of this name.
std::string table_row(const std::string& device, const Row& row);

}  // namespace kolibri::bench
