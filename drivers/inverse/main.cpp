#include <kolibri/version.hpp>

#include "common/driver.hpp"
#include "inverse/config.hpp"
#include "inverse/job.hpp"
#include "inverse/program_job.hpp"

namespace kolibri::drivers {
namespace {

/// The job of the configuration's task.
std::unique_ptr<Job> job_of(const InverseConfig& config, const RunRequest& request, const io::GivenKeys& given) {
  if (config.program) return std::make_unique<ProgramJob>(config, request, given);
  return std::make_unique<InverseJob>(config, request);
}

}  // namespace
}  // namespace kolibri::drivers

int main(int argc, char** argv) {
  namespace drivers = kolibri::drivers;
  drivers::InverseConfig config;
  const kolibri::io::Program program{
      .name = "kolibri-inverse",
      .summary = "Inverses, solutions, determinants and LU factors of batches of square matrices.",
      .version = kolibri::version};
  kolibri::io::GivenKeys places;  // of the keys, for what is found when files are open
  return drivers::drive(
      argc, argv,
      {.program = program,
       .name = drivers::DriverName::inverse,
       .fields = kolibri::io::fields_of(config),
       .output = config.output.directory,
       .validate =
           [&](const kolibri::io::GivenKeys& given) {
             places = given;
             drivers::validate(config, given);
           },
       .plan = [&](const drivers::RunRequest& request) { return drivers::job_of(config, request, places); },
       .notes = [&] { return drivers::program_notes(config, places); }});
}
