#include "eigh/config.hpp"

namespace kolibri::drivers {

void validate(const EighConfig& config, const io::GivenKeys& given) {
  const bool file = !config.problem.file.empty();
  if (file && config.problem.generate) {
    fail_at(given, "problem.generate", "'problem.file' and 'problem.generate' are both given; keep one of them");
  }
  if (!file && !config.problem.generate) {
    fail_at(given, "problem", "no matrices: give 'problem.file' or 'problem.generate'");
  }
  const auto& generate = config.problem.generate;
  const bool real = generate && (generate->scalar == ScalarType::float32 || generate->scalar == ScalarType::float64);
  if (real && generate->kind == GeneratorKind::graphene_ribbon) {
    fail_at(given, "problem.generate.scalar", "a graphene_ribbon is complex; 'scalar' must be complex64 or complex128");
  }
  const auto& solver = config.solver;
  if (solver.criterion == Criterion::relative && solver.algorithm != EighAlgorithm::automatic &&
      solver.algorithm != EighAlgorithm::jacobi_two_sided) {
    fail_at(given, "solver.criterion", "'solver.criterion' relative needs 'solver.algorithm' jacobi_two_sided or auto");
  }
}

}  // namespace kolibri::drivers
