#include "poisson/marching_squares.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>

namespace kolibri::drivers {
namespace {

/// A crossing of phi = 0 with an edge between nodes.
struct Crossing {
  std::int64_t edge;  // shared by the two cells beside it
  Point x;
};

/// From one crossing of a cell to another, the domain to the left.
struct Chord {
  Crossing from, to;
};

class Cells {
 public:
  Cells(const LevelSet& phi, const CellGrid& grid) : m_phi(phi), m_grid(grid) {
    m_inside.reserve(static_cast<std::size_t>((grid.cells[0] + 1) * (grid.cells[1] + 1)));
    for (int j = 0; j <= grid.cells[1]; ++j) {
      for (int i = 0; i <= grid.cells[0]; ++i) m_inside.push_back(phi(grid.node(i, j)) < 0);
    }
  }

  void append_chords(int i, int j, std::vector<Chord>& chords) const {
    std::vector<Crossing> out, in;  // where a walk round the cell, counter-clockwise, leaves and enters the domain
    for (int side = 0; side < 4; ++side) {
      const auto first = corner(i, j, side), second = corner(i, j, (side + 1) % 4);
      if (inside(first) == inside(second)) continue;
      (inside(first) ? out : in).push_back(crossing(first, second));
    }
    if (out.empty()) return;
    if (out.size() == 1) return chords.push_back({out[0], in[0]});
    // Opposite corners are inside: one domain or two, as the middle says. The walk meets out[k] after in[k] if it
    // begins outside, else before it.
    const Point a = m_grid.node(i, j), b = m_grid.node(i + 1, j + 1);
    const bool joined = m_phi({(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, 0}) < 0, begins_inside = inside({i, j});
    const std::size_t shift = joined == begins_inside ? 0 : 1;
    for (std::size_t k = 0; k < 2; ++k) chords.push_back({out[k], in[(k + shift) % 2]});
  }

 private:
  using Node = std::array<int, 2>;

  static Node corner(int i, int j, int k) { return {i + (k == 1 || k == 2), j + (k >= 2)}; }
  bool inside(const Node& n) const {
    return m_inside[static_cast<std::size_t>(n[1]) * static_cast<std::size_t>(m_grid.cells[0] + 1) +
                    static_cast<std::size_t>(n[0])];
  }

  Crossing crossing(const Node& a, const Node& b) const {
    const Node &first = inside(a) ? a : b, &second = inside(a) ? b : a;
    const std::int64_t i = std::min(a[0], b[0]), j = std::min(a[1], b[1]);
    const std::int64_t edge = 2 * (j * (m_grid.cells[0] + 1) + i) + (a[0] == b[0] ? 1 : 0);
    return {edge, m_phi.zero_between(m_grid.node(first[0], first[1]), m_grid.node(second[0], second[1]))};
  }

  const LevelSet& m_phi;
  const CellGrid& m_grid;
  std::vector<bool> m_inside;
};

/// The point where the tangents at the ends of a chord meet, if the curve has a corner between them.
std::optional<Point> corner_between(const LevelSet& phi, const Point& a, const Point& b) {
  const Point n = phi.normal(a), m = phi.normal(b);
  constexpr double smooth = 0.9;  // of the cosine of the angle between normals
  if (n[0] * m[0] + n[1] * m[1] > smooth) return std::nullopt;
  const double cross = n[0] * m[1] - n[1] * m[0];
  if (std::abs(cross) < 1e-3) return std::nullopt;
  const double at_a = n[0] * a[0] + n[1] * a[1], at_b = m[0] * b[0] + m[1] * b[1];
  const Point x{(at_a * m[1] - at_b * n[1]) / cross, (at_b * n[0] - at_a * m[0]) / cross, 0};
  const double chord = std::hypot(b[0] - a[0], b[1] - a[1]);
  const bool near =
      std::hypot(x[0] - a[0], x[1] - a[1]) < 2 * chord && std::hypot(x[0] - b[0], x[1] - b[1]) < 2 * chord;
  // A corner on the edge of a cell is that end of the chord already.
  const double apart_at_least = 1e-6 * chord;
  const bool apart =
      std::hypot(x[0] - a[0], x[1] - a[1]) > apart_at_least && std::hypot(x[0] - b[0], x[1] - b[1]) > apart_at_least;
  return near && apart ? std::optional(x) : std::nullopt;
}

void append_chord(std::vector<CurvePiece>& pieces, const std::shared_ptr<const LevelSet>& phi, const Chord& chord) {
  const Point &a = chord.from.x, &b = chord.to.x;
  if (a == b) return;  // phi = 0 at a node
  const bool joins = !pieces.empty() && pieces.back().end == a;
  const auto piece = [&](const Point& start, const Point& end, bool smooth) {
    CurvePiece result;
    result.start = start;
    result.end = end;
    result.joins = smooth;
    result.level_set = phi;
    return result;
  };
  const std::optional<Point> corner = corner_between(*phi, a, b);
  if (corner) pieces.push_back(piece(a, *corner, joins));
  pieces.push_back(piece(corner.value_or(a), b, corner ? false : joins));
}

}  // namespace

Point CellGrid::node(int i, int j) const {
  return {i == cells[0] ? upper[0] : lower[0] + (upper[0] - lower[0]) * i / cells[0],
          j == cells[1] ? upper[1] : lower[1] + (upper[1] - lower[1]) * j / cells[1], 0};
}

std::vector<CurvePiece> zero_curves(const std::shared_ptr<const LevelSet>& phi, const CellGrid& grid) {
  const Cells cells(*phi, grid);
  std::vector<Chord> chords;
  for (int j = 0; j < grid.cells[1]; ++j) {
    for (int i = 0; i < grid.cells[0]; ++i) cells.append_chords(i, j, chords);
  }
  std::map<std::int64_t, std::size_t> begins, ends;  // chords by the edges on which they do
  for (std::size_t k = 0; k < chords.size(); ++k) {
    begins[chords[k].from.edge] = k;
    ends[chords[k].to.edge] = k;
  }
  std::vector<CurvePiece> pieces;
  std::vector<bool> taken(chords.size(), false);
  const auto follow = [&](std::size_t k) {
    while (!taken[k]) {
      taken[k] = true;
      append_chord(pieces, phi, chords[k]);
      const auto next = begins.find(chords[k].to.edge);
      if (next == begins.end()) return;
      k = next->second;
    }
  };
  for (std::size_t k = 0; k < chords.size(); ++k) {
    if (!ends.contains(chords[k].from.edge)) follow(k);  // curves that begin at the box
  }
  for (std::size_t k = 0; k < chords.size(); ++k) follow(k);
  return pieces;
}

std::vector<CurvePiece> box_edges(const LevelSet& phi, const CellGrid& grid) {
  const int nx = grid.cells[0], ny = grid.cells[1];
  // Counter-clockwise, the domain to the left.
  const auto node = [&](int side, int k) {
    return side == 0   ? grid.node(0, ny - k)
           : side == 1 ? grid.node(nx, k)
           : side == 2 ? grid.node(k, 0)
                       : grid.node(nx - k, ny);
  };
  std::vector<CurvePiece> edges;
  for (int side = 0; side < 4; ++side) {
    const int count = side < 2 ? ny : nx;
    bool before = false;  // whether the node before is inside, so that an edge has begun
    Point start{};
    for (int k = 0; k <= count; ++k) {
      const Point x = node(side, k);
      const bool inside = phi(x) < 0;
      if (inside && !before) start = k == 0 ? x : phi.zero_between(x, node(side, k - 1));
      if (before && (!inside || k == count)) {
        const Point end = inside ? x : phi.zero_between(node(side, k - 1), x);
        if (end != start) edges.push_back({start, end, {}, 0, side + 1});
      }
      before = inside;
    }
  }
  return edges;
}

}  // namespace kolibri::drivers
