#include <algorithm>
#include <kolibri/detail/rbf_arguments.hpp>
#include <kolibri/rbf_sparse.hpp>
#include <limits>
#include <string>

namespace kolibri::detail {
namespace {

void require_initialised(const char* function) {
  require(Kokkos::is_initialized() && !Kokkos::is_finalized(), function,
          ": Kokkos is not initialised; call Kokkos::initialize or hold a Kokkos::ScopeGuard");
}

template <class Extents>
std::string text(const Extents& extents) {
  std::string text;
  for (const std::size_t extent : extents) text += (text.empty() ? "" : " x ") + std::to_string(extent);
  return text;
}

template <class Extents>
void require_shape(const char* function, const char* name, const Extents& got, const Extents& wanted) {
  require(got == wanted, function, ": ", name, " must be ", text(wanted), ", got ", text(got));
}

void require_dimension(const char* function, std::size_t d) {
  require(d >= 1 && d <= rbf_components, function, ": points have 1, 2 or 3 coordinates, got ", d);
}

void require_regularisation(const char* function, double delta) {
  require(delta >= 0 && delta < 1, function, ": regularisation must be in [0, 1), got ", delta);
}

void require_same_dimension(const char* function, const RbfSizes& sizes) {
  require(sizes.row_dimension == sizes.dimension, function, ": the rows have ", sizes.row_dimension,
          " coordinates, the centres ", sizes.dimension);
}

}  // namespace

std::int64_t rbf_row_batch(const Extents3& points, const Extents3& operators, const Extents2& targets) {
  constexpr const char* function = "kolibri::rbf_rows";
  require_initialised(function);
  require_dimension(function, points[2]);
  std::size_t batch = 1;
  for (const std::size_t extent : {points[0], operators[0], targets[0]}) batch = extent == 1 ? batch : extent;
  const auto batch_of = [batch](std::size_t own) { return own == 1 ? std::size_t{1} : batch; };
  require_shape(function, "points", points, {batch_of(points[0]), points[1], points[2]});
  require_shape(function, "operators", operators, {batch_of(operators[0]), points[1], points[2] + 2});
  require_shape(function, "targets", targets, {batch_of(targets[0]), points[1]});
  return static_cast<std::int64_t>(batch);
}

void require_rbf_network(const Extents3& centres, const Extents2& log_widths, const Extents2& weights) {
  constexpr const char* function = "kolibri::rbf_networks";
  require_initialised(function);
  require_dimension(function, centres[2]);
  require(centres[1] <= static_cast<std::size_t>(std::numeric_limits<int>::max()), function,
          ": up to 2147483647 neurons are supported, got ", centres[1]);
  require_shape(function, "log_widths", log_widths, {centres[0], centres[1]});
  require_shape(function, "weights", weights, {centres[0], centres[1]});
}

void require_fit(const char* function, const RbfSizes& sizes, bool determined) {
  require(sizes.neurons <= 4096, function, ": up to 4096 neurons are supported, got ", sizes.neurons,
          "; more are for rbf_sparse()");
  require_same_dimension(function, sizes);
  require(sizes.row_batch == 1 || sizes.row_batch == sizes.batch, function, ": rows for ", sizes.row_batch,
          " networks do not serve ", sizes.batch);
  require(!determined || sizes.rows >= sizes.neurons, function, ": ", sizes.rows, " rows do not determine ",
          sizes.neurons, " weights; give at least as many rows as neurons, better 1.5 times as many");
}

void require_sparse(const RbfSizes& sizes, RbfBasis basis, const std::vector<int>& levels,
                    const RbfSparseOptions& options) {
  constexpr const char* function = "kolibri::rbf_sparse";
  require(basis == RbfBasis::wendland_c4, function, ": the basis must be wendland_c4: no other one has a support");
  require_same_dimension(function, sizes);
  require(sizes.batch == 1 && sizes.row_batch == 1, function, ": one network at a time, got ",
          std::max(sizes.batch, sizes.row_batch));
  std::int64_t sum = 0;
  for (const int count : levels) {
    require(count >= 1 && count <= sizes.rows, function, ": a level must have from 1 to as many neurons as rows, ",
            sizes.rows, ", got ", count);
    sum += count;
  }
  require(sum == sizes.neurons, function, ": levels must add up to the ", sizes.neurons, " neurons, got ", sum);
  require(options.tolerance > 0 && options.tolerance < 1, function, ": tolerance must be in (0, 1), got ",
          options.tolerance);
  require(options.iterations >= 1, function, ": iterations must be >= 1, got ", options.iterations);
}

void require_evaluation(const Extents3& points, const Extents2& values, const Extents3& gradients,
                        const Extents2& laplacians, const Extents2& batch_and_dimension) {
  constexpr const char* function = "kolibri::rbf_evaluate";
  const auto [batch, d] = batch_and_dimension;
  const std::size_t n = points[1];
  require_shape(function, "points", points, {points[0] == 1 ? 1 : batch, n, d});
  if (values[0] * values[1] != 0) require_shape(function, "values", values, {batch, n});
  if (gradients[0] * gradients[1] != 0) require_shape(function, "gradients", gradients, {batch, n, d});
  if (laplacians[0] * laplacians[1] != 0) require_shape(function, "laplacians", laplacians, {batch, n});
}

void require_length(const char* function, const char* name, std::size_t got, std::int64_t wanted) {
  require(got == static_cast<std::size_t>(wanted), function, ": ", name, " must be of length ", wanted, ", got ", got);
}

void require_options(const RbfLinearOptions& options) {
  require_regularisation("kolibri::rbf_linear", options.regularisation);
}

void require_options(const RbfVarproOptions& options) {
  require_regularisation("kolibri::rbf_varpro", options.regularisation);
  require(options.initial_damping > 0, "kolibri::rbf_varpro: initial_damping must be > 0, got ",
          options.initial_damping);
  require(options.trials >= 1, "kolibri::rbf_varpro: trials must be >= 1, got ", options.trials);
}

void require_options(const RbfGradientCgOptions& options) {
  constexpr const char* function = "kolibri::rbf_gradient_cg";
  require(options.centre_rate >= 0 && options.width_rate >= 0, function, ": rates must be >= 0, got ",
          options.centre_rate, " and ", options.width_rate);
  require(options.cg_tolerance > 0 && options.cg_tolerance < 1, function, ": cg_tolerance must be in (0, 1), got ",
          options.cg_tolerance);
  require(options.cg_iterations >= 0, function, ": cg_iterations must be >= 0, got ", options.cg_iterations);
}

}  // namespace kolibri::detail
