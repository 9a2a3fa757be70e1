#pragma once

namespace kolibri {

/// The radial basis functions phi(r), r the distance from a neuron's centre and a its width, with s = r^2 / a^2.
enum class RbfBasis {
  gaussian,        ///< exp(-s)
  gaussian_sigma,  ///< exp(-s / 2): a is the standard deviation
  imq,             ///< (1 + s)^(-1/2), inverse multiquadric
  mq,              ///< (1 + s)^(1/2), multiquadric
  matern52,        ///< (1 + t + t^2 / 3) exp(-t), t = sqrt(5 s)
  wendland_c4,     ///< (1 - t)^6 (35 t^2 + 18 t + 3) / 3 for t = sqrt(s) < 1, else 0
};

/// Options of rbf_linear().
struct RbfLinearOptions {
  /// delta of the rows delta I below the matrix with columns of norm 1; 0: 1e-14 in double, 5e-6 in float.
  double regularisation = 0;
};

/// Options of rbf_varpro().
struct RbfVarproOptions {
  double regularisation = 0;      ///< as above
  double initial_damping = 1e-3;  ///< mu of the first step, in units of the squared norms of the Jacobian's columns
  int trials = 8;                 ///< step lengths tried, each with four times the mu, before a step is given up
};

/// Options of rbf_sparse().
struct RbfSparseOptions {
  /// LSQR ends at |A^T r| <= tolerance |A| |r|, A with columns of norm 1, or at |r| <= tolerance |b|,
  double tolerance = 1e-10;
  int iterations = 100;  ///< or after so many steps, for each level; more of them seldom lessen the error
};

/// Options of rbf_gradient_cg().
struct RbfGradientCgOptions {
  double centre_rate = 1e-2;  ///< beta of c -= beta dI/dc; with backtracking of the first step
  double width_rate = 1e-2;   ///< alpha of a -= alpha dI/da; likewise
  /// Halve a rate until the functional falls enough (Armijo), and begin the next step with twice what was good; else
  /// the rates stay.
  bool backtracking = true;
  double cg_tolerance = 1e-2;  ///< conjugate gradients end at |r| < cg_tolerance |r_0|
  int cg_iterations = 200;     ///< or after so many steps
};

}  // namespace kolibri
