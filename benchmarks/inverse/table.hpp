#pragma once

#include <string>

#include "cases.hpp"
#include "common/csv_file.hpp"

namespace kolibri::bench {

/// The columns of a row, as a CsvFile takes them.
inline constexpr const char* table_header =
    "device,scalar,n,batch,in_place,data,routine,seconds,matrices_per_second,ratio,roof,of_roof,right,left,"
    "workspace_bytes,failures";

/// A row measured on the device of this name; `roof` is in matrices/s, `of_roof` a fraction.
std::string table_row(const std::string& device, const Row& row);

}  // namespace kolibri::bench
