#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/program_code.hpp>
#include <kolibri/matrix_batch.hpp>
#include <kolibri/scalar.hpp>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace kolibri {

class MatrixProgram;

namespace detail {

/// The arrays of a program by the position of its matrices; null where a matrix has none.
template <class Scalar>
struct BoundProgram {
  MatrixBatch<const Scalar> input[most_program_matrices];
  MatrixBatch<Scalar> output[most_program_matrices];
  int* info = nullptr;
  std::int64_t batch = 0;
  std::span<std::byte> workspace;  ///< lent by the caller
};

/// A named array, and what is said of it in errors.
template <class Batch>
struct NamedBatch {
  std::string name;
  Batch batch;
  bool shared;  ///< one matrix for all members
};

/// The shape of an array, for the checks that scalars share.
struct BoundShape {
  std::string name;
  bool output;
  bool shared;
  std::int64_t batch;
  int rows;
  int columns;
};

/// Checks arrays against a program; returns the batch.
std::int64_t check_program_data(const MatrixProgram& program, const std::vector<BoundShape>& shapes, std::size_t info);

/// The position of a matrix of a program.
int index_in_program(const MatrixProgram& program, const std::string& name);

}  // namespace detail

/// The arrays that a program reads and writes, by name. They are Views of any layout in memory that the execution space
/// reaches: (batch, rows, columns), or an input that all members share, (rows, columns). Views are kept alive as long
/// as this object.
template <class ExecutionSpace, SupportedScalar Scalar>
class ProgramData {
 public:
  /// The values of an input.
  template <class View>
  ProgramData& input(const std::string& name, const View& view) {
    static_assert(View::rank() == 3 || View::rank() == 2,
                  "kolibri::ProgramData: an input is a View of rank 3, or of rank 2 for all members");
    require<View>();
    MatrixBatch<const Scalar> batch;
    if constexpr (View::rank() == 3) {
      batch = constant(matrix_batch(view));
    } else {
      batch = constant(single_matrix(view));
    }
    m_inputs.push_back({name, batch, View::rank() == 2});
    m_views.push_back(std::make_shared<View>(view));
    return *this;
  }

  /// Where an output goes; those not asked for are skipped.
  template <class View>
  ProgramData& output(const std::string& name, const View& view) {
    static_assert(!std::is_const_v<typename View::value_type>, "kolibri::ProgramData: an output is not const");
    require<View>();
    m_outputs.push_back({name, matrix_batch(view), false});
    m_views.push_back(std::make_shared<View>(view));
    return *this;
  }

  /// The arrays checked and by position. Throws Error when they do not fit the program.
  detail::BoundProgram<Scalar> bind(const MatrixProgram& program, int* info, std::size_t info_length) const {
    std::vector<detail::BoundShape> shapes;
    for (const auto& [name, b, shared] : m_inputs) shapes.push_back({name, false, shared, b.batch, b.rows, b.columns});
    for (const auto& [name, b, shared] : m_outputs) shapes.push_back({name, true, shared, b.batch, b.rows, b.columns});
    detail::BoundProgram<Scalar> bound;
    bound.batch = detail::check_program_data(program, shapes, info_length);
    bound.info = info;
    for (const auto& one : m_inputs) bound.input[detail::index_in_program(program, one.name)] = one.batch;
    for (const auto& one : m_outputs) bound.output[detail::index_in_program(program, one.name)] = one.batch;
    return bound;
  }

 private:
  template <class View>
  static constexpr void require() {
    static_assert(std::is_same_v<typename View::non_const_value_type, Scalar>,
                  "kolibri::ProgramData: an array holds the scalar of the data");
    static_assert(Kokkos::SpaceAccessibility<ExecutionSpace, typename View::memory_space>::accessible,
                  "kolibri::ProgramData: the execution space cannot reach the memory of an array");
  }
  template <class Batch>
  static MatrixBatch<const Scalar> constant(const Batch& b) {
    return {b.data, b.batch, b.rows, b.columns, b.batch_stride, b.row_stride, b.column_stride};
  }

  std::vector<detail::NamedBatch<MatrixBatch<const Scalar>>> m_inputs;
  std::vector<detail::NamedBatch<MatrixBatch<Scalar>>> m_outputs;
  std::vector<std::shared_ptr<const void>> m_views;  // kept alive
};

}  // namespace kolibri
