#include "inverse/program_input.hpp"

#include <complex>
#include <cstring>
#include <kolibri/error.hpp>
#include <limits>
#include <utility>

#include "common/driver.hpp"
#include "common/scalars.hpp"

namespace kolibri::drivers {
namespace {

template <class Scalar>
io::Array typed_array(const io::Table& table) {
  std::vector<Scalar> entries;
  for (const std::vector<double>& row : table) {
    for (const double entry : row) entries.emplace_back(static_cast<decltype(std::real(Scalar()))>(entry));
  }
  const auto rows = static_cast<std::int64_t>(table.size()), columns = static_cast<std::int64_t>(table.front().size());
  io::Array array{io::dtype_of<Scalar>, {rows, columns}, std::vector<std::byte>(entries.size() * sizeof(Scalar))};
  std::memcpy(array.bytes.data(), entries.data(), array.bytes.size());
  return array;
}

io::Array array_of(const io::Table& table, ScalarType scalar) {
  switch (scalar) {
    case ScalarType::float32:
      return typed_array<float>(table);
    case ScalarType::float64:
      return typed_array<double>(table);
    case ScalarType::complex64:
      return typed_array<std::complex<float>>(table);
    case ScalarType::complex128:
      break;
  }
  return typed_array<std::complex<double>>(table);
}

void require_extent(const std::string& name, const char* what, int wanted, int got) {
  require(wanted == 0 || wanted == got, "'", name, "' has ", got, " ", what, ", the configuration says ", wanted);
}

ProgramMatrix matrix_of(const io::Named<ProgramMatrixOptions>& matrix, const std::vector<ProgramArray>& arrays) {
  for (const ProgramArray& array : arrays) {
    if (array.name == matrix.name) return {matrix.name, array.rows, array.columns, true};
  }
  return {matrix.name, matrix.value.rows, matrix.value.columns, false};
}

MatrixProgram program_of(const ProgramOptions& options, const std::vector<ProgramArray>& arrays) {
  std::vector<ProgramMatrix> matrices;
  for (const auto& matrix : options.matrices) matrices.push_back(matrix_of(matrix, arrays));
  MatrixProgram program(std::move(matrices), options.steps, options.outputs);
  program.require_scalar(is_complex_scalar(options.scalar));
  return program;
}

// With the place of the step, which the text names.
MatrixProgram located_program(const ProgramOptions& options, const std::vector<ProgramArray>& arrays,
                              const io::GivenKeys& given) {
  try {
    return program_of(options, arrays);
  } catch (const ProgramError& error) {
    fail_at(given, error.step() > 0 ? concat("program.steps.", error.step()) : "program", error.what());
  }
}

ProgramArray opened(const io::Named<ProgramMatrixOptions>& matrix, ScalarType scalar) {
  const auto& [name, options] = matrix;
  ArraySource source = options.file.empty() ? ArraySource("program.matrices." + name, array_of(options.values, scalar))
                                            : ArraySource(options.file);
  const auto& shape = source.shape();
  const std::size_t rank = shape.size();
  require(rank == 2 || rank == 3, "cannot use '", source.name(),
          "': expected (batch, rows, columns) or (rows, columns), got ", io::shape_text(shape));
  require(scalar_of(source.name(), source.dtype()) == scalar, "cannot use '", source.name(), "': its entries are ",
          io::name(source.dtype()), ", 'program.scalar' is ", name_of(scalar));
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  require(shape[rank - 2] <= most && shape[rank - 1] <= most, "cannot use '", source.name(), "': the matrices of ",
          io::shape_text(shape), " are too large");
  const int rows = static_cast<int>(shape[rank - 2]), columns = static_cast<int>(shape[rank - 1]);
  require_extent(source.name(), "rows", options.rows, rows);
  require_extent(source.name(), "columns", options.columns, columns);
  return {name, std::move(source), rows, columns, rank == 2};
}

std::vector<ProgramArray> open_arrays(const ProgramOptions& options, const io::GivenKeys& given) {
  std::vector<ProgramArray> arrays;
  for (const auto& matrix : options.matrices) {
    if (!matrix.value.input()) continue;
    try {
      arrays.push_back(opened(matrix, options.scalar));
    } catch (const Error& error) {
      fail_at(given, "program.matrices." + matrix.name, error.what());
    }
  }
  return arrays;
}

std::int64_t common_batch(const std::vector<ProgramArray>& arrays) {
  std::int64_t batch = -1;
  for (const ProgramArray& array : arrays) {
    if (array.shared) continue;
    const std::int64_t own = array.source.shape().front();
    require(batch < 0 || own == batch, "cannot use '", array.source.name(), "': it has ", own,
            " members, another input has ", batch);
    batch = own;
  }
  return batch;
}

}  // namespace

void ProgramArray::read(std::int64_t first, std::int64_t count, std::byte* out) {
  if (shared) return source.read(0, rows, out);  // the leading axis is that of the rows
  source.read(first, count, out);
}

ProgramInput::ProgramInput(const ProgramOptions& options, const io::GivenKeys& given)
    : m_scalar(options.scalar),
      m_arrays(open_arrays(options, given)),
      m_batch(common_batch(m_arrays)),
      m_program(located_program(options, m_arrays, given)) {}

}  // namespace kolibri::drivers
