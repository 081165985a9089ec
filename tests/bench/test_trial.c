// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What errors are measured with (bench/): FP16 arrays, inputs of every kind, and peers' results, by peers made up here.
#include "bench/trial.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/halves.h"
#include "bench/sample.h"
#include "bench/verify.h"
#include "core/element.h"
#include "num/half.h"
#include "units.h"

// ------------------------------------------------------------------------------------------------ halves

// Every FP16 number becomes the float that it is, and that one it again.
START_TEST(halves) {
  for (uint32_t bits = 0; bits < 0x10000; bits++) {
    const int exponent = (int)(bits >> 10 & 31), rest = (int)(bits & 0x3ff);
    uint16_t half = (uint16_t)bits, back;
    float value;
    tcf_halves_to_floats(&value, &half, 1);
    tcf_halves_from_floats(&back, &value, 1);
    if (exponent == 31 && rest) {
      ck_assert_msg(isnan(value) && (back & 0x7c00) == 0x7c00 && (back & 0x3ff), "NaN %x", bits);
      continue;
    }
    const double size =
        exponent == 31 ? (double)INFINITY : ldexp(exponent ? 1024 + rest : rest, (exponent ? exponent : 1) - 25);
    ck_assert_msg(fabs((double)value) == size && !signbit(value) == !(bits >> 15), "%x is %g", bits, (double)value);
    ck_assert_msg(back == half, "%x comes back as %x", bits, back);
  }
}
END_TEST

START_TEST(halves_round) {
  test_rng rng = test_rng_fixed(1);
  for (int i = 0; i < 200000; i++) {
    const float x = tcf_bits_float((uint32_t)test_next(&rng)), right = tcf_round_half(x);
    float memory[2] = {0, 0};
    uint16_t half[2];
    tcf_halves_from_floats(half, (float[]){x, -x}, 2);
    memcpy(memory + 1, half, sizeof half);
    tcf_halves_expand(memory, 2);
    if (isnan(x)) {
      ck_assert(isnan(memory[0]) && isnan(memory[1]));
    } else {
      ck_assert_msg(test_bits(memory[0]) == test_bits(right), "%g becomes %g", (double)x, (double)memory[0]);
      ck_assert(memory[1] == -right);
    }
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ inputs

static const char *const kinds[] = {"c2c:64*3", "r2c:63*3", "c2r:64*3", "dct2:30*3", "c2c:1*2", "c2r:7*2"};

// Floats of an input of a problem; the caller frees them.
static float *filled(const char *text, tcf_input input, double range, tcf_problem *p, int64_t *count) {
  *p = unit_problem(text);
  *count = tcf_problem_span(p, 0) * (tcf_kind_complex_in(p->kind) ? 2 : 1);
  float *x = malloc((size_t)*count * sizeof *x);
  ck_assert_msg(tcf_fill_input(input, p, range, x) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  return x;
}

// The largest and the smallest magnitude are in proportion to the range, and nothing is left unwritten.
START_TEST(inputs) {
  static const double peak[TCF_INPUTS] = {1, 1, 1, 1, 1.001, 1, 1e30};
  for (int input = 0; input < TCF_INPUTS; input++) {
    tcf_problem p;
    int64_t count;
    const double range = input == TCF_INPUT_MIXED ? 2 : 1e20;
    float *x = filled(kinds[_i], (tcf_input)input, range, &p, &count);
    double largest = 0;
    for (int64_t i = 0; i < count; i++) {
      ck_assert(isfinite(x[i]));
      largest = fmax(largest, fabs((double)x[i]));
    }
    ck_assert_msg(largest <= 1.000001 * peak[input] * range, "%s %s: %g", kinds[_i], tcf_input_name((tcf_input)input),
                  largest);
    ck_assert_msg(largest > 0, "%s %s: all zero", kinds[_i], tcf_input_name((tcf_input)input));
    for (int64_t t = 0; t < p.batch && p.kind == TCFFT_C2R; t++) {
      const float *spectrum = x + 2 * t * p.in_distance;
      ck_assert(spectrum[1] == 0 && (p.n[0] % 2 || spectrum[2 * (p.n[0] / 2) + 1] == 0));
    }
    free(x);
  }
}
END_TEST

static int count_above(const float *x, int64_t count, double limit) {
  int above = 0;
  for (int64_t i = 0; i < count; i++) above += fabs((double)x[i]) > limit;
  return above;
}

START_TEST(input_shapes) {
  tcf_problem p;
  int64_t count;
  float *x = filled("c2c:64*3", TCF_INPUT_IMPULSE, 3, &p, &count);
  ck_assert_int_eq(count_above(x, count, 0), 3 * 2);
  free(x);
  x = filled("c2c:64*3", TCF_INPUT_MIXED, 1, &p, &count);
  ck_assert_int_eq(count_above(x, count, 0.9e30), 3 * 2);
  ck_assert_int_eq(count_above(x, count, 1e-30), 3 * 2);
  ck_assert_int_gt(count_above(x, count, 1e-31), 300);
  free(x);
  x = filled("c2c:64*3", TCF_INPUT_REAL, 1, &p, &count);
  for (int64_t i = 1; i < count; i += 2) ck_assert(x[i] == 0);
  ck_assert_int_gt(count_above(x, count, 0.5), 50);
  free(x);
  x = filled("c2c:64*3", TCF_INPUT_DC, 2, &p, &count);
  for (int64_t i = 0; i < count; i++) ck_assert(x[i] >= 2 * 0.998f && x[i] <= 2 * 1.002f && (i == 0 || x[i] != x[i - 1]));
  free(x);
  x = filled("c2c:64*3", TCF_INPUT_TONE, 2, &p, &count);
  for (int64_t i = 0; i < count; i += 2) ck_assert_double_eq_tol(hypot((double)x[i], (double)x[i + 1]), 2, 1e-6);
  ck_assert(x[2] != x[2 + 128]);  // another harmonic in the next transform
  free(x);
  float one[2];
  p = unit_problem("c2c:1");
  ck_assert_int_eq(tcf_fill_input(TCF_INPUT_MIXED, &p, 1e9, one), TCFFT_ERROR_UNSUPPORTED);
  ck_assert_int_eq(tcf_fill_input(TCF_INPUT_UNIFORM, &p, 1e39, one), TCFFT_ERROR_UNSUPPORTED);
}
END_TEST

// ------------------------------------------------------------------------------------------------ trials

static tcf_trial begin(const char *text, tcf_input input, double range) {
  const tcf_problem p = unit_problem(text);
  tcf_trial t;
  ck_assert_msg(tcf_trial_begin(&t, &p, input, range) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  return t;
}

// The error of tcfft stays below the bound for uniform data with every input.
START_TEST(ours) {
  static const char *const problems[] = {"c2c:256*8:classic", "c2c:256*8:tensor", "r2c:1000*4", "c2r:1000*4", "dct2:100*4"};
  for (int input = 0; input < TCF_INPUTS; input++) {
    tcf_trial t = begin(problems[_i], (tcf_input)input, 1);
    tcfft_desc d;
    tcfft_plan *plan = NULL;
    tcf_error error;
    test_desc(&d, problems[_i]);
    ck_assert_int_eq(tcfft_plan_create(&plan, &d), TCFFT_SUCCESS);
    ck_assert_int_eq(tcf_trial_ours(&t, plan, &error), TCFFT_SUCCESS);
    const double rel = tcf_error_rel_l2(&error), bound = tcfft_plan_error_bound(plan);
    ck_assert_msg(rel <= bound, "%s, %s: %g above %g", problems[_i], tcf_input_name((tcf_input)input), rel, bound);
    tcfft_plan_destroy(plan);
    tcf_trial_end(&t);
  }
}
END_TEST

// A peer on the host that computes by the definition, in FP32 or FP16.
typedef struct direct {
  const tcf_problem *p;
  void *in, *out;
  int half;
} direct;

static int direct_can(const tcf_problem *p) { return p->kind == TCFFT_C2C; }

static void *direct_prepare(tcf_peer_job *job) {
  direct *d = malloc(sizeof *d);
  *d = (direct){.p = job->problem, .in = job->in, .out = job->out};
  memset(job->in, 0x55, 8);  // planning may overwrite both
  memset(job->out, 0x55, 8);
  return d;
}

static void *direct_prepare_half(tcf_peer_job *job) {
  direct *d = direct_prepare(job);
  d->half = 1;
  return d;
}

static void *direct_refuse(tcf_peer_job *job) { return tcf_peer_refuse(job, "its plan", 7); }

static tcfft_status direct_run(void *state) {
  const direct *d = state;
  const int64_t n = d->p->n[0], count = 2 * n * d->p->batch;
  float *x = malloc((size_t)count * sizeof *x), *y = calloc((size_t)count, sizeof *y);
  if (d->half)
    tcf_halves_to_floats(x, d->in, count);
  else
    memcpy(x, d->in, (size_t)count * sizeof *x);
  for (int64_t i = 0; i < n * d->p->batch; i++) {
    const int64_t k = i % n, start = i - k;
    double re = 0, im = 0;
    for (int64_t j = 0; j < n; j++) {
      const double angle = -2 * acos(-1) * (double)(j * k % n) / (double)n, c = cos(angle), s = sin(angle);
      re += c * (double)x[2 * (start + j)] - s * (double)x[2 * (start + j) + 1];
      im += s * (double)x[2 * (start + j)] + c * (double)x[2 * (start + j) + 1];
    }
    y[2 * i] = (float)re;
    y[2 * i + 1] = (float)im;
  }
  if (d->half)
    tcf_halves_from_floats(d->out, y, count);
  else
    memcpy(d->out, y, (size_t)count * sizeof *y);
  free(x);
  free(y);
  return TCFFT_SUCCESS;
}

static tcfft_status direct_fail(void *state) {
  (void)state;
  return tcf_fail(TCFFT_ERROR_DEVICE, "made up");
}

static tcf_peer direct_peer(int half) {
  return (tcf_peer){.name = "direct",
                    .backend = TCFFT_BACKEND_HOST,
                    .half = half,
                    .can = direct_can,
                    .prepare = half ? direct_prepare_half : direct_prepare,
                    .run = direct_run,
                    .destroy = free};
}

static double peer_error(const tcf_peer *peer, tcf_input input, double range) {
  tcf_trial t = begin("c2c:64*4", input, range);
  tcf_error error;
  ck_assert_msg(tcf_trial_peer(&t, peer, 0, &error) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  tcf_trial_end(&t);
  return tcf_error_rel_l2(&error);
}

// FP16 has 11 bits, and neither 1e-30 nor 1e10: what becomes of that is shown as it is.
START_TEST(peers) {
  const tcf_peer full = direct_peer(0), half = direct_peer(1);
  for (int input = 0; input < TCF_INPUTS; input++) ck_assert_double_lt(peer_error(&full, (tcf_input)input, 1), 6e-8);
  const double error = peer_error(&half, TCF_INPUT_UNIFORM, 1);
  ck_assert_msg(error > 1e-4 && error < 1e-3, "FP16: %g", error);
  ck_assert(peer_error(&half, TCF_INPUT_UNIFORM, 1e-30) == 1);
  ck_assert(!isfinite(peer_error(&half, TCF_INPUT_UNIFORM, 1e10)));
  ck_assert(!isfinite(peer_error(&half, TCF_INPUT_MIXED, 1)));
}
END_TEST

START_TEST(peers_refuse) {
  tcf_error error;
  tcf_peer peer = direct_peer(1);
  tcf_trial t = begin("r2c:64", TCF_INPUT_UNIFORM, 1);
  ck_assert_int_eq(tcf_trial_peer(&t, &peer, 0, &error), TCFFT_ERROR_UNSUPPORTED);
  ck_assert_str_eq(tcfft_last_error(), "direct cannot do this problem");
  tcf_trial_end(&t);
  t = begin("c2c:64", TCF_INPUT_UNIFORM, 1);
  peer.prepare = direct_refuse;
  ck_assert_int_eq(tcf_trial_peer(&t, &peer, 0, &error), TCFFT_ERROR_UNSUPPORTED);
  ck_assert_str_eq(tcfft_last_error(), "direct: its plan: error 7");
  peer = direct_peer(1);
  peer.run = direct_fail;
  ck_assert_int_eq(tcf_trial_peer(&t, &peer, 0, &error), TCFFT_ERROR_DEVICE);
  tcf_trial_end(&t);
}
END_TEST

// ------------------------------------------------------------------------------------------------ samples

// Too long for the reference: single values, of numbers of every type.
static const struct {
  const char *text;
  double error;  // at most
} longer[] = {{"c2c:4194305*2", 1e-6},      {"c2c:2048x2049:f16", 4e-4},       {"r2c:4194305:bf16", 3e-3},
              {"c2r:4194306:in=f16", 1e-6}, {"r2c:4194306:in=i16:os=2", 1e-6}, {"c2c:4194305:in=i8:out=bf16", 3e-3},
              {"c2c:4194305:f64", 1e-15}};

static tcfft_status from_memory(const void *context, size_t offset, size_t bytes, void *to) {
  memcpy(to, (const char *)context + offset, bytes);
  return TCFFT_SUCCESS;
}

static double sample_error(const tcf_sample *s, const void *out, void *values) {
  double error;
  const tcf_fetch fetch = {.get = from_memory, .context = out};
  ck_assert_int_eq(tcf_sample_take(s, &fetch, values), TCFFT_SUCCESS);
  ck_assert_int_eq(tcf_sample_error(s, values, &error), 0);
  return error;
}

START_TEST(long_samples) {
  tcfft_desc d = TCFFT_DESC_INIT;
  tcf_problem p;
  tcf_sample s;
  tcfft_plan *plan;
  ck_assert_int_eq(tcfft_desc_parse(&d, longer[_i].text), TCFFT_SUCCESS);
  d.backend = TCFFT_BACKEND_HOST;
  ck_assert_int_eq(tcf_problem_from_desc(&p, &d), TCFFT_SUCCESS);
  ck_assert_int_eq(tcfft_plan_create(&plan, &d), TCFFT_SUCCESS);
  const tcfft_direction direction = tcf_natural_direction(p.kind);
  char *in = malloc((size_t)tcf_side_bytes(&p, 0)), *out = calloc(1, (size_t)tcf_side_bytes(&p, 1));
  tcf_fill_uniform(p.in_type, in, tcf_side_bytes(&p, 0) / (int64_t)tcf_type_bytes(p.in_type), 1, 1);
  ck_assert_int_eq(tcfft_exec(plan, in, out, direction), TCFFT_SUCCESS);
  ck_assert_int_eq(tcf_sample_init(&s, &p, direction, in), 0);
  ck_assert(s.large);
  char *values = malloc(s.bytes), *others = malloc(s.bytes);
  double error = sample_error(&s, out, values);
  ck_assert_msg(error < longer[_i].error, "%s: %g", longer[_i].text, error);
  error = tcf_sample_difference(&s, values, values);
  ck_assert_msg(s.runs ? error == 0 : isnan(error), "%s differs from itself by %g", longer[_i].text, error);
  tcf_put_number(p.out_type, out, (int64_t)s.place[3] * (tcf_kind_complex_out(p.kind) ? 2 : 1), 0);
  error = sample_error(&s, out, others);
  ck_assert_msg(error > 1e-2, "%s with a wrong value: %g", longer[_i].text, error);
  tcf_sample_free(&s);
  tcfft_plan_destroy(plan);
  free(others);
  free(values);
  free(out);
  free(in);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("trial");
  TCase *all = test_case(suite, "trial", 60);
  tcase_add_test(all, halves);
  tcase_add_test(all, halves_round);
  tcase_add_loop_test(all, inputs, 0, TEST_COUNT(kinds));
  tcase_add_test(all, input_shapes);
  tcase_add_loop_test(all, ours, 0, 5);
  tcase_add_test(all, peers);
  tcase_add_test(all, peers_refuse);
  tcase_add_loop_test(all, long_samples, 0, TEST_COUNT(longer));
  return suite;
}
