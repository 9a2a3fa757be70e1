#pragma once

#include <array>
#include <kolibri/io/array.hpp>
#include <string_view>

namespace kolibri::io::detail {

/// What is known of a Dtype: NumPy's name, its code in .npy headers without the byte order, bytes of one element.
struct DtypeFacts {
  Dtype dtype;
  const char* name;
  std::string_view code;
  std::size_t size;
};

/// In the order of the enumerators.
inline constexpr std::array<DtypeFacts, 6> k_dtypes{{{Dtype::float32, "float32", "f4", 4},
                                                     {Dtype::float64, "float64", "f8", 8},
                                                     {Dtype::complex64, "complex64", "c8", 8},
                                                     {Dtype::complex128, "complex128", "c16", 16},
                                                     {Dtype::int32, "int32", "i4", 4},
                                                     {Dtype::int64, "int64", "i8", 8}}};

inline const DtypeFacts& facts(Dtype dtype) { return k_dtypes[static_cast<std::size_t>(dtype)]; }

}  // namespace kolibri::io::detail
