#pragma once

#include <cstddef>
#include <cstdint>
#include <kolibri/io/yaml_reader.hpp>
#include <kolibri/matrix_program.hpp>
#include <string>
#include <vector>

#include "common/array_source.hpp"
#include "inverse/program_config.hpp"

namespace kolibri::drivers {

/// An input of a program, open.
struct ProgramArray {
  std::string name;
  ArraySource source;
  int rows;
  int columns;
  bool shared;  ///< one matrix for all members

  /// Copies the members [first, first + count), or the matrix that all share, to `out`, in C order.
  void read(std::int64_t first, std::int64_t count, std::byte* out);
};

/// The arrays that a program reads, and the program, checked against their shapes.
class ProgramInput {
 public:
  /// Throws Error, with the place of the key to change, for files that cannot be read or do not fit and for a program
  /// that is wrong.
  ProgramInput(const ProgramOptions& options, const io::GivenKeys& given);

  const MatrixProgram& program() const { return m_program; }
  std::vector<ProgramArray>& arrays() { return m_arrays; }
  const std::vector<ProgramArray>& arrays() const { return m_arrays; }
  ScalarType scalar() const { return m_scalar; }
  std::int64_t batch() const { return m_batch < 0 ? 1 : m_batch; }

  /// No input has a batch axis: the outputs have none either.
  bool single() const { return m_batch < 0; }

 private:
  ScalarType m_scalar;
  std::vector<ProgramArray> m_arrays;
  std::int64_t m_batch;  // -1: no input has one
  MatrixProgram m_program;
};

}  // namespace kolibri::drivers
