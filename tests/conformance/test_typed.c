// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Numbers of other types in a device's memory: who is asked where nothing is said, which addresses its kernels take, that
// steps are rounded once, and that all of what this device is planned for computes them. (The suite storage looks at their
// values.)
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/stored.h"
#include "core/desc.h"
#include "core/device_choice.h"
#include "core/element.h"
#include "on_device.h"
#include "plan/plan.h"
#include "plan/plan_data.h"
#include "planner/axes.h"
#include "planner/candidates.h"
#include "planner/decompose.h"
#include "planner/fits.h"
#include "planner/planner.h"
#include "planner/total.h"
#include "planner/types.h"

static tcfft_plan *plan_of(const char *text, tcfft_backend on) {
  tcfft_desc d = TCFFT_DESC_INIT;
  tcfft_plan *plan = NULL;
  test_current = text;
  device_succeeds(tcfft_desc_parse(&d, text), text);
  d.backend = on;
  device_succeeds(tcfft_plan_create(&plan, &d), text);
  return plan;
}

// Without a device's name numbers of all types go to this device, as FP32 does.
START_TEST(chosen) {
  static const char *const texts[] = {"c2c:100:f16", "c2c:100:bf16", "r2c:100:in=i8", "r2c:100:in=i16"};
  tcfft_plan *plan = plan_of(texts[_i], TCFFT_BACKEND_AUTO);
  char *text = test_description(plan);
  ck_assert_msg(strstr(text, "cuda_") != NULL, "%s: %s", texts[_i], text);
  free(text);
  tcfft_plan_destroy(plan);
}
END_TEST

// ------------------------------------------------------------------------------------------------ addresses

static void refused(const tcfft_plan *plan, const void *in, void *out, const char *side, const char *why) {
  device_refuses(tcfft_exec(plan, in, out, TCFFT_FORWARD), TCFFT_ERROR_INVALID_ARGUMENT, why);
  ck_assert_msg(strstr(tcfft_last_error(), side) != NULL, "%s", tcfft_last_error());
}

static const struct {
  const char *text;
  int bytes;  // of a complex number
  const char *complex, *real;
} elements[] = {{"c2c:100:f16", 4, "the 4 bytes of a complex number", "an FP16 number"},
                {"c2c:100:bf16", 4, "the 4 bytes of a complex number", "a BF16 number"},
                {"c2c:100:in=i16:out=f16", 4, "the 4 bytes of a complex number", "an int16_t"},
                {"c2c:100:in=i8:out=f16", 2, "the 2 bytes of a complex number", NULL}};

// Complex numbers lie on both of their parts.
START_TEST(complex_addresses) {
  char *in = device_new(NULL, 4096), *out = device_new(NULL, 4096);
  tcfft_plan *plan = plan_of(elements[_i].text, test_backend);
  refused(plan, in + elements[_i].bytes / 2, out, "in", elements[_i].complex);
  refused(plan, in, out + 2, "out", "the 4 bytes of a complex number");
  if (elements[_i].real) refused(plan, in + 1, out, "in", elements[_i].real);
  device_succeeds(tcfft_exec(plan, in + elements[_i].bytes, out + 4, TCFFT_FORWARD), elements[_i].text);
  device_sync(NULL);
  tcfft_plan_destroy(plan);
  device_free(in);
  device_free(out);
}
END_TEST

// Real numbers lie on themselves: in pairs that lie as complex numbers do, and not.
START_TEST(real_addresses) {
  enum { N = 100, BINS = N / 2 + 1 };
  static const tcfft_type types[] = {TCFFT_F16, TCFFT_BF16, TCFFT_I8, TCFFT_I16};
  const tcfft_type type = types[_i];
  const int bytes = stored_bytes(type);
  static const char *const texts[] = {"r2c:100:in=f16", "r2c:100:in=bf16", "r2c:100:in=i8", "r2c:100:in=i16"};
  char x[N * 2];
  double wanted[2] = {0, 0}, norm = 0;
  for (int j = 0; j < N; j++) {
    stored_put(type, x, j, stored_nearest(type, 100 * cos(0.1 * j * j)));
    const double value = stored_get(type, x, j);
    wanted[0] += value * cos(2 * acos(-1) * 3 * j / N);
    wanted[1] -= value * sin(2 * acos(-1) * 3 * j / N);
    norm += value * value;
  }
  tcfft_plan *plan = plan_of(texts[_i], test_backend);
  char *in = device_new(NULL, 4096), *out = device_new(NULL, 4096);
  for (int shift = 0; shift < 3; shift++) {
    device_succeeds(on_device()->copy_in(ON_DEVICE, in + shift * bytes, x, (size_t)(N * bytes)), "copying in");
    device_succeeds(tcfft_exec(plan, in + shift * bytes, out, TCFFT_FORWARD), texts[_i]);
    device_sync(NULL);
    float *y = device_get(out, BINS * 2 * sizeof *y);
    const double off = hypot((double)y[6] - wanted[0], (double)y[7] - wanted[1]);
    ck_assert_msg(off < 1e-6 * sqrt(norm), "%s, shift %d: %g, %g in place of %g, %g", texts[_i], shift, (double)y[6],
                  (double)y[7], wanted[0], wanted[1]);
    free(y);
  }
  tcfft_plan_destroy(plan);
  device_free(in);
  device_free(out);
}
END_TEST

// ------------------------------------------------------------------------------------------------ steps

// Between launches numbers are FP32, or pairs where that is a backend's choice, so that the first one alone reads the
// caller's type, and the last one alone writes it: of an axis in steps, of a convolution, of several axes one after the
// other and at once.
static const char *const stepped[] = {
    "c2c:1048576:in=i8:out=f16",  "c2c:1000003:in=f16:out=bf16",  "r2c:2000003:in=i16:out=f16",
    "c2r:2000003:in=f16:out=f16", "dct2:2000003:in=bf16:out=f16", "c2c:100x100x100x4:in=f16:out=f16",
    "r2c:33x64x10:in=i8:out=f16", "c2r:500x400:in=f16:out=bf16",  "c2c:5000x8000:f16"};

static int is_between(tcfft_type type, const tcf_problem *p, const tcf_device *d) {
  const int pair = p->out_type == TCFFT_BF16 ? TCF_PAIR8 : TCF_PAIR6;
  return type == TCFFT_F32 || ((int)type == pair && tcf_planner_pairs(p, d));
}

START_TEST(rounded_once) {
  tcfft_desc d = TCFFT_DESC_INIT;
  tcf_problem p;
  tcf_device device;
  tcf_schedule s;
  device_succeeds(tcfft_desc_parse(&d, stepped[_i]), stepped[_i]);
  device_succeeds(tcf_problem_from_desc(&p, &d), stepped[_i]);
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &device), stepped[_i]);
  device_succeeds(tcf_planner_run(&s, &p, &device, 1), stepped[_i]);
  ck_assert_int_gt(s.stages, 1);
  for (int i = 0; i < s.stages; i++) {
    const tcf_stage *t = &s.stage[i];
    const int reads = t->in == TCF_SLOT_IN, writes = t->out == TCF_SLOT_OUT;
    ck_assert_msg(reads == (i == 0) && writes == (i == s.stages - 1), "%s: stage %d reads %d, writes %d", stepped[_i], i,
                  (int)t->in, (int)t->out);
    ck_assert_msg((reads ? t->in_type == d.in_type : is_between(t->in_type, &p, &device)) &&
                      (writes ? t->out_type == d.out_type : is_between(t->out_type, &p, &device)),
                  "%s: stage %d from type %d to %d", stepped[_i], i, (int)t->in_type, (int)t->out_type);
    ck_assert(i == 0 || t->in_type == s.stage[i - 1].out_type);
  }
}
END_TEST

// Which plans have pairs between launches: those whose results are rounded to 16 bits a number, unless a tolerance, inputs
// without a bound, a convolution by two transforms or a real kind's last step by itself speak against it.
static const struct {
  const char *text;
  int type;
} between[] = {{"c2c:1048576*4:f16", TCF_PAIR6},
               {"c2c:1048576*4:in=i16:out=f16", TCF_PAIR6},
               {"c2c:1048576*4:bf16", TCF_PAIR8},
               {"c2c:1048576*4:in=f32:out=bf16", TCF_PAIR8},
               {"r2c:4096x4096:f16", TCF_PAIR6},
               {"c2r:4096x4096:f16", TCF_PAIR6},
               {"c2c:16777216:f16", TCF_PAIR6},
               {"c2c:16777216:f16:tol=2.9e-4", TCFFT_F32},
               {"c2c:1048576*4:in=f32:out=f16", TCFFT_F32},
               {"c2c:1048576*4:in=bf16:out=f16", TCFFT_F32},
               {"c2c:1048576*4:in=f16", TCFFT_F32},
               {"c2c:1000003:f16", TCF_PAIR6},
               {"r2c:1000003:bf16", TCF_PAIR8},
               {"r2c:2000006:f16", TCFFT_F32},
               {"c2c:64x67108864:f16", TCFFT_F32},
               {"dct2:4096x4096:f16", TCFFT_F32}};

START_TEST(pairs) {
  tcfft_desc d = TCFFT_DESC_INIT;
  tcf_problem p;
  tcf_device device;
  tcf_schedule s;
  const char *text = between[_i].text;
  device_succeeds(tcfft_desc_parse(&d, text), text);
  device_succeeds(tcf_problem_from_desc(&p, &d), text);
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &device), text);
  device_succeeds(tcf_planner_run(&s, &p, &device, 1), text);
  const int wanted = test_backend == TCFFT_BACKEND_CUDA && device.compiler ? between[_i].type : TCFFT_F32;
  ck_assert_int_gt(s.stages, 1);
  for (int i = 0; i < s.stages - 1; i++)
    ck_assert_msg((int)s.stage[i].out_type == wanted && (int)s.stage[i + 1].in_type == wanted, "%s: types %d and %d", text,
                  (int)s.stage[i].out_type, (int)s.stage[i + 1].in_type);
  for (int w = 0, used = 0; w < TCF_WORKS; w++) {
    used += s.work[w] != 0;
    if (wanted != TCFFT_F32 && p.kind == TCFFT_C2C && s.stage[0].load == TCF_OP_USER && s.work[w])
      ck_assert_int_eq(s.work[w], 4 * tcf_problem_points(&p) * p.batch);
    ck_assert_int_le(used, 2);
  }
  tcf_schedule again = s;
  ck_assert(tcf_schedule_fits(&again, &p, &device, 1));
  ck_assert_mem_eq(again.work, s.work, sizeof s.work);
}
END_TEST

// What one launch is predicted to move are the bytes of the types.
static const char *const moved[] = {"c2c:4096*600:f16",    "r2c:1000*600:in=i8", "c2r:1024*100:in=bf16:out=f16",
                                    "c2c:4096*600:in=i16", "c2c:64x64*99:bf16",  "dct2:500*90:in=i8:out=f16"};

START_TEST(bytes) {
  tcfft_desc d = TCFFT_DESC_INIT;
  tcf_problem p;
  tcf_device device;
  tcf_schedule s;
  device_succeeds(tcfft_desc_parse(&d, moved[_i]), moved[_i]);
  device_succeeds(tcf_problem_from_desc(&p, &d), moved[_i]);
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &device), moved[_i]);
  device_succeeds(tcf_planner_run(&s, &p, &device, 1), moved[_i]);
  const int64_t wanted = tcf_side_bytes(&p, 0) + tcf_side_bytes(&p, 1);
  ck_assert_msg(s.stages > 1 || s.bytes == wanted, "%s moves %lld bytes, not %lld", moved[_i], (long long)s.bytes,
                (long long)wanted);
}
END_TEST

// ------------------------------------------------------------------------------------------------ long ones

// Transforms by clusters of blocks, where the device has them, and those of real kinds that end with a launch of their own:
// bits as in FP32.
static const struct {
  const char *text;
  tcfft_type in, out;
  const char *kernel;
} longs[] = {{"c2c:16640*2", TCFFT_F16, TCFFT_F16, "cuda_cluster_steps"},
             {"c2c:20000", TCFFT_I16, TCFFT_BF16, "cuda_cluster_steps"},
             {"r2c:40000", TCFFT_I8, TCFFT_F32, "cuda_cluster_steps"},
             {"c2r:33280", TCFFT_BF16, TCFFT_F16, "cuda_cluster_steps"},
             {"c2c:65536*3", TCFFT_F16, TCFFT_F16, "cuda_cluster"},
             {"c2c:16384*5", TCFFT_I16, TCFFT_F32, "cuda_cluster"},
             {"c2c:65536*2:id=65537:od=65539", TCFFT_BF16, TCFFT_F16, "cuda_cluster"},  // off 16 bytes
             {"c2c:131072*2", TCFFT_F16, TCFFT_BF16, "cuda_cluster"},
             {"c2c:256x128*3", TCFFT_F16, TCFFT_BF16, "cuda_cluster"},
             {"c2c:262144", TCFFT_F32, TCFFT_F16, "cuda_cluster"},
             {"c2c:32768*3:is=2:os=3:id=1:od=1", TCFFT_F16, TCFFT_F16, "cuda_cluster"},
             {"dct2:70000", TCFFT_I16, TCFFT_F16, "cuda_real_post"},
             {"dct3:66000", TCFFT_F16, TCFFT_BF16, "cuda_real_post"},
             {"dct4:40001", TCFFT_BF16, TCFFT_F16, "cuda_real_post"}};

// A plan of one launch by a kernel, or, where that has the end alone, the usual one.
static int find_launch(tcf_schedule *s, const tcf_problem *p, const tcf_device *device, const char *kernel) {
  tcf_stage axes[TCFFT_MAX_RANK], found[TCF_MAX_CANDIDATES];
  tcf_decomposition parts;
  tcf_outline outlines[TCF_MAX_OUTLINES];
  *s = (tcf_schedule){.stages = 1};
  if (p->rank > 1 ? !tcf_planner_join(&axes[0], p, p->rank) : tcf_planner_stages(p, axes, &s->work[0]) != 1) return 0;
  ck_assert_int_gt(tcf_list_outlines(outlines, &axes[0]), 0);
  const tcf_outline whole = {.form = TCF_OUTLINE_TRANSFORM, .factors = {.count = 1, .n = {tcf_stage_points(&axes[0])}}};
  tcf_decompose(&parts, &axes[0], &whole);
  const int count = tcf_planner_proposals(&parts.stage[0], device, 1, found, TCF_MAX_CANDIDATES);
  for (int i = 0; i < count; i++) {
    if (strcmp(found[i].kernel->name, kernel) != 0) continue;
    s->stage[0] = found[i];
    tcf_schedule_total(s);
    return 1;
  }
  return 0;
}

static tcfft_plan *plan_by(const tcfft_desc *d, const tcf_device *device, const char *kernel, const char *text) {
  tcf_problem p;
  tcf_schedule s;
  tcfft_plan *plan = NULL;
  device_succeeds(tcf_problem_from_desc(&p, d), text);
  if (strstr(kernel, "cluster"))
    ck_assert_msg(find_launch(&s, &p, device, kernel), "%s is not for %s", text, kernel);
  else
    device_succeeds(tcf_planner_run(&s, &p, device, 1), text);
  ck_assert_msg(!strcmp(s.stage[s.stages - 1].kernel->name, kernel), "%s does not end by %s", text, kernel);
  const tcf_plan_options options = {.policy = d->workspace, .schedule = &s};
  device_succeeds(tcf_plan_create(&plan, &p, device, on_device(), &options), text);
  return plan;
}

START_TEST(long_ones) {
  const tcfft_type in_type = longs[_i].in, out_type = longs[_i].out;
  tcfft_desc d;
  tcf_device device;
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &device), longs[_i].text);
  if ((!device.cluster && strstr(longs[_i].kernel, "cluster")) || !test_is_due(longs[_i].text, test_share() > 1 ? 4 : 1))
    return;
  test_desc(&d, longs[_i].text);
  d.in_type = in_type;
  d.out_type = out_type;
  d.scale[0] = 1.0 / 4096;
  test_side from, to;
  test_sides(&from, &to, &d);
  tcfft_plan *plan = plan_by(&d, &device, longs[_i].kernel, longs[_i].text);
  d.in_type = d.out_type = TCFFT_F32;
  tcfft_plan *single = stored_single(plan, &d, longs[_i].text);
  stored_memory in = stored_memory_new(from.span, in_type, 0), out = stored_memory_new(to.span, out_type, 0);
  test_buffer x = test_buffer_new(from.span, 0), y = test_buffer_new(to.span, 0);
  test_rng rng = test_rng_fresh((uint64_t)_i);
  for (int64_t i = 0; i < from.span; i++) {
    stored_put(in_type, in.data, i, stored_nearest(in_type, 100 * (double)test_uniform(&rng)));
    x.data[i] = (float)stored_get(in_type, in.data, i);
  }
  device_succeeds(test_exec_pieces(plan, stored_piece(&in), stored_piece(&out), TCFFT_FORWARD), longs[_i].text);
  device_succeeds(test_exec(single, &x, &y, TCFFT_FORWARD), longs[_i].text);
  for (int64_t b = 0; b < to.batch; b++)
    for (int64_t i = 0; i < to.count; i++)
      for (int64_t w = 0, at = test_at(&to, b, i); w < to.width; w++) {
        const double is = stored_get(out_type, out.data, at + w), wanted = stored_nearest(out_type, (double)y.data[at + w]);
        ck_assert_msg(is == wanted, "%s: element %lld of transform %lld is %a, not %a", longs[_i].text, (long long)i,
                      (long long)b, is, wanted);
      }
  stored_check_gaps(&out, &to, NULL, stored_bytes(out_type), longs[_i].text);
  tcfft_plan_destroy(plan);
  tcfft_plan_destroy(single);
  free(in.block);
  free(out.block);
  test_buffer_free(&x);
  test_buffer_free(&y);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("typed");
  TCase *all = test_case(suite, "typed", 60);
  tcase_add_loop_test(all, chosen, 0, 4);
  tcase_add_loop_test(all, complex_addresses, 0, TEST_COUNT(elements));
  tcase_add_loop_test(all, real_addresses, 0, 4);
  tcase_add_loop_test(all, bytes, 0, TEST_COUNT(moved));
  tcase_add_loop_test(test_case(suite, "rounded_once", 60), rounded_once, 0, TEST_COUNT(stepped));
  tcase_add_loop_test(test_case(suite, "pairs", 60), pairs, 0, TEST_COUNT(between));
  tcase_add_loop_test(test_case(suite, "long_ones", 60), long_ones, 0, TEST_COUNT(longs));
  return suite;
}
