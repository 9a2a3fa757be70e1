#pragma once

#include <cstring>
#include <kolibri/io/array.hpp>
#include <kolibri/io/fields.hpp>
#include <vector>

namespace kolibri::drivers {

/// A matrix that stands in the configuration, as float64.
inline io::Array array_of(const io::Table& table) {
  std::vector<double> numbers;
  for (const std::vector<double>& row : table) numbers.insert(numbers.end(), row.begin(), row.end());
  const auto rows = static_cast<std::int64_t>(table.size());
  const auto columns = static_cast<std::int64_t>(table.empty() ? 0 : table.front().size());
  io::Array array{io::Dtype::float64, {rows, columns}, std::vector<std::byte>(numbers.size() * sizeof(double))};
  std::memcpy(array.bytes.data(), numbers.data(), array.bytes.size());
  return array;
}

}  // namespace kolibri::drivers
