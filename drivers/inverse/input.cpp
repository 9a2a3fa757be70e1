#include "inverse/input.hpp"

#include "inverse/table.hpp"

namespace kolibri::drivers {
namespace {

MatrixInput open_matrices(const InverseProblemOptions& options) {
  if (options.generate) return MatrixInput(generator_options(*options.generate));
  if (options.file.empty()) return MatrixInput(ArraySource("problem.matrix", array_of(options.matrix)));
  return MatrixInput(ArraySource(options.file));
}

}  // namespace

InverseInput open_input(const InverseProblemOptions& options) {
  InverseInput input{open_matrices(options), std::nullopt};
  if (options.right_hand_side) input.right_hand_side.emplace(*options.right_hand_side, input.matrices);
  return input;
}

}  // namespace kolibri::drivers
