#pragma once

namespace kolibri {

/// The scalar types under the names NumPy gives them.
enum class ScalarType { float32, float64, complex64, complex128 };

}  // namespace kolibri
