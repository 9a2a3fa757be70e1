#include <string>

#include "../message_of.hpp"
#include "support.hpp"

namespace kolibri::test {
namespace {

using View3 = Kokkos::View<double***, Memory>;
using View2 = Kokkos::View<double**, Memory>;

std::string rows_error(View3 points, View3 operators, View2 targets) {
  return message_of([&] { rbf_rows(points, operators, targets); });
}

TEST(Arguments, Rows) {
  EXPECT_EQ(rows_error(View3("", 1, 5, 4), View3("", 1, 5, 6), View2("", 1, 5)),
            "kolibri::rbf_rows: points have 1, 2 or 3 coordinates, got 4");
  EXPECT_EQ(rows_error(View3("", 1, 5, 2), View3("", 1, 5, 3), View2("", 1, 5)),
            "kolibri::rbf_rows: operators must be 1 x 5 x 4, got 1 x 5 x 3");
  EXPECT_EQ(rows_error(View3("", 1, 5, 2), View3("", 1, 5, 4), View2("", 1, 6)),
            "kolibri::rbf_rows: targets must be 1 x 5, got 1 x 6");
  EXPECT_EQ(rows_error(View3("", 2, 5, 2), View3("", 1, 5, 4), View2("", 3, 5)),
            "kolibri::rbf_rows: points must be 3 x 5 x 2, got 2 x 5 x 2");
  EXPECT_EQ(rows_error(View3("", 1, 5, 2), View3("", 1, 5, 4), View2("", 3, 5)), "no error");
}

TEST(Arguments, Networks) {
  EXPECT_EQ(message_of([] { rbf_networks(RbfBasis::gaussian, View3("", 2, 5, 2), View2("", 2, 4), View2("", 2, 5)); }),
            "kolibri::rbf_networks: log_widths must be 2 x 5, got 2 x 4");
  EXPECT_EQ(message_of([] { rbf_networks(RbfBasis::gaussian, View3("", 2, 5, 2), View2("", 2, 5), View2("", 1, 5)); }),
            "kolibri::rbf_networks: weights must be 2 x 5, got 1 x 5");
}

TEST(Arguments, Fit) {
  const auto rows_of = [](int batch, int rows, int d) {
    return rbf_rows(View3("", 1, rows, d), View3("", 1, rows, d + 2), View2("", batch, rows));
  };
  const auto networks_of = [](int batch, int m, int d) {
    return rbf_networks(RbfBasis::imq, View3("", batch, m, d), View2("", batch, m), View2("", batch, m));
  };
  EXPECT_EQ(message_of([&] { rbf_linear(Space(), rows_of(1, 4, 2), networks_of(1, 5, 2)); }),
            "kolibri::rbf_linear: 4 rows do not determine 5 weights; give at least as many rows as neurons, better 1.5 "
            "times as many");
  EXPECT_EQ(message_of([&] { rbf_linear(Space(), rows_of(1, 6, 1), networks_of(1, 5, 2)); }),
            "kolibri::rbf_linear: the rows have 1 coordinates, the centres 2");
  EXPECT_EQ(message_of([&] { rbf_linear(Space(), rows_of(3, 6, 2), networks_of(2, 5, 2)); }),
            "kolibri::rbf_linear: rows for 3 networks do not serve 2");
  const Kokkos::View<double*, Memory> damping("", 1);
  EXPECT_EQ(message_of([&] { rbf_varpro(Space(), rows_of(1, 6, 2), networks_of(2, 5, 2), damping); }),
            "kolibri::rbf_varpro: damping must be of length 2, got 1");
  EXPECT_EQ(
      message_of([&] { rbf_linear(Space(), rows_of(1, 6, 2), networks_of(2, 5, 2), {}, {.regularisation = -1}); }),
      "kolibri::rbf_linear: regularisation must be in [0, 1), got -1");
  EXPECT_EQ(message_of([&] {
              rbf_gradient_cg(Space(), rows_of(1, 6, 2), networks_of(1, 5, 2), Kokkos::View<double* [2], Memory>("", 1),
                              {}, {.cg_tolerance = 0});
            }),
            "kolibri::rbf_gradient_cg: cg_tolerance must be in (0, 1), got 0");
}

}  // namespace
}  // namespace kolibri::test
