#include "poisson/fingerprint.hpp"

#include <kolibri/error.hpp>
#include <kolibri/io/config_dump.hpp>

#include "poisson/config_fields.hpp"

namespace kolibri::drivers {
namespace {

/// All keys that decide the bits of an iteration: not those of the output, nor how many iterations there are.
std::string training_text(PoissonConfig config) {
  config.output = {};
  config.training.iterations = 0;
  return io::dump_config(io::fields_of(config));
}

/// The points and measurements that the configuration or its files make, so that other files are another configuration.
std::string bytes_of(const PointSet& points) {
  std::string bytes;
  const auto append = [&bytes](const Point& x) {
    bytes.append(reinterpret_cast<const char*>(x.data()), sizeof(Point));
  };
  for (const Point& x : points.interior) append(x);
  for (const BoundaryPoint& point : points.boundary) {
    append(point.x);
    append(point.normal);
    bytes += concat(point.part);
  }
  for (const Sensor& sensor : points.sensors) {
    append(sensor.x);
    append({sensor.u, 0, 0});
  }
  return bytes;
}

}  // namespace

std::string fingerprint_of(const PoissonConfig& config, const PointSet& points) {
  return training_text(config) + bytes_of(points);
}

}  // namespace kolibri::drivers
