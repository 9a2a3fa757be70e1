#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/rbf_problem.hpp>
#include <kolibri/error.hpp>
#include <kolibri/matrix_batch.hpp>
#include <kolibri/rbf_options.hpp>
#include <type_traits>

// Checks of the arguments of rbf.hpp, and what turns Views into batches.
namespace kolibri::detail {

using Extents3 = std::array<std::size_t, 3>;
using Extents2 = std::array<std::size_t, 2>;

/// The number of row sets: the one that is not 1. Throws Error on shapes that do not fit each other.
std::int64_t rbf_row_batch(const Extents3& points, const Extents3& operators, const Extents2& targets);
void require_rbf_network(const Extents3& centres, const Extents2& log_widths, const Extents2& weights);
void require_evaluation(const Extents3& points, const Extents2& values, const Extents3& gradients,
                        const Extents2& laplacians, const Extents2& batch_and_dimension);
void require_length(const char* function, const char* name, std::size_t got, std::int64_t wanted);
void require_options(const RbfLinearOptions& options);
void require_options(const RbfVarproOptions& options);
void require_options(const RbfGradientCgOptions& options);

/// What rows and networks have to have in common.
struct RbfSizes {
  std::int64_t row_batch, batch;
  int rows, neurons, row_dimension, dimension;
};
void require_fit(const char* function, const RbfSizes& sizes, bool determined);

template <class Real>
RbfSizes sizes_of(const RbfRowData<Real>& rows, const RbfNetworkData<Real>& networks) {
  return {rows.batch, networks.batch(), rows.rows(), networks.neurons(), rows.dimension(), networks.dimension()};
}

template <class Real>
void require_rbf_fit(const char* function, const RbfRowData<Real>& rows, const RbfNetworkData<Real>& networks,
                     bool determined = true) {
  require_fit(function, sizes_of(rows, networks), determined);
}

template <class View, class Real, int rank>
constexpr void require_rbf_view() {
  static_assert(View::rank() == rank, "kolibri::rbf: a View has another rank than rbf.hpp says");
  static_assert(std::is_same_v<typename View::non_const_value_type, Real> &&
                    (std::is_same_v<Real, float> || std::is_same_v<Real, double>),
                "kolibri::rbf: all Views hold float, or all hold double");
}

template <class ExecutionSpace, class... MemorySpaces>
constexpr void require_rbf_access() {
  static_assert((Kokkos::SpaceAccessibility<ExecutionSpace, MemorySpaces>::accessible && ...),
                "kolibri::rbf: the execution space cannot reach the memory of an argument");
}

template <class View>
VectorBatch<typename View::value_type> vector_batch(const View& view) {
  return {view.data(), static_cast<std::int64_t>(view.stride(0)), static_cast<std::int64_t>(view.stride(1))};
}

/// The batch behind a View to read; a single member serves every network.
template <class View>
MatrixBatch<const typename View::non_const_value_type> shared_batch(const View& view) {
  const auto batch = matrix_batch(view);
  return {batch.data,       batch.batch,        batch.rows, batch.columns, batch.batch == 1 ? 0 : batch.batch_stride,
          batch.row_stride, batch.column_stride};
}

template <class View>
VectorBatch<const typename View::non_const_value_type> shared_vector(const View& view) {
  const auto batch = vector_batch(view);
  return {batch.data, view.extent(0) == 1 ? 0 : batch.batch_stride, batch.stride};
}

template <class View>
MatrixBatch<typename View::value_type> rate_batch(const View& rates) {
  return {rates.data(),
          static_cast<std::int64_t>(rates.extent(0)),
          1,
          2,
          static_cast<std::int64_t>(rates.stride(0)),
          0,
          static_cast<std::int64_t>(rates.stride(1))};
}

template <class Status>
auto report_of(const Status& status, std::int64_t batch) {
  for (const std::size_t extent : {status.info.extent(0), status.residual.extent(0), status.condition.extent(0),
                                   status.rank.extent(0), status.leave_one_out.extent(0)}) {
    if (extent != 0) require_length("kolibri::rbf", "a status View", extent, batch);
  }
  return RbfReport<typename decltype(status.residual)::non_const_value_type>{
      status.info.data(), status.residual.data(), status.condition.data(), status.rank.data(),
      status.leave_one_out.data()};
}

}  // namespace kolibri::detail
