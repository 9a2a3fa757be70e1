#include "measure.hpp"

#include <algorithm>
#include <iostream>
#include <kolibri/inverse_check.hpp>
#include <kolibri/with_scalar.hpp>

#include "common/allocation_peak.hpp"
#include "common/rounds.hpp"
#include "common/scalars.hpp"
#include "data.hpp"

namespace kolibri::bench {
namespace {

// The members as a routine sees them: in C order for ours, in column-major order for peers.
template <class Scalar>
auto matrices_of(const Routine& routine, Scalar* data, int n) {
  const auto order = static_cast<std::size_t>(n);
  const std::size_t row = routine.ours() ? order : 1;
  const std::size_t column = routine.ours() ? 1 : order;
  const Kokkos::LayoutStride layout(static_cast<std::size_t>(routine.size()), order * order, order, row, order, column);
  return Kokkos::View<Scalar***, Kokkos::LayoutStride, Memory>(data, layout);
}

template <class Scalar>
InverseAccuracy accuracy(const Batch<Scalar>& batch, const Routine& routine) {
  const std::int64_t n = batch.n();
  CheckSample sample;
  sample.members = std::clamp<std::int64_t>(100'000'000 / (n * n * n), 2, 1000);
  sample.columns = static_cast<int>(std::clamp<std::int64_t>(1'000'000'000 / (n * n), 8, n));
  return check_inverse(batch.exec, matrices_of(routine, batch.a.data(), batch.n()),
                       matrices_of(routine, batch.x.data(), batch.n()), batch.info, sample);
}

// So that a routine cannot pass with the answers of the one before.
template <class Scalar>
void spoil_answers(const Batch<Scalar>& batch) {
  Kokkos::deep_copy(batch.exec, batch.x, quiet_nan<Scalar>());
  Kokkos::deep_copy(batch.exec, batch.info, -1);
}

// What the routine holds and what a call allocates, but for the team scratch that Kokkos keeps from the first call on.
std::size_t workspace_bytes(const Space& exec, Routine& routine) {
  const AllocationPeak allocated;
  timed_run(exec, routine);
  return routine.workspace_bytes() + allocated.bytes();
}

// The first calls, and everything about their answers.
template <class Scalar>
Row warm_up(const Case& c, const Batch<Scalar>& batch, Routine& routine) {
  timed_run(batch.exec, routine);
  spoil_answers(batch);
  Row row;
  row.problem = c;
  row.workspace_bytes = workspace_bytes(batch.exec, routine);
  row.routine = routine.name();
  row.ours = routine.ours();
  const InverseAccuracy found = accuracy(batch, routine);
  row.left = found.left;
  row.right = found.right;
  row.failures = count_failures(batch.exec, batch.info, routine.size());
  return row;
}

// Leaves out, with a line on standard error, the routines that cannot do it, for want of memory for example.
template <class Scalar>
std::vector<Row> warm_up_all(const Case& c, const Batch<Scalar>& batch, Routines& routines) {
  std::vector<Row> rows;
  std::erase_if(routines, [&](const auto& routine) {
    try {
      rows.push_back(warm_up(c, batch, *routine));
      return false;
    } catch (const std::exception& error) {
      std::cerr << "left out: " << routine->name() << ": " << error.what() << '\n';
      return true;
    }
  });
  return rows;
}

template <class Scalar>
std::vector<Row> measure(const Space& exec, const Case& c, const Settings& settings) {
  const Batch<Scalar> batch = make_batch<Scalar>(exec, c);
  Routines routines = our_routines(batch, settings.methods);
  for (auto& peer : peer_routines(batch)) routines.push_back(std::move(peer));
  std::vector<Row> rows = warm_up_all(c, batch, routines);
  const std::vector<double> seconds = median_seconds(exec, routines, settings.repeats);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].seconds = seconds[i];
  add_ratios(rows);
  return rows;
}

}  // namespace

std::vector<Row> measure(const Space& exec, const Case& c, const Settings& settings) {
  return with_scalar(scalar_type(c.scalar), [&]<class Scalar>() { return measure<Scalar>(exec, c, settings); });
}

}  // namespace kolibri::bench
