#pragma once

#include "row_members.hpp"
#include "row_rotations.hpp"
#include "tridiagonal_status.hpp"

// Larger matrices: Householder's reduction one matrix at a time, QL of as many as there are lanes together, its
// rotations one matrix at a time again.
namespace kolibri::detail {

template <class Real, bool is_complex>
struct TridiagonalRows {
  using Element = LaneElement<Real, is_complex>;
  using Ranks = typename LaneMask<Real>::Bits;
  using Row = ChunkRow<Real, is_complex>;

  const HostProblem<Real>& problem;
  Block block;
  RowReduction<Real, is_complex> reduction;
  Lanes<Real>* d;
  Lanes<Real>* e;
  Ranks* ranks;
  Element* q = nullptr;
  Element* z = nullptr;  ///< of all members
  ScaledRotation<Real>* rotations = nullptr;
  Real* my_rotations = nullptr;

  /// Room for packs of `members`.
  TridiagonalRows(const HostProblem<Real>& problem_, int members, std::byte* memory)
      : problem(problem_), block(memory) {
    const int n = problem.n, chunks = chunks_of<Real>(n);
    reduction.n = n;
    reduction.chunks = chunks;
    reduction.ld = chunks | 1;
    reduction.stride = Lanes<Real>::count;
    for (Element** array : {&reduction.u, &reduction.v, &reduction.w, &reduction.p})
      *array = block.take<Element>(chunks);
    reduction.tau = block.take<Element>(n);
    d = block.take<Lanes<Real>>(n);
    e = block.take<Lanes<Real>>(n);
    ranks = block.take<Ranks>(n);
    const std::size_t size = std::size_t(n) * reduction.ld;
    reduction.a = block.take<Element>(size);
    if (!problem.vectors()) return;
    q = block.take<Element>(size);
    z = block.take<Element>(size * members);
    rotations = block.take<ScaledRotation<Real>>(RowRotations<Real>::kept_size(n));
    my_rotations = block.take<Real>(RowRotations<Real>::mine_size(n));
  }

  Element* z_of(int lane) const { return z + std::size_t(lane) * problem.n * reduction.ld; }

  void solve(const Pack& pack) {
    const int n = problem.n;
    PackState<Real> state = idle_state<Real>();
    std::fill_n(d, n, Lanes<Real>(Real(0)));
    std::fill_n(e, n, Lanes<Real>(Real(0)));
    for (int lane = 0; lane < pack.members; ++lane) reduce(pack, lane, state);
    const Tridiagonal<Real> t{n, d, e, negligible_e(problem, state)};
    QlOutcome<Real> outcome;
    if (problem.vectors()) {
      RowRotations<Real> log(n, reduction.chunks * parts<is_complex>, reduction.ld * parts<is_complex>, pack.members,
                             reinterpret_cast<Lanes<Real>*>(z), rotations, my_rotations);
      ql(t, most_steps(problem), outcome, log);
      log.apply();
    } else {
      NoRotations log;
      ql(t, most_steps(problem), outcome, log);
    }
    conclude(problem, outcome, state);
    rank_lanes(problem.order, n, d, ranks);
    write_values(problem, pack, state, d, ranks);
    for (int lane = 0; problem.vectors() && lane < pack.members; ++lane) {
      write_member<is_complex>(problem, pack, lane, reduction.ld, state.info[lane] < 0, z_of(lane), ranks);
    }
  }

  /// T of a member to its lane of d and e, Q^T to its z.
  void reduce(const Pack& pack, int lane, PackState<Real>& state) {
    if (!load_member(problem, pack, lane, reduction, state)) return;
    state.negligible[lane] = negligible_of(state.norm[lane]);
    reduction.negligible_squared = state.negligible[lane] * state.negligible[lane];
    reduction.d = &d[0][lane];
    reduction.e = &e[0][lane];
    reduction.run();
    if (!problem.vectors()) return;
    reduction.form_q(q);
    transpose(q, z_of(lane));
  }

  /// By tiles of a chunk's width.
  void transpose(Element* from, Element* to) const {
    constexpr int count = Lanes<Real>::count;
    const int n = problem.n, chunks = reduction.chunks, ld = reduction.ld;
    for (int i0 = 0; i0 < n; i0 += count) {
      for (int c = 0; c < chunks; ++c) {
        for (int j = c * count; j < std::min(n, (c + 1) * count); ++j) {
          const Row row{to + j * ld};
          for (int i = i0; i < std::min(n, i0 + count); ++i) {
            const Row source{from + i * ld};
            row.set(i, source.re(j), source.im(j));
          }
        }
      }
    }
    // the padding of a row is never looked at, but should hold numbers
    for (int j = 0; j < n; ++j) {
      for (int i = n; i < chunks * count; ++i) Row{to + j * ld}.set(i, 0, 0);
    }
  }
};

}  // namespace kolibri::detail
