#pragma once

#include <cstddef>
#include <kolibri/io/result.hpp>
#include <kolibri/roofline.hpp>

#include "inverse/program_input.hpp"

namespace kolibri::drivers {

/// Floating-point operations of a member, real ones, by the leading terms of each step.
double program_flops(const ProgramInput& input);

/// Bytes of a team's block.
std::size_t program_block_bytes(const ProgramInput& input);

/// The flops and bytes of a run of the program.
Work program_work(const ProgramInput& input);

}  // namespace kolibri::drivers
