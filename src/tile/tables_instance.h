// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tables of one type of numbers: tile/tables_f32.c and tables_f64.c include this. Each entry is computed in a wider
// type, and rounded once.
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "core/real_roots.h"
#include "math/even_fft.h"
#include "math/reference.h"
#include "math/twiddle.h"
#include "num/modular.h"
#include "num/number.h"
#include "tile/passes.h"
#include "tile/table_parts.h"

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

static tcfft_status fill_twiddles(SCALAR *table, const tcf_tile *t) {
  if (!twiddle_count(t)) return TCFFT_SUCCESS;
  for (int p = 0; p < t->passes; p++) {
    const int64_t within = tcf_tile_within(t, p);
    SCALAR *out = table + 2 * twiddles_before(t, p);
    SCALAR_ROOTS roots;
    TCF_TRY(SCALAR_OF(roots_init)(&roots, within * t->radix[p]));
    for (int r = t->tensor >> p & 1 ? 0 : 1; r < t->radix[p]; r++)
      for (int64_t k = 0; k < within; k++) SCALAR_ROOT(&roots, r * k, out + 2 * place_of_root(t, p, within, r, k));
    SCALAR_OF(roots_free)(&roots);
  }
  return TCFFT_SUCCESS;
}

static tcfft_status fill_roots(SCALAR *out, tcf_root_list l) {
  if (!l.count) return TCFFT_SUCCESS;
  SCALAR_ROOTS roots;
  TCF_TRY(SCALAR_OF(roots_init)(&roots, l.order));
  for (int64_t j = 0; j < l.count; j++) SCALAR_ROOT(&roots, l.start + l.step * j, out + 2 * j);
  SCALAR_OF(roots_free)(&roots);
  return TCFFT_SUCCESS;
}

// A chirp, which threads share if it is long.
typedef struct chirp_fill {
  SCALAR *chirp;
  int64_t n;
  SCALAR_ROOTS roots;
} chirp_fill;
enum { CHIRP_SHARE = 1 << 13 };

// Element n - j is element j, with the other sign if n is odd: (n - j)^2 is j^2 + n^2 modulo 2 n.
static void fill_chirp_part(void *context, int i) {
  const chirp_fill *f = context;
  const int64_t half = f->n / 2, from = (int64_t)i * CHIRP_SHARE,
                to = from + CHIRP_SHARE <= half ? from + CHIRP_SHARE : half + 1;
  const SCALAR sign = f->n % 2 ? -1 : 1;
  tcf_u64 phase = tcf_chirp_phase((tcf_u64)from, (tcf_u64)f->n);
  for (int64_t j = from; j < to; j++) {
    SCALAR *near = f->chirp + 2 * j, *far = f->chirp + 2 * (f->n - j);
    SCALAR_ROOT(&f->roots, (int64_t)phase, near);
    phase = tcf_chirp_next(phase, (tcf_u64)j, (tcf_u64)f->n);
    if (!j || near == far) continue;
    far[0] = sign * near[0];
    far[1] = sign * near[1];
  }
}

// The chirp exp(-pi i j^2 / n).
static tcfft_status fill_chirp(SCALAR *chirp, int64_t n) {
  chirp_fill f = {.chirp = chirp, .n = n};
  TCF_TRY(SCALAR_OF(roots_init)(&f.roots, 2 * n));
  tcf_in_parallel((int)(n / 2 / CHIRP_SHARE + 1), fill_chirp_part, &f, 0);
  SCALAR_OF(roots_free)(&f.roots);
  return TCFFT_SUCCESS;
}

// The powers of a generator modulo a prime, and the prime's roots in that order.
static tcfft_status fill_generator(int32_t *permutation, SCALAR_WIDE *spectrum, int64_t prime) {
  SCALAR_ROOTS roots;
  TCF_TRY(SCALAR_OF(roots_init)(&roots, prime));
  const tcf_u64 g = tcf_primitive_root((tcf_u64)prime);
  tcf_u64 power = 1;
  for (int64_t j = 0; j < prime - 1; j++, power = power * g % (tcf_u64)prime) {
    permutation[j] = (int32_t)power;
    SCALAR_OF(root)(&roots, (int64_t)power, spectrum + 2 * j);
  }
  SCALAR_OF(roots_free)(&roots);
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
static void store_spectrum(SCALAR *filter, const tcf_tile *t, const SCALAR_WIDE *spectrum, int64_t size) {
  const SCALAR_WIDE scale = 1 / (SCALAR_WIDE)size;
  for (int64_t k = 0; k < size; k++) {
    SCALAR *to = filter + 2 * place_of_bin(t, k);
    to[0] = (SCALAR)(spectrum[2 * k] * scale);
    to[1] = (SCALAR)(spectrum[2 * k + 1] * scale);
  }
}

static tcfft_status fill_rader(char *block, const tcf_table_layout *l, const tcf_tile *t) {
  const int64_t size = t->n;
  int32_t *const permutation = (int32_t *)(block + l->permutation);
  SCALAR_WIDE *sequence = malloc((size_t)(4 * size) * sizeof *sequence);
  int32_t *powers = t->in_place ? malloc((size_t)size * sizeof *powers) : permutation;
  tcfft_status status = sequence && powers ? fill_generator(powers, sequence, size + 1) : no_memory(size);
  if (status == TCFFT_SUCCESS && t->in_place) fill_places(permutation, powers, t);
  if (status == TCFFT_SUCCESS && SCALAR_OF(reference_fft)(sequence + 2 * size, sequence, size, 0)) status = no_memory(size);
  if (status == TCFFT_SUCCESS) store_spectrum((SCALAR *)(block + l->filter), t, sequence + 2 * size, size);
  if (t->in_place) free(powers);
  free(sequence);
  return status;
}

// Even bins of the spectrum of the roots as they are, odd ones times -i or, where the numbers of the sequence are made of
// bins (C2R), times i: the spectrum is that of a real sequence then. Results of R2C are sums of two halves.
static void store_real_spectrum(SCALAR *filter, int64_t size, tcfft_kind kind, const SCALAR_WIDE *spectrum) {
  const SCALAR_WIDE scale = 1 / (SCALAR_WIDE)(kind == TCFFT_R2C ? 2 * size : size), sign = kind == TCFFT_R2C ? 1 : -1;
  for (int64_t k = 0; k <= size / 2; k++) {
    const SCALAR_WIDE re = spectrum[2 * k] * scale, im = spectrum[2 * k + 1] * scale;
    filter[2 * k] = (SCALAR)(k % 2 ? sign * im : re);
    filter[2 * k + 1] = (SCALAR)(k % 2 ? -sign * re : im);
  }
}

// The logarithms of 1 .. p - 1 to the base of a generator, and the filter of rader_of_reals.cuh.
static tcfft_status fill_rader_of_reals(char *block, const tcf_table_layout *l, const tcf_tile *t) {
  const int64_t size = 2 * (int64_t)t->n;
  int32_t *const logarithms = (int32_t *)(block + l->permutation);
  SCALAR_WIDE *sequence = malloc((size_t)(4 * size) * sizeof *sequence);
  int32_t *powers = malloc((size_t)size * sizeof *powers);
  tcfft_status status = sequence && powers ? fill_generator(powers, sequence, size + 1) : no_memory(size);
  if (status == TCFFT_SUCCESS && SCALAR_OF(reference_fft)(sequence + 2 * size, sequence, size, 0)) status = no_memory(size);
  if (status == TCFFT_SUCCESS) {
    for (int32_t j = 0; j < size; j++) logarithms[powers[j] - 1] = j;
    store_real_spectrum((SCALAR *)(block + l->filter), size, (tcfft_kind)t->kind, sequence + 2 * size);
  }
  free(powers);
  free(sequence);
  return status;
}

// Bluestein's filter: the spectrum of the conjugate chirp exp(pi i j^2 / n) on both sides of 0.
typedef struct filter {
  SCALAR *to;
  int64_t n, size;  // of the chirp, of the convolution
  // A long convolution has `ffts` transforms of `points` in the tile's step, and bins of one transform, which are `ffts`
  // apart, are stored one after the other, bin k of it in place[k].
  int64_t ffts, points;
  int32_t *place;        // NULL: in the order of the bins
  SCALAR_WIDE scale[2];  // what the spectrum is multiplied by
  SCALAR_ROOTS roots;
} filter;

static void load_chirp(void *context, int64_t j, int count, SCALAR_WIDE *re, SCALAR_WIDE *im) {
  const filter *f = context;
  const int inside = j + count <= f->n ? count : j < f->n ? (int)(f->n - j) : 0;
  tcf_u64 phase = inside ? tcf_chirp_phase((tcf_u64)j, (tcf_u64)f->n) : 0;
  for (int i = 0; i < count; i++) {
    if (i < inside) {
      SCALAR_WIDE w[2];
      SCALAR_OF(root)(&f->roots, (int64_t)phase, w);
      phase = tcf_chirp_next(phase, (tcf_u64)(j + i), (tcf_u64)f->n);
      re[i] = w[0];
      im[i] = -w[1];
    } else {
      re[i] = im[i] = 0;
    }
  }
}

// Where bin `bin` of a transform is stored.
static SCALAR *place_in_filter(const filter *f, int64_t fft, int64_t bin) {
  return f->to + 2 * (fft * f->points + (f->place ? f->place[bin] : bin));
}

// Bins k and following ones, and those on the other side of 0. Neighbours are bins of neighbouring transforms, up to the
// last one.
static void store_filter(void *context, int64_t k, int count, const SCALAR_WIDE *re, const SCALAR_WIDE *im) {
  const filter *f = context;
  int64_t bin = k <= UINT32_MAX && f->ffts <= UINT32_MAX ? (uint32_t)k / (uint32_t)f->ffts : k / f->ffts;
  int64_t fft = k - bin * f->ffts, other_fft = fft ? f->ffts - fft : 0, other_bin = k ? f->points - bin - (fft != 0) : 0;
  SCALAR *to = place_in_filter(f, fft, bin), *other = place_in_filter(f, other_fft, other_bin);
  for (int i = 0; i < count; i++) {
    const SCALAR value[2] = {(SCALAR)(re[i] * f->scale[0] - im[i] * f->scale[1]),
                             (SCALAR)(re[i] * f->scale[1] + im[i] * f->scale[0])};
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
  SCALAR_OF(root)(&f->roots, shift * shift % (2 * f->n), f->scale);
  f->scale[0] /= (SCALAR_WIDE)f->size;
  f->scale[1] /= -(SCALAR_WIDE)f->size;
}

// The transform of the sequence, whose bins store_filter gets. The sequence of FP64 is transformed in long double, which is
// for convolutions in one launch: a device computes the tables of long ones.
#ifdef TCF_F64
static tcfft_status transform_chirp(filter *f) {
  const int64_t size = f->size;
  SCALAR_WIDE *sequence = malloc((size_t)(4 * size) * sizeof *sequence), *spectrum = sequence + 2 * size;
  if (!sequence) return no_memory(size);
  for (int64_t j = 0; j <= size / 2; j++) {
    SCALAR_WIDE *near = sequence + 2 * j, *far = sequence + 2 * (j ? size - j : 0);
    load_chirp(f, j, 1, near, near + 1);
    far[0] = near[0];
    far[1] = near[1];
  }
  const int failed = SCALAR_OF(reference_fft)(spectrum, sequence, size, 0);
  for (int64_t k = 0; k <= size / 2 && !failed; k++) store_filter(f, k, 1, spectrum + 2 * k, spectrum + 2 * k + 1);
  free(sequence);
  return failed ? no_memory(size) : TCFFT_SUCCESS;
}
#else
static tcfft_status transform_chirp(filter *f) {
  return tcf_even_fft(&(tcf_even_sequence){.context = f, .load = load_chirp, .store = store_filter, .apart = f->ffts},
                      f->size);
}
#endif

static tcfft_status fill_filter(SCALAR *to, const tcf_tile *t, const tcf_stage *s) {
  const int64_t size = filter_count(t, s), ffts = ffts_of_filter(t, s);
  filter f = {.to = to, .n = chirp_count(t, s), .size = size, .ffts = ffts, .points = size / ffts};
  TCF_TRY(SCALAR_OF(roots_init)(&f.roots, 2 * f.n));
  const int moved = bins_are_moved(t);
  if (moved) f.place = malloc((size_t)f.points * sizeof *f.place);
  tcfft_status status = f.place || !moved ? TCFFT_SUCCESS : no_memory(size);
  if (status == TCFFT_SUCCESS) {
    for (int64_t k = 0; moved && k < f.points; k++) f.place[k] = (int32_t)place_of_bin(t, k);
    set_scale(&f, shift_of(t, s));
    status = transform_chirp(&f);
  }
  free(f.place);
  SCALAR_OF(roots_free)(&f.roots);
  return status;
}

// Chirp and filter are filled from end to end, by several threads: only what lies behind them is to be cleared.
static tcfft_status fill_bluestein(char *block, const tcf_table_layout *l, const tcf_tile *t, const tcf_stage *s) {
  if (l->filter > l->chirp) memset(block + l->filter - TCF_ALIGNMENT, 0, TCF_ALIGNMENT);
  if (l->permutation > l->filter) memset(block + l->permutation - TCF_ALIGNMENT, 0, TCF_ALIGNMENT);
  if (uses_chirp(t)) TCF_TRY(fill_chirp((SCALAR *)(block + l->chirp), chirp_count(t, s)));
  return filter_count(t, s) ? fill_filter((SCALAR *)(block + l->filter), t, s) : TCFFT_SUCCESS;
}

// What lies before the tables of a convolution.
static tcfft_status fill_before(char *block, const tcf_table_layout *l, const tcf_tile *t, const tcf_stage *s) {
  memset(block, 0, l->chirp);
  TCF_TRY(fill_twiddles((SCALAR *)(block + l->twiddle), t));
  if (l->quarter > l->half) TCF_TRY(fill_roots((SCALAR *)(block + l->half), half_roots(t, s)));
  if (l->chirp > l->quarter) TCF_TRY(fill_roots((SCALAR *)(block + l->quarter), tcf_quarter_roots(s->kind, s->n)));
  return TCFFT_SUCCESS;
}

static tcfft_status fill(char *block, const tcf_table_layout *l, const tcf_tile *t, const tcf_stage *s) {
  TCF_TRY(fill_before(block, l, t, s));
  const int reals = t->conv == TCF_CONV_RADER_OF_REALS;
  if (t->conv != TCF_CONV_RADER && !reals) return fill_bluestein(block, l, t, s);
  memset(block + l->chirp, 0, l->end - l->chirp);
  return reals ? fill_rader_of_reals(block, l, t) : fill_rader(block, l, t);
}

const tcf_table_numbers TABLE_NUMBERS = {.all = fill, .before = fill_before};
