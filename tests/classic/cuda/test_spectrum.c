// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tables of long convolutions that the device computes: the same numbers as those that the processor computes.
#include <math.h>
#include <stdio.h>

#include "classic/cuda/spectrum.h"
#include "math/reference.h"
#include "on_device.h"
#include "plan/plan_data.h"

// Points whose convolutions have all sorts of lengths; more are drawn.
static const char *const texts[] = {"c2c:9001",  "c2c:10007*3", "r2c:20021", "c2r:20021",
                                    "c2c:64892", "dct2:10007",  "r2c:65521"};

// Whether a part is further from its number than the nearest one is. Numbers that are small beside the other part have few
// bits of their own.
static int is_other(float got, double part, double size) {
  return fabs((double)got - part) > fabs((double)(float)part - part) + 1e-14 * size;
}

// Checks that `got` is re + im i, rounded once but for the last bits of double. Returns whether it is another number than
// the nearest.
static int check_number(const float *got, double re, double im, const char *text, int64_t at) {
  const double difference = hypot((double)got[0] - re, (double)got[1] - im), size = hypot(re, im);
  ck_assert_msg(difference <= 0x1p-24 * size + 1e-13 * size, "%s: number %lld is %g %+g i, not %g %+g i", text,
                (long long)at, (double)got[0], (double)got[1], re, im);
  return is_other(got[0], re, size) || is_other(got[1], im, size);
}

// exp(pi i j^2 / n).
static void chirp(double *w, int64_t j, int64_t n) {
  const long double angle = 3.14159265358979323846264338327950288L * (long double)(j * j % (2 * n)) / (long double)n;
  w[0] = (double)cosl(angle);
  w[1] = (double)sinl(angle);
}

static int64_t check_chirp(const float *table, const tcf_convolution_tables *t, const char *text) {
  int64_t others = 0;
  for (int64_t j = 0; j < t->chirp; j++) {
    double w[2];
    chirp(w, j, t->n);
    others += check_number(table + 2 * j, w[0], -w[1], text, j);
  }
  return others;
}

static int64_t check_filter(const float *table, const tcf_convolution_tables *t, const char *text) {
  double *x = calloc((size_t)(4 * t->size), sizeof *x), *spectrum = x + 2 * t->size;
  ck_assert_ptr_nonnull(x);
  for (int64_t j = 0; j < t->size; j++) {
    const int64_t distance = j <= t->size / 2 ? j : t->size - j;
    if (distance < t->n) chirp(x + 2 * j, distance, t->n);
  }
  ck_assert_int_eq(tcf_reference_fft(spectrum, x, t->size, 0), 0);
  int64_t others = 0;
  for (int64_t k = 0; k < t->size; k++) {
    const double *v = spectrum + 2 * k, *s = t->scale;
    const int64_t at = k % t->ffts * (t->size / t->ffts) + k / t->ffts;
    others += check_number(table + 2 * at, v[0] * s[0] - v[1] * s[1], v[0] * s[1] + v[1] * s[0], text, k);
  }
  free(x);
  return others;
}

static int64_t check_part(const struct tcf_spectrum_part *p, const char *table, const char *text) {
  const int64_t numbers = p->tables.chirp + p->tables.size,
                others = check_chirp((const float *)(table + p->chirp), &p->tables, text) +
                         (p->tables.size ? check_filter((const float *)(table + p->filter), &p->tables, text) : 0);
  ck_assert_msg(1000 * others <= numbers, "%s: %lld of %lld numbers are rounded otherwise", text, (long long)others,
                (long long)numbers);
  return numbers;
}

// Checks the tables that the device has computed for a stage, and that the rest of its table is as made here. Returns how
// many numbers it has computed.
static int64_t compare(const tcf_way *way, int stage, const char *text) {
  const tcf_stage *s = &way->schedule.stage[stage];
  tcf_arena arena = {0};
  tcf_prepared part = {0};
  const tcf_prepare with = {.device = &way->device, .backend = on_device(), .threads = 1, .may_fill = 1, .tables = &arena};
  device_succeeds(s->kernel->prepare(s, &with, &part), text);
  int64_t numbers = 0;
  if (part.fill) {
    const tcf_spectra *spectra = (const tcf_spectra *)part.fill;
    char *there = device_get(way->table[stage], part.table_bytes);
    ck_assert_msg(!memcmp(part.table, there, part.host_bytes), "%s: stage %d: other tables before", text, stage);
    for (int i = 0; i < spectra->count; i++) numbers += check_part(&spectra->part[i], there, text);
    free(there);
  }
  free(part.table);
  tcf_arena_free(&arena);
  return numbers;
}

static int64_t compare_all(const char *text) {
  tcfft_desc d;
  test_desc(&d, text);
  tcfft_plan *plan = test_plan(&d, text);
  const tcf_way *way = tcf_plan_way(plan);
  int64_t numbers = 0;
  for (int i = 0; i < way->schedule.stages; i++)
    if (way->table[i]) numbers += compare(way, i, text);
  tcfft_plan_destroy(plan);
  return numbers;
}

START_TEST(tables) { ck_assert_msg(compare_all(texts[_i]) > 1 << 13, "%s: few tables", texts[_i]); }
END_TEST

START_TEST(drawn) {
  test_rng rng = test_rng_fresh(1);
  int64_t numbers = 0;
  for (int i = 0; i < 6; i++) {
    static const char *const kinds[] = {"c2c", "r2c", "c2r"};
    char text[40];
    snprintf(text, sizeof text, "%s:%d", kinds[i % 3], (int)test_between(&rng, 8200, 68000));
    numbers += compare_all(text);
  }
  ck_assert_msg(numbers > 1 << 14, "hardly any tables: %lld numbers", (long long)numbers);
}
END_TEST

// Where the device has no memory to compute in, the tables come from the host, and the results are the same but for
// rounding.
START_TEST(without_memory) {
  static const struct { const char *text, *largest; } both[] = {{"c2c:10007", "400000"}, {"c2c:64892", "3000000"}};
  for (size_t i = 0; i < TEST_COUNT(both) && TEST_EMULATED; i++) {
    void *result[2];
    size_t bytes = 0;
    for (int without = 0; without < 2; without++) {
      setenv("TCFFT_EMULATE_LARGEST", without ? both[i].largest : "100000000", 1);
      device_case c = device_case_new(both[i].text, TCFFT_WORKSPACE_CALLER);
      ck_assert_int_eq(tcf_plan_way(c.plan)->shared == NULL, without);
      result[without] = device_case_alone(&c);
      bytes = c.out_bytes;
      device_case_free(&c);
    }
    unsetenv("TCFFT_EMULATE_LARGEST");
    const float *a = result[0], *b = result[1];
    double difference = 0, all = 0;
    for (size_t j = 0; j < bytes / sizeof *a; j++) {
      difference += pow((double)a[j] - (double)b[j], 2);
      all += pow((double)a[j], 2);
    }
    ck_assert_msg(sqrt(difference / all) < 1e-7, "%s: %g apart", both[i].text, sqrt(difference / all));
    free(result[0]);
    free(result[1]);
  }
}
END_TEST

START_TEST(shared) {
  tcfft_desc d;
  test_desc(&d, "c2c:10007");
  tcfft_plan *first = test_plan(&d, "c2c:10007"), *second = test_plan(&d, "c2c:10007");
  const tcf_way *a = tcf_plan_way(first), *b = tcf_plan_way(second);
  ck_assert_ptr_nonnull(a->shared);
  ck_assert_ptr_eq(a->device_tables, b->device_tables);
  tcfft_plan *other;
  test_desc(&d, "c2c:10009");
  other = test_plan(&d, "c2c:10009");
  ck_assert_ptr_ne(tcf_plan_way(other)->device_tables, a->device_tables);
  tcfft_plan_destroy(other);
  tcfft_plan_destroy(second);
  tcfft_plan_destroy(first);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("spectrum");
  TCase *c = test_case(suite, "tables", 60);
  tcase_add_loop_test(c, tables, 0, TEST_COUNT(texts));
  tcase_add_test(c, drawn);
  tcase_add_test(test_case(suite, "without_memory", 60), without_memory);
  tcase_add_test(test_case(suite, "shared", 60), shared);
  return suite;
}
