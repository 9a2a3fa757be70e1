#include "eigh/output.hpp"

#include <kolibri/generate_graphene.hpp>

namespace kolibri::drivers {
namespace {

bool is_double(ScalarType scalar) { return scalar == ScalarType::float64 || scalar == ScalarType::complex128; }

io::Dtype dtype_of(ScalarType scalar) {
  switch (scalar) {
    case ScalarType::float32:
      return io::Dtype::float32;
    case ScalarType::float64:
      return io::Dtype::float64;
    case ScalarType::complex64:
      return io::Dtype::complex64;
    case ScalarType::complex128:
      break;
  }
  return io::Dtype::complex128;
}

}  // namespace

EighOutput::EighOutput(const EighConfig& config, const EighInput& input)
    : m_folder(config.output.directory), m_batch(input.batch()), m_single(input.single()) {
  // Pictures and parts of an earlier result that this one does not replace.
  for (const char* name : {"eigenvalues.npy", "eigenvectors.npy", "k.npy", "spectrum.png", "sweeps.png"}) {
    m_folder.discard(name);
  }
  const std::int64_t n = input.n();
  const io::Dtype real = is_double(input.scalar()) ? io::Dtype::float64 : io::Dtype::float32;
  if (config.output.values) m_values.emplace(part("eigenvalues.npy", real, {n}));
  if (config.output.vectors && config.solver.vectors) {
    m_vectors.emplace(part("eigenvectors.npy", dtype_of(input.scalar()), {n, n}));
  }
  m_info.emplace(part("info.npy", io::Dtype::int32, {}));
  m_sweeps.emplace(part("sweeps.npy", io::Dtype::int32, {}));
  const auto& generate = input.generated();
  if (generate && generate->kind == GeneratorKind::graphene_ribbon) write_wave_numbers(*generate);
}

EighOutput::Part EighOutput::part(const std::string& name, io::Dtype dtype, std::vector<std::int64_t> member_shape) {
  std::vector<std::int64_t> shape = std::move(member_shape);
  const std::int64_t rows = m_single && !shape.empty() ? shape.front() : 1;
  if (!m_single) shape.insert(shape.begin(), m_batch);
  return {io::NpyWriter(m_folder.file(name), dtype, shape), rows};
}

void EighOutput::write_wave_numbers(const GeneratorOptions& options) {
  const std::vector<double> k = ribbon_wave_numbers(options);
  io::write_npy(m_folder.file("k.npy"), io::Dtype::float64, {static_cast<std::int64_t>(k.size())}, k.data());
}

void EighOutput::append(const EighChunk& chunk, std::int64_t count) {
  if (m_values) m_values->file.append(chunk.values, count * m_values->rows);
  if (m_vectors) m_vectors->file.append(chunk.vectors, count * m_vectors->rows);
  m_info->file.append(chunk.info, count * m_info->rows);
  m_sweeps->file.append(chunk.sweeps, count * m_sweeps->rows);
}

void EighOutput::commit(const std::string& config, const std::string& result) {
  for (std::optional<Part>* part : {&m_values, &m_vectors, &m_info, &m_sweeps}) {
    if (*part) (*part)->file.close();
  }
  m_folder.write_text("config.yaml", config);
  m_folder.write_text("result.yaml", result);
  m_folder.commit();
}

}  // namespace kolibri::drivers
