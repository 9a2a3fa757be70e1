#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/matrix_types.hpp>
#include <kolibri/members.hpp>

namespace kolibri::detail {

/// body(line, place) for all places of all lines. On a host a thread takes whole lines, which its compiler makes
/// vectors of; on a device neighbouring threads and lanes take neighbouring places.
template <class Member, class Body>
KOKKOS_INLINE_FUNCTION void for_each_place(const Member& member, int lines, int length, const Body& body) {
  KOKKOS_IF_ON_HOST((for_each_thread(member, lines, [&](int line) {
                       for_each_lane(member, length, [&](int place) { body(line, place); });
                     });))
  KOKKOS_IF_ON_DEVICE(
      (for_each(member, lines * length, [&](int item) { body(item / length, item - item / length * length); });))
}

/// body(i, j) for every element of `out`, in an order that suits its layout; barriers before and after.
template <class Member, class Out, class Body>
KOKKOS_INLINE_FUNCTION void over_elements(const Member& member, const Out& out, const Body& body) {
  const int rows = static_cast<int>(out.extent(0)), columns = static_cast<int>(out.extent(1));
  barrier(member);
  if (is_stored_by_rows(out)) {
    for_each_place(member, rows, columns, body);
  } else {
    for_each_place(member, columns, rows, [&](int j, int i) { body(i, j); });
  }
  barrier(member);
}

/// body(k) for every column; barriers before and after.
template <class Member, class Out, class Body>
KOKKOS_INLINE_FUNCTION void over_columns(const Member& member, const Out& out, const Body& body) {
  barrier(member);
  for_each(member, static_cast<int>(out.extent(1)), body);
  barrier(member);
}

}  // namespace kolibri::detail
