#include "inverse/program_report.hpp"

#include "common/scalars.hpp"
#include "common/stopwatch.hpp"

namespace kolibri::drivers {
namespace {

using detail::MatrixCode;

double step_flops(MatrixOperation operation, const MatrixCode& in, const MatrixCode& out) {
  const double n = in.rows, entries = static_cast<double>(out.rows) * out.columns;
  switch (operation) {
    case MatrixOperation::add:
    case MatrixOperation::subtract:
    case MatrixOperation::hadamard:
      return entries;
    case MatrixOperation::multiply:
      return 2 * entries * in.columns;
    case MatrixOperation::lu:
    case MatrixOperation::multiply_lu:
    case MatrixOperation::multiply_ul:
      return 2.0 / 3 * n * n * n;
    case MatrixOperation::invert_upper:
    case MatrixOperation::invert_lower:
      return 1.0 / 3 * n * n * n;
    case MatrixOperation::lu_solve:
      return 2 * n * entries;
    case MatrixOperation::inverse:
      return 2 * n * n * n;
    default:
      return 0;
  }
}

// Each array is read or written once: the least traffic with the main memory.
double least_bytes(const ProgramInput& input) {
  double entries = 0;
  const MatrixProgram& program = input.program();
  for (const std::string& name : program.outputs()) {
    const ProgramMatrix& matrix = program.matrices()[program.index(name)];
    entries += static_cast<double>(matrix.rows) * matrix.columns;
  }
  for (const ProgramArray& array : input.arrays()) {
    if (!array.shared) entries += static_cast<double>(array.rows) * array.columns;
  }
  return entries * static_cast<double>(size_of(input.scalar())) * static_cast<double>(input.batch());
}

}  // namespace

double program_flops(const ProgramInput& input) {
  const detail::ProgramCode& code = input.program().code();
  double flops = 0;
  for (int i = 0; i < code.steps; ++i) {
    const auto& step = code.step[i];
    flops += step_flops(step.operation, code.matrix[step.in[0]], code.matrix[step.out]);
  }
  return flops * (is_complex_scalar(input.scalar()) ? 4 : 1);
}

std::size_t program_block_bytes(const ProgramInput& input) {
  const detail::ProgramCode& code = input.program().code();
  const auto scalar = static_cast<std::size_t>(size_of(input.scalar()));
  return (static_cast<std::size_t>(code.elements) + code.largest_n) * scalar +
         (static_cast<std::size_t>(code.integers) + code.largest_n) * sizeof(int);
}

Work program_work(const ProgramInput& input) {
  return {program_flops(input) * static_cast<double>(input.batch()), least_bytes(input)};
}

}  // namespace kolibri::drivers
