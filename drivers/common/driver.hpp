#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <kolibri/error.hpp>
#include <kolibri/io/command_line.hpp>
#include <kolibri/io/fields.hpp>
#include <kolibri/io/yaml_reader.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace kolibri::drivers {

/// The executables by the `driver` key of their configurations.
enum class DriverName { eigh, inverse, poisson };

constexpr auto enum_names(DriverName) {
  return std::array{std::pair{DriverName::eigh, "eigh"}, std::pair{DriverName::inverse, "inverse"},
                    std::pair{DriverName::poisson, "poisson"}};
}

/// What a program's caller gets to know.
enum class ExitCode { solved = 0, partial = 1, bad_input = 2, failed = 3 };

/// Work that is ready to start: input opened and checked, no output touched.
class Job {
 public:
  virtual ~Job() = default;

  /// Memory and scratch needs, one line each: what --check prints.
  virtual std::string needs() const = 0;

  /// Does the work and writes the output folder.
  virtual ExitCode run() = 0;
};

/// What the frame tells a driver about this run.
struct RunRequest {
  bool quiet = false;
  double start_seconds = 0;  ///< what it took to start Kokkos
  bool resume = false;
  std::optional<std::filesystem::path> evaluate = {};
};

/// What makes a driver out of the frame.
struct Driver {
  io::Program program;
  DriverName name;
  io::Fields fields;                                            ///< keys of the configuration
  std::filesystem::path& output;                                ///< its output.directory, which --output replaces
  std::function<void(const io::GivenKeys&)> validate;           ///< checks between keys; throws Error
  std::function<std::unique_ptr<Job>(const RunRequest&)> plan;  ///< opens the input; Kokkos runs by then
  std::function<std::string()> notes = {};                      ///< comments that --print-config ends with
};

/// The frame of every driver: command line, configuration, Kokkos, the job, errors to stderr. Returns main's value.
int drive(int argc, char** argv, const Driver& driver);

/// An Error that is the user's to mend: exit code 2 whenever it comes.
struct InputError : Error {
  using Error::Error;
};

/// Throws InputError: `a.yaml:4:3: error: ` in front of a problem with a key, or with the whole configuration when it
/// was not given.
[[noreturn]] void fail_at(const io::GivenKeys& given, const std::string& key, const std::string& problem);

}  // namespace kolibri::drivers
