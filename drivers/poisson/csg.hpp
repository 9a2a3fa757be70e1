#pragma once

#include <memory>
#include <string>
#include <vector>

#include "poisson/domain.hpp"
#include "poisson/set_formula.hpp"

namespace kolibri::drivers {

/// Shapes under the names that a formula has for them.
struct NamedShapes {
  std::vector<std::string> names;
  std::vector<std::unique_ptr<Domain>> shapes;
};

/// The domain of a formula of shapes (constructive solid geometry). Its boundary is made of the parts of theirs that
/// have the domain on one side alone, cut where they cross; a part is called NAME.PART, such as plate.x_min. Throws
/// Error where nothing is left.
std::unique_ptr<Domain> make_csg(SetFormula formula, NamedShapes shapes);

}  // namespace kolibri::drivers
