#include "measure.hpp"

#include <algorithm>
#include <iostream>
#include <kolibri/eigh_check.hpp>
#include <kolibri/with_scalar.hpp>

#include "common/rounds.hpp"
#include "common/scalars.hpp"
#include "data.hpp"

namespace kolibri::bench {
namespace {

// The leading members as a routine sees them: in C order for ours, in column-major order for peers.
template <class Scalar>
auto matrices_of(const Routine& routine, Scalar* data, int n) {
  const auto size = static_cast<std::size_t>(routine.size());
  const auto order = static_cast<std::size_t>(n);
  const std::size_t row = routine.ours() ? order : 1;
  const std::size_t column = routine.ours() ? 1 : order;
  const Kokkos::LayoutStride layout(size, order * order, order, row, order, column);
  return Kokkos::View<Scalar***, Kokkos::LayoutStride, Memory>(data, layout);
}

template <class Scalar>
EighAccuracy accuracy(const Batch<Scalar>& batch, const Routine& routine) {
  using Members = std::pair<std::size_t, std::size_t>;
  const Members members(0, static_cast<std::size_t>(routine.size()));
  const auto a = matrices_of(routine, batch.a.data(), batch.n());
  auto v = matrices_of(routine, batch.v.data(), batch.n());
  if (!batch.vectors) v = {};
  const std::int64_t sample =
      std::clamp<std::int64_t>(100'000'000 / (std::int64_t{batch.n()} * batch.n() * batch.n()), 2, 1000);
  return check_eigh(batch.exec, a, Kokkos::subview(batch.w, members, Kokkos::ALL), v,
                    Kokkos::subview(batch.info, members), Triangle::lower, sample);
}

int most_sweeps(const Space& exec, const Kokkos::View<int*, Memory>& sweeps) {
  int most = 0;
  Kokkos::parallel_reduce(
      "kolibri::bench::most_sweeps", Kokkos::RangePolicy<Space>(exec, 0, sweeps.size()),
      KOKKOS_LAMBDA(std::size_t b, int& result) { result = Kokkos::max(result, sweeps(b)); }, Kokkos::Max<int>(most));
  return most;
}

// So that a routine cannot pass with the answers of the one before.
template <class Scalar>
void spoil_answers(const Batch<Scalar>& batch) {
  Kokkos::deep_copy(batch.exec, batch.w, quiet_nan<real_t<Scalar>>());
  Kokkos::deep_copy(batch.exec, batch.info, -1);
  Kokkos::deep_copy(batch.exec, batch.sweeps, 0);
}

// The first call, and everything about its answers.
template <class Scalar>
Row warm_up(const Case& c, const Batch<Scalar>& batch, Routine& routine) {
  spoil_answers(batch);
  timed_run(batch.exec, routine);
  const EighAccuracy found = accuracy(batch, routine);
  Row row;
  row.problem = c;
  row.problem.batch = routine.size();
  row.routine = routine.name();
  row.ours = routine.ours();
  row.residual = found.residual;
  row.orthogonality = found.orthogonality;
  row.moments = found.moments;
  row.workspace_bytes = routine.workspace_bytes();
  row.sweeps = most_sweeps(batch.exec, batch.sweeps);
  row.failures = count_failures(batch.exec, batch.info, routine.size());
  return row;
}

// Leaves out, with a line on standard error, the routines that cannot do it.
template <class Scalar>
std::vector<Row> warm_up_all(const Case& c, const Batch<Scalar>& batch, Routines& routines) {
  std::vector<Row> rows;
  std::erase_if(routines, [&](const auto& routine) {
    try {
      rows.push_back(warm_up(c, batch, *routine));
      return false;
    } catch (const Error& error) {
      std::cerr << "left out: " << error.what() << '\n';
      return true;
    }
  });
  return rows;
}

// Two calls show those that are hopeless: timing them would take most of the time of a choice.
void leave_out_hopeless(const Space& exec, Routines& routines, std::vector<Row>& rows) {
  constexpr double hopeless = 10;
  const std::vector<double> seconds = fastest_seconds(exec, routines, 2);
  if (seconds.empty()) return;
  const double longest = hopeless * *std::min_element(seconds.begin(), seconds.end());
  for (std::size_t i = routines.size(); i-- > 0;) {
    if (seconds[i] <= longest) continue;
    routines.erase(routines.begin() + static_cast<std::ptrdiff_t>(i));
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

template <class Scalar>
std::vector<Row> measure(const Space& exec, const Case& c, const Settings& settings) {
  const Batch<Scalar> batch = make_batch<Scalar>(exec, c);
  Routines routines = our_routines(batch, settings.algorithms);
  const bool chooses = !settings.choose.empty();
  if (!chooses) {
    for (auto& peer : peer_routines(batch)) routines.push_back(std::move(peer));
  }
  std::vector<Row> rows = warm_up_all(c, batch, routines);
  if (chooses) leave_out_hopeless(batch.exec, routines, rows);
  const std::vector<double> seconds =
      chooses ? fastest_seconds(exec, routines, settings.repeats) : median_seconds(exec, routines, settings.repeats);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].seconds = seconds[i];
  add_ratios(rows);
  return rows;
}

}  // namespace

std::vector<Row> measure(const Space& exec, const Case& c, const Settings& settings) {
  return with_scalar(scalar_type(c.scalar), [&]<class Scalar>() { return measure<Scalar>(exec, c, settings); });
}

}  // namespace kolibri::bench
