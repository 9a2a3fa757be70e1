#pragma once

#include <filesystem>
#include <kolibri/generate_options.hpp>
#include <kolibri/inverse_fields.hpp>
#include <kolibri/io/fields.hpp>
#include <kolibri/io/yaml_reader.hpp>
#include <kolibri/matrix_program.hpp>
#include <string>
#include <vector>

#include "common/generator_fields.hpp"

namespace kolibri {

template <class F>
void fields(F& f, ProgramStep& o) {
  f("operation", o.operation, {.help = "what is done"});
  f("in", o.in, {.help = "the matrix that is read, or both; of lu_solve the factors and B"});
  f("out", o.out, {.help = "the matrix that is written"});
  f("order", o.order, {.help = "the order of rows: lu writes it, permute_rows, permute_columns, lu_solve read it"});
  f("unit", o.unit, {.help = "of factors combined in one matrix, the one whose diagonal is 1"});
  f("pivoting", o.pivoting, {.help = "lu, inverse: row exchanges for the largest pivot of each column, or none"});
  f("method", o.method, {.help = "inverse: how it is computed"});
  f("at_zero", o.at_zero, {.help = "relu_derivative: its value for 0"});
}

}  // namespace kolibri

namespace kolibri::drivers {

/// A matrix of a program: an input from a file or with values written here, else one that steps fill.
struct ProgramMatrixOptions {
  std::filesystem::path file;
  io::Table values;
  int rows = 0;
  int columns = 0;

  bool input() const { return !file.empty() || !values.empty(); }
};

/// A chain of operations on named matrices.
struct ProgramOptions {
  ScalarType scalar = ScalarType::float64;
  std::vector<io::Named<ProgramMatrixOptions>> matrices;
  std::vector<ProgramStep> steps;
  io::Names outputs;
};

template <class F>
void fields(F& f, ProgramMatrixOptions& o) {
  f("file", o.file, {.help = "values as (batch, rows, columns), or (rows, columns) for all members; .npy or .mtx"});
  f("values", o.values, {.help = "values written here, for all members"});
  f("rows", o.rows, {.help = "0: as many as the values have", .minimum = 0});
  f("columns", o.columns, {.help = "0: as many as the values have", .minimum = 0});
}

template <class F>
void fields(F& f, ProgramOptions& o) {
  f("scalar", o.scalar, {.help = "type of all entries, that of the files"});
  f("matrices", o.matrices, {.help = "by name: inputs with file or values, others with rows and columns"});
  f("steps", o.steps, {.help = "what is done, one step after the other, in one kernel"});
  f("outputs", o.outputs, {.help = "matrices that are written to files, NAME.npy"});
}

/// Checks what can be told without opening a file. Throws Error with the place of the key to change.
void validate(const ProgramOptions& options, const io::GivenKeys& given);

}  // namespace kolibri::drivers
