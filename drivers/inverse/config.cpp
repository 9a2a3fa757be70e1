#include "inverse/config.hpp"

#include <kolibri/error.hpp>

#include "common/scalars.hpp"

namespace kolibri::drivers {
namespace {

void validate_matrices(const InverseProblemOptions& problem, const io::GivenKeys& given) {
  const bool file = !problem.file.empty(), matrix = !problem.matrix.empty();
  const auto only_one = [&](const char* key, const char* other) {
    fail_at(given, key, concat("'", other, "' and '", key, "' are both given; keep one of them"));
  };
  if (file && matrix) only_one("problem.matrix", "problem.file");
  if (file && problem.generate) only_one("problem.generate", "problem.file");
  if (matrix && problem.generate) only_one("problem.generate", "problem.matrix");
  if (!file && !matrix && !problem.generate) {
    fail_at(given, "problem", "no matrices: give 'problem.file', 'problem.matrix' or 'problem.generate'");
  }
  if (matrix && problem.matrix.size() != problem.matrix.front().size()) {
    fail_at(
        given, "problem.matrix",
        concat("'problem.matrix' must be square, got ", problem.matrix.size(), " x ", problem.matrix.front().size()));
  }
}

void validate_right_hand_side(const InverseConfig& config, const io::GivenKeys& given) {
  const std::string section = "problem.right_hand_side";
  const auto& options = config.problem.right_hand_side;
  if (config.task != InverseJobTask::solve) {
    if (options) fail_at(given, section, "'problem.right_hand_side' needs 'task' solve");
    return;
  }
  if (!options) fail_at(given, "task", "'task' solve needs 'problem.right_hand_side'");
  const int sources = !options->file.empty() + !options->matrix.empty() + (options->columns > 0);
  if (sources != 1) {
    fail_at(given, section,
            "'problem.right_hand_side' needs one of 'file', 'matrix' and 'columns'; got " +
                std::string(sources == 0 ? "none" : "several"));
  }
}

void validate_solver(const InverseConfig& config, const io::GivenKeys& given) {
  const InverseSolverOptions& solver = config.solver;
  const bool inverse = config.task == InverseJobTask::inverse;
  const InverseMethod method = solver.options.method;
  if (!inverse && method != InverseMethod::automatic && method != InverseMethod::lu) {
    fail_at(given, "solver.method",
            concat("'solver.method' ", name_of(method), " needs 'task' inverse; the others take lu or auto"));
  }
  if (!inverse && config.task != InverseJobTask::solve && solver.options.refine > 0) {
    fail_at(given, "solver.refine", "'solver.refine' needs 'task' inverse or solve; leave it at 0");
  }
  if (!inverse && config.task != InverseJobTask::lu && solver.in_place) {
    fail_at(given, "solver.in_place", "'solver.in_place' needs 'task' inverse or lu; leave it at false");
  }
  if (solver.options.refine > 0 && solver.in_place) {
    fail_at(given, "solver.refine", "'solver.refine' needs A, which 'solver.in_place' overwrites; keep one of them");
  }
}

}  // namespace

GeneratorOptions generator_options(const InverseGeneratorOptions& options) {
  GeneratorOptions made{.n = options.n, .batch = options.batch, .scalar = options.scalar, .seed = options.seed};
  made.kind = GeneratorKind::random_general;
  if (options.kind == InverseMatrixKind::random) return made;
  made.kind = GeneratorKind::spectrum;
  made.mode = 3;  // eigenvalues at even distances on a logarithmic scale
  made.condition = options.condition;
  made.positive = true;
  return made;
}

void validate(const InverseConfig& config, const io::GivenKeys& given) {
  const bool program = config.task == InverseJobTask::program;
  if (program && !config.program) fail_at(given, "task", "'task' program needs 'program'");
  if (!program && config.program) fail_at(given, "program", "'program' needs 'task' program");
  if (program) {
    const InverseProblemOptions& problem = config.problem;
    if (!problem.file.empty() || !problem.matrix.empty() || problem.generate || problem.right_hand_side) {
      fail_at(given, "problem", "'task' program has its matrices in 'program'");
    }
    return validate(*config.program, given);
  }
  validate_matrices(config.problem, given);
  validate_right_hand_side(config, given);
  validate_solver(config, given);
}

}  // namespace kolibri::drivers
