#include "host_chains.hpp"

// Fused multiply-adds in the vectors of the processor, for its ceiling: loops over arrays are not sure to stay in
// registers.
namespace kolibri::detail {

namespace {

#if defined(__AVX512F__)
constexpr int vector_bytes = 64;
#elif defined(__AVX__)
constexpr int vector_bytes = 32;
#else
constexpr int vector_bytes = 16;
#endif
constexpr int vectors = 10;

template <class Real>
struct VectorOf {
  typedef Real type __attribute__((vector_size(vector_bytes)));
};

}  // namespace

template <class Real>
int host_chains() {
  return vectors * vector_bytes / static_cast<int>(sizeof(Real));
}

template <class Real>
Real run_host_chains(long steps, Real factor) {
  using Vector = typename VectorOf<Real>::type;
  const Vector s = Vector{} + factor;
  Vector a = s + 1, b = s + 2, c = s + 3, d = s + 4, e = s + 5, f = s + 6, g = s + 7, h = s + 8, i = s + 9, j = s + 10;
  const Vector x = s, y = Vector{} + (1 - factor);
  for (long step = 0; step < steps; ++step) {
    a = a * x + y, b = b * x + y, c = c * x + y, d = d * x + y, e = e * x + y;
    f = f * x + y, g = g * x + y, h = h * x + y, i = i * x + y, j = j * x + y;
  }
  const Vector sum = a + b + c + d + e + f + g + h + i + j;
  Real result = 0;
  for (unsigned lane = 0; lane < vector_bytes / sizeof(Real); ++lane) result += sum[lane];
  return result;
}

template int host_chains<float>();
template int host_chains<double>();
template float run_host_chains(long, float);
template double run_host_chains(long, double);

}  // namespace kolibri::detail
