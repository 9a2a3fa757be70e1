#pragma once

#include <array>
#include <kolibri/rbf_options.hpp>
#include <utility>

namespace kolibri {

/// The names under which configurations know the basis functions.
constexpr auto enum_names(RbfBasis) {
  return std::array{std::pair{RbfBasis::gaussian, "gaussian"}, std::pair{RbfBasis::gaussian_sigma, "gaussian_sigma"},
                    std::pair{RbfBasis::imq, "imq"},           std::pair{RbfBasis::mq, "mq"},
                    std::pair{RbfBasis::matern52, "matern52"}, std::pair{RbfBasis::wendland_c4, "wendland_c4"}};
}

}  // namespace kolibri
