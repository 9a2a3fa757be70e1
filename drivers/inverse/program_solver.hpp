#pragma once

#include <memory>

#include "inverse/batch_solver.hpp"
#include "inverse/program_input.hpp"

namespace kolibri::drivers {

/// Runs the program of an input chunk by chunk on the default execution space; the input outlives it. There is nothing
/// that check() could know.
std::unique_ptr<InverseBatchSolver> make_program_solver(ProgramInput& input);

}  // namespace kolibri::drivers
