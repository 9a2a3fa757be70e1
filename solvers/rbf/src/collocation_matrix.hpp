#pragma once

#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/rbf_element.hpp>
#include <kolibri/error.hpp>
#include <limits>
#include <type_traits>

#include "cell_grid.hpp"

// The collocation matrix of a compactly supported basis: elements inside the supports alone.
namespace kolibri::detail {

/// Rows may have 2^31 elements and more together, not each; on Serial not together either.
template <class ExecutionSpace>
using SparseMatrix = KokkosSparse::CrsMatrix<double, int, typename ExecutionSpace::device_type, void, std::size_t>;

template <class ExecutionSpace, class Value>
using DeviceArray = Kokkos::View<Value*, typename ExecutionSpace::memory_space>;

inline KOKKOS_FUNCTION bool touches(const RbfRow<double>& row, const RbfNeuron<double>& neuron) {
  double square = 0;
  for (int j = 0; j < rbf_components; ++j) square += (row.x[j] - neuron.c[j]) * (row.x[j] - neuron.c[j]);
  return square * neuron.inverse_square < 1;
}
inline KOKKOS_FUNCTION bool touches(const RbfNeuron<double>& neuron, const RbfRow<double>& row) {
  return touches(row, neuron);
}

inline KOKKOS_FUNCTION double wendland_element(int d, const RbfRow<double>& row, const RbfNeuron<double>& neuron) {
  return rbf_element(RbfBasis::wendland_c4, d, row, neuron);
}
inline KOKKOS_FUNCTION double wendland_element(int d, const RbfNeuron<double>& neuron, const RbfRow<double>& row) {
  return rbf_element(RbfBasis::wendland_c4, d, row, neuron);
}

/// The pairs of a point and a neuron whose support it is in: A by rows when `From` is a row and `To` a neuron, A^T the
/// other way round.
template <class ExecutionSpace, class From, class To>
struct SupportPairs {
  DeviceArray<ExecutionSpace, From> from;
  DeviceArray<ExecutionSpace, To> to;
  CellGrid<ExecutionSpace> cells;  ///< of `to`
  double radius;                   ///< the largest width
  int dimension;

  /// body(k, element) for all k with an element in row i.
  template <class Body>
  KOKKOS_FUNCTION void for_each_in_row(std::int64_t i, const Body& body) const {
    const From row = from(i);
    cells.for_each_near(position_of(row), radius, [&](int k) {
      if (touches(row, to(k))) body(k);
    });
  }
  KOKKOS_FUNCTION double element(std::int64_t i, int k) const { return wendland_element(dimension, from(i), to(k)); }
};

template <class ExecutionSpace, class Pairs>
struct CountKernel {
  Pairs pairs;
  DeviceArray<ExecutionSpace, std::size_t> row_map;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::size_t count = 0;
    pairs.for_each_in_row(i, [&](int) { ++count; });
    row_map(i + 1) = count;
  }
};

/// Counts to ends of rows.
template <class ExecutionSpace>
struct EndsKernel {
  DeviceArray<ExecutionSpace, std::size_t> row_map;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::size_t& sum, bool last) const {
    sum += row_map(i + 1);
    if (last) row_map(i + 1) = sum;
  }
};

template <class ExecutionSpace, class Pairs>
struct FillKernel {
  Pairs pairs;
  DeviceArray<ExecutionSpace, std::size_t> row_map;
  DeviceArray<ExecutionSpace, int> columns;
  DeviceArray<ExecutionSpace, double> values;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::size_t at = row_map(i);
    pairs.for_each_in_row(i, [&](int k) {
      columns(at) = k;
      values(at) = pairs.element(i, k);
      ++at;
    });
  }
};

/// The matrix with a row for every `from` and a column for every `to`: rows are counted, then filled.
template <class ExecutionSpace, class From, class To>
SparseMatrix<ExecutionSpace> support_matrix(const ExecutionSpace& exec, const DeviceArray<ExecutionSpace, From>& from,
                                            const DeviceArray<ExecutionSpace, To>& to, double radius, int dimension) {
  using Pairs = SupportPairs<ExecutionSpace, From, To>;
  const Pairs pairs{from, to, cell_grid(exec, to, radius, dimension), radius, dimension};
  const auto n = static_cast<std::int64_t>(from.extent(0));
  const DeviceArray<ExecutionSpace, std::size_t> row_map("kolibri::rbf_sparse row map", n + 1);
  Kokkos::parallel_for("kolibri::rbf_sparse count", IndexRange<ExecutionSpace>(exec, 0, n),
                       CountKernel<ExecutionSpace, Pairs>{pairs, row_map});
  std::size_t total = 0;
  Kokkos::parallel_scan("kolibri::rbf_sparse row map", IndexRange<ExecutionSpace>(exec, 0, n),
                        EndsKernel<ExecutionSpace>{row_map}, total);
  exec.fence("kolibri::rbf_sparse row map");
#ifdef KOKKOS_ENABLE_SERIAL
  // KokkosSparse::spmv() has an int for places there.
  require(!std::is_same_v<ExecutionSpace, Kokkos::Serial> || total <= std::numeric_limits<int>::max(),
          "kolibri::rbf_sparse: on Serial up to 2^31 - 1 elements are supported, got ", total);
#endif
  const DeviceArray<ExecutionSpace, int> columns(
      Kokkos::view_alloc(exec, "kolibri::rbf_sparse columns", Kokkos::WithoutInitializing), total);
  const DeviceArray<ExecutionSpace, double> values(
      Kokkos::view_alloc(exec, "kolibri::rbf_sparse values", Kokkos::WithoutInitializing), total);
  Kokkos::parallel_for("kolibri::rbf_sparse elements", IndexRange<ExecutionSpace>(exec, 0, n),
                       FillKernel<ExecutionSpace, Pairs>{pairs, row_map, columns, values});
  return SparseMatrix<ExecutionSpace>("kolibri::rbf_sparse", static_cast<int>(n), static_cast<int>(to.extent(0)), total,
                                      values, row_map, columns);
}

/// A and its transpose. Both are kept, twice the memory: a product with the transpose of a matrix by rows adds up its
/// elements in an order that changes from run to run.
template <class ExecutionSpace>
struct CollocationMatrix {
  SparseMatrix<ExecutionSpace> rows, columns;
};

template <class ExecutionSpace>
CollocationMatrix<ExecutionSpace> collocation_matrix(const ExecutionSpace& exec,
                                                     const DeviceArray<ExecutionSpace, RbfRow<double>>& rows,
                                                     const DeviceArray<ExecutionSpace, RbfNeuron<double>>& neurons,
                                                     double largest_width, int dimension) {
  return {support_matrix(exec, rows, neurons, largest_width, dimension),
          support_matrix(exec, neurons, rows, largest_width, dimension)};
}

}  // namespace kolibri::detail
