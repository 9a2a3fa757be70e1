#include <array>
#include <kolibri/error.hpp>

#include "poisson/shapes.hpp"

namespace kolibri::drivers {
namespace {

constexpr std::array names{"curve", "x_min", "x_max", "y_min", "y_max"};

/// Numbers the parts that there are from 0 on, in the order of `names`, and returns their names.
std::vector<std::string> number_parts(std::vector<CurvePiece>& pieces) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto number = static_cast<int>(parts.size());
    bool found = false;
    for (CurvePiece& piece : pieces) {
      if (piece.part != static_cast<int>(i)) continue;
      piece.part = number;
      found = true;
    }
    if (found) parts.emplace_back(names[i]);
  }
  return parts;
}

}  // namespace

bool LevelSetDomain::contains(const Point& x) const {
  for (std::size_t j = 0; j < 2; ++j) {
    if (x[j] <= m_grid.lower[j] || x[j] >= m_grid.upper[j]) return false;
  }
  return (*m_phi)(x) < 0;
}

std::unique_ptr<Domain> make_level_set(LevelSet phi, const CellGrid& grid) {
  const auto shared = std::make_shared<const LevelSet>(std::move(phi));
  std::vector<CurvePiece> pieces = zero_curves(shared, grid);
  const std::vector<CurvePiece> edges = box_edges(*shared, grid);
  pieces.insert(pieces.end(), edges.begin(), edges.end());
  require(!pieces.empty(), "phi is negative nowhere in the box, so that there is no boundary");
  std::vector<std::string> parts = number_parts(pieces);
  return std::make_unique<LevelSetDomain>(shared, grid, std::move(pieces), std::move(parts));
}

}  // namespace kolibri::drivers
