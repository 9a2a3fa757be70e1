#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <kolibri/detail/inverse_arguments.hpp>
#include <kolibri/detail/matrix_types.hpp>
#include <kolibri/error.hpp>

namespace kolibri::detail {

/// Checks the arguments of one of the functions of matrix_operations.hpp, which it names in errors.
class MatrixChecker {
 public:
  explicit MatrixChecker(const char* function) : m_function(function), m_check(function) { m_check.initialised(); }

  template <class ExecutionSpace, class... Matrices>
  static constexpr void reaches() {
    static_assert((Kokkos::SpaceAccessibility<ExecutionSpace, typename Matrices::memory_space>::accessible && ...),
                  "kolibri: the execution space cannot reach the memory of a matrix");
  }

  template <class Matrix>
  void shape(const char* name, const Matrix& got, std::size_t rows, std::size_t columns) const {
    m_check.shape(name, std::array{got.extent(0), got.extent(1)}, std::array{rows, columns});
    constexpr std::size_t most = 2147483647;
    require(rows <= most && columns <= most, m_function, ": ", name, " is ", rows, " x ", columns,
            ", up to 2147483647 rows and columns are supported");
  }
  template <class Matrix, class Like>
  void shape_of(const char* name, const Matrix& got, const Like& like) const {
    shape(name, got, like.extent(0), like.extent(1));
  }
  template <class Matrix>
  void square(const char* name, const Matrix& a) const {
    require(a.extent(0) == a.extent(1), m_function, ": ", name, " must be square, got ", a.extent(0), " x ",
            a.extent(1));
  }
  template <class Order>
  void length(const char* name, const Order& order, std::size_t wanted) const {
    m_check.length(name, order.extent(0), wanted);
  }
  template <class In, class Out>
  void apart(const char* name, const In& in, const Out& out) const {
    require(!same_matrix(in, out), m_function, ": out must not be ", name, ", which is read while out is written");
  }

 private:
  const char* m_function;
  ArgumentChecker m_check;
};

}  // namespace kolibri::detail
