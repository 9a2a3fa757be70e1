#pragma once

#include <cstddef>
#include <cstdint>
#include <kolibri/inverse_options.hpp>

// A checked program as kernels see it: numbers in place of names, in arrays that travel with the kernel.
namespace kolibri {

/// What a step of a program does; the meaning is that of the function of the same name in kolibri::team, of lu_solve
/// that in kolibri.
enum class MatrixOperation {
  copy,
  add,
  subtract,
  hadamard,
  multiply,
  relu,
  relu_derivative,
  transpose,
  permute_rows,
  permute_columns,
  lu,
  lu_solve,
  multiply_lu,
  multiply_ul,
  invert_upper,
  invert_lower,
  inverse
};

namespace detail {

inline constexpr int most_program_matrices = 32;
inline constexpr int most_program_orders = 16;
inline constexpr int most_program_steps = 64;

/// A matrix in the block of a team, by rows; `offset` in elements.
struct MatrixCode {
  int rows;
  int columns;
  int offset;
};

/// What lu writes beside the factors: `length` pivots from 0, and the order of rows after them; `offset` in integers.
struct OrderCode {
  int length;
  int offset;
};

struct StepCode {
  MatrixOperation operation;
  std::int16_t in[2];
  std::int16_t out;
  std::int16_t order;
  UnitFactor unit;
  Pivoting pivoting;
  InverseMethod method;
  double at_zero;
};

struct ProgramCode {
  int matrices = 0;
  int steps = 0;
  int elements = 0;   ///< of all matrices
  int integers = 0;   ///< of all orders
  int largest_n = 0;  ///< of the matrices that a step inverts
  int widest = 0;     ///< the largest extent of all matrices
  MatrixCode matrix[most_program_matrices];
  OrderCode order[most_program_orders];
  StepCode step[most_program_steps];
};

}  // namespace detail
}  // namespace kolibri
