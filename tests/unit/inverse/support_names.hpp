#pragma once

#include <cstdlib>
#include <kolibri/error.hpp>
#include <type_traits>
#include <vector>

#include "../message_of.hpp"
#include "support_ratios.hpp"

// What the tests run over, by name, and how much of it.
namespace kolibri::test {

/// Everything where KOLIBRI_TEST_FULL is set, as is meant for devices; on hosts what 2 cores can afford; on the plain
/// serial backend, whose kernels are those of the other hosts, a small part.
enum class Extent { reduced, host, full };

inline Extent extent() {
  if (std::getenv("KOLIBRI_TEST_FULL") != nullptr) return Extent::full;
  return std::is_same_v<Space, Kokkos::Serial> ? Extent::reduced : Extent::host;
}

inline constexpr bool is_host = Kokkos::SpaceAccessibility<Kokkos::HostSpace, Space::memory_space>::accessible;

/// Orders from which on lu() and all around it work in blocks; the second is odd.
inline std::vector<int> large_orders() {
  if (!is_host) return {768, 801};
  return extent() == Extent::reduced ? std::vector<int>{385} : std::vector<int>{384, 449};
}

struct NamedMethod {
  InverseOptions options;
  const char* name;
};

/// The methods for general matrices.
inline constexpr NamedMethod general_methods[] = {
    {{.method = InverseMethod::automatic}, "auto"},
    {{.method = InverseMethod::gauss_jordan}, "gauss_jordan"},
    {{.method = InverseMethod::lu, .unit = UnitFactor::lower}, "lu, L unit"},
    {{.method = InverseMethod::lu, .unit = UnitFactor::upper}, "lu, U unit"}};

inline constexpr InverseOptions cholesky{.method = InverseMethod::cholesky};

inline constexpr UnitFactor unit_factors[] = {UnitFactor::lower, UnitFactor::upper};
inline constexpr Operation operations[] = {Operation::none, Operation::transpose, Operation::conjugate_transpose};
inline constexpr Storage storages[] = {Storage::right, Storage::left, Storage::padded, Storage::strided};

inline std::string name(const Placement& where) {
  constexpr const char* names[] = {"right", "left", "padded", "strided"};
  return where.in_place ? concat("in place, ", names[int(where.input)])
                        : concat(names[int(where.input)], " to ", names[int(where.output)]);
}

/// One of the placements, another one for every number; all of them in 8 numbers.
inline Placement placement(int number) {
  const Storage storage = storages[number % 4];
  return {storage, storages[(number + number / 4) % 4], number / 4 % 2 == 1};
}

/// Orders at which kernels change or loops end.
inline std::vector<int> orders() {
  std::vector<int> orders{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  const std::vector<int> few{17, 33, 64}, all{17, 31, 32, 33, 47, 63, 64, 65, 70},
      more{17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 70, 96, 97, 127, 128, 129};
  const auto& larger = extent() == Extent::reduced ? few : extent() == Extent::host ? all : more;
  orders.insert(orders.end(), larger.begin(), larger.end());
  return orders;
}

}  // namespace kolibri::test
