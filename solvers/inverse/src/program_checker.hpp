#pragma once

#include <kolibri/enum_name.hpp>
#include <kolibri/error.hpp>
#include <kolibri/matrix_program.hpp>
#include <string>
#include <vector>

namespace kolibri::detail {

/// Walks through a program once, knowing what has been written so far, and makes code of it.
class ProgramChecker {
 public:
  ProgramChecker(const std::vector<ProgramMatrix>& matrices, const std::vector<ProgramStep>& steps);

  void check_outputs(const std::vector<std::string>& outputs) const;
  const ProgramCode& code() const { return m_code; }

 private:
  /// The parts of a matrix that have been written, or are needed: bits.
  enum Part : unsigned { strict_upper = 1, diagonal = 2, strict_lower = 4, whole = 7 };

  struct Order {
    std::string name;
    int length;
  };

  void add_matrix(const ProgramMatrix& matrix);
  void add_step(const ProgramStep& step);
  void check_operands(const ProgramStep& step, StepCode& code);
  void check_shapes(const ProgramStep& step, const StepCode& code) const;
  void check_order(const ProgramStep& step, StepCode& code);
  void check_alias(const StepCode& code) const;
  void mark(const StepCode& code);

  int find_matrix(const std::string& name) const;
  void need(int matrix, unsigned parts) const;
  void need_shape(const char* role, int matrix, int rows, int columns) const;
  void need_square(int matrix) const;
  int write_order(const std::string& name, int length);

  template <class... Parts>
  void require_here(bool condition, const Parts&... parts) const {
    if (!condition) throw ProgramError(m_step, concat(m_place, ": ", parts...));
  }

  const std::vector<ProgramMatrix>& m_matrices;
  ProgramCode m_code;
  std::vector<unsigned> m_written;
  std::vector<Order> m_orders;
  std::string m_place;  ///< "step 3 (multiply)"
  int m_step = 0;
};

}  // namespace kolibri::detail
