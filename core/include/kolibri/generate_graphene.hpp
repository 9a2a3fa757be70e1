#pragma once

#include <cstdint>
#include <kolibri/generate_options.hpp>
#include <vector>

namespace kolibri {

/// The wave number of a member of kind `graphene_ribbon`, times the ribbon's period: the k_points members are
/// equidistant from -pi to pi, both included; a single one is at 0.
double ribbon_wave_number(const GeneratorOptions& options, std::int64_t member);

/// The wave numbers of all members.
std::vector<double> ribbon_wave_numbers(const GeneratorOptions& options);

/// The exact energies of an armchair ribbon of N = options.width dimer lines, ascending, 2 N of them:
/// +-|t| sqrt(1 + 4 cos(theta) cos(k/2) + 4 cos(theta)^2), theta = p pi / (N + 1), p = 1..N (Wakabayashi, Sasaki,
/// Nakanishi, Enoki, Sci. Technol. Adv. Mater. 11, 054504, 2010, armchair ribbons; k times the ribbon's period).
std::vector<double> armchair_energies(const GeneratorOptions& options, double k);

}  // namespace kolibri
