// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "tile/tables.h"

#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "core/element.h"
#include "core/real_roots.h"
#include "math/even_fft.h"
#include "math/reference.h"
#include "math/twiddle.h"
#include "num/modular.h"
#include "tile/passes.h"

// Number of roots before those of pass p (tile_pass::twiddles of classic/cuda/thread_map.cuh); for p = passes, of all roots.
// Passes on tensor cores have their root 1, too, and begin at an even position.
static int64_t twiddles_before(const tcf_tile *t, int p) {
  int64_t count = 0;
  for (int q = 0; q <= p; q++) {
    const int with_one = t->tensor >> q & 1;
    if (with_one) count += count % 2;
    if (q < p) count += (int64_t)(t->radix[q] - 1 + with_one) * tcf_tile_within(t, q);
  }
  return count;
}

static int64_t twiddle_count(const tcf_tile *t) {
  return t->conv == TCF_CONV_DIRECT ? 0 : twiddles_before(t, t->passes);  // a direct DFT has its constants in the program
}

static int uses_chirp(const tcf_tile *t) {
  return t->conv == TCF_CONV_BLUESTEIN || t->load == TCF_OP_CHIRP || tcf_op_has_chirp((tcf_io_op)t->store);
}

// Points whose chirp is stored: those of the stage where the tile holds the whole convolution, else those of the axis.
static int64_t chirp_count(const tcf_tile *t, const tcf_stage *s) {
  return t->conv && t->conv != TCF_CONV_FILTERED ? s->points : tcf_complex_length(s->kind, s->n);
}

// Length of the convolution whose spectrum is stored; 0: none is.
static int64_t filter_count(const tcf_tile *t, const tcf_stage *s) {
  if (t->conv == TCF_CONV_RADER || t->conv == TCF_CONV_BLUESTEIN) return t->n;
  return t->store == TCF_OP_FILTER || t->store == TCF_OP_FILTER_INVERSE ? s->twiddle_n : 0;
}

// Whether the load or the store needs roots of the real kind. R2C and DCT-I load real numbers as they are, and C2R stores
// them as they are.
static int twiddles_by_kind(const tcf_tile *t, tcfft_kind kind) {
  const int loads = t->load == TCF_OP_USER || t->load == TCF_OP_CHIRP, stores = t->store == TCF_OP_USER;
  return (loads && kind != TCFFT_R2C && kind != TCFFT_DCT1) || (stores && kind != TCFFT_C2R);
}

// The kind as far as the tile's tables depend on it. Launches between the first and the last one of an axis know only
// complex numbers.
static tcfft_kind kind_of(const tcf_tile *t, const tcf_stage *s) {
  return twiddles_by_kind(t, s->kind) ? s->kind : TCFFT_C2C;
}

// A tile with conjugate-symmetric bins across transforms needs the roots of its butterflies' first points only, and one with
// a whole transform in a thread needs none.
static tcf_root_list half_roots(const tcf_tile *t, const tcf_stage *s) {
  const tcfft_kind kind = kind_of(t, s);
  tcf_root_list roots = tcf_half_roots(kind, s->n);
  if (t->across_in || t->across_out)
    roots.count = tcf_complex_length(kind, s->n) / t->radix[t->across_in ? 0 : t->passes - 1];
  if ((t->hermitian_in || t->hermitian_out) && t->passes == 1) roots.count = 0;
  return roots;
}

static size_t permutation_bytes(const tcf_tile *t) { return (t->in_place ? 2 * (size_t)(t->n + 1) : (size_t)t->n) * 4; }

tcf_table_layout tcf_table_lay_out(const tcf_tile *t, const tcf_stage *s) {
  const tcfft_kind kind = kind_of(t, s);
  tcf_table_layout l = {0};
  l.half = l.twiddle + tcf_round_up((size_t)twiddle_count(t) * TCF_COMPLEX_BYTES);
  l.quarter = l.half + tcf_round_up((size_t)half_roots(t, s).count * TCF_COMPLEX_BYTES);
  l.chirp = l.quarter + tcf_round_up((size_t)tcf_quarter_roots(kind, s->n).count * TCF_COMPLEX_BYTES);
  l.filter = l.chirp + (uses_chirp(t) ? tcf_round_up((size_t)chirp_count(t, s) * TCF_COMPLEX_BYTES) : 0);
  l.permutation = l.filter + tcf_round_up((size_t)filter_count(t, s) * TCF_COMPLEX_BYTES);
  l.end = l.permutation + (t->conv == TCF_CONV_RADER ? tcf_round_up(permutation_bytes(t)) : 0);
  return l;
}

// Position of root r in the table of pass p, for the butterflies of index k < within, which share roots. The roots of a pass
// on tensor cores lie in the order in which a warp reads them (quarter_roots of wmma/cuda/mma.cuh).
static int64_t place_of_root(const tcf_tile *t, int p, int64_t within, int r, int64_t k) {
  if (!(t->tensor >> p & 1)) return (r - 1) * within + k;
  if (within % 2) return r * within + k;
  int64_t group = within / 2 < 8 ? within / 2 : 8;
  while (within / 2 % group) group--;
  const int64_t pair = k / 2, quarters = t->radix[p] / 4;
  return (((pair / group * quarters + r / 4) * group + pair % group) * 4 + r % 4) * 2 + k % 2;
}

static tcfft_status fill_twiddles(float *table, const tcf_tile *t) {
  if (!twiddle_count(t)) return TCFFT_SUCCESS;
  for (int p = 0; p < t->passes; p++) {
    const int64_t within = tcf_tile_within(t, p);
    float *out = table + 2 * twiddles_before(t, p);
    tcf_roots roots;
    TCF_TRY(tcf_roots_init(&roots, within * t->radix[p]));
    for (int r = t->tensor >> p & 1 ? 0 : 1; r < t->radix[p]; r++)
      for (int64_t k = 0; k < within; k++) tcf_root_f32(&roots, r * k, out + 2 * place_of_root(t, p, within, r, k));
    tcf_roots_free(&roots);
  }
  return TCFFT_SUCCESS;
}

static tcfft_status fill_roots(float *out, tcf_root_list l) {
  if (!l.count) return TCFFT_SUCCESS;
  tcf_roots roots;
  TCF_TRY(tcf_roots_init(&roots, l.order));
  for (int64_t j = 0; j < l.count; j++) tcf_root_f32(&roots, l.start + l.step * j, out + 2 * j);
  tcf_roots_free(&roots);
  return TCFFT_SUCCESS;
}

// A chirp, which threads share if it is long.
typedef struct chirp_fill {
  float *chirp;
  double *around;
  int64_t most, n;
  tcf_roots roots;
} chirp_fill;
enum { CHIRP_SHARE = 1 << 14 };

static void fill_chirp_part(void *context, int i) {
  const chirp_fill *f = context;
  const int64_t from = (int64_t)i * CHIRP_SHARE, to = from + CHIRP_SHARE < f->n ? from + CHIRP_SHARE : f->n;
  tcf_u64 phase = tcf_chirp_phase((tcf_u64)from, (tcf_u64)f->n);
  for (int64_t j = from; j < to; j++) {
    double w[2];
    tcf_root(&f->roots, (int64_t)phase, w);
    if (f->chirp) {
      f->chirp[2 * j] = (float)w[0];
      f->chirp[2 * j + 1] = (float)w[1];
    }
    if (f->around && j <= f->most) {
      f->around[2 * j] = w[0];
      f->around[2 * j + 1] = -w[1];
    }
    phase = tcf_chirp_next(phase, (tcf_u64)j, (tcf_u64)f->n);
  }
}

// The chirp exp(-pi i j^2 / n) to `chirp` and its conjugate to `around`, there to j = most at the farthest; either may be
// NULL.
static tcfft_status fill_chirp(float *chirp, double *around, int64_t most, int64_t n) {
  chirp_fill f = {.chirp = chirp, .around = around, .most = most, .n = n};
  TCF_TRY(tcf_roots_init(&f.roots, 2 * n));
  tcf_in_parallel((int)((n + CHIRP_SHARE - 1) / CHIRP_SHARE), fill_chirp_part, &f, 0);
  tcf_roots_free(&f.roots);
  return TCFFT_SUCCESS;
}

// The powers of a generator modulo a prime, and the prime's roots in that order.
static tcfft_status fill_generator(int32_t *permutation, double *spectrum, int64_t prime) {
  tcf_roots roots;
  TCF_TRY(tcf_roots_init(&roots, prime));
  const tcf_u64 g = tcf_primitive_root((tcf_u64)prime);
  tcf_u64 power = 1;
  for (int64_t j = 0; j < prime - 1; j++, power = power * g % (tcf_u64)prime) {
    permutation[j] = (int32_t)power;
    tcf_root(&roots, (int64_t)power, spectrum + 2 * j);
  }
  tcf_roots_free(&roots);
  return TCFFT_SUCCESS;
}

// For passes in place, from the powers: where input i goes, then where result k lies. Input g^-q is point q of the
// convolution, and result q of the convolution is output g^q. Input 0 and result 0 lie behind the others.
static void fill_places(int32_t *places, const int32_t *powers, const tcf_tile *t) {
  const int n = t->n;
  int32_t *in = places, *out = places + n + 1;
  in[0] = out[0] = tcf_tile_padded(n, t->pad);
  for (int q = 0; q < n; q++) {
    out[powers[q]] = tcf_tile_padded(q, t->pad);
    in[powers[q]] = tcf_tile_padded(q ? n - q : 0, t->pad);
  }
}

static tcfft_status no_memory(int64_t size) {
  return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a convolution of %lld points", (long long)size);
}

// Where bin k of a spectrum is stored. Passes in place leave their results in digit-reversed order. Bins that neighbouring
// butterflies meet there are stored as neighbours.
static int64_t place_of_bin(const tcf_tile *t, int64_t k) {
  int64_t butterfly = 0, before = t->n / t->radix[0];
  if (!t->in_place || !t->conv) return k;
  for (int p = 1; p < t->passes; p++) {
    // The last pass's digit is the lowest one of k and the highest one of the butterfly.
    const int radix = t->radix[t->passes - p];
    before /= radix;
    butterfly += k % radix * before;
    k /= radix;
  }
  return k * (t->n / t->radix[0]) + butterfly;
}

// Stores a spectrum divided by its length, since the inverse transform does not divide. even: only the first half is given.
// A long convolution has `ffts` transforms in the tile's step, and bins of one transform, which are `ffts` apart, are stored
// one after the other. A part takes SOME_FFTS transforms, whose bins are neighbours in memory.
typedef struct filter_store {
  float *filter;
  const tcf_tile *t;
  const double *spectrum;
  int64_t size, ffts;
  int even;
} filter_store;
enum { SOME_FFTS = 8 };

static void store_filter_part(void *context, int i) {
  const filter_store *f = context;
  const int64_t points = f->size / f->ffts, first = (int64_t)SOME_FFTS * i;
  const double scale = 1 / (double)f->size;
  for (int64_t k = 0; k < points; k++) {
    const int64_t place = place_of_bin(f->t, k);
    for (int64_t fft = first; fft < f->ffts && fft < first + SOME_FFTS; fft++) {
      const int64_t bin = k * f->ffts + fft, at = f->even && 2 * bin > f->size ? f->size - bin : bin;
      float *to = f->filter + 2 * (fft * points + place);
      to[0] = (float)(f->spectrum[2 * at] * scale);
      to[1] = (float)(f->spectrum[2 * at + 1] * scale);
    }
  }
}

static void store_filter(float *filter, const tcf_tile *t, const double *spectrum, int64_t size, int64_t ffts, int even) {
  filter_store f = {.filter = filter, .t = t, .spectrum = spectrum, .size = size, .ffts = ffts, .even = even};
  tcf_in_parallel((int)((ffts + SOME_FFTS - 1) / SOME_FFTS), store_filter_part, &f, 0);
}

static tcfft_status fill_rader(char *block, const tcf_table_layout *l, const tcf_tile *t) {
  const int64_t size = t->n;
  int32_t *const permutation = (int32_t *)(block + l->permutation);
  double *sequence = malloc((size_t)(4 * size) * sizeof *sequence);
  int32_t *powers = t->in_place ? malloc((size_t)size * sizeof *powers) : permutation;
  tcfft_status status = sequence && powers ? fill_generator(powers, sequence, size + 1) : no_memory(size);
  if (status == TCFFT_SUCCESS && t->in_place) fill_places(permutation, powers, t);
  if (status == TCFFT_SUCCESS && tcf_reference_fft(sequence + 2 * size, sequence, size, 0)) status = no_memory(size);
  if (status == TCFFT_SUCCESS) store_filter((float *)(block + l->filter), t, sequence + 2 * size, size, 1, 0);
  if (t->in_place) free(powers);
  free(sequence);
  return status;
}

// Multiplies a spectrum by exp(pi i shift^2 / n), which the shift of one side against the other leaves.
static tcfft_status turn_by_shift(double *spectrum, int64_t count, int64_t shift, int64_t n) {
  tcf_roots roots;
  double w[2];
  TCF_TRY(tcf_roots_init(&roots, 2 * n));
  tcf_root(&roots, shift * shift % (2 * n), w);
  tcf_roots_free(&roots);
  for (int64_t k = 0; k < count; k++) {
    const double re = spectrum[2 * k], im = spectrum[2 * k + 1];
    spectrum[2 * k] = re * w[0] + im * w[1];
    spectrum[2 * k + 1] = im * w[0] - re * w[1];
  }
  return TCFFT_SUCCESS;
}

static tcfft_status fill_bluestein(char *block, const tcf_table_layout *l, const tcf_tile *t, const tcf_stage *s) {
  const int64_t points = chirp_count(t, s), size = filter_count(t, s);
  float *chirp = uses_chirp(t) ? (float *)(block + l->chirp) : NULL;
  if (!size) return chirp ? fill_chirp(chirp, NULL, 0, points) : TCFFT_SUCCESS;
  double *half = calloc((size_t)(size / 2 + 1), 2 * sizeof *half);
  if (!half) return no_memory(size);
  tcfft_status status = fill_chirp(chirp, half, size / 2, points);
  if (status == TCFFT_SUCCESS) status = tcf_even_fft(half, size);
  const int64_t shift = t->conv == TCF_CONV_BLUESTEIN ? t->shift : tcf_convolution_shift(s->kind, s->n);
  if (status == TCFFT_SUCCESS && shift) status = turn_by_shift(half, size / 2 + 1, shift, points);
  const int64_t ffts = t->conv == TCF_CONV_FILTERED ? size / s->points : 1;
  if (status == TCFFT_SUCCESS) store_filter((float *)(block + l->filter), t, half, size, ffts, 1);
  free(half);
  return status;
}

static tcfft_status fill(char *block, const tcf_table_layout *l, const tcf_tile *t, const tcf_stage *s) {
  memset(block, 0, l->end);
  TCF_TRY(fill_twiddles((float *)(block + l->twiddle), t));
  if (l->quarter > l->half) TCF_TRY(fill_roots((float *)(block + l->half), half_roots(t, s)));
  if (l->chirp > l->quarter) TCF_TRY(fill_roots((float *)(block + l->quarter), tcf_quarter_roots(s->kind, s->n)));
  return t->conv == TCF_CONV_RADER ? fill_rader(block, l, t) : fill_bluestein(block, l, t, s);
}

tcfft_status tcf_table_build(void **table, tcf_bump *room, const tcf_table_layout *l, const tcf_tile *t,
                             const tcf_stage *s) {
  *table = NULL;
  if (!l->end) return TCFFT_SUCCESS;
  void *block;
  TCF_TRY(tcf_bump_take(room, l->end, &block));
  const tcfft_status status = fill(block, l, t, s);
  if (status == TCFFT_SUCCESS)
    *table = block;
  else
    tcf_bump_drop(room, block);
  return status;
}
