// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tables of doubles, against roots and sums in long double: each entry is rounded once.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "classic/cuda/build.h"
#include "math/twiddle.h"
#include "tile/tables.h"
#include "units.h"

typedef struct tables {
  tcf_tile tile;
  tcf_table_layout at;
  char *block;
} tables;

static tables build(int64_t n, tcfft_kind kind, const char *fft) {
  const tcf_device d = unit_device("H200");
  tcf_stage s = {.kind = kind,
                 .n = n,
                 .is = 1,
                 .os = 1,
                 .out = TCF_SLOT_OUT,
                 .in_type = TCFFT_F64,
                 .out_type = TCFFT_F64,
                 .dims = 1,
                 .dim = {{100, n, n}},
                 .points = tcf_complex_length(kind, n),
                 .load = TCF_OP_USER,
                 .store = TCF_OP_USER,
                 .in_step = 1,
                 .out_step = 1,
                 .width = 1,
                 .threads = 256};
  snprintf(s.fft, sizeof s.fft, "%s", fft);
  tables t;
  void *block = NULL;
  ck_assert_msg(tcf_tile_build(&t.tile, &s, &d) == TCFFT_SUCCESS, "%s: %s", fft, tcfft_last_error());
  t.at = tcf_table_lay_out(&t.tile, &s);
  ck_assert_msg(tcf_table_build(&block, NULL, &t.at, &t.tile, &s) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  t.block = block;
  return t;
}

static const double *doubles(const tables *t, size_t at) { return (const double *)(t->block + at); }

// Whether f is w rounded once; w is good to 2^-62, which counts where it is 0 or halfway between two doubles.
static void check_rounded(const double f[2], const long double w[2], const char *what, int64_t k) {
  for (int part = 0; part < 2; part++)
    if (!(fabsl(f[part] - w[part]) <= 0x1.01p-53L * fabsl(w[part]) + 0x1p-61L))
      ck_abort_msg("%s: number %lld is %.17g, not %.20Lg", what, (long long)k, f[part], w[part]);
}

static void check_root(const double f[2], int64_t k, int64_t order, const char *what) {
  long double w[2];
  tcf_wide_root_exact(k % order, order, w);
  check_rounded(f, w, what, k);
}

START_TEST(twiddles) {
  static const struct {
    int64_t n;
    const char *fft;
  } rows[] = {{256, "16.16"}, {4096, "16.16.16"}, {1001, "13.11.7"}, {8192, "16.8.8.8"}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    tables t = build(rows[i].n, TCFFT_C2C, rows[i].fft);
    const double *entry = doubles(&t, t.at.twiddle);
    int64_t before = 1;
    for (int p = 0; p < t.tile.passes; before *= t.tile.radix[p++])
      for (int64_t r = 1; r < t.tile.radix[p]; r++)
        for (int64_t k = 0; k < before; k++, entry += 2) check_root(entry, r * k, before * t.tile.radix[p], rows[i].fft);
    ck_assert_uint_eq(t.at.half, tcf_round_up((size_t)((const char *)entry - t.block)));
    free(t.block);
  }
}
END_TEST

START_TEST(halves) {
  tables t = build(2000, TCFFT_R2C, "10.10.10");
  ck_assert_uint_ge(t.at.quarter - t.at.half, 500 * 16);
  for (int64_t k = 0; k < 500; k++) check_root(doubles(&t, t.at.half) + 2 * k, k, 2000, "half");
  free(t.block);
}
END_TEST

// exp(-pi i j^2 / n), j < n, of which the filter is the conjugate on both sides of 0.
static void chirp(int64_t j, int64_t n, long double w[2]) { tcf_wide_root_exact(j * j % (2 * n), 2 * n, w); }

static void check_bin(const tables *t, int64_t n, int64_t k) {
  const int64_t m = t->tile.n;
  long double sum[2] = {0, 0}, w[2], x[2];
  for (int64_t j = 1 - n; j < n; j++) {
    chirp(j < 0 ? -j : j, n, x);
    tcf_wide_root_exact(((j + m) * k) % m, m, w);
    sum[0] += (x[0] * w[0] + x[1] * w[1]) / m;
    sum[1] += (x[0] * w[1] - x[1] * w[0]) / m;
  }
  const double *f = doubles(t, t->at.filter) + 2 * k;
  const long double near = 1e-18L / sqrtl((long double)m);
  for (int part = 0; part < 2; part++)
    if (!(fabsl(f[part] - sum[part]) <= 0x1.01p-53L * fabsl(sum[part]) + near))
      ck_abort_msg("bin %lld of %lld is %.17g, not %.20Lg", (long long)k, (long long)m, f[part], sum[part]);
}

START_TEST(bluestein) {
  static const struct {
    int64_t n;
    const char *fft;
  } rows[] = {{37, "b(16.5)"}, {251, "b(16.16.2)"}, {1009, "b(15.15.9)"}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    const int64_t n = rows[i].n;
    tables t = build(n, TCFFT_C2C, rows[i].fft);
    for (int64_t j = 0; j < n; j++) {
      long double w[2];
      chirp(j, n, w);
      check_rounded(doubles(&t, t.at.chirp) + 2 * j, w, "chirp", j);
    }
    for (int64_t k = 0; k < t.tile.n; k += 1 + t.tile.n / 100) check_bin(&t, n, k);
    free(t.block);
  }
}
END_TEST

// Bin 0 of Rader's kernel is the sum of all roots but 1, which is -1.
START_TEST(rader) {
  tables t = build(37, TCFFT_C2C, "r(6.6)");
  const long double sum[2] = {-1.0L / 36, 0};
  check_rounded(doubles(&t, t.at.filter), sum, "rader", 0);
  const int32_t *power = (const int32_t *)(t.block + t.at.permutation);
  ck_assert(power[0] == 1 && power[18] == 36);
  free(t.block);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("tile_tables_f64");
  TCase *all = test_case(suite, "tables", 60);
  tcase_add_test(all, twiddles);
  tcase_add_test(all, halves);
  tcase_add_test(all, bluestein);
  tcase_add_test(all, rader);
  return suite;
}
