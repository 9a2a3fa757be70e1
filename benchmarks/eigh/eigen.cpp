#define EIGEN_DONT_PARALLELIZE
#include <Eigen/Eigenvalues>

#include "host_batch.hpp"

namespace kolibri::bench {
namespace {

/// SelfAdjointEigenSolver for matrices whose order is known at run time only; one solver a thread, which keeps its
/// memory from member to member.
template <class Scalar>
class EigenRoutine : public Routine {
  using Matrix = Eigen::Matrix<standard_t<Scalar>, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<real_t<Scalar>, Eigen::Dynamic, 1>;

 public:
  explicit EigenRoutine(const Batch<Scalar>& batch)
      : m_batch(batch), m_solvers(static_cast<std::size_t>(batch.exec.concurrency()), Solver(batch.n())) {}

  std::string name() const override { return "eigen"; }
  std::int64_t size() const override { return m_batch.size(); }
  void run() override {
    for_each_member(m_batch.exec, size(), [this](int worker, std::int64_t b) { solve(m_solvers[worker], b); });
  }

 private:
  using Solver = Eigen::SelfAdjointEigenSolver<Matrix>;

  void solve(Solver& solver, std::int64_t b) const {
    const int n = m_batch.n();
    const auto member = [&](Scalar* data) { return reinterpret_cast<standard_t<Scalar>*>(data) + b * n * n; };
    solver.compute(Eigen::Map<const Matrix>(member(m_batch.a.data()), n, n),
                   m_batch.vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
    m_batch.info(b) = solver.info() == Eigen::Success ? 0 : 1;
    Eigen::Map<Vector>(m_batch.w.data() + b * n, n) = solver.eigenvalues();
    if (m_batch.vectors) Eigen::Map<Matrix>(member(m_batch.v.data()), n, n) = solver.eigenvectors();
  }

  Batch<Scalar> m_batch;
  std::vector<Solver> m_solvers;
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
