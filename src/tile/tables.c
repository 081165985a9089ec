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
  tcf_root_list roots = tcf_half_roots(kind, tcf_kind_length(s));
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
  int64_t n;
  tcf_roots roots;
} chirp_fill;
enum { CHIRP_SHARE = 1 << 13 };

// Element n - j is element j, with the other sign if n is odd: (n - j)^2 is j^2 + n^2 modulo 2 n.
static void fill_chirp_part(void *context, int i) {
  const chirp_fill *f = context;
  const int64_t half = f->n / 2, from = (int64_t)i * CHIRP_SHARE,
                to = from + CHIRP_SHARE <= half ? from + CHIRP_SHARE : half + 1;
  const float sign = f->n % 2 ? -1 : 1;
  tcf_u64 phase = tcf_chirp_phase((tcf_u64)from, (tcf_u64)f->n);
  for (int64_t j = from; j < to; j++) {
    float *near = f->chirp + 2 * j, *far = f->chirp + 2 * (f->n - j);
    tcf_root_f32(&f->roots, (int64_t)phase, near);
    phase = tcf_chirp_next(phase, (tcf_u64)j, (tcf_u64)f->n);
    if (!j || near == far) continue;
    far[0] = sign * near[0];
    far[1] = sign * near[1];
  }
}

// The chirp exp(-pi i j^2 / n).
static tcfft_status fill_chirp(float *chirp, int64_t n) {
  chirp_fill f = {.chirp = chirp, .n = n};
  TCF_TRY(tcf_roots_init(&f.roots, 2 * n));
  tcf_in_parallel((int)(n / 2 / CHIRP_SHARE + 1), fill_chirp_part, &f, 0);
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

// Whether bins of a spectrum are stored in another order than their own.
static int bins_are_moved(const tcf_tile *t) { return t->in_place && t->conv; }

// Where bin k of a spectrum is stored. Passes in place leave their results in digit-reversed order. Bins that neighbouring
// butterflies meet there are stored as neighbours.
static int64_t place_of_bin(const tcf_tile *t, int64_t k) {
  int64_t butterfly = 0, before = t->n / t->radix[0];
  if (!bins_are_moved(t)) return k;
  for (int p = 1; p < t->passes; p++) {
    // The last pass's digit is the lowest one of k and the highest one of the butterfly.
    const int radix = t->radix[t->passes - p];
    before /= radix;
    butterfly += k % radix * before;
    k /= radix;
  }
  return k * (t->n / t->radix[0]) + butterfly;
}

// Stores a spectrum divided by its length, since the inverse transform does not divide.
static void store_spectrum(float *filter, const tcf_tile *t, const double *spectrum, int64_t size) {
  const double scale = 1 / (double)size;
  for (int64_t k = 0; k < size; k++) {
    float *to = filter + 2 * place_of_bin(t, k);
    to[0] = (float)(spectrum[2 * k] * scale);
    to[1] = (float)(spectrum[2 * k + 1] * scale);
  }
}

static tcfft_status fill_rader(char *block, const tcf_table_layout *l, const tcf_tile *t) {
  const int64_t size = t->n;
  int32_t *const permutation = (int32_t *)(block + l->permutation);
  double *sequence = malloc((size_t)(4 * size) * sizeof *sequence);
  int32_t *powers = t->in_place ? malloc((size_t)size * sizeof *powers) : permutation;
  tcfft_status status = sequence && powers ? fill_generator(powers, sequence, size + 1) : no_memory(size);
  if (status == TCFFT_SUCCESS && t->in_place) fill_places(permutation, powers, t);
  if (status == TCFFT_SUCCESS && tcf_reference_fft(sequence + 2 * size, sequence, size, 0)) status = no_memory(size);
  if (status == TCFFT_SUCCESS) store_spectrum((float *)(block + l->filter), t, sequence + 2 * size, size);
  if (t->in_place) free(powers);
  free(sequence);
  return status;
}

// Bluestein's filter: the spectrum of the conjugate chirp exp(pi i j^2 / n) on both sides of 0.
typedef struct filter {
  float *to;
  int64_t n, size;  // of the chirp, of the convolution
  // A long convolution has `ffts` transforms of `points` in the tile's step, and bins of one transform, which are `ffts` apart,
  // are stored one after the other, bin k of it in place[k].
  int64_t ffts, points;
  int32_t *place;   // NULL: in the order of the bins
  double scale[2];  // what the spectrum is multiplied by
  tcf_roots roots;
} filter;

static void load_chirp(void *context, int64_t j, int count, double *re, double *im) {
  const filter *f = context;
  const int inside = j + count <= f->n ? count : j < f->n ? (int)(f->n - j) : 0;
  tcf_u64 phase = inside ? tcf_chirp_phase((tcf_u64)j, (tcf_u64)f->n) : 0;
  for (int i = 0; i < count; i++) {
    if (i < inside) {
      const tcf_root_parts w = tcf_root_of(&f->roots, (int64_t)phase);
      phase = tcf_chirp_next(phase, (tcf_u64)(j + i), (tcf_u64)f->n);
      re[i] = w.re;
      im[i] = -w.im;
    } else {
      re[i] = im[i] = 0;
    }
  }
}

// Where bin `bin` of a transform is stored.
static float *place_in_filter(const filter *f, int64_t fft, int64_t bin) {
  return f->to + 2 * (fft * f->points + (f->place ? f->place[bin] : bin));
}

// Bins k and following ones, and those on the other side of 0. Neighbours are bins of neighbouring transforms, up to the last one.
static void store_filter(void *context, int64_t k, int count, const double *re, const double *im) {
  const filter *f = context;
  int64_t bin = k <= UINT32_MAX && f->ffts <= UINT32_MAX ? (uint32_t)k / (uint32_t)f->ffts : k / f->ffts;
  int64_t fft = k - bin * f->ffts, other_fft = fft ? f->ffts - fft : 0, other_bin = k ? f->points - bin - (fft != 0) : 0;
  float *to = place_in_filter(f, fft, bin), *other = place_in_filter(f, other_fft, other_bin);
  for (int i = 0; i < count; i++) {
    const float value[2] = {(float)(re[i] * f->scale[0] - im[i] * f->scale[1]),
                            (float)(re[i] * f->scale[1] + im[i] * f->scale[0])};
    memcpy(to, value, sizeof value);
    memcpy(other, value, sizeof value);
    if (i + 1 == count) return;
    to += 2 * f->points;
    other -= 2 * f->points;
    if (++fft == f->ffts) to = place_in_filter(f, fft = 0, ++bin);
    if (--other_fft < 0) {
      other_bin = (other_bin ? other_bin : f->points) - 1;
      other = place_in_filter(f, other_fft = f->ffts - 1, other_bin);
    }
  }
}

// Sets what the spectrum is multiplied by: 1 / size, since the inverse transform does not divide, and exp(pi i shift^2 / n),
// which the shift of one side against the other leaves.
static void set_scale(filter *f, int64_t shift) {
  tcf_root(&f->roots, shift * shift % (2 * f->n), f->scale);
  f->scale[0] /= (double)f->size;
  f->scale[1] /= -(double)f->size;
}

// Transforms that a filter's bins are distributed among.
static int64_t ffts_of_filter(const tcf_tile *t, const tcf_stage *s) {
  return t->conv == TCF_CONV_FILTERED ? filter_count(t, s) / s->points : 1;
}

static int64_t shift_of(const tcf_tile *t, const tcf_stage *s) {
  return t->conv == TCF_CONV_BLUESTEIN ? t->shift : tcf_convolution_shift(s->kind, s->n);
}

static tcfft_status fill_filter(float *to, const tcf_tile *t, const tcf_stage *s) {
  const int64_t size = filter_count(t, s), ffts = ffts_of_filter(t, s);
  filter f = {.to = to, .n = chirp_count(t, s), .size = size, .ffts = ffts, .points = size / ffts};
  TCF_TRY(tcf_roots_init(&f.roots, 2 * f.n));
  const int moved = bins_are_moved(t);
  if (moved) f.place = malloc((size_t)f.points * sizeof *f.place);
  tcfft_status status = f.place || !moved ? TCFFT_SUCCESS : no_memory(size);
  if (status == TCFFT_SUCCESS) {
    for (int64_t k = 0; moved && k < f.points; k++) f.place[k] = (int32_t)place_of_bin(t, k);
    set_scale(&f, shift_of(t, s));
    status =
        tcf_even_fft(&(tcf_even_sequence){.context = &f, .load = load_chirp, .store = store_filter, .apart = ffts}, size);
  }
  free(f.place);
  tcf_roots_free(&f.roots);
  return status;
}

int tcf_table_convolution(tcf_convolution_tables *tables, const tcf_tile *t, const tcf_stage *s) {
  const int64_t size = t->conv == TCF_CONV_RADER ? 0 : filter_count(t, s);
  *tables = (tcf_convolution_tables){0};
  tables->n = chirp_count(t, s);
  tables->size = size;
  tables->ffts = 1;
  if (uses_chirp(t)) tables->chirp = tables->n;
  if (!size || bins_are_moved(t)) return tables->chirp && !size;
  filter f = {.n = tables->n, .size = size};
  if (tcf_roots_init(&f.roots, 2 * f.n) != TCFFT_SUCCESS) return 0;
  set_scale(&f, shift_of(t, s));
  tcf_roots_free(&f.roots);
  memcpy(tables->scale, f.scale, sizeof f.scale);
  tables->ffts = ffts_of_filter(t, s);
  return 1;
}

// Chirp and filter are filled from end to end, by several threads: only what lies behind them is to be cleared.
static tcfft_status fill_bluestein(char *block, const tcf_table_layout *l, const tcf_tile *t, const tcf_stage *s) {
  if (l->filter > l->chirp) memset(block + l->filter - TCF_ALIGNMENT, 0, TCF_ALIGNMENT);
  if (l->permutation > l->filter) memset(block + l->permutation - TCF_ALIGNMENT, 0, TCF_ALIGNMENT);
  if (uses_chirp(t)) TCF_TRY(fill_chirp((float *)(block + l->chirp), chirp_count(t, s)));
  return filter_count(t, s) ? fill_filter((float *)(block + l->filter), t, s) : TCFFT_SUCCESS;
}

// What lies before the tables of a convolution.
static tcfft_status fill_before(char *block, const tcf_table_layout *l, const tcf_tile *t, const tcf_stage *s) {
  memset(block, 0, l->chirp);
  TCF_TRY(fill_twiddles((float *)(block + l->twiddle), t));
  if (l->quarter > l->half) TCF_TRY(fill_roots((float *)(block + l->half), half_roots(t, s)));
  if (l->chirp > l->quarter) TCF_TRY(fill_roots((float *)(block + l->quarter), tcf_quarter_roots(s->kind, s->n)));
  return TCFFT_SUCCESS;
}

static tcfft_status fill(char *block, const tcf_table_layout *l, const tcf_tile *t, const tcf_stage *s) {
  TCF_TRY(fill_before(block, l, t, s));
  if (t->conv != TCF_CONV_RADER) return fill_bluestein(block, l, t, s);
  memset(block + l->chirp, 0, l->end - l->chirp);
  return fill_rader(block, l, t);
}

// Builds the first `bytes` of a block by `fills`.
static tcfft_status build(void **table, tcf_bump *room, size_t bytes, const tcf_table_layout *l, const tcf_tile *t,
                          const tcf_stage *s,
                          tcfft_status (*fills)(char *, const tcf_table_layout *, const tcf_tile *, const tcf_stage *)) {
  *table = NULL;
  if (!bytes) return TCFFT_SUCCESS;
  void *block;
  TCF_TRY(tcf_bump_take(room, bytes, &block));
  const tcfft_status status = fills(block, l, t, s);
  if (status == TCFFT_SUCCESS)
    *table = block;
  else
    tcf_bump_drop(room, block);
  return status;
}

tcfft_status tcf_table_build(void **table, tcf_bump *room, const tcf_table_layout *l, const tcf_tile *t,
                             const tcf_stage *s) {
  return build(table, room, l->end, l, t, s, fill);
}

tcfft_status tcf_table_build_before(void **table, tcf_bump *room, const tcf_table_layout *l, const tcf_tile *t,
                                    const tcf_stage *s) {
  return build(table, room, l->chirp, l, t, s, fill_before);
}
