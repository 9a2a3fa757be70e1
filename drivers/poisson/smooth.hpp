#pragma once

#include "poisson/domain.hpp"

namespace kolibri::drivers {

/// The gradient of a formula, by differences of eighth order whose step, 1e-3 of `size` at first, is halved until they
/// agree with those of the step before; they never leave the range in which the formula has a value. Throws KeyError
/// where none agree.
Point smooth_gradient(const Expression& formula, int dimension, const Point& x, double size);

/// Throws KeyError where a formula jumps between neighbours of a grid in the domain.
void require_continuous(const Expression& formula, const Domain& domain);

}  // namespace kolibri::drivers
