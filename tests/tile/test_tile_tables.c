// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tables of a GPU's stages, against roots one by one and integers of any length.
#include "tile/tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "classic/cuda/build.h"
#include "classic/cuda/propose.h"
#include "math/twiddle.h"
#include "units.h"

// A stage, its tile, and the block.
typedef struct tables {
  tcf_stage stage;
  tcf_tile tile;
  tcf_table_layout at;
  char *block;
} tables;

static const float *floats(const tables *t, size_t at) { return (const float *)(t->block + at); }

static tcf_stage stage_of(tcfft_kind kind, int64_t n, int64_t points) {
  return (tcf_stage){.kind = kind,
                     .n = n,
                     .is = 1,
                     .os = 1,
                     .out = TCF_SLOT_OUT,
                     .dims = 1,
                     .dim = {{100, n, n}},
                     .points = points,
                     .load = TCF_OP_USER,
                     .store = TCF_OP_USER,
                     .in_step = 1,
                     .out_step = 1};
}

static void check_layout(const tables *t) {
  const size_t at[] = {t->at.twiddle, t->at.half, t->at.quarter, t->at.chirp, t->at.filter, t->at.permutation, t->at.end};
  ck_assert_uint_eq(at[0], 0);
  for (size_t i = 0; i < TEST_COUNT(at); i++) ck_assert(at[i] % TCF_ALIGNMENT == 0 && (i == 0 || at[i] >= at[i - 1]));
}

// By the stage's own text.
static tables build_as(tcf_stage stage, int64_t width, int64_t threads) {
  const tcf_device d = unit_device("H200");
  tables t = {.stage = stage};
  t.stage.width = width;
  t.stage.threads = threads;
  ck_assert_msg(tcf_tile_build(&t.tile, &t.stage, &d) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  t.at = tcf_table_lay_out(&t.tile, &t.stage);
  check_layout(&t);
  void *block = NULL;
  ck_assert_msg(tcf_table_build(&block, NULL, &t.at, &t.tile, &t.stage) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  ck_assert(t.at.end ? block != NULL : block == NULL);
  t.block = block;
  return t;
}

// fft NULL: as the tile's own proposal says.
static tables build(tcf_stage stage, const char *fft) {
  const tcf_device d = unit_device("H200");
  if (fft) {
    snprintf(stage.fft, sizeof stage.fft, "%s", fft);
    return build_as(stage, 1, 256);
  }
  ck_assert(unit_first(tcf_tile_propose, &stage, &d));
  return build_as(stage, stage.width, stage.threads);
}

// Whether f is w rounded once. w is good to 2^-51, which counts where it is 0.
static int rounded(const float f[2], const double w[2]) {
  for (int part = 0; part < 2; part++)
    if (!(fabs((double)f[part] - w[part]) <= 0x1p-24 * fabs(w[part]) + 0x1p-50)) return 0;
  return 1;
}

static void check_root(const float f[2], int64_t k, int64_t order, const char *what) {
  double w[2];
  tcf_root_exact(k % order, order, w);
  if (!rounded(f, w))
    ck_abort_msg("%s: root %lld of %lld is %g, %g", what, (long long)k, (long long)order, (double)f[0], (double)f[1]);
}

// ------------------------------------------------------------------------------------------------ twiddles

static const struct {
  int64_t n;
  const char *fft;
} radices[] = {{1, "1"},          {2, "2"},          {13, "13"},         {256, "16.16"},       {4096, "16.16.16"},
               {4096, "8.8.8.8"}, {1001, "13.11.7"}, {3600, "15.16.15"}, {16384, "16.8.8.16"}, {128, "2.2.2.2.2.2.2"}};

START_TEST(twiddles) {
  for (size_t i = 0; i < TEST_COUNT(radices); i++) {
    tables t = build(stage_of(TCFFT_C2C, radices[i].n, radices[i].n), radices[i].fft);
    const float *entry = floats(&t, t.at.twiddle);
    int64_t before = 1;
    for (int p = 0; p < t.tile.passes; before *= t.tile.radix[p++])
      for (int64_t r = 1; r < t.tile.radix[p]; r++)
        for (int64_t k = 0; k < before; k++, entry += 2) check_root(entry, r * k, before * t.tile.radix[p], radices[i].fft);
    const size_t used = (size_t)(entry - floats(&t, 0)) * sizeof *entry;
    ck_assert(t.at.half == tcf_round_up(used) && t.at.end == t.at.half);
    free(t.block);
  }
}
END_TEST

// Root q + 4 i of butterfly k of a pass on tensor cores: 16 bytes for each pair of butterflies, four lanes q side by side,
// eight pairs (what divides them, at most), then i.
static int64_t of_tensor_cores(int64_t before, int radix, int64_t r, int64_t k) {
  if (before % 2) return r * before + k;
  const int64_t pairs = before / 2, group = pairs == 1 ? 1 : pairs == 2 ? 2 : pairs == 10 ? 5 : 8, q = r % 4, i = r / 4;
  return 2 * (q + 4 * (k / 2 % group) + 4 * group * i + radix * group * (k / 2 / group)) + k % 2;
}

// Passes on tensor cores begin on 16 bytes and have their root 1, too; the others are as they were, and come one after
// another.
START_TEST(twiddles_of_tensor_cores) {
  static const struct {
    int64_t n;
    const char *fft;
    int64_t at[3];  // roots before each pass
  } some[] = {{4096, "16.m16.m16", {0, 16, 16 + 256}}, {4096, "16.16.m16", {0, 15, 15 + 240 + 1}},
              {360, "15.m8.3", {0, 14, 14 + 120}},     {1024, "4.m16.m16", {0, 4, 4 + 64}},
              {80, "2.m4.10", {0, 2, 2 + 8}},          {640, "20.m16.2", {0, 20, 20 + 320}}};
  for (size_t i = 0; i < TEST_COUNT(some); i++) {
    tables t = build(stage_of(TCFFT_C2C, some[i].n, some[i].n), some[i].fft);
    int64_t before = 1, end = 0;
    for (int p = 0; p < 3; before *= t.tile.radix[p++]) {
      const int64_t first = t.tile.tensor >> p & 1 ? 0 : 1;
      const float *table = floats(&t, t.at.twiddle) + 2 * some[i].at[p];
      for (int64_t r = first; r < t.tile.radix[p]; r++)
        for (int64_t k = 0; k < before; k++) {
          const int64_t at = first ? (r - 1) * before + k : of_tensor_cores(before, t.tile.radix[p], r, k);
          check_root(table + 2 * at, r * k, before * t.tile.radix[p], some[i].fft);
        }
      end = table + 2 * (t.tile.radix[p] - first) * before - floats(&t, 0);
    }
    ck_assert_uint_eq(t.at.end, tcf_round_up((size_t)end * sizeof(float)));
    free(t.block);
  }
}
END_TEST

// Axes that are transformed at once have tables of their own, in the order of the passes.
START_TEST(twiddles_of_axes) {
  tcf_stage s = stage_of(TCFFT_C2C, 4 * 9 * 100, 4 * 9 * 100);
  s.axes = 3;
  s.length[0] = 9;
  s.length[1] = 4;
  s.length[2] = 100;
  const int radix[] = {3, 10, 5, 2, 4, 3}, before[] = {1, 1, 10, 50, 1, 3};
  tables t = build(s, "3.3x4x10.5.2");
  const float *entry = floats(&t, t.at.twiddle);
  ck_assert_int_eq(t.tile.passes, (int)TEST_COUNT(radix));
  for (int p = 0; p < t.tile.passes; p++) {
    ck_assert_int_eq(t.tile.radix[p], radix[p]);
    for (int r = 1; r < radix[p]; r++)
      for (int k = 0; k < before[p]; k++, entry += 2) check_root(entry, r * k, before[p] * radix[p], "3.3x4x10.5.2");
  }
  ck_assert_uint_eq(t.at.end, tcf_round_up((size_t)(entry - floats(&t, 0)) * sizeof *entry));
  free(t.block);
}
END_TEST

// ------------------------------------------------------------------------------------------------ kinds

// Where a table ends that has `count` roots behind `from`.
static size_t behind(size_t from, int64_t count) { return from + tcf_round_up((size_t)count * 8); }

// exp(-2 pi i (start + step j) / order) for `count` numbers j.
static void check_list(const tables *t, size_t from, size_t to, int64_t count, int64_t start, int64_t step, int64_t order,
                       const char *what) {
  ck_assert_msg(to == behind(from, count), "%s: %zu bytes, not %lld roots", what, to - from, (long long)count);
  for (int64_t j = 0; j < count; j++) check_root(floats(t, from) + 2 * j, start + step * j, order, what);
}

// The roots that a kind needs: those of the half-length transform up to a quarter of its period, except where one thread
// has the whole spectrum, and those of its own angles up to half. R2C and DCT-I need none in the load, C2R needs none in
// the store.
typedef enum sides { BOTH, CONVOLVED, LAST, SIDES } sides;

static void check_kind(tcfft_kind kind, int64_t n, sides side) {
  const int convolved = side == CONVOLVED,
            plain = (convolved && (kind == TCFFT_R2C || kind == TCFFT_DCT1)) || (side == LAST && kind == TCFFT_C2R);
  char what[60];
  snprintf(what, sizeof what, "kind %d of %lld", kind, (long long)n);
  const int64_t points = tcf_complex_length(kind, n);
  tcf_stage s = stage_of(kind, n, points);
  if (convolved) {  // the first part of a long convolution: only its load is of the kind
    s.load = TCF_OP_CHIRP;
    s.store = TCF_OP_TWIDDLE;
    s.points = 64;
    s.twiddle_n = 64 * 100;
    s.in_step = s.out_step = 100;
    s.in_batch_step = s.out_batch_step = 1;
  }
  if (side == LAST) s.load = TCF_OP_COPY;
  tables t = build(s, NULL);
  const int even = n % 2 == 0, cosine = kind == TCFFT_DCT2 || kind == TCFFT_DCT3;
  const int64_t period = kind == TCFFT_DCT1 ? 2 * (n - 1) : n;
  const int alone = (t.tile.hermitian_in || t.tile.hermitian_out) && t.tile.passes == 1;
  if (plain)
    ck_assert_msg(t.at.half == t.at.chirp, "%s", what);
  else if (kind == TCFFT_DCT4)
    check_list(&t, t.at.half, t.at.quarter, even ? n / 2 : 0, 0, 1, 2 * n, what);
  else
    check_list(&t, t.at.half, t.at.quarter, period % 2 || alone ? 0 : period / 4 + 1, 0, 1, period, what);
  if (kind == TCFFT_DCT4)
    check_list(&t, t.at.quarter, t.at.chirp, even ? n / 2 : 0, 1, 4, 8 * n, what);
  else
    check_list(&t, t.at.quarter, t.at.chirp, cosine ? n / 2 + 1 : 0, 0, 1, 4 * n, what);
  if (convolved) ck_assert_uint_eq(t.at.filter, behind(t.at.chirp, points));
  free(t.block);
}

START_TEST(kinds) {
  static const int64_t lengths[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 101, 1024, 1025, 1026, 4095, 4096};
  for (int kind = TCFFT_R2C; kind <= TCFFT_DCT4; kind++)
    for (size_t i = 0; i < TEST_COUNT(lengths); i++)
      for (int side = 0; side < SIDES; side++) check_kind((tcfft_kind)kind, lengths[i], (sides)side);
}
END_TEST

// With the Hermitian split across transforms, the table has roots for the butterflies of all transforms.
START_TEST(across_lanes) {
  static const struct {
    tcfft_kind kind;
    const char *fft;
    int radix;
  } steps[] = {{TCFFT_R2C, "32.16", 16}, {TCFFT_C2R, "8.8.8", 8}};
  for (size_t i = 0; i < TEST_COUNT(steps); i++) {
    const int out = steps[i].kind == TCFFT_R2C;
    tcf_stage s = stage_of(steps[i].kind, 2 * 512 * 100, 512);
    *(out ? &s.load : &s.store) = TCF_OP_COPY;
    *(out ? &s.out_step : &s.in_step) = 100;
    *(out ? &s.out_batch_step : &s.in_batch_step) = 1;
    snprintf(s.fft, sizeof s.fft, "%s", steps[i].fft);
    tables t = build_as(s, 4, 256);
    ck_assert(out ? t.tile.across_out : t.tile.across_in);
    check_list(&t, t.at.half, t.at.quarter, 512 * 100 / steps[i].radix, 0, 1, s.n, steps[i].fft);
    free(t.block);
  }
}
END_TEST

// Complex numbers between the parts of a kind need no roots of it.
START_TEST(between_parts) {
  for (int kind = TCFFT_R2C; kind <= TCFFT_DCT4; kind++) {
    tcf_stage s = stage_of((tcfft_kind)kind, 1 << 20, 512);
    s.load = s.store = TCF_OP_COPY;
    tables t = build(s, NULL);
    ck_assert(t.at.half == t.at.end);
    free(t.block);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ convolutions

// exp(-pi i j^2 / n), the square in integers.
static void chirp(int64_t j, int64_t n, double w[2]) {
  tcf_root_exact((int64_t)((unsigned __int128)j * (uint64_t)j % (uint64_t)(2 * n)), 2 * n, w);
}

static void check_chirp(const tables *t, int64_t n) {
  ck_assert_uint_eq(t->at.filter, behind(t->at.chirp, n));
  for (int64_t j = 0; j < n; j++) {
    double w[2];
    chirp(j, n, w);
    if (!rounded(floats(t, t->at.chirp) + 2 * j, w)) ck_abort_msg("chirp %lld of %lld", (long long)j, (long long)n);
  }
}

// Bin k of the transform of m numbers, divided by m.
static void bin(const double *x, int64_t m, int64_t k, double sum[2]) {
  sum[0] = sum[1] = 0;
  for (int64_t j = 0; j < m; j++) {
    double w[2];
    tcf_root_exact((int64_t)((__int128)j * k % m), m, w);
    sum[0] += (x[2 * j] * w[0] - x[2 * j + 1] * w[1]) / (double)m;
    sum[1] += (x[2 * j] * w[1] + x[2 * j + 1] * w[0]) / (double)m;
  }
}

// The spectrum of x by direct sums, every bin of short ones.
static void check_filter(const tables *t, const double *x, int64_t m, size_t end) {
  ck_assert_uint_eq(end, behind(t->at.filter, m));
  const double near = 1e-12 / sqrt((double)m);
  for (int64_t k = 0; k < m; k += 1 + m / 300) {
    double sum[2];
    bin(x, m, k, sum);
    const float *f = floats(t, t->at.filter) + 2 * k;
    for (int part = 0; part < 2; part++)
      if (!(fabs((double)f[part] - sum[part]) <= 0x1p-24 * fabs(sum[part]) + near))
        ck_abort_msg("bin %lld of %lld is %g, not %g", (long long)k, (long long)m, (double)f[part], sum[part]);
  }
}

// The conjugate chirp, cyclically extended to both sides of 0 over m points.
static double *around(int64_t n, int64_t m) {
  double *x = calloc((size_t)m, 2 * sizeof *x);
  ck_assert_ptr_nonnull(x);
  for (int64_t j = 0; j < n; j++) {
    double w[2];
    chirp(j, n, w);
    x[2 * j] = x[2 * ((m - j) % m)] = w[0];
    x[2 * j + 1] = x[2 * ((m - j) % m) + 1] = -w[1];
  }
  return x;
}

static const struct {
  int64_t n;
  const char *fft;
} bluesteins[] = {{1, "b(2)"},         {2, "b(4)"},          {3, "b(5)"},          {37, "b(16.5)"},       {64, "b(16.8)"},
                  {251, "b(16.16.2)"}, {500, "b(10.10.10)"}, {1009, "b(15.15.9)"}, {8191, "b(16.8.8.16)"}};

START_TEST(bluestein) {
  for (size_t i = 0; i < TEST_COUNT(bluesteins); i++) {
    // Every other one is a step of a longer axis.
    const int64_t axis = bluesteins[i].n * (i % 2 ? 48 : 1);
    tables t = build(stage_of(TCFFT_C2C, axis, bluesteins[i].n), bluesteins[i].fft);
    ck_assert_int_eq(t.tile.conv, TCF_CONV_BLUESTEIN);
    check_chirp(&t, bluesteins[i].n);
    double *x = around(bluesteins[i].n, t.tile.n);
    check_filter(&t, x, t.tile.n, t.at.permutation);
    ck_assert_uint_eq(t.at.end, t.at.permutation);
    free(x);
    free(t.block);
  }
}
END_TEST

// The same spectrum for the stage between both transforms: the part that one transform of the stage needs is contiguous. It
// may have been summed up in another order.
static void check_by_lanes(const tables *natural, tcf_stage s) {
  s.store = TCF_OP_FILTER_INVERSE;
  const int64_t m = s.twiddle_n, lanes = m / s.points;
  tables t = build(s, NULL);
  ck_assert(t.at.chirp == t.at.filter && t.at.end == behind(t.at.filter, m));
  for (int64_t i = 0; i < 2 * m; i++) {
    const int64_t bin = i / 2, place = bin % lanes * s.points + bin / lanes;
    const float here = floats(&t, t.at.filter)[2 * place + i % 2], there = floats(natural, natural->at.filter)[i];
    ck_assert_msg(fabsf(here - there) <= 0x1p-23f * fabsf(there) + 1e-12f / sqrtf((float)m), "bin %lld of %lld",
                  (long long)bin, (long long)m);
  }
  free(t.block);
}

// A convolution in parts: the chirp where data comes and goes, the filter between its transforms.
START_TEST(long_convolution) {
  static const int64_t lengths[][2] = {{4099, 16384}, {5003, 10240}, {65537, 147456}};
  for (size_t i = 0; i < TEST_COUNT(lengths); i++) {
    const int64_t n = lengths[i][0], m = lengths[i][1];
    tcf_stage s = stage_of(TCFFT_C2C, n, 64);
    s.in_step = s.out_step = m / 64;
    s.in_batch_step = s.out_batch_step = 1;
    s.twiddle_n = m;
    s.load = TCF_OP_CHIRP;
    s.store = TCF_OP_TWIDDLE;
    tables first = build(s, NULL);
    check_chirp(&first, n);
    ck_assert_uint_eq(first.at.end, first.at.filter);
    s.load = TCF_OP_COPY;
    s.store = TCF_OP_FILTER;
    tables middle = build(s, NULL);
    ck_assert_uint_eq(middle.at.chirp, middle.at.filter);
    double *x = around(n, m);
    check_filter(&middle, x, m, middle.at.end);
    check_by_lanes(&middle, s);
    s.store = TCF_OP_CHIRP;
    s.twiddle_n = 0;
    tables last = build(s, NULL);
    check_chirp(&last, n);
    free(x);
    free(first.block);
    free(middle.block);
    free(last.block);
  }
}
END_TEST

// Every number below the prime once, each the one before it times the generator; and the spectrum of their roots.
static void check_rader(int64_t prime) {
  tables t = build(stage_of(TCFFT_C2C, prime, prime), NULL);
  if (t.tile.conv == TCF_CONV_RADER && t.block) {
    const int64_t m = prime - 1;
    const int32_t *power = (const int32_t *)(t.block + t.at.permutation);
    unsigned char *seen = calloc((size_t)prime, 1);
    double *x = malloc((size_t)m * 2 * sizeof *x);
    ck_assert(seen && x);
    ck_assert_uint_eq(t.at.end, t.at.permutation + tcf_round_up((size_t)m * 4));
    ck_assert_int_eq(power[0], 1);
    for (int64_t j = 0; j < m; j++) {
      if (power[j] < 1 || power[j] >= prime || seen[power[j]])
        ck_abort_msg("%lld: power %lld is %d", (long long)prime, (long long)j, power[j]);
      seen[power[j]] = 1;
      if ((int64_t)power[j] * power[1 % m] % prime != power[(j + 1) % m])
        ck_abort_msg("%lld: no powers of %d", (long long)prime, power[1 % m]);
      tcf_root_exact(power[j], prime, x + 2 * j);
    }
    check_filter(&t, x, m, t.at.permutation);
    free(seen);
    free(x);
  }
  free(t.block);
}

START_TEST(rader) {
  static const int64_t primes[] = {37,  41,  43,  61,  71,  97,   101,  127,  181,  211, 251,
                                   257, 331, 421, 601, 769, 1009, 2017, 2311, 4621, 7561};
  int raders = 0;
  for (size_t i = 0; i < TEST_COUNT(primes); i++) {
    tcf_stage s = stage_of(TCFFT_C2C, primes[i], primes[i]);
    const tcf_device d = unit_device("H200");
    s.dim[0].n = 4096;  // more than multiprocessors
    ck_assert(unit_first(tcf_tile_propose, &s, &d));
    raders += s.fft[0] == 'r';
    check_rader(primes[i]);
  }
  ck_assert_int_ge(raders, 5);  // the others are sums, or Bluestein's
}
END_TEST

// Of real numbers: logarithms of products are sums. Even bins of the roots' spectrum are as they are and odd ones times i or
// -i, all of them halved where two numbers make a result (R2C).
static void check_rader_of_reals(tcfft_kind kind, int64_t prime, const char *fft) {
  tables t = build(stage_of(kind, prime, prime), fft);
  const int64_t m = prime - 1;
  const int32_t *logarithm = (const int32_t *)(t.block + t.at.permutation) - 1;
  double *x = malloc((size_t)m * 2 * sizeof *x);
  ck_assert_ptr_nonnull(x);
  ck_assert_uint_eq(t.at.end, t.at.permutation + tcf_round_up((size_t)m * 4));
  for (int64_t e = 1; e < prime; e++) {
    if (logarithm[e] < 0 || logarithm[e] >= m) ck_abort_msg("logarithm %d of %lld", logarithm[e], (long long)e);
    if ((logarithm[e] + logarithm[2]) % m != logarithm[2 * e % prime])
      ck_abort_msg("%lld: logarithms of %lld and twice as much", (long long)prime, (long long)e);
    tcf_root_exact(e, prime, x + 2 * (size_t)logarithm[e]);
  }
  const double halved = kind == TCFFT_R2C ? 0.5 : 1, sign = kind == TCFFT_R2C ? 1 : -1;
  for (int64_t k = 0; k <= m / 2; k++) {
    double sum[2];
    bin(x, m, k, sum);
    const float *f = floats(&t, t.at.filter) + 2 * k;
    const double re = halved * (k % 2 ? sign * sum[1] : sum[0]), im = halved * (k % 2 ? -sign * sum[0] : sum[1]);
    if (!(fabs((double)f[0] - re) <= 0x1p-24 * fabs(re) + 1e-12 && fabs((double)f[1] - im) <= 0x1p-24 * fabs(im) + 1e-12))
      ck_abort_msg("bin %lld of %lld is %g, %g, not %g, %g", (long long)k, (long long)m, (double)f[0], (double)f[1], re, im);
  }
  free(x);
  free(t.block);
}

START_TEST(rader_of_reals) {
  for (int kind = 0; kind < 2; kind++) {
    check_rader_of_reals(kind ? TCFFT_C2R : TCFFT_R2C, 131, "h(5.13)");
    check_rader_of_reals(kind ? TCFFT_C2R : TCFFT_R2C, 433, "h(6.6.6)");
    check_rader_of_reals(kind ? TCFFT_C2R : TCFFT_R2C, 1009, "h(7.6.12)");
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cuda_table");
  TCase *all = test_case(suite, "cuda_table", 60);
  tcase_add_test(all, twiddles);
  tcase_add_test(all, twiddles_of_axes);
  tcase_add_test(all, twiddles_of_tensor_cores);
  tcase_add_test(all, kinds);
  tcase_add_test(all, between_parts);
  tcase_add_test(all, across_lanes);
  tcase_add_test(all, bluestein);
  tcase_add_test(all, long_convolution);
  tcase_add_test(all, rader);
  tcase_add_test(all, rader_of_reals);
  return suite;
}
