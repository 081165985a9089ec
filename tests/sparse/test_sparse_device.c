// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Sparse transforms on CUDA devices, real or emulated, as they are called: batches, streams, workspaces, memory of the host,
// what is refused, and the same tones as on the host.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "on_device.h"
#include "sparse/cuda/sparse_args.h"
#include "sparse/signals.h"

// A batch on the device, with room for its results.
typedef struct batch {
  tcfft_sparse_desc d;
  tcfft_sparse_plan *plan;
  signal *s;
  float *host;  // the signals, NaN between them
  size_t floats;
  void *in, *index, *value, *count, *status;
} batch;

static batch make_batch(test_rng *rng, tcfft_sparse_method method, int64_t n, int64_t k, int signals, int no_fallback) {
  batch b = {.d = desc_of(n, k)};
  b.d.method = method;
  b.d.batch = signals;
  b.d.distance = n + 36;
  b.d.capacity = 2 * k;
  b.d.no_fallback = no_fallback;
  b.floats = 2 * (size_t)((signals - 1) * b.d.distance + n);
  b.host = malloc(b.floats * sizeof *b.host);
  b.s = malloc((size_t)signals * sizeof *b.s);
  for (size_t i = 0; i < b.floats; i++) b.host[i] = NAN;
  for (int i = 0; i < signals; i++) {
    b.s[i] = make_signal(rng, n, k - i, 0, RANDOM, 0, 0);
    memcpy(b.host + 2 * i * b.d.distance, b.s[i].x, (size_t)n * 2 * sizeof *b.host);
  }
  b.plan = plan_of(&b.d);
  b.in = device_new(b.host, b.floats * sizeof *b.host);
  b.index = device_new(NULL, (size_t)(signals * b.d.capacity) * 8);
  b.value = device_new(NULL, (size_t)(signals * b.d.capacity) * 8);
  b.count = device_new(NULL, (size_t)signals * 8);
  b.status = device_new(NULL, (size_t)signals * 4);
  return b;
}

static void free_batch(batch *b) {
  tcfft_sparse_plan_destroy(b->plan);
  void *const memory[] = {b->in, b->index, b->value, b->count, b->status};
  for (size_t i = 0; i < TEST_COUNT(memory); i++) device_free(memory[i]);
  for (int i = 0; i < b->d.batch; i++) free_signal(&b->s[i]);
  free(b->s);
  free(b->host);
}

static tcfft_status execute_batch(const batch *b, const tcfft_exec_info *info) {
  return tcfft_sparse_exec(b->plan, b->in, b->index, b->value, b->count, b->status, info);
}

// All tones of all signals.
static void check_batch(const batch *b, int expected) {
  const size_t results = (size_t)(b->d.batch * b->d.capacity);
  int64_t *index = device_get(b->index, results * 8), *count = device_get(b->count, (size_t)b->d.batch * 8);
  float *value = device_get(b->value, results * 8);
  int32_t *status = device_get(b->status, (size_t)b->d.batch * 4);
  for (int i = 0; i < b->d.batch; i++) {
    const result r = {.capacity = b->d.capacity,
                      .count = count[i],
                      .index = index + i * b->d.capacity,
                      .value = value + 2 * i * b->d.capacity};
    const score c = compare(&b->s[i], &r);
    ck_assert_msg(c.missed + c.invented == 0 && c.mean < 1e-6 && status[i] == expected,
                  "signal %d: %lld missed, %lld invented, error %g, status %d", i, (long long)c.missed,
                  (long long)c.invented, c.mean, status[i]);
  }
  free(index);
  free(count);
  free(value);
  free(status);
}

static const tcfft_sparse_method methods[] = {TCFFT_SPARSE_PEELING, TCFFT_SPARSE_VOTING, TCFFT_SPARSE_VOTING_COMB};

START_TEST(batches) {
  test_rng rng = test_rng_fresh(300);
  batch b = make_batch(&rng, methods[_i], 65536, 30, _i ? 2 : 5, 1);
  for (int again = 0; again < 2; again++) {
    device_succeeds(execute_batch(&b, NULL), "a batch");
    device_sync(NULL);
    check_batch(&b, TCFFT_SPARSE_VERIFIED);
  }
  float *after = device_get(b.in, b.floats * sizeof *after);
  ck_assert(!memcmp(after, b.host, b.floats * sizeof *after));
  free(after);
  free_batch(&b);
}
END_TEST

// An execution leaves the counters by which blocks wait for each other, at the workspace's beginning, as the next one
// expects them, whether all blocks look first, or a cluster, and whether signals are left to be peeled.
START_TEST(at_rest) {
  test_rng rng = test_rng_fresh(305);
  const int64_t tones[] = {20, 150, 400};
  for (size_t t = 0; t < TEST_COUNT(tones); t++) {
    batch b = make_batch(&rng, TCFFT_SPARSE_PEELING, 1 << 18, tones[t], 1, 1);
    tcfft_exec_info info = TCFFT_EXEC_INFO_INIT;
    info.workspace_bytes = tcfft_sparse_workspace_size(b.plan);
    info.workspace = device_new(NULL, info.workspace_bytes);
    device_succeeds(execute_batch(&b, &info), "an execution");
    device_sync(NULL);
    check_batch(&b, TCFFT_SPARSE_VERIFIED);
    uint32_t *counter = device_get(info.workspace, TCF_BARRIER_WORDS * sizeof *counter);
    for (int i = 0; i < TCF_BARRIER_WORDS; i++)
      ck_assert_msg(!counter[i], "%d tones: counter %d is %u", (int)tones[t], i, (unsigned)counter[i]);
    free(counter);
    device_free(info.workspace);
    free_batch(&b);
  }
}
END_TEST

// The caller's workspace need not have been anything before. Two executions on a stream follow each other.
START_TEST(workspaces) {
  test_rng rng = test_rng_fresh(310);
  batch b = make_batch(&rng, methods[_i], 65536, 20, 2, 1);
  tcf_channel *lane = device_stream();
  const size_t bytes = tcfft_sparse_workspace_size(b.plan);
  void *work = device_new(NULL, bytes + 64);
  tcfft_exec_info info = TCFFT_EXEC_INFO_INIT;
  info.workspace = work;
  info.workspace_bytes = bytes;
  info.stream = lane->stream;
  for (int again = 0; again < 2; again++) device_succeeds(execute_batch(&b, &info), "with a workspace");
  device_sync(lane->stream);
  check_batch(&b, TCFFT_SPARSE_VERIFIED);
  info.workspace_bytes = bytes - 1;
  device_refuses(execute_batch(&b, &info), TCFFT_ERROR_WORKSPACE, "are needed");
  info.workspace_bytes = bytes;
  info.workspace = (char *)work + 4;
  device_refuses(execute_batch(&b, &info), TCFFT_ERROR_WORKSPACE, "aligned");
  info.workspace = NULL;
  device_refuses(execute_batch(&b, &info), TCFFT_ERROR_WORKSPACE, "bring their workspace");
  info.stream = NULL;
  info.workspace = b.host;
  device_refuses(execute_batch(&b, &info), (uintptr_t)b.host % 64 ? TCFFT_ERROR_WORKSPACE : TCFFT_ERROR_INVALID_ARGUMENT,
                 "info->workspace");
  on_device()->give_channel(ON_DEVICE, lane);
  device_free(work);
  free_batch(&b);
}
END_TEST

// The whole transform takes the memory of the search, which the next execution finds as it needs it.
START_TEST(fallback) {
  test_rng rng = test_rng_fresh(315);
  batch b = make_batch(&rng, methods[_i], 65536, 20, 1, 0);
  float *noise = malloc(b.floats * sizeof *noise);
  int64_t *index = NULL;
  for (int again = 0; again < 3; again++) {
    for (size_t i = 0; i < b.floats; i++) noise[i] = test_uniform(&rng);
    device_succeeds(on_device()->copy_in(ON_DEVICE, b.in, noise, b.floats * sizeof *noise), "noise");
    device_succeeds(execute_batch(&b, NULL), "noise");
    device_sync(NULL);
    int32_t *status = device_get(b.status, sizeof *status);
    int64_t *count = device_get(b.count, sizeof *count);
    ck_assert_int_eq(*status, TCFFT_SPARSE_DENSE);
    ck_assert_int_eq(*count, b.d.k);
    free(index);
    index = device_get(b.index, (size_t)b.d.capacity * sizeof *index);
    for (int64_t i = 1; i < *count; i++) ck_assert_int_gt(index[i], index[i - 1]);
    free(status);
    free(count);
    memset(index, 0xfe, (size_t)b.d.capacity * sizeof *index);
    device_succeeds(on_device()->copy_in(ON_DEVICE, b.index, index, (size_t)b.d.capacity * sizeof *index), "poison");
    device_succeeds(on_device()->copy_in(ON_DEVICE, b.in, b.host, b.floats * sizeof *b.host), "tones");
    device_succeeds(execute_batch(&b, NULL), "tones");
    device_sync(NULL);
    check_batch(&b, TCFFT_SPARSE_VERIFIED);
  }
  free(index);
  free(noise);
  free_batch(&b);
}
END_TEST

// Where the whole transform is predicted to take less time, and may be used, it is what auto plans.
START_TEST(choice) {
  const struct {
    int64_t n, k;
    int no_fallback, dense;
    tcfft_sparse_method method;
  } cases[] = {{1 << 14, 50, 0, 1, TCFFT_SPARSE_AUTO},
               {1 << 14, 50, 1, 0, TCFFT_SPARSE_AUTO},
               {1 << 25, 50, 0, 0, TCFFT_SPARSE_AUTO},
               {1 << 25, 50, 0, 1, TCFFT_SPARSE_WHOLE}};
  for (size_t i = 0; i < TEST_COUNT(cases); i++) {
    tcfft_sparse_desc d = desc_of(cases[i].n, cases[i].k);
    char text[2048];
    d.method = cases[i].method;
    d.no_fallback = cases[i].no_fallback;
    tcfft_sparse_plan *plan = plan_of(&d);
    ck_assert_int_eq(tcfft_sparse_plan_describe(plan, text, sizeof text), TCFFT_SUCCESS);
    ck_assert_msg((strstr(text, "attempt:") == NULL) == cases[i].dense, "%s", text);
    tcfft_sparse_plan_destroy(plan);
  }
}
END_TEST

START_TEST(refused) {
  test_rng rng = test_rng_fresh(320);
  batch b = make_batch(&rng, TCFFT_SPARSE_PEELING, 4096, 5, 1, 1);
  int64_t here = 0;
  const tcfft_status bad = TCFFT_ERROR_INVALID_ARGUMENT;
  device_refuses(tcfft_sparse_exec(b.plan, b.host, b.index, b.value, b.count, b.status, NULL), bad, "in =");
  device_refuses(tcfft_sparse_exec(b.plan, b.in, b.index, b.value, &here, b.status, NULL), bad, "count =");
  device_refuses(tcfft_sparse_exec(b.plan, (char *)b.in + 4, b.index, b.value, b.count, b.status, NULL), bad, "8 bytes");
  device_refuses(tcfft_sparse_exec(b.plan, b.in, (int64_t *)b.in, b.value, b.count, b.status, NULL), TCFFT_ERROR_OVERLAP,
                 "index =");
  free_batch(&b);
}
END_TEST

// Memory of the host, through a device's plan.
START_TEST(from_host) {
  test_rng rng = test_rng_fresh(330);
  batch b = make_batch(&rng, TCFFT_SPARSE_PEELING, 65536, 25, 2, 1);
  enum { RESULTS = 2 * 50 };
  int64_t index[RESULTS], count[2];
  float value[2 * RESULTS];
  int32_t status[2];
  ck_assert_int_eq(tcfft_sparse_exec_host(b.plan, b.host, index, value, count, status), TCFFT_SUCCESS);
  for (int i = 0; i < 2; i++) {
    const result r = {.capacity = 50, .count = count[i], .index = index + 50 * i, .value = value + 100 * i};
    const score c = compare(&b.s[i], &r);
    ck_assert_int_eq(c.missed + c.invented, 0);
    ck_assert_int_eq(status[i], TCFFT_SPARSE_VERIFIED);
  }
  free_batch(&b);
}
END_TEST

// A bin of the comb keeps frequencies enough for its values to tell its tones: of 16 they tell two, and what a third one
// leaves passed for another tone.
START_TEST(large_bins) {
  const struct { int64_t n, k, bins; } combs[] = {{1 << 18, 300, 4096}, {1 << 20, 50, 4096}, {1 << 27, 50, 16384}};
  for (size_t i = 0; i < TEST_COUNT(combs); i++) {
    char text[1000], line[60];
    const tcfft_sparse_desc d = desc_of(combs[i].n, combs[i].k);
    tcfft_sparse_plan *plan = plan_of(&d);
    ck_assert_int_eq(tcfft_sparse_plan_describe(plan, text, sizeof text), TCFFT_SUCCESS);
    snprintf(line, sizeof line, "attempt:comb=%d:", (int)combs[i].bins);
    const char *first = strstr(text, "attempt:");
    ck_assert_msg(first && !strncmp(first, line, strlen(line)), "%s does not begin with %s", text, line);
    tcfft_sparse_plan_destroy(plan);
  }
}
END_TEST

// Host and device find the same tones also where k is given too small, if both say that they did.
START_TEST(as_on_host) {
  test_rng rng = test_rng_fresh(340);
  signal s = make_signal(&rng, 1 << 18, 300, 0, LATTICE, 40, 1e6);
  for (int64_t k = 75; k <= 600; k *= 2) {
    tcfft_sparse_desc d = desc_of(s.n, k);
    d.capacity = 1200;
    result there = run(&d, s.x), here = make_result(d.capacity);
    d.backend = TCFFT_BACKEND_HOST;
    tcfft_sparse_plan *plan = plan_of(&d);
    ck_assert_int_eq(tcfft_sparse_exec(plan, s.x, here.index, here.value, &here.count, &here.status, NULL), TCFFT_SUCCESS);
    tcfft_sparse_plan_destroy(plan);
    if (here.status == TCFFT_SPARSE_VERIFIED && there.status == TCFFT_SPARSE_VERIFIED) {
      ck_assert_int_eq(here.count, there.count);
      ck_assert(!memcmp(here.index, there.index, (size_t)here.count * sizeof *here.index));
      for (int64_t i = 0; i < 2 * here.count; i++)
        ck_assert_double_eq_tol(here.value[i] / (double)s.n, there.value[i] / (double)s.n, 1e-3);
    }
    free_result(&here);
    free_result(&there);
  }
  free_signal(&s);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("sparse_device");
  tcase_add_loop_test(test_case(suite, "batches", 100), batches, 0, TEST_COUNT(methods));
  tcase_add_test(test_case(suite, "at_rest", 100), at_rest);
  tcase_add_loop_test(test_case(suite, "workspaces", 100), workspaces, 0, TEST_COUNT(methods));
  tcase_add_loop_test(test_case(suite, "fallback", 100), fallback, 0, TEST_COUNT(methods));
  tcase_add_test(test_case(suite, "choice", 100), choice);
  tcase_add_test(test_case(suite, "refused", 100), refused);
  tcase_add_test(test_case(suite, "from_host", 100), from_host);
  tcase_add_test(test_case(suite, "large_bins", 100), large_bins);
  tcase_add_test(test_case(suite, "as_on_host", 100), as_on_host);
  return suite;
}
