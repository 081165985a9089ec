// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms by clusters of blocks (cuda_cluster) of every length that they have, also where the planner would choose otherwise, on the
// CUDA device of this machine, real or emulated: batches smaller and larger than the number of clusters, layouts that the copy engine
// loads and layouts that threads load, in place, both directions, a scale. Every element is compared with double precision, every
// execution is repeated, and what lies between and behind the elements must stay.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/desc.h"
#include "core/device_choice.h"
#include "core/kernel.h"
#include "core/problem.h"
#include "on_device.h"
#include "plan/plan.h"
#include "planner/axes.h"
#include "planner/decompose.h"
#include "planner/planner.h"

// A problem, how many elements its input and output begin behind an address that is aligned to 256 bytes, and whether a run on the
// emulated device, whose blocks take a second for a transform, is to have it each time.
typedef struct cluster_case {
  const char *text;
  int shift_in, shift_out, always;
} cluster_case;

static const cluster_case cases[] = {
    {"c2c:16384*3", 0, 0, 1},
    {"c2c:32768*2", 0, 0, 0},
    {"c2c:65536*3", 0, 0, 1},
    {"c2c:131072*2", 0, 0, 0},
    {"c2c:256x64*3", 0, 0, 0},
    {"c2c:256x128*2", 0, 0, 0},
    {"c2c:256x256*3", 0, 0, 1},
    {"c2c:256x512*2", 0, 0, 0},
    {"c2c:65536*2", 1, 0, 0},  // off 16 bytes
    {"c2c:16384*5", 1, 1, 1},
    {"c2c:131072*3", 3, 2, 0},
    {"c2c:256x256*3", 1, 3, 0},
    {"c2c:16384*3:id=16385:od=16390", 0, 0, 0},  // every other transform off 16 bytes
    {"c2c:16384*3:id=16386:od=16385", 0, 1, 0},  // boxes at a distance
    {"c2c:256x128*3:id=32770:od=32769", 0, 1, 0},
    {"c2c:32768*3:is=2:os=3:id=1:od=1", 0, 0, 0},
    {"c2c:16384*2:is=3:id=49153:os=1:od=16384", 1, 0, 0},
    {"c2c:16384*3:inplace", 0, 0, 0},
    {"c2c:65536*2:inplace", 1, 1, 0},
    {"c2c:256x512*3:inplace", 0, 0, 0},
    {"c2c:16384*35", 0, 0, 1},  // more than some devices have clusters, many times
    {"c2c:16384*67", 0, 0, 0},  // more than an H200 has clusters, twice
    {"c2c:32768", 0, 0, 0},
};

// The plan of one launch of cuda_cluster, by its candidate of this number. NULL: the device has no such clusters, or no more.
static tcfft_plan *cluster_plan(const tcfft_desc *desc, const tcf_device *d, int number) {
  const tcf_kernel *kernel = tcf_kernel_find("cuda_cluster");
  tcf_problem p;
  tcf_stage axes[TCFFT_MAX_RANK], found[8];
  tcf_schedule s = {.stages = 1};
  ck_assert_ptr_nonnull(kernel);
  device_succeeds(tcf_problem_from_desc(&p, desc), "a problem");
  if (desc->rank == 1)
    ck_assert_int_eq(tcf_planner_stages(&p, axes, &s.work[0]), 1);
  else
    ck_assert_int_eq(tcf_planner_join(axes, &p, desc->rank), 1);
  tcf_outline outline = {.form = TCF_OUTLINE_TRANSFORM, .factors = {.count = 1, .n = {axes[0].n}}};
  tcf_decomposition one;
  tcf_decompose(&one, &axes[0], &outline);
  ck_assert_int_eq(one.count, 1);
  one.stage[0].kernel = kernel;
  one.stage[0].algorithm = TCFFT_ALGORITHM_CLASSIC;
  tcf_candidates candidates = {.stage = found, .max = (int)TEST_COUNT(found)};
  kernel->propose(&one.stage[0], d, 1, &candidates);
  if (number >= candidates.count) return NULL;
  s.stage[0] = found[number];
  tcf_schedule_total(&s);
  tcfft_plan *plan = NULL;
  const tcf_plan_options options = {.schedule = &s};
  device_succeeds(tcf_plan_create(&plan, &p, d, on_device(), &options), "a plan");
  return plan;
}

typedef struct side {
  test_side elements;
  int64_t shift, span;  // in elements; span: with the shift and a guard behind it
} side;

static side side_of(const tcfft_desc *d, int output, int shift) {
  enum { GUARD = 8 };
  test_side in, out;
  test_sides(&in, &out, d);
  const test_side *t = output ? &out : &in;
  return (side){*t, shift, shift + t->span / 2 + GUARD};
}

// Element i of transform b.
static int64_t place(const side *s, int64_t b, int64_t i) { return s->shift + test_at(&s->elements, b, i) / 2; }

// One transform of the batch. Returns its relative error, and marks its elements in `own`.
static double check_fft(const tcfft_desc *d, const double *wants, const float *out, const side *to, int64_t b, int inverse,
                        char *own) {
  const int64_t n = to->elements.count;
  const double scale = d->scale[inverse] != 0 ? d->scale[inverse] : 1;
  double off = 0, all = 0;
  for (int64_t i = 0; i < n; i++) {
    const int64_t at = place(to, b, i);
    own[at] = 1;
    for (int part = 0; part < 2; part++) {
      const double want = scale * wants[2 * (b * n + i) + part], is = (double)out[2 * at + part];
      off += (is - want) * (is - want);
      all += want * want;
    }
  }
  return sqrt(off / all);
}

static double *expect(const tcfft_desc *d, const float *in, const side *from, int inverse) {
  const int64_t n = from->elements.count;
  double *x = test_doubles(2 * n * d->batch);
  for (int64_t i = 0; i < 2 * n * d->batch; i++) x[i] = (double)in[2 * place(from, i / 2 / n, i / 2 % n) + i % 2];
  double *wants = test_expected(d, inverse ? TCFFT_INVERSE : TCFFT_FORWARD, x);
  test_free_doubles(x);
  return wants;
}

static void check(const cluster_case *c, const tcfft_desc *d, const tcfft_plan *plan, const float *in, const float *before,
                  const float *out, int inverse) {
  const int in_place = d->placement == TCFFT_IN_PLACE;
  const side from = side_of(d, 0, c->shift_in), to = side_of(d, 1, in_place ? c->shift_in : c->shift_out);
  char *own = calloc((size_t)to.span, 1);
  ck_assert_ptr_nonnull(own);
  double worst = 0, *wants = expect(d, in, &from, inverse);
  for (int64_t b = 0; b < d->batch; b++) {
    const double error = check_fft(d, wants, out, &to, b, inverse, own);
    if (!(error <= worst)) worst = error;
  }
  test_free_doubles(wants);
  const double bound = tcfft_plan_error_bound(plan);
  ck_assert_msg(worst <= bound && bound < 4 * worst, "%s, inverse %d: error %g, bound %g", c->text, inverse, worst, bound);
  for (int64_t i = 0; i < to.span; i++)
    ck_assert_msg(own[i] || !memcmp(out + 2 * i, before + 2 * i, 8), "%s: element %d was written", c->text, (int)i);
  free(own);
}

// Twice in one direction, into poisoned output.
static void execute(const cluster_case *c, const tcfft_desc *d, const tcfft_plan *plan, int inverse) {
  const int in_place = d->placement == TCFFT_IN_PLACE;
  const side from = side_of(d, 0, c->shift_in), to = side_of(d, 1, in_place ? c->shift_in : c->shift_out);
  const size_t in_bytes = 8 * (size_t)from.span, out_bytes = 8 * (size_t)to.span;
  float *in = device_random(in_bytes, test_seed() + (uint64_t)inverse), *first = NULL;
  for (int run = 0; run < 2; run++) {
    char *memory = device_new(in, in_bytes), *result = in_place ? memory : device_new(NULL, out_bytes);
    float *before = device_get(result, out_bytes);
    device_succeeds(
        tcfft_exec(plan, memory + 8 * from.shift, result + 8 * to.shift, inverse ? TCFFT_INVERSE : TCFFT_FORWARD), c->text);
    device_sync(NULL);
    float *out = device_get(result, out_bytes), *kept = device_get(memory, in_bytes);
    ck_assert_msg(in_place || !memcmp(kept, in, in_bytes), "%s: the input was changed", c->text);
    if (!run) check(c, d, plan, in, before, out, inverse);
    ck_assert_msg(!first || !memcmp(first, out, out_bytes), "%s: the second execution gave other bits", c->text);
    free(first);
    first = out;
    free(kept);
    free(before);
    if (!in_place) device_free(result);
    device_free(memory);
  }
  free(first);
  free(in);
}

START_TEST(layouts) {
  const cluster_case *c = &cases[_i];
  tcfft_desc desc;
  tcf_device d;
  if (TEST_EMULATED && !c->always && !test_is_due(c->text, 2 * test_share())) return;
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &d), "asking the device");
  test_desc(&desc, c->text);
  desc.scale[1] = 0.25;
  test_current = c->text;
  tcfft_plan *plan;
  for (int number = 0; (plan = cluster_plan(&desc, &d, number)) != NULL; number++) {
    for (int inverse = 0; inverse < 2; inverse++) execute(c, &desc, plan, inverse);
    tcfft_plan_destroy(plan);
  }
}
END_TEST

// Devices that have no clusters, or smaller ones, are planned for as before: no stage by clusters.
START_TEST(other_devices) {
  static const char *const devices[] = {"A100", "V100", "GTX1080"};
  tcf_device d;
  tcfft_desc desc;
  test_desc(&desc, "c2c:65536*1024");
  for (size_t i = 0; i < TEST_COUNT(devices); i++) {
    device_succeeds(tcf_device_parse(&d, devices[i]), devices[i]);
    ck_assert_msg(!cluster_plan(&desc, &d, 0), "%s has clusters", devices[i]);
  }
  device_succeeds(tcf_device_parse(&d, "H200"), "H200");
  d.cluster = 4;
  ck_assert(!cluster_plan(&desc, &d, 0));
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("clusters");
  tcase_add_loop_test(test_case(suite, "layouts", 120), layouts, 0, (int)TEST_COUNT(cases));
  tcase_add_test(test_case(suite, "other_devices", 20), other_devices);
  return suite;
}
