// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Complex numbers in registers, DFTs of every length up to 32 and of the primes beyond, and roots of unity, for CUDA
// kernels.
#ifndef TCFFT_CLASSIC_CUDA_COMPLEX_CUH
#define TCFFT_CLASSIC_CUDA_COMPLEX_CUH

#include "classic/cuda/scalar.cuh"

// Elements per thread where a pass leaves the choice (TCF_TILE_EPT of tile/tile.h): as many bytes of both types.
enum { EPT = IS_F64 ? 8 : 16 };

typedef scalar V;
struct C {
  scalar re, im;
};

#define C_MAKE(re, im) (C{re, im})
#define UNROLL _Pragma("unroll")
#define CONSTANTS(type, name) constexpr type name[]

INLINE scalar broadcast(scalar x) { return x; }
INLINE C c_add(C a, C b) { return C{a.re + b.re, a.im + b.im}; }
INLINE C c_sub(C a, C b) { return C{a.re - b.re, a.im - b.im}; }
INLINE C c_mul(C a, scalar re, scalar im) { return C{a.re * re - a.im * im, a.re * im + a.im * re}; }
INLINE C c_mul(C a, C b) { return c_mul(a, b.re, b.im); }
// Product with a constant. The product with the constant's larger part is fused into the sum, so that it is not rounded.
INLINE C c_twiddle(C a, scalar re, scalar im) {
  return re * re > im * im ? C{fused(a.re, re, -(a.im * im)), fused(a.im, re, a.re * im)}
                           : C{fused(-a.im, im, a.re * re), fused(a.re, im, a.im * re)};
}
INLINE C c_mul_minus_i(C a) { return C{a.im, -a.re}; }
INLINE C c_swap(C a) { return C{a.im, a.re}; }
INLINE C c_scale(C a, scalar f) { return C{a.re * f, a.im * f}; }

INLINE C computed_again(C x) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+" SCALAR_REGISTER(x.re), "+" SCALAR_REGISTER(x.im));
#endif
  return x;
}

// Programmatic dependent launch (CUDA programming guide; compute capability 9.0): the blocks of a launch start while the
// previous launch ends, which hides the launch latency. Nothing that earlier launches may have written is accessed before
// await_input, but for hints to the cache.
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

// Sums of two numbers, for constants that are rounded to FP64 once: sums and products by Knuth and Dekker.
struct two_doubles {
  double high, low;
};
COMPILED two_doubles exact_sum(double a, double b) {
  const double sum = a + b, other = sum - a;
  return {sum, (a - (sum - other)) + (b - other)};
}
COMPILED double upper_half(double a) {
  const double large = 134217729 * a;
  return large - (large - a);
}
COMPILED two_doubles exact_product(double a, double b) {
  const double product = a * b, a1 = upper_half(a), b1 = upper_half(b), a2 = a - a1, b2 = b - b1;
  return {product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}
COMPILED two_doubles product_of(two_doubles a, two_doubles b) {
  const two_doubles p = exact_product(a.high, b.high);
  return exact_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
}
COMPILED two_doubles divided_by(two_doubles a, double b) {
  const double q = a.high / b;
  const two_doubles p = exact_product(q, b);
  return exact_sum(q, ((a.high - p.high) - p.low + a.low) / b);
}

// cos and sin of 2 pi k / n, for the inner twiddles of composite radices: octant reduction, then a Taylor series, whose
// first two terms are such sums. term: the first one, which belongs to x to the power of `from`.
COMPILED double taylor(two_doubles x, two_doubles term, int from) {
  const two_doubles square = product_of(x, x);
  const two_doubles second = divided_by(product_of(term, square), -(from + 1.0) * (from + 2.0));
  double rest = 0, next = second.high;
  for (int i = from + 2; i < from + 24; i += 2) {
    next *= -square.high / ((i + 1) * (i + 2));
    rest += next;
  }
  const two_doubles sum = exact_sum(term.high, second.high);
  return sum.high + (sum.low + (term.low + second.low + rest));
}
COMPILED two_doubles twiddle_angle(int k, int n) {
  return divided_by(product_of({6.283185307179586476925, 2.4492935982947064e-16}, {(double)k, 0}), n);
}
COMPILED double cos_turn(int k, int n) {
  k %= n;
  if (8 * k > 4 * n) k = n - k;
  if (4 * k > n) return -cos_turn(n - 2 * k, 2 * n);
  if (8 * k > n) return taylor(twiddle_angle(n - 4 * k, 4 * n), twiddle_angle(n - 4 * k, 4 * n), 1);
  return taylor(twiddle_angle(k, n), {1, 0}, 0);
}
COMPILED double sin_turn(int k, int n) { return cos_turn(4 * k + 3 * n, 4 * n); }

template <int K, int N>
struct root_of {  // exp(-2 pi i K / N)
  static constexpr scalar re = (scalar)cos_turn(K, N), im = (scalar)-sin_turn(K, N);
};

// ------------------------------------------------------------------------------------------------ DFTs

COMPILED int smallest_factor(int r) {
  for (int p = 2; p * p <= r; p++)
    if (r % p == 0) return p;
  return r;
}

COMPILED bool is_prime(int r) { return r > 1 && smallest_factor(r) == r; }

// The factor A of a composite radix A * B that dft() takes apart, chosen so that power-of-two butterflies do most of the
// work. 1: the radix has a butterfly of its own. Beyond the table the factors are coprime.
COMPILED int outer_factor(int r) {
  if (r > 32) {
    const int prime = smallest_factor(r);
    int power = prime;
    while (r / power % prime == 0) power *= prime;
    return power < r ? power : 1;
  }
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
  scalar re[N], im[N];
  COMPILED roots_of() : re(), im() {
    for (int k = 0; k < N; k++) {
      re[k] = (scalar)cos_turn(k, N);
      im[k] = (scalar)-sin_turn(k, N);
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
  scalar cosine[R / 2 + 1][R / 2], sine[R / 2 + 1][R / 2];
  int of_cosine[R / 2 + 1][R / 2], of_sine[R / 2 + 1][R / 2];
  static COMPILED scalar magnitude(scalar x) { return x < 0 ? -x : x; }
  COMPILED prime_terms() : cosine(), sine(), of_cosine(), of_sine() {
    const roots_of<R> root;
    for (int k = 1; k <= R / 2; k++) {
      for (int j = 1; j <= R / 2; j++) {
        const scalar c = root.re[j * k % R], s = -root.im[j * k % R];
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
      const scalar c = terms.cosine[k][i], sn = terms.sine[k][i];
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

// Constants of a prime R's convolution (Rader 1968). at[q]: power q of a generator g of the numbers 1 .. R - 1 modulo R.
// spectrum[k]: bin k of the DFT of the roots of orders g^-l, l = 0 .. R - 2, divided by R - 1.
template <int R>
struct rader_constants {
  int at[R - 1];
  scalar re[R - 1], im[R - 1];
  static COMPILED int generator() {
    for (int g = 2; g < R; g++) {
      int power = g, order = 1;
      for (; power != 1; order++) power = power * g % R;
      if (order == R - 1) return g;
    }
    return 1;
  }
  COMPILED rader_constants() : at(), re(), im() {
    constexpr int points = R - 1;
    double root_re[R] = {}, root_im[R] = {}, turn_re[points] = {}, turn_im[points] = {};
    for (int k = 0; k < R; k++) root_re[k] = cos_turn(k, R), root_im[k] = -sin_turn(k, R);
    for (int k = 0; k < points; k++) turn_re[k] = cos_turn(k, points), turn_im[k] = -sin_turn(k, points);
    at[0] = 1;
    for (int q = 1; q < points; q++) at[q] = at[q - 1] * generator() % R;
    for (int k = 0; k < points; k++) {
      two_doubles x = {0, 0}, y = {0, 0};
      for (int l = 0; l < points; l++) {
        const int root = at[(points - l) % points], turn = k * l % points;
        x = more(x, root_re[root] * turn_re[turn] - root_im[root] * turn_im[turn]);
        y = more(y, root_re[root] * turn_im[turn] + root_im[root] * turn_re[turn]);
      }
      re[k] = (scalar)((x.high + x.low) / points);
      im[k] = (scalar)((y.high + y.low) / points);
    }
  }
  static COMPILED two_doubles more(two_doubles sum, double term) {
    const two_doubles next = exact_sum(sum.high, term);
    return {next.high, sum.low + next.low};
  }
};

// A prime beyond those of dft_prime. Its sums would be 4 (R / 2)^2 multiply-adds, and the compiler takes half a minute for
// them. Two DFTs of R - 1 points and their product are fewer, and a thread holds no more than its points.
template <int R>
INLINE void dft_by_convolution(C *v) {
  constexpr rader_constants<R> constants;
  C x[R - 1];
  const C first = v[0];
  UNROLL
  for (int q = 0; q < R - 1; q++) x[q] = v[constants.at[q]];
  dft<R - 1>(x);
  v[0] = c_add(first, x[0]);
  UNROLL
  for (int k = 0; k < R - 1; k++) {
    const C b = {constants.re[k], constants.im[k]};
    x[k] = k ? c_mul(x[k], b) : C{fused(x[0].re, b.re, first.re), fused(x[0].im, b.re, first.im)};
  }
  dft<R - 1>(x);
  UNROLL
  for (int q = 0; q < R - 1; q++) v[constants.at[q]] = x[q];
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
  } else if constexpr (R > 31 && is_prime(R)) {
    dft_by_convolution<R>(v);
  } else if constexpr (R > 13 && is_prime(R)) {
    dft_prime<R>(v);
  } else if constexpr (R > 1) {
    static_assert(outer_factor(R) > 1, "no butterfly of this radix");
    constexpr int outer = outer_factor(R), inner = R / outer;
    if constexpr (coprime(outer, inner))
      dft_coprime<outer, inner>(v);
    else
      dft_composite<outer, inner>(v);
  }
}

// ------------------------------------------------------------------------------------------------ roots at run time

// exp(-2 pi i m / n), m < n < 2^31, without a table. The angle is reduced to a quarter turn in integers, so that no large
// angle is ever rounded. quarters_per_root is 4 / n; inverse and inverse_twiddle_n_rest are 1 / n to twice the precision of
// the numbers.
INLINE C root_at(tcf_u32 m, tcf_u32 n, scalar quarters_per_root, scalar inverse, scalar inverse_twiddle_n_rest) {
  const int q = (int)rint((scalar)m * quarters_per_root);
  const scalar r = (scalar)(int)(4u * m - (tcf_u32)q * n);
  const scalar t = fused(r, inverse, r * inverse_twiddle_n_rest), u = t * t;
  const scalar s = sine_of_quarters(t, u), c = cosine_of_quarters(u);
  const C turned = q & 1 ? C{-s, -c} : C{c, -s};
  return q & 2 ? C{-turned.re, -turned.im} : turned;
}

#endif
