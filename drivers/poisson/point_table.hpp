#pragma once

#include <filesystem>
#include <vector>

namespace kolibri::drivers {

/// Rows of numbers of a file: .npy, float64 with two axes, or .csv, numbers between commas, one line a row; there empty
/// lines, what follows a # and a first line of names are passed over. The decimal point is a point in every locale.
/// Throws Error, with the line, for what is neither, for rows of unequal length and for numbers that are not finite.
std::vector<std::vector<double>> read_point_table(const std::filesystem::path& path);

/// Rows of `columns` float64 numbers: .csv as above, .npy or .mtx. `rows` is what the rows are, for the Error thrown
/// for another shape, for no rows and for numbers that are not finite.
std::vector<std::vector<double>> read_table(const std::filesystem::path& path, const char* rows, int columns);

}  // namespace kolibri::drivers
