#include <cstdint>

#include "support_names.hpp"

// Elements beyond 2^31, in one matrix and in a batch: sizes for a device, where they are filled and looked at.
namespace kolibri::test {

namespace {

using Matrices = Kokkos::View<double***, Kokkos::LayoutRight, Space>;
using Items = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>;

/// A cyclic permutation with powers of two, so that every inverse is exact: column i + 1 of row i holds 2^((b + i) %
/// 5).
struct ShiftedPowers {
  Matrices m;

  KOKKOS_FUNCTION double element(std::int64_t b, int i, int j) const {
    return j == (i + 1) % m.extent_int(1) ? static_cast<double>(1 << (b + i) % 5) : 0;
  }
  KOKKOS_FUNCTION double inverse_element(std::int64_t b, int i, int j) const {
    const double transposed = element(b, j, i);
    return transposed == 0 ? 0 : 1 / transposed;
  }

  /// Sets an element.
  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const std::int64_t n = m.extent_int(1), row = item / n, b = row / n;
    m.data()[item] = element(b, static_cast<int>(row % n), static_cast<int>(item % n));
  }
  /// Counts an element that is not the inverse's.
  KOKKOS_FUNCTION void operator()(std::int64_t item, std::int64_t& wrong) const {
    const std::int64_t n = m.extent_int(1), row = item / n, b = row / n;
    if (m.data()[item] != inverse_element(b, static_cast<int>(row % n), static_cast<int>(item % n))) ++wrong;
  }
};

/// Elements of the inverses, in place, that are wrong; -1 when a member is reported.
std::int64_t wrong_elements(std::int64_t batch, int n) {
  const Matrices m(Kokkos::view_alloc(Kokkos::WithoutInitializing, "kolibri::test m"), batch, n, n);
  const Kokkos::View<int*, Space> info("kolibri::test info", batch);
  const Items items(0, batch * n * n);
  Kokkos::parallel_for("kolibri::test fill", items, ShiftedPowers{m});
  inverse(Space(), m, m, info);
  int reported = 0;
  Kokkos::parallel_reduce(
      "kolibri::test info", Items(0, batch),
      KOKKOS_LAMBDA(std::int64_t b, int& most) { most = Kokkos::max(most, Kokkos::abs(info(b))); },
      Kokkos::Max<int>(reported));
  std::int64_t wrong = 0;
  Kokkos::parallel_reduce("kolibri::test compare", items, ShiftedPowers{m}, wrong);
  return reported != 0 ? -1 : wrong;
}

TEST(LargeIndex, BatchOfMoreThan2To31Elements) { EXPECT_EQ(wrong_elements((1 << 21) + 3, 32), 0); }

// numpy 5898: the inverse of a matrix of more than 2^31 elements was zero
TEST(LargeIndex, MatrixOfMoreThan2To31Elements) {
  for (const int n : {46341, 50000}) EXPECT_EQ(wrong_elements(1, n), 0) << n;
}

}  // namespace

}  // namespace kolibri::test
