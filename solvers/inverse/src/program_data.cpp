#include <algorithm>
#include <kolibri/error.hpp>
#include <kolibri/run_program.hpp>

// Whether the arrays of a program fit it.
namespace kolibri {
namespace detail {
namespace {

constexpr const char* function = "kolibri::run_program";

void check_array(const MatrixProgram& program, const BoundShape& shape) {
  const char* const role = shape.output ? "output" : "input";
  const auto& matrix = program.matrices()[program.index(shape.name)];
  require(shape.rows == matrix.rows && shape.columns == matrix.columns, function, ": ", role, " '", shape.name,
          "' must be ", matrix.rows, " x ", matrix.columns, ", got ", shape.rows, " x ", shape.columns);
  const auto& outputs = program.outputs();
  require(shape.output ? std::find(outputs.begin(), outputs.end(), shape.name) != outputs.end() : matrix.input,
          function, ": '", shape.name, "' is no ", role, " of the program");
}

std::ptrdiff_t times_given(const std::vector<BoundShape>& shapes, const std::string& name, bool output) {
  return std::count_if(shapes.begin(), shapes.end(),
                       [&](const BoundShape& shape) { return shape.output == output && shape.name == name; });
}

}  // namespace

int index_in_program(const MatrixProgram& program, const std::string& name) { return program.index(name); }

std::int64_t check_program_data(const MatrixProgram& program, const std::vector<BoundShape>& shapes, std::size_t info) {
  require(Kokkos::is_initialized() && !Kokkos::is_finalized(), function,
          ": Kokkos is not initialised; call Kokkos::initialize or hold a Kokkos::ScopeGuard");
  std::int64_t batch = -1;
  for (const BoundShape& shape : shapes) {
    check_array(program, shape);
    require(times_given(shapes, shape.name, shape.output) == 1, function, ": '", shape.name, "' is given twice");
    if (shape.shared) continue;
    require(batch < 0 || shape.batch == batch, function, ": '", shape.name, "' has ", shape.batch,
            " members, others have ", batch);
    batch = shape.batch;
  }
  for (const ProgramMatrix& matrix : program.matrices()) {
    require(!matrix.input || times_given(shapes, matrix.name, false) == 1, function, ": input '", matrix.name,
            "' is not given");
  }
  require(batch >= 0, function, ": no array has a batch; give an output, (batch, rows, columns)");
  require(info == 0 || static_cast<std::int64_t>(info) == batch, function, ": info must be of length ", batch, ", got ",
          info);
  return batch;
}

}  // namespace detail
}  // namespace kolibri
