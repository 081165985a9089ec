// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The trees that choose tiles, held against the tiles that they were fitted to, and what is planned by them.
#include "classic/cuda/tile_times.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "classic/cuda/build.h"
#include "classic/cuda/propose.h"
#include "classic/cuda/tile_tree.h"
#include "classic/cuda/timed_choice.h"
#include "planner/decompose.h"
#include "planner/stages.h"
#include "tile/cost.h"
#include "tile/ops.h"
#include "units.h"

enum { KINDS = 3, MOST_BATCH = 1 << 26 };
static const char *const kinds[KINDS] = {"c2c", "r2c", "c2r"};

// Tiles that were timed. Of the tiles that they were fitted to trees choose ones within `most` of the fastest in the mean,
// and `of_price` times as far as the price does. fewest: lengths of each kind that the file has.
typedef struct tile_file {
  const char *path;
  tcf_timed timed;
  double most, of_price;
  int fewest[KINDS];
} tile_file;
static const tile_file files[] = {
    {TILES "2026-11-30_h200_a0ba753_row_tiles.csv", TCF_TIMED_ROWS, 0.02, 0.5, {100, 100, 100}},
    {TILES "2026-11-30_h200_bc3513d_half_row_tiles.csv", TCF_TIMED_ROWS, 0.05, 0.75, {25, 25, 25}},
    {TILES "2026-11-30_h200_9297a75_rough_row_tiles.csv", TCF_TIMED_ROUGH_ROWS, 0.03, 0.5, {400, 0, 0}},
    {TILES "2026-11-30_h200_9297a75_aligned_column_tiles.csv", TCF_TIMED_COLUMNS, 0.015, 0.35, {190, 0, 0}},
    {TILES "2026-12-01_h200_98adce7_unaligned_column_tiles.csv", TCF_TIMED_COLUMNS, 0.015, 0.35, {100, 0, 0}},
    {TILES "2026-11-30_h200_9297a75_plane_tiles.csv", TCF_TIMED_PLANES, 0.02, 0.2, {140, 0, 0}},
    {TILES "2026-11-30_h200_4fe66a0_real_plane_tiles.csv", TCF_TIMED_PLANES, 0.045, 0.6, {0, 145, 145}}};

// A tile that was timed, of the transforms of a problem.
typedef struct timed {
  char of[64];
  int kind;
  double log_time, answer, price;
} timed;

// The problem of a line, and its tile. A line has a problem, or a kind and a length. 0: it has no tile.
static int read_line(const char *line, char problem[64], tcf_stage *s, double *us) {
  int n, width, threads;
  char kind[8], fft[100];
  if (sscanf(line, "%7[^,],%d,%d,%d,%99[^,],%lf", kind, &n, &width, &threads, fft, us) == 6) {
    const int real = kind[0] != 'c' || kind[2] != 'c';
    snprintf(problem, 64, "%.3s:%d*%d%s", kind, n, (1 + real) * (MOST_BATCH / n), kind + 3);
  } else if (sscanf(line, "%63[^,],%d,%d,%99[^,],%lf", problem, &width, &threads, fft, us) != 5) {
    return 0;
  }
  tcfft_desc desc = TCFFT_DESC_INIT;
  tcf_problem p;
  ck_assert_msg(tcfft_desc_parse(&desc, problem) == TCFFT_SUCCESS, "%s: %s", problem, tcfft_last_error());
  ck_assert_msg(tcf_problem_from_desc(&p, &desc) == TCFFT_SUCCESS, "%s: %s", problem, tcfft_last_error());
  ck_assert_msg(tcf_planner_whole(s, &p), "%s", problem);
  s->bytes = tcf_tile_bytes(s);
  s->width = width;
  s->threads = threads;
  ck_assert_int_lt(snprintf(s->fft, sizeof s->fft, "%s", fft), (int)sizeof s->fft);
  return 1;
}

static int read_timed(timed *to, const tile_file *f, const char *line, const tcf_device *d) {
  tcf_stage s;
  tcf_tile t;
  double us;
  if (!read_line(line, to->of, &s, &us)) return 0;
  ck_assert_msg(tcf_tile_build(&t, &s, d) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  tcf_tile_set_size(&t, d);                          // as tiles are compared, before they are laid out
  if (tcf_tiles_timed(&s, d) != f->timed) return 0;  // shorter than what is planned by them
  to->answer = tcf_tile_log_time(&s, &t, d);
  tcf_tile_set_cost(&s, &t, tcf_tile_fft_ops(&t), d);
  to->kind = (int)s.kind;
  to->log_time = log(us);
  to->price = log(s.time);
  return 1;
}

// Of a length's tiles the one that was fastest, and those of the least answer and of the least price.
typedef struct length {
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
  lost *k = &kind[l->fastest.kind];
  k->by_answer += l->by_answer.log_time - l->fastest.log_time;
  k->by_price += l->by_price.log_time - l->fastest.log_time;
  k->lengths++;
}

START_TEST(choice) {
  const tile_file *f = &files[_i];
  const tcf_device d = unit_device("H200");
  lost of_kind[KINDS] = {0};
  length l = {.fastest.of = ""};
  char line[400];
  FILE *in = fopen(f->path, "r");
  ck_assert_ptr_nonnull(in);
  while (fgets(line, sizeof line, in)) {
    timed t;
    if (!read_timed(&t, f, line, &d)) continue;
    if (strcmp(l.fastest.of, t.of) != 0) {
      if (*l.fastest.of) count_length(of_kind, &l);
      l = (length){.fastest = t, .by_answer = t, .by_price = t};
    }
    look_at(&l, &t);
  }
  fclose(in);
  count_length(of_kind, &l);
  for (int kind = 0; kind < KINDS; kind++) {
    const lost *k = &of_kind[kind];
    ck_assert_msg(
        k->lengths >= f->fewest[kind] && k->by_answer <= f->most * k->lengths && k->by_answer <= f->of_price * k->by_price,
        "%s, %s, %d lengths: %.4f behind the fastest by trees, %.4f by the price", f->path, kinds[kind], k->lengths,
        k->by_answer / k->lengths, k->by_price / k->lengths);
  }
}
END_TEST

// The answers are those of the side that each question sends a tile to; what is no more than the number goes to the first.
START_TEST(tree) {
  const tcf_tile_tree t = {.feature = {0, 1, 2}, .at = {2, 3, 5}, .answer = {1, 2, 4, 8}};
  const double features[][TCF_TILE_FEATURES] = {{2, 3, 6}, {1, 3.5, 5}, {2.5, 9, 5}, {3, 0, 5.5}};
  for (int i = 0; i < 4; i++) ck_assert_double_eq(tcf_tile_tree_answer(&t, features[i]), 1 << i);
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

static tcf_stage whole_of(const char *text) {
  tcfft_desc desc = TCFFT_DESC_INIT;
  tcf_problem p;
  tcf_stage s;
  ck_assert_msg(tcfft_desc_parse(&desc, text) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  ck_assert_msg(tcf_problem_from_desc(&p, &desc) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  ck_assert_msg(tcf_planner_whole(&s, &p), "%s", text);
  if (desc.algorithm) s.algorithm = desc.algorithm;
  return s;
}

// Which tiles are like those that were timed: of each class the shortest and longest lengths, and what is none of them.
START_TEST(classes) {
  static const struct {
    const char *text;
    tcf_timed timed;
  } problems[] = {{"c2c:160*400000", TCF_TIMED_ROWS},
                  {"c2c:159*400000", TCF_TIMED_ROUGH_ROWS},
                  {"c2c:156*400000", TCF_TIMED_NONE},
                  {"c2c:118*400000", TCF_TIMED_ROUGH_ROWS},
                  {"c2c:116*400000", TCF_TIMED_NONE},
                  {"c2c:12287*4000", TCF_TIMED_ROUGH_ROWS},
                  {"c2c:12289*4000", TCF_TIMED_NONE},
                  {"c2c:118*1000", TCF_TIMED_NONE},
                  {"r2c:1180*40000", TCF_TIMED_NONE},
                  {"c2c:118*400000:f16", TCF_TIMED_NONE},
                  {"c2c:118*400000:in=i16:out=f32", TCF_TIMED_NONE},
                  {"c2c:118*400000:f64", TCF_TIMED_NONE},
                  {"c2c:118*400000:is=2:id=236", TCF_TIMED_NONE},
                  {"c2c:22*1000000:is=1000000:os=1000000:id=1:od=1", TCF_TIMED_COLUMNS},
                  {"c2c:1200*40000:is=40000:os=40000:id=1:od=1", TCF_TIMED_COLUMNS},
                  {"c2c:1201*40000:is=40000:os=40000:id=1:od=1", TCF_TIMED_NONE},
                  {"c2c:22*1000001:is=1000001:os=1000001:id=1:od=1", TCF_TIMED_COLUMNS},
                  {"c2c:158*400000:is=400000:os=400000:id=1:od=1", TCF_TIMED_NONE},
                  {"c2c:146*400000:is=400000:os=400000:id=1:od=1", TCF_TIMED_COLUMNS},
                  {"c2c:512*40000:is=40000:os=40000:id=1:od=1", TCF_TIMED_NONE},
                  {"c2c:20*1000000:is=1000000:os=1000000:id=1:od=1", TCF_TIMED_NONE},
                  {"c2c:6x10*1000000", TCF_TIMED_PLANES},
                  {"r2c:100x200*10000", TCF_TIMED_PLANES},
                  {"c2r:4x5x6*1000000", TCF_TIMED_PLANES},
                  {"c2c:100x165*10000", TCF_TIMED_NONE},
                  {"c2c:64x64*10000", TCF_TIMED_NONE},
                  {"c2r:64x64*10000", TCF_TIMED_NONE},
                  {"c2c:17x20*100000", TCF_TIMED_NONE},
                  {"c2c:6x10*1000000:f64", TCF_TIMED_NONE},
                  {"c2c:6x10*1000000:tensor", TCF_TIMED_NONE},
                  {"c2c:6x10*1000", TCF_TIMED_NONE}};
  const tcf_device h200 = unit_device("H200"), a100 = unit_device("A100");
  for (size_t i = 0; i < TEST_COUNT(problems); i++) {
    const tcf_stage s = whole_of(problems[i].text);
    ck_assert_msg(tcf_tiles_timed(&s, &h200) == problems[i].timed, "%s: %d", problems[i].text,
                  (int)tcf_tiles_timed(&s, &h200));
    ck_assert_msg(tcf_tiles_timed(&s, &a100) == TCF_TIMED_NONE, "%s on an A100", problems[i].text);
  }
}
END_TEST

// A tile of a plane by its text, of a price.
static void keep(tcf_cheapest_tiles *tiles, const tcf_stage *plane, const char *fft, int threads, double price,
                 const tcf_device *d) {
  tcf_stage s = *plane;
  tcf_tile t;
  s.width = 1;
  s.threads = threads;
  snprintf(s.fft, sizeof s.fft, "%s", fft);
  ck_assert_msg(tcf_tile_build(&t, &s, d) == TCFFT_SUCCESS, "%s: %s", fft, tcfft_last_error());
  ck_assert(tcf_tile_set_size(&t, d));
  tcf_tile_set_cost(&s, &t, tcf_tile_fft_ops(&t), d);
  s.time = price;
  tcf_cheapest_keep(tiles, &s, &t);
}

// The cheapest tiles are kept, each once and cheapest first. Of those near the least price the trees choose.
START_TEST(cheapest) {
  const tcf_device d = unit_device("H200");
  const tcf_stage plane = whole_of("c2c:60x48*20000");
  tcf_cheapest_tiles tiles = {.count = 0};
  tcf_stage chosen[2];
  keep(&tiles, &plane, "12.5x4.12", 288, 3, &d);
  keep(&tiles, &plane, "10.6x8.6", 480, 1, &d);
  keep(&tiles, &plane, "12.5x4.12", 288, 2, &d);
  keep(&tiles, &plane, "10.6x6.8", 480, 1.1, &d);
  ck_assert_int_eq(tiles.count, 3);
  for (int i = 0; i < 3; i++) ck_assert_double_eq(tiles.list[i].stage.time, i == 0 ? 1 : i == 1 ? 1.1 : 3);
  const double near = tcf_cheapest_choose(&chosen[0], &tiles, 1.05, &d),
               far = tcf_cheapest_choose(&chosen[1], &tiles, 4, &d);
  ck_assert_msg(!strncmp(chosen[0].fft, "10.6x8.6", 8), "%s", chosen[0].fft);
  ck_assert_double_le(far, near);
  for (int more = 0; more < 40; more++) keep(&tiles, &plane, "5.12x12.4", 240 + 6 * more, 4 - 0.01 * more, &d);
  ck_assert_int_eq(tiles.count, TCF_CHEAPEST_TILES);
  for (int i = 1; i < tiles.count; i++) ck_assert_double_le(tiles.list[i - 1].stage.time, tiles.list[i].stage.time);
  ck_assert_double_eq(tcf_cheapest_limit(&tiles), tiles.list[TCF_CHEAPEST_TILES - 1].stage.time);
  ck_assert_double_lt(tcf_cheapest_limit(&tiles), 4);
}
END_TEST

// The time of planned columns and packed axes is what the trees say of their tile, and so is that of what a tuner tries.
START_TEST(predicted) {
  static const char *const texts[] = {"c2c:60x48*20000", "r2c:66x182*11173", "c2r:100x130*10324",
                                      "c2c:480*52424:is=52424:os=52424:id=1:od=1"};
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    const tcf_schedule s = unit_plan(texts[i], &d);
    ck_assert_int_eq(s.stages, 1);
    tcf_tile t;
    ck_assert(tcf_tile_build(&t, &s.stage[0], &d) == TCFFT_SUCCESS && tcf_tile_set_size(&t, &d));
    const double seconds =
        d.launch + exp(tcf_tile_log_time(&s.stage[0], &t, &d)) * (double)tcf_tile_bytes(&s.stage[0]) / d.copy;
    ck_assert_msg(fabs(s.stage[0].time - seconds) <= 1e-6 * seconds, "%s by %s: %g, the trees say %g", texts[i],
                  s.stage[0].fft, s.stage[0].time, seconds);
    tcf_stage assessed = s.stage[0];
    assessed.kernel->assess(&assessed, &d);
    ck_assert_msg(fabs(assessed.time - seconds) <= 1e-6 * seconds, "%s by %s: assessed as %g", texts[i], assessed.fft,
                  assessed.time);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("tile_times");
  tcase_add_loop_test(test_case(suite, "choice", 60), choice, 0, TEST_COUNT(files));
  tcase_add_test(test_case(suite, "tree", 60), tree);
  tcase_add_test(test_case(suite, "plans", 60), plans);
  tcase_add_test(test_case(suite, "classes", 60), classes);
  tcase_add_test(test_case(suite, "cheapest", 60), cheapest);
  tcase_add_test(test_case(suite, "predicted", 60), predicted);
  return suite;
}
