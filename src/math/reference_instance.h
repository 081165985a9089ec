// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The reference FFT in one floating-point type. The including file has included math/reference.h, and defines SCALAR, the
// type; ROOTS, its roots of unity; and OF(name), the public name of a function.
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "math/twiddle.h"
#include "num/modular.h"

enum {
  DIRECT_LIMIT = 64,  // largest prime factor with a direct DFT; larger ones use Bluestein's algorithm
  BLOCK = 256,        // columns of a radix-4 step whose twiddles come from a table, or from that table times one root
  STEPS = 32,         // most radix-4 steps of any length
  SHARED = 1 << 16,   // from so many points on, threads share a transform
};

// Tables of a transform. roots has an order that is a multiple of all lengths in the recursion. step[d] has, for the
// radix-4 step at depth d (0 is the outermost), the roots k, 2 k and 3 k for each of its first BLOCK columns k.
typedef struct recursion {
  const ROOTS *roots;
  SCALAR *memory, *step[STEPS];
} recursion;

static int transform(SCALAR *out, const SCALAR *in, int64_t n, int64_t stride, const recursion *r, int depth);

static int64_t block_of(int64_t m) { return m < BLOCK ? m : BLOCK; }

static int recursion_init(recursion *r, int64_t n, const ROOTS *roots) {
  int64_t columns = 0;
  for (int64_t m = n; m % 4 == 0; m /= 4) columns += block_of(m / 4);
  *r = (recursion){.roots = roots, .memory = tcf_alloc((size_t)(6 * columns) * sizeof(SCALAR))};
  if (!r->memory) return -1;
  SCALAR *at = r->memory;
  for (int depth = 0; n % 4 == 0; depth++, n /= 4) {
    r->step[depth] = at;
    for (int64_t k = 0; k < block_of(n / 4); k++)
      for (int64_t q = 1; q < 4; q++, at += 2) OF(root)(roots, q * k * (roots->n / n), at);
  }
  return 0;
}

static void multiply(SCALAR *a, const SCALAR *b) {
  const SCALAR re = a[0] * b[0] - a[1] * b[1];
  a[1] = a[0] * b[1] + a[1] * b[0];
  a[0] = re;
}

// Chirp convolution whose length is a power of two (Govindaraju et al. 2008, section IV.E). -1: no memory.
static int bluestein(SCALAR *out, const SCALAR *in, int64_t n, int64_t stride) {
  int64_t m = 1;
  while (m < 2 * n - 1) m *= 2;
  ROOTS chirp = {0}, roots = {0};
  recursion r = {0};
  SCALAR *work = tcf_alloc((size_t)(6 * m) * sizeof *work);
  int failed = !work || OF(roots_init)(&chirp, 2 * n) || OF(roots_init)(&roots, m) || recursion_init(&r, m, &roots);
  if (!failed) {
    SCALAR *a = work, *b = work + 2 * m, *c = work + 4 * m;
    memset(work, 0, (size_t)(4 * m) * sizeof *work);
    for (int64_t j = 0; j < n; j++) {
      SCALAR w[2];
      OF(root)(&chirp, (int64_t)tcf_chirp_phase((tcf_u64)j, (tcf_u64)n), w);
      a[2 * j] = in[2 * j * stride];
      a[2 * j + 1] = in[2 * j * stride + 1];
      multiply(a + 2 * j, w);
      for (int side = 0; side < 2; side++) {
        const int64_t at = side ? (m - j) % m : j;
        b[2 * at] = w[0];
        b[2 * at + 1] = -w[1];
      }
    }
    failed = transform(c, a, m, 1, &r, 0) || transform(a, b, m, 1, &r, 0);
    for (int64_t j = 0; j < m; j++) {
      multiply(c + 2 * j, a + 2 * j);
      c[2 * j + 1] = -c[2 * j + 1];  // conjugating input and output makes the forward transform an inverse one
    }
    failed = failed || transform(b, c, m, 1, &r, 0);
    for (int64_t k = 0; k < n && !failed; k++) {
      SCALAR w[2];
      OF(root)(&chirp, (int64_t)tcf_chirp_phase((tcf_u64)k, (tcf_u64)n), w);
      out[2 * k] = b[2 * k] / (SCALAR)m;
      out[2 * k + 1] = -b[2 * k + 1] / (SCALAR)m;
      multiply(out + 2 * k, w);
    }
  }
  OF(roots_free)(&chirp);
  OF(roots_free)(&roots);
  free(r.memory);
  free(work);
  return failed ? -1 : 0;
}

// Direct DFT of the p values v, for a prime p > 2. Outputs are m elements apart; w holds the roots of order p. v[r] and
// v[p - r] are combined first because their roots are conjugates, which saves three quarters of the multiplications.
static void sum_column(SCALAR *out, int64_t p, int64_t m, const SCALAR *v, const SCALAR *w) {
  const int64_t half = (p - 1) / 2;
  SCALAR plus[DIRECT_LIMIT], minus[DIRECT_LIMIT], all[2] = {v[0], v[1]};
  for (int64_t i = 0; i < 2 * half; i++) {
    const SCALAR a = v[2 + i], b = v[2 * (p - 1 - i / 2) + i % 2];
    plus[i] = a + b;
    minus[i] = a - b;
    all[i % 2] += plus[i];
  }
  memcpy(out, all, sizeof all);
  for (int64_t q = 1; q <= half; q++) {
    SCALAR re = v[0], im = v[1], turned_re = 0, turned_im = 0;
    for (int64_t r = 0, at = q; r < half; r++) {
      re += plus[2 * r] * w[2 * at];
      im += plus[2 * r + 1] * w[2 * at];
      turned_re -= minus[2 * r + 1] * w[2 * at + 1];
      turned_im += minus[2 * r] * w[2 * at + 1];
      at = at + q < p ? at + q : at + q - p;
    }
    SCALAR *low = out + 2 * q * m, *high = out + 2 * (p - q) * m;
    low[0] = re + turned_re;
    low[1] = im + turned_im;
    high[0] = re - turned_re;
    high[1] = im - turned_im;
  }
}

// Combines p transforms of length m, out[r * m + k], into one of length p m, in place. p is a prime.
static void join(SCALAR *out, int64_t p, int64_t m, const ROOTS *roots) {
  const int64_t unit = roots->n / (p * m);
  SCALAR v[2 * DIRECT_LIMIT], w[2 * DIRECT_LIMIT];
  for (int64_t r = 0; r < p; r++) OF(root)(roots, r * m * unit, w + 2 * r);
  for (int64_t k = 0; k < m; k++) {
    for (int64_t r = 0; r < p; r++) {
      SCALAR rotation[2];
      memcpy(v + 2 * r, out + 2 * (r * m + k), 2 * sizeof *v);
      if (!k || !r) continue;
      OF(root)(roots, r * k * unit, rotation);
      multiply(v + 2 * r, rotation);
    }
    if (p > 2) {
      sum_column(out + 2 * k, p, m, v, w);
      continue;
    }
    for (int part = 0; part < 2; part++) {
      out[2 * k + part] = v[part] + v[2 + part];
      out[2 * (m + k) + part] = v[part] - v[2 + part];
    }
  }
}

static void butterfly4(SCALAR *a, SCALAR *b, SCALAR *c, SCALAR *d) {
  for (int part = 0; part < 2; part++) {
    const SCALAR s = a[part] + c[part], t = a[part] - c[part], u = b[part] + d[part], v = b[part] - d[part];
    a[part] = s + u;
    c[part] = s - u;
    b[part] = t;
    d[part] = v;
  }
  // d becomes -i times the difference of b and d.
  const SCALAR re = b[0], im = b[1], turned_re = d[1], turned_im = -d[0];
  b[0] = re + turned_re;
  b[1] = im + turned_im;
  d[0] = re - turned_re;
  d[1] = im - turned_im;
}

// Radix-4 butterflies of `count` columns; w holds three twiddles for each. This loop is most of the work of computing the
// tables of a convolution.
static void join_columns(SCALAR *restrict a, SCALAR *restrict b, SCALAR *restrict c, SCALAR *restrict d,
                         const SCALAR *restrict w, int64_t count) {
  for (int64_t k = 0; k < count; k++, a += 2, b += 2, c += 2, d += 2, w += 6) {
    const SCALAR b_re = b[0] * w[0] - b[1] * w[1], b_im = b[0] * w[1] + b[1] * w[0];
    const SCALAR c_re = c[0] * w[2] - c[1] * w[3], c_im = c[0] * w[3] + c[1] * w[2];
    const SCALAR d_re = d[0] * w[4] - d[1] * w[5], d_im = d[0] * w[5] + d[1] * w[4];
    const SCALAR s_re = a[0] + c_re, s_im = a[1] + c_im, t_re = a[0] - c_re, t_im = a[1] - c_im;
    const SCALAR u_re = b_re + d_re, u_im = b_im + d_im, v_re = b_re - d_re, v_im = b_im - d_im;
    a[0] = s_re + u_re;
    a[1] = s_im + u_im;
    b[0] = t_re + v_im;
    b[1] = t_im - v_re;
    c[0] = s_re - u_re;
    c[1] = s_im - u_im;
    d[0] = t_re - v_im;
    d[1] = t_im + v_re;
  }
}

// Twiddles of a later block of columns: the twiddles w of the first block times `rotation`, those of the later block's first
// column.
static void twiddle_roots(SCALAR *restrict out, const SCALAR *restrict w, const SCALAR rotation[6], int64_t count) {
  memcpy(out, w, (size_t)(6 * count) * sizeof *out);
  for (int64_t k = 0; k < count; k++, out += 6)
    for (int q = 0; q < 6; q += 2) multiply(out + q, rotation + q);
}

// The same as join for p = 4, block by block, of the columns from `from` on, a multiple of the block, before `to`.
static void join4(SCALAR *out, int64_t m, const recursion *r, int depth, int64_t from, int64_t to) {
  const int64_t unit = r->roots->n / (4 * m), block = block_of(m);
  SCALAR rotated[6 * BLOCK], rotation[6];
  for (int64_t k = from; k < to; k += block) {
    const int64_t count = m - k < block ? m - k : block;
    const SCALAR *w = r->step[depth];
    if (k) {
      for (int64_t q = 1; q < 4; q++) OF(root)(r->roots, q * k * unit, rotation + 2 * (q - 1));
      twiddle_roots(rotated, w, rotation, count);
      w = rotated;
    }
    SCALAR *at = out + 2 * k;
    join_columns(at, at + 2 * m, at + 4 * m, at + 6 * m, w, count);
  }
}

// Transforms of 1, 2 and 4 points, which end the recursion.
static void transform_few(SCALAR *out, const SCALAR *in, int64_t n, int64_t stride) {
  for (int64_t i = 0; i < n; i++) memcpy(out + 2 * i, in + 2 * i * stride, 2 * sizeof *out);
  if (n == 4) butterfly4(out, out + 2, out + 4, out + 6);
  for (int part = 0; part < 2 && n == 2; part++) {
    const SCALAR a = out[part], b = out[2 + part];
    out[part] = a + b;
    out[2 + part] = a - b;
  }
}

// Decimation in time by radix 4 as long as 4 divides n, then by the smallest prime factor. n divides the order of
// r->roots. -1: no memory.
static int transform(SCALAR *out, const SCALAR *in, int64_t n, int64_t stride, const recursion *r, int depth) {
  if (n == 1 || n == 2 || n == 4) {
    transform_few(out, in, n, stride);
    return 0;
  }
  const int64_t p = n % 4 == 0 ? 4 : (int64_t)tcf_smallest_factor((tcf_u64)n);
  if (p < 2 || p > DIRECT_LIMIT) return bluestein(out, in, n, stride);
  for (int64_t q = 0; q < p; q++)
    if (transform(out + 2 * q * (n / p), in + 2 * q * stride, n / p, stride * p, r, depth + 1)) return -1;
  if (p == 4)
    join4(out, n / p, r, depth, 0, n / p);
  else
    join(out, p, n / p, r->roots);
  return 0;
}

// ------------------------------------------------------------------------------------------------ long transforms

// A transform of 16 m points as 16 of m, then four joins of four of them, then one of all. The parts of each of these steps
// are independent. Results are the same as without threads.
typedef struct shared {
  SCALAR *out;
  const SCALAR *in;
  int64_t m;
  const recursion *r;
  int failed[16];
} shared;

static void transform_part(void *context, int i) {
  shared *s = context;
  const int64_t outer = i / 4, inner = i % 4;
  s->failed[i] = transform(s->out + 2 * (4 * outer + inner) * s->m, s->in + 2 * (outer + 4 * inner), s->m, 16, s->r, 2);
}

static void join_inner(void *context, int i) {
  const shared *s = context;
  const int64_t share = s->m / 4;
  join4(s->out + 8 * (i / 4) * s->m, s->m, s->r, 1, i % 4 * share, (i % 4 + 1) * share);
}

static void join_outer(void *context, int i) {
  const shared *s = context;
  const int64_t share = s->m / 4;
  join4(s->out, 4 * s->m, s->r, 0, i * share, (i + 1) * share);
}

static int transform_shared(SCALAR *out, const SCALAR *in, int64_t n, const recursion *r) {
  shared s = {.out = out, .in = in, .m = n / 16, .r = r};
  int failed = 0;
  tcf_in_parallel(16, transform_part, &s, 0);
  for (int i = 0; i < 16; i++) failed |= s.failed[i];
  if (failed) return -1;
  tcf_in_parallel(16, join_inner, &s, 0);
  tcf_in_parallel(16, join_outer, &s, 0);
  return 0;
}

int OF(reference_fft_by)(SCALAR *out, const SCALAR *in, int64_t n, const ROOTS *roots) {
  recursion r;
  if (recursion_init(&r, n, roots)) return -1;
  // Shares of columns are whole blocks.
  const int failed =
      n >= SHARED && n % (64 * BLOCK) == 0 ? transform_shared(out, in, n, &r) : transform(out, in, n, 1, &r, 0);
  free(r.memory);
  return failed;
}

int OF(reference_fft)(SCALAR *out, const SCALAR *in, int64_t n, int inverse) {
  ROOTS roots = {0};
  if (OF(roots_init)(&roots, n)) return -1;
  const int failed = OF(reference_fft_by)(out, in, n, &roots);
  OF(roots_free)(&roots);
  // The inverse transform is the forward one in reverse order: X[-k].
  if (!failed && inverse)
    for (int64_t lo = 1, hi = n - 1; lo < hi; lo++, hi--)
      for (int part = 0; part < 2; part++) {
        const SCALAR t = out[2 * lo + part];
        out[2 * lo + part] = out[2 * hi + part];
        out[2 * hi + part] = t;
      }
  return failed;
}
