#include <iostream>
#include <kolibri/eigh.hpp>
#include <kolibri/eigh_fields.hpp>
#include <kolibri/enum_name.hpp>

#include "routine.hpp"

namespace kolibri::bench {
namespace {

/// "auto=jacobi_one_sided" when `automatic` chose it.
template <class Scalar>
class Ours : public Routine {
 public:
  Ours(const Batch<Scalar>& batch, EighAlgorithm algorithm) : m_batch(batch), m_status{batch.info, batch.sweeps, {}} {
    m_options.algorithm = algorithm;
    m_options.vectors = batch.vectors;
    if (batch.vectors) m_vectors = batch.v;
    const auto chosen = eigh_algorithm<Space, Scalar>(batch.exec, batch.size(), batch.n(), m_options);
    m_name = name_of(chosen);
    if (algorithm != chosen) m_name = std::string(name_of(algorithm)) + "=" + m_name;
    const std::size_t bytes = eigh_workspace<Space, Scalar>(batch.exec, batch.size(), batch.n(), m_options);
    m_workspace = decltype(m_workspace)(
        Kokkos::view_alloc(batch.exec, Kokkos::WithoutInitializing, "kolibri::bench workspace"), bytes);
  }

  std::string name() const override { return "kolibri:" + m_name; }
  bool ours() const override { return true; }
  std::int64_t size() const override { return m_batch.size(); }
  std::size_t workspace_bytes() const override { return m_workspace.size(); }
  void run() override { eigh(m_batch.exec, m_batch.a, m_batch.w, m_vectors, m_status, m_options, m_workspace); }

 private:
  Batch<Scalar> m_batch;
  std::string m_name;
  EighOptions m_options;
  EighStatus<Scalar, Memory> m_status;
  Kokkos::View<Scalar***, Kokkos::LayoutRight, Memory> m_vectors;
  Kokkos::View<std::byte*, Memory> m_workspace;
};

}  // namespace

template <class Scalar>
Routines our_routines(const Batch<Scalar>& batch, const std::vector<EighAlgorithm>& algorithms) {
  Routines routines;
  for (EighAlgorithm algorithm : algorithms) {
    try {
      routines.push_back(std::make_unique<Ours<Scalar>>(batch, algorithm));
    } catch (const Error& error) {
      std::cerr << "left out: " << error.what() << '\n';
    }
  }
  return routines;
}

#define KOLIBRI_BENCH_OURS(SCALAR) \
  template Routines our_routines(const Batch<SCALAR>&, const std::vector<EighAlgorithm>&);
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_BENCH_OURS)

}  // namespace kolibri::bench
