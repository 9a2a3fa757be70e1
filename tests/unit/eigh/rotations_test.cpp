#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <row_rotations.hpp>
#include <vector>

// Rotations of QL against c x - s y, s x + c y as they are written, with the angles at which a scaled one could fail.
namespace kolibri::detail {
namespace {

constexpr int n = 11, sweeps = kept_sweeps + 3, rows = 7;

template <class Real>
class EighRotations : public ::testing::Test {
 protected:
  static constexpr int count = Lanes<Real>::count;

  EighRotations() {
    std::uniform_real_distribution<Real> uniform(-1, 1);
    for (Real& x : z) x = uniform(engine);
    for (auto& sweep : angles) {
      for (auto& rotation : sweep) {
        for (int lane = 0; lane < count; ++lane) set(rotation, lane, uniform(engine));
      }
    }
    for (int s = 0; s < sweeps; ++s) {
      for (int lane = 0; lane < count; ++lane) first[s][lane] = (s + lane) % 4;
    }
  }

  struct Rotation {
    Lanes<Real> c, s;
  };

  /// Every fifth one swaps the columns or nearly so, or leaves them.
  void set(Rotation& rotation, int lane, Real x) {
    const Real cosines[] = {0, Real(1e-30), -std::numeric_limits<Real>::min(), 1, -1};
    const bool special = engine() % 5 == 0;
    const Real c = special ? cosines[engine() % 5] : x;
    rotation.c[lane] = c;
    rotation.s[lane] = std::copysign(std::sqrt(1 - c * c), x);
  }

  Real& plain(int lane, int column, int row) { return z[static_cast<std::size_t>((lane * n + column) * rows + row)]; }

  /// Lanes rotate by the identity beyond their first rows.
  template <class Log>
  void log_all(Log& log) {
    for (int s = 0; s < sweeps; ++s) {
      log.begin(first[s], 0);
      for (int i = n - 2; i >= 0; --i) {
        Rotation rotation = angles[s][i];
        for (int lane = 0; lane < count; ++lane) {
          if (i >= first[s][lane]) continue;
          rotation.c[lane] = 1;
          rotation.s[lane] = 0;
        }
        log.add(i, rotation.c, rotation.s);
      }
    }
    log.apply();
  }

  void rotate_plainly() {
    for (int s = 0; s < sweeps; ++s) {
      for (int lane = 0; lane < count; ++lane) {
        for (int i = n - 2; i >= first[s][lane]; --i) {
          const Real cosine = angles[s][i].c[lane], sine = angles[s][i].s[lane];
          for (int row = 0; row < rows; ++row) {
            const Real x = plain(lane, i, row), y = plain(lane, i + 1, row);
            plain(lane, i, row) = cosine * x - sine * y;
            plain(lane, i + 1, row) = sine * x + cosine * y;
          }
        }
      }
    }
  }

  static std::vector<ScaledRotation<Real>> room(std::size_t size) {
    const Lanes<Real> zero(Real(0)), one(Real(1));
    Lanes<Real> scale = one;
    return std::vector<ScaledRotation<Real>>(size, ScaledRotation<Real>(one, zero, scale));
  }

  static constexpr Real tolerance = 100 * std::numeric_limits<Real>::epsilon();

  std::mt19937 engine{1};
  std::vector<Real> z = std::vector<Real>(static_cast<std::size_t>(n) * rows * count);
  Rotation angles[sweeps][n - 1];
  typename LaneMask<Real>::Bits first[sweeps];
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(EighRotations, Reals);

TYPED_TEST(EighRotations, InLanes) {
  constexpr int count = Lanes<TypeParam>::count;
  std::vector<Lanes<TypeParam>> lanes(n * rows);
  for (int i = 0; i < n * rows; ++i) {
    for (int lane = 0; lane < count; ++lane) lanes[i][lane] = this->plain(lane, i / rows, i % rows);
  }
  auto kept = this->room(LaneRotations<TypeParam>::size(n));
  LaneRotations<TypeParam> log(n, rows, rows, lanes.data(), kept.data());
  this->log_all(log);
  this->rotate_plainly();
  for (int i = 0; i < n * rows; ++i) {
    for (int lane = 0; lane < count; ++lane) {
      EXPECT_NEAR(lanes[i][lane], this->plain(lane, i / rows, i % rows), this->tolerance);
    }
  }
}

/// A member's Z has n rows of one chunk, of which `rows` places are looked at, as far as a chunk has them.
TYPED_TEST(EighRotations, InRows) {
  constexpr int count = Lanes<TypeParam>::count, used = std::min(rows, count);
  std::vector<Lanes<TypeParam>> chunks(n * count, Lanes<TypeParam>(TypeParam(0)));
  for (int i = 0; i < n * count; ++i) {
    for (int row = 0; row < used; ++row) chunks[i][row] = this->plain(i / n, i % n, row);
  }
  auto kept = this->room(RowRotations<TypeParam>::kept_size(n));
  std::vector<TypeParam> mine(RowRotations<TypeParam>::mine_size(n));
  RowRotations<TypeParam> log(n, 1, 1, count, chunks.data(), kept.data(), mine.data());
  this->log_all(log);
  this->rotate_plainly();
  for (int i = 0; i < n * count; ++i) {
    for (int row = 0; row < used; ++row) EXPECT_NEAR(chunks[i][row], this->plain(i / n, i % n, row), this->tolerance);
  }
}

}  // namespace
}  // namespace kolibri::detail
