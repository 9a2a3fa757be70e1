#pragma once

#include <array>
#include <kolibri/generate_options.hpp>
#include <utility>

namespace kolibri {

constexpr auto enum_names(GeneratorKind) {
  return std::array{std::pair{GeneratorKind::random, "random"}, std::pair{GeneratorKind::spectrum, "spectrum"},
                    std::pair{GeneratorKind::lapack, "lapack"}, std::pair{GeneratorKind::mixed, "mixed"},
                    std::pair{GeneratorKind::graphene_ribbon, "graphene_ribbon"}};
}

constexpr auto enum_names(ScalarType) {
  return std::array{std::pair{ScalarType::float32, "float32"}, std::pair{ScalarType::float64, "float64"},
                    std::pair{ScalarType::complex64, "complex64"}, std::pair{ScalarType::complex128, "complex128"}};
}

constexpr auto enum_names(RibbonEdge) {
  return std::array{std::pair{RibbonEdge::zigzag, "zigzag"}, std::pair{RibbonEdge::armchair, "armchair"}};
}

/// The keys of GeneratorOptions; those of another kind than the chosen one are ignored.
template <class F>
void fields(F& f, GeneratorOptions& o) {
  f("kind", o.kind, {.help = "what is made; mixed cycles through lapack's types, hard spectra and random"});
  f("n", o.n, {.help = "order of the matrices; 2 width for graphene_ribbon", .minimum = 0});
  f("batch", o.batch, {.help = "number of matrices; k_points for graphene_ribbon", .minimum = 0});
  f("scalar", o.scalar, {.help = "type of the entries"});
  f("seed", o.seed, {.help = "the same seed gives the same matrices on every backend", .minimum = 0});
  f("mode", o.mode, {.help = "spectrum: mode of LAPACK's dlatms", .minimum = 1, .maximum = 6});
  f("condition", o.condition, {.help = "spectrum: max |lambda| / min |lambda|", .minimum = 1});
  f("positive", o.positive, {.help = "spectrum: all eigenvalues positive, or of random signs"});
  f("scaling", o.scaling,
    {.help = "spectrum: condition of the diagonal D in D A D; 1 leaves A as it is", .minimum = 1});
  f("type", o.type, {.help = "lapack: type of the symmetric eigenvalue tests", .minimum = 1, .maximum = 18});
  f("edge", o.edge, {.help = "graphene_ribbon: the ribbon's edge"});
  f("width", o.width,
    {.help = "graphene_ribbon: zigzag chains or armchair dimer lines across", .minimum = 1, .maximum = 1 << 20});
  f("k_points", o.k_points, {.help = "graphene_ribbon: number of wave numbers from -pi to pi", .minimum = 1});
  f("hopping", o.hopping, {.help = "graphene_ribbon: energy of the nearest-neighbour hopping", .unit = "eV"});
}

}  // namespace kolibri
