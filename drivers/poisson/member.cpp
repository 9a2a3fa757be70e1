#include "poisson/member.hpp"

#include <fmt/format.h>

#include <kolibri/io/overrides.hpp>
#include <utility>

#include "poisson/config_fields.hpp"

namespace kolibri::drivers {
namespace {

PoissonConfig with_value(PoissonConfig config, const io::GivenKeys& given, const std::string& key, double value) {
  if (key.empty()) {
    config.problem.parameter = value;
    return config;
  }
  io::GivenKeys places = given;
  const std::filesystem::path directory = config.output.directory;
  io::apply_overrides({fmt::format("{}={}", key, value)}, io::fields_of(config), places);
  config.output.directory = directory;
  validate(config, places);
  return config;
}

PointSet points_of(const PoissonProblem& problem, const PoissonConfig& config, const std::vector<Sensor>& sensors) {
  PointSet points = make_points(problem.domain(), config.points);
  require_points(problem, points);
  points.sensors = sensors;
  return points;
}

}  // namespace

PoissonMember::PoissonMember(const PoissonConfig& base, const io::GivenKeys& given, const std::string& key,
                             double value, const std::vector<Sensor>& sensors)
    : config(with_value(base, given, key, value)),
      problem(config, given),
      points(points_of(problem, config, sensors)),
      rows(make_rows(problem, points, row_weights(problem, points, lambda_of(config.training)))) {}

}  // namespace kolibri::drivers
