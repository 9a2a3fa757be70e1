#include "poisson/csg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <kolibri/error.hpp>
#include <limits>
#include <utility>

#include "poisson/shapes.hpp"

namespace kolibri::drivers {
namespace {

/// The formula on shapes.
class Sets {
 public:
  Sets(SetFormula formula, NamedShapes shapes) : m_formula(std::move(formula)), m_shapes(std::move(shapes.shapes)) {
    double smallest = std::numeric_limits<double>::infinity(), largest = 0;
    for (const auto& shape : m_shapes) {
      smallest = std::min(smallest, shape->size());
      for (const Point* const corner : {&shape->lower(), &shape->upper()}) {
        for (const double x : *corner) largest = std::max(largest, std::abs(x));
      }
    }
    m_tolerance = std::max(1e-9 * smallest, 1e-14 * largest);
  }

  /// Lengths below it are none: a part of the smallest shape, but no less than the round-off of coordinates.
  double tolerance() const { return m_tolerance; }

  bool holds(const Point& x) const {
    std::vector<bool> inside;
    inside.reserve(m_shapes.size());
    for (const auto& shape : m_shapes) inside.push_back(shape->contains(x));
    return m_formula(inside);
  }

  // On a seam between two shapes the formula says nothing: points of it may be in neither or in both. It has the
  // domain, or what is subtracted, on both sides; no seam has a slope like those of these directions.
  bool contains(const Point& x) const {
    static const std::array directions{Point{std::cos(0.7), std::sin(0.7), 0}, Point{std::cos(2.1), std::sin(2.1), 0}};
    return std::all_of(directions.begin(), directions.end(), [&](const Point& direction) {
      return holds(moved(x, 0.1 * m_tolerance, direction)) && holds(moved(x, -0.1 * m_tolerance, direction));
    });
  }

 private:
  SetFormula m_formula;
  std::vector<std::unique_ptr<Domain>> m_shapes;
  double m_tolerance = 0;
};

class Csg final : public CurvedDomain {
 public:
  Csg(Sets sets, std::vector<CurvePiece> pieces, std::vector<std::string> parts)
      : CurvedDomain(std::move(pieces), std::move(parts)), m_sets(std::move(sets)) {}

  bool contains(const Point& x) const override { return m_sets.contains(x); }

 private:
  Sets m_sets;
};

/// The curves of all shapes, their parts numbered through.
struct Curves {
  std::vector<CurvePiece> pieces;
  std::vector<std::size_t> shape;  // of each piece
  std::vector<std::string> parts;
};

Curves curves_of(const NamedShapes& shapes) {
  Curves all;
  for (std::size_t s = 0; s < shapes.shapes.size(); ++s) {
    const auto first = static_cast<int>(all.parts.size());
    for (CurvePiece piece : shapes.shapes[s]->curves()) {
      piece.part += first;
      all.pieces.push_back(piece);
      all.shape.push_back(s);
    }
    for (const std::string& part : shapes.shapes[s]->parts()) all.parts.push_back(concat(shapes.names[s], '.', part));
  }
  return all;
}

/// A piece cut where the curves of other shapes cross it.
std::vector<CurvePiece> cut(const Curves& all, std::size_t i, double tolerance) {
  std::vector<double> fractions{0, 1};
  for (std::size_t k = 0; k < all.pieces.size(); ++k) {
    if (all.shape[k] == all.shape[i]) continue;
    const std::vector<double> found = crossings(all.pieces[i], all.pieces[k], tolerance);
    fractions.insert(fractions.end(), found.begin(), found.end());
  }
  std::sort(fractions.begin(), fractions.end());
  const double length = all.pieces[i].length();
  std::vector<CurvePiece> parts;
  double last = 0;
  for (const double t : fractions) {
    if ((t - last) * length <= tolerance) continue;
    parts.push_back(all.pieces[i].between(last, t));
    last = t;
  }
  return parts;
}

/// Whether a piece runs along kept ones of other shapes: its ends and its middle lie on them.
bool doubled(const CurvePiece& piece, const std::vector<CurvePiece>& kept, double tolerance) {
  const std::array fractions{0.0, 0.5, 1.0};
  return std::all_of(fractions.begin(), fractions.end(), [&](double t) {
    const Point x = piece.at(t).x;
    return std::any_of(kept.begin(), kept.end(),
                       [&](const CurvePiece& other) { return other.part != piece.part && other.passes(x, tolerance); });
  });
}

/// The pieces with the domain on one side alone, to their left.
class Boundary {
 public:
  Boundary(const Sets& sets, double tolerance) : m_sets(sets), m_tolerance(tolerance) {}

  void append(CurvePiece piece) {
    const BoundaryPoint middle = piece.at(0.5);
    const double off = std::min(100 * m_tolerance, 0.1 * piece.length());
    const bool left = m_sets.holds(moved(middle.x, -off, middle.normal)),
               right = m_sets.holds(moved(middle.x, off, middle.normal));
    const bool keep = left != right && !doubled(piece, m_kept, m_tolerance);
    if (!keep || !piece.joins || right != m_right) end_run();
    if (!keep) return;
    piece.joins = m_kept.size() > m_run;
    m_right = right;
    m_kept.push_back(piece);
  }

  std::vector<CurvePiece> take() {
    end_run();
    return std::move(m_kept);
  }

 private:
  void end_run() {
    if (m_right) turn_run();
    m_run = m_kept.size();
  }

  // The order of a run is that of its pieces, so that it turns as a whole.
  void turn_run() {
    const auto begin = m_kept.begin() + static_cast<std::ptrdiff_t>(m_run);
    std::reverse(begin, m_kept.end());
    for (auto piece = begin; piece != m_kept.end(); ++piece) {
      *piece = piece->reversed();
      piece->joins = piece != begin;
    }
  }

  const Sets& m_sets;
  double m_tolerance;
  std::vector<CurvePiece> m_kept;
  std::size_t m_run = 0;  // where the last run of joined pieces begins
  bool m_right = false;   // whether the domain is to the right of it
};

std::vector<CurvePiece> boundary_of(const Sets& sets, const Curves& all) {
  const double tolerance = sets.tolerance();
  Boundary boundary(sets, tolerance);
  for (std::size_t i = 0; i < all.pieces.size(); ++i) {
    bool first = true;
    for (CurvePiece piece : cut(all, i, tolerance)) {
      // A cut with the boundary on both sides is no corner.
      piece.joins |= !std::exchange(first, false);
      boundary.append(piece);
    }
  }
  return boundary.take();
}

/// Names of the parts that there still are, the pieces numbered by them.
std::vector<std::string> remaining_parts(std::vector<CurvePiece>& pieces, const std::vector<std::string>& parts) {
  std::vector<std::string> remaining;
  std::vector<int> number(parts.size(), -1);
  for (CurvePiece& piece : pieces) {
    int& own = number[static_cast<std::size_t>(piece.part)];
    if (own < 0) {
      own = static_cast<int>(remaining.size());
      remaining.push_back(parts[static_cast<std::size_t>(piece.part)]);
    }
    piece.part = own;
  }
  return remaining;
}

}  // namespace

std::unique_ptr<Domain> make_csg(SetFormula formula, NamedShapes shapes) {
  const Curves all = curves_of(shapes);
  Sets sets(std::move(formula), std::move(shapes));
  std::vector<CurvePiece> pieces = boundary_of(sets, all);
  require(!pieces.empty(), "the formula leaves no domain with a boundary");
  std::vector<std::string> parts = remaining_parts(pieces, all.parts);
  return std::make_unique<Csg>(std::move(sets), std::move(pieces), std::move(parts));
}

}  // namespace kolibri::drivers
