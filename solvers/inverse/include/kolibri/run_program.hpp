#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/program_data.hpp>
#include <kolibri/instantiate.hpp>
#include <kolibri/matrix_program.hpp>
#include <kolibri/scalar.hpp>
#include <kolibri/team_blocks.hpp>
#include <type_traits>

/// Chains of matrix operations, written down at run time, that run as one kernel over a batch: a team per member, which
/// keeps all matrices of the chain in its scratch when they fit, else in its block of a workspace.
///
///     const kolibri::MatrixProgram program(
///         {{"a", 4, 4, true}, {"f", 4, 4}, {"y", 4, 4}, {"x", 4, 4}},
///         {{.operation = lu, .in = {"a"}, .out = "f", .order = "p"},
///          {.operation = invert_upper, .in = {"f"}, .out = "y"},
///          {.operation = invert_lower, .in = {"f"}, .out = "y"},
///          {.operation = multiply_ul, .in = {"y"}, .out = "f"},
///          {.operation = permute_columns, .in = {"f"}, .out = "x", .order = "p"}},
///         {"x"});
///     kolibri::ProgramData<Exec, double> data;
///     data.input("a", a).output("x", x);            // Views (batch, rows, columns)
///     kolibri::run_program(exec, program, data, info);
namespace kolibri {

/// Bytes of team scratch that run_program() uses for a member; 0 where its matrices are in device memory.
template <class ExecutionSpace, SupportedScalar Scalar>
std::size_t program_scratch(const ExecutionSpace& exec, const MatrixProgram& program);

/// Bytes of device memory that run_program() needs for a batch; 0 where the matrices fit team scratch.
template <class ExecutionSpace, SupportedScalar Scalar>
std::size_t program_workspace(const ExecutionSpace& exec, const MatrixProgram& program, std::int64_t batch);

namespace detail {

template <class ExecutionSpace, class Scalar>
void run_program(const ExecutionSpace& exec, const MatrixProgram& program, const BoundProgram<Scalar>& bound);

}  // namespace detail

/// Runs the program on every member of the batch, queued on `exec` without a fence. `info` is a View of int of rank 1
/// and length batch or an empty one: 0 good, -1 an input holds a NaN or an Inf, k > 0 the first lu or inverse that met
/// a zero pivot met it in column k (cholesky: the leading minor of order k is not positive). A member with info != 0
/// ends there, its outputs are all NaN. `workspace`, program_workspace() bytes, is lent until the work
/// is done; without it the function allocates. Throws Error when data or workspace do not fit the program.
template <class ExecutionSpace, class Scalar, class Info>
void run_program(const ExecutionSpace& exec, const MatrixProgram& program,
                 const ProgramData<ExecutionSpace, Scalar>& data, const Info& info,
                 const Workspace<ExecutionSpace>& workspace = {}) {
  static_assert(Info::rank() == 1 && std::is_same_v<typename Info::value_type, int>,
                "kolibri::run_program: info is a View of int of rank 1");
  auto bound = data.bind(program, info.extent(0) == 0 ? nullptr : info.data(), info.extent(0));
  bound.workspace = lent_span(workspace);
  detail::run_program(exec, program, bound);
}

#define KOLIBRI_PROGRAM_TEMPLATES(EXTERN, SPACE, SCALAR)                                                          \
  EXTERN template std::size_t program_scratch<SPACE, SCALAR>(const SPACE&, const MatrixProgram&);                 \
  EXTERN template std::size_t program_workspace<SPACE, SCALAR>(const SPACE&, const MatrixProgram&, std::int64_t); \
  EXTERN template void detail::run_program<SPACE, SCALAR>(const SPACE&, const MatrixProgram&,                     \
                                                          const detail::BoundProgram<SCALAR>&);
#define KOLIBRI_DECLARE_PROGRAM(SPACE, SCALAR) KOLIBRI_PROGRAM_TEMPLATES(extern, SPACE, SCALAR)
KOLIBRI_FOR_EACH_SCALAR_AND_SPACE(KOLIBRI_DECLARE_PROGRAM)
#undef KOLIBRI_DECLARE_PROGRAM

}  // namespace kolibri
