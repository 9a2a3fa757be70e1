#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <kolibri/io/fields.hpp>
#include <kolibri/io/yaml_reader.hpp>
#include <kolibri/rbf_options.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/driver.hpp"

namespace kolibri::drivers {

enum class ConditionKind { dirichlet, neumann, robin };

/// A boundary condition on some parts of the boundary.
struct ConditionOptions {
  io::Names on;
  ConditionKind kind = ConditionKind::dirichlet;
  std::string value = "0";
  std::string alpha = "1";
};

enum class EquationForm { plain, divergence };

/// kappa Lap u + b . grad u + q u = f inside, or div(kappa grad u) for the first term, u = p on the boundary, formulas
/// in x, y, z.
struct PoissonProblemOptions {
  int dimension = 2;
  EquationForm form = EquationForm::plain;
  std::string kappa = "1";
  io::Names b;
  std::string q = "0";
  std::string f = "0";
  std::string p = "0";
  std::vector<ConditionOptions> conditions;
  std::string exact;
  io::Names enrichment;
  std::optional<double> parameter;  ///< s in formulas, set by a sweep or an estimate
};

enum class DomainShape { box, disc, annulus, polygon, level_set, csg, points };

struct HoleOptions {
  io::Table vertices;
};

/// One shape with a boundary of its own.
struct ShapeOptions {
  DomainShape shape = DomainShape::box;
  io::Table intervals;
  io::Table centre{{0, 0}};
  double radius = 1;
  double inner_radius = 0.5;
  io::Table vertices;
  std::vector<HoleOptions> holes;
  std::string level_set;
  int resolution = 200;
};

struct DomainOptions : ShapeOptions {
  std::string formula;
  std::vector<io::Named<ShapeOptions>> shapes;
  std::filesystem::path boundary_file, interior_file;
};

enum class PointLayout { uniform, halton, random, adaptive };

struct PointOptions {
  int interior = 400;
  int boundary = 124;
  PointLayout layout = PointLayout::uniform;
  std::uint64_t seed = 1;
  int rounds = 5;
};

enum class NetworkStart { grid, greedy };
enum class WidthChoice { residual, leave_one_out };

struct NetworkOptions {
  RbfBasis basis = RbfBasis::gaussian;
  NetworkStart start = NetworkStart::grid;
  int neurons = 16;
  int grid = 8;
  double extension = 0.25;
  double relative_width = 0;
  WidthChoice width_choice = WidthChoice::residual;
};

enum class TrainingMethod { varpro, linear, gradient_cg, sparse };

/// Whether the weights come from the dense QR.
constexpr bool has_dense_weights(TrainingMethod method) {
  return method == TrainingMethod::varpro || method == TrainingMethod::linear;
}

enum class BoundaryMethod { automatic, hard, penalty };

struct TrainingOptions {
  TrainingMethod method = TrainingMethod::varpro;
  BoundaryMethod boundary = BoundaryMethod::automatic;
  std::string lambda = "auto";
  int iterations = 10;
  double regularisation = 0;
  int levels = 0;
  RbfSparseOptions lsqr;
  RbfGradientCgOptions descent;
  bool regenerate = true;
};

/// Many problems, one for each value of a key or of the name s.
struct SweepOptions {
  std::string key;
  double from = 0;
  double to = 1;
  int count = 2;
};

/// The unknown constant s in the formulas, from measurements of u.
struct EstimateOptions {
  std::filesystem::path sensors;
  double lower = 0;
  double upper = 1;
};

struct PoissonOutputOptions {
  std::filesystem::path directory = "results/poisson";
  int grid = 101;
  double checkpoint_seconds = 30;
};

/// The configuration of kolibri-poisson.
struct PoissonConfig {
  DriverName driver = DriverName::poisson;
  PoissonProblemOptions problem;
  DomainOptions domain;
  PointOptions points;
  NetworkOptions network;
  TrainingOptions training;
  std::optional<SweepOptions> sweep;
  std::optional<EstimateOptions> estimate;
  PoissonOutputOptions output;
};

constexpr auto enum_names(EquationForm) {
  return std::array{std::pair{EquationForm::plain, "plain"}, std::pair{EquationForm::divergence, "divergence"}};
}

constexpr auto enum_names(ConditionKind) {
  return std::array{std::pair{ConditionKind::dirichlet, "dirichlet"}, std::pair{ConditionKind::neumann, "neumann"},
                    std::pair{ConditionKind::robin, "robin"}};
}

constexpr auto enum_names(DomainShape) {
  return std::array{std::pair{DomainShape::box, "box"},
                    std::pair{DomainShape::disc, "disc"},
                    std::pair{DomainShape::annulus, "annulus"},
                    std::pair{DomainShape::polygon, "polygon"},
                    std::pair{DomainShape::level_set, "level_set"},
                    std::pair{DomainShape::csg, "csg"},
                    std::pair{DomainShape::points, "points"}};
}

constexpr auto enum_names(PointLayout) {
  return std::array{std::pair{PointLayout::uniform, "uniform"}, std::pair{PointLayout::halton, "halton"},
                    std::pair{PointLayout::random, "random"}, std::pair{PointLayout::adaptive, "adaptive"}};
}

constexpr auto enum_names(WidthChoice) {
  return std::array{std::pair{WidthChoice::residual, "residual"},
                    std::pair{WidthChoice::leave_one_out, "leave_one_out"}};
}

constexpr auto enum_names(NetworkStart) {
  return std::array{std::pair{NetworkStart::grid, "grid"}, std::pair{NetworkStart::greedy, "greedy"}};
}

constexpr auto enum_names(TrainingMethod) {
  return std::array{std::pair{TrainingMethod::varpro, "varpro"}, std::pair{TrainingMethod::linear, "linear"},
                    std::pair{TrainingMethod::gradient_cg, "gradient_cg"}, std::pair{TrainingMethod::sparse, "sparse"}};
}

constexpr auto enum_names(BoundaryMethod) {
  return std::array{std::pair{BoundaryMethod::automatic, "auto"}, std::pair{BoundaryMethod::hard, "hard"},
                    std::pair{BoundaryMethod::penalty, "penalty"}};
}

/// lambda, or 0 for `auto`.
double lambda_of(const TrainingOptions& options);

/// Checks between keys. Throws Error with the place of the key to change.
void validate(const PoissonConfig& config, const io::GivenKeys& given);

}  // namespace kolibri::drivers
