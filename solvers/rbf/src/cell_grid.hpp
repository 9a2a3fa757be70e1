#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Sort.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <kolibri/detail/rbf_element.hpp>

// Which points are near a point, found through the cells of a grid.
namespace kolibri::detail {

template <class Real>
KOKKOS_INLINE_FUNCTION const Real* position_of(const RbfRow<Real>& row) {
  return row.x;
}
template <class Real>
KOKKOS_INLINE_FUNCTION const Real* position_of(const RbfNeuron<Real>& neuron) {
  return neuron.c;
}

/// Points sorted by the cell they are in, those of a cell by their number: the same order in every run. A key is the
/// cell in the upper half and the point in the lower one.
template <class ExecutionSpace>
struct CellGrid {
  using Memory = typename ExecutionSpace::memory_space;

  double origin[rbf_components] = {};
  double side[rbf_components] = {1, 1, 1};
  int count[rbf_components] = {1, 1, 1};
  Kokkos::View<std::uint64_t*, Memory> keys;
  Kokkos::View<int*, Memory> first;  ///< of every cell in keys, and the end

  int cells() const { return count[0] * count[1] * count[2]; }

  /// The cell along coordinate j; what is outside belongs to the border.
  KOKKOS_FUNCTION int place(double x, int j) const {
    return static_cast<int>(Kokkos::fmin(Kokkos::fmax((x - origin[j]) / side[j], 0.0), count[j] - 1.0));
  }
  KOKKOS_FUNCTION std::uint64_t key(const double* x, int point) const {
    const int cell = (place(x[2], 2) * count[1] + place(x[1], 1)) * count[0] + place(x[0], 0);
    return static_cast<std::uint64_t>(cell) << 32 | static_cast<std::uint32_t>(point);
  }

  /// body(point) for all points of the cells that a box with half the side `radius` around x meets.
  template <class Body>
  KOKKOS_FUNCTION void for_each_near(const double* x, double radius, const Body& body) const {
    int low[rbf_components], high[rbf_components];
    for (int j = 0; j < rbf_components; ++j) {
      low[j] = place(x[j] - radius, j);
      high[j] = place(x[j] + radius, j);
    }
    for (int k = low[2]; k <= high[2]; ++k) {
      for (int j = low[1]; j <= high[1]; ++j) {
        const int line = (k * count[1] + j) * count[0];  // cells in a line are neighbours in keys
        for (int at = first(line + low[0]); at < first(line + high[0] + 1); ++at) {
          body(static_cast<int>(keys(at) & 0xffffffffu));
        }
      }
    }
  }
};

template <class ExecutionSpace, class Points>
struct CoordinateOf {
  Points points;
  int j;

  KOKKOS_FUNCTION void operator()(std::int64_t i, Kokkos::MinMaxScalar<double>& range) const {
    const double x = position_of(points(i))[j];
    range.min_val = Kokkos::fmin(range.min_val, x);
    range.max_val = Kokkos::fmax(range.max_val, x);
  }
};

template <class ExecutionSpace, class Points>
struct KeysKernel {
  CellGrid<ExecutionSpace> grid;
  Points points;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    grid.keys(i) = grid.key(position_of(points(i)), static_cast<int>(i));
  }
};

/// The first key of a cell, by halving.
template <class ExecutionSpace>
struct FirstKernel {
  CellGrid<ExecutionSpace> grid;

  KOKKOS_FUNCTION void operator()(std::int64_t cell) const {
    int low = 0, high = static_cast<int>(grid.keys.extent(0));
    while (low < high) {
      const int middle = low + (high - low) / 2;
      if (static_cast<std::int64_t>(grid.keys(middle) >> 32) < cell) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    grid.first(cell) = low;
  }
};

template <class ExecutionSpace>
using IndexRange = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;

/// Points (rows or neurons) in cells of at least `side`, about as many cells as points at most.
template <class ExecutionSpace, class Points>
CellGrid<ExecutionSpace> cell_grid(const ExecutionSpace& exec, const Points& points, double side, int dimension) {
  using Memory = typename ExecutionSpace::memory_space;
  const auto n = static_cast<std::int64_t>(points.extent(0));
  const double most = std::ceil(std::pow(static_cast<double>(n) + 1, 1.0 / dimension));
  CellGrid<ExecutionSpace> grid;
  for (int j = 0; j < dimension; ++j) {
    Kokkos::MinMaxScalar<double> range;
    Kokkos::parallel_reduce("kolibri::rbf_sparse extent", IndexRange<ExecutionSpace>(exec, 0, n),
                            CoordinateOf<ExecutionSpace, Points>{points, j}, Kokkos::MinMax<double>(range));
    const double extent = range.max_val - range.min_val;
    grid.origin[j] = range.min_val;
    grid.side[j] = std::max(side, extent / most);
    grid.count[j] = static_cast<int>(std::min(extent / grid.side[j], most)) + 1;
  }
  grid.keys = Kokkos::View<std::uint64_t*, Memory>("kolibri::rbf_sparse keys", n);
  grid.first = Kokkos::View<int*, Memory>("kolibri::rbf_sparse cells", grid.cells() + 1);
  Kokkos::parallel_for("kolibri::rbf_sparse keys", IndexRange<ExecutionSpace>(exec, 0, n),
                       KeysKernel<ExecutionSpace, Points>{grid, points});
  Kokkos::sort(exec, grid.keys);
  Kokkos::parallel_for("kolibri::rbf_sparse cells", IndexRange<ExecutionSpace>(exec, 0, grid.cells() + 1),
                       FirstKernel<ExecutionSpace>{grid});
  return grid;
}

}  // namespace kolibri::detail
