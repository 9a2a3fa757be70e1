#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "poisson/config.hpp"
#include "poisson/expression.hpp"
#include "poisson/key_error.hpp"
#include "poisson/point.hpp"

namespace kolibri::drivers {

/// A point of the boundary with the outward normal and the part it belongs to.
struct BoundaryPoint {
  Point x{};
  Point normal{};
  int part = 0;
};

struct CurvePiece;

/// The domain of a boundary-value problem.
class Domain {
 public:
  virtual ~Domain() = default;

  int dimension() const { return m_dimension; }
  const Point& lower() const { return m_lower; }  ///< corner of the bounding box
  const Point& upper() const { return m_upper; }
  double size() const;  ///< longest side of the bounding box

  /// Names of the parts of the boundary, which conditions refer to.
  const std::vector<std::string>& parts() const { return m_parts; }

  /// Whether a point lies inside; points of the boundary may count either way.
  virtual bool contains(const Point& x) const = 0;

  /// About `count` points of the boundary, evenly spread, corners among them.
  virtual std::vector<BoundaryPoint> boundary(int count) const = 0;

  /// The point of the boundary that belongs to u, v in [0, 1), uniform by length or area for uniform u, v.
  virtual BoundaryPoint boundary_at(double u, double v) const = 0;

  /// The boundary of a plane domain as curves; nothing where it is not made of any.
  virtual std::vector<CurvePiece> curves() const;

  /// Points inside that the user gave; nothing where they are to be chosen.
  virtual const std::vector<Point>& given_interior() const;

  /// A smooth function that is zero on the boundary and positive inside, about 1 in the middle, with its derivatives;
  /// nothing where there is none in a closed form.
  virtual bool has_distance() const { return false; }
  virtual Derivatives distance(const Point&) const { return {}; }

 protected:
  Domain(int dimension, const Point& lower, const Point& upper, std::vector<std::string> parts)
      : m_dimension(dimension), m_lower(lower), m_upper(upper), m_parts(std::move(parts)) {}

 private:
  int m_dimension;
  Point m_lower, m_upper;
  std::vector<std::string> m_parts;
};

using DomainError = KeyError;

/// The domain that the options describe. Throws Error, DomainError where a single key is at fault, for one that is
/// none. `parameter` is the value of the name s in the formula of a level set.
std::unique_ptr<Domain> make_domain(const DomainOptions& options, int dimension, std::optional<double> parameter = {});

}  // namespace kolibri::drivers
