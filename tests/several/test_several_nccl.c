// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans on devices without peer access to each other, which exchange by NCCL: what is opened and closed, what is queued, and
// what NCCL's failures come to. The results are those of the suites several and several_calls, which run so as well.
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/registry.h"
#include "emulate/device_memory.h"
#include "support.h"

enum { POINTS = 5 * 7 * 3 };

typedef struct counts {
  int live, aborted, groups, messages;
} counts;

// Of the stand-in, which the library has opened by the same name.
static counts counted(void) {
  counts c = {0};
  void *library = dlopen(TEST_FAKE_NCCL, RTLD_NOW | RTLD_LOCAL),
       *symbol = library ? dlsym(library, "fake_nccl_counts") : NULL;
  ck_assert_msg(symbol != NULL, "%s", dlerror());
  void (*ask)(int[4]);
  memcpy(&ask, &symbol, sizeof ask);
  int numbers[4];
  ask(numbers);
  c = (counts){numbers[0], numbers[1], numbers[2], numbers[3]};
  dlclose(library);
  return c;
}

// nccl: the file; fails, in_progress: see fake_nccl.c; NULL: not so.
static void machine(const char *nccl, const char *fails, const char *in_progress) {
  setenv("TCFFT_EMULATE_NO_PEERS", "1,0", 1);
  setenv("TCFFT_NCCL", nccl, 1);
  setenv("FAKE_NCCL_FAILS", fails ? fails : "", 1);
  setenv("FAKE_NCCL_IN_PROGRESS", in_progress ? in_progress : "0", 1);
}

static tcfft_desc describe(const char *text, const char *devices) {
  tcfft_desc d;
  test_desc(&d, text);
  d.devices = devices;
  return d;
}

static void done(const char *what, tcfft_status status) {
  ck_assert_msg(status == TCFFT_SUCCESS, "%s: answers %s: %s", what, tcfft_status_string(status), tcfft_last_error());
}

static void refused(const char *what, tcfft_status status, tcfft_status wanted, const char *says) {
  ck_assert_msg(status == wanted, "%s: answers %s: %s", what, tcfft_status_string(status), tcfft_last_error());
  ck_assert_msg(strstr(tcfft_last_error(), says) != NULL, "%s: \"%s\" does not say \"%s\"", what, tcfft_last_error(), says);
}

static void no_plan(tcfft_status wanted, const char *says) {
  const tcfft_desc d = describe("c2c:5x7x3", "0,1");
  tcfft_plan *plan = NULL;
  refused("planning", tcfft_plan_create(&plan, &d), wanted, says);
  ck_assert_ptr_null(plan);
}

// ------------------------------------------------------------------------------------------------ no NCCL

static const char no_access[] = "emulated device 0 has no peer access to the memory of device 1, and ";

START_TEST(none) {
  machine("", NULL, NULL);
  no_plan(TCFFT_ERROR_UNSUPPORTED, no_access);
  no_plan(TCFFT_ERROR_UNSUPPORTED, "of device 1, and there is no NCCL: TCFFT_NCCL = \"\": none");
}
END_TEST

START_TEST(no_such_file) {
  machine("/nowhere/libnccl.so.2", NULL, NULL);
  no_plan(TCFFT_ERROR_UNSUPPORTED, no_access);
  no_plan(TCFFT_ERROR_UNSUPPORTED, "there is no NCCL: TCFFT_NCCL = \"/nowhere/libnccl.so.2\": /nowhere/libnccl.so.2: ");
}
END_TEST

START_TEST(another_library) {
  machine("libm.so.6", NULL, NULL);
  no_plan(TCFFT_ERROR_UNSUPPORTED, no_access);
  no_plan(TCFFT_ERROR_UNSUPPORTED, "the NCCL (libnccl.so.2) that was found is too old: it has no ncclCommInitAll");
}
END_TEST

// NCCL is for pairs without peer access, and for data that moves.
START_TEST(not_needed) {
  static const struct {
    const char *text, *devices;
  } cases[] = {{"c2c:5x7x3", "2,3"}, {"c2c:5x7x3", "1,2"}, {"c2c:5x7*2", "0,1"}, {"c2c:5x7x3", "0"}};
  machine("", NULL, NULL);
  for (size_t i = 0; i < TEST_COUNT(cases); i++) {
    const tcfft_desc d = describe(cases[i].text, cases[i].devices);
    static char text[1 << 16];
    tcfft_plan *plan = test_plan(&d, cases[i].text);
    done("describing", tcfft_plan_describe(plan, text, sizeof text));
    ck_assert_msg(!strstr(text, ":by=messages"), "%s", text);
    tcfft_plan_destroy(plan);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ what is queued

typedef struct job {
  tcfft_plan *plan;
  void *in[4], *out[4];
} job;

static job new_job(const char *text, const char *devices, tcfft_order order) {
  job j = {0};
  tcfft_desc d = describe(text, devices);
  d.out_order = order;
  j.plan = test_plan(&d, text);
  done("memory", tcfft_dist_alloc(j.plan, TCFFT_SIDE_IN, j.in));
  done("memory", tcfft_dist_alloc(j.plan, TCFFT_SIDE_OUT, j.out));
  return j;
}

static void free_job(job *j) {
  tcfft_dist_free(j->plan, j->in);
  tcfft_dist_free(j->plan, j->out);
  tcfft_plan_destroy(j->plan);
}

// Planning lets all devices send to each other once. Then each exchange is a group for each transform of the batch.
START_TEST(groups) {
  static const struct {
    const char *text, *devices;
    tcfft_order order;
    int count, groups, messages;
  } cases[] = {
      {"c2c:5x7x3", "0,1", TCFFT_ORDER_TRANSPOSED, 2, 1, 2},    {"c2c:5x7x3", "0,1", TCFFT_ORDER_NATURAL, 2, 2, 4},
      {"c2c:5x7*2", "0,1,2", TCFFT_ORDER_TRANSPOSED, 3, 2, 12}, {"c2c:5x7", "2,1,0,3", TCFFT_ORDER_TRANSPOSED, 4, 1, 12},
      {"c2c:2x7", "2,1,0,3", TCFFT_ORDER_TRANSPOSED, 4, 1, 6},  // two devices have no rows
      {"r2c:60", "0,1,2", TCFFT_ORDER_NATURAL, 3, 4, -1}};
  machine(TEST_FAKE_NCCL, NULL, NULL);
  for (size_t i = 0; i < TEST_COUNT(cases); i++) {
    static char text[1 << 16];
    const counts before = counted();
    job j = new_job(cases[i].text, cases[i].devices, cases[i].order);
    const counts planned = counted();
    ck_assert_int_eq(planned.live, cases[i].count);
    ck_assert_int_eq(planned.groups - before.groups, 1);
    ck_assert_int_eq(planned.messages - before.messages, cases[i].count * (cases[i].count - 1));
    done("describing", tcfft_plan_describe(j.plan, text, sizeof text));
    ck_assert_msg(strstr(text, ":by=messages:") != NULL, "%s", text);
    const long calls = tcf_emulated_calls();
    done("executing", tcfft_exec(j.plan, j.in, j.out, TCFFT_FORWARD));
    ck_assert_int_eq(tcf_emulated_calls(), calls);  // nothing was allocated, and nothing waited for
    const counts executed = counted();
    ck_assert_msg(executed.groups - planned.groups == cases[i].groups, "%s: %d groups", cases[i].text,
                  executed.groups - planned.groups);
    if (cases[i].messages >= 0) ck_assert_int_eq(executed.messages - planned.messages, cases[i].messages);
    free_job(&j);
    ck_assert_int_eq(counted().live, 0);
    ck_assert_int_eq(counted().aborted, 0);
  }
}
END_TEST

// A plan is destroyed while the streams of the caller have what it has queued.
START_TEST(closing) {
  const tcf_backend *b = tcf_backend_for(TCFFT_BACKEND_CUDA);
  void *memory[2], *streams[2];
  machine(TEST_FAKE_NCCL, NULL, NULL);
  const tcfft_desc d = describe("c2c:4x6", "1,0");
  tcfft_plan *plan = test_plan(&d, "c2c:4x6");
  for (int i = 0; i < 2; i++) {
    done("memory", b->alloc(1 - i, 2 * 6 * 8, &memory[i]));
    done("a stream", b->peers->new_stream(1 - i, 0, &streams[i]));
  }
  tcfft_exec_info info = TCFFT_EXEC_INFO_INIT;
  info.stream = streams;
  done("executing", tcfft_exec_with(plan, (void *)memory, (void *)memory, TCFFT_FORWARD, &info));
  tcfft_plan_destroy(plan);
  ck_assert_int_eq(counted().live, 0);
  ck_assert_int_eq(counted().aborted, 0);
  for (int i = 0; i < 2; i++) {
    b->peers->free_stream(1 - i, streams[i]);
    b->release(1 - i, memory[i]);
  }
}
END_TEST

static void fill(float *x) {
  test_rng rng = test_rng_fresh(3);
  for (int i = 0; i < 2 * POINTS; i++) x[i] = test_uniform(&rng);
}

// There and back again by communicators that do not block.
START_TEST(in_progress) {
  static float x[2 * POINTS], y[2 * POINTS], back[2 * POINTS];
  machine(TEST_FAKE_NCCL, NULL, "3");
  tcfft_desc d = describe("c2c:5x7x3", "0,1,2");
  d.scale[TCFFT_INVERSE] = 1.0 / POINTS;
  tcfft_plan *plan = test_plan(&d, "c2c:5x7x3");
  fill(x);
  done("forward", tcfft_exec_host(plan, x, y, TCFFT_FORWARD));
  done("inverse", tcfft_exec_host(plan, y, back, TCFFT_INVERSE));
  for (int i = 0; i < 2 * POINTS; i++)
    ck_assert_msg(fabsf(back[i] - x[i]) < 1e-5f, "number %d is %g, not %g", i, (double)back[i], (double)x[i]);
  tcfft_plan_destroy(plan);
  ck_assert_int_eq(counted().live, 0);
}
END_TEST

// ------------------------------------------------------------------------------------------------ what fails

// A plan that was made and freed leaves what the library keeps.
static size_t held_after_a_plan(void) {
  job j = new_job("c2c:5x7x3", "0,1", TCFFT_ORDER_TRANSPOSED);
  free_job(&j);
  return tcf_emulated_memory_held();
}

static const struct {
  const char *fails, *says;
  int aborted;
} while_planning[] = {
    {"ncclCommInitAll", "device 1, and ncclCommInitAll: NCCL answers 2 (unhandled system error): the stand-in was told", 0},
    {"ncclGroupStart", "ncclGroupStart: NCCL answers 2 (unhandled system error): the stand-in was told to fail in ncc", 2},
    {"ncclSend:2", "ncclSend: NCCL answers 2 (unhandled system error): the stand-in was told to fail in ncclSend", 2},
    {"ncclRecv", "ncclRecv: NCCL answers 2 (unhandled system error): the stand-in was told to fail in ncclRecv", 2},
    {"ncclGroupEnd", "ncclGroupEnd: NCCL answers 2 (unhandled system error): the stand-in was told to fail in ncclG", 2},
};

START_TEST(planning_fails) {
  const int i = _i;
  machine(TEST_FAKE_NCCL, NULL, NULL);
  const size_t held = held_after_a_plan();
  machine(TEST_FAKE_NCCL, while_planning[i].fails, NULL);
  no_plan(TCFFT_ERROR_DEVICE, while_planning[i].says);
  ck_assert_int_eq(counted().live, 0);
  ck_assert_int_eq(counted().aborted, while_planning[i].aborted);
  ck_assert_uint_eq(tcf_emulated_memory_held(), held);
  job j = new_job("c2c:5x7x3", "0,1", TCFFT_ORDER_TRANSPOSED);  // and the next one is none the worse
  done("executing", tcfft_exec(j.plan, j.in, j.out, TCFFT_FORWARD));
  free_job(&j);
}
END_TEST

// Calls are counted from the end of planning on, since nothing was told to fail before.
static const struct {
  const char *fails, *says;
} while_executing[] = {
    {"ncclGroupStart", "ncclGroupStart: NCCL answers 2 (unhandled system error): the stand-in was told to fail in ncc"},
    {"ncclSend:2", "ncclSend: NCCL answers 2 (unhandled system error): the stand-in was told to fail in ncclSend"},
    {"ncclRecv", "ncclRecv: NCCL answers 2 (unhandled system error): the stand-in was told to fail in ncclRecv"},
    {"ncclGroupEnd", "ncclGroupEnd: NCCL answers 2 (unhandled system error): the stand-in was told to fail in ncclG"},
    {"ncclCommGetAsyncError:2", "an exchange before this one: NCCL answers 6 (remote process exited): the stand-in"},
};

START_TEST(executing_fails) {
  const int i = _i;
  machine(TEST_FAKE_NCCL, NULL, NULL);
  const size_t held = held_after_a_plan();
  job j = new_job("c2c:5x7x3", "0,1", TCFFT_ORDER_TRANSPOSED);
  machine(TEST_FAKE_NCCL, while_executing[i].fails, NULL);
  refused("executing", tcfft_exec(j.plan, j.in, j.out, TCFFT_FORWARD), TCFFT_ERROR_DEVICE, while_executing[i].says);
  ck_assert_int_eq(counted().live, 0);  // so that nothing on the devices waits for ever
  ck_assert_int_eq(counted().aborted, 2);
  refused("executing again", tcfft_exec(j.plan, j.in, j.out, TCFFT_FORWARD), TCFFT_ERROR_DEVICE,
          "NCCL has failed in an exchange of this plan before");
  free_job(&j);
  ck_assert_int_eq(counted().aborted, 2);
  ck_assert_int_eq(counted().live, 0);
  ck_assert_uint_eq(tcf_emulated_memory_held(), held);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("several_nccl");
  tcase_add_test(test_case(suite, "none", 20), none);
  tcase_add_test(test_case(suite, "no_such_file", 20), no_such_file);
  tcase_add_test(test_case(suite, "another_library", 20), another_library);
  tcase_add_test(test_case(suite, "not_needed", 20), not_needed);
  tcase_add_test(test_case(suite, "groups", 20), groups);
  tcase_add_test(test_case(suite, "closing", 20), closing);
  tcase_add_test(test_case(suite, "in_progress", 20), in_progress);
  tcase_add_loop_test(test_case(suite, "planning_fails", 20), planning_fails, 0, TEST_COUNT(while_planning));
  tcase_add_loop_test(test_case(suite, "executing_fails", 20), executing_fails, 0, TEST_COUNT(while_executing));
  return suite;
}
