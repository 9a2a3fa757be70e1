#include "inverse/right_hand_side.hpp"

#include <kolibri/error.hpp>
#include <limits>

#include "common/scalars.hpp"
#include "inverse/table.hpp"

namespace kolibri::drivers {

RightHandSideInput::RightHandSideInput(const RightHandSideOptions& options, const MatrixInput& matrices)
    : m_single(matrices.single()) {
  if (options.columns > 0) {
    m_seed = options.seed;
    m_columns = options.columns;
    m_member_shape = {matrices.n(), options.columns};
    return;
  }
  if (options.file.empty()) {
    m_source.emplace("problem.right_hand_side.matrix", array_of(options.matrix));
  } else {
    m_source.emplace(options.file);
  }
  describe(matrices);
}

void RightHandSideInput::describe(const MatrixInput& matrices) {
  const std::string& name = m_source->name();
  const std::vector<std::int64_t>& shape = m_source->shape();
  std::vector<std::int64_t> vectors{matrices.n()};
  if (!m_single) vectors.insert(vectors.begin(), matrices.batch());
  std::vector<std::int64_t> head = shape;
  if (head.size() > vectors.size()) head.pop_back();
  require(head == vectors && shape.size() <= vectors.size() + 1, "cannot use '", name, "': expected ",
          io::shape_text(vectors), " or ", io::shape_text(vectors), " x r for ", m_single ? "a matrix" : "matrices",
          " of order ", matrices.n(), ", got ", io::shape_text(shape));
  m_member_shape = {matrices.n()};
  if (shape.size() > vectors.size()) m_member_shape.push_back(shape.back());
  require(m_member_shape.back() <= std::numeric_limits<int>::max(), "cannot use '", name, "': too many columns, got ",
          io::shape_text(shape));
  m_columns = m_member_shape.size() == 1 ? 1 : static_cast<int>(m_member_shape.back());
  require(m_source->dtype() == dtype_of(matrices.scalar()), "cannot use '", name, "': its entries are ",
          io::name(m_source->dtype()), ", those of the matrices ", io::name(dtype_of(matrices.scalar())),
          "; convert one of them");
}

void RightHandSideInput::read(std::int64_t first, std::int64_t count, std::byte* out) {
  // The leading axis of a single one is that of the rows.
  if (m_single) return m_source->read(0, m_member_shape.front(), out);
  m_source->read(first, count, out);
}

}  // namespace kolibri::drivers
