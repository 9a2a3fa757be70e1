#include "inverse/batch_solver.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <kolibri/with_scalar.hpp>

#include "inverse/typed_batch.hpp"

namespace kolibri::drivers {
namespace {

using Region = Kokkos::Profiling::ScopedRegion;

template <class Scalar>
class InverseBatch final : public TypedBatch<Scalar> {
 public:
  using Base = TypedBatch<Scalar>;

  InverseBatch(InverseInput& input, const InverseConfig& config) : Base(input, config) {
    const std::int64_t n = this->m_n;
    this->plan_chunk(InverseTask::inverse, config.solver.in_place ? 0 : n * n);
    if (config.output.inverse) this->write("inverse.npy", dtype_of(input.matrices.scalar()), {n, n});
    this->write_status();
  }

  void allocate() override {
    Base::allocate();
    if (!in_place()) m_own_x.allocate("kolibri::driver x", this->m_plan.chunk, this->m_n, this->m_n);
    if (this->m_config.check.enabled) m_norms = Doubles("kolibri::driver norms", this->m_plan.chunk);
  }

  InverseChunk solve(Times& times) override {
    const auto a = this->loaded(this->m_a.device), inverse = this->loaded(x().device);
    const auto info = this->loaded(this->m_info.device);
    const bool checked = this->m_config.check.enabled;
    if (checked) {
      const TimedPart part(times.check);
      mean_norms(this->m_exec, a, this->loaded(m_norms));
      this->m_exec.fence("kolibri::driver norms");
    }
    {
      const TimedPart part(times.solve);
      const Region region("kolibri::driver solve");
      InverseOptions options = this->m_config.solver.options;
      options.method = this->m_plan.method;  // the last chunk, a smaller one, by the same
      kolibri::inverse(this->m_exec, a, inverse, info, options);
      this->m_exec.fence("kolibri::driver solve");
    }
    if (checked) {
      const TimedPart part(times.check);
      rcond_of_inverse(this->m_exec, this->loaded(m_norms), inverse, info, this->loaded(this->m_rcond.device));
      this->m_exec.fence("kolibri::driver rcond");
    }
    const TimedPart part(times.write);
    if (!this->m_config.output.inverse) return this->fetch_status({});
    return this->fetch_status({x().fetch()});
  }

  InverseRatios check(std::int64_t members) override {
    const Region region("kolibri::driver check");
    const auto inverse = this->loaded(x().device);
    const auto info = this->loaded(this->m_info.device);
    const CheckSample sample = this->sample(members);
    const InverseAccuracy found =
        in_place() ? check_inverse(this->m_exec, this->original_rows(), inverse, info, sample)
                   : check_inverse(this->m_exec, this->loaded(this->m_a.device), inverse, info, sample);
    return {.left = found.left, .right = found.right, .members = found.members};
  }

 private:
  using Doubles = typename Base::Doubles;

  bool in_place() const { return this->m_config.solver.in_place; }
  Mirrored<typename Base::Matrices>& x() { return in_place() ? this->m_a : m_own_x; }

  Mirrored<typename Base::Matrices> m_own_x;
  Doubles m_norms;
};

template <class Scalar>
class SolveBatch final : public TypedBatch<Scalar> {
 public:
  using Base = TypedBatch<Scalar>;

  SolveBatch(InverseInput& input, const InverseConfig& config) : Base(input, config), m_sides(*input.right_hand_side) {
    const int columns = m_sides.columns();
    this->plan_chunk(InverseTask::solve, std::uint64_t{2} * this->m_n * columns, columns);
    if (config.output.solution) {
      this->write("solution.npy", dtype_of(input.matrices.scalar()), m_sides.member_shape());
    }
    this->write_status();
  }

  void allocate() override {
    Base::allocate();
    m_b.allocate("kolibri::driver b", this->m_plan.chunk, this->m_n, m_sides.columns());
    m_x.allocate("kolibri::driver x", this->m_plan.chunk, this->m_n, m_sides.columns());
  }

  void load(std::int64_t first, std::int64_t count, Times& times) override {
    Base::load(first, count, times);
    const TimedPart part(times.read);
    if (m_sides.seed()) {
      generate_uniform(this->m_exec, this->loaded(m_b.device), *m_sides.seed(), first);
      this->m_exec.fence("kolibri::driver generate");
      return;
    }
    m_b.mirror();
    m_sides.read(first, count, reinterpret_cast<std::byte*>(m_b.host.data()));
    Kokkos::deep_copy(this->loaded(m_b.device), this->loaded(m_b.host));
  }

  InverseChunk solve(Times& times) override {
    this->condition(times);
    {
      const TimedPart part(times.solve);
      const Region region("kolibri::driver solve");
      kolibri::solve(this->m_exec, this->loaded(this->m_a.device), this->loaded(m_b.device), this->loaded(m_x.device),
                     this->loaded(this->m_info.device), this->lu_options());
      this->m_exec.fence("kolibri::driver solve");
    }
    const TimedPart part(times.write);
    if (!this->m_config.output.solution) return this->fetch_status({});
    return this->fetch_status({m_x.fetch()});
  }

  InverseRatios check(std::int64_t members) override {
    const Region region("kolibri::driver check");
    const ResidualAccuracy found =
        check_solve(this->m_exec, this->loaded(this->m_a.device), this->loaded(m_b.device), this->loaded(m_x.device),
                    this->loaded(this->m_info.device), this->sample(members));
    return {.residual = found.residual, .members = found.members};
  }

 private:
  RightHandSideInput& m_sides;
  Mirrored<typename Base::Matrices> m_b, m_x;
};

template <class Scalar>
class DeterminantBatch final : public TypedBatch<Scalar> {
 public:
  using Base = TypedBatch<Scalar>;

  DeterminantBatch(InverseInput& input, const InverseConfig& config) : Base(input, config) {
    this->plan_chunk(InverseTask::determinant, 0);
    if (config.output.determinant) {
      this->write("determinant_sign.npy", dtype_of(input.matrices.scalar()), {});
      this->write("determinant_logabs.npy", real_dtype_of(input.matrices.scalar()), {});
    }
    this->write_status();
  }

  void allocate() override {
    Base::allocate();
    m_sign.allocate("kolibri::driver sign", this->m_plan.chunk);
    m_log_abs.allocate("kolibri::driver log_abs", this->m_plan.chunk);
  }

  InverseChunk solve(Times& times) override {
    this->condition(times);
    {
      const TimedPart part(times.solve);
      const Region region("kolibri::driver solve");
      slogdet(this->m_exec, this->loaded(this->m_a.device), this->loaded(m_sign.device), this->loaded(m_log_abs.device),
              this->loaded(this->m_info.device), this->lu_options());
      this->m_exec.fence("kolibri::driver solve");
    }
    const TimedPart part(times.write);
    const std::vector<const void*> arrays{m_sign.fetch(), m_log_abs.fetch()};
    InverseChunk chunk = this->fetch_status(this->m_config.output.determinant ? arrays : std::vector<const void*>());
    const Scalar sign = m_sign.host(0);
    chunk.determinant = {{real(sign), imag(sign)}, m_log_abs.host(0)};
    return chunk;
  }

  InverseRatios check(std::int64_t) override { return {}; }

 private:
  Mirrored<typename Base::Scalars> m_sign;
  Mirrored<typename Base::Reals> m_log_abs;
};

template <class Scalar>
class LuBatch final : public TypedBatch<Scalar> {
 public:
  using Base = TypedBatch<Scalar>;

  LuBatch(InverseInput& input, const InverseConfig& config) : Base(input, config) {
    const std::int64_t n = this->m_n;
    this->plan_chunk(InverseTask::lu, config.solver.in_place ? n : n * n + n);
    if (config.output.lu) {
      this->write("lu.npy", dtype_of(input.matrices.scalar()), {n, n});
      this->write("pivots.npy", io::Dtype::int32, {n});
    }
    this->write_status();
  }

  void allocate() override {
    Base::allocate();
    if (!in_place()) m_own_f.allocate("kolibri::driver f", this->m_plan.chunk, this->m_n, this->m_n);
    m_pivots.allocate("kolibri::driver pivots", this->m_plan.chunk, this->m_n);
  }

  InverseChunk solve(Times& times) override {
    this->condition(times);
    {
      const TimedPart part(times.solve);
      const Region region("kolibri::driver solve");
      kolibri::lu(this->m_exec, this->loaded(this->m_a.device), this->loaded(f().device), this->loaded(m_pivots.device),
                  this->loaded(this->m_info.device), this->lu_options());
      this->m_exec.fence("kolibri::driver solve");
    }
    const TimedPart part(times.write);
    if (!this->m_config.output.lu) return this->fetch_status({});
    return this->fetch_status({f().fetch(), m_pivots.fetch()});
  }

  InverseRatios check(std::int64_t members) override {
    const Region region("kolibri::driver check");
    const auto factors = this->loaded(f().device);
    const auto pivots = this->loaded(m_pivots.device);
    const auto info = this->loaded(this->m_info.device);
    const UnitFactor unit = this->m_config.solver.options.unit;
    const CheckSample sample = this->sample(members);
    const ResidualAccuracy found =
        in_place() ? check_lu(this->m_exec, this->original_rows(), factors, pivots, info, unit, sample)
                   : check_lu(this->m_exec, this->loaded(this->m_a.device), factors, pivots, info, unit, sample);
    return {.residual = found.residual, .members = found.members};
  }

 private:
  bool in_place() const { return this->m_config.solver.in_place; }
  Mirrored<typename Base::Matrices>& f() { return in_place() ? this->m_a : m_own_f; }

  Mirrored<typename Base::Matrices> m_own_f;
  Mirrored<typename Base::Pivots> m_pivots;
};

template <class Scalar>
std::unique_ptr<InverseBatchSolver> make_typed(InverseInput& input, const InverseConfig& config) {
  switch (config.task) {
    case InverseJobTask::inverse:
      return std::make_unique<InverseBatch<Scalar>>(input, config);
    case InverseJobTask::solve:
      return std::make_unique<SolveBatch<Scalar>>(input, config);
    case InverseJobTask::determinant:
      return std::make_unique<DeterminantBatch<Scalar>>(input, config);
    case InverseJobTask::lu:
      return std::make_unique<LuBatch<Scalar>>(input, config);
    case InverseJobTask::program:
      break;  // it has a job of its own
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<InverseBatchSolver> make_batch_solver(InverseInput& input, const InverseConfig& config) {
  return with_scalar(input.matrices.scalar(), [&]<class Scalar>() { return make_typed<Scalar>(input, config); });
}

}  // namespace kolibri::drivers
