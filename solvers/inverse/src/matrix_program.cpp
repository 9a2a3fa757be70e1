#include <algorithm>
#include <kolibri/matrix_program.hpp>

#include "program_checker.hpp"

namespace kolibri {

MatrixProgram::MatrixProgram(std::vector<ProgramMatrix> matrices, const std::vector<ProgramStep>& steps,
                             std::vector<std::string> outputs)
    : m_matrices(std::move(matrices)), m_outputs(std::move(outputs)) {
  const detail::ProgramChecker checker(m_matrices, steps);
  checker.check_outputs(m_outputs);
  m_code = checker.code();
}

int MatrixProgram::index(const std::string& name) const {
  const auto same = [&](const ProgramMatrix& matrix) { return matrix.name == name; };
  const auto found = std::find_if(m_matrices.begin(), m_matrices.end(), same);
  require(found != m_matrices.end(), "kolibri::MatrixProgram: there is no matrix '", name, "'");
  return static_cast<int>(found - m_matrices.begin());
}

void MatrixProgram::require_scalar(bool complex) const {
  for (int i = 0; complex && i < m_code.steps; ++i) {
    const auto operation = m_code.step[i].operation;
    if (operation != MatrixOperation::relu && operation != MatrixOperation::relu_derivative) continue;
    throw ProgramError(i + 1,
                       concat("step ", i + 1, " (", name_of(operation), "): needs real matrices, these are complex"));
  }
}

}  // namespace kolibri
