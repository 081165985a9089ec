// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The one grammar: fields, numbers, lists, and a writer that counts what it had no room for.
#include "base/text.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

// ------------------------------------------------------------------------------------------------ fields

static const struct {
  const char *text;
  int end;  // of the last call: 0 or -1
  const char *fields[4][2];
} field_rows[] = {
    {"", 0, {{NULL}}},
    {"a", 0, {{"a", ""}}},
    {"a=1", 0, {{"a", "1"}}},
    {"a=1:b:c=2,3", 0, {{"a", "1"}, {"b", ""}, {"c", "2,3"}}},
    {"c2c:64x64*3:inplace:tol=1e-3", 0, {{"c2c", ""}, {"64x64*3", ""}, {"inplace", ""}, {"tol", "1e-3"}}},
    {"a==b=c", 0, {{"a", "=b=c"}}},
    {"=v", 0, {{"", "v"}}},
    {" a = 1 ", 0, {{" a ", " 1 "}}},
    {":", -1, {{NULL}}},
    {":a", -1, {{NULL}}},
    {"a:", -1, {{NULL}}},
    {"a::b", -1, {{"a", ""}}},
    {"a:b=1:", -1, {{"a", ""}}},
};

START_TEST(fields) {
  for (size_t i = 0; i < TEST_COUNT(field_rows); i++) {
    const char *cursor = field_rows[i].text;
    tcf_field f;
    int answer, k = 0;
    while ((answer = tcf_next_field(&cursor, &f)) == 1) {
      ck_assert_msg(k < 4 && field_rows[i].fields[k][0], "\"%s\": too many fields", field_rows[i].text);
      ck_assert_str_eq(f.key, field_rows[i].fields[k][0]);
      ck_assert_str_eq(f.value, field_rows[i].fields[k][1]);
      k++;
    }
    ck_assert_msg(k == 4 || !field_rows[i].fields[k][0], "\"%s\": %d fields", field_rows[i].text, k);
    ck_assert_msg(answer == field_rows[i].end, "\"%s\" ends with %d", field_rows[i].text, answer);
  }
}
END_TEST

// A field of TCF_FIELD_MAX - 1 characters is taken, one more is refused.
START_TEST(field_length) {
  char text[TCF_FIELD_MAX + 8];
  for (int length = TCF_FIELD_MAX - 3; length < TCF_FIELD_MAX + 3; length++) {
    memset(text, 'x', sizeof text);
    text[3] = '=';
    strcpy(text + length, ":b");
    const char *cursor = text;
    tcf_field f;
    const int answer = tcf_next_field(&cursor, &f);
    ck_assert_int_eq(answer, length < TCF_FIELD_MAX ? 1 : -1);
    if (answer == 1) ck_assert_uint_eq(strlen(f.key) + 1 + strlen(f.value), (size_t)length);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ numbers

static const struct {
  const char *text;
  int64_t value;
} integers[] = {{"0", 0},
                {"-0", 0},
                {"7", 7},
                {"007", 7},
                {"-12", -12},
                {"2147483648", INT64_C(2147483648)},
                {"9223372036854775807", INT64_MAX},
                {"-9223372036854775808", INT64_MIN}};

static const char *const no_integers[] = {"",
                                          "-",
                                          "+1",
                                          " 1",
                                          "1 ",
                                          "1.0",
                                          "1e3",
                                          "0x10",
                                          "--1",
                                          "- 1",
                                          "1,",
                                          "1,2",
                                          "1\n",
                                          "\t1",
                                          "a",
                                          "1a",
                                          "inf",
                                          "nan",
                                          "9223372036854775808",
                                          "-9223372036854775809",
                                          "99999999999999999999999999999999"};

START_TEST(whole_numbers) {
  for (size_t i = 0; i < TEST_COUNT(integers); i++) {
    int64_t v = 42;
    ck_assert_msg(tcf_parse_int(integers[i].text, &v) == 0, "\"%s\" is refused", integers[i].text);
    ck_assert_int_eq(v, integers[i].value);
  }
  for (size_t i = 0; i < TEST_COUNT(no_integers); i++) {
    int64_t v = 42;
    ck_assert_msg(tcf_parse_int(no_integers[i], &v) == -1, "\"%s\" gives %lld", no_integers[i], (long long)v);
    ck_assert_int_eq(v, 42);
  }
}
END_TEST

static const char *const reals[] = {"0",
                                    "-0",
                                    "1",
                                    "0.5",
                                    "-0.25",
                                    ".5",
                                    "5.",
                                    "00.1",
                                    "123456",
                                    "1e0",
                                    "1e5",
                                    "1E5",
                                    "1e+05",
                                    "1e-05",
                                    "2.5e10",
                                    "2e11",
                                    "1e300",
                                    "1e-300",
                                    "2.1e-7",
                                    "-3e-9",
                                    "1e-200",
                                    "1.23457e+08",
                                    "1.7976931348623157e308"};

static const char *const no_reals[] = {"",      "-",   ".",       "-.",  "+1",  " 1",    "1 ",    "1,5",
                                       "1.5.2", "e5",  "1e",      "1e+", "1e-", "1e--5", "1e5.5", "0x10",
                                       "0x1p3", "inf", "-inf",    "nan", "NAN", "1e401", "1e309", "1e9999999999999999999",
                                       "1d5",   "1f",  "infinity"};

START_TEST(real_numbers) {
  for (size_t i = 0; i < TEST_COUNT(reals); i++) {
    double v = 42;
    const double expected = strtod(reals[i], NULL);
    ck_assert_msg(tcf_parse_real(reals[i], &v) == 0, "\"%s\" is refused", reals[i]);
    ck_assert_msg(fabs(v - expected) <= 0x1p-51 * fabs(expected), "\"%s\" gives %.17g", reals[i], v);
  }
  for (size_t i = 0; i < TEST_COUNT(no_reals); i++) {
    double v = 42;
    ck_assert_msg(tcf_parse_real(no_reals[i], &v) == -1, "\"%s\" gives %g", no_reals[i], v);
  }
  char digits[400];
  memset(digits, '1', sizeof digits);
  digits[399] = 0;
  double v;
  ck_assert_int_eq(tcf_parse_real(digits, &v), -1);
}
END_TEST

// One sign is enough.
START_TEST(two_signs) {
  double v;
  ck_assert_int_eq(tcf_parse_real("1e+-5", &v), -1);
}
END_TEST

// What the writer prints of a number, the reader prints the same again: texts of plans are fixpoints.
START_TEST(reals_round_trip) {
  test_rng rng = test_rng_fresh(1);
  for (int i = 0; i < 100000; i++) {
    const double x = test_uniform(&rng) * pow(10, (double)test_between(&rng, -290, 290));
    char text[32], again[32];
    tcf_writer w = {.buf = text, .cap = sizeof text}, w2 = {.buf = again, .cap = sizeof again};
    tcf_put_real(&w, x);
    double v = 0;
    const int refused = tcf_parse_real(text, &v);
    tcf_put_real(&w2, v);
    if (refused || strcmp(again, text) != 0) ck_abort_msg("\"%s\" comes back as \"%s\"", text, again);
  }
}
END_TEST

// What has to be the same number again is, with no more digits than that takes.
START_TEST(exact_reals) {
  if (LDBL_MANT_DIG < 64) return;  // reading rounds more often there
  static const struct {
    double value;
    const char *text;
  } few[] = {
      {0.001, "0.001"}, {7.9999999e-4, "0.00079999999"}, {1, "1"}, {2.5e-7, "2.5e-07"}, {1 / 3., "0.333333333333333"}};
  for (size_t i = 0; i < TEST_COUNT(few); i++) {
    char text[40];
    tcf_writer w = {.buf = text, .cap = sizeof text};
    tcf_put_exact(&w, few[i].value);
    ck_assert_msg(strncmp(text, few[i].text, strlen(few[i].text)) == 0, "%s, not %s", text, few[i].text);
    ck_assert(i == 4 || strlen(text) == strlen(few[i].text));
  }
  test_rng rng = test_rng_fresh(2);
  for (int i = 0; i < 100000; i++) {
    const double x = test_uniform(&rng) * test_uniform(&rng) * pow(10, (double)test_between(&rng, -12, 6));
    char text[40];
    tcf_writer w = {.buf = text, .cap = sizeof text};
    tcf_put_exact(&w, x);
    double v = 0;
    const int refused = tcf_parse_real(text, &v);
    if (refused || v != x) ck_abort_msg("%.17g is written as \"%s\" and read as %.17g", x, text, v);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ lists

static const struct {
  const char *text;
  char sep;
  int max, count;
  int64_t values[4];
} lists[] = {
    {"5", ',', 4, 1, {5}},
    {"1,-2,3", ',', 4, 3, {1, -2, 3}},
    {"1x2x3x4", 'x', 4, 4, {1, 2, 3, 4}},
    {"9223372036854775807,-9223372036854775808", ',', 2, 2, {INT64_MAX, INT64_MIN}},
    {"1,2,3", ',', 2, -1, {0}},
    {"1x2x3x4x5", 'x', 4, -1, {0}},
    {"1,2", 'x', 4, -1, {0}},
    {"", ',', 4, -1, {0}},
    {",", ',', 4, -1, {0}},
    {"1,", ',', 4, -1, {0}},
    {",1", ',', 4, -1, {0}},
    {"1,,2", ',', 4, -1, {0}},
    {"1, 2", ',', 4, -1, {0}},
    {"1,a", ',', 4, -1, {0}},
    {"1,9223372036854775808", ',', 4, -1, {0}},
    {"00000000000000000000000000000000000001", ',', 4, -1, {0}},
    {"1", ',', 0, -1, {0}},
};

START_TEST(number_lists) {
  for (size_t i = 0; i < TEST_COUNT(lists); i++) {
    int64_t v[5] = {99, 99, 99, 99, 99};
    const int count = tcf_parse_list(lists[i].text, lists[i].sep, v, lists[i].max);
    ck_assert_msg(count == lists[i].count, "\"%s\" gives %d numbers", lists[i].text, count);
    for (int k = 0; k < count; k++) ck_assert_int_eq(v[k], lists[i].values[k]);
    for (int k = lists[i].max; k < 5; k++) ck_assert_int_eq(v[k], 99);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ writer

static void write_sample(tcf_writer *w) {
  static const int64_t values[] = {1, -20, INT64_MAX};
  tcf_put(w, "head:%s=%d", "n", 12);
  tcf_put_list(w, "is", values, 3);
  tcf_put_list(w, "none", values, 0);
  tcf_put(w, "%s", "");
  tcf_put(w, ":tol=");
  tcf_put_real(w, 0.0125);
}

static const char sample[] = "head:n=12:is=1,-20,9223372036854775807:tol=0.0125";

// Any room: the same count, the part that fits, a terminating 0, nothing behind it.
START_TEST(truncation) {
  tcf_writer counting = {0};
  write_sample(&counting);
  ck_assert_uint_eq(counting.len, sizeof sample - 1);
  for (size_t cap = 0; cap < sizeof sample + 3; cap++) {
    char buf[sizeof sample + 8];
    memset(buf, '#', sizeof buf);
    tcf_writer w = {.buf = buf, .cap = cap};
    write_sample(&w);
    ck_assert_uint_eq(w.len, sizeof sample - 1);
    const size_t kept = cap == 0 ? 0 : cap < sizeof sample ? cap - 1 : sizeof sample - 1;
    ck_assert_int_eq(memcmp(buf, sample, kept), 0);
    if (cap) ck_assert_int_eq(buf[kept], 0);
    for (size_t i = cap ? kept + 1 : 0; i < sizeof buf; i++) ck_assert_int_eq(buf[i], '#');
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ locale

// A locale whose numbers have a comma, made here: machines for builds often have none. 0 where that cannot be done.
static int make_locale(const char *directory) {
  char text[300];
  snprintf(text, sizeof text, "%s/comma.src", directory);
  FILE *f = fopen(text, "w");
  if (!f) return 0;
  fputs("LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \"\"\ngrouping -1\nEND LC_NUMERIC\n", f);
  fclose(f);
  snprintf(text, sizeof text, "localedef -c -i %s/comma.src %s/comma >/dev/null 2>&1", directory, directory);
  return system(text) != -1;  // it answers 1 for its warnings
}

static int comma_locale(void) {
  static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "nl_NL.UTF-8", "ru_RU.UTF-8"};
  for (size_t i = 0; i < TEST_COUNT(names); i++)
    if (setlocale(LC_NUMERIC, names[i]) && localeconv()->decimal_point[0] == ',') return 1;
  char directory[] = "/tmp/tcfft_locale_XXXXXX", command[100];
  if (!mkdtemp(directory)) return 0;
  int found = make_locale(directory);
  setenv("LOCPATH", directory, 1);
  found = found && setlocale(LC_NUMERIC, "comma") && localeconv()->decimal_point[0] == ',';
  snprintf(command, sizeof command, "rm -r %s", directory);
  if (system(command) != 0) fprintf(stderr, "%s stays\n", directory);
  return found;
}

// What text becomes under a locale with a comma, and what number "0.0125" then is; back in the C locale.
static double under_comma(char *buf, size_t cap) {
  if (!comma_locale()) fputs("no locale with a decimal comma here: only the C locale is tested\n", stderr);
  tcf_writer w = {.buf = buf, .cap = cap};
  write_sample(&w);
  double v = 0, comma = 0;
  const int refused = tcf_parse_real("0.0125", &v);
  const int comma_refused = tcf_parse_real("0,0125", &comma);
  setlocale(LC_NUMERIC, "C");
  return refused || !comma_refused ? NAN : v;
}

// A program may have set any locale: texts stay what they are.
START_TEST(locales) {
  char buf[sizeof sample + 8];
  ck_assert(under_comma(buf, sizeof buf) == 0.0125);
  ck_assert_str_eq(buf, sample);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("text");
  TCase *all = test_case(suite, "text", 60);
  tcase_add_test(all, fields);
  tcase_add_test(all, field_length);
  tcase_add_test(all, whole_numbers);
  tcase_add_test(all, real_numbers);
  tcase_add_test(all, two_signs);
  tcase_add_test(all, reals_round_trip);
  tcase_add_test(all, exact_reals);
  tcase_add_test(all, number_lists);
  tcase_add_test(all, truncation);
  tcase_add_test(all, locales);
  return suite;
}
