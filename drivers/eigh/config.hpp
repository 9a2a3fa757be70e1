#pragma once

#include <cstdint>
#include <filesystem>
#include <kolibri/eigh_fields.hpp>
#include <kolibri/eigh_options.hpp>
#include <kolibri/generate_options.hpp>
#include <kolibri/io/yaml_reader.hpp>
#include <optional>

#include "common/driver.hpp"
#include "common/generator_fields.hpp"

namespace kolibri::drivers {

/// Where the matrices come from; exactly one of both.
struct EighInputOptions {
  std::filesystem::path file;
  std::optional<GeneratorOptions> generate;
};

struct EighCheckOptions {
  bool enabled = true;
  std::int64_t sample = 1000;
};

struct EighOutputOptions {
  std::filesystem::path directory = "results/eigh";
  bool values = true;
  bool vectors = true;
};

/// The configuration of kolibri-eigh.
struct EighConfig {
  DriverName driver = DriverName::eigh;
  EighInputOptions problem;
  EighOptions solver;
  EighCheckOptions check;
  EighOutputOptions output;
};

template <class F>
void fields(F& f, EighInputOptions& o) {
  f("file", o.file, {.help = "matrices as (batch, n, n) or (n, n), .npy or .mtx"});
  f("generate", o.generate, {.help = "test matrices, instead of a file"});
}

template <class F>
void fields(F& f, EighCheckOptions& o) {
  f("enabled", o.enabled, {.help = "compute LAPACK's residual and orthogonality ratios; good ones are below 30"});
  f("sample", o.sample, {.help = "members that are checked at most, evenly spread", .minimum = 1});
}

template <class F>
void fields(F& f, EighOutputOptions& o) {
  f("directory", o.directory, {.help = "folder of the results"});
  f("values", o.values, {.help = "write eigenvalues.npy, (batch, n)"});
  f("vectors", o.vectors, {.help = "write eigenvectors.npy, (batch, n, n), if they are computed"});
}

template <class F>
void fields(F& f, EighConfig& o) {
  f("driver", o.driver, {.help = "the executable this configuration is for"});
  f("problem", o.problem, {.help = "the batch of Hermitian or symmetric matrices"});
  f("solver", o.solver, {.help = "how it is solved"});
  f("check", o.check, {.help = "accuracy in result.yaml"});
  f("output", o.output, {.help = "what is written, and where"});
}

/// Checks between keys. Throws Error with the place of the key to change.
void validate(const EighConfig& config, const io::GivenKeys& given);

}  // namespace kolibri::drivers
