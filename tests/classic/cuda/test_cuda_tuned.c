// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The table of timed tiles: every row makes a tile on its device, the planner selects it there, and it is not selected on
// another device.
#include <stdio.h>
#include <string.h>

#include "classic/cuda/build.h"
#include "classic/cuda/propose.h"
#include "classic/cuda/tuned.h"
#include "planner/stages.h"
#include "tile/io.h"
#include "units.h"
#include "wmma/cuda/propose_tensor.h"
#include "wmma/cuda/tuned_tensor.h"

// A stage with a Hermitian split across 1024 transforms, in its store or in its load.
static tcf_stage stage_across(const tcf_tuned *r) {
  enum { LANES = 1024 };
  const int out = r->layout == TCF_TUNED_FOLD;
  tcf_stage s = stage_of(r->kind, r->n, out ? LAST : FIRST);
  s.n = 2 * LANES * r->n;
  s.twiddle_n = out ? 0 : s.n / 2;
  s.dim[0].n = LANES;
  s.in_step = out ? 1 : LANES;
  s.out_step = LANES;
  s.dim[1].n = 60000;
  return s;
}

static tcf_stage stage_for(const tcf_tuned *r) {
  static const layout layouts[] = {ROWS, COLUMNS, FIRST, LAST};
  if (r->layout >= TCF_TUNED_FOLD) return stage_across(r);
  tcf_stage s = stage_of(r->kind, r->n, layouts[r->layout]);
  s.dim[0].n = 64000;  // enough to fill any device
  s.dim[1].is *= 1000;
  s.dim[1].os *= 1000;
  if (r->layout == TCF_TUNED_COLUMNS) s.is = s.os = 64000 * 7;
  if (r->layout >= TCF_TUNED_FIRST) {
    s.n = 64000 * r->n;
    s.twiddle_n = r->layout == TCF_TUNED_FIRST ? s.n : 0;
    s.in_step = r->layout == TCF_TUNED_FIRST ? 64000 : 1;
    s.out_step = 64000;
  }
  if (!strchr(r->fft, 'x')) return s;
  s.length[0] = 1;
  for (const char *c = r->fft; *c;) {
    int radix = 0, used = 0;
    ck_assert_int_eq(sscanf(c, "%d%n", &radix, &used), 1);
    s.length[s.axes] *= radix;
    c += used;
    if (*c == '+') break;
    if (*c == 'x') s.length[++s.axes] = 1;
    if (*c) c++;
  }
  s.axes++;
  return s;
}

static const char *name_of(const tcf_tuned *r) {
  static char name[200];
  snprintf(name, sizeof name, "layout %d, kind %d, %d points by %s", (int)r->layout, (int)r->kind, r->n, r->fft);
  return name;
}

static int index_of(const tcf_stage *s, const tcf_device *d) {
  tcf_tile edges = {0};
  tcf_tile_set_io(&edges, s);
  const tcf_tuned *found = tcf_tuned_find(&tcf_tuned_tiles, s, &edges, d);
  return found ? (int)(found - tcf_tuned_tiles.rows) : -1;
}

START_TEST(rows) {
  const tcf_device d = unit_device("H200");
  const tcf_tuned *row = tcf_tuned_tiles.rows;
  const int count = tcf_tuned_tiles.count;
  ck_assert_int_gt(count, 100);
  for (int i = 0; i < count; i++) {
    tcf_stage s = stage_for(&row[i]);
    ck_assert_msg(row[i].share > 0.2 && row[i].share <= 1.05, "%s: share %g", name_of(&row[i]), row[i].share);
    ck_assert_msg(index_of(&s, &d) == i, "%s: row %d is row %d", name_of(&row[i]), i, index_of(&s, &d));
    ck_assert_msg(unit_first(tcf_tile_propose, &s, &d), "%s: none is proposed", name_of(&row[i]));
    ck_assert_msg(!strcmp(s.fft, row[i].fft) && s.width == row[i].width && s.threads == row[i].width * row[i].tpt,
                  "%s: proposed is %s, width=%d, threads=%d", name_of(&row[i]), s.fft, (int)s.width, (int)s.threads);
    tcf_tile t;
    ck_assert_msg(tcf_tile_build(&t, &s, &d) == TCFFT_SUCCESS, "%s: %s", name_of(&row[i]), tcfft_last_error());
  }
}
END_TEST

// Other devices, few transforms, other layouts: what is predicted.
START_TEST(not_for_others) {
  const tcf_tuned *row = tcf_tuned_tiles.rows;
  const int count = tcf_tuned_tiles.count;
  const tcf_device d = unit_device("H200"), other = unit_device("A100");
  int different = 0;
  for (int i = 0; i < count; i++) {
    tcf_stage s = stage_for(&row[i]), few = s;
    ck_assert_int_eq(index_of(&s, &other), -1);
    few.dim[0].n = few.dim[1].n = 2;
    if (unit_first(tcf_tile_propose, &few, &d)) different += strcmp(few.fft, row[i].fft) != 0 || few.width != row[i].width;
    if (row[i].kind != TCFFT_C2C) continue;
    s.kind = TCFFT_DCT2;
    s.n = 2 * s.n;
    ck_assert_int_eq(index_of(&s, &d), -1);
  }
  ck_assert_int_gt(different, count / 4);
}
END_TEST

// A transform alone goes by as many blocks as it has, whatever was timed for many of them, or by a cluster of blocks.
START_TEST(alone) {
  static const char *const texts[] = {"c2c:32768", "c2c:65536", "c2c:262144", "c2c:1048576"};
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    const tcf_schedule s = unit_plan(texts[i], &d);
    for (int k = 0; k < s.stages && strncmp(s.stage[k].kernel->name, "cuda_cluster", 12) != 0; k++)
      ck_assert_msg(s.stage[k].dim[0].n / s.stage[k].width >= 16, "%s: launch %d has %d blocks", texts[i], k,
                    (int)(s.stage[k].dim[0].n / s.stage[k].width));
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ tensor cores

static void propose_mma(const tcf_stage *s, const tcf_device *d, tcf_candidates *out) { tcf_tensor_propose(s, d, 0, out); }
static void vary_mma(const tcf_stage *s, const tcf_device *d, tcf_candidates *out) { tcf_tensor_variants(s, d, 0, out); }

// Each row for tensor cores makes such a tile, by the time of the one without: where it is asked for, and for AUTO.
START_TEST(tensor_rows) {
  const tcf_device d = unit_device("H200"), other = unit_device("A100");
  const tcf_tuned *row = tcf_tuned_tensor_tiles.rows;
  const int count = tcf_tuned_tensor_tiles.count;
  ck_assert_int_gt(count, 15);
  for (int i = 0; i < count; i++)
    for (int asked = 0; asked < 2; asked++) {
      tcf_stage s = stage_for(&row[i]), few, classic, elsewhere, turned;
      s.algorithm = asked ? TCFFT_ALGORITHM_TENSOR : TCFFT_ALGORITHM_AUTO;
      few = classic = elsewhere = turned = s;
      ck_assert_msg(unit_first(propose_mma, &s, &d), "%s: none is proposed", name_of(&row[i]));
      ck_assert_msg(
          !strcmp(s.fft, row[i].fft) && s.width == row[i].width && s.threads == row[i].width * row[i].tpt && s.timed,
          "%s: proposed is %s, width=%d, threads=%d", name_of(&row[i]), s.fft, (int)s.width, (int)s.threads);
      tcf_tile t;
      ck_assert_msg(tcf_tile_build(&t, &s, &d) == TCFFT_SUCCESS && t.tensor, "%s: %s", name_of(&row[i]), tcfft_last_error());
      ck_assert(unit_first(tcf_tile_propose, &classic, &d));
      ck_assert_double_eq_tol(s.time * row[i].share, classic.time, 1e-9 * classic.time);
      few.dim[0].n = few.dim[1].n = 2;
      turned.kind = TCFFT_DCT2;
      turned.n *= 2;
      ck_assert_int_eq(unit_first(propose_mma, &few, &d), asked);
      ck_assert_int_eq(unit_first(propose_mma, &elsewhere, &other), asked);
      const int possible = unit_list(tcf_tile_propose, &turned, &d).count > 0;
      ck_assert_int_eq(unit_first(propose_mma, &turned, &d), asked && possible);
      ck_assert(!few.timed && !elsewhere.timed && !turned.timed);
    }
}
END_TEST

// A tuner has others to try, each a tile of its own; of a tolerance that allows one term AUTO makes no use.
START_TEST(tensor_others) {
  const tcf_device d = unit_device("H200");
  static const int lengths[] = {256, 1000, 1024, 4096};
  for (size_t l = 0; l < TEST_COUNT(lengths); l++) {
    char text[80];
    snprintf(text, sizeof text, "c2c:%d*60000:tensor", lengths[l]);
    const tcf_stage first = unit_plan(text, &d).stage[0];
    const tcf_candidates all = unit_list(vary_mma, &first, &d);
    int same = 0;
    for (int i = 0; i < all.count; i++)
      for (int k = 0; k < i; k++)
        same += !strcmp(all.stage[k].fft, all.stage[i].fft) && all.stage[k].width == all.stage[i].width &&
                all.stage[k].threads == all.stage[i].threads;
    ck_assert_msg(all.count >= 10 && same <= all.count / 2, "%s: %d others, %d of them twice", text, all.count, same);
  }
  ck_assert_int_eq(unit_plan("c2c:1024*60000:tol=0.001", &d).stage[0].split, TCFFT_SPLIT_SPLIT2);
  ck_assert_int_eq(unit_plan("c2c:1024*60000:tensor:tol=0.001", &d).stage[0].split, TCFFT_SPLIT_HALF1);
}
END_TEST

// AUTO takes tensor cores where they were timed, unless the tile without is more than 2 % faster.
START_TEST(automatic) {
  const tcf_device d = unit_device("H200");
  int taken[2] = {0};
  for (int e = 6; e <= 14; e++) {
    char text[80];
    const int batch = 1 << (26 - e);
    tcf_schedule s[3];
    static const char *const algorithms[] = {"", ":classic", ":tensor"};
    for (int a = 0; a < 3; a++) {
      snprintf(text, sizeof text, "c2c:%d*%d%s", 1 << e, batch, algorithms[a]);
      s[a] = unit_plan(text, &d);
      ck_assert_int_eq(s[a].stages, 1);
    }
    const int tensor = unit_is_kernel(&s[0].stage[0], "cuda_mma");
    ck_assert(unit_is_kernel(&s[1].stage[0], "cuda_tile") && unit_is_kernel(&s[2].stage[0], "cuda_mma"));
    ck_assert(tensor || unit_is_kernel(&s[0].stage[0], "cuda_tile"));
    ck_assert_msg(tensor == (0.98 * s[2].time < s[1].time), "%d points: %g s, %g s on tensor cores", 1 << e, s[1].time,
                  s[2].time);
    taken[tensor]++;
    snprintf(text, sizeof text, "c2c:%d", 1 << e);
    ck_assert_msg(!unit_is_kernel(&unit_plan(text, &d).stage[0], "cuda_mma"), "%s", text);
  }
  ck_assert(taken[0] > 0 && taken[1] > 3);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cuda_tuned");
  TCase *all = test_case(suite, "cuda_tuned", 60);
  tcase_add_test(all, rows);
  tcase_add_test(all, not_for_others);
  tcase_add_test(all, alone);
  tcase_add_test(all, tensor_rows);
  tcase_add_test(all, tensor_others);
  tcase_add_test(all, automatic);
  return suite;
}
