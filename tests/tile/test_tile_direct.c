// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Direct DFTs in tiles: which lengths have them, their texts, and which are chosen for every GPU.
#include "classic/cuda/build.h"
#include "classic/cuda/propose.h"
#include "tile/direct.h"
#include "tile/tile_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "units.h"

static tcf_stage stage_of(int64_t n, int64_t lanes, int columns) {
  return (tcf_stage){.kind = TCFFT_C2C,
                     .n = n,
                     .is = columns ? lanes : 1,
                     .os = columns ? lanes : 1,
                     .out = TCF_SLOT_OUT,
                     .dims = 1,
                     .dim = {{lanes, columns ? 1 : n, columns ? 1 : n}},
                     .points = n,
                     .load = TCF_OP_USER,
                     .store = TCF_OP_USER,
                     .in_step = 1,
                     .out_step = 1};
}

// ------------------------------------------------------------------------------------------------ lengths

static int is_prime(int n) {
  for (int p = 2; p * p <= n; p++)
    if (n % p == 0) return 0;
  return n > 1;
}

START_TEST(lengths) {
  int found = 0;
  for (int n = -3; n <= 2000; n++) {
    int radix[2] = {-1, -1}, wanted = 0;
    for (int p = 17; p <= 127; p++)
      if (is_prime(p) && n > 0 && n <= 512 && n % p == 0 && n / p <= 8) wanted = p;
    if (n > 127 && n <= 199 && is_prime(n)) wanted = n;  // of real numbers
    const int count = tcf_direct_radices(n, radix);
    ck_assert_msg(count == (wanted ? 1 + (wanted < n) : 0), "%d: %d radices", n, count);
    if (!wanted) continue;
    found++;
    ck_assert_int_eq(radix[count - 1], wanted);
    if (count == 2) ck_assert_int_eq(radix[0], n / wanted);
  }
  ck_assert_int_gt(found, 100);
  static const int64_t none[] = {0, 1, INT64_MIN, INT64_MAX, (INT64_C(1) << 40) * 31, 17 * 17, 31 * 9, 211, 2 * 131};
  for (size_t i = 0; i < TEST_COUNT(none); i++) {
    int radix[2];
    ck_assert_int_eq(tcf_direct_radices(none[i], radix), 0);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ tiles

// Threads share the pairs of results, each has some, and registers hold their sums.
static void check_tile(const tcf_tile *t, const tcf_device *d, const char *fft) {
  const int prime = t->radix[t->passes - 1], half = prime / 2, held = (half + t->tpt - 1) / t->tpt;
  ck_assert_msg(t->tpt >= 1 && (t->tpt - 1) * held < half, "%s: %d threads of %d pairs", fft, t->tpt, held);
  ck_assert_msg(t->stride % 2 == 1 && t->stride >= t->n && !t->pad, "%s: stride %d", fft, t->stride);
  const int64_t registers = d->sm_registers / (t->threads * t->blocks);
  ck_assert_msg(registers >= 4 * held * (t->n / prime) + 20, "%s by %d threads: %lld registers", fft, t->tpt,
                (long long)registers);
}

START_TEST(tiles) {
  const tcf_device d = unit_device(unit_gpu(_i));
  for (int n = 17; n <= 512; n++) {
    int radix[2];
    if (!tcf_direct_radices(n, radix)) continue;
    for (int layout = 0; layout < 4; layout++) {
      const int many = layout < 2, columns = layout % 2;
      const tcf_stage asked = stage_of(n, many ? 100000 : 5, columns);
      const tcf_candidates all = unit_list(tcf_tile_propose, &asked, &d);
      ck_assert_int_ge(all.count, 1);
      int cheapest = 0;
      for (int i = 1; i < all.count; i++)
        if (all.stage[i].time < all.stage[cheapest].time) cheapest = i;
      for (int i = 0; i < all.count; i++) {
        const tcf_stage *s = &all.stage[i];
        tcf_tile t;
        ck_assert_msg(tcf_tile_build(&t, s, &d) == TCFFT_SUCCESS, "%s: %s", s->fft, tcfft_last_error());
        if (i == cheapest && n <= 41 && many && n / radix[0] == 1)
          ck_assert_msg(s->fft[0] == 'd', "%d on %s: %s", n, d.name, s->fft);
        if (t.conv != TCF_CONV_DIRECT) continue;
        check_tile(&t, &d, s->fft);
        ck_assert_int_eq(t.batch_fast_out, columns);
        ck_assert_msg(t.smem_out == !t.batch_fast_out, "%s: neighbouring lanes go through shared memory", s->fft);
      }
    }
  }
}
END_TEST

// The post-processing of a real kind needs the sums in shared memory; twiddles do not.
START_TEST(stores) {
  const tcf_device d = unit_device("H200");
  tcf_stage s = stage_of(31, 1000, 1);
  tcf_tile t;
  snprintf(s.fft, sizeof s.fft, "d(31)");
  s.width = 32;
  s.threads = 96;
  s.store = TCF_OP_TWIDDLE;
  ck_assert_int_eq(tcf_tile_build(&t, &s, &d), TCFFT_SUCCESS);
  ck_assert(!t.smem_out && t.shared == 32 * 31 * 8);
  s.store = TCF_OP_USER;
  s.kind = TCFFT_C2R;
  s.n = 62;
  ck_assert_int_eq(tcf_tile_build(&t, &s, &d), TCFFT_SUCCESS);
  ck_assert(t.smem_out);
}
END_TEST

// Sums of real numbers take larger primes, and hold half as much; not the last one of a product, none of FP64 or between
// steps, and none where the device's code does not know them.
START_TEST(reals) {
  enum { WIDTH = 32 };
  static const struct {
    tcfft_kind kind;
    int n, threads, is_fp64, fits;
    tcf_io_op store;
  } rows[] = {{TCFFT_R2C, 131, 6, 0, 1, TCF_OP_USER}, {TCFFT_C2R, 199, 9, 0, 1, TCF_OP_USER},
              {TCFFT_R2C, 97, 2, 0, 0, TCF_OP_USER},  {TCFFT_R2C, 97, 3, 0, 1, TCF_OP_USER},
              {TCFFT_R2C, 199, 4, 0, 0, TCF_OP_USER}, {TCFFT_C2C, 131, 8, 0, 0, TCF_OP_USER},
              {TCFFT_R2C, 131, 8, 1, 0, TCF_OP_USER}, {TCFFT_R2C, 131, 8, 0, 0, TCF_OP_ALONE}};
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    tcf_stage s = stage_of(rows[i].n, 1000, 0);
    tcf_tile t;
    s.kind = rows[i].kind;
    s.store = rows[i].store;
    s.in_type = s.out_type = rows[i].is_fp64 ? TCFFT_F64 : TCFFT_F32;
    s.width = WIDTH;
    s.threads = WIDTH * rows[i].threads;
    snprintf(s.fft, sizeof s.fft, "d(%d)", rows[i].n);
    const tcfft_status status = tcf_tile_build(&t, &s, &d);
    ck_assert_msg((status == TCFFT_SUCCESS) == rows[i].fits, "row %zu: %s", i, status ? tcfft_last_error() : "fits");
    if (!rows[i].fits) continue;
    ck_assert(t.smem_out && tcf_direct_registers(&t) * t.threads * t.blocks <= d.sm_registers);
    t.may_fold = 0;
    ck_assert(rows[i].n <= 127 || !tcf_direct_fits(&t));
  }
}
END_TEST

// Second choices differ from the first; of no number of threads one says so.
START_TEST(choices) {
  const tcf_device d = unit_device("H200");
  tcf_tile t = {.n = 31, .passes = 1, .radix = {31}, .conv = TCF_CONV_DIRECT}, u = t;
  const double first = tcf_direct_threads(&t, &d, 0), second = tcf_direct_threads(&u, &d, 1);
  ck_assert(isfinite(second) && first <= second && t.tpt != u.tpt);
  tcf_tile much = {.n = 8 * 127, .passes = 2, .radix = {8, 127}, .conv = TCF_CONV_DIRECT};  // two pairs of eight parts
  for (much.tpt = 1; much.tpt <= 31; much.tpt++) ck_assert_msg(!tcf_direct_fits(&much), "%d threads", much.tpt);
  ck_assert(tcf_direct_fits(&much));
}
END_TEST

// ------------------------------------------------------------------------------------------------ texts

static tcfft_status build_text(int64_t points, const char *fft, int64_t width, int64_t threads) {
  const tcf_device d = unit_device("H200");
  tcf_stage s = stage_of(points, 1000, 0);
  tcf_tile t;
  snprintf(s.fft, sizeof s.fft, "%s", fft);
  s.width = width;
  s.threads = threads;
  const tcfft_status status = tcf_tile_build(&t, &s, &d);
  if (status == TCFFT_SUCCESS) {
    char text[TCF_FFT_TEXT];
    tcf_tile_print_fft(&t, text);
    ck_assert_str_eq(text, fft);
    ck_assert_int_eq(t.conv, TCF_CONV_DIRECT);
  }
  return status;
}

static const struct {
  int64_t points;
  const char *fft;
  int64_t width, threads;
} good[] = {{17, "d(17)", 32, 32},    {17, "d(17)", 1, 8},         {31, "d(31)", 32, 96},    {31, "d(31)", 7, 35},
            {34, "d(2.17)", 32, 128}, {85, "d(5.17)", 32, 4 * 32}, {127, "d(127)", 32, 224}, {254, "d(2.127)", 16, 128}};

START_TEST(good_texts) {
  for (size_t i = 0; i < TEST_COUNT(good); i++)
    ck_assert_msg(build_text(good[i].points, good[i].fft, good[i].width, good[i].threads) == TCFFT_SUCCESS, "fft=%s: %s",
                  good[i].fft, tcfft_last_error());
}
END_TEST

static const struct {
  int64_t points;
  const char *fft;
  int64_t width, threads;
  const char *says;
} broken[] = {{31, "d", 32, 96, "does not parse"},
              {31, "d(", 32, 96, "does not parse"},
              {31, "d()", 32, 96, "no length for sums"},
              {31, "d31", 32, 96, "does not parse"},
              {31, "d(31", 32, 96, "does not parse"},
              {31, "d(31)x", 32, 96, "does not parse"},
              {31, "d(x)", 32, 96, "no length for sums"},
              {31, "d(-31)", 32, 96, "no radix -31"},
              {31, "d(0)", 32, 96, "no radix 0"},
              {31, "d(29)", 32, 96, "does not transform 31"},
              {34, "d(17)", 32, 96, "does not transform 34"},
              {34, "d(17.2)", 32, 64, "no length for sums"},
              {34, "d(34)", 32, 64, "no length for sums"},
              {31, "d(1.31)", 32, 96, "no length for sums"},
              {13, "d(13)", 32, 32, "no length for sums"},
              {131, "d(131)", 32, 256, "is not for 8 threads"},  // complex numbers
              {211, "d(211)", 32, 256, "no length for sums"},
              {289, "d(17.17)", 32, 64, "no length for sums"},
              {204, "d(3.4.17)", 32, 64, "no length for sums"},
              {100, "d(99999999999)", 32, 64, "no radix 99999999999"},
              {100, "d(1048576.1048576)", 32, 64, "does not fit any tile"},
              {127, "d(127)", 32, 96, "fft=d(127) is not for 3 threads a transform"},  // too many sums
              {17, "d(17)", 32, 288, "not for 9 threads"},                             // more threads than pairs
              {31, "d(31)", 32, 32 * 9, "not for 9 threads"},                          // the last of them has none
              {127, "d(127)", 256, 256 * 8, "make no tile"}};

START_TEST(broken_texts) {
  for (size_t i = 0; i < TEST_COUNT(broken); i++) {
    const tcfft_status status = build_text(broken[i].points, broken[i].fft, broken[i].width, broken[i].threads);
    ck_assert_msg(status == TCFFT_ERROR_PARSE && strstr(tcfft_last_error(), broken[i].says) != NULL,
                  "fft=%s for %lld points: \"%s\", not \"%s\"", broken[i].fft, (long long)broken[i].points,
                  tcfft_last_error(), broken[i].says);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cuda_dense");
  TCase *all = test_case(suite, "cuda_dense", 60);
  tcase_add_test(all, lengths);
  tcase_add_loop_test(all, tiles, 0, UNIT_GPUS);
  tcase_add_test(all, stores);
  tcase_add_test(all, reals);
  tcase_add_test(all, choices);
  tcase_add_test(all, good_texts);
  tcase_add_test(all, broken_texts);
  return suite;
}
