// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Pre- and post-processing of the kinds around the complex transform, element by element, as in classic/cuda/kinds.cuh:
// pre_point(i) is complex point i of the transform, gathered from the raw input; post_element(e) is element e of the
// output, from the transform's result. The formulas are those of classic/host/real.h (Makhoul 1980; Van Loan 1992,
// section 4; Chan and Ho 1990). The program's parameters name the kind (TCF_KIND) and say whether its length is even
// (TCF_EVEN).

// tcfft_kind
#define KIND_C2C 0
#define KIND_R2C 1
#define KIND_C2R 2
#define KIND_DCT1 3
#define KIND_DCT2 4
#define KIND_DCT3 5
#define KIND_DCT4 6
#define COMPLEX_IN (TCF_KIND == KIND_C2C || TCF_KIND == KIND_C2R)
#define COMPLEX_OUT (TCF_KIND == KIND_C2C || TCF_KIND == KIND_R2C)

// tcf_io_op
#define OP_COPY 1
#define OP_USER 2
#define OP_TWIDDLE 3
#define OP_CHIRP 4
#define OP_FILTER 5
#define OP_FILTER_INVERSE 6
#define OP_ALONE 7
#define OP_CHIRP_ALONE 8

// What a launch works on.
typedef struct launch {
  __global const in_number *in;
  __global out_number *out;
  __global const SCALAR *table;
  const tcf_cl_tile_args *a;
} launch;

// Entry k of a table that begins at number `at`.
INLINE S table_root(const launch *l, tcf_i64 at, tcf_i64 k) { return get(l->table + at + 2 * k); }

// The place in the batch dimensions beyond dimension 0. `rest` is the group's index in them, the first one fastest.
typedef struct dims_place {
  tcf_i64 in, out;  // elements
  tcf_u32 first;    // index in batch dimension 1
} dims_place;

INLINE dims_place place_dims(const tcf_cl_tile_args *a, tcf_u32 rest) {
  dims_place at = {0, 0, 0};
  for (int i = 0; i < TCF_CL_DIMS && a->dim_n[i] > 1; i++) {
    const tcf_u32 n = (tcf_u32)a->dim_n[i], next = rest / n, k = rest - next * n;
    rest = next;
    if (i == 0) at.first = k;
    at.in += k * a->dim_is[i];
    at.out += k * a->dim_os[i];
  }
  return at;
}

// exp(-2 pi i m / n), m < n < 2^31, without a table; n is a->twiddle_n. The angle is reduced to a quarter turn in
// integers, so that no large angle is ever rounded. quarters_per_root is 4 / n; inverse_twiddle_n and
// inverse_twiddle_n_rest are 1 / n to twice the precision. The error is below 1.5 ulp where fma is fast.
INLINE C root_at(V_uint m, const tcf_cl_tile_args *a) {
  const V_int q = TO_V_INT(rint(TO_V(m) * a->quarters_per_root));
  const V r = TO_V(AS_V_INT(m * 4u - AS_V_UINT(q) * a->twiddle_n));
  const V t = FUSED(r, (V)(a->inverse_twiddle_n), r * a->inverse_twiddle_n_rest), u = t * t;
  const V s = sine_of_quarters(t, u), c = cosine_of_quarters(u);
  // select looks at the highest bit of a vector's elements.
  enum { HIGHEST = 8 * sizeof(SCALAR) - 1 };
  const V_word odd = V_INT_TO_WORD(q) << HIGHEST, half_turn = V_INT_TO_WORD(q & 2) << (HIGHEST - 1);
  const V re = select(c, -s, odd), im = select(-s, -c, odd);
  return C_MAKE(select(re, -re, half_turn), select(im, -im, half_turn));
}

// ------------------------------------------------------------------------------------------------ before

// One transform's raw input: its first element, and the distance between its elements in numbers.
typedef struct raw_input {
  const launch *l;
  __global const in_number *base;
  tcf_i64 stride;
} raw_input;

INLINE SCALAR raw_real(const raw_input *x, tcf_i64 j) { return load_real(x->base + j * x->stride); }
INLINE S raw_pair(const raw_input *x, tcf_i64 j) { return load_pair(x->base + j * x->stride); }

#if TCF_KIND == KIND_C2R
INLINE S spectrum_bin(const raw_input *x, tcf_i64 k) {
  const tcf_i64 n = x->l->a->n;
  const int mirrored = 2 * k > n;
  S v = raw_pair(x, mirrored ? n - k : k);
  if (mirrored == (x->l->a->inverse != 0)) v.im = -v.im;
  if (k == 0 || 2 * k == n) v.im = 0;
  return v;
}
#endif

#if TCF_KIND == KIND_DCT2 || TCF_KIND == KIND_DCT3
// V[k] of a DCT-III: exp(pi i k / 2n) (x[k] - i x[n-k]).
INLINE S spectrum_bin(const raw_input *x, tcf_i64 k) {
  const tcf_i64 n = x->l->a->n;
  const int mirrored = 2 * k > n;
  const tcf_i64 at = mirrored ? n - k : k;
  const S w = table_root(x->l, x->l->a->quarter_roots, at);
  const S v = s_mul(S_MAKE(raw_real(x, at), at ? -raw_real(x, n - at) : 0), s_conj(w));
  return mirrored ? s_conj(v) : v;
}
#endif

#if TCF_KIND == KIND_C2R || TCF_KIND == KIND_DCT2 || TCF_KIND == KIND_DCT3
// Point i of the half-length transform whose inverse holds the real numbers in pairs, from bins k and m - k. Real and
// imaginary parts are swapped, so that a forward transform computes the inverse.
INLINE S half_point(const raw_input *x, tcf_i64 i) {
  const tcf_i64 m = x->l->a->n / 2;
  const int mirrored = 2 * i > m;
  const tcf_i64 k = mirrored ? m - i : i;
  const S xk = spectrum_bin(x, k), b = s_conj(spectrum_bin(x, m - k)), s = s_add(xk, b);
  const S o = s_mul(s_sub(xk, b), s_conj(table_root(x->l, x->l->a->half_roots, k)));
  return mirrored ? S_MAKE(o.re - s.im, s.re + o.im) : S_MAKE(s.im + o.re, s.re - o.im);
}
#endif

#if TCF_KIND == KIND_DCT2 || TCF_KIND == KIND_DCT3
INLINE SCALAR dct2_element(const raw_input *x, tcf_i64 i) {
  const tcf_i64 n = x->l->a->n;
  return raw_real(x, 2 * i < n ? 2 * i : 2 * (n - 1 - i) + 1);
}

INLINE S dct2_point(const raw_input *x, tcf_i64 i) {
  return TCF_EVEN ? S_MAKE(dct2_element(x, 2 * i), dct2_element(x, 2 * i + 1)) : S_MAKE(dct2_element(x, i), 0);
}

INLINE S dct3_point(const raw_input *x, tcf_i64 i) { return TCF_EVEN ? half_point(x, i) : s_swap(spectrum_bin(x, i)); }
#endif

#if TCF_KIND == KIND_DCT4
INLINE S dct4_point(const raw_input *x, tcf_i64 i) {
  const tcf_i64 n = x->l->a->n;
  if (TCF_EVEN)
    return s_mul(S_MAKE(raw_real(x, 2 * i), raw_real(x, n - 1 - 2 * i)), table_root(x->l, x->l->a->quarter_roots, i));
  tcf_i64 at = (i * (tcf_i64)x->l->a->eighth % n * 8 + n * (n % 8)) % (8 * n);
  if (at > 4 * n) at = 8 * n - at;
  const SCALAR v = raw_real(x, ((at > 2 * n ? 4 * n - at : at) - 1) / 2);
  return S_MAKE(at > 2 * n ? -v : v, 0);
}
#endif

INLINE S pre_point(const raw_input *x, tcf_i64 i) {
#if TCF_KIND == KIND_C2C
  const S v = raw_pair(x, i);
  return S_MAKE(v.re, v.im * x->l->a->sign);  // inverse: the conjugate of the forward transform of the conjugated data
#elif TCF_KIND == KIND_R2C
  return TCF_EVEN ? S_MAKE(raw_real(x, 2 * i), raw_real(x, 2 * i + 1)) : S_MAKE(raw_real(x, i), 0);
#elif TCF_KIND == KIND_C2R
  return TCF_EVEN ? half_point(x, i) : s_swap(spectrum_bin(x, i));
#elif TCF_KIND == KIND_DCT1
  const tcf_i64 n = x->l->a->n, period = 2 * (n - 1), p = 2 * i, q = 2 * i + 1;
  return S_MAKE(raw_real(x, p < n ? p : period - p), raw_real(x, q < n ? q : period - q));
#elif TCF_KIND == KIND_DCT4
  return dct4_point(x, i);
#else  // each is the other's inverse
  return (TCF_KIND == KIND_DCT2) == (x->l->a->inverse == 0) ? dct2_point(x, i) : dct3_point(x, i);
#endif
}

// ------------------------------------------------------------------------------------------------ after

// A transform's results. Each program defines where they lie: in local memory or in global memory.
struct results;
static S result_at(const struct results *z, tcf_i64 i);

#if TCF_KIND == KIND_R2C || TCF_KIND == KIND_DCT1 || TCF_KIND == KIND_DCT2 || TCF_KIND == KIND_DCT3
// Bin k <= m of the spectrum of 2m real numbers.
INLINE S spectrum_of_half(const launch *l, const struct results *z, tcf_i64 m, tcf_i64 k) {
  const int mirrored = 2 * k > m;
  const tcf_i64 at = mirrored ? m - k : k;
  const S p = result_at(z, at), b = s_conj(result_at(z, at ? m - at : 0)), s = s_add(p, b);
  const S o = s_mul(s_mul_minus_i(s_sub(p, b)), table_root(l, l->a->half_roots, at));
  return mirrored ? S_MAKE(LITERAL(0.5) * (s.re - o.re), -LITERAL(0.5) * (s.im - o.im)) : s_scale(s_add(s, o), LITERAL(0.5));
}
#endif

#if TCF_KIND == KIND_C2R || TCF_KIND == KIND_DCT2 || TCF_KIND == KIND_DCT3
// Real number i of the result of an inverse transform, whose real and imaginary parts are swapped.
INLINE SCALAR real_element(const struct results *z, tcf_i64 i) {
  const S v = result_at(z, TCF_EVEN ? i / 2 : i);
  return TCF_EVEN && i % 2 ? v.re : v.im;
}
#endif

#if TCF_KIND == KIND_DCT2 || TCF_KIND == KIND_DCT3
INLINE SCALAR dct2_result(const launch *l, const struct results *z, tcf_i64 e) {
  const tcf_i64 n = l->a->n;
  const int mirrored = 2 * e > n;
  const tcf_i64 k = mirrored ? n - e : e;
  const S v = TCF_EVEN ? spectrum_of_half(l, z, n / 2, k) : result_at(z, k);
  const S t = s_mul(v, table_root(l, l->a->quarter_roots, k));
  return mirrored ? -2 * t.im : 2 * t.re;
}

INLINE SCALAR dct3_result(const launch *l, const struct results *z, tcf_i64 e) {
  return real_element(z, e % 2 ? l->a->n - 1 - e / 2 : e / 2);
}
#endif

#if TCF_KIND == KIND_DCT4
INLINE SCALAR dct4_result(const launch *l, const struct results *z, tcf_i64 e) {
  const tcf_i64 n = l->a->n;
  if (TCF_EVEN) {
    const tcf_i64 k = e % 2 ? (n - 1 - e) / 2 : e / 2;
    const S t = s_mul(result_at(z, k), table_root(l, l->a->half_roots, k));
    return e % 2 ? -2 * t.im : 2 * t.re;
  }
  // 2 Re exp(-2 pi i v / 8) Z, v = n mod 8: sqrt(2) (+-Re +-Im)
  const tcf_i64 b = 2 * e + 1, residue = b % 8;
  const tcf_i64 member = residue == 1 ? b : residue == 7 ? 8 * n - b : residue == 5 ? 4 * n + b : 4 * n - b;
  const SCALAR sign = residue == 1 || residue == 7 ? 2 * SQRT_HALF : -2 * SQRT_HALF;
  const int v = (int)(n % 8);
  const S t = result_at(z, member % n * (tcf_i64)l->a->eighth % n);
  return ((v == 1 || v == 7 ? t.re : -t.re) + (v < 4 ? t.im : -t.im)) * sign;
}
#endif

// Element e of the output; kinds with real output do not use im.
INLINE S post_element(const launch *l, const struct results *z, tcf_i64 e) {
#if TCF_KIND == KIND_C2C
  const S v = result_at(z, e);
  return S_MAKE(v.re * l->a->scale, v.im * l->a->scale_im);
#elif TCF_KIND == KIND_R2C
  const S v = TCF_EVEN ? spectrum_of_half(l, z, l->a->n / 2, e) : result_at(z, e);
  return S_MAKE(v.re * l->a->scale, v.im * l->a->scale_im);
#elif TCF_KIND == KIND_C2R
  return S_MAKE(real_element(z, e) * l->a->scale, 0);
#elif TCF_KIND == KIND_DCT1
  return S_MAKE(spectrum_of_half(l, z, l->a->n - 1, e).re * l->a->scale, 0);
#elif TCF_KIND == KIND_DCT4
  return S_MAKE(dct4_result(l, z, e) * l->a->scale, 0);
#else
  return S_MAKE(
      ((TCF_KIND == KIND_DCT2) == (l->a->inverse == 0) ? dct2_result(l, z, e) : dct3_result(l, z, e)) * l->a->scale, 0);
#endif
}

INLINE void store_element(__global out_number *base, tcf_i64 at, S v) {
  if (COMPLEX_OUT)
    store_pair(base + 2 * at, v);
  else
    store_real(base + at, v.re);
}
