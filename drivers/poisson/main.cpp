#include <kolibri/version.hpp>

#include "common/driver.hpp"
#include "poisson/config_fields.hpp"
#include "poisson/estimate.hpp"
#include "poisson/job.hpp"
#include "poisson/key_error.hpp"
#include "poisson/sweep.hpp"

namespace kolibri::drivers {
namespace {

/// Puts the place of the key in front of what is found at fault.
class LocatedJob final : public Job {
 public:
  LocatedJob(std::unique_ptr<Job> job, const io::GivenKeys& given) : m_job(std::move(job)), m_given(given) {}

  std::string needs() const override { return m_job->needs(); }
  ExitCode run() override {
    return located(m_given, [this] { return m_job->run(); });
  }

 private:
  std::unique_ptr<Job> m_job;
  const io::GivenKeys& m_given;
};

std::unique_ptr<Job> job_of(const PoissonConfig& config, const RunRequest& request, const io::GivenKeys& given) {
  if (request.evaluate) return std::make_unique<EvaluationJob>(config, request, given);
  if (config.sweep) return std::make_unique<SweepJob>(config, request, given);
  if (config.estimate) return std::make_unique<EstimateJob>(config, request, given);
  return std::make_unique<PoissonJob>(config, request, given);
}

}  // namespace
}  // namespace kolibri::drivers

int main(int argc, char** argv) {
  namespace drivers = kolibri::drivers;
  drivers::PoissonConfig config;
  kolibri::io::GivenKeys places;  // of the keys, for what is found when formulas are parsed
  const kolibri::io::Program program{.name = "kolibri-poisson",
                                     .summary =
                                         "Radial-basis-function networks that solve linear elliptic "
                                         "boundary-value problems.",
                                     .version = kolibri::version,
                                     .trains = true};
  return drivers::drive(argc, argv,
                        {.program = program,
                         .name = drivers::DriverName::poisson,
                         .fields = kolibri::io::fields_of(config),
                         .output = config.output.directory,
                         .validate =
                             [&](const kolibri::io::GivenKeys& given) {
                               places = given;
                               drivers::validate(config, given);
                             },
                         .plan = [&](const drivers::RunRequest& request) -> std::unique_ptr<drivers::Job> {
                           auto job =
                               drivers::located(places, [&] { return drivers::job_of(config, request, places); });
                           return std::make_unique<drivers::LocatedJob>(std::move(job), places);
                         }});
}
