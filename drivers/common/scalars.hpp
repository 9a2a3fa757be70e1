#pragma once

#include <cstdint>
#include <kolibri/enum_name.hpp>
#include <kolibri/generate_options.hpp>
#include <kolibri/io/array.hpp>
#include <string>

namespace kolibri::drivers {

/// The scalar type of a file's entries. Throws Error, naming the file, for integers.
ScalarType scalar_of(const std::string& file, io::Dtype dtype);

io::Dtype dtype_of(ScalarType scalar);

/// The type of the real and imaginary parts.
io::Dtype real_dtype_of(ScalarType scalar);

bool is_complex_scalar(ScalarType scalar);

/// Bytes of an entry.
std::int64_t size_of(ScalarType scalar);

}  // namespace kolibri::drivers
