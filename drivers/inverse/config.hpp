#pragma once

#include <cstdint>
#include <filesystem>
#include <kolibri/generate_options.hpp>
#include <kolibri/inverse_fields.hpp>
#include <kolibri/inverse_options.hpp>
#include <kolibri/io/yaml_reader.hpp>
#include <optional>

#include "common/driver.hpp"
#include "common/generator_fields.hpp"
#include "inverse/program_config.hpp"

namespace kolibri::drivers {

/// What is computed of each matrix of the batch.
enum class InverseJobTask { inverse, solve, determinant, lu, program };

/// What is made when there is no file: matrices without any symmetry, or Hermitian positive definite ones.
enum class InverseMatrixKind { random, random_spd };

struct InverseGeneratorOptions {
  InverseMatrixKind kind = InverseMatrixKind::random;
  int n = 100;
  std::int64_t batch = 1000;
  ScalarType scalar = ScalarType::float64;
  std::uint64_t seed = 1;
  double condition = 1e6;
};

/// The right-hand sides of a system; one of file, matrix and columns.
struct RightHandSideOptions {
  std::filesystem::path file;
  io::Table matrix;
  int columns = 0;
  std::uint64_t seed = 2;
};

/// Where the matrices come from; one of file, matrix and generate.
struct InverseProblemOptions {
  std::filesystem::path file;
  io::Table matrix;
  std::optional<InverseGeneratorOptions> generate;
  std::optional<RightHandSideOptions> right_hand_side;
};

struct InverseSolverOptions {
  InverseOptions options;
  bool in_place = false;
};

struct InverseCheckOptions {
  bool enabled = true;
  std::int64_t sample = 64;
  int columns = 64;
};

struct InverseOutputOptions {
  std::filesystem::path directory = "results/inverse";
  bool inverse = true;
  bool solution = true;
  bool determinant = true;
  bool lu = true;
};

/// The configuration of kolibri-inverse.
struct InverseConfig {
  DriverName driver = DriverName::inverse;
  InverseJobTask task = InverseJobTask::inverse;
  InverseProblemOptions problem;
  std::optional<ProgramOptions> program;
  InverseSolverOptions solver;
  InverseCheckOptions check;
  InverseOutputOptions output;
};

constexpr auto enum_names(InverseJobTask) {
  return std::array{std::pair{InverseJobTask::inverse, "inverse"}, std::pair{InverseJobTask::solve, "solve"},
                    std::pair{InverseJobTask::determinant, "determinant"}, std::pair{InverseJobTask::lu, "lu"},
                    std::pair{InverseJobTask::program, "program"}};
}

constexpr auto enum_names(InverseMatrixKind) {
  return std::array{std::pair{InverseMatrixKind::random, "random"},
                    std::pair{InverseMatrixKind::random_spd, "random_spd"}};
}

template <class F>
void fields(F& f, InverseGeneratorOptions& o) {
  f("kind", o.kind,
    {.help = "entries uniform in (-1, 1), or Hermitian positive definite with eigenvalues from 1 to 1 / condition"});
  f("n", o.n, {.help = "order of the matrices", .minimum = 0});
  f("batch", o.batch, {.help = "number of matrices", .minimum = 0});
  f("scalar", o.scalar, {.help = "type of the entries"});
  f("seed", o.seed, {.help = "the same seed gives the same matrices on every backend", .minimum = 0});
  f("condition", o.condition, {.help = "random_spd: largest eigenvalue / smallest", .minimum = 1});
}

template <class F>
void fields(F& f, RightHandSideOptions& o) {
  f("file", o.file,
    {.help = "B as (batch, n, r), or (batch, n) for one vector a matrix; (n, r) or (n) for a single matrix; .npy or "
             ".mtx, of the matrices' type"});
  f("matrix", o.matrix, {.help = "B written here, the n rows of a single matrix's system"});
  f("columns", o.columns, {.help = "so many random columns for each matrix, uniform in (-1, 1)", .minimum = 0});
  f("seed", o.seed, {.help = "of the random columns", .minimum = 0});
}

template <class F>
void fields(F& f, InverseProblemOptions& o) {
  f("file", o.file, {.help = "matrices as (batch, n, n) or (n, n), .npy or .mtx"});
  f("matrix", o.matrix, {.help = "one matrix written here, instead of a file"});
  f("generate", o.generate, {.help = "test matrices, instead of a file"});
  f("right_hand_side", o.right_hand_side, {.help = "solve: B of A X = B"});
}

template <class F>
void fields(F& f, InverseSolverOptions& o) {
  fields(f, o.options);
  f("in_place", o.in_place, {.help = "inverse, lu: results take the place of A in memory"});
}

template <class F>
void fields(F& f, InverseCheckOptions& o) {
  f("enabled", o.enabled,
    {.help = "compute LAPACK's residual ratios, good ones are below 30, and condition numbers, for which the tasks "
             "other than inverse compute an inverse too"});
  f("sample", o.sample, {.help = "members whose residuals are computed at most, evenly spread", .minimum = 1});
  f("columns", o.columns,
    {.help = "columns of their residuals that are computed at most, evenly spread", .minimum = 1});
}

template <class F>
void fields(F& f, InverseOutputOptions& o) {
  f("directory", o.directory, {.help = "folder of the results"});
  f("inverse", o.inverse, {.help = "inverse: write inverse.npy, (batch, n, n)"});
  f("solution", o.solution, {.help = "solve: write solution.npy, of the shape of B"});
  f("determinant", o.determinant,
    {.help = "determinant: write determinant_sign.npy and determinant_logabs.npy, (batch)"});
  f("lu", o.lu, {.help = "lu: write lu.npy, (batch, n, n), and pivots.npy, (batch, n), as LAPACK has them"});
}

template <class F>
void fields(F& f, InverseConfig& o) {
  f("driver", o.driver, {.help = "the executable this configuration is for"});
  f("task", o.task, {.help = "what is computed of each matrix"});
  f("problem", o.problem, {.help = "the batch of square matrices"});
  f("program", o.program, {.help = "program: a chain of operations on named matrices, instead of problem and solver"});
  f("solver", o.solver, {.help = "how it is computed"});
  f("check", o.check, {.help = "accuracy in result.yaml"});
  f("output", o.output, {.help = "what is written, and where"});
}

/// The options with which generate() makes these matrices.
GeneratorOptions generator_options(const InverseGeneratorOptions& options);

/// Checks between keys. Throws Error with the place of the key to change.
void validate(const InverseConfig& config, const io::GivenKeys& given);

}  // namespace kolibri::drivers
