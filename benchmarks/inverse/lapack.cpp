#include <complex>
#define lapack_complex_float std::complex<float>
#define lapack_complex_double std::complex<double>
#include <lapacke.h>

#include <kolibri/error.hpp>

#include "host_batch.hpp"

namespace kolibri::bench {
namespace {

// LAPACKE's routines with the workspace handed in, which neither allocate nor look for NaN.
template <class Scalar>
struct Lapack;
template <>
struct Lapack<float> {
  static constexpr char prefix = 's';
  static constexpr auto getrf = LAPACKE_sgetrf_work;
  static constexpr auto getri = LAPACKE_sgetri_work;
  static constexpr auto potrf = LAPACKE_spotrf_work;
  static constexpr auto potri = LAPACKE_spotri_work;
};
template <>
struct Lapack<double> {
  static constexpr char prefix = 'd';
  static constexpr auto getrf = LAPACKE_dgetrf_work;
  static constexpr auto getri = LAPACKE_dgetri_work;
  static constexpr auto potrf = LAPACKE_dpotrf_work;
  static constexpr auto potri = LAPACKE_dpotri_work;
};
template <>
struct Lapack<std::complex<float>> {
  static constexpr char prefix = 'c';
  static constexpr auto getrf = LAPACKE_cgetrf_work;
  static constexpr auto getri = LAPACKE_cgetri_work;
  static constexpr auto potrf = LAPACKE_cpotrf_work;
  static constexpr auto potri = LAPACKE_cpotri_work;
};
template <>
struct Lapack<std::complex<double>> {
  static constexpr char prefix = 'z';
  static constexpr auto getrf = LAPACKE_zgetrf_work;
  static constexpr auto getri = LAPACKE_zgetri_work;
  static constexpr auto potrf = LAPACKE_zpotrf_work;
  static constexpr auto potri = LAPACKE_zpotri_work;
};

/// getrf and getri, in place.
template <class Scalar>
class GetrfGetri : public Routine {
  using Element = standard_t<Scalar>;

 public:
  explicit GetrfGetri(const Batch<Scalar>& batch) : m_batch(batch) {
    const lapack_int n = batch.n();
    Element length;
    Lapack<Element>::getri(LAPACK_COL_MAJOR, n, nullptr, n, nullptr, &length, -1);
    const Workspace workspace{std::vector<lapack_int>(n), std::vector<Element>(std::size_t(std::real(length)))};
    m_workspaces.assign(workers_of(batch), workspace);
  }

  std::string name() const override { return concat(Lapack<Element>::prefix, "getrf+getri"); }
  std::int64_t size() const override { return m_batch.size(); }
  std::size_t workspace_bytes() const override {
    return m_workspaces.size() *
           (m_workspaces[0].pivots.size() * sizeof(lapack_int) + m_workspaces[0].work.size() * sizeof(Element));
  }
  void restore() override { copy_to_x(m_batch); }
  void run() override {
    const lapack_int n = m_batch.n();
    invert_members(m_batch, [this, n](int worker, const Element*, Element* x) {
      auto& [pivots, work] = m_workspaces[worker];
      const lapack_int info = Lapack<Element>::getrf(LAPACK_COL_MAJOR, n, n, x, n, pivots.data());
      if (info != 0) return info;
      return Lapack<Element>::getri(LAPACK_COL_MAJOR, n, x, n, pivots.data(), work.data(),
                                    static_cast<lapack_int>(work.size()));
    });
  }

 private:
  struct Workspace {
    std::vector<lapack_int> pivots;
    std::vector<Element> work;
  };

  Batch<Scalar> m_batch;
  std::vector<Workspace> m_workspaces;
};

/// potrf and potri, in place, and the upper triangle filled in, as ours has it.
template <class Scalar>
class PotrfPotri : public Routine {
  using Element = standard_t<Scalar>;

 public:
  explicit PotrfPotri(const Batch<Scalar>& batch) : m_batch(batch) {}

  std::string name() const override { return concat(Lapack<Element>::prefix, "potrf+potri"); }
  std::int64_t size() const override { return m_batch.size(); }
  void restore() override { copy_to_x(m_batch); }
  void run() override {
    const lapack_int n = m_batch.n();
    invert_members(m_batch, [n](int, const Element*, Element* x) {
      lapack_int info = Lapack<Element>::potrf(LAPACK_COL_MAJOR, 'L', n, x, n);
      if (info == 0) info = Lapack<Element>::potri(LAPACK_COL_MAJOR, 'L', n, x, n);
      fill_upper(x, n);
      return info;
    });
  }

 private:
  static void fill_upper(Element* x, std::int64_t n) {
    for (std::int64_t j = 0; j < n; ++j) {
      for (std::int64_t i = j + 1; i < n; ++i) {
        if constexpr (is_complex<Scalar>) {
          x[j + i * n] = std::conj(x[i + j * n]);
        } else {
          x[j + i * n] = x[i + j * n];
        }
      }
    }
  }

  Batch<Scalar> m_batch;
};

}  // namespace

template <class Scalar>
void add_lapack(const Batch<Scalar>& batch, Routines& routines) {
  routines.push_back(std::make_unique<GetrfGetri<Scalar>>(batch));
  if (batch.positive) routines.push_back(std::make_unique<PotrfPotri<Scalar>>(batch));
}

std::string lapack_description() { return lapack_version() + ", one thread a matrix, all for a single one"; }

#define KOLIBRI_BENCH_LAPACK(SCALAR) template void add_lapack(const Batch<SCALAR>&, Routines&);
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_BENCH_LAPACK)

}  // namespace kolibri::bench
