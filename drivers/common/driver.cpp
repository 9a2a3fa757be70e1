#include "common/driver.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <kolibri/error.hpp>
#include <kolibri/io/config_dump.hpp>
#include <kolibri/io/overrides.hpp>

#include "common/kokkos_session.hpp"
#include "common/stopwatch.hpp"

namespace kolibri::drivers {
namespace {

// A configuration of another driver would fail on its keys; this says what is really wrong.
void require_own_configuration(const io::CommandLine& line, const Driver& driver) {
  const auto [value, where] = io::peek_yaml_file(line.config, "driver");
  for (const auto& [name, text] : enum_names(DriverName{})) {
    require(name == driver.name || value != text, where, ": error: this configuration is for kolibri-", value,
            " ('driver: ", value, "'), not for ", driver.program.name);
  }
}

void configure(const io::CommandLine& line, const Driver& driver) {
  require_own_configuration(line, driver);
  io::GivenKeys given = io::read_yaml_file(line.config, driver.fields);
  io::apply_overrides(line.overrides, driver.fields, given);
  if (line.output) driver.output = std::filesystem::weakly_canonical(std::filesystem::absolute(*line.output));
  given.emplace("", line.config.string());
  driver.validate(given);
}

ExitCode start(const io::CommandLine& line, const Driver& driver, std::unique_ptr<KokkosSession>& session,
               std::unique_ptr<Job>& job) {
  if (!line.answer.empty()) {
    fmt::print("{}", line.answer);
    return ExitCode::solved;
  }
  configure(line, driver);
  if (line.print_config) {
    const std::string notes = driver.notes ? driver.notes() : "";
    fmt::print("# {} {}\n{}{}", driver.program.name, driver.program.version, io::dump_config(driver.fields), notes);
    return ExitCode::solved;
  }
  const Stopwatch watch;
  session = std::make_unique<KokkosSession>(line.kokkos_flags);
  job = driver.plan(
      {.quiet = line.quiet, .start_seconds = watch.seconds(), .resume = line.resume, .evaluate = line.evaluate});
  if (!line.check) return ExitCode::solved;
  fmt::print("{}", job->needs());
  job.reset();
  return ExitCode::solved;
}

ExitCode guarded(ExitCode on_error, const Driver& driver, const std::function<ExitCode()>& work) {
  try {
    return work();
  } catch (const InputError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return ExitCode::bad_input;
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return on_error;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: error: {}\n", driver.program.name, error.what());
    return ExitCode::failed;
  }
}

}  // namespace

int drive(int argc, char** argv, const Driver& driver) {
  std::unique_ptr<KokkosSession> session;
  std::unique_ptr<Job> job;  // goes before the session
  ExitCode code = guarded(ExitCode::bad_input, driver, [&] {
    const auto keys = [&driver] { return io::help_config(driver.fields); };
    return start(io::parse_command_line(argc, argv, driver.program, keys), driver, session, job);
  });
  if (job) code = guarded(ExitCode::failed, driver, [&] { return job->run(); });
  return static_cast<int>(code);
}

void fail_at(const io::GivenKeys& given, const std::string& key, const std::string& problem) {
  const auto place = given.find(key);
  throw InputError(fmt::format("{}: error: {}", place != given.end() ? place->second : given.at(""), problem));
}

}  // namespace kolibri::drivers
