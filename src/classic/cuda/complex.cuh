// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Complex numbers in registers, DFTs of every length up to 32, and roots of unity, for CUDA kernels.
#ifndef TCFFT_CLASSIC_CUDA_COMPLEX_CUH
#define TCFFT_CLASSIC_CUDA_COMPLEX_CUH

#include "num/num.h"

// Elements per thread where a pass leaves the choice (TCF_TILE_EPT of tile/tile.h).
enum { EPT = 16 };

typedef float V;
struct C {
  float re, im;
};

#define INLINE static __device__ __forceinline__
#define INLINE_MEMBER __device__ __forceinline__
#define COMPILED __host__ __device__ constexpr  // evaluated at compile time where its value is a constant
#define C_MAKE(re, im) (C{re, im})
#define UNROLL _Pragma("unroll")
#define CONSTANTS(type, name) constexpr type name[]

INLINE float broadcast(float x) { return x; }
INLINE C c_add(C a, C b) { return C{a.re + b.re, a.im + b.im}; }
INLINE C c_sub(C a, C b) { return C{a.re - b.re, a.im - b.im}; }
INLINE C c_mul(C a, float re, float im) { return C{a.re * re - a.im * im, a.re * im + a.im * re}; }
INLINE C c_mul(C a, C b) { return c_mul(a, b.re, b.im); }
// Product with a constant. The product with the constant's larger part is fused into the sum, so that it is not rounded.
INLINE C c_twiddle(C a, float re, float im) {
  return re * re > im * im ? C{fmaf(a.re, re, -(a.im * im)), fmaf(a.im, re, a.re * im)}
                           : C{fmaf(-a.im, im, a.re * re), fmaf(a.re, im, a.im * re)};
}
INLINE C c_mul_minus_i(C a) { return C{a.im, -a.re}; }
INLINE C c_swap(C a) { return C{a.im, a.re}; }
INLINE C c_scale(C a, float f) { return C{a.re * f, a.im * f}; }

// Loads data that a launch reads once. It is not kept in the L1 cache, so that the tables stay there.
INLINE float2 load_once(const float2 *p) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  float2 v;
  asm volatile("ld.global.L1::no_allocate.v2.f32 {%0, %1}, [%2];" : "=f"(v.x), "=f"(v.y) : "l"(p));
  return v;
#else
  return *p;
#endif
}

INLINE void store_once(float *p, float v) {
#if defined(__CUDA_ARCH__)
  __stcs(p, v);
#else
  *p = v;
#endif
}

INLINE void store_once(float2 *p, float2 v) {
#if defined(__CUDA_ARCH__)
  __stcs(p, v);
#else
  *p = v;
#endif
}

INLINE void store_once(float4 *p, float4 v) {
#if defined(__CUDA_ARCH__)
  __stcs(p, v);
#else
  *p = v;
#endif
}

// Returns x, but hides its value from the compiler. What the compiler derived from x before, it derives again from the
// result instead of keeping it in registers, or in memory where registers do not suffice.
INLINE int computed_again(int x) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+r"(x));
#endif
  return x;
}
INLINE C computed_again(C x) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+f"(x.re), "+f"(x.im));
#endif
  return x;
}

// Programmatic dependent launch (CUDA programming guide; compute capability 9.0): the blocks of a launch start while the
// previous launch ends, which hides the launch latency. Nothing that earlier launches may have written is accessed before
// await_input.
INLINE void start_next_launch() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}

INLINE void await_input() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

#include "num/butterfly.h"

// ------------------------------------------------------------------------------------------------ compile-time constants

// cos and sin of 2 pi k / n, for the inner twiddles of composite radices: octant reduction, then a Taylor series.
COMPILED double taylor(double x, double term, int from) {
  double sum = 0;
  for (int i = from; i < from + 24; i += 2) {
    sum += term;
    term *= -x * x / ((i + 1) * (i + 2));
  }
  return sum;
}
COMPILED double twiddle_angle(int k, int n) { return 6.283185307179586476925 * k / n; }
COMPILED double cos_turn(int k, int n) {
  k %= n;
  if (8 * k > 4 * n) k = n - k;
  if (4 * k > n) return -cos_turn(n - 2 * k, 2 * n);
  if (8 * k > n) return taylor(twiddle_angle(n - 4 * k, 4 * n), twiddle_angle(n - 4 * k, 4 * n), 1);
  return taylor(twiddle_angle(k, n), 1, 0);
}
COMPILED double sin_turn(int k, int n) { return cos_turn(4 * k + 3 * n, 4 * n); }

template <int K, int N>
struct root_of {  // exp(-2 pi i K / N)
  static constexpr float re = (float)cos_turn(K, N), im = (float)-sin_turn(K, N);
};

// ------------------------------------------------------------------------------------------------ DFTs

// The factor A of a composite radix A * B that dft() takes apart, chosen so that power-of-two butterflies do most of the
// work. 1: the radix has a butterfly of its own.
COMPILED int outer_factor(int r) {
  constexpr int factor[] = {0, 0, 0, 0, 0, 0, 2, 0, 0, 3, 2, 0, 4, 0, 2, 3, 0,
                            0, 2, 0, 4, 3, 2, 0, 3, 5, 2, 3, 4, 0, 2, 0, 4};
  return factor[r] ? factor[r] : 1;
}

template <int R>
INLINE void dft(C *v);

// All roots of order N, for loops that the compiler unrolls. Templates that instantiate themselves for every constant
// took four times as long to compile (2.1 s for the direct DFT of 97 points).
template <int N>
struct roots_of {
  float re[N], im[N];
  COMPILED roots_of() : re(), im() {
    for (int k = 0; k < N; k++) {
      re[k] = (float)cos_turn(k, N);
      im[k] = (float)-sin_turn(k, N);
    }
  }
};

// Radix A * B as an A x B array: DFTs of the columns, inner twiddles, DFTs of the rows, transposed order.
template <int A, int B>
INLINE void dft_composite(C *v) {
  constexpr roots_of<A * B> roots;
  C t[A * B];
  UNROLL
  for (int b = 0; b < B; b++) {
    C column[A];
    UNROLL
    for (int a = 0; a < A; a++) column[a] = v[a * B + b];
    dft<A>(column);
    UNROLL
    for (int a = 0; a < A; a++) t[a * B + b] = column[a];
  }
  UNROLL
  for (int a = 0; a < A; a++) {
    UNROLL
    for (int b = 1; b < B && a > 0; b++) t[a * B + b] = c_twiddle(t[a * B + b], roots.re[a * b], roots.im[a * b]);
    dft<B>(t + a * B);
    UNROLL
    for (int b = 0; b < B; b++) v[a + A * b] = t[a * B + b];
  }
}

// Coprime factors need no twiddles between them (Good 1958). Element (a, b) of the array is point (B a + A b) mod A B of
// the input, and result k of the output is the one that is k modulo A and modulo B.
template <int A, int B>
INLINE void dft_coprime(C *v) {
  C t[A * B];
  UNROLL
  for (int a = 0; a < A; a++) {
    UNROLL
    for (int b = 0; b < B; b++) t[a * B + b] = v[(B * a + A * b) % (A * B)];
    dft<B>(t + a * B);
  }
  UNROLL
  for (int b = 0; b < B; b++) {
    C column[A];
    UNROLL
    for (int a = 0; a < A; a++) column[a] = t[a * B + b];
    dft<A>(column);
    UNROLL
    for (int k = b; k < A * B; k += B) v[k] = column[k % A];
  }
}

COMPILED bool coprime(int a, int b) { return b ? coprime(b, a % b) : a == 1; }

// The terms of the sums of an odd prime R, smallest first. The i-th smallest cosine of result k is cosine[k][i], and it
// belongs to point of_cosine[k][i] + 1; the sines likewise.
template <int R>
struct prime_terms {
  float cosine[R / 2 + 1][R / 2], sine[R / 2 + 1][R / 2];
  int of_cosine[R / 2 + 1][R / 2], of_sine[R / 2 + 1][R / 2];
  static COMPILED float magnitude(float x) { return x < 0 ? -x : x; }
  COMPILED prime_terms() : cosine(), sine(), of_cosine(), of_sine() {
    const roots_of<R> root;
    for (int k = 1; k <= R / 2; k++) {
      for (int j = 1; j <= R / 2; j++) {
        const float c = root.re[j * k % R], s = -root.im[j * k % R];
        int c_at = 0, s_at = 0;
        for (int i = 1; i <= R / 2; i++) {
          c_at += magnitude(root.re[i]) < magnitude(c);
          s_at += magnitude(root.im[i]) < magnitude(s);
        }
        cosine[k][c_at] = c;
        of_cosine[k][c_at] = j - 1;
        sine[k][s_at] = s;
        of_sine[k][s_at] = j - 1;
      }
    }
  }
};

// Odd primes beyond those of butterfly.h, by the same symmetry. With the sums s_j and the differences d_j of points j and
// R - j,
//   V_k, V_{R-k} = v_0 + sum cos(2 pi j k / R) s_j  -+  i sum sin(2 pi j k / R) d_j,
// where all constants are known at compile time.
template <int R>
INLINE void dft_prime(C *v) {
  constexpr prime_terms<R> terms;
  C s[R / 2], d[R / 2], first = v[0], total = v[0];
  UNROLL
  for (int j = 1; j <= R / 2; j++) {
    s[j - 1] = c_add(v[j], v[R - j]);
    d[j - 1] = c_sub(v[j], v[R - j]);
    total = c_add(total, s[j - 1]);
  }
  UNROLL
  for (int k = 1; k <= R / 2; k++) {
    C even = first, odd = C{0.f, 0.f};
    UNROLL
    for (int i = 0; i < R / 2; i++) {
      const float c = terms.cosine[k][i], sn = terms.sine[k][i];
      const C &sum = s[terms.of_cosine[k][i]], &difference = d[terms.of_sine[k][i]];
      even.re += c * sum.re;
      even.im += c * sum.im;
      odd.re += sn * difference.re;
      odd.im += sn * difference.im;
    }
    v[k] = C{even.re + odd.im, even.im - odd.re};
    v[R - k] = C{even.re - odd.im, even.im + odd.re};
  }
  v[0] = total;
}

template <int R>
INLINE void dft(C *v) {
  if constexpr (R == 2) {
    butterfly2(v);
  } else if constexpr (R == 3) {
    butterfly3(v);
  } else if constexpr (R == 4) {
    butterfly4(&v[0], &v[1], &v[2], &v[3]);
  } else if constexpr (R == 5) {
    butterfly5(v);
  } else if constexpr (R == 7) {
    butterfly7(v);
  } else if constexpr (R == 8) {
    butterfly8(v);
  } else if constexpr (R == 11) {
    butterfly11(v);
  } else if constexpr (R == 13) {
    butterfly13(v);
  } else if constexpr (R == 16) {
    butterfly16(v);
  } else if constexpr (R == 17 || R == 19 || R == 23 || R == 29 || R == 31) {
    dft_prime<R>(v);
  } else if constexpr (R > 1) {
    constexpr int outer = outer_factor(R), inner = R / outer;
    if constexpr (coprime(outer, inner))
      dft_coprime<outer, inner>(v);
    else
      dft_composite<outer, inner>(v);
  }
}

// ------------------------------------------------------------------------------------------------ roots at run time

// exp(-2 pi i m / n), m < n < 2^31, without a table. The angle is reduced to a quarter turn in integers, so that no large
// angle is ever rounded. quarters_per_root is 4 / n; inverse and inverse_twiddle_n_rest are 1 / n to twice FP32's
// precision. The error is below 1.5 ulp.
INLINE C root_at(tcf_u32 m, tcf_u32 n, float quarters_per_root, float inverse, float inverse_twiddle_n_rest) {
  const int q = (int)rintf((float)m * quarters_per_root);
  const float r = (float)(int)(4u * m - (tcf_u32)q * n);
  const float t = fmaf(r, inverse, r * inverse_twiddle_n_rest), u = t * t;
  const float s = t * fmaf(fmaf(fmaf(-0.0046021631f, u, 0.0796802229f), u, -0.6459634782f), u, 1.5707963220f);
  const float c = fmaf(fmaf(fmaf(fmaf(0.0009036298f, u, -0.0208600701f), u, 0.2536692038f), u, -1.2337005406f), u, 1.0f);
  const C turned = q & 1 ? C{-s, -c} : C{c, -s};
  return q & 2 ? C{-turned.re, -turned.im} : turned;
}

#endif
