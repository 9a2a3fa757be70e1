#include <kolibri/version.hpp>

#include "common/driver.hpp"
#include "eigh/config.hpp"
#include "eigh/job.hpp"

int main(int argc, char** argv) {
  namespace drivers = kolibri::drivers;
  drivers::EighConfig config;
  const kolibri::io::Program program{
      .name = "kolibri-eigh",
      .summary = "Eigenvalues and eigenvectors of batches of Hermitian or symmetric matrices.",
      .version = kolibri::version};
  return drivers::drive(
      argc, argv,
      {.program = program,
       .name = drivers::DriverName::eigh,
       .fields = kolibri::io::fields_of(config),
       .output = config.output.directory,
       .validate = [&](const kolibri::io::GivenKeys& given) { drivers::validate(config, given); },
       .plan =
           [&](const drivers::RunRequest& request) { return std::make_unique<drivers::EighJob>(config, request); }});
}
