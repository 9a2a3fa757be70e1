#include "program_checker.hpp"

#include <algorithm>
#include <limits>

namespace kolibri::detail {
namespace {

using enum MatrixOperation;

bool is_binary(MatrixOperation op) {
  return op == add || op == subtract || op == hadamard || op == multiply || op == lu_solve;
}

bool has_order(MatrixOperation op) { return op == lu || op == lu_solve || op == permute_rows || op == permute_columns; }

/// Operations that read an input again after they have begun to write.
bool needs_other_output(MatrixOperation op) {
  return op == multiply || op == transpose || op == permute_rows || op == permute_columns || op == multiply_lu ||
         op == multiply_ul || op == invert_upper || op == invert_lower;
}

bool is_square_operation(MatrixOperation op) {
  return op == lu || op == lu_solve || op == multiply_lu || op == multiply_ul || op == invert_upper ||
         op == invert_lower || op == inverse;
}

template <class... Parts>
void require_outputs(bool condition, const Parts&... parts) {
  if (!condition) throw ProgramError(0, concat("outputs: ", parts...));
}

}  // namespace

ProgramChecker::ProgramChecker(const std::vector<ProgramMatrix>& matrices, const std::vector<ProgramStep>& steps)
    : m_matrices(matrices), m_place("matrices") {
  require_here(matrices.size() <= most_program_matrices, "at most ", most_program_matrices, " are supported, got ",
               matrices.size());
  for (const ProgramMatrix& matrix : matrices) add_matrix(matrix);
  m_place = "steps";
  require_here(!steps.empty(), "there must be one at least");
  require_here(steps.size() <= most_program_steps, "at most ", most_program_steps, " are supported, got ",
               steps.size());
  for (const ProgramStep& step : steps) {
    m_step = m_code.steps + 1;
    m_place = concat("step ", m_step, " (", name_of(step.operation), ")");
    add_step(step);
  }
}

void ProgramChecker::add_matrix(const ProgramMatrix& matrix) {
  require_here(!matrix.name.empty(), "a matrix needs a name");
  const auto same = [&](int i) { return m_matrices[i].name == matrix.name; };
  for (int i = 0; i < m_code.matrices; ++i) require_here(!same(i), "'", matrix.name, "' is declared twice");
  require_here(matrix.rows >= 0 && matrix.columns >= 0, "'", matrix.name, "' is ", matrix.rows, " x ", matrix.columns,
               ", extents must not be negative");
  const std::int64_t leading = matrix.columns | 1;  // odd, so that a column is spread over the banks of scratch
  const std::int64_t end = m_code.elements + matrix.rows * leading;
  require_here(end <= std::numeric_limits<int>::max(), "all together have more than 2147483647 elements");
  m_code.matrix[m_code.matrices++] = {matrix.rows, matrix.columns, m_code.elements};
  m_code.elements = static_cast<int>(end);
  m_code.widest = std::max({m_code.widest, matrix.rows, matrix.columns});
  m_written.push_back(matrix.input ? whole : 0u);
}

void ProgramChecker::add_step(const ProgramStep& step) {
  StepCode code{.operation = step.operation,
                .in = {-1, -1},
                .out = -1,
                .order = -1,
                .unit = step.unit,
                .pivoting = step.pivoting,
                .method = step.method,
                .at_zero = step.at_zero};
  check_operands(step, code);
  check_shapes(step, code);
  check_order(step, code);
  check_alias(code);
  mark(code);
  m_code.step[m_code.steps++] = code;
}

int ProgramChecker::find_matrix(const std::string& name) const {
  std::string known;
  for (int i = 0; i < m_code.matrices; ++i) {
    if (m_matrices[i].name == name) return i;
    known += (i == 0 ? "" : ", ") + m_matrices[i].name;
  }
  require_here(false, "there is no matrix '", name, "'; known: ", known);
  return -1;
}

void ProgramChecker::check_operands(const ProgramStep& step, StepCode& code) {
  const std::size_t wanted = is_binary(step.operation) ? 2 : 1;
  require_here(step.in.size() == wanted, "takes ", wanted, wanted == 1 ? " input" : " inputs", ", got ",
               step.in.size());
  for (std::size_t i = 0; i < wanted; ++i) code.in[i] = static_cast<std::int16_t>(find_matrix(step.in[i]));
  require_here(!step.out.empty(), "the output is missing");
  code.out = static_cast<std::int16_t>(find_matrix(step.out));
  const bool unit_upper = step.unit == UnitFactor::upper;
  unsigned parts = whole;
  if (step.operation == invert_upper) parts = strict_upper | (unit_upper ? 0u : diagonal);
  if (step.operation == invert_lower) parts = strict_lower | (unit_upper ? diagonal : 0u);
  for (std::size_t i = 0; i < wanted; ++i) need(code.in[i], parts);
}

void ProgramChecker::need(int matrix, unsigned parts) const {
  const std::string& name = m_matrices[matrix].name;
  const unsigned missing = parts & ~m_written[matrix];
  require_here(m_written[matrix] != 0 || parts == 0, "'", name, "' is used before it is written");
  require_here(missing == 0, "'", name, "' is used before its ",
               missing & strict_upper   ? "upper triangle"
               : missing & strict_lower ? "lower triangle"
                                        : "diagonal",
               " is written");
}

void ProgramChecker::need_square(int matrix) const {
  const auto& m = m_matrices[matrix];
  require_here(m.rows == m.columns, "'", m.name, "' must be square, it is ", m.rows, " x ", m.columns);
}

void ProgramChecker::need_shape(const char* role, int matrix, int rows, int columns) const {
  const auto& m = m_matrices[matrix];
  require_here(m.rows == rows && m.columns == columns, role, " '", m.name, "' must be ", rows, " x ", columns,
               ", it is ", m.rows, " x ", m.columns);
}

void ProgramChecker::check_shapes(const ProgramStep& step, const StepCode& code) const {
  const auto& first = m_matrices[code.in[0]];
  if (is_square_operation(step.operation)) need_square(code.in[0]);
  if (step.operation == multiply || step.operation == lu_solve) {
    const auto& second = m_matrices[code.in[1]];
    require_here(first.columns == second.rows, "'", first.name, "' is ", first.rows, " x ", first.columns, " and '",
                 second.name, "' is ", second.rows, " x ", second.columns, ", the inner extents must be equal");
    return need_shape("output", code.out, first.rows, second.columns);
  }
  if (is_binary(step.operation)) need_shape("input", code.in[1], first.rows, first.columns);
  const bool swaps = step.operation == transpose;
  need_shape("output", code.out, swaps ? first.columns : first.rows, swaps ? first.rows : first.columns);
}

void ProgramChecker::check_order(const ProgramStep& step, StepCode& code) {
  if (!has_order(step.operation)) {
    return require_here(step.order.empty(), "has no order, got '", step.order, "'");
  }
  require_here(!step.order.empty(), "the order is missing: a name that lu writes and others read");
  const auto& first = m_matrices[code.in[0]];
  const int wanted = step.operation == permute_columns ? first.columns : first.rows;
  if (step.operation == lu) {
    code.order = static_cast<std::int16_t>(write_order(step.order, wanted));
    return;
  }
  const auto found = std::find_if(m_orders.begin(), m_orders.end(), [&](auto& o) { return o.name == step.order; });
  require_here(found != m_orders.end(), "order '", step.order, "' is used before an lu writes it");
  require_here(found->length == wanted, "order '", step.order, "' is of length ", found->length, ", '", first.name,
               "' needs ", wanted);
  code.order = static_cast<std::int16_t>(found - m_orders.begin());
}

int ProgramChecker::write_order(const std::string& name, int length) {
  for (const ProgramMatrix& matrix : m_matrices) require_here(matrix.name != name, "'", name, "' is a matrix");
  for (std::size_t i = 0; i < m_orders.size(); ++i) {
    if (m_orders[i].name != name) continue;
    require_here(m_orders[i].length == length, "order '", name, "' is of length ", m_orders[i].length, ", got ",
                 length);
    return static_cast<int>(i);
  }
  require_here(m_orders.size() < most_program_orders, "at most ", most_program_orders, " orders are supported");
  m_code.order[m_orders.size()] = {length, m_code.integers};
  m_code.integers += 2 * length;
  m_orders.push_back({name, length});
  return static_cast<int>(m_orders.size()) - 1;
}

void ProgramChecker::check_alias(const StepCode& code) const {
  const bool apart = needs_other_output(code.operation);
  for (const int in : {code.in[0], code.in[1]}) {
    if (in < 0) continue;
    require_here(in != code.out || !apart, "output '", m_matrices[in].name,
                 "' must not be an input: it is read while it is written");
  }
  require_here(code.operation != lu_solve || code.in[0] != code.out, "output '", m_matrices[code.out].name,
               "' must not be the factors");
}

void ProgramChecker::mark(const StepCode& code) {
  const bool unit_upper = code.unit == UnitFactor::upper;
  unsigned parts = whole;
  if (code.operation == invert_upper) parts = strict_upper | (unit_upper ? 0u : diagonal);
  if (code.operation == invert_lower) parts = strict_lower | (unit_upper ? diagonal : 0u);
  m_written[code.out] |= parts;
  if (code.operation == inverse) m_code.largest_n = std::max(m_code.largest_n, m_matrices[code.out].rows);
}

void ProgramChecker::check_outputs(const std::vector<std::string>& outputs) const {
  require_outputs(!outputs.empty(), "there must be one at least");
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto same = [&](const ProgramMatrix& m) { return m.name == outputs[i]; };
    const auto found = std::find_if(m_matrices.begin(), m_matrices.end(), same);
    require_outputs(found != m_matrices.end(), "there is no matrix '", outputs[i], "'");
    require_outputs(m_written[found - m_matrices.begin()] == whole, "'", outputs[i], "' is never written as a whole");
    const auto before = outputs.begin() + static_cast<std::ptrdiff_t>(i);
    require_outputs(std::find(outputs.begin(), before, outputs[i]) == before, "'", outputs[i], "' is named twice");
  }
}

}  // namespace kolibri::detail
