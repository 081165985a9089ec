// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tensor algorithm's host twin against the files that matrix code written on its own (matlab_ref/) made:
// tests/golden/<variant>_n<N>_r<exponent>.txt, whose first line is "# variant n range" and whose n lines are
// "in_re in_im out_re out_im".
#include <dirent.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { FEWEST_FILES = 18 };

// Largest difference allowed, in units of the largest output: both sides round FP16 products in orders of their own.
static const struct {
  const char *variant;
  tcfft_split split;
  double most;
} variants[] = {
    {"paper", TCFFT_SPLIT_PAPER, 0x1p-20}, {"split2", TCFFT_SPLIT_SPLIT2, 0x1p-20}, {"half1", TCFFT_SPLIT_HALF1, 0x1p-10}};

// Reads the values that follow the first line; out stays double, as the reference computed it.
static void read_values(FILE *file, const char *path, int64_t n, float *in, double *out) {
  for (int64_t i = 0; i < n; i++) {
    double v[4];
    ck_assert_msg(fscanf(file, "%lf %lf %lf %lf", &v[0], &v[1], &v[2], &v[3]) == 4,
                  "%s: line %" PRId64 " has no four numbers", path, i + 2);
    in[2 * i] = (float)v[0];
    in[2 * i + 1] = (float)v[1];
    out[2 * i] = v[2];
    out[2 * i + 1] = v[3];
  }
}

static void check_values(const char *path, const tcfft_desc *d, double most, const float *in, const double *out) {
  const int64_t n = d->n[0];
  float *got = malloc((size_t)n * 8);
  ck_assert_ptr_nonnull(got);
  tcfft_plan *plan = test_plan(d, path);
  ck_assert_int_eq(tcfft_exec(plan, in, got, TCFFT_FORWARD), TCFFT_SUCCESS);
  tcfft_plan_destroy(plan);
  double largest = 0, worst = 0;
  for (int64_t i = 0; i < n; i++) {
    const double difference = hypot(got[2 * i] - out[2 * i], got[2 * i + 1] - out[2 * i + 1]);
    if (!(difference <= worst)) worst = difference;
    largest = fmax(largest, hypot(out[2 * i], out[2 * i + 1]));
  }
  ck_assert_msg(worst <= most * largest, "%s: differs by %.3g of the largest output, at most %.3g", path, worst / largest,
                most);
  free(got);
}

static void check_file(const char *path) {
  FILE *file = fopen(path, "r");
  ck_assert_msg(file != NULL, "%s cannot be opened", path);
  char variant[20] = "";
  int64_t n = 0;
  double range = 0;
  ck_assert_msg(fscanf(file, "# %19s %" SCNd64 " %lf", variant, &n, &range) == 3 && n > 0 && n < 1 << 24,
                "%s: the first line is not \"# variant n range\"", path);
  size_t v = 0;
  while (v < TEST_COUNT(variants) && strcmp(variant, variants[v].variant) != 0) v++;
  ck_assert_msg(v < TEST_COUNT(variants), "%s: no such variant: %s", path, variant);
  float *in = malloc((size_t)n * 2 * sizeof *in);
  double *out = malloc((size_t)n * 2 * sizeof *out);
  ck_assert(in && out);
  read_values(file, path, n, in, out);
  fclose(file);
  const tcfft_desc d = {.size = sizeof d,
                        .rank = 1,
                        .n = {n},
                        .backend = TCFFT_BACKEND_HOST,
                        .algorithm = TCFFT_ALGORITHM_TENSOR,
                        .split = variants[v].split};
  check_values(path, &d, variants[v].most, in, out);
  free(in);
  free(out);
}

START_TEST(golden) {
  DIR *directory = opendir(TCFFT_GOLDEN);
  ck_assert_msg(directory != NULL, "there is no directory " TCFFT_GOLDEN);
  int files = 0;
  for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
    const size_t length = strlen(entry->d_name);
    if (length < 5 || strcmp(entry->d_name + length - 4, ".txt") != 0) continue;
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", TCFFT_GOLDEN, entry->d_name);
    check_file(path);
    files++;
  }
  closedir(directory);
  printf("%d golden files\n", files);
  ck_assert_msg(files >= FEWEST_FILES, "only %d golden files in " TCFFT_GOLDEN, files);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("golden");
  tcase_add_test(test_case(suite, "golden", 120), golden);
  return suite;
}
