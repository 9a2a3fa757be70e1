#pragma once

#include <array>
#include <kolibri/detail/program_code.hpp>
#include <kolibri/error.hpp>
#include <kolibri/inverse_options.hpp>
#include <string>
#include <utility>
#include <vector>

/// What a chain of matrix operations is and does, without anything of Kokkos; see run_program.hpp.
namespace kolibri {

constexpr auto enum_names(MatrixOperation) {
  using enum MatrixOperation;
  return std::array{std::pair{copy, "copy"},
                    std::pair{add, "add"},
                    std::pair{subtract, "subtract"},
                    std::pair{hadamard, "hadamard"},
                    std::pair{multiply, "multiply"},
                    std::pair{relu, "relu"},
                    std::pair{relu_derivative, "relu_derivative"},
                    std::pair{transpose, "transpose"},
                    std::pair{permute_rows, "permute_rows"},
                    std::pair{permute_columns, "permute_columns"},
                    std::pair{lu, "lu"},
                    std::pair{lu_solve, "lu_solve"},
                    std::pair{multiply_lu, "multiply_lu"},
                    std::pair{multiply_ul, "multiply_ul"},
                    std::pair{invert_upper, "invert_upper"},
                    std::pair{invert_lower, "invert_lower"},
                    std::pair{inverse, "inverse"}};
}

/// A named matrix of a program: an input, which has values at the beginning, or one that steps fill. Steps may write
/// to an input too, which does not change the caller's array.
struct ProgramMatrix {
  std::string name;
  int rows = 0;
  int columns = 0;
  bool input = false;
};

/// One operation of a program.
struct ProgramStep {
  MatrixOperation operation = MatrixOperation::copy;
  std::vector<std::string> in{};  ///< one matrix, or two: of add and its like a and b, of lu_solve factors and B
  std::string out{};
  std::string order{};                    ///< lu writes it; permutations and lu_solve read it
  UnitFactor unit = UnitFactor::upper;    ///< of factors in one matrix, everywhere Crout's unless told otherwise
  Pivoting pivoting = Pivoting::partial;  ///< of lu and inverse
  InverseMethod method = InverseMethod::automatic;  ///< of inverse
  double at_zero = 0;                               ///< relu_derivative: value for 0
};

/// What is wrong with a program, and in which step.
class ProgramError : public Error {
 public:
  ProgramError(int step, const std::string& text) : Error(text), m_step(step) {}
  int step() const { return m_step; }  ///< from 1; 0 when it is no step

 private:
  int m_step;
};

/// A program that has been checked: every name is known, every shape fits, nothing is read before it is written.
class MatrixProgram {
 public:
  /// Throws ProgramError: `step 3 (multiply): 'f' is used before it is written`.
  MatrixProgram(std::vector<ProgramMatrix> matrices, const std::vector<ProgramStep>& steps,
                std::vector<std::string> outputs);

  const std::vector<ProgramMatrix>& matrices() const { return m_matrices; }
  const std::vector<std::string>& outputs() const { return m_outputs; }
  const detail::ProgramCode& code() const { return m_code; }

  /// The position of a matrix; throws Error for an unknown name.
  int index(const std::string& name) const;

  /// Throws ProgramError when a step needs real scalars.
  void require_scalar(bool complex) const;

 private:
  std::vector<ProgramMatrix> m_matrices;
  std::vector<std::string> m_outputs;
  detail::ProgramCode m_code;
};

}  // namespace kolibri
