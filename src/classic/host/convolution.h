// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The chirp and the spectrum of a convolution (tcf_convolution) as numbers of an instance's type. Included after number.h.

// Walks along Bluestein's chirp exp(-pi i j^2 / n): chirp_take gives the value at j and steps to j + 1.
#ifdef TCF_F64
// Products of roots in long double would take most of a convolution's time. So the values are a table.
typedef struct chirp_walk {
  const SCALAR *value;
} chirp_walk;

static inline chirp_walk chirp_from(const tcf_convolution *c, int64_t j) {
  return (chirp_walk){(const SCALAR *)c->chirp_table + 2 * j};
}

static inline void chirp_take(chirp_walk *walk, SCALAR out[2]) {
  out[0] = *walk->value++;
  out[1] = *walk->value++;
}
#else
// The phase stays an integer, so it is exact for any n.
typedef struct chirp_walk {
  const tcf_convolution *conv;
  tcf_u64 j, phase;
} chirp_walk;

static inline chirp_walk chirp_from(const tcf_convolution *c, int64_t j) {
  return (chirp_walk){.conv = c, .j = (tcf_u64)j, .phase = tcf_chirp_phase((tcf_u64)j, (tcf_u64)c->n)};
}

static inline void chirp_take(chirp_walk *walk, SCALAR out[2]) {
  tcf_root_f32(&walk->conv->chirp, (int64_t)walk->phase, out);
  walk->phase = tcf_chirp_next(walk->phase, walk->j++, (tcf_u64)walk->conv->n);
}
#endif

// Element k of a kernel's spectrum, b = B[m-k] if mirrored, else B[k]. Bluestein's kernel is even, so its spectrum is even,
// too: B[m-k] = B[k]. Rader's kernel has b[q + m/2] = conj b[q]. Its spectrum has B[m-k] = conj B[k] for even k and -conj
// B[k] for odd k.
static inline void spectrum_from(const tcf_convolution *c, int64_t k, int mirrored, const SCALAR b[2], SCALAR out[2]) {
  const SCALAR sign_re = mirrored && c->order && (k & 1) ? -1 : 1, sign_im = mirrored && c->order ? -sign_re : 1;
  out[0] = sign_re * b[0];
  out[1] = sign_im * b[1];
}

static inline void spectrum_at(const tcf_convolution *c, int64_t k, SCALAR out[2]) {
  const int mirrored = k > c->m / 2;
  spectrum_from(c, k, mirrored, (const SCALAR *)c->spectrum + 2 * (mirrored ? c->m - k : k), out);
}
