#include <algorithm>
#include <kolibri/error.hpp>

#include "poisson/shapes.hpp"

namespace kolibri::drivers {
namespace {

double cross(const Point& o, const Point& a, const Point& b) {
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

double signed_area(const Loop& loop) {
  double area = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Point &a = loop[i], &b = loop[(i + 1) % loop.size()];
    area += (a[0] * b[1] - b[0] * a[1]) / 2;
  }
  return area;
}

/// How often the loop goes round the point counter-clockwise (Sunday's algorithm); exact but for round-off on an edge.
int winding_number(const Loop& loop, const Point& x) {
  int winding = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Point &a = loop[i], &b = loop[(i + 1) % loop.size()];
    if (a[1] <= x[1] && b[1] > x[1] && cross(a, b, x) > 0) ++winding;
    if (a[1] > x[1] && b[1] <= x[1] && cross(a, b, x) < 0) --winding;
  }
  return winding;
}

bool in_box_of(const Point& a, const Point& b, const Point& x) {
  return std::min(a[0], b[0]) <= x[0] && x[0] <= std::max(a[0], b[0]) && std::min(a[1], b[1]) <= x[1] &&
         x[1] <= std::max(a[1], b[1]);
}

/// Whether two edges have a point in common.
bool meet(const Point& a, const Point& b, const Point& c, const Point& d) {
  const double abc = cross(a, b, c), abd = cross(a, b, d), cda = cross(c, d, a), cdb = cross(c, d, b);
  if (((abc > 0) != (abd > 0)) && ((cda > 0) != (cdb > 0)) && abc != 0 && abd != 0 && cda != 0 && cdb != 0) return true;
  return (abc == 0 && in_box_of(a, b, c)) || (abd == 0 && in_box_of(a, b, d)) || (cda == 0 && in_box_of(c, d, a)) ||
         (cdb == 0 && in_box_of(c, d, b));
}

struct Edge {
  Point a, b;
  std::size_t loop, place, places;
};

std::string name_of_loop(const std::string& key, std::size_t loop) {
  return loop == 0 ? concat("'", key, ".vertices'") : concat("'", key, ".holes.", loop, ".vertices'");
}

/// Neighbours of one loop share a corner and nothing else.
bool in_conflict(const Edge& first, const Edge& second) {
  if (first.loop != second.loop) return meet(first.a, first.b, second.a, second.b);
  const bool next = (first.place + 1) % first.places == second.place;
  const bool previous = (second.place + 1) % second.places == first.place;
  if (!next && !previous) return meet(first.a, first.b, second.a, second.b);
  const Edge &before = next ? first : second, &after = next ? second : first;
  return cross(before.a, before.b, after.b) == 0 && (before.b[0] - before.a[0]) * (after.b[0] - after.a[0]) +
                                                            (before.b[1] - before.a[1]) * (after.b[1] - after.a[1]) <
                                                        0;
}

std::vector<Edge> edges_of(const std::vector<Loop>& loops) {
  std::vector<Edge> edges;
  for (std::size_t l = 0; l < loops.size(); ++l) {
    const std::size_t n = loops[l].size();
    for (std::size_t i = 0; i < n; ++i) edges.push_back({loops[l][i], loops[l][(i + 1) % n], l, i, n});
  }
  return edges;
}

void require_simple(const std::vector<Loop>& loops, const std::string& key) {
  for (std::size_t l = 0; l < loops.size(); ++l) {
    require(loops[l].size() >= 3, name_of_loop(key, l), " needs at least 3 vertices, got ", loops[l].size());
    for (std::size_t i = 0; i < loops[l].size(); ++i) {
      require(loops[l][i] != loops[l][(i + 1) % loops[l].size()], name_of_loop(key, l), ": vertex ", i + 1,
              " is repeated");
    }
  }
  const std::vector<Edge> edges = edges_of(loops);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t j = i + 1; j < edges.size(); ++j) {
      require(!in_conflict(edges[i], edges[j]), name_of_loop(key, edges[i].loop), ": edge ", edges[i].place + 1,
              " meets edge ", edges[j].place + 1, " of ", name_of_loop(key, edges[j].loop));
    }
  }
  for (std::size_t l = 1; l < loops.size(); ++l) {
    require(winding_number(loops[0], loops[l][0]) != 0, name_of_loop(key, l), " lies outside of the polygon");
  }
}

std::vector<Loop> checked_loops(Loop outer, std::vector<Loop> holes, const std::string& key) {
  std::vector<Loop> loops = std::move(holes);
  loops.insert(loops.begin(), std::move(outer));
  require_simple(loops, key);
  for (std::size_t l = 0; l < loops.size(); ++l) {
    if ((signed_area(loops[l]) > 0) != (l == 0)) std::reverse(loops[l].begin(), loops[l].end());
  }
  return loops;
}

std::vector<std::string> parts_of(std::size_t edges, std::size_t holes) {
  std::vector<std::string> parts;
  for (std::size_t i = 1; i <= edges; ++i) parts.push_back(concat("edge_", i));
  for (std::size_t i = 1; i <= holes; ++i) parts.push_back(concat("hole_", i));
  return parts;
}

}  // namespace

Polygon::Polygon(Loop outer, std::vector<Loop> holes, const std::string& key)
    : CurvedDomain(2, corner_of(outer, false), corner_of(outer, true), parts_of(outer.size(), holes.size())) {
  const bool reversed = outer.size() >= 3 && signed_area(outer) < 0;
  m_loops = checked_loops(std::move(outer), std::move(holes), key);
  const std::size_t n = m_loops[0].size();
  for (const Edge& edge : edges_of(m_loops)) {
    // Edges keep the numbers that the user's order of vertices gives them.
    const std::size_t number = reversed ? (2 * n - 2 - edge.place) % n : edge.place;
    const std::size_t part = edge.loop == 0 ? number : n + edge.loop - 1;
    m_pieces.push_back({edge.a, edge.b, {}, 0, static_cast<int>(part)});
  }
}

bool Polygon::contains(const Point& x) const {
  int winding = 0;
  for (const Loop& loop : m_loops) winding += winding_number(loop, x);
  return winding != 0;
}

}  // namespace kolibri::drivers
