#include "common/matrix_input.hpp"

#include <kolibri/error.hpp>
#include <limits>
#include <utility>

#include "common/scalars.hpp"

namespace kolibri::drivers {

MatrixInput::MatrixInput(ArraySource source) : m_source(std::move(source)) {
  const std::string& name = m_source->name();
  const std::vector<std::int64_t>& shape = m_source->shape();
  const std::size_t rank = shape.size();
  require(rank == 2 || rank == 3, "cannot use '", name, "': expected (batch, n, n) or (n, n), got ",
          io::shape_text(shape));
  require(shape[rank - 1] == shape[rank - 2], "cannot use '", name, "': the matrices must be square, got ",
          io::shape_text(shape));
  require(shape[rank - 1] <= std::numeric_limits<int>::max(), "cannot use '", name, "': the matrices of ",
          io::shape_text(shape), " are too large");
  m_scalar = scalar_of(name, m_source->dtype());
  m_single = rank == 2;
  m_shape = {m_single ? 1 : shape[0], static_cast<int>(shape[rank - 1])};
}

MatrixInput::MatrixInput(const GeneratorOptions& options)
    : m_generate(options), m_shape(generated_shape(options)), m_scalar(options.scalar) {}

void MatrixInput::read(std::int64_t first, std::int64_t count, std::byte* out) {
  if (m_single) return read_rows(0, m_shape.n, out);  // the leading axis is that of the rows
  m_source->read(first, count, out);
}

}  // namespace kolibri::drivers
