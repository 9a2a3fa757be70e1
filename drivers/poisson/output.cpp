#include "poisson/output.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <kolibri/error.hpp>
#include <kolibri/io/npy.hpp>
#include <kolibri/io/output_folder.hpp>
#include <kolibri/rbf_fields.hpp>

#include "common/scalars.hpp"
#include "poisson/accuracy.hpp"
#include "poisson/checkpoint.hpp"

namespace kolibri::drivers {
namespace {

constexpr const char* network_file = "network.npy";
constexpr const char* enrichment_file = "enrichment.npy";
constexpr const char* levels_file = "levels.csv";
constexpr const char* parameter_file = "parameter.npy";

void write_network(const std::filesystem::path& path, const NetworkState& state) {
  std::vector<double> rows;
  append_network(rows, state);
  io::write_npy(path, io::Dtype::float64, {static_cast<std::int64_t>(state.neurons()), state.dimension + 2},
                rows.data());
}

std::string formula_of(RbfBasis basis) {
  switch (basis) {
    case RbfBasis::gaussian:
      return "exp(-r^2 / a^2)";
    case RbfBasis::gaussian_sigma:
      return "exp(-r^2 / (2 a^2))";
    case RbfBasis::imq:
      return "1 / sqrt(1 + r^2 / a^2)";
    case RbfBasis::mq:
      return "sqrt(1 + r^2 / a^2)";
    case RbfBasis::matern52:
      return "(1 + t + t^2 / 3) exp(-t), t = sqrt(5) r / a";
    case RbfBasis::wendland_c4:
      break;
  }
  return "(1 - t)^6 (35 t^2 + 18 t + 3) / 3, t = r / a < 1, else 0";
}

std::string network_yaml(const PoissonFiles& files) {
  const bool hard = files.problem.hard(), box = files.config.domain.shape == DomainShape::box;
  const bool enriched = !files.config.problem.enrichment.empty();
  const std::string lift = box ? "transfinite interpolation of p" : "the harmonic function with the values of p";
  const std::string factor = box ? "product over the coordinates of 4 (x - lower) (upper - x) / (upper - lower)^2"
                                 : "1 - |x - centre|^2 / radius^2";
  return fmt::format(
      "# The network of network.npy: a row c_1 .. c_{0}, a, w for each neuron.\n"
      "dimension: {0}\n"
      "basis: {1}\n"
      "phi: \"{2}\"\n"
      "network: \"n(x) = sum of w phi(|x - c|)\"\n"
      "solution: \"{3}\"\n{4}",
      files.problem.dimension(), name_of(files.config.network.basis), formula_of(files.config.network.basis),
      hard       ? "u(x) = g(x) + D(x) n(x)"
      : enriched ? "u(x) = n(x) + sum of coefficients times enrichment"
                 : "u(x) = n(x)",
      hard ? fmt::format("g: \"{}\"\nD: \"{}\"\n", lift, factor) : "");
}

/// Where u has no value at a point, an enrichment at its singularity, there is no field.
void write_field(io::OutputFolder& folder, const PoissonFiles& files) {
  try {
    folder.write_text("field.vti", field_vti(files.problem, files.trainer, files.config.output.grid));
  } catch (const KeyError& error) {
    fmt::print(stderr, "kolibri-poisson: warning: left out field.vti: {}\n", error.what());
  }
}

void append_array(std::string& text, const std::string& name, const std::vector<double>& values) {
  text += fmt::format("      <DataArray type=\"Float64\" Name=\"{}\" format=\"ascii\">\n", name);
  for (const double value : values) text += fmt::format("{}\n", value);
  text += "      </DataArray>\n";
}

}  // namespace

void append_network(std::vector<double>& rows, const NetworkState& state) {
  const auto d = static_cast<std::size_t>(state.dimension);
  for (std::size_t k = 0; k < state.neurons(); ++k) {
    for (std::size_t j = 0; j < d; ++j) rows.push_back(state.centres[k * d + j]);
    rows.push_back(std::exp(state.log_widths[k]));
    rows.push_back(state.weights[k]);
  }
}

std::string field_vti(const PoissonProblem& problem, const Trainer& trainer, int along) {
  const Grid grid = grid_over(problem.domain(), std::max(along, 2));
  const auto n = static_cast<std::size_t>(grid.size());
  std::vector<Point> inside;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < n; ++i) {
    const Point x = grid.at(static_cast<std::int64_t>(i));
    if (!covers(problem.domain(), x)) continue;
    inside.push_back(x);
    places.push_back(i);
  }
  const std::vector<Derivatives> solution = solution_at(problem, trainer, inside);
  std::vector<double> u(n, std::nan("")), error(n, std::nan(""));
  for (std::size_t i = 0; i < inside.size(); ++i) {
    u[places[i]] = solution[i].value;
    if (problem.exact()) error[places[i]] = solution[i].value - value_or_nan(*problem.exact(), inside[i]);
  }
  const std::string extent = fmt::format("0 {} 0 {} 0 {}", grid.count[0] - 1, grid.count[1] - 1, grid.count[2] - 1);
  std::string text = fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
      "  <ImageData WholeExtent=\"{0}\" Origin=\"{1} {2} {3}\" Spacing=\"{4} {4} {4}\">\n"
      "    <Piece Extent=\"{0}\">\n      <PointData Scalars=\"u\">\n",
      extent, grid.origin[0], grid.origin[1], grid.origin[2], grid.spacing);
  append_array(text, "u", u);
  if (problem.exact()) append_array(text, "error", error);
  return text + "      </PointData>\n    </Piece>\n  </ImageData>\n</VTKFile>\n";
}

void write_files(const PoissonFiles& files) {
  io::OutputFolder folder(files.config.output.directory);
  for (const char* name : {"field.vti", enrichment_file, levels_file, parameter_file, CheckpointFile::name, "field.png",
                           "error.png", "centres.png", "history.png"}) {
    folder.discard(name);
  }
  write_network(folder.file(network_file), files.trainer.state());
  const std::vector<double>& coefficients = files.trainer.enrichment();
  if (!coefficients.empty()) {
    io::write_npy(folder.file(enrichment_file), io::Dtype::float64, {static_cast<std::int64_t>(coefficients.size())},
                  coefficients.data());
  }
  if (!files.trainer.fits().empty()) folder.write_text(levels_file, levels_csv(files.trainer.fits()));
  if (const auto& parameter = files.config.problem.parameter) {
    io::write_npy(folder.file(parameter_file), io::Dtype::float64, {1}, &*parameter);
  }
  folder.write_text("network.yaml", network_yaml(files));
  folder.write_text("config.yaml", files.configuration);
  folder.write_text("history.csv",
                    history_csv(files.history, files.config.training.method == TrainingMethod::gradient_cg));
  if (files.result.empty()) {
    folder.discard("result.yaml");
    return folder.commit();
  }
  if (files.config.output.grid > 0) write_field(folder, files);
  folder.write_text("result.yaml", files.result);
  folder.commit();
}

std::optional<double> read_parameter(const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder / parameter_file)) return std::nullopt;
  const io::Array array = io::read_npy(folder / parameter_file);
  require(array.dtype == io::Dtype::float64 && array.bytes.size() == sizeof(double), "cannot use '",
          (folder / parameter_file).string(), "': expected one float64");
  double value = 0;
  std::memcpy(&value, array.bytes.data(), sizeof(double));
  return value;
}

NetworkState read_network(const std::filesystem::path& folder, int dimension) {
  const std::filesystem::path path = folder / network_file;
  require(std::filesystem::exists(path), "cannot evaluate: there is no '", path.string(), "', train the network first");
  const io::Array array = io::read_npy(path);
  const auto d = static_cast<std::size_t>(dimension);
  require(array.dtype == io::Dtype::float64 && array.shape.size() == 2 && array.shape[1] == dimension + 2,
          "cannot evaluate '", path.string(), "': expected (neurons, ", dimension + 2, ") float64, got ",
          io::shape_text(array.shape));
  const auto m = static_cast<std::size_t>(array.shape[0]);
  std::vector<double> rows(m * (d + 2));
  std::memcpy(rows.data(), array.bytes.data(), array.bytes.size());
  NetworkState state;
  state.dimension = dimension;
  for (std::size_t k = 0; k < m; ++k) {
    const double* const row = rows.data() + k * (d + 2);
    state.centres.insert(state.centres.end(), row, row + d);
    state.log_widths.push_back(std::log(row[d]));
    state.weights.push_back(row[d + 1]);
  }
  if (std::filesystem::exists(folder / enrichment_file)) {
    const io::Array coefficients = io::read_npy(folder / enrichment_file);
    state.enrichment.resize(coefficients.bytes.size() / sizeof(double));
    std::memcpy(state.enrichment.data(), coefficients.bytes.data(), coefficients.bytes.size());
  }
  return state;
}

}  // namespace kolibri::drivers
