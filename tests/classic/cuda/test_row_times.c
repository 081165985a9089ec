// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The trees that choose tiles of rows, held against the tiles that they were fitted to, and what is planned by them.
#include "classic/cuda/row_times.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "classic/cuda/build.h"
#include "classic/cuda/row_tree.h"
#include "core/schedule_text.h"
#include "planner/stages.h"
#include "units.h"

enum { KINDS = 3, TYPES = 2, MOST_BATCH = 1 << 26 };
static const char *const kinds[KINDS] = {"c2c", "r2c", "c2r"};
static const char *const files[TYPES] = {ROW_TILES, HALF_ROW_TILES};

// A tile that was timed, of rows of so many numbers of a kind.
typedef struct timed {
  int kind, n;
  double log_time, answer, price;
} timed;

static int read_timed(timed *to, const char *line, const tcf_device *d) {
  char kind[8], fft[100], text[700];
  int n, width, threads;
  double us;
  if (sscanf(line, "%7[^,],%d,%d,%d,%99[^,],%lf", kind, &n, &width, &threads, fft, &us) != 6) return 0;
  const int half = !strcmp(kind + 3, ":f16");
  kind[3] = 0;
  const int in = !strcmp(kind, "r2c"), out = !strcmp(kind, "c2r"), bins = n / 2 + 1;
  snprintf(
      text, sizeof text,
      "stage:cuda_tile:%s:axis=0:n=%d:is=1:os=1:in=in:out=out:%swidth=%d:threads=%d:fft=%s:d0=%d,%d,%d:points=%d:load=user:"
      "store=user:twiddle_n=0:ie=1,0:oe=1,0:bytes=1:time=1:variance=1",
      kind, n, half ? "types=f16,f16:" : "", width, threads, fft, (in || out ? 2 : 1) * (MOST_BATCH / n), out ? bins : n,
      in ? bins : n, (in || out) && n % 2 == 0 ? n / 2 : n);
  tcf_stage s;
  tcf_tile t;
  ck_assert_msg(tcf_stage_parse(&s, text) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  ck_assert_msg(tcf_tile_build(&t, &s, d) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  tcf_tile_set_size(&t, d);                   // as tiles are compared, before they are laid out
  if (!tcf_rows_were_timed(&s, d)) return 0;  // shorter than what is planned by them
  s.kernel->assess(&s, d);
  *to = (timed){.kind = in + 2 * out, .n = n, .log_time = log(us), .answer = tcf_row_log_time(&t), .price = log(s.time)};
  return 1;
}

// Of a length's tiles the one that was fastest, and those of the least answer and of the least price.
typedef struct length {
  int kind, n;
  timed fastest, by_answer, by_price;
} length;

static void look_at(length *l, const timed *t) {
  if (t->log_time < l->fastest.log_time) l->fastest = *t;
  if (t->answer < l->by_answer.answer) l->by_answer = *t;
  if (t->price < l->by_price.price) l->by_price = *t;
}

// By how much longer than the fastest tile what is chosen takes, in the mean over the lengths of a kind.
typedef struct lost {
  double by_answer, by_price;
  int lengths;
} lost;

static void count_length(lost kind[KINDS], const length *l) {
  lost *k = &kind[l->kind];
  k->by_answer += l->by_answer.log_time - l->fastest.log_time;
  k->by_price += l->by_price.log_time - l->fastest.log_time;
  k->lengths++;
}

// Of the tiles that they were fitted to trees choose ones within 2 % of the fastest in the mean, half as far as the price
// does; of FP16 numbers, of which fewer were timed, within 5 % and three quarters as far.
START_TEST(choice) {
  static const double most[TYPES] = {0.02, 0.05}, of_price[TYPES] = {0.5, 0.75};
  static const int fewest[TYPES] = {100, 25};
  const tcf_device d = unit_device("H200");
  lost of_kind[KINDS] = {0};
  length l = {.n = 0};
  char line[400];
  FILE *in = fopen(files[_i], "r");
  ck_assert_ptr_nonnull(in);
  while (fgets(line, sizeof line, in)) {
    timed t;
    if (!read_timed(&t, line, &d)) continue;
    if (l.n != t.n || l.kind != t.kind) {
      if (l.n) count_length(of_kind, &l);
      l = (length){.kind = t.kind, .n = t.n, .fastest = t, .by_answer = t, .by_price = t};
    }
    look_at(&l, &t);
  }
  fclose(in);
  count_length(of_kind, &l);
  for (int kind = 0; kind < KINDS; kind++) {
    const lost *k = &of_kind[kind];
    ck_assert_msg(
        k->lengths > fewest[_i] && k->by_answer < most[_i] * k->lengths && k->by_answer < of_price[_i] * k->by_price,
        "%s, %d lengths: %.4f behind the fastest by trees, %.4f by the price", kinds[kind], k->lengths,
        k->by_answer / k->lengths, k->by_price / k->lengths);
  }
}
END_TEST

// The answers are those of the side that each question sends a tile to; what is no more than the number goes to the first.
START_TEST(tree) {
  const tcf_row_tree t = {.feature = {0, 1, 2}, .at = {2, 3, 5}, .answer = {1, 2, 4, 8}};
  const double features[][TCF_ROW_FEATURES] = {{2, 3, 6}, {1, 3.5, 5}, {2.5, 9, 5}, {3, 0, 5.5}};
  for (int i = 0; i < 4; i++) ck_assert_double_eq(tcf_row_tree_answer(&t, features[i]), 1 << i);
}
END_TEST

// Whether a problem, in the numbers that it names, is planned with a composite radix from 18 to 28.
static int has_composite(const char *text, const tcf_device *d) {
  static const int composites[] = {18, 21, 22, 26, 28};
  tcfft_desc desc = TCFFT_DESC_INIT;
  tcf_problem p;
  ck_assert_msg(tcfft_desc_parse(&desc, text) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  ck_assert_msg(tcf_problem_from_desc(&p, &desc) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  const tcf_schedule s = unit_schedule(&p, d, 0);
  for (int i = 0; i < s.stages; i++) {
    tcf_tile t;
    if (tcf_tile_build(&t, &s.stage[i], d) != TCFFT_SUCCESS) continue;
    for (int pass = 0; pass < t.passes; pass++)
      for (size_t k = 0; k < TEST_COUNT(composites); k++)
        if (t.radix[pass] == composites[k]) return 1;
  }
  return 0;
}

// Rows that fill the device have composite radices where these save a pass. Few rows, columns, types of other sizes or for
// one side, tensor cores and older devices have the radices that they were timed with.
START_TEST(plans) {
  static const char *const with[] = {"c2c:6864*9776",     "c2c:5733*11705",      "r2c:18252*7353",    "c2r:14300*9386",
                                     "c2c:6864*9776:f16", "c2c:650*103244:bf16", "r2c:7260*18487:f16"};
  static const char *const without[] = {"c2c:6864*100",
                                        "c2c:6864*1000",
                                        "c2c:2646*6000:f64",
                                        "c2c:6864*9776:in=i16:out=f32",
                                        "c2c:6864*100:f16",
                                        "c2c:6864*9776:in=f16:out=f32",
                                        "c2r:819*163840:f16",
                                        "c2c:6864*9776:tensor",
                                        "c2c:4096*16384",
                                        "c2c:126*500000",
                                        "c2c:2646*25600:is=25600:os=25600:id=1:od=1",
                                        "c2c:15435*4347"};
  const tcf_device h200 = unit_device("H200"), a100 = unit_device("A100"), v100 = unit_device("V100");
  for (size_t i = 0; i < TEST_COUNT(with); i++) {
    ck_assert_msg(has_composite(with[i], &h200), "%s", with[i]);
    ck_assert_msg(!has_composite(with[i], &a100) && !has_composite(with[i], &v100), "%s on an older device", with[i]);
  }
  for (size_t i = 0; i < TEST_COUNT(without); i++) ck_assert_msg(!has_composite(without[i], &h200), "%s", without[i]);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("row_times");
  tcase_add_loop_test(test_case(suite, "choice", 60), choice, 0, TYPES);
  tcase_add_test(test_case(suite, "tree", 60), tree);
  tcase_add_test(test_case(suite, "plans", 60), plans);
  return suite;
}
