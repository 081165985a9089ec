// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What was measured of some stages serves others: the built-in wisdom on its device and those like it, and what this process
// measured, from the nearest sample.
#include "planner/samples.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "classic/cuda/build.h"
#include "planner/builtin_wisdom.h"
#include "planner/candidates.h"
#include "planner/wisdom.h"
#include "units.h"
#include "wmma/cuda/propose_tensor.h"

// What a measured stage does, before a kernel was chosen.
static tcf_stage task_of(const tcf_stage *measured, tcfft_algorithm asked) {
  tcf_stage s = *measured;
  s.kernel = NULL;
  s.algorithm = asked;
  s.split = TCFFT_SPLIT_SPLIT2;
  s.width = s.threads = 0;
  s.time = s.variance = 0;
  s.fft[0] = 0;
  return s;
}

// The candidate that planning takes for a task. Its kernel is NULL if there is none.
static tcf_stage taken(const tcf_stage *task, const tcf_device *d) {
  tcf_stage all[TCF_MAX_CANDIDATES], none = {0};
  const int count = tcf_prefer_measured(all, tcf_planner_candidates(task, d, 1, all, TCF_MAX_CANDIDATES));
  return count ? all[0] : none;
}

static tcf_stage taken_of_kernel(const tcf_stage *task, const tcf_device *d, const tcf_kernel *k) {
  tcf_stage all[TCF_MAX_CANDIDATES], none = {0};
  const int count = tcf_prefer_measured(all, tcf_planner_candidates(task, d, 1, all, TCF_MAX_CANDIDATES));
  for (int i = 0; i < count; i++)
    if (all[i].kernel == k) return all[i];
  return none;
}

static int same_choices(const tcf_stage *a, const tcf_stage *b) {
  return a->kernel == b->kernel && !strcmp(a->fft, b->fft) && a->width == b->width && a->threads == b->threads;
}

// ------------------------------------------------------------------------------------------------ built in

// Reads built-in record number i, its only stage, and the device that it was measured on. 0: there are no more.
static int read_built_in(int i, tcf_stage *stage, char line[4096], tcf_device *on) {
  tcf_wisdom_record r;
  tcf_schedule s;
  if (!tcf_builtin_wisdom_read(&r, i)) return 0;
  snprintf(line, 4096, "%s, %s", r.subject, r.schedule);
  test_current = line;
  ck_assert_msg(tcf_wisdom_standing_of(&r) == TCF_WISDOM_CURRENT, "%s: measured with %s", line, r.kernels);
  ck_assert_msg(tcf_wisdom_schedule(&r, &s) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  ck_assert_int_eq(s.stages, 1);
  ck_assert_int_eq(tcf_builtin_wisdom_of(s.stage[0].points, i), i);
  ck_assert_str_eq(tcf_builtin_wisdom_device(i), r.device);
  *stage = s.stage[0];
  stage->time = r.time;
  *on = unit_device(strstr(r.device, "H200") ? "H200" : "H100");
  free(r.device);
  return 1;
}

// The stages of all built-in records, for questions that each record asks about all others. A test's process ends with them.
static const tcf_stage *built_in_stages(int *count) {
  enum { MOST = 8192 };
  static tcf_stage *all;
  static int read;
  tcf_device on;
  char line[4096];
  if (!all) {
    const char *asking = test_current;
    all = malloc(MOST * sizeof *all);
    ck_assert_ptr_nonnull(all);
    while (read < MOST && read_built_in(read, &all[read], line, &on)) read++;
    ck_assert_int_lt(read, MOST);
    test_current = asking;
  }
  *count = read;
  return all;
}

// Whether something built in was measured with so few transforms of a stage's length.
static int is_known_of_few(const tcf_stage *s) {
  int count;
  const tcf_stage *all = built_in_stages(&count);
  for (int i = 0; i < count; i++)
    if (all[i].points == s->points && tcf_dim_count(&all[i], 0) <= 2 * tcf_dim_count(s, 0)) return 1;
  return 0;
}

// Whether a stage has the time of a record with its choices, or up to 15 % less. Records of the caller's numbers and of
// those between stages are of one class.
static int has_recorded_time(const tcf_stage *found) {
  int count;
  const tcf_stage *all = built_in_stages(&count);
  for (int i = 0; i < count; i++)
    if (all[i].points == found->points && same_choices(&all[i], found) && found->time >= 0.849 * all[i].time &&
        found->time <= 1.001 * all[i].time)
      return 1;
  return 0;
}

// Every record of a tile makes one on the device that it was measured on, and on one of its model the planner takes what is
// recorded where it is asked for its stage, with the time that was measured, or 15 % less where the model says so.
START_TEST(built_in) {
  tcf_device d;
  tcf_stage measured, task, found;
  tcf_tile t;
  char line[4096];
  int tensor = 0, i = 0;
  for (; read_built_in(i, &measured, line, &d); i++) {
    const int is_tensor = measured.algorithm == TCFFT_ALGORITHM_TENSOR, is_tile = unit_is_kernel(&measured, "cuda_tile");
    ck_assert_msg((!is_tile && !unit_is_kernel(&measured, "cuda_mma")) || tcf_tile_build(&t, &measured, &d) == TCFFT_SUCCESS,
                  "%s: %s", line, tcfft_last_error());
    ck_assert(!is_tile || !t.tensor);
    task = task_of(&measured, is_tensor ? TCFFT_ALGORITHM_TENSOR : TCFFT_ALGORITHM_CLASSIC);
    found = taken_of_kernel(&task, &d, measured.kernel);
    ck_assert_msg(found.kernel && same_choices(&found, &measured), "%s: taken is %s, width=%d, threads=%d", line, found.fft,
                  (int)found.width, (int)found.threads);
    ck_assert_int_eq(found.source, TCF_TIME_RELATED);
    ck_assert_msg(has_recorded_time(&found), "%s: %g s", line, found.time);
    tensor += is_tensor;
  }
  ck_assert_int_gt(i, 200);
  ck_assert_int_eq(i, tcf_builtin_wisdom_count());
  ck_assert_int_gt(tensor, 15);
  ck_assert(!tcf_builtin_wisdom_find(&(tcf_wisdom_record){0}, "cuda:name=H200", "c2c:8"));
}
END_TEST

// Devices of another compute capability go by the model alone, and so do stages of few transforms and of other kinds.
START_TEST(not_for_others) {
  const tcf_device older = unit_device("A100");
  tcf_device d;
  tcf_stage measured, found;
  char line[4096];
  int different = 0, i = 0;
  for (; read_built_in(i, &measured, line, &d); i++) {
    tcf_stage task = task_of(&measured, TCFFT_ALGORITHM_AUTO);
    found = taken(&task, &older);
    ck_assert(found.source == TCF_TIME_MODEL && (!found.kernel || !unit_is_kernel(&found, "cuda_mma")));
    for (int k = 0; k < task.dims; k++)
      if (task.dim[k].n > 2) task.dim[k].n = 2;
    found = taken(&task, &d);
    ck_assert_msg(found.source == TCF_TIME_MODEL || is_known_of_few(&task), "%s", line);
    different += !same_choices(&found, &measured);
    if (measured.kind != TCFFT_C2C) continue;
    task = task_of(&measured, TCFFT_ALGORITHM_AUTO);
    task.kind = TCFFT_DCT2;
    task.n *= 2;
    ck_assert(measured.load != TCF_OP_USER || taken(&task, &d).source == TCF_TIME_MODEL);
  }
  ck_assert_int_gt(different, i / 4);
}
END_TEST

// A GPU of the same capability takes the tiles, and times that its own model predicts with the same corrections: those of
// its model, else of another one.
START_TEST(like_it) {
  tcf_device d;
  tcf_stage measured;
  char line[4096];
  int slow = 0, i = 0;
  for (; read_built_in(i, &measured, line, &d); i++) {
    tcf_device slower = d;
    snprintf(slower.name, sizeof slower.name, "half an %.20s", d.name);
    slower.copy = d.copy / 2;
    if (!unit_is_kernel(&measured, "cuda_tile")) continue;
    const tcf_stage task = task_of(&measured, TCFFT_ALGORITHM_CLASSIC),
                    found = taken_of_kernel(&task, &slower, measured.kernel);
    ck_assert_msg(same_choices(&found, &measured) && found.source == TCF_TIME_RELATED, "%s: taken is %s", line, found.fft);
    ck_assert_msg(found.time > 0.84 * measured.time && found.time < 2.1 * measured.time, "%s: %g s", line, found.time);
    slow += found.time > 1.6 * measured.time;
  }
  ck_assert_int_gt(slow, 100);
}
END_TEST

// Plans of all lengths take it within a short time.
START_TEST(plans) {
  const tcf_device d = unit_device("H200");
  const tcf_schedule many = unit_plan("c2c:720*90000", &d), one = unit_plan("c2c:720", &d);
  ck_assert_int_eq(many.stage[0].source, TCF_TIME_RELATED);
  ck_assert_str_eq(many.stage[0].fft, "3.3.16.5");
  ck_assert_int_eq(one.stage[0].source, TCF_TIME_MODEL);
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

// ------------------------------------------------------------------------------------------------ of this process

// Remembers that a device measured a problem's only stage by these choices. Returns the model's time for them.
static double measure(const char *problem, const tcf_device *d, const char *fft, int width, int threads, double correction) {
  tcf_schedule s = unit_plan(problem, d);
  ck_assert_int_eq(s.stages, 1);
  tcf_stage *stage = &s.stage[0];
  const tcf_stage task = task_of(stage, TCFFT_ALGORITHM_AUTO);
  stage->kernel = tcf_kernel_find("cuda_tile");
  snprintf(stage->fft, sizeof stage->fft, "%s", fft);
  stage->width = width;
  stage->threads = threads;
  ck_assert(stage->kernel->assess(stage, d));
  const double predicted = stage->time;
  stage->time *= correction;
  ck_assert_int_eq(tcf_wisdom_add_stage(stage, &task, d, 1), TCFFT_SUCCESS);
  return predicted;
}

// What this device measured is taken for other numbers of transforms, before what is built in and before all other kernels,
// until it is forgotten.
START_TEST(own) {
  tcf_device d = unit_device("H200");
  snprintf(d.name, sizeof d.name, "NVIDIA H200");
  const tcf_schedule before = unit_plan("c2c:720*80000", &d);
  ck_assert_str_eq(before.stage[0].fft, "3.3.16.5");
  measure("c2c:720*90000", &d, "9.8.10", 1, 90, 0.9);
  const tcf_schedule after = unit_plan("c2c:720*80000", &d);
  ck_assert_str_eq(after.stage[0].fft, "9.8.10");
  ck_assert_int_eq(after.stage[0].source, TCF_TIME_MEASURED);
  const tcf_device other = unit_device("A100");
  ck_assert_int_eq(unit_plan("c2c:720*80000", &other).stage[0].source, TCF_TIME_MODEL);
  tcf_wisdom_forget();
  ck_assert_str_eq(unit_plan("c2c:720*80000", &d).stage[0].fft, "3.3.16.5");
}
END_TEST

// The nearest number of transforms counts, and none that is far.
START_TEST(nearest) {
  tcf_device d = unit_device("H200");
  snprintf(d.name, sizeof d.name, "NVIDIA H200");
  measure("c2c:720*8", &d, "9.8.10", 1, 90, 1.1);
  measure("c2c:720*64", &d, "8.9.10", 1, 90, 1.2);
  ck_assert_str_eq(unit_plan("c2c:720*10", &d).stage[0].fft, "9.8.10");
  ck_assert_str_eq(unit_plan("c2c:720*60", &d).stage[0].fft, "8.9.10");
  ck_assert_str_eq(unit_plan("c2c:720*8", &d).stage[0].fft, "9.8.10");
  ck_assert_int_eq(unit_plan("c2c:720*1", &d).stage[0].source, TCF_TIME_MODEL);
  ck_assert_int_eq(unit_plan("c2c:720*700", &d).stage[0].source, TCF_TIME_MODEL);
  // Of two that are both near the nearer one.
  measure("c2c:720*16", &d, "10.8.9", 1, 90, 1.1);
  ck_assert_str_eq(unit_plan("c2c:720*9", &d).stage[0].fft, "9.8.10");
  ck_assert_str_eq(unit_plan("c2c:720*15", &d).stage[0].fft, "10.8.9");
  // Rows and columns are two classes.
  ck_assert_int_eq(unit_plan("c2c:720*8:is=8:os=8:id=1:od=1", &d).stage[0].source, TCF_TIME_MODEL);
  tcf_wisdom_forget();
}
END_TEST

// The time is the model's, corrected by what was measured.
START_TEST(corrected) {
  tcf_device d = unit_device("A100");
  const double predicted = measure("c2c:720*90000", &d, "9.8.10", 1, 90, 0.9);
  const tcf_stage found = unit_plan("c2c:720*45000", &d).stage[0];
  ck_assert_str_eq(found.fft, "9.8.10");
  ck_assert_double_eq_tol(found.time, 0.45 * predicted, 0.03 * predicted);
  tcf_wisdom_forget();
}
END_TEST

// A record whose text was changed so that it is none of the device's stages, or of a part of one, is not used, nor is one
// whose time cannot be. The changes are made in all places.
START_TEST(broken) {
  static const struct {
    const char *from, *to;
  } changes[] = {{":ie=1,0", ":ie=0,0"},
                 {":is=1:", ":is=99999999999:"},
                 {"stage:cuda_tile:", "stage:host_row:"},
                 {"cuda_tile.", "cuda_tile.9"},
                 {":cores=132", ":cores=16"},
                 {":fft=9.8.10", ":fft=9.8"},
                 {":threads=90", ":threads=9000"},
                 {" | cuda_tile", " | 1e300 | cuda_tile"},
                 {"d0=90000,", "d0=9999999999,"}};
  tcf_device d = unit_device("A100");
  for (size_t i = 0; i <= TEST_COUNT(changes); i++) {
    const int whole = i == TEST_COUNT(changes);
    measure("c2c:720*90000", &d, "9.8.10", 1, 90, 0.9);
    char text[4096], changed[8192] = "";
    tcf_writer w = {.buf = text, .cap = sizeof text}, out = {.buf = changed, .cap = sizeof changed};
    tcf_wisdom_export(&w);
    tcf_wisdom_forget();
    for (const char *at = text; *at;) {
      const size_t length = whole ? 0 : strlen(changes[i].from);
      if (!whole && !strncmp(at, changes[i].from, length)) {
        tcf_put(&out, "%s", changes[i].to);
        at += length;
      } else {
        tcf_put(&out, "%c", *at++);
      }
    }
    tcf_wisdom_counts counts;
    tcf_wisdom_import(changed, TCF_WISDOM_TRUST, &counts);  // some are no records at all
    tcf_device part = d;
    if (!whole && !strcmp(changes[i].from, ":cores=132")) part = unit_device("H200");
    const tcf_time_source source = unit_plan("c2c:720*45000", &part).stage[0].source;
    ck_assert_msg(whole ? source == TCF_TIME_MEASURED : source != TCF_TIME_MEASURED, "%s: %d", whole ? "" : changes[i].to,
                  (int)source);
    tcf_wisdom_forget();
  }
}
END_TEST

// A time that predictions cannot miss by so much is no measurement.
START_TEST(impossible_times) {
  const tcf_device d = unit_device("A100");
  static const double corrections[] = {1e-9, 1e-3, 0.5, 2, 1e4, 1e300};
  for (size_t i = 0; i < TEST_COUNT(corrections); i++) {
    measure("c2c:720*90000", &d, "9.8.10", 1, 90, corrections[i]);
    const int counts = corrections[i] > 0.1 && corrections[i] < 10;
    ck_assert_msg((unit_plan("c2c:720*45000", &d).stage[0].source == TCF_TIME_MEASURED) == counts, "%g", corrections[i]);
    tcf_wisdom_forget();
  }
}
END_TEST

// Kernels that price no choices of others are looked for among what they offer: on a processor, by OpenCL, by clusters.
START_TEST(offered) {
  static const struct {
    const char *device, *problem, *more;
  } cases[] = {{"server32", "c2c:480*3000", "c2c:480*4000"}, {"server32", "r2c:1000*64", "r2c:1000*70"},
               {"pocl2", "c2c:480*3000", "c2c:480*5000"},    {"clH200", "c2c:1000*30000", "c2c:1000*90000"},
               {"H200", "c2c:65536*2000", "c2c:65536*1500"}, {"H200", "c2c:30000*4000", "c2c:30000*3000"}};
  for (size_t i = 0; i < TEST_COUNT(cases); i++) {
    const tcf_device d = unit_device(cases[i].device);
    const tcf_stage first = unit_plan(cases[i].problem, &d).stage[0], task = task_of(&first, TCFFT_ALGORITHM_AUTO);
    const int threads = d.backend == TCFFT_BACKEND_HOST ? (int)d.cores : 1;
    tcf_stage all[TCF_MAX_CANDIDATES];
    const int count = tcf_planner_proposals(&task, &d, threads, all, TCF_MAX_CANDIDATES);
    ck_assert_int_gt(count, 1);
    tcf_stage second = all[1];
    second.time = 0.4 * all[0].time;
    ck_assert_int_eq(tcf_wisdom_add_stage(&second, &task, &d, threads), TCFFT_SUCCESS);
    const tcf_stage found = unit_plan(cases[i].more, &d).stage[0];
    ck_assert_msg(same_choices(&found, &second) && found.source == TCF_TIME_MEASURED, "%s: %s by %s, measured %s by %s",
                  cases[i].problem, found.kernel->name, found.fft, second.kernel->name, second.fft);
    // For other numbers of threads it says nothing.
    const tcf_problem p = unit_problem(cases[i].more);
    if (threads > 1) ck_assert_int_eq(unit_schedule(&p, &d, 1).stage[0].source, TCF_TIME_MODEL);
    tcf_wisdom_forget();
  }
}
END_TEST

// Without a compiler a tile that is not built in is none.
START_TEST(without_compiler) {
  tcf_device d = unit_device("H200");
  tcf_stage measured;
  tcf_device on;
  char line[4096];
  d.compiler = 0;
  for (int i = 0; read_built_in(i, &measured, line, &on); i++) {
    const tcf_stage task = task_of(&measured, TCFFT_ALGORITHM_AUTO), found = taken(&task, &d);
    ck_assert(found.source == TCF_TIME_MODEL && (!found.kernel || unit_is_kernel(&found, "cuda_generic")));
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ tensor cores

static void vary_mma(const tcf_stage *s, const tcf_device *d, tcf_candidates *out) { tcf_tensor_variants(s, d, 0, out); }

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
      for (int k = 0; k < i; k++) same += same_choices(&all.stage[k], &all.stage[i]);
    ck_assert_msg(all.count >= 10 && same <= all.count / 2, "%s: %d others, %d of them twice", text, all.count, same);
  }
  ck_assert_int_eq(unit_plan("c2c:1024*60000:tol=0.001", &d).stage[0].split, TCFFT_SPLIT_SPLIT2);
  ck_assert_int_eq(unit_plan("c2c:1024*60000:tensor:tol=0.001", &d).stage[0].split, TCFFT_SPLIT_HALF1);
}
END_TEST

// AUTO takes tensor cores where they were timed, unless the tile without is more than 2 % faster.
START_TEST(automatic) {
  const tcf_device d = unit_device("H200");
  int count[2] = {0};
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
    count[tensor]++;
    snprintf(text, sizeof text, "c2c:%d", 1 << e);
    ck_assert_msg(!unit_is_kernel(&unit_plan(text, &d).stage[0], "cuda_mma"), "%s", text);
  }
  ck_assert(count[0] > 0 && count[1] > 3);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("samples");
  TCase *all = test_case(suite, "samples", 60);
  tcase_add_test(all, built_in);
  tcase_add_test(all, not_for_others);
  tcase_add_test(all, like_it);
  tcase_add_test(all, plans);
  tcase_add_test(all, alone);
  tcase_add_test(all, own);
  tcase_add_test(all, nearest);
  tcase_add_test(all, corrected);
  tcase_add_test(all, broken);
  tcase_add_test(all, impossible_times);
  tcase_add_test(all, offered);
  tcase_add_test(all, without_compiler);
  tcase_add_test(all, tensor_others);
  tcase_add_test(all, automatic);
  return suite;
}
