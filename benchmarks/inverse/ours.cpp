#include <kolibri/enum_name.hpp>
#include <kolibri/inverse.hpp>
#include <kolibri/inverse_fields.hpp>

#include "routine.hpp"

namespace kolibri::bench {
namespace {

/// From A to X in a batch; a single large matrix in place.
template <class Scalar>
class Ours : public Routine {
 public:
  Ours(const Batch<Scalar>& batch, InverseMethod method) : m_batch(batch), m_options{.method = method} {}

  std::string name() const override { return std::string("kolibri:") + name_of(m_options.method); }
  bool ours() const override { return true; }
  std::int64_t size() const override { return m_batch.size(); }
  void restore() override {
    if (m_batch.single) copy_to_x(m_batch);
  }
  void run() override {
    inverse(m_batch.exec, m_batch.single ? m_batch.x : m_batch.a, m_batch.x, m_batch.info, m_options);
  }

 private:
  Batch<Scalar> m_batch;
  InverseOptions m_options;
};

}  // namespace

template <class Scalar>
Routines our_routines(const Batch<Scalar>& batch, const std::vector<InverseMethod>& methods) {
  Routines routines;
  for (const InverseMethod method : methods) {
    if (method == InverseMethod::cholesky && !batch.positive) continue;
    routines.push_back(std::make_unique<Ours<Scalar>>(batch, method));
  }
  return routines;
}

#define KOLIBRI_BENCH_OURS(SCALAR) \
  template Routines our_routines(const Batch<SCALAR>&, const std::vector<InverseMethod>&);
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_BENCH_OURS)

}  // namespace kolibri::bench
