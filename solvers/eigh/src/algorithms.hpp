#pragma once

#include <cstddef>
#include <cstdint>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/eigh_options.hpp>

// The algorithms behind the dispatch, each instantiated in units of its own.
namespace kolibri::detail {

/// Of the arrays in a workspace, and of the workspace itself.
inline constexpr std::size_t workspace_alignment = 256;

template <class ExecutionSpace, class Scalar>
int jacobi_two_sided_largest_n(bool vectors);
template <class ExecutionSpace, class Scalar>
std::size_t jacobi_two_sided_scratch(int n, bool vectors);
template <class ExecutionSpace, class Scalar>
void jacobi_two_sided(const ExecutionSpace& exec, const EighProblem<Scalar>& problem, const EighOptions& options);

template <class ExecutionSpace, class Scalar>
int jacobi_one_sided_largest_n(bool vectors);
template <class ExecutionSpace, class Scalar>
std::size_t jacobi_one_sided_scratch(int n, bool vectors);
template <class ExecutionSpace, class Scalar>
void jacobi_one_sided(const ExecutionSpace& exec, const EighProblem<Scalar>& problem, const EighOptions& options);

template <class ExecutionSpace, class Scalar>
std::size_t jacobi_block_workspace(const ExecutionSpace& exec, std::int64_t batch, int n, const EighOptions& options);
template <class ExecutionSpace, class Scalar>
std::size_t jacobi_block_scratch(int n);
template <class ExecutionSpace, class Scalar>
void jacobi_block(const ExecutionSpace& exec, const EighProblem<Scalar>& problem, const EighOptions& options,
                  std::byte* workspace);

// Of hosts alone: the largest n is 0 on devices.
template <class ExecutionSpace, class Scalar>
int jacobi_lanes_largest_n();
template <class ExecutionSpace, class Scalar>
std::size_t jacobi_lanes_scratch(int n, bool vectors);
template <class ExecutionSpace, class Scalar>
void jacobi_lanes(const ExecutionSpace& exec, const EighProblem<Scalar>& problem, const EighOptions& options);

template <class ExecutionSpace, class Scalar>
int tridiagonal_largest_n(bool vectors);
template <class ExecutionSpace, class Scalar>
std::size_t tridiagonal_scratch(int n, bool vectors);
template <class ExecutionSpace, class Scalar>
std::size_t tridiagonal_workspace(std::int64_t batch, int n, bool vectors);
template <class ExecutionSpace, class Scalar>
void tridiagonal(const ExecutionSpace& exec, const EighProblem<Scalar>& problem, const EighOptions& options,
                 std::byte* workspace);

}  // namespace kolibri::detail
