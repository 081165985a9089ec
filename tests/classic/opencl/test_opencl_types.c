// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Types of numbers in OpenCL's programs: what is planned for described devices, and numbers of other types than FP32 in the
// form in which GPUs get a kernel.
#include <math.h>

#include "classic/opencl/propose.h"
#include "conformance/stored.h"
#include "core/element.h"
#include "opencl_as_gpu.h"
#include "plan/plan.h"

static const struct {
  tcfft_type in, out;
} pairs[] = {{TCFFT_F64, TCFFT_F64}, {TCFFT_F16, TCFFT_F16},  {TCFFT_BF16, TCFFT_F32},
             {TCFFT_I8, TCFFT_F16},  {TCFFT_I16, TCFFT_BF16}, {TCFFT_F32, TCFFT_F16}};

static tcf_problem typed(const char *text, tcfft_type in, tcfft_type out) {
  tcf_problem p = unit_problem(text);
  p.in_type = in;
  p.out_type = out;
  return p;
}

// ------------------------------------------------------------------------------------------------ planning

// The caller's types are those of the first load and the last store, the arithmetic's all between them.
static void check_types(const tcf_schedule *s, const tcf_problem *p, const char *text) {
  const tcfft_type arithmetic = tcf_arithmetic(p->out_type);
  for (int i = 0; i < s->stages; i++) {
    const tcf_stage *stage = &s->stage[i];
    const tcfft_type in = stage->in == TCF_SLOT_IN ? p->in_type : arithmetic,
                     out = stage->out == TCF_SLOT_OUT ? p->out_type : arithmetic;
    ck_assert_msg(stage->in_type == in && stage->out_type == out, "%s: stage %d reads %d and writes %d", text, i,
                  stage->in_type, stage->out_type);
    ck_assert(stage->source == TCF_TIME_MODEL);
  }
  ck_assert(s->stage[0].in == TCF_SLOT_IN && s->stage[s->stages - 1].out == TCF_SLOT_OUT);
}

// The program's parameters, whole, and a tile that fits.
static void check_program(const tcf_stage *s, const tcf_device *d, const char *text) {
  char parameters[TCF_TILE_PARAMETERS], types[64] = "";
  tcf_tile t;
  if (!unit_is_kernel(s, "opencl_tile")) return;
  device_succeeds(tcf_opencl_build(&t, s, d), text);
  ck_assert_msg((int64_t)t.shared <= d->shared, "%s: %zu bytes of local memory", text, t.shared);
  if (t.passes > 1) ck_assert_uint_ge(t.shared, (size_t)(t.f64 ? 16 : 8) * (size_t)t.fpb * (size_t)t.n);
  tcf_opencl_print(&t, s, d, parameters);
  ck_assert_uint_lt(strlen(parameters), sizeof parameters - 1);
  if (s->out_type == TCFFT_F64)
    snprintf(types, sizeof types, ":f64=1");
  else if (s->in_type || s->out_type)
    snprintf(types, sizeof types, ":in_type=%d:out_type=%d", s->in_type ? 1 + (int)s->in_type : 0,
             s->out_type ? 1 + (int)s->out_type : 0);
  const char *at = strstr(parameters, ":in_type"), *wide = strstr(parameters, ":f64");
  ck_assert_msg(*types
                    ? strlen(parameters) > strlen(types) && !strcmp(parameters + strlen(parameters) - strlen(types), types)
                    : !at && !wide,
                "%s: %s", text, parameters);
  const int vector = s->out_type == TCFFT_F64 ? 8 : 16;
  if (!d->gpu && t.fpb % 16 == 0) {
    char wanted[20];
    snprintf(wanted, sizeof wanted, ":vector=%d:", vector);
    ck_assert_msg(strstr(parameters, wanted) != NULL, "%s: %s", text, parameters);
  }
}

static const char *const texts[] = {
    "c2c:1000*999", "c2c:4096*400", "c2c:16384*100", "c2c:10007*99",  "c2c:1048576*16",   "r2c:720*9000", "c2c:65537*9",
    "c2c:59049*99", "c2r:8191*300", "dct2:1000*999", "c2c:640x480*9", "c2c:67*9000",      "dct4:134*9",   "c2c:1",
    "r2c:1000003",  "c2c:225*9000", "c2r:65536x3*9", "c2c:127*9000",  "c2c:8x9*3:inplace"};

START_TEST(planned) {
  static const char *const devices[] = {"clH200", "pocl2"};
  for (size_t k = 0; k < TEST_COUNT(texts); k++)
    for (size_t i = 0; i < TEST_COUNT(pairs); i++) {
      const tcf_device d = unit_device(devices[_i]);
      const tcf_problem p = typed(texts[k], pairs[i].in, pairs[i].out);
      const tcf_schedule s = unit_schedule(&p, &d, 1);
      check_types(&s, &p, texts[k]);
      for (int stage = 0; stage < s.stages; stage++) check_program(&s.stage[stage], &d, texts[k]);
      if (s.stages == 1) ck_assert_int_eq(s.bytes, tcf_side_bytes(&p, 0) + tcf_side_bytes(&p, 1));
    }
}
END_TEST

// A described device that does not say that it has FP64 has none.
START_TEST(without_fp64) {
  tcf_device d = unit_device("clH200");
  tcf_schedule s;
  d.fp64 = 0;
  const tcf_problem wide = typed("c2c:60*7", TCFFT_F64, TCFFT_F64), half = typed("c2c:60*7", TCFFT_F16, TCFFT_F16);
  device_refuses(tcf_planner_run(&s, &wide, &d, 1), TCFFT_ERROR_UNSUPPORTED, "clH200 computes in FP32 alone");
  device_succeeds(tcf_planner_run(&s, &half, &d, 1), "FP16");
}
END_TEST

// FP32 numbers are transformed in FP64 for a tolerance that FP32 does not reach, where there is FP64.
START_TEST(beyond_fp32) {
  tcf_device d = unit_device("clH200");
  tcf_problem p = typed("c2c:60*7", TCFFT_F32, TCFFT_F32);
  char parameters[TCF_TILE_PARAMETERS];
  tcf_tile t;
  p.tolerance = 5e-8;
  tcf_schedule s = unit_schedule(&p, &d, 1);
  const tcf_stage *stage = &s.stage[0];
  ck_assert(s.stages == 1 && stage->in_type == TCFFT_F32 && tcf_arithmetic_of(stage) == TCFFT_F64);
  ck_assert_int_eq(s.bytes, 2 * 8 * 60 * 7);
  device_succeeds(tcf_opencl_build(&t, stage, &d), stage->fft);
  tcf_opencl_print(&t, stage, &d, parameters);
  ck_assert_msg(strstr(parameters, ":in_type=1:out_type=1:f64=1") != NULL, "%s", parameters);
  d.fp64 = 0;
  device_refuses(tcf_planner_run(&s, &p, &d, 1), TCFFT_ERROR_TOLERANCE, "tolerance = 5e-08");
}
END_TEST

// ------------------------------------------------------------------------------------------------ executing

static tcfft_plan *plan_as(const tcf_problem *p, const tcf_schedule *s, const tcf_device *d, const char *text) {
  const tcf_plan_options options = {.policy = TCFFT_WORKSPACE_PLAN, .threads = 1, .schedule = s};
  tcfft_plan *plan = NULL;
  device_succeeds(tcf_plan_create(&plan, p, d, on_device(), &options), text);
  return plan;
}

// A packed side of random numbers, or of poison.
static stored_memory numbers_of(int64_t count, tcfft_type type, int random) {
  const double range = type == TCFFT_I8 ? 127 : type == TCFFT_I16 ? 32767 : 1;
  stored_memory m = stored_memory_new(count, type, 2);
  test_rng rng = test_rng_fresh((uint64_t)count);
  for (int64_t i = 0; i < count && random; i++)
    stored_put(type, m.data, i, stored_nearest(type, range * (double)test_uniform(&rng)));
  return m;
}

// The numbers of a plan's output, which are those of FP32 by the same steps, rounded once.
static void check_on(const tcf_device *d, const char *text, tcfft_type in, tcfft_type out) {
  tcf_problem p = typed(text, in, out);
  p.scale[0] = 0x1p-4;
  tcf_schedule s = unit_schedule(&p, d, 1);
  tcfft_plan *plan = plan_as(&p, &s, d, text);
  for (int i = 0; i < s.stages; i++) s.stage[i].in_type = s.stage[i].out_type = TCFFT_F32;
  p.in_type = p.out_type = TCFFT_F32;
  tcfft_plan *single = plan_as(&p, &s, d, text);
  const int64_t from = tcf_problem_span(&p, 0) << tcf_kind_complex(p.kind, 0), to = tcf_problem_span(&p, 1)
                                                                                    << tcf_kind_complex(p.kind, 1);
  stored_memory x = numbers_of(from, in, 1), y = numbers_of(to, out, 0), same = numbers_of(from, TCFFT_F32, 0),
                wanted = numbers_of(to, TCFFT_F32, 0);
  for (int64_t i = 0; i < from; i++) stored_put(TCFFT_F32, same.data, i, stored_get(in, x.data, i));
  device_succeeds(test_exec_pieces(plan, stored_piece(&x), stored_piece(&y), TCFFT_FORWARD), text);
  device_succeeds(test_exec_pieces(single, stored_piece(&same), stored_piece(&wanted), TCFFT_FORWARD), text);
  for (int64_t i = 0; i < to; i++) {  // what lies between elements is poison in both
    const double is = stored_get(out, y.data, i), in_single = stored_get(TCFFT_F32, wanted.data, i);
    const int right = isnan(in_single) ? isnan(is) : isfinite(is) && is == stored_nearest(out, in_single);
    ck_assert_msg(right, "%s: number %lld is %a, in FP32 %a", text, (long long)i, is, in_single);
  }
  tcfft_plan_destroy(plan);
  tcfft_plan_destroy(single);
  free(x.block);
  free(y.block);
  free(same.block);
  free(wanted.block);
}

START_TEST(stored_as_gpu) {
  static const char *const rows[] = {"c2c:225*9", "c2c:60x17*1", "r2c:96*5", "c2r:54*5",  "c2c:37*9",
                                     "c2c:64*7",  "dct2:30*3",   "r2c:53*5", "dct1:17*5", "c2c:16*40"};
  opencl_skip_where_mixed_up();
  const tcf_device d = opencl_as_gpu();
  for (size_t i = 0; i < TEST_COUNT(rows); i++)
    for (size_t k = 1; k < TEST_COUNT(pairs) && test_is_due(rows[i], test_share()); k++)
      if ((i + k) % 3 == test_seed() % 3) check_on(&d, rows[i], pairs[k].in, pairs[k].out);
}
END_TEST

// Real numbers are stored one by one, and in pairs.
START_TEST(stored_reals) {
  static const char *const rows[] = {"dct2:30*40", "c2r:54*50", "c2r:53*50", "dct4:21*40:is=2:id=42:os=3:od=63",
                                     "c2r:1029x3*3"};
  tcf_device d;
  device_succeeds(tcf_device_query(TCFFT_BACKEND_OPENCL, ON_DEVICE, &d), "the device");
  check_on(&d, rows[_i], TCFFT_F32, TCFFT_F16);
  check_on(&d, rows[_i], TCFFT_I8, TCFFT_BF16);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("opencl_types");
  tcase_add_loop_test(test_case(suite, "planned", 60), planned, 0, 2);
  TCase *c = test_case(suite, "without_fp64", 60);
  tcase_add_test(c, without_fp64);
  tcase_add_test(c, beyond_fp32);
  tcase_add_test(test_case(suite, "stored_as_gpu", 120), stored_as_gpu);
  tcase_add_loop_test(test_case(suite, "stored_reals", 60), stored_reals, 0, 5);
  return suite;
}
