#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/generate_options.hpp>
#include <kolibri/instantiate.hpp>

namespace kolibri {

/// A batch of matrices in C order, (batch, n, n).
template <class Scalar, class MemorySpace>
using GeneratedBatch = Kokkos::View<Scalar***, Kokkos::LayoutRight, MemorySpace>;

/// Fills a(c, :, :) with member first + c of the batch that the options describe. The bits of a member depend on the
/// options and on (seed, first + c) alone: a batch may be made in pieces. `random` and `random_general` are made by
/// `exec`, asynchronously and with the same bits on every backend; the other kinds are made on the host, parallel over
/// the members, and copied, and the call returns when the copy is done.
/// @throws Error if an option is out of its range or `a` is not of (any batch, n, n) of generated_shape().
template <class Exec, class Scalar>
void generate(const Exec& exec, const GeneratedBatch<Scalar, typename Exec::memory_space>& a,
              const GeneratorOptions& options, std::int64_t first = 0);

/// Fills a (batch, rows, columns) with parts uniform in (-1, 1): a(c, i, j) belongs to seed, member first + c and
/// place (first_row + i) columns + j, so that a batch may be made in pieces and a matrix in rows. What generate() makes
/// of `random_general` are the rows from 0 on of n columns. Asynchronous on `exec`, the same bits on every backend.
template <class Exec, class Scalar>
void generate_uniform(const Exec& exec, const GeneratedBatch<Scalar, typename Exec::memory_space>& a,
                      std::uint64_t seed, std::int64_t first = 0, std::int64_t first_row = 0);

#define KOLIBRI_EXTERN_GENERATE(SPACE, SCALAR)                                                                   \
  extern template void generate<SPACE, SCALAR>(const SPACE&, const GeneratedBatch<SCALAR, SPACE::memory_space>&, \
                                               const GeneratorOptions&, std::int64_t);                           \
  extern template void generate_uniform<SPACE, SCALAR>(                                                          \
      const SPACE&, const GeneratedBatch<SCALAR, SPACE::memory_space>&, std::uint64_t, std::int64_t, std::int64_t);
KOLIBRI_FOR_EACH_SCALAR_AND_SPACE(KOLIBRI_EXTERN_GENERATE)
#undef KOLIBRI_EXTERN_GENERATE

}  // namespace kolibri
