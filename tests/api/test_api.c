// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The public functions where they succeed, workspaces, and the error text's life.
#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static void succeeds(const char *what, tcfft_status status) {
  ck_assert_msg(status == TCFFT_SUCCESS, "%s answers %s: %s", what, tcfft_status_string(status), tcfft_last_error());
}

// ------------------------------------------------------------------------------------------------ status, version

START_TEST(status_texts) {
#define ROW(number, name, text)        \
  ck_assert_int_eq((int)name, number); \
  ck_assert_str_eq(tcfft_status_string(name), text);
  TCFFT_STATUS_LIST(ROW)
#undef ROW
  ck_assert_str_eq(tcfft_status_string((tcfft_status)9999), "unknown status");
  ck_assert_str_eq(tcfft_status_string((tcfft_status)-1), "unknown status");
  ck_assert_int_eq(tcfft_version(), TCFFT_VERSION);
}
END_TEST

static void *fail_elsewhere(void *text) {
  tcfft_desc d = TCFFT_DESC_INIT;
  const int fresh = tcfft_last_error()[0] == 0 && tcfft_last_text_size() == 0;
  tcfft_desc_parse(&d, "another:thread");
  strncpy(text, tcfft_last_error(), 199);
  return fresh ? text : NULL;
}

START_TEST(last_error) {
  ck_assert_str_eq(tcfft_last_error(), "");
  tcfft_desc d = TCFFT_DESC_INIT;
  ck_assert_int_eq(tcfft_desc_parse(&d, "first:8"), TCFFT_ERROR_PARSE);
  char kept[200] = "", elsewhere[200] = "";
  strncpy(kept, tcfft_last_error(), sizeof kept - 1);
  ck_assert_ptr_nonnull(strstr(kept, "first:8"));
  ck_assert_int_eq(tcfft_desc_parse(&d, "c2c:8"), TCFFT_SUCCESS);
  ck_assert_str_eq(tcfft_last_error(), kept);

  pthread_t thread;
  void *fresh = NULL;
  ck_assert_int_eq(pthread_create(&thread, NULL, fail_elsewhere, elsewhere), 0);
  pthread_join(thread, &fresh);
  ck_assert_msg(fresh != NULL, "a thread that never failed or wrote has a text");
  ck_assert_ptr_nonnull(strstr(elsewhere, "another:thread"));
  ck_assert_str_eq(tcfft_last_error(), kept);
}
END_TEST

// ------------------------------------------------------------------------------------------------ problems as text

START_TEST(parse_sets) {
  tcfft_desc d = {.size = sizeof d,
                  .backend = TCFFT_BACKEND_HOST,
                  .device = "0",
                  .effort = TCFFT_EFFORT_MEASURE,
                  .scale = {2, 3},
                  .workspace = TCFFT_WORKSPACE_CALLER,
                  .threads = 3,
                  .compile = TCFFT_COMPILE_BACKGROUND,
                  .in_stride = {9, 9, 9},
                  .placement = TCFFT_IN_PLACE};
  const char *device = d.device;
  succeeds("parsing", tcfft_desc_parse(&d, "r2c:30x40*7:is=80,2:os=1,30:id=2400:od=700:tensor:paper:tol=1e-3"));
  ck_assert_int_eq(d.kind, TCFFT_R2C);
  ck_assert_int_eq(d.rank, 2);
  ck_assert_int_eq(d.n[0], 30);
  ck_assert_int_eq(d.n[1], 40);
  ck_assert_int_eq(d.batch, 7);
  ck_assert_int_eq(d.in_stride[0], 80);
  ck_assert_int_eq(d.in_stride[1], 2);
  ck_assert_int_eq(d.in_stride[2], 0);
  ck_assert_int_eq(d.out_stride[0], 1);
  ck_assert_int_eq(d.out_stride[1], 30);
  ck_assert_int_eq(d.in_distance, 2400);
  ck_assert_int_eq(d.out_distance, 700);
  ck_assert_int_eq(d.placement, TCFFT_OUT_OF_PLACE);
  ck_assert_int_eq(d.algorithm, TCFFT_ALGORITHM_TENSOR);
  ck_assert_int_eq(d.split, TCFFT_SPLIT_PAPER);
  ck_assert_double_eq(d.tolerance, 1e-3);
  // What a text does not speak of keeps its value.
  ck_assert_uint_eq(d.size, sizeof d);
  ck_assert_int_eq(d.backend, TCFFT_BACKEND_HOST);
  ck_assert_ptr_eq(d.device, device);
  ck_assert_int_eq(d.effort, TCFFT_EFFORT_MEASURE);
  ck_assert_double_eq(d.scale[0], 2);
  ck_assert_double_eq(d.scale[1], 3);
  ck_assert_int_eq(d.workspace, TCFFT_WORKSPACE_CALLER);
  ck_assert_int_eq(d.threads, 3);
  ck_assert_int_eq(d.compile, TCFFT_COMPILE_BACKGROUND);
}
END_TEST

// The problem that a plan prints parses to the same plan, and prints the same again.
START_TEST(problem_round_trip) {
  static const char *const texts[] = {"c2c:64",
                                      "r2c:30x40*7",
                                      "c2r:1000*3:inplace",
                                      "dct3:5x6x7x8",
                                      "c2c:60*4:inplace:is=4:os=4:id=1:od=1",
                                      "r2c:30*7:is=2:id=64",
                                      "c2c:256:tensor",
                                      "c2c:1024*4:classic",
                                      "c2c:256:tensor:half1:tol=0.001"};
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    tcfft_desc d;
    test_desc(&d, texts[i]);
    tcfft_plan *plan = test_plan(&d, texts[i]);
    char printed[500], again[500];
    succeeds(texts[i], tcfft_plan_problem(plan, printed, sizeof printed));
    tcfft_plan_destroy(plan);
    test_desc(&d, printed);
    plan = test_plan(&d, printed);
    succeeds(printed, tcfft_plan_problem(plan, again, sizeof again));
    tcfft_plan_destroy(plan);
    ck_assert_str_eq(printed, again);
    ck_assert_msg(strncmp(printed, texts[i], strcspn(texts[i], "*:") + 1) == 0, "%s prints as %s", texts[i], printed);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ texts into buffers

// Every capacity: success or BUFFER_TOO_SMALL, terminated, a prefix of the whole, nothing behind the capacity.
static void check_text(const char *what, tcfft_status (*print)(void *, char *, size_t), void *subject) {
  ck_assert_int_eq(print(subject, NULL, 0), TCFFT_ERROR_BUFFER_TOO_SMALL);
  const size_t bytes = tcfft_last_text_size();
  char *whole = malloc(bytes), *part = malloc(bytes + 1);
  succeeds(what, print(subject, whole, bytes));
  const size_t length = strlen(whole);
  ck_assert_uint_eq(length + 1, bytes);
  ck_assert_msg(length > 0, "%s is empty", what);
  for (size_t cap = 1; cap <= length + 1; cap += cap + 8 < length ? length / 9 + 1 : 1) {
    memset(part, '#', bytes + 1);
    const tcfft_status status = print(subject, part, cap);
    ck_assert_uint_eq(tcfft_last_text_size(), bytes);
    ck_assert_msg(status == (cap <= length ? TCFFT_ERROR_BUFFER_TOO_SMALL : TCFFT_SUCCESS), "%s into %zu of %zu bytes: %s",
                  what, cap, length + 1, tcfft_status_string(status));
    ck_assert_uint_eq(strlen(part), cap - 1);
    ck_assert_int_eq(memcmp(part, whole, cap - 1), 0);
    ck_assert_int_eq(part[cap], '#');
    char needed[30];
    snprintf(needed, sizeof needed, "%zu", length + 1);
    ck_assert_msg(cap > length || strstr(tcfft_last_error(), needed), "%s: \"%s\" does not say %s", what, tcfft_last_error(),
                  needed);
  }
  part[0] = '#';
  ck_assert_int_eq(print(subject, part, 0), TCFFT_ERROR_BUFFER_TOO_SMALL);
  ck_assert_int_eq(part[0], '#');
  free(whole);
  free(part);
}

static tcfft_status print_plan(void *plan, char *buf, size_t cap) { return tcfft_plan_describe(plan, buf, cap); }
static tcfft_status print_problem(void *plan, char *buf, size_t cap) { return tcfft_plan_problem(plan, buf, cap); }

static tcfft_status print_device(void *unused, char *buf, size_t cap) {
  (void)unused;
  return tcfft_device_describe(TCFFT_BACKEND_HOST, 0, buf, cap);
}

static char host_device[4096];

static tcfft_status explain(void *d, char *buf, size_t cap) { return tcfft_plan_explain(d, host_device, buf, cap); }

START_TEST(printed_texts) {
  static const char *const problems[] = {"c2c:64",           "c2c:1048576", "c2c:65521*4",    "r2c:100x101x30*7",
                                         "c2r:1009:inplace", "dct4:12x13",  "c2c:256:tensor", "c2c:3x4x5x6:is=600,100,12,2"};
  check_text("device", print_device, NULL);
  succeeds("device", tcfft_device_describe(TCFFT_BACKEND_HOST, 0, host_device, sizeof host_device));
  for (size_t i = 0; i < TEST_COUNT(problems); i++) {
    tcfft_desc d;
    test_desc(&d, problems[i]);
    tcfft_plan *plan = test_plan(&d, problems[i]);
    check_text("plan", print_plan, plan);
    check_text("problem", print_problem, plan);
    check_text("explanation", explain, &d);
    char problem[500], plan_text[4096];
    succeeds("problem", tcfft_plan_problem(plan, problem, sizeof problem));
    succeeds("describe", tcfft_plan_describe(plan, plan_text, sizeof plan_text));
    ck_assert_msg(strstr(plan_text, problem) != NULL, "the description does not begin with the problem %s:\n%s", problem,
                  plan_text);
    ck_assert(tcfft_plan_error_bound(plan) > 0 && tcfft_plan_error_bound(plan) < 1e-5);
    ck_assert(tcfft_plan_predicted_time(plan) > 0 && tcfft_plan_predicted_time(plan) < 10);
    tcfft_plan_destroy(plan);
  }
}
END_TEST

static tcfft_status explain_v100(void *d, char *buf, size_t cap) { return tcfft_plan_explain(d, "V100", buf, cap); }

// Three long convolutions take many launches, each with a line of its own.
START_TEST(long_texts) {
  tcfft_desc d;
  test_desc(&d, "dct1:67867967x46349x16381*3");
  d.backend = TCFFT_BACKEND_CUDA;
  check_text("explanation", explain_v100, &d);
  ck_assert_uint_gt(tcfft_last_text_size(), 4096);
}
END_TEST

// ------------------------------------------------------------------------------------------------ longest axes

// The header's longest axes are planned, and what is longer is refused by the number that it exceeds.
START_TEST(longest) {
  static const struct {
    const char *device, *fits, *longer, *says;
  } rows[] = {
      {"server32", "c2c:17179869184", "c2c:17179869185", " 17179869184"},
      {"server32", "r2c:34359738368", "r2c:34359738370", " 17179869184"},
      {"laptop4", "dct1:17179869185", "dct1:17179869186", " 17179869184"},
      {"laptop4", "c2c:8589934583", "c2c:8589934609", " 8589934592 at most"},  // primes
      {"H200", "c2c:2147483648", "c2c:2147483649", " 2147483648"},
      {"H200", "c2c:2147483648", "c2c:17179869184", "no kernel of any algorithm on H200 transforms length 17179869184"},
      {"H200", "c2c:2147483648:classic", "c2c:17179869184:classic", "no kernel of the classic algorithm on H200"},
      {"H200", "c2c:2147483648:tensor", "c2c:17179869184:tensor", "no kernel of the tensor algorithm by split2 on H200"},
      {"H200", "dct2:4294967296", "dct2:4294967298", " 2147483648"},
      {"V100", "c2c:1073741789", "c2c:1073741827", " 1073741824 at most"},  // primes
      {"GTX960", "r2c:4294967296", "r2c:2147483659", " 2147483648"},
      {"GTX960", "c2c:1073741789", "c2c:3x1073741827", "1073741827 (axis 1): "},
      {"clH200", "dct1:2147483649", "dct1:2147483650", " 2147483648"},
      {"pocl2", "c2c:1073741789", "c2c:2147483647:classic", " 1073741824 at most"},
  };
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    char text[8192];
    tcfft_desc d;
    test_desc(&d, rows[i].fits);
    d.backend = TCFFT_BACKEND_AUTO;
    succeeds(rows[i].fits, tcfft_plan_explain(&d, rows[i].device, text, sizeof text));
    test_desc(&d, rows[i].longer);
    d.backend = TCFFT_BACKEND_AUTO;
    ck_assert_int_eq(tcfft_plan_explain(&d, rows[i].device, text, sizeof text), TCFFT_ERROR_UNSUPPORTED);
    ck_assert_msg(strstr(tcfft_last_error(), rows[i].says) && strstr(tcfft_last_error(), rows[i].device),
                  "%s on %s: \"%s\" does not say \"%s\"", rows[i].longer, rows[i].device, tcfft_last_error(), rows[i].says);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ convenience

static void check_same_as(tcfft_plan *plan, const char *text) {
  char printed[500];
  succeeds(text, tcfft_plan_problem(plan, printed, sizeof printed));
  ck_assert_str_eq(printed, text);
  tcfft_plan_destroy(plan);
}

START_TEST(convenience) {
  tcfft_plan *plan = NULL;
  succeeds("1d", tcfft_plan_1d(&plan, TCFFT_R2C, 100, 3));
  check_same_as(plan, "r2c:100*3");
  succeeds("2d", tcfft_plan_2d(&plan, TCFFT_C2C, 12, 34, 1));
  check_same_as(plan, "c2c:12x34");
  succeeds("3d", tcfft_plan_3d(&plan, TCFFT_DCT2, 3, 4, 5, 6));
  check_same_as(plan, "dct2:3x4x5*6");
  const int64_t n[] = {12, 34}, in_stride[] = {40, 1}, out_stride[] = {1, 12};
  succeeds("many packed", tcfft_plan_many(&plan, TCFFT_C2C, 2, n, 7, NULL, 0, NULL, 0));
  check_same_as(plan, "c2c:12x34*7");
  succeeds("many", tcfft_plan_many(&plan, TCFFT_C2C, 2, n, 7, in_stride, 500, out_stride, 410));
  check_same_as(plan, "c2c:12x34*7:is=40,1:os=1,12:id=500:od=410");
}
END_TEST

// ------------------------------------------------------------------------------------------------ devices, good sizes

START_TEST(devices) {
  int count = 0, all = 0;
  succeeds("count", tcfft_device_count(TCFFT_BACKEND_HOST, &count));
  succeeds("count of all", tcfft_device_count(TCFFT_BACKEND_AUTO, &all));
  ck_assert_int_eq(count, 1);
  ck_assert_int_ge(all, count);
  tcfft_device_info info = {.size = sizeof info};
  succeeds("get", tcfft_device_get(TCFFT_BACKEND_HOST, 0, &info));
  ck_assert_int_eq(info.backend, TCFFT_BACKEND_HOST);
  ck_assert_int_eq(info.index, 0);
  ck_assert_int_ge(info.cores, 1);
  ck_assert(info.name[0] && memchr(info.name, 0, sizeof info.name));
  ck_assert_uint_eq(info.size, sizeof info);
  ck_assert_int_eq(tcfft_device_get(TCFFT_BACKEND_HOST, 1, &info), TCFFT_ERROR_NO_DEVICE);
  ck_assert_int_eq(tcfft_device_get(TCFFT_BACKEND_HOST, -1, &info), TCFFT_ERROR_NO_DEVICE);
  info.size = 3;
  ck_assert_int_eq(tcfft_device_get(TCFFT_BACKEND_HOST, 0, &info), TCFFT_ERROR_INVALID_ARGUMENT);
  ck_assert_ptr_nonnull(strstr(tcfft_last_error(), "size"));
  ck_assert_int_eq(tcfft_device_count((tcfft_backend)9, &count), TCFFT_ERROR_INVALID_ARGUMENT);

  // By index, by the whole name, by a part from its start.
  info.size = sizeof info;
  char prefix[5];
  snprintf(prefix, sizeof prefix, "%.4s", info.name);
  const char *const names[] = {"0", info.name, prefix};
  for (size_t i = 0; i < TEST_COUNT(names); i++) {
    tcfft_desc d;
    test_desc(&d, "c2c:64");
    d.device = names[i];
    tcfft_plan_destroy(test_plan(&d, names[i]));
  }
}
END_TEST

START_TEST(good_sizes) {
  static const int64_t sizes[] = {1, 2, 3, 16, 17, 97, 127, 1009, 1021, 4095, 4097, 65521, 131071, 1000003, 16777213};
  for (int kind = TCFFT_C2C; kind <= TCFFT_DCT4; kind++) {
    for (size_t i = kind == TCFFT_DCT1; i < TEST_COUNT(sizes); i++) {
      int64_t good = 0, again = 0;
      succeeds("good_size", tcfft_good_size(&good, sizes[i], (tcfft_kind)kind, TCFFT_BACKEND_HOST, NULL));
      ck_assert_int_ge(good, sizes[i]);
      ck_assert_int_le(good, 2 * sizes[i] + 1);
      succeeds("good_size", tcfft_good_size(&again, good, (tcfft_kind)kind, TCFFT_BACKEND_HOST, NULL));
      ck_assert_msg(again == good, "%lld is good for %lld, but %lld for itself", (long long)good, (long long)sizes[i],
                    (long long)again);
    }
  }
  int64_t good = -5;
  ck_assert_int_eq(tcfft_good_size(&good, 0, TCFFT_C2C, TCFFT_BACKEND_HOST, NULL), TCFFT_ERROR_INVALID_SIZE);
  ck_assert_int_eq(tcfft_good_size(&good, -1, TCFFT_C2C, TCFFT_BACKEND_HOST, NULL), TCFFT_ERROR_INVALID_SIZE);
  const tcfft_status most = tcfft_good_size(&good, INT64_MAX, TCFFT_C2C, TCFFT_BACKEND_HOST, NULL);
  ck_assert(most == TCFFT_ERROR_OVERFLOW || most == TCFFT_ERROR_INVALID_SIZE);
  ck_assert_int_eq(tcfft_good_size(&good, 8, (tcfft_kind)99, TCFFT_BACKEND_HOST, NULL), TCFFT_ERROR_INVALID_ARGUMENT);
  ck_assert_int_eq(tcfft_good_size(&good, 8, TCFFT_C2C, TCFFT_BACKEND_HOST, "nosuchdevice"), TCFFT_ERROR_NO_DEVICE);
  ck_assert_int_eq(good, -5);
}
END_TEST

// A planner's choice by measurement is as right as one by prediction.
START_TEST(measured) {
  static const char *const texts[] = {"c2c:1000*5", "c2c:1009*2", "r2c:4096", "c2c:64x48"};
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    tcfft_desc d;
    test_desc(&d, texts[i]);
    d.effort = TCFFT_EFFORT_MEASURE;
    const test_errors r = test_run(&d, texts[i], TCFFT_FORWARD, 1);
    ck_assert_msg(r.l2 <= test_gate_l2(&d) && r.worst <= test_gate_worst(&d), "%s: errors %.3g, %.3g", texts[i], r.l2,
                  r.worst);
  }
}
END_TEST

// exec_host is exec where the backend's memory is the host's.
START_TEST(exec_host) {
  tcfft_desc d;
  test_desc(&d, "c2c:1000*3");
  tcfft_plan *plan = test_plan(&d, "c2c:1000*3");
  test_buffer in = test_buffer_new(6000, 0), a = test_buffer_new(6000, 0), b = test_buffer_new(6000, 0);
  test_rng rng = test_rng_fixed(5);
  for (int i = 0; i < 6000; i++) in.data[i] = test_uniform(&rng);
  succeeds("exec", tcfft_exec(plan, in.data, a.data, TCFFT_INVERSE));
  succeeds("exec_host", tcfft_exec_host(plan, in.data, b.data, TCFFT_INVERSE));
  ck_assert_int_eq(memcmp(a.block, b.block, (size_t)a.total * sizeof(float)), 0);
  tcfft_plan_destroy(plan);
  test_buffer_free(&in);
  test_buffer_free(&a);
  test_buffer_free(&b);
}
END_TEST

// A real FP32 number and a complex FP16 one have 4 bytes each, which makes a side of the one none of the other.
START_TEST(same_bytes) {
  static const char *const texts[] = {"r2c:100*4:out=f16:id=51:od=51", "c2r:100*4:in=f16:id=51:od=100"};
  static float data[400];
  for (size_t i = 0; i < 2; i++) {
    tcfft_desc d = TCFFT_DESC_INIT;
    tcfft_plan *plan = NULL;
    ck_assert_msg(tcfft_desc_parse(&d, texts[i]) == TCFFT_SUCCESS, "%s", tcfft_last_error());
    d.backend = TCFFT_BACKEND_HOST;
    ck_assert_msg(tcfft_plan_create(&plan, &d) == TCFFT_SUCCESS, "%s", tcfft_last_error());
    ck_assert_int_eq(tcfft_exec(plan, data, data, TCFFT_FORWARD), TCFFT_ERROR_OVERLAP);
    tcfft_plan_destroy(plan);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("api");
  TCase *all = test_case(suite, "api", 60);
  tcase_add_test(all, status_texts);
  tcase_add_test(all, last_error);
  tcase_add_test(all, parse_sets);
  tcase_add_test(all, problem_round_trip);
  tcase_add_test(all, printed_texts);
  tcase_add_test(all, long_texts);
  tcase_add_test(all, longest);
  tcase_add_test(all, convenience);
  tcase_add_test(all, devices);
  tcase_add_test(all, good_sizes);
  tcase_add_test(all, measured);
  tcase_add_test(all, exec_host);
  tcase_add_test(all, same_bytes);
  return suite;
}
