// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Pre- and post-processing of the kinds around the complex transform, element by element: pre_point(i) is complex point i
// of the transform, gathered from the raw input; post_element(e) is element e of the output, from the transform's result.
// The formulas are those of classic/host/real.h (Makhoul 1980; Van Loan 1992, section 4; Chan and Ho 1990). Here every
// element is computed independently, so that any thread may take any of them.
#ifndef TCFFT_CLASSIC_CUDA_KINDS_CUH
#define TCFFT_CLASSIC_CUDA_KINDS_CUH

#include "classic/cuda/complex.cuh"
#include "classic/cuda/stored.cuh"
#include "tile/tile_args.h"

// tcfft_kind
enum { KIND_C2C, KIND_R2C, KIND_C2R, KIND_DCT1, KIND_DCT2, KIND_DCT3, KIND_DCT4 };

// The place in the batch dimensions beyond dimension 0. `rest` is the block's index in them, the first one fastest.
struct dims_place {
  tcf_i64 in, out;  // elements
  tcf_u32 first;    // index in batch dimension 1
};

INLINE dims_place place_dims(const tcf_tile_args &a, tcf_u32 rest) {
  dims_place at = {0, 0, 0};
  for (int l = 0; l < TCF_TILE_DIMS && a.dim_n[l] > 1; l++) {
    const tcf_u32 next = rest / (tcf_u32)a.dim_n[l], i = rest - next * (tcf_u32)a.dim_n[l];
    rest = next;
    if (l == 0) at.first = i;
    at.in += i * a.dim_is[l];
    at.out += i * a.dim_os[l];
  }
  return at;
}

COMPILED bool kind_complex_in(int kind) { return kind == KIND_C2C || kind == KIND_C2R; }
COMPILED bool kind_complex_out(int kind) { return kind == KIND_C2C || kind == KIND_R2C; }

// One transform's raw input: its first element, and the distance between its elements.
template <class NUMBER>
struct raw_input {
  const NUMBER *base;
  tcf_i64 stride;  // in numbers
  bool whole;      // pairs of real numbers are aligned as complex numbers always are

  __device__ __forceinline__ scalar real(tcf_i64 j) const { return value_of(base[j * stride]); }
  __device__ __forceinline__ C pair(tcf_i64 j) const {
    const NUMBER *p = base + j * stride;
    if constexpr (has_singles<NUMBER>::value)
      if (!whole) return C{value_of(p[0]), value_of(p[1])};
    const scalar2 v = value_of(*(const typename with_number<NUMBER>::pair *)p);
    return C{v.x, v.y};
  }
  // Real numbers 2 i and 2 i + 1, which are whole.
  __device__ __forceinline__ C reals(tcf_i64 i) const { return raw_input{base, 2 * stride, true}.pair(i); }
};

// ------------------------------------------------------------------------------------------------ before

template <class Raw>
INLINE C spectrum_bin(const Raw &x, tcf_i64 n, tcf_i64 k, bool conjugate) {
  const bool mirrored = 2 * k > n;
  C v = x.pair(mirrored ? n - k : k);
  if (mirrored != conjugate) v.im = -v.im;
  if (k == 0 || 2 * k == n) v.im = 0;
  return v;
}

INLINE C table_root(const scalar *table, tcf_i64 k) {
  const scalar2 w = ((const scalar2 *)table)[k];
  return C{w.x, w.y};
}

// V[k] of a DCT-III: exp(pi i k / 2n) (x[k] - i x[n-k]).
template <class Raw>
INLINE C dct3_bin(const tcf_tile_args &a, const Raw &x, tcf_i64 k) {
  const bool mirrored = 2 * k > a.n;
  const tcf_i64 at = mirrored ? a.n - k : k;
  const C w = table_root(a.quarter, at);
  const C v = c_mul(C{x.real(at), at ? -x.real(a.n - at) : 0.f}, w.re, -w.im);
  return mirrored ? C{v.re, -v.im} : v;
}

// Point i of the half-length transform whose inverse holds the real numbers in pairs, from bins k and m - k. Real and
// imaginary parts are swapped, so that a forward transform computes the inverse.
INLINE C half_of_spectrum(C xk, C xm_k, C root, bool mirrored) {
  const C b = C{xm_k.re, -xm_k.im}, s = c_add(xk, b), o = c_mul(c_sub(xk, b), root.re, -root.im);
  return mirrored ? C{o.re - s.im, s.re + o.im} : C{s.im + o.re, s.re - o.im};
}
INLINE C half_of_spectrum(const tcf_tile_args &a, C xk, C xm_k, tcf_i64 k, bool mirrored) {
  return half_of_spectrum(xk, xm_k, table_root(a.half, k), mirrored);
}

template <int KIND, class Raw>
INLINE C half_point(const tcf_tile_args &a, const Raw &x, tcf_i64 i) {
  const tcf_i64 m = a.n / 2, k = 2 * i > m ? m - i : i;
  if constexpr (KIND == KIND_C2R)
    return half_of_spectrum(a, spectrum_bin(x, a.n, k, !a.inverse), spectrum_bin(x, a.n, m - k, !a.inverse), k, 2 * i > m);
  return half_of_spectrum(a, dct3_bin(a, x, k), dct3_bin(a, x, m - k), k, 2 * i > m);
}

template <class Raw>
INLINE scalar dct2_element(const tcf_tile_args &a, const Raw &x, tcf_i64 i) {
  return x.real(2 * i < a.n ? 2 * i : 2 * (a.n - 1 - i) + 1);
}

template <class Raw>
INLINE C dct2_point(const tcf_tile_args &a, const Raw &x, tcf_i64 i, bool even) {
  return even ? C{dct2_element(a, x, 2 * i), dct2_element(a, x, 2 * i + 1)} : C{dct2_element(a, x, i), 0.f};
}

template <class Raw>
INLINE C dct3_point(const tcf_tile_args &a, const Raw &x, tcf_i64 i, bool even) {
  return even ? half_point<KIND_DCT3>(a, x, i) : c_swap(dct3_bin(a, x, i));
}

template <class Raw>
INLINE C dct4_point(const tcf_tile_args &a, const Raw &x, tcf_i64 i, bool even) {
  const tcf_i64 n = a.n;
  if (even) return c_mul(C{x.real(2 * i), x.real(n - 1 - 2 * i)}, table_root(a.quarter, i));
  tcf_i64 at = (i * (tcf_i64)a.eighth % n * 8 + n * (n % 8)) % (8 * n);
  if (at > 4 * n) at = 8 * n - at;
  const scalar v = x.real(((at > 2 * n ? 4 * n - at : at) - 1) / 2);
  return C{at > 2 * n ? -v : v, 0.f};
}

template <int KIND, bool EVEN, class Raw>
INLINE C pre_point(const tcf_tile_args &a, const Raw &x, tcf_i64 i) {
  if constexpr (KIND == KIND_C2C) {
    const C v = x.pair(i);
    return C{v.re, v.im * a.sign};  // inverse: the conjugate of the forward transform of the conjugated data
  } else if constexpr (KIND == KIND_R2C) {
    if constexpr (!EVEN) return C{x.real(i), 0.f};
    if (x.whole) return x.reals(i);
    return C{x.real(2 * i), x.real(2 * i + 1)};
  } else if constexpr (KIND == KIND_C2R) {
    if constexpr (EVEN) return half_point<KIND_C2R>(a, x, i);
    return c_swap(spectrum_bin(x, a.n, i, !a.inverse));
  } else if constexpr (KIND == KIND_DCT1) {
    const tcf_i64 period = 2 * (a.n - 1), p = 2 * i, q = 2 * i + 1;
    return C{x.real(p < a.n ? p : period - p), x.real(q < a.n ? q : period - q)};
  } else if constexpr (KIND == KIND_DCT2) {
    return a.inverse ? dct3_point(a, x, i, EVEN) : dct2_point(a, x, i, EVEN);
  } else if constexpr (KIND == KIND_DCT3) {
    return a.inverse ? dct2_point(a, x, i, EVEN) : dct3_point(a, x, i, EVEN);
  } else {
    return dct4_point(a, x, i, EVEN);
  }
}

// ------------------------------------------------------------------------------------------------ after

// Bin k <= m of the spectrum of 2m real numbers. z(index) is the transform's result.
template <class Z>
INLINE C spectrum_of_half(const tcf_tile_args &a, const Z &z, tcf_i64 m, tcf_i64 k) {
  const bool mirrored = 2 * k > m;
  const tcf_i64 at = mirrored ? m - k : k;
  const C p = z(at), q = z(at ? m - at : 0), b = C{q.re, -q.im};
  const C s = c_add(p, b), w = table_root(a.half, at), o = c_mul(c_mul_minus_i(c_sub(p, b)), w);
  return mirrored ? C{0.5f * (s.re - o.re), -0.5f * (s.im - o.im)} : c_scale(c_add(s, o), 0.5f);
}

// Bins k and m - k, k <= m / 2, which need the same two points p and q and one root w. Each bin has its own fused
// products: that rounds once less than adding and subtracting one common product.
INLINE void spectrum_pair(C p, C q, C w, C *xk, C *xm_k) {
  const C b = C{q.re, -q.im}, s = c_add(p, b), d = c_mul_minus_i(c_sub(p, b));
  *xk = C{0.5f * fused(d.re, w.re, fused(-d.im, w.im, s.re)), 0.5f * fused(d.re, w.im, fused(d.im, w.re, s.im))};
  *xm_k = C{0.5f * fused(-d.re, w.re, fused(d.im, w.im, s.re)), -0.5f * fused(-d.re, w.im, fused(-d.im, w.re, s.im))};
}

// Real number i of the result of an inverse transform, whose real and imaginary parts are swapped.
template <class Z>
INLINE scalar real_element(const Z &z, tcf_i64 i, bool even) {
  if (!even) return z(i).im;
  const C v = z(i / 2);
  return i % 2 ? v.re : v.im;
}

template <class Z>
INLINE scalar dct2_result(const tcf_tile_args &a, const Z &z, tcf_i64 e, bool even) {
  const bool mirrored = 2 * e > a.n;
  const tcf_i64 k = mirrored ? a.n - e : e;
  const C v = even ? spectrum_of_half(a, z, a.n / 2, k) : z(k);
  const C t = c_mul(v, table_root(a.quarter, k));
  return mirrored ? -2 * t.im : 2 * t.re;
}

template <class Z>
INLINE scalar dct3_result(const tcf_tile_args &a, const Z &z, tcf_i64 e, bool even) {
  return real_element(z, e % 2 ? a.n - 1 - e / 2 : e / 2, even);
}

template <class Z>
INLINE scalar dct4_result(const tcf_tile_args &a, const Z &z, tcf_i64 e, bool even) {
  const tcf_i64 n = a.n;
  if (even) {
    const tcf_i64 k = e % 2 ? (n - 1 - e) / 2 : e / 2;
    const C t = c_mul(z(k), table_root(a.half, k));
    return e % 2 ? -2 * t.im : 2 * t.re;
  }
  // 2 Re exp(-2 pi i v / 8) Z, v = n mod 8: sqrt(2) (+-Re +-Im)
  const tcf_i64 b = 2 * e + 1, residue = b % 8;
  const tcf_i64 member = residue == 1 ? b : residue == 7 ? 8 * n - b : residue == 5 ? 4 * n + b : 4 * n - b;
  const scalar sign = residue == 1 || residue == 7 ? 2 * SQRT_HALF : -2 * SQRT_HALF;
  const int v = (int)(n % 8);
  const C t = z(member % n * (tcf_i64)a.eighth % n);
  return ((v == 1 || v == 7 ? t.re : -t.re) + (v < 4 ? t.im : -t.im)) * sign;
}

// Element e of the output; kinds with real output do not use im.
template <int KIND, bool EVEN, class Z>
INLINE C post_element(const tcf_tile_args &a, const Z &z, tcf_i64 e) {
  if constexpr (KIND == KIND_C2C) {
    const C v = z(e);
    return C{v.re * a.scale, v.im * a.scale_im};
  } else if constexpr (KIND == KIND_R2C) {
    const C v = EVEN ? spectrum_of_half(a, z, a.n / 2, e) : z(e);
    return C{v.re * a.scale, v.im * a.scale_im};
  } else {
    scalar y;
    if constexpr (KIND == KIND_C2R)
      y = real_element(z, e, EVEN);
    else if constexpr (KIND == KIND_DCT1)
      y = spectrum_of_half(a, z, a.n - 1, e).re;
    else if constexpr (KIND == KIND_DCT2)
      y = a.inverse ? dct3_result(a, z, e, EVEN) : dct2_result(a, z, e, EVEN);
    else if constexpr (KIND == KIND_DCT3)
      y = a.inverse ? dct2_result(a, z, e, EVEN) : dct3_result(a, z, e, EVEN);
    else
      y = dct4_result(a, z, e, EVEN);
    return C{y * a.scale, 0.f};
  }
}

// Elements of one transform's output.
template <int KIND>
INLINE tcf_i64 output_count(tcf_i64 n) {
  return KIND == KIND_R2C ? n / 2 + 1 : n;
}

// Complex numbers are always aligned to both of their parts, other data need not be.
template <class NUMBER>
INLINE void store_element(NUMBER *base, tcf_i64 at, C v, bool complex) {
  using numbers = with_number<NUMBER>;
  if constexpr (has_singles<NUMBER>::value)
    if (!complex) {
      base[at] = numbers::of(v.re);
      return;
    }
  *(typename numbers::pair *)(base + 2 * at) = numbers::of(make_scalar2(v.re, v.im));
}

#endif
