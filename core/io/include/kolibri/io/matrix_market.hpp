#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <kolibri/io/array.hpp>
#include <string>

namespace kolibri::io {

/// Reads a Matrix Market file (NIST, Boisvert, Pozo and Remington, 1996) as a dense (rows, columns) array:
/// `array` or `coordinate`; `real` and `integer` become float64, `complex` complex128; `general`, `symmetric` and
/// `hermitian`, whose stored lower triangle is mirrored. Coordinate entries that are not stored are zero, repeated
/// ones add up. Entries `nan` and `inf` are data. Throws Error with the file and the line for what is malformed or
/// not supported (`pattern`, `skew-symmetric`); `name` stands for the stream in these texts.
/// A dense form above `max_bytes` is refused, since a short file can ask for a huge one.
Array read_matrix_market(std::istream& in, const std::string& name, std::int64_t max_bytes = std::int64_t{4} << 30);
Array read_matrix_market(const std::filesystem::path& path);

}  // namespace kolibri::io
