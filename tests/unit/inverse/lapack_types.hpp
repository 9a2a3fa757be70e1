#pragma once

#include "support_ratios.hpp"

// The matrix types of LAPACK's tests of linear equations (dlatb4, dlattr), scaled as there.
namespace kolibri::test {

/// What the types depend on.
struct TypeOptions {
  int n = 0;
  bool complex = false;
  double eps = 0;       ///< 2^-24 or 2^-53
  double smallest = 0;  ///< smallest normal number
  int seed = 1;
};

template <class Scalar>
TypeOptions type_options(int n, int seed = 1) {
  return {n, is_complex<Scalar>, eps<Scalar>, double(std::numeric_limits<real_t<Scalar>>::min()), seed};
}

/// 0.1 / eps, the condition number of the worst of the types.
double worst_condition(const TypeOptions& options);

/// A matrix with what is known about it.
struct TypedMatrix {
  Matrix a;
  int info = 0;  ///< the column of the first zero pivot, from 1
};

/// GE: 1 diagonal, 2 upper triangular, 3 lower triangular, 4 condition 2, 5 first column zero, 6 last column zero,
/// 7 last n/2 columns zero, 8 condition sqrt(0.1 / eps), 9 condition 0.1 / eps, 10 near underflow, 11 near overflow.
inline constexpr int general_types = 11;
TypedMatrix general_type(int type, const TypeOptions& options);

/// PO, Hermitian positive definite: 1 diagonal, 2 condition 2, 3 to 5 first, last, middle row and column zero,
/// 6 condition sqrt(0.1 / eps), 7 condition 0.1 / eps, 8 near underflow, 9 near overflow.
inline constexpr int definite_types = 9;
TypedMatrix definite_type(int type, const TypeOptions& options);

/// TR, upper triangular: 1 diagonal, 2 to 4 conditions 2, sqrt(0.1 / eps), 0.1 / eps, 5 near underflow, 6 near
/// overflow, 7 identity, 8 unit diagonal, 9 and 10 zero diagonal element in the first and in a middle column. The
/// diagonal of type 8 is stored as j on purpose.
inline constexpr int triangular_types = 10;
inline constexpr int unit_triangular_type = 8;
TypedMatrix triangular_type(int type, const TypeOptions& options);

/// All types in one batch, n > 0 where a type plants a zero.
template <class Scalar>
struct TypedBatch {
  HostBatch<Scalar> a;
  std::vector<int> info;

  TypedBatch(TypedMatrix (*make)(int, const TypeOptions&), int types, int n) {
    std::vector<Matrix> members;
    for (int type = 1; type <= types; ++type) {
      TypedMatrix typed = make(type, type_options<Scalar>(n, 100 * n + type));
      if (n == 0 && typed.info != 0) continue;
      members.push_back(typed.a);
      info.push_back(typed.info);
    }
    a = batch_of<Scalar>(members);
  }

  int size() const { return static_cast<int>(info.size()); }
};

}  // namespace kolibri::test
