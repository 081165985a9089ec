// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the bench prints of rows that are made up here.
#include "bench/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { MOST = 16 };

static const tcf_peer one = {.name = "one"}, other = {.name = "other"};

// Writes what tcf_report_slowest says of rows named a, b, c .. that have these ratios to the peer "one", and half of them to
// "other". A ratio of 0: the peer was not timed; below 0: the row failed. The caller frees the text.
static char *slowest(const double *ratios, int count, int peers) {
  tcf_bench_row *rows = calloc(MOST, sizeof *rows);
  ck_assert_ptr_nonnull(rows);
  const tcf_bench_row *pointers[MOST];
  const tcf_bench_options options = {.peers = {&one, &other}, .peer_count = peers};
  const tcf_report report = {.options = &options};
  for (int i = 0; i < count; i++) {
    rows[i] = (tcf_bench_row){.problem = {(char)('a' + i)}, .verified = ratios[i] >= 0, .peers = peers};
    for (int p = 0; p < peers; p++)
      rows[i].peer[p] = (tcf_bench_peer){.timed = ratios[i] != 0, .ratio = ratios[i] / (1 + p)};
    pointers[i] = &rows[i];
  }
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  ck_assert_ptr_nonnull(file);
  tcf_report_slowest(&report, pointers, (size_t)count, file);
  fclose(file);
  free(rows);
  return text;
}

static void check_slowest(const double *ratios, int count, int peers, const char *wanted) {
  char *text = slowest(ratios, count, peers);
  ck_assert_str_eq(text, wanted);
  free(text);
}

// The five least of more rows, whatever their order; of equal ones the first.
START_TEST(least) {
  static const char text[] =
      "ratios to one below 0.97: 5 rows, below 0.90: 3 rows; the least:\n"
      "    0.250  c\n    0.750  a\n    0.750  h\n    0.900  f\n    0.960  d\n";
  check_slowest((const double[]){0.75, 1.5, 0.25, 0.96, 2, 0.9, 0.97, 0.75}, 8, 1, text);
  check_slowest((const double[]){0.5, 0.6, 0.7, 0.8, 0.95, 1, 1.1}, 7, 1,
                "ratios to one below 0.97: 5 rows, below 0.90: 4 rows; the least:\n"
                "    0.500  a\n    0.600  b\n    0.700  c\n    0.800  d\n    0.950  e\n");
  check_slowest((const double[]){1.1, 1, 0.95, 0.8, 0.7, 0.6, 0.5}, 7, 1,
                "ratios to one below 0.97: 5 rows, below 0.90: 4 rows; the least:\n"
                "    0.500  g\n    0.600  f\n    0.700  e\n    0.800  d\n    0.950  c\n");
}
END_TEST

// Rows that failed, or that the peer cannot do, do not count; without any there is nothing to say.
START_TEST(left_out) {
  check_slowest((const double[]){1.25, -0.5, 0, 1.125}, 4, 1,
                "ratios to one below 0.97: 0 rows, below 0.90: 0 rows; the least:\n    1.125  d\n    1.250  a\n");
  check_slowest((const double[]){-1, 0}, 2, 1, "");
  check_slowest((const double[]){1, 1}, 2, 0, "");
}
END_TEST

START_TEST(peers) {
  check_slowest((const double[]){1.25, 2}, 2, 2,
                "ratios to one below 0.97: 0 rows, below 0.90: 0 rows; the least:\n    1.250  a\n    2.000  b\n"
                "ratios to other below 0.97: 1 rows, below 0.90: 1 rows; the least:\n    0.625  a\n    1.000  b\n");
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("report");
  TCase *all = test_case(suite, "report", 60);
  tcase_add_test(all, least);
  tcase_add_test(all, left_out);
  tcase_add_test(all, peers);
  return suite;
}
