#include "support.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "support_guarded.hpp"

namespace kolibri::test {

namespace {

template <class Scalar>
Guarded<int> info_of(const HostBatch<Scalar>& a) {
  return {{a.extent(0), 1, 1}, Storage::right};
}

template <class Scalar>
Guarded<int> pivots_of(const HostBatch<Scalar>& a, Storage storage) {
  return {{a.extent(0), 1, a.extent(1)}, storage};
}

/// A value per member.
template <class Value, class Scalar>
Guarded<Value> values_of(const HostBatch<Scalar>& a) {
  return {{a.extent(0), 1, 1}, Storage::right};
}

/// The output of a call: the input itself in place, else poison of the same shape.
template <class Scalar>
Guarded<Scalar> output_for(const Guarded<Scalar>& input, const HostBatch<Scalar>& content, const Placement& where) {
  if (where.in_place) return input;
  return {{content.extent(0), content.extent(1), content.extent(2)}, where.output};
}

/// Runs call(A, X, info), X like A.
template <class Scalar, class Call>
Result<Scalar> transformed(const HostBatch<Scalar>& a, const Placement& where, const Call& call) {
  const Guarded<Scalar> input(a, where.input), output = output_for(input, a, where);
  const Guarded<int> info = info_of(a);
  call(input.matrices(), output.matrices(), info.values());
  Kokkos::fence("kolibri::test");
  Result<Scalar> result;
  result.untouched = where.in_place || input.intact();
  result.x = output.content(result.untouched);
  result.info = info.value_content(result.untouched);
  return result;
}

/// Runs call(B, X), X like B.
template <class Scalar, class Call>
Result<Scalar> solution(const HostBatch<Scalar>& b, const Placement& where, const Call& call) {
  const Guarded<Scalar> right(b, where.input), output = output_for(right, b, where);
  call(right.matrices(), output.matrices());
  Kokkos::fence("kolibri::test");
  Result<Scalar> result;
  result.untouched = where.in_place || right.intact();
  result.x = output.content(result.untouched);
  return result;
}

template <class Value>
bool same_values(const std::vector<Value>& first, std::size_t b1, const std::vector<Value>& second, std::size_t b2) {
  if (first.empty() || second.empty()) return first.empty() == second.empty();
  return same_bits(first[b1], second[b2]) || (first[b1] != first[b1] && second[b2] != second[b2]);
}

template <class Value>
bool same_elements(const HostBatch<Value>& first, std::size_t b1, const HostBatch<Value>& second, std::size_t b2) {
  const std::size_t count = first.extent(1) * first.extent(2);
  if (count != second.extent(1) * second.extent(2)) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const Value &x = first.data()[b1 * count + i], &y = second.data()[b2 * count + i];
    if (!same_bits(x, y) && !(x != x && y != y)) return false;
  }
  return true;
}

}  // namespace

template <class Scalar>
Result<Scalar> inverted(const HostBatch<Scalar>& a, const InverseOptions& options, const Placement& where) {
  return transformed(a, where,
                     [&](auto in, auto out, auto info) { kolibri::inverse(Space(), in, out, info, options); });
}

template <class Scalar>
Result<Scalar> factored(const HostBatch<Scalar>& a, const LuOptions& options, const Placement& where) {
  const Guarded<int> pivots = pivots_of(a, where.output);
  auto result = transformed(
      a, where, [&](auto in, auto out, auto info) { kolibri::lu(Space(), in, out, pivots.rows(), info, options); });
  result.pivots = pivots.content(result.untouched);
  return result;
}

template <class Scalar>
Result<Scalar> solved(const HostBatch<Scalar>& a, const HostBatch<Scalar>& b, const LuOptions& options,
                      const Placement& where) {
  const Guarded<Scalar> input(a, where.input);
  const Guarded<int> info = info_of(a);
  auto result = solution(b, where, [&](auto right, auto x) {
    kolibri::solve(Space(), input.matrices(), right, x, info.values(), options);
  });
  result.untouched = result.untouched && input.intact();
  result.info = info.value_content(result.untouched);
  return result;
}

template <class Scalar>
Result<Scalar> solved_from(const Result<Scalar>& factors, const HostBatch<Scalar>& b, const LuOptions& options,
                           const Placement& where) {
  const Guarded<Scalar> input(factors.x, where.input);
  const Guarded<int> pivots(factors.pivots, where.input);
  auto result = solution(b, where, [&](auto right, auto x) {
    kolibri::lu_solve(Space(), input.matrices(), pivots.rows(), right, x, options);
  });
  result.untouched = result.untouched && input.intact() && pivots.intact();
  return result;
}

template <class Scalar>
Result<Scalar> determinants(const HostBatch<Scalar>& a, const LuOptions& options, Storage storage) {
  const Guarded<Scalar> input(a, storage);
  const auto sign = values_of<Scalar>(a), determinant = values_of<Scalar>(a);
  const auto log_abs = values_of<real_t<Scalar>>(a);
  const auto info = info_of(a), info_again = info_of(a);
  kolibri::slogdet(Space(), input.matrices(), sign.values(), log_abs.values(), info.values(), options);
  kolibri::determinant(Space(), input.matrices(), determinant.values(), info_again.values(), options);
  Kokkos::fence("kolibri::test");
  Result<Scalar> result;
  result.untouched = input.intact();
  result.sign = sign.value_content(result.untouched);
  result.determinant = determinant.value_content(result.untouched);
  result.log_abs = log_abs.value_content(result.untouched);
  result.info = info.value_content(result.untouched);
  const bool agree = result.info == info_again.value_content(result.untouched);
  result.untouched = result.untouched && agree;
  return result;
}

template <class Scalar>
Result<Scalar> conditions(const HostBatch<Scalar>& a, ConditionNorm norm, Storage storage) {
  const Guarded<Scalar> input(a, storage);
  const auto rcond = values_of<real_t<Scalar>>(a);
  kolibri::rcond(Space(), input.matrices(), rcond.values(), norm);
  Kokkos::fence("kolibri::test");
  Result<Scalar> result;
  result.untouched = input.intact();
  result.rcond = rcond.value_content(result.untouched);
  return result;
}

template <class Scalar>
Result<Scalar> triangular_inverted(const HostBatch<Scalar>& a, TriangularPart part, DiagonalKind diagonal,
                                   const Placement& where) {
  return transformed(a, where, [&](auto in, auto out, auto info) {
    kolibri::triangular_inverse(Space(), in, out, info, part, diagonal);
  });
}

template <class Value>
bool same_bits(const Value& x, const Value& y) {
  return std::memcmp(&x, &y, sizeof(Value)) == 0;
}

template <class Scalar>
bool same_member(const Result<Scalar>& first, std::size_t b1, const Result<Scalar>& second, std::size_t b2) {
  return same_elements(first.x, b1, second.x, b2) && same_elements(first.pivots, b1, second.pivots, b2) &&
         same_values(first.info, b1, second.info, b2) && same_values(first.sign, b1, second.sign, b2) &&
         same_values(first.determinant, b1, second.determinant, b2) &&
         same_values(first.log_abs, b1, second.log_abs, b2) && same_values(first.rcond, b1, second.rcond, b2);
}

template <class Scalar>
bool all_nan(const HostBatch<Scalar>& x, std::size_t b) {
  const std::size_t count = x.extent(1) * x.extent(2);
  return std::all_of(x.data() + b * count, x.data() + (b + 1) * count, [](const Scalar& element) {
    const bool nan = std::isnan(real(element)) && (!is_complex<Scalar> || std::isnan(imag(element)));
    return nan && !same_bits(element, poison<Scalar>());
  });
}

template bool same_bits<int>(const int&, const int&);

#define KOLIBRI_TEST_INVERSE(SCALAR)                                                                         \
  template bool same_bits<SCALAR>(const SCALAR&, const SCALAR&);                                             \
  template bool same_member<SCALAR>(const Result<SCALAR>&, std::size_t, const Result<SCALAR>&, std::size_t); \
  template bool all_nan<SCALAR>(const HostBatch<SCALAR>&, std::size_t);                                      \
  template Result<SCALAR> inverted(const HostBatch<SCALAR>&, const InverseOptions&, const Placement&);       \
  template Result<SCALAR> factored(const HostBatch<SCALAR>&, const LuOptions&, const Placement&);            \
  template Result<SCALAR> solved(const HostBatch<SCALAR>&, const HostBatch<SCALAR>&, const LuOptions&,       \
                                 const Placement&);                                                          \
  template Result<SCALAR> solved_from(const Result<SCALAR>&, const HostBatch<SCALAR>&, const LuOptions&,     \
                                      const Placement&);                                                     \
  template Result<SCALAR> determinants(const HostBatch<SCALAR>&, const LuOptions&, Storage);                 \
  template Result<SCALAR> conditions(const HostBatch<SCALAR>&, ConditionNorm, Storage);                      \
  template Result<SCALAR> triangular_inverted(const HostBatch<SCALAR>&, TriangularPart, DiagonalKind, const Placement&);
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_TEST_INVERSE)

}  // namespace kolibri::test
