#pragma once

#include <optional>

#include "common/matrix_input.hpp"
#include "inverse/config.hpp"
#include "inverse/right_hand_side.hpp"

namespace kolibri::drivers {

/// The matrices, and the right-hand sides of their systems.
struct InverseInput {
  MatrixInput matrices;
  std::optional<RightHandSideInput> right_hand_side;
};

/// Opens the input of a configuration. Throws Error for what cannot be read or does not fit.
InverseInput open_input(const InverseProblemOptions& options);

}  // namespace kolibri::drivers
