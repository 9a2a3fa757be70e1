#pragma once

#include <vector>

#include "poisson/domain.hpp"

namespace kolibri::drivers {

/// The length or the area of the boundary that each point stands for: in the plane half the way to the next points on
/// either side, in space the Voronoi cell of the point in its tangent plane, in which its neighbours lie as far away as
/// along the surface (Barill et al. 2018). Walls that face the other way do not count. No two points may coincide.
std::vector<double> boundary_areas(int dimension, const std::vector<BoundaryPoint>& points);

}  // namespace kolibri::drivers
