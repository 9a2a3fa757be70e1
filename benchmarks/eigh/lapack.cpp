#include <complex>
#define lapack_complex_float std::complex<float>
#define lapack_complex_double std::complex<double>
#include <lapacke.h>

#include <kolibri/error.hpp>

#include "common/openblas.hpp"
#include "host_batch.hpp"

namespace kolibri::bench {
namespace {

// LAPACKE's routines with the workspace handed in, which neither allocate nor look for NaN.
template <class Scalar>
struct Lapack;
template <>
struct Lapack<float> {
  static constexpr const char* syevd_name = "ssyevd";
  static constexpr const char* syevr_name = "ssyevr";
  static constexpr auto syevd = LAPACKE_ssyevd_work;
  static constexpr auto syevr = LAPACKE_ssyevr_work;
};
template <>
struct Lapack<double> {
  static constexpr const char* syevd_name = "dsyevd";
  static constexpr const char* syevr_name = "dsyevr";
  static constexpr auto syevd = LAPACKE_dsyevd_work;
  static constexpr auto syevr = LAPACKE_dsyevr_work;
};
template <>
struct Lapack<std::complex<float>> {
  static constexpr const char* syevd_name = "cheevd";
  static constexpr const char* syevr_name = "cheevr";
  static constexpr auto syevd = LAPACKE_cheevd_work;
  static constexpr auto syevr = LAPACKE_cheevr_work;
};
template <>
struct Lapack<std::complex<double>> {
  static constexpr const char* syevd_name = "zheevd";
  static constexpr const char* syevr_name = "zheevr";
  static constexpr auto syevd = LAPACKE_zheevd_work;
  static constexpr auto syevr = LAPACKE_zheevr_work;
};

/// What one thread hands to LAPACK beside a matrix: arrays of the sizes that LAPACK asks for.
template <class Scalar>
class Workspace {
 public:
  /// Calls routine(arguments..., the arrays and their sizes). The first call is LAPACK's query of the sizes.
  template <class Function, class... Arguments>
  lapack_int call(Function routine, Arguments... arguments) {
    if constexpr (is_complex<Scalar>) {
      return routine(arguments..., m_work.data(), length(m_work), m_real_work.data(), length(m_real_work),
                     m_integer_work.data(), length(m_integer_work));
    } else {
      return routine(arguments..., m_work.data(), length(m_work), m_integer_work.data(), length(m_integer_work));
    }
  }

  void allocate() {
    m_work.resize(static_cast<std::size_t>(std::real(m_work[0])));
    if (is_complex<Scalar>) m_real_work.resize(static_cast<std::size_t>(m_real_work[0]));
    m_integer_work.resize(static_cast<std::size_t>(m_integer_work[0]));
    m_query = false;
  }

  std::size_t bytes() const {
    return m_work.size() * sizeof(Scalar) + m_real_work.size() * sizeof(real_t<Scalar>) +
           m_integer_work.size() * sizeof(lapack_int);
  }

 private:
  template <class Array>
  lapack_int length(const Array& array) const {
    return m_query ? -1 : static_cast<lapack_int>(array.size());
  }

  std::vector<standard_t<Scalar>> m_work = std::vector<standard_t<Scalar>>(1);
  std::vector<real_t<Scalar>> m_real_work = std::vector<real_t<Scalar>>(1);
  std::vector<lapack_int> m_integer_work = std::vector<lapack_int>(1);
  bool m_query = true;
};

/// syevd (heevd): divide and conquer, vectors over the matrix.
template <class Scalar>
class DivideAndConquer : public Routine {
 public:
  explicit DivideAndConquer(const Batch<Scalar>& batch)
      : m_batch(batch), m_workspaces(static_cast<std::size_t>(batch.exec.concurrency())) {}

  std::string name() const override { return Lapack<standard_t<Scalar>>::syevd_name; }
  std::int64_t size() const override { return m_batch.size(); }
  std::size_t workspace_bytes() const override { return m_workspaces[0].bytes() * m_workspaces.size(); }
  void restore() override { copy_to_vectors(m_batch); }
  void run() override {
    const BlasThreads one(1);
    for_each_member(m_batch.exec, size(),
                    [this](int worker, std::int64_t b) { m_batch.info(b) = solve(m_workspaces[worker], b); });
  }

  /// Gives every thread its workspace.
  void allocate() {
    for (auto& workspace : m_workspaces) {
      solve(workspace, 0);
      workspace.allocate();
    }
  }

 protected:
  virtual lapack_int solve(Workspace<Scalar>& workspace, std::int64_t b) const {
    return workspace.call(Lapack<standard_t<Scalar>>::syevd, LAPACK_COL_MAJOR, m_batch.vectors ? 'V' : 'N', 'L', n(),
                          matrix(b), n(), values(b));
  }

  lapack_int n() const { return m_batch.n(); }
  auto* matrix(std::int64_t b) const { return reinterpret_cast<standard_t<Scalar>*>(m_batch.v.data()) + b * n() * n(); }
  real_t<Scalar>* values(std::int64_t b) const { return m_batch.w.data() + b * n(); }

 private:
  Batch<Scalar> m_batch;
  std::vector<Workspace<Scalar>> m_workspaces;
};

/// syevr (heevr) for values only.
template <class Scalar>
class RobustValues : public DivideAndConquer<Scalar> {
 public:
  using DivideAndConquer<Scalar>::DivideAndConquer;
  std::string name() const override { return Lapack<standard_t<Scalar>>::syevr_name; }

 protected:
  lapack_int solve(Workspace<Scalar>& workspace, std::int64_t b) const override {
    const lapack_int n = this->n();
    lapack_int found = 0;
    standard_t<Scalar>* const no_vectors = nullptr;
    lapack_int* const no_support = nullptr;
    return workspace.call(Lapack<standard_t<Scalar>>::syevr, LAPACK_COL_MAJOR, 'N', 'A', 'L', n, this->matrix(b), n, 0,
                          0, 0, 0, 0, &found, this->values(b), no_vectors, 1, no_support);
  }
};

}  // namespace

template <class Scalar>
void add_lapack(const Batch<Scalar>& batch, Routines& routines) {
  const auto add = [&](auto routine) {
    routine->allocate();
    routines.push_back(std::move(routine));
  };
  add(std::make_unique<DivideAndConquer<Scalar>>(batch));
  if (!batch.vectors) add(std::make_unique<RobustValues<Scalar>>(batch));
}

std::string lapack_description() { return lapack_version() + ", one thread a matrix"; }

#define KOLIBRI_BENCH_LAPACK(SCALAR) template void add_lapack(const Batch<SCALAR>&, Routines&);
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_BENCH_LAPACK)

}  // namespace kolibri::bench
