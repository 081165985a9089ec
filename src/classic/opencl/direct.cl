// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Direct DFT of a prime p from the definition, as in classic/cuda/direct.cuh, which explains the method. Points j and p -
// j enter as sums and differences, and a pair of results costs 4 h multiply-adds, h = (p - 1) / 2. A transform's points
// lie in local memory. SHARING work-items share its pairs of results, EPT pairs each, and keep nothing but their sums in
// registers. The pairs are the powers of a generator (Rader 1968), so that all work-items need the same constants if each
// counts the points in steps of its own.
//
// Parameters: TCF_GENERATOR, the generator; TCF_FORWARD, its power EPT; TCF_BACK, the inverse of TCF_FORWARD modulo p.
// COSINES and SINES are those of 2 pi j / p, j = 0 .. h.
#if TCF_CONV == SUMS
#define HALF (TCF_N / 2)
#define SHARING (TCF_THREADS / TCF_WIDTH)
#define EPT ((HALF + SHARING - 1) / SHARING)

__constant SCALAR cosines[] = {COSINES};
__constant SCALAR sines[] = {SINES};

INLINE int mirrored(int j) { return j <= HALF ? j : TCF_N - j; }
// i modulo TCF_N for i < 2 TCF_N, since a negative difference is large as an unsigned number.
INLINE uint wrapped(uint i) { return min(i, i - TCF_N); }

INLINE uint power_modulo(uint base, int exponent) {
  uint power = 1;
  for (int i = 0; i < exponent; i++) power = power * base % TCF_N;
  return power;
}

typedef struct sums {
  C total, even[EPT], odd[EPT];
} sums;

// Neighbouring work-items take neighbouring transforms. Those that run together therefore have the same step, and their
// accesses are free of bank conflicts.
INLINE void direct_fft(const tile *x, int t, int q, sums *z) {
  const uint step = power_modulo(TCF_BACK, q);
  uint j_of_fft = step;
  z->total = tile_get(x, at(t, 0));
  UNROLL for (int k = 0; k < EPT; k++) {
    z->even[k] = z->total;
    z->odd[k] = C_MAKE(broadcast(0), broadcast(0));
  }
  UNROLL for (int j = 1; j <= HALF; j++) {
    const C v = tile_get(x, at(t, (int)j_of_fft)), w = tile_get(x, at(t, TCF_N - (int)j_of_fft));
    const C s = c_add(v, w), d = c_sub(v, w);
    int power = j;
    z->total = c_add(z->total, s);
    UNROLL for (int k = 0; k < EPT; k++) {
      const SCALAR c = cosines[mirrored(power)], r = sines[mirrored(power)], sine = power <= HALF ? r : -r;
      z->even[k] = C_MAKE(FUSED(s.re, c, z->even[k].re), FUSED(s.im, c, z->even[k].im));
      z->odd[k] = C_MAKE(FUSED(d.re, sine, z->odd[k].re), FUSED(d.im, sine, z->odd[k].im));
      power = power * TCF_GENERATOR % TCF_N;
    }
    j_of_fft = wrapped(j_of_fft + step);
  }
}

INLINE void put_sums(const tile *x, int t, int q, const sums *z) {
  uint k = power_modulo(TCF_FORWARD, q);
  UNROLL for (int i = 0; i < EPT; i++) {
    if (EPT * SHARING == HALF || q * EPT + i < HALF) {
      const C turned = c_mul_minus_i(z->odd[i]);
      tile_put(x, at(t, (int)k), c_add(z->even[i], turned));
      tile_put(x, at(t, TCF_N - (int)k), c_sub(z->even[i], turned));
    }
    k = k * TCF_GENERATOR % TCF_N;
  }
  if (q == 0) tile_put(x, at(t, 0), z->total);
}

INLINE void run_sums(const tile *x) {
  const int id = (int)get_local_id(0), t = id % TCF_WIDTH, q = id / TCF_WIDTH;
  sums z;
  direct_fft(x, t, q, &z);
  barrier(CLK_LOCAL_MEM_FENCE);
  put_sums(x, t, q, &z);
}
#endif
