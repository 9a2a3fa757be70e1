#pragma once

#include <array>
#include <vector>

#include "poisson/curve.hpp"

namespace kolibri::drivers {

/// A box cut into cells.
struct CellGrid {
  Point lower{}, upper{};
  std::array<int, 2> cells{1, 1};

  Point node(int i, int j) const;
};

/// The boundary of phi < 0 inside the box: chords of the curve phi = 0, one a cell, in the order in which they follow
/// each other (marching squares; Lorensen and Cline, SIGGRAPH 1987, in the plane). Corners of phi are found where the
/// tangents of a cell's two ends meet. What is smaller than a cell is not seen.
std::vector<CurvePiece> zero_curves(const std::shared_ptr<const LevelSet>& phi, const CellGrid& grid);

/// The edges along the box where phi < 0 beside them; parts 1 to 4 for x_min, x_max, y_min, y_max.
std::vector<CurvePiece> box_edges(const LevelSet& phi, const CellGrid& grid);

}  // namespace kolibri::drivers
