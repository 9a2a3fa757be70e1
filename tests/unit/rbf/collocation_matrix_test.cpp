#include "collocation_matrix.hpp"

#include <cmath>
#include <kolibri/team_policy.hpp>
#include <map>
#include <utility>

#include "support.hpp"

// Sparse collocation matrices, element by element.
namespace kolibri::test {
namespace {

using Row = detail::RbfRow<double>;
using Neuron = detail::RbfNeuron<double>;
using Elements = std::map<std::pair<int, int>, double>;

template <class Element>
detail::DeviceArray<Space, Element> on_device(const std::vector<Element>& elements) {
  const detail::DeviceArray<Space, Element> device("elements", elements.size());
  const Kokkos::View<const Element*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> host(elements.data(),
                                                                                                      elements.size());
  Kokkos::deep_copy(device, host);
  return device;
}

/// Elements by row and column, or the other way round; the same place twice is a failure.
Elements elements_of(const detail::SparseMatrix<Space>& matrix, bool transposed) {
  const auto on_host = [](const auto& view) { return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view); };
  const auto row_map = on_host(matrix.graph.row_map);
  const auto columns = on_host(matrix.graph.entries);
  const auto values = on_host(matrix.values);
  Elements elements;
  for (int i = 0; i < matrix.numRows(); ++i) {
    for (std::size_t at = row_map(i); at < row_map(i + 1); ++at) {
      const auto place = transposed ? std::pair{columns(at), i} : std::pair{i, columns(at)};
      EXPECT_TRUE(elements.emplace(place, values(at)).second) << i;
    }
  }
  return elements;
}

/// Points in [-0.3, 1.3]^d, some of them twice.
double coordinate(int i, int j) { return -0.3 + 1.6 * std::fmod(0.31 + (i - i % 7 / 6) * (0.618 + 0.21 * j), 1.0); }

std::vector<Row> rows_in(int d, int count) {
  std::vector<Row> rows(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    Row& row = rows[static_cast<std::size_t>(i)];
    row.kappa = i % 2;
    row.q = 1 + i % 3;
    for (int j = 0; j < d; ++j) {
      row.x[j] = coordinate(i, j);
      row.b[j] = 0.5 - j;
    }
  }
  return rows;
}

std::vector<Neuron> neurons_in(int d, int count, double width) {
  std::vector<Neuron> neurons(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) {
    Neuron& neuron = neurons[static_cast<std::size_t>(k)];
    for (int j = 0; j < d; ++j) neuron.c[j] = coordinate(3 * k + 1, j);
    neuron.inverse_square = 1 / (width * width * (1 - 0.5 * (k % 3) / 2));  // widths of their own
  }
  return neurons;
}

/// What an element could be, of which round-off leaves a part: its terms cancel near a zero.
double scale_of(const Row& row, const Neuron& neuron) {
  const double b = std::hypot(row.b[0], row.b[1], row.b[2]);
  return 100 * std::abs(row.kappa) * neuron.inverse_square + 10 * b * std::sqrt(neuron.inverse_square) +
         std::abs(row.q);
}

// From supports that hold nothing but a centre to such that hold all: every element that is not zero is there, once,
// in the matrix and in its transpose, and is that of the dense matrix: to the bit where all are made on the host. On a
// device every kernel may contract multiplications and additions in its own way.
TEST(CollocationMatrix, HasTheElementsOfTheDenseOne) {
  constexpr double bound = runs_on_host<Space> ? 0 : 1e-12;
  for (int d = 1; d <= 3; ++d) {
    for (const double width : {1e-9, 0.05, 0.3, 100.0}) {
      const std::vector<Row> rows = rows_in(d, 150);
      const std::vector<Neuron> neurons = neurons_in(d, 40, width);
      const auto matrix = detail::collocation_matrix(Space(), on_device(rows), on_device(neurons), width, d);
      const Elements elements = elements_of(matrix.rows, false);
      const Elements transposed = elements_of(matrix.columns, true);
      EXPECT_EQ(transposed.size(), elements.size());
      std::size_t inside = 0;
      for (int i = 0; i < 150; ++i) {
        for (int k = 0; k < 40; ++k) {
          const double dense = detail::rbf_element(RbfBasis::wendland_c4, d, rows[static_cast<std::size_t>(i)],
                                                   neurons[static_cast<std::size_t>(k)]);
          const double scale = scale_of(rows[static_cast<std::size_t>(i)], neurons[static_cast<std::size_t>(k)]);
          for (const Elements* either : {&elements, &transposed}) {
            const auto found = either->find({i, k});
            EXPECT_NEAR(found == either->end() ? 0 : found->second, dense, bound * scale) << i << ", " << k;
          }
          EXPECT_EQ(elements.contains({i, k}), transposed.contains({i, k}));
          inside += dense != 0;
        }
      }
      EXPECT_EQ(elements.size(), inside);
      EXPECT_EQ(matrix.rows.numCols(), 40);
      EXPECT_EQ(matrix.columns.numCols(), 150);
    }
  }
}

}  // namespace
}  // namespace kolibri::test
