#include <Eigen/LU>

#include "host_batch.hpp"

namespace kolibri::bench {
namespace {

/// PartialPivLU for matrices whose order is known at run time only; one object a worker, which keeps its memory from
/// member to member.
template <class Scalar>
class EigenRoutine : public Routine {
  using Element = standard_t<Scalar>;
  using Matrix = Eigen::Matrix<Element, Eigen::Dynamic, Eigen::Dynamic>;

 public:
  explicit EigenRoutine(const Batch<Scalar>& batch)
      : m_batch(batch), m_factors(workers_of(batch), Eigen::PartialPivLU<Matrix>(batch.n())) {}

  std::string name() const override { return "eigen"; }
  std::int64_t size() const override { return m_batch.size(); }
  std::size_t workspace_bytes() const override { return m_factors.size() * sizeof(Scalar) * m_batch.n() * m_batch.n(); }
  void run() override {
    Eigen::setNbThreads(m_batch.single ? m_batch.exec.concurrency() : 1);
    const int n = m_batch.n();
    invert_members(m_batch, [this, n](int worker, const Element* a, Element* x) {
      m_factors[worker].compute(Eigen::Map<const Matrix>(a, n, n));
      Eigen::Map<Matrix>(x, n, n) = m_factors[worker].inverse();
      return 0;  // Eigen does not tell
    });
  }

 private:
  Batch<Scalar> m_batch;
  std::vector<Eigen::PartialPivLU<Matrix>> m_factors;
};

}  // namespace

template <class Scalar>
void add_eigen(const Batch<Scalar>& batch, Routines& routines) {
  routines.push_back(std::make_unique<EigenRoutine<Scalar>>(batch));
}

std::string eigen_description() {
  return "Eigen " + std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
         std::to_string(EIGEN_MINOR_VERSION);
}

#define KOLIBRI_BENCH_EIGEN(SCALAR) template void add_eigen(const Batch<SCALAR>&, Routines&);
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_BENCH_EIGEN)

}  // namespace kolibri::bench
