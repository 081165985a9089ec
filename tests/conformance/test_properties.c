// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Properties of the Fourier transform that can be checked without a reference.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#define PI 3.14159265358979323846

static const char *const lengths[] = {"c2c:1",           "c2c:2",          "c2c:16",     "c2c:60",        "c2c:127",
                                      "c2c:256",         "c2c:1000",       "c2c:1009",   "c2c:4096",      "c2c:7429",
                                      "c2c:65536",       "c2c:65521",      "c2c:100000", "c2c:16:tensor", "c2c:256:tensor",
                                      "c2c:1000:tensor", "c2c:4096:tensor"};

static float *floats(int64_t count) {
  float *p = calloc((size_t)count, sizeof *p);
  ck_assert_ptr_nonnull(p);
  return p;
}

static float *random_floats(int64_t count, uint64_t salt) {
  test_rng rng = test_rng_fresh(salt);
  float *p = floats(count);
  for (int64_t i = 0; i < count; i++) p[i] = test_uniform(&rng);
  return p;
}

static void exec(const tcfft_plan *plan, const float *in, float *out, tcfft_direction direction) {
  const tcfft_status status = tcfft_exec_host(plan, in, out, direction);
  ck_assert_msg(status == TCFFT_SUCCESS, "%s: %s", tcfft_status_string(status), tcfft_last_error());
}

static double relative_l2(const float *a, const float *b, int64_t count) {
  double error = 0, norm = 0;
  for (int64_t i = 0; i < count; i++) {
    error += ((double)a[i] - b[i]) * ((double)a[i] - b[i]);
    norm += (double)b[i] * b[i];
  }
  return sqrt(error / norm);
}

// An impulse at p becomes the p-th harmonic, in either direction.
START_TEST(impulse) {
  tcfft_desc d;
  test_desc(&d, lengths[_i]);
  if (test_leaves_out(&d, lengths[_i])) return;
  const int64_t n = d.n[0], places[] = {0, 1, n / 2, n - 1, n / 3};
  tcfft_plan *plan = test_plan(&d, lengths[_i]);
  float *in = floats(2 * n), *out = floats(2 * n);
  for (size_t k = 0; k < TEST_COUNT(places); k++) {
    const int64_t p = places[k] % n;
    for (int way = 0; way < 2; way++) {
      memset(in, 0, (size_t)n * 8);
      in[2 * p] = 1;
      exec(plan, in, out, (tcfft_direction)way);
      const double sign = way == TCFFT_FORWARD ? -1 : 1;
      double worst = 0;
      for (int64_t j = 0; j < n; j++) {
        const double angle = sign * 2 * PI * (double)(j * p % n) / (double)n;
        const double error = hypot(out[2 * j] - cos(angle), out[2 * j + 1] - sin(angle));
        if (!(error <= worst)) worst = error;
      }
      ck_assert_msg(worst <= test_gate_worst(&d), "%s: impulse at %lld: largest error %.3g", lengths[_i], (long long)p,
                    worst);
    }
  }
  tcfft_plan_destroy(plan);
  free(in);
  free(out);
}
END_TEST

START_TEST(linearity) {
  tcfft_desc d;
  test_desc(&d, lengths[_i]);
  if (test_leaves_out(&d, lengths[_i])) return;
  const int64_t n = d.n[0];
  tcfft_plan *plan = test_plan(&d, lengths[_i]);
  float *x = random_floats(2 * n, 1), *y = random_floats(2 * n, 2), *sum = floats(2 * n);
  float *fx = floats(2 * n), *fy = floats(2 * n), *fsum = floats(2 * n);
  // Powers of two: the sum of the inputs rounds once, the factors never.
  for (int64_t i = 0; i < 2 * n; i++) sum[i] = 2 * x[i] - 0.5f * y[i];
  exec(plan, x, fx, TCFFT_FORWARD);
  exec(plan, y, fy, TCFFT_FORWARD);
  exec(plan, sum, fsum, TCFFT_FORWARD);
  for (int64_t i = 0; i < 2 * n; i++) fx[i] = 2 * fx[i] - 0.5f * fy[i];
  const double e = relative_l2(fx, fsum, 2 * n);
  ck_assert_msg(e <= 2 * test_gate_l2(&d) + 6e-8, "%s: F(2x - y/2) is off by %.3g", lengths[_i], e);
  tcfft_plan_destroy(plan);
  float *all[] = {x, y, sum, fx, fy, fsum};
  for (size_t i = 0; i < TEST_COUNT(all); i++) free(all[i]);
}
END_TEST

// A cyclic shift by p multiplies value k by exp(-2 pi i k p / n).
START_TEST(shift) {
  tcfft_desc d;
  test_desc(&d, lengths[_i]);
  if (test_leaves_out(&d, lengths[_i])) return;
  const int64_t n = d.n[0], p = n / 3 + 1;
  tcfft_plan *plan = test_plan(&d, lengths[_i]);
  float *x = random_floats(2 * n, 3), *shifted = floats(2 * n), *fx = floats(2 * n), *fs = floats(2 * n);
  for (int64_t i = 0; i < n; i++) memcpy(shifted + 2 * ((i + p) % n), x + 2 * i, 8);
  exec(plan, x, fx, TCFFT_FORWARD);
  exec(plan, shifted, fs, TCFFT_FORWARD);
  for (int64_t k = 0; k < n; k++) {
    const double angle = -2 * PI * (double)(k * p % n) / (double)n, re = fx[2 * k], im = fx[2 * k + 1];
    fx[2 * k] = (float)(re * cos(angle) - im * sin(angle));
    fx[2 * k + 1] = (float)(re * sin(angle) + im * cos(angle));
  }
  const double e = relative_l2(fs, fx, 2 * n);
  ck_assert_msg(e <= 2 * test_gate_l2(&d) + 6e-8, "%s: shifted by %lld it is off by %.3g", lengths[_i], (long long)p, e);
  tcfft_plan_destroy(plan);
  float *all[] = {x, shifted, fx, fs};
  for (size_t i = 0; i < TEST_COUNT(all); i++) free(all[i]);
}
END_TEST

START_TEST(parseval) {
  tcfft_desc d;
  test_desc(&d, lengths[_i]);
  if (test_leaves_out(&d, lengths[_i])) return;
  const int64_t n = d.n[0];
  tcfft_plan *plan = test_plan(&d, lengths[_i]);
  float *x = random_floats(2 * n, 4), *fx = floats(2 * n);
  exec(plan, x, fx, TCFFT_FORWARD);
  double before = 0, after = 0;
  for (int64_t i = 0; i < 2 * n; i++) {
    before += (double)x[i] * x[i];
    after += (double)fx[i] * fx[i];
  }
  ck_assert_msg(fabs(after / (before * (double)n) - 1) <= 1e-6, "%s: energy %.9g became %.9g", lengths[_i],
                before * (double)n, after);
  tcfft_plan_destroy(plan);
  free(x);
  free(fx);
}
END_TEST

// ------------------------------------------------------------------------------------------------ there and back

static const char *const trips[] = {"c2c:1000*3",      "c2c:1009*3",       "c2c:65536",        "c2c:65521",
                                    "c2c:30x40*2",     "c2c:5x6x7x8",      "c2c:4096:inplace", "c2c:256*4:tensor",
                                    "c2c:1009:tensor", "c2c:65536:tensor", "dct1:1000*2",      "dct1:33x40",
                                    "dct2:1000*3",     "dct2:64x65",       "dct3:1009",        "dct3:5x6x7",
                                    "dct4:1000*3",     "dct4:31x32",       "dct4:10007"};

// What inverse(forward(x)) multiplies x by.
static double gain(const tcfft_desc *d) {
  double g = 1;
  for (int a = 0; a < d->rank; a++) {
    const double n = (double)d->n[a];
    g *= d->kind < TCFFT_DCT1 ? n : d->kind == TCFFT_DCT1 ? 2 * (n - 1) : 2 * n;
  }
  return g;
}

START_TEST(round_trip) {
  tcfft_desc d;
  test_desc(&d, trips[_i]);
  if (test_leaves_out(&d, trips[_i])) return;
  d.scale[TCFFT_INVERSE] = 1 / gain(&d);
  test_side from, to;
  test_sides(&from, &to, &d);
  tcfft_plan *plan = test_plan(&d, trips[_i]);
  float *x = random_floats(from.span, 5), *fx = floats(from.span), *back = floats(from.span);
  if (d.placement == TCFFT_IN_PLACE) {
    memcpy(back, x, (size_t)from.span * sizeof *x);
    exec(plan, back, back, TCFFT_FORWARD);
    exec(plan, back, back, TCFFT_INVERSE);
  } else {
    exec(plan, x, fx, TCFFT_FORWARD);
    exec(plan, fx, back, TCFFT_INVERSE);
  }
  const double e = relative_l2(back, x, from.span);
  // DCT1 weights its ends differently in between, which increases the error by up to sqrt(2).
  ck_assert_msg(e <= 2.5 * test_gate_l2(&d), "%s: there and back is off by %.3g", trips[_i], e);
  tcfft_plan_destroy(plan);
  free(x);
  free(fx);
  free(back);
}
END_TEST

static const char *const real_trips[] = {"1000*3", "1001*3", "1009",    "65536", "65521", "30x40*2",
                                         "31x33",  "5x6x7",  "4x5x6x7", "2*200", "1*300"};

START_TEST(real_round_trip) {
  char text[100] = "r2c:";
  strcat(text, real_trips[_i]);
  tcfft_desc d;
  test_desc(&d, text);
  if (test_leaves_out(&d, text)) return;
  test_side from, to;
  test_sides(&from, &to, &d);
  tcfft_plan *forward = test_plan(&d, text);
  d.kind = TCFFT_C2R;
  d.scale[TCFFT_INVERSE] = 1 / gain(&(tcfft_desc){.rank = d.rank, .n = {d.n[0], d.n[1], d.n[2], d.n[3]}});
  tcfft_plan *inverse = test_plan(&d, text);
  float *x = random_floats(from.span, 6), *fx = floats(to.span), *back = floats(from.span);
  exec(forward, x, fx, TCFFT_FORWARD);
  exec(inverse, fx, back, TCFFT_INVERSE);
  const double e = relative_l2(back, x, from.span);
  ck_assert_msg(e <= 2.5 * test_gate_l2(&d), "%s: there and back is off by %.3g", text, e);
  tcfft_plan_destroy(forward);
  tcfft_plan_destroy(inverse);
  free(x);
  free(fx);
  free(back);
}
END_TEST

static const char *const spectra[] = {"c2r:8x9*3", "c2r:6x10*3", "c2r:12x64",  "c2r:13x2*5",
                                      "c2r:7x200", "c2r:300x9",  "c2r:5x4096", "c2r:90x490"};

// Of a row's first bin, and of the last one of an even length, C2R takes the part that is conjugate to that of the opposite
// row: the complex axes are transformed, and then imaginary parts of these bins are left out.
START_TEST(conjugate_part) {
  tcfft_desc d;
  test_desc(&d, spectra[_i]);
  test_side from, to;
  test_sides(&from, &to, &d);
  const int64_t rows = d.n[0], bins = d.n[1] / 2 + 1;
  float *x = random_floats(from.span, 7), *part = floats(from.span), *y = floats(to.span), *z = floats(to.span);
  memcpy(part, x, (size_t)from.span * sizeof *x);
  for (int64_t row = 0; row < rows * d.batch; row++)
    for (int64_t k = 0; k < bins; k++) {
      if (k && 2 * k != d.n[1]) continue;
      const int64_t at = 2 * (row * bins + k), opposite = 2 * ((row / rows * rows + (rows - row % rows) % rows) * bins + k);
      part[at] = 0.5f * (x[at] + x[opposite]);
      part[at + 1] = 0.5f * (x[at + 1] - x[opposite + 1]);
    }
  tcfft_plan *plan = test_plan(&d, spectra[_i]);
  exec(plan, x, y, TCFFT_INVERSE);
  exec(plan, part, z, TCFFT_INVERSE);
  const double e = relative_l2(y, z, to.span);
  ck_assert_msg(e <= 2.5 * test_gate_l2(&d), "%s: the conjugate part alone gives another result, by %.3g", spectra[_i], e);
  tcfft_plan_destroy(plan);
  float *all[] = {x, part, y, z};
  for (size_t i = 0; i < TEST_COUNT(all); i++) free(all[i]);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("properties");
  TCase *all = test_case(suite, "properties", 60);
  tcase_add_loop_test(all, impulse, 0, TEST_COUNT(lengths));
  tcase_add_loop_test(all, linearity, 0, TEST_COUNT(lengths));
  tcase_add_loop_test(all, shift, 0, TEST_COUNT(lengths));
  tcase_add_loop_test(all, parseval, 0, TEST_COUNT(lengths));
  tcase_add_loop_test(all, round_trip, 0, TEST_COUNT(trips));
  tcase_add_loop_test(all, real_round_trip, 0, TEST_COUNT(real_trips));
  tcase_add_loop_test(all, conjugate_part, 0, TEST_COUNT(spectra));
  return suite;
}
