#include <cmath>
#include <kolibri/error.hpp>
#include <kolibri/generate_options.hpp>

namespace kolibri {

namespace {

void require_spectrum(const GeneratorOptions& options) {
  require(options.mode >= 0 && options.mode <= 6, "kolibri::generate: mode must be 0 to 6, got ", options.mode);
  require(options.mode != 0 || !options.eigenvalues.empty(), "kolibri::generate: mode 0 takes eigenvalues, got none");
  for (const double value : options.eigenvalues) {
    require(std::isfinite(value), "kolibri::generate: eigenvalues must be finite, got ", value);
  }
  require(std::isfinite(options.condition) && options.condition >= 1,
          "kolibri::generate: condition must be finite and at least 1, got ", options.condition);
  require(std::isfinite(options.scaling) && options.scaling >= 1,
          "kolibri::generate: scaling must be finite and at least 1, got ", options.scaling);
}

BatchShape ribbon_shape(const GeneratorOptions& options) {
  require(options.width >= 1 && options.width <= 1 << 20, "kolibri::generate: width must be 1 to 1048576, got ",
          options.width);
  require(options.k_points >= 1, "kolibri::generate: k_points must be at least 1, got ", options.k_points);
  require(std::isfinite(options.hopping), "kolibri::generate: hopping must be finite, got ", options.hopping);
  return {options.k_points, 2 * options.width};
}

GeneratorOptions magma_kind(int index, double ulp, GeneratorOptions options) {
  options.kind = GeneratorKind::spectrum;
  options.mode = 1 + index % 5;
  options.condition = index / 5 == 1 ? 1 / ulp : 1 / std::sqrt(ulp);
  options.scaling = index / 5 == 2 ? 1 / std::sqrt(ulp) : 1;
  options.positive = false;
  return options;
}

}  // namespace

BatchShape generated_shape(const GeneratorOptions& options) {
  if (options.kind == GeneratorKind::graphene_ribbon) return ribbon_shape(options);
  require(options.n >= 0, "kolibri::generate: n must not be negative, got ", options.n);
  require(options.batch >= 0, "kolibri::generate: batch must not be negative, got ", options.batch);
  if (options.kind == GeneratorKind::spectrum) require_spectrum(options);
  require(options.kind != GeneratorKind::lapack || (options.type >= 1 && options.type <= 18),
          "kolibri::generate: type must be 1 to 18, got ", options.type);
  return {options.batch, options.n};
}

GeneratorOptions mixed_kind(std::int64_t index, double ulp, const GeneratorOptions& options) {
  const int kind = static_cast<int>(index % mixed_kinds);
  if (kind >= 18) return magma_kind(kind - 18, ulp, options);
  GeneratorOptions chosen = options;
  chosen.kind = GeneratorKind::lapack;
  chosen.type = kind + 1;
  return chosen;
}

}  // namespace kolibri
