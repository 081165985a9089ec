// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Devices as text and back, the built-in ones, and refusals that name the field.
#include "device.h"

#include <stdio.h>
#include <string.h>

#include "registry.h"
#include "support.h"

static void print(const tcf_device *d, char *buf, size_t cap) {
  tcf_writer w = {.buf = buf, .cap = cap};
  tcf_device_print(d, &w);
  ck_assert_uint_lt(w.len, cap);
}

static tcf_device from_text(const char *text) {
  tcf_device d;
  ck_assert_msg(tcf_device_parse(&d, text) == TCFFT_SUCCESS, "\"%s\" does not parse: %s", text, tcfft_last_error());
  return d;
}

static void check_round_trip(const tcf_device *d) {
  char printed[600], again[600];
  print(d, printed, sizeof printed);
  const tcf_device e = from_text(printed);
  print(&e, again, sizeof again);
  ck_assert_str_eq(again, printed);
  ck_assert_int_eq(e.backend, d->backend);
  ck_assert_str_eq(e.name, d->name);
  ck_assert_int_eq(e.cores, d->cores);
  ck_assert_int_eq(e.vector, d->vector);
  ck_assert_int_eq(e.l1, d->l1);
  ck_assert_int_eq(e.l2, d->l2);
  ck_assert_int_eq(e.l3, d->l3);
  ck_assert(e.copy == d->copy && e.flops == d->flops);
  ck_assert_int_eq(e.memory, d->memory);
}

static const char *const by_hand[] = {
    "host:name=by hand:cores=3:vector=2:l1=16384:l2=65536:l3=1048576:copy=5e+09:flops=6e+09:memory=1073741824",
    "host:name=:cores=1:vector=1:l1=0:l2=0:l3=0:copy=1:flops=1:memory=0",
    "cuda:name=NVIDIA card:cores=132:vector=64:l1=262144:l2=52428800:l3=0:copy=4.8e+12:flops=5e+11:memory=150000000000",
    "opencl:name=x=y:cores=4096:vector=64:l1=1:l2=9223372036854775807:l3=3:copy=1.23457e+300:flops=1.5:memory=7",
};

START_TEST(round_trip) {
  for (size_t i = 0; i < TEST_COUNT(by_hand); i++) {
    char printed[600];
    const tcf_device d = from_text(by_hand[i]);
    print(&d, printed, sizeof printed);
    ck_assert_str_eq(printed, by_hand[i]);
    check_round_trip(&d);
  }
  tcf_device here;
  ck_assert_int_eq(tcf_backend_for(TCFFT_BACKEND_HOST)->query(0, &here), TCFFT_SUCCESS);
  check_round_trip(&here);
}
END_TEST

static const struct {
  const char *name;
  int64_t cores, vector, l1, l2, l3;
  double copy, flops;
} built_in[] = {
    {"laptop4", 4, 8, 32768, 262144, 8388608, 2e10, 2.5e10},
    {"server32", 32, 16, 49152, 2097152, 67108864, 2e11, 4e10},
    {"board1", 1, 4, 32768, 131072, 524288, 3e9, 4e9},
};

START_TEST(names) {
  for (size_t i = 0; i < TEST_COUNT(built_in); i++) {
    const tcf_device d = from_text(built_in[i].name);
    ck_assert_int_eq(d.backend, TCFFT_BACKEND_HOST);
    ck_assert_str_eq(d.name, built_in[i].name);
    ck_assert_int_eq(d.cores, built_in[i].cores);
    ck_assert_int_eq(d.vector, built_in[i].vector);
    ck_assert_int_eq(d.l1, built_in[i].l1);
    ck_assert_int_eq(d.l2, built_in[i].l2);
    ck_assert_int_eq(d.l3, built_in[i].l3);
    ck_assert(d.copy == built_in[i].copy && d.flops == built_in[i].flops);
    ck_assert_int_eq(d.memory, 0);
    check_round_trip(&d);
  }
}
END_TEST

// A name that does not fit is cut, and what was cut prints and parses.
START_TEST(long_name) {
  char text[400] = "host:name=";
  memset(text + 10, 'n', 140);
  strcpy(text + 150, ":cores=1:vector=4:l1=1:l2=1:l3=1:copy=1:flops=1");
  const tcf_device d = from_text(text);
  ck_assert_uint_eq(strlen(d.name), sizeof d.name - 1);
  check_round_trip(&d);
}
END_TEST

// ------------------------------------------------------------------------------------------------ refusals

static const char *const keys[] = {"cores", "vector", "l1", "l2", "l3", "copy", "flops"};
static const char *const good[] = {"2", "16", "49152", "1048576", "33554432", "2e10", "4e10"};

// A device whose field number `changed` has another value, or is left out where that is NULL.
static void compose(char *text, size_t cap, size_t changed, const char *value) {
  tcf_writer w = {.buf = text, .cap = cap};
  tcf_put(&w, "host:name=x");
  for (size_t i = 0; i < TEST_COUNT(keys); i++) {
    const char *v = i == changed ? value : good[i];
    if (v) tcf_put(&w, ":%s=%s", keys[i], v);
  }
}

static void check_refused(const char *text, const char *says) {
  tcf_device d;
  unsigned char before[sizeof d];
  memset(&d, 0x5a, sizeof d);
  memcpy(before, &d, sizeof d);
  const tcfft_status status = tcf_device_parse(&d, text);
  ck_assert_msg(status == TCFFT_ERROR_PARSE, "\"%s\" answers %s", text, tcfft_status_string(status));
  ck_assert_msg(memcmp((const void *)&d, before, sizeof d) == 0, "\"%s\" changed the device", text);
  ck_assert_msg(strstr(tcfft_last_error(), says) != NULL, "\"%s\" says \"%s\", not \"%s\"", text, tcfft_last_error(), says);
}

START_TEST(missing) {
  for (size_t i = 0; i < TEST_COUNT(keys); i++) {
    char text[400], says[40];
    compose(text, sizeof text, i, NULL);
    snprintf(says, sizeof says, "%s= is missing", keys[i]);
    check_refused(text, says);
  }
}
END_TEST

START_TEST(no_numbers) {
  static const char *const values[] = {
      "", "x", "-1", "1 ", "+1", "0x10", "nan", "inf", "1e", "1,5", "99999999999999999999e999"};
  for (size_t i = 0; i < TEST_COUNT(keys); i++) {
    for (size_t k = 0; k < TEST_COUNT(values); k++) {
      char text[400], says[80];
      compose(text, sizeof text, i, values[k]);
      snprintf(says, sizeof says, "%s=%s is not", keys[i], values[k]);
      check_refused(text, says);
    }
  }
  for (size_t i = 0; i < 5; i++) {
    char text[400], says[80];
    compose(text, sizeof text, i, "1.5");
    snprintf(says, sizeof says, "%s=1.5 is not", keys[i]);
    check_refused(text, says);
  }
}
END_TEST

START_TEST(out_of_range) {
  static const struct {
    size_t field;
    const char *value;
  } rows[] = {{0, "0"}, {0, "4097"}, {1, "0"}, {1, "3"}, {1, "12"}, {1, "128"}, {5, "0"}, {6, "0"}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    char text[400];
    compose(text, sizeof text, rows[i].field, rows[i].value);
    check_refused(text, "cores, copy and flops must be 1 at least, vector a power of two");
  }
}
END_TEST

START_TEST(other_refusals) {
  char text[500];
  static const char *const heads[] = {
      "",       ":",        "nosuch",       "auto:cores=1", "host=1:cores=2", "hos:cores=2", "HOST:cores=1",
      "laptop", "laptop44", " host:cores=2"};
  for (size_t i = 0; i < TEST_COUNT(heads); i++) check_refused(heads[i], "a built-in name (laptop4, server32, board1)");
  static const struct {
    const char *tail, *says;
  } tails[] = {
      {":speed=1", "unknown field \"speed\""},   {":memory=much", "memory=much is not"}, {":", "empty or overlong field"},
      {"::memory=1", "empty or overlong field"}, {":=", "unknown field \"\""},
  };
  for (size_t i = 0; i < TEST_COUNT(tails); i++) {
    compose(text, sizeof text, TEST_COUNT(keys), NULL);
    strcat(text, tails[i].tail);
    check_refused(text, tails[i].says);
  }
  check_refused("host", "cores= is missing");
  memset(text, 'n', sizeof text);
  memcpy(text, "host:name=", 10);
  text[200] = 0;
  check_refused(text, "empty or overlong field");
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("device");
  TCase *all = test_case(suite, "device", 60);
  tcase_add_test(all, round_trip);
  tcase_add_test(all, names);
  tcase_add_test(all, long_name);
  tcase_add_test(all, missing);
  tcase_add_test(all, no_numbers);
  tcase_add_test(all, out_of_range);
  tcase_add_test(all, other_refusals);
  return suite;
}
