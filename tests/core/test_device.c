// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Devices as text and back, the built-in ones, and refusals that name the field.
#include "core/device.h"

#include <stdio.h>
#include <string.h>

#include "core/device_choice.h"
#include "core/registry.h"
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

// Compares every number, also those of other backends.
static void check_same(const tcf_device *a, const tcf_device *b) {
  ck_assert_int_eq(a->backend, b->backend);
  ck_assert_str_eq(a->name, b->name);
  ck_assert_int_eq(a->cores, b->cores);
  ck_assert_int_eq(a->vector, b->vector);
  ck_assert_int_eq(a->l1, b->l1);
  ck_assert_int_eq(a->l2, b->l2);
  ck_assert_int_eq(a->l3, b->l3);
  ck_assert(a->copy == b->copy && a->flops == b->flops && a->launch == b->launch);
  ck_assert_int_eq(a->memory, b->memory);
  ck_assert_int_eq(a->capability, b->capability);
  ck_assert_int_eq(a->shared, b->shared);
  ck_assert_int_eq(a->sm_shared, b->sm_shared);
  ck_assert_int_eq(a->sm_threads, b->sm_threads);
  ck_assert_int_eq(a->sm_registers, b->sm_registers);
  ck_assert_int_eq(a->compiler, b->compiler);
  ck_assert_int_eq(a->gpu, b->gpu);
}

static void check_round_trip(const tcf_device *d) {
  char printed[600], again[600];
  print(d, printed, sizeof printed);
  const tcf_device e = from_text(printed);
  print(&e, again, sizeof again);
  ck_assert_str_eq(again, printed);
  check_same(&e, d);
}

static const char *const by_hand[] = {
    "host:name=by hand:cores=3:vector=2:l1=16384:l2=65536:l3=1048576:copy=5e+09:flops=6e+09:memory=1073741824",
    "host:name=:cores=1:vector=1:l1=0:l2=0:l3=0:copy=1:flops=1:memory=0",
    "cuda:name=NVIDIA card:cores=132:vector=64:l2=52428800:copy=4.8e+12:flops=5e+11:capability=103:shared=1:sm_shared=2:"
    "sm_threads=3:sm_registers=4:cluster=16:launch=2.5e-06:compiler=0:memory=150000000000:fp64=2",
    "cuda:name=:cores=1:vector=1:l2=0:copy=1:flops=1:capability=0:shared=0:sm_shared=0:sm_threads=0:sm_registers=0:cluster="
    "0:"
    "launch=0:compiler=1:memory=0:fp64=0",
    "opencl:name=x=y:cores=4096:vector=64:l2=9223372036854775807:copy=1.23457e+300:flops=1.5:shared=32768:sm_shared=65536:"
    "sm_threads=5:gpu=1:launch=1e-05:compiler=1:memory=7:fp64=3",
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

static const tcf_device built_in[] = {
    {.backend = TCFFT_BACKEND_HOST,
     .name = "laptop4",
     .cores = 4,
     .vector = 8,
     .l1 = 32768,
     .l2 = 262144,
     .l3 = 8388608,
     .copy = 2e10,
     .flops = 2.5e10},
    {.backend = TCFFT_BACKEND_HOST,
     .name = "server32",
     .cores = 32,
     .vector = 16,
     .l1 = 49152,
     .l2 = 2097152,
     .l3 = 67108864,
     .copy = 2e11,
     .flops = 4e10},
    {.backend = TCFFT_BACKEND_HOST,
     .name = "board1",
     .cores = 1,
     .vector = 4,
     .l1 = 32768,
     .l2 = 131072,
     .l3 = 524288,
     .copy = 3e9,
     .flops = 4e9},
};

// What these GPUs' makers publish; how fast they are is measured, and may change.
static const struct {
  const char *name;
  int64_t cores, capability, shared, sm_shared;
} gpus[] = {
    {"H200", 132, 90, 227 << 10, 228 << 10}, {"A100", 108, 80, 163 << 10, 164 << 10}, {"V100", 80, 70, 96 << 10, 96 << 10},
    {"GTX1080", 20, 61, 48 << 10, 96 << 10}, {"GTX960", 8, 52, 48 << 10, 96 << 10},
};

// Built-in names are taken in any case.
START_TEST(any_case) {
  static const char *const other[][2] = {
      {"h200", "H200"}, {"gtx1080", "GTX1080"}, {"LAPTOP4", "laptop4"}, {"CLh200", "clH200"}};
  for (size_t i = 0; i < TEST_COUNT(other); i++) {
    const tcf_device a = from_text(other[i][0]), b = from_text(other[i][1]);
    ck_assert_str_eq(a.name, other[i][1]);
    check_same(&a, &b);
  }
}
END_TEST

START_TEST(names) {
  for (size_t i = 0; i < TEST_COUNT(built_in); i++) {
    const tcf_device d = from_text(built_in[i].name);
    check_same(&d, &built_in[i]);
    check_round_trip(&d);
  }
  for (size_t i = 0; i < TEST_COUNT(gpus); i++) {
    const tcf_device d = from_text(gpus[i].name);
    ck_assert_int_eq(d.backend, TCFFT_BACKEND_CUDA);
    ck_assert_str_eq(d.name, gpus[i].name);
    ck_assert_int_eq(d.cores, gpus[i].cores);
    ck_assert_int_eq(d.vector, 32);
    ck_assert_int_eq(d.capability, gpus[i].capability);
    ck_assert_int_eq(d.shared, gpus[i].shared);
    ck_assert_int_eq(d.sm_shared, gpus[i].sm_shared);
    ck_assert_int_eq(d.sm_threads, 2048);
    ck_assert_int_eq(d.sm_registers, 65536);
    ck_assert(d.copy > 5e10 && d.copy < 1e13 && d.flops > 1e10 && d.flops < 2e12 && d.launch > 0 && d.launch < 1e-4);
    ck_assert(d.l2 >= 1 << 20 && d.memory > 1e9 && d.memory < 1e12 && (d.compiler == 0 || d.compiler == 1));
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

// The numbers that a text of each backend must have.
static const struct {
  const char *head;
  int count;
  struct {
    const char *key, *good;
  } number[12];
} backends[] = {
    {"host:name=x",
     7,
     {{"cores", "2"},
      {"vector", "16"},
      {"l1", "49152"},
      {"l2", "1048576"},
      {"l3", "33554432"},
      {"copy", "2e10"},
      {"flops", "4e10"}}},
    {"cuda:name=x",
     12,
     {{"cores", "2"},
      {"vector", "32"},
      {"l2", "1048576"},
      {"copy", "2e12"},
      {"flops", "4e11"},
      {"capability", "90"},
      {"shared", "49152"},
      {"sm_shared", "98304"},
      {"sm_threads", "2048"},
      {"sm_registers", "65536"},
      {"launch", "2e-6"},
      {"compiler", "1"}}},
    {"opencl:name=x",
     11,
     {{"cores", "2"},
      {"vector", "32"},
      {"l2", "1048576"},
      {"copy", "2e12"},
      {"flops", "4e11"},
      {"shared", "32768"},
      {"sm_shared", "65536"},
      {"sm_threads", "1024"},
      {"gpu", "1"},
      {"launch", "2e-6"},
      {"compiler", "0"}}},
};

static int is_real(const char *key) { return !strcmp(key, "copy") || !strcmp(key, "flops") || !strcmp(key, "launch"); }

// A device of backend number `e` whose field `changed` has another value, or is left out where that is NULL.
static void compose(char *text, size_t cap, size_t e, const char *changed, const char *value) {
  tcf_writer w = {.buf = text, .cap = cap};
  tcf_put(&w, "%s", backends[e].head);
  for (int i = 0; i < backends[e].count; i++) {
    const char *key = backends[e].number[i].key, *v = strcmp(key, changed) ? backends[e].number[i].good : value;
    if (v) tcf_put(&w, ":%s=%s", key, v);
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
  for (size_t e = 0; e < TEST_COUNT(backends); e++) {
    char text[400], says[40];
    compose(text, sizeof text, e, "", NULL);
    from_text(text);
    for (int i = 0; i < backends[e].count; i++) {
      compose(text, sizeof text, e, backends[e].number[i].key, NULL);
      snprintf(says, sizeof says, ": %s= is missing", backends[e].number[i].key);
      check_refused(text, says);
    }
  }
}
END_TEST

START_TEST(no_numbers) {
  static const char *const values[] = {
      "", "x", "-1", "1 ", "+1", "0x10", "nan", "inf", "1e", "1,5", "99999999999999999999e999", "1.5"};
  for (size_t e = 0; e < TEST_COUNT(backends); e++)
    for (int i = 0; i < backends[e].count; i++)
      for (size_t k = 0; k < TEST_COUNT(values); k++) {
        const char *key = backends[e].number[i].key;
        if (is_real(key) && !strcmp(values[k], "1.5")) continue;
        char text[400], says[80];
        compose(text, sizeof text, e, key, values[k]);
        snprintf(says, sizeof says, ": %s=%s is not", key, values[k]);
        check_refused(text, says);
      }
}
END_TEST

START_TEST(out_of_range) {
  static const struct {
    const char *key, *value;
  } rows[] = {{"cores", "0"},    {"cores", "4097"}, {"vector", "0"}, {"vector", "3"}, {"vector", "12"},
              {"vector", "128"}, {"copy", "0"},     {"copy", "0.5"}, {"flops", "0"}};
  for (size_t e = 0; e < TEST_COUNT(backends); e++)
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
      char text[400];
      compose(text, sizeof text, e, rows[i].key, rows[i].value);
      check_refused(text, "cores, copy and flops must be 1 at least, vector a power of two");
    }
}
END_TEST

START_TEST(other_refusals) {
  char text[500];
  static const char *const heads[] = {
      "",       ":",        "nosuch",        "auto:cores=1", "host=1:cores=2", "hos:cores=2", "HOST:cores=1",
      "laptop", "laptop44", " host:cores=2", "H2000"};
  for (size_t i = 0; i < TEST_COUNT(heads); i++)
    check_refused(heads[i],
                  "a built-in name (laptop4, server32, board1, H200, H100, A100, V100, GTX1080, GTX960, pocl2, clH200)");
  static const struct {
    const char *tail, *says;
  } tails[] = {
      {":speed=1", "unknown field \"speed\""},   {":memory=much", "memory=much is not"}, {":", "empty or overlong field"},
      {"::memory=1", "empty or overlong field"}, {":=", "unknown field \"\""},
  };
  for (size_t i = 0; i < TEST_COUNT(tails); i++) {
    for (size_t e = 0; e < TEST_COUNT(backends); e++) {
      compose(text, sizeof text, e, "", NULL);
      strcat(text, tails[i].tail);
      check_refused(text, tails[i].says);
    }
  }
  check_refused("host", "cores= is missing");
  check_refused("cuda", "cores= is missing");
  memset(text, 'n', sizeof text);
  memcpy(text, "host:name=", 10);
  text[200] = 0;
  check_refused(text, "empty or overlong field");
}
END_TEST

// ------------------------------------------------------------------------------------------------ choosing

// A list of the backends that are built in.
static void list_built_in(char *built, size_t cap) {
  tcf_writer w = {.buf = built, .cap = cap};
  for (int b = TCFFT_BACKEND_HOST; b <= TCFFT_BACKEND_OPENCL; b++)
    if (tcf_backend_for((tcfft_backend)b)) tcf_put(&w, "%s%s", w.len ? ", " : "", tcf_backend_name((tcfft_backend)b));
}

START_TEST(not_built_in) {
  char built[80], says[160];
  list_built_in(built, sizeof built);
  for (int b = TCFFT_BACKEND_HOST; b <= TCFFT_BACKEND_OPENCL; b++) {
    if (tcf_backend_for((tcfft_backend)b)) continue;
    int count = -7;
    tcf_device d;
    snprintf(says, sizeof says, "this build of tcfft has no %s backend (it has: %s)", tcf_backend_name((tcfft_backend)b),
             built);
    ck_assert_int_eq(tcf_devices_count((tcfft_backend)b, &count), TCFFT_ERROR_NO_DEVICE);
    ck_assert_str_eq(tcfft_last_error(), says);
    ck_assert_int_eq(count, -7);
    tcf_fail(TCFFT_ERROR_PARSE, "another");
    ck_assert_int_eq(tcf_device_choose((tcfft_backend)b, NULL, &d), TCFFT_ERROR_NO_DEVICE);
    ck_assert_str_eq(tcfft_last_error(), says);
  }
}
END_TEST

// Some device is always found, and backends without any leave no trace; where no backend has one of that name, each says
// why.
START_TEST(anywhere) {
  tcf_device d;
  for (int i = 0; i < 3; i++) {
    static const char *const texts[] = {NULL, "", "0"};
    tcf_fail(TCFFT_ERROR_PARSE, "what failed before");
    ck_assert_int_eq(tcf_device_choose(TCFFT_BACKEND_AUTO, texts[i], &d), TCFFT_SUCCESS);
    ck_assert_str_eq(tcfft_last_error(), "what failed before");
  }
  ck_assert_int_eq(tcf_device_choose(TCFFT_BACKEND_AUTO, "no such card", &d), TCFFT_ERROR_NO_DEVICE);
  ck_assert_ptr_nonnull(strstr(tcfft_last_error(), "\"no such card\" begins no name of a host device (there is: \""));
  char before[1024], lacks[80];
  snprintf(before, sizeof before, "%s", tcfft_last_error());
  for (int b = TCFFT_BACKEND_CUDA; b <= TCFFT_BACKEND_OPENCL; b++)
    if (!tcf_backend_for((tcfft_backend)b)) {
      snprintf(lacks, sizeof lacks, "this build of tcfft has no %s backend", tcf_backend_name((tcfft_backend)b));
      ck_assert_msg(strstr(before, lacks) != NULL, "\"%s\" lacks \"%s\"", before, lacks);
    } else {
      ck_assert_int_ne(tcf_device_choose((tcfft_backend)b, "no such card", &d), TCFFT_SUCCESS);
      ck_assert_msg(strstr(before, tcfft_last_error()) != NULL, "\"%s\" lacks \"%s\"", before, tcfft_last_error());
    }
}
END_TEST

// An index that no device has, as a number and as a text.
START_TEST(no_such_index) {
  tcf_device d;
  ck_assert_int_eq(tcf_device_query(TCFFT_BACKEND_HOST, 3, &d), TCFFT_ERROR_NO_DEVICE);
  ck_assert_str_eq(tcfft_last_error(), "host device 3: there is one host device, 0");
  ck_assert_int_eq(tcf_device_choose(TCFFT_BACKEND_HOST, "7", &d), TCFFT_ERROR_NO_DEVICE);
  ck_assert_str_eq(tcfft_last_error(), "device = \"7\": there is one host device, 0");
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("device");
  TCase *all = test_case(suite, "device", 60);
  tcase_add_test(all, round_trip);
  tcase_add_test(all, names);
  tcase_add_test(all, any_case);
  tcase_add_test(all, long_name);
  tcase_add_test(all, missing);
  tcase_add_test(all, no_numbers);
  tcase_add_test(all, out_of_range);
  tcase_add_test(all, other_refusals);
  tcase_add_test(all, not_built_in);
  tcase_add_test(all, anywhere);
  tcase_add_test(all, no_such_index);
  return suite;
}
