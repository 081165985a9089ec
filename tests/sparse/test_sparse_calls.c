// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How sparse transforms are called: batches, workspaces, threads, and what is refused.
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "sparse/signals.h"

// ------------------------------------------------------------------------------------------------ calls

// Signals of a batch lie apart, each has its own results, the input stays, and a second execution gives the same.
START_TEST(batches) {
  enum { BATCH = 3, N = 65536, K = 20, CAPACITY = 30, DISTANCE = N + 37 };
  test_rng rng = test_rng_fresh(90);
  tcfft_sparse_desc d = desc_of(N, K);
  d.batch = BATCH;
  d.distance = DISTANCE;
  d.capacity = CAPACITY;
  const size_t floats = 2 * (size_t)(2 * DISTANCE + N);
  float *x = malloc(floats * sizeof *x), *copy = malloc(floats * sizeof *x);
  for (size_t i = 0; i < floats; i++) x[i] = NAN;
  signal s[BATCH];
  for (int b = 0; b < BATCH; b++) {
    s[b] = make_signal(&rng, N, K - b, 0, RANDOM, 0, 0);
    memcpy(x + 2 * b * DISTANCE, s[b].x, 2 * N * sizeof *x);
  }
  memcpy(copy, x, floats * sizeof *x);
  tcfft_sparse_plan *plan = plan_of(&d);
  void *workspace = aligned_alloc(64, (tcfft_sparse_workspace_size(plan) + 63) / 64 * 64);
  result first = make_result(BATCH * CAPACITY), again = make_result(BATCH * CAPACITY);
  int64_t count[2][BATCH];
  int32_t status[2][BATCH];
  ck_assert_int_eq(tcfft_sparse_exec(plan, x, first.index, first.value, count[0], status[0], NULL), TCFFT_SUCCESS);
  tcfft_exec_info info = TCFFT_EXEC_INFO_INIT;
  info.workspace = workspace;
  info.workspace_bytes = tcfft_sparse_workspace_size(plan);
  ck_assert_int_eq(tcfft_sparse_exec(plan, x, again.index, again.value, count[1], status[1], &info), TCFFT_SUCCESS);
  for (int b = 0; b < BATCH; b++) {
    const result r = {.capacity = CAPACITY,
                      .count = count[0][b],
                      .index = first.index + b * CAPACITY,
                      .value = first.value + 2 * b * CAPACITY};
    const score c = compare(&s[b], &r);
    ck_assert_msg(c.missed + c.invented == 0 && status[0][b] == TCFFT_SPARSE_VERIFIED, "signal %d", b);
    ck_assert_int_eq(count[1][b], count[0][b]);
    free_signal(&s[b]);
  }
  ck_assert(!memcmp(first.index, again.index, BATCH * CAPACITY * sizeof *first.index));
  ck_assert(!memcmp(first.value, again.value, 2 * BATCH * CAPACITY * sizeof *first.value));
  ck_assert(!memcmp(x, copy, floats * sizeof *x));
  memset(again.value, 0x5a, 2 * BATCH * CAPACITY * sizeof *again.value);
  ck_assert_int_eq(tcfft_sparse_exec_host(plan, x, again.index, again.value, count[1], status[1]), TCFFT_SUCCESS);
  ck_assert(!memcmp(first.value, again.value, 2 * BATCH * CAPACITY * sizeof *first.value));
  ck_assert(!memcmp(count[0], count[1], sizeof count[0]) && !memcmp(status[0], status[1], sizeof status[0]));
  info.workspace_bytes--;
  ck_assert_int_eq(tcfft_sparse_exec(plan, x, first.index, first.value, count[0], status[0], &info), TCFFT_ERROR_WORKSPACE);
  info.workspace_bytes += 64;
  info.workspace = (char *)workspace + 4;
  ck_assert_int_eq(tcfft_sparse_exec(plan, x, first.index, first.value, count[0], status[0], &info), TCFFT_ERROR_WORKSPACE);
  tcfft_sparse_plan_destroy(plan);
  free_result(&first);
  free_result(&again);
  free(workspace);
  free(copy);
  free(x);
}
END_TEST

typedef struct worker {
  const tcfft_sparse_plan *plan;
  const signal *s;
  score found;
  int32_t status;
} worker;

static void *work(void *argument) {
  worker *w = argument;
  tcfft_exec_info info = TCFFT_EXEC_INFO_INIT;
  info.workspace_bytes = tcfft_sparse_workspace_size(w->plan);
  info.workspace = aligned_alloc(64, (info.workspace_bytes + 63) / 64 * 64);
  result r = make_result(100);
  for (int i = 0; i < 20; i++) {
    if (tcfft_sparse_exec(w->plan, w->s->x, r.index, r.value, &r.count, &r.status, &info)) r.status = -1;
    const score c = compare(w->s, &r);
    w->found.missed += c.missed;
    w->found.invented += c.invented;
    w->status |= r.status;
  }
  free(info.workspace);
  free_result(&r);
  return NULL;
}

// One plan, several threads with workspaces of their own.
START_TEST(several_threads) {
  enum { THREADS = 4 };
  test_rng rng = test_rng_fresh(100);
  tcfft_sparse_desc d = desc_of(65536, 50);
  tcfft_sparse_plan *plan = plan_of(&d);
  signal s[THREADS];
  worker w[THREADS];
  pthread_t id[THREADS];
  for (int i = 0; i < THREADS; i++) {
    s[i] = make_signal(&rng, d.n, 40 + i, 0, RANDOM, 0, 0);
    w[i] = (worker){.plan = plan, .s = &s[i]};
    ck_assert_int_eq(pthread_create(&id[i], NULL, work, &w[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(id[i], NULL);
    ck_assert_int_eq(w[i].found.missed + w[i].found.invented, 0);
    ck_assert_int_eq(w[i].status, TCFFT_SPARSE_VERIFIED);
    free_signal(&s[i]);
  }
  tcfft_sparse_plan_destroy(plan);
}
END_TEST

// ------------------------------------------------------------------------------------------------ bad input

static void refused(tcfft_sparse_desc d, tcfft_status status, const char *word) {
  tcfft_sparse_plan *plan = (tcfft_sparse_plan *)&d;
  ck_assert_int_eq(tcfft_sparse_plan_create(&plan, &d), status);
  ck_assert_ptr_eq(plan, &d);
  ck_assert_msg(strstr(tcfft_last_error(), word) != NULL, "'%s' is not in '%s'", word, tcfft_last_error());
}

#define REFUSED(field, content, status, word)       \
  do {                                              \
    tcfft_sparse_desc changed = desc_of(65536, 10); \
    changed.field = content;                        \
    refused(changed, status, word);                 \
  } while (0)

START_TEST(bad_descriptions) {
  REFUSED(n, 0, TCFFT_ERROR_INVALID_SIZE, "n = 0");
  REFUSED(n, -4, TCFFT_ERROR_INVALID_SIZE, "n = -4");
  REFUSED(n, (INT64_C(1) << 34) + 1, TCFFT_ERROR_INVALID_SIZE, "2^34");
  REFUSED(k, 0, TCFFT_ERROR_INVALID_SIZE, "k = 0");
  REFUSED(k, 65537, TCFFT_ERROR_INVALID_SIZE, "above n");
  REFUSED(k, 2000, TCFFT_ERROR_UNSUPPORTED, "k up to 1024");
  REFUSED(capacity, 9, TCFFT_ERROR_INVALID_SIZE, "capacity = 9");
  REFUSED(capacity, 70000, TCFFT_ERROR_INVALID_SIZE, "above n");
  REFUSED(batch, -1, TCFFT_ERROR_INVALID_SIZE, "batch");
  REFUSED(distance, -1, TCFFT_ERROR_INVALID_SIZE, "distance");
  REFUSED(real, 2, TCFFT_ERROR_INVALID_ARGUMENT, "real = 2");
  REFUSED(snr, NAN, TCFFT_ERROR_INVALID_ARGUMENT, "snr");
  REFUSED(least, -1, TCFFT_ERROR_INVALID_ARGUMENT, "least");
  REFUSED(least, NAN, TCFFT_ERROR_INVALID_ARGUMENT, "least");
  REFUSED(method, (tcfft_sparse_method)9, TCFFT_ERROR_INVALID_ARGUMENT, "method");
  REFUSED(backend, (tcfft_backend)9, TCFFT_ERROR_INVALID_ARGUMENT, "backend");
  REFUSED(threads, -1, TCFFT_ERROR_INVALID_ARGUMENT, "threads");
  REFUSED(size, 8, TCFFT_ERROR_INVALID_ARGUMENT, "size");
  tcfft_sparse_desc far = desc_of(65536, 10);
  far.batch = far.distance = INT64_C(1) << 40;
  refused(far, TCFFT_ERROR_OVERFLOW, "2^63");
}
END_TEST

START_TEST(bad_calls) {
  tcfft_sparse_desc d = desc_of(65536, 10);
  tcfft_sparse_plan *plan = plan_of(&d);
  float *x = calloc(2 * 65536, sizeof *x), value[40];
  int64_t index[20], count = 5;
  int32_t status = 5;
  const tcfft_status bad = TCFFT_ERROR_INVALID_ARGUMENT;
  ck_assert_int_eq(tcfft_sparse_plan_create(NULL, &d), bad);
  ck_assert_int_eq(tcfft_sparse_plan_create(&plan, NULL), bad);
  ck_assert_int_eq(tcfft_sparse_exec(NULL, x, index, value, &count, &status, NULL), bad);
  ck_assert_int_eq(tcfft_sparse_exec(plan, NULL, index, value, &count, &status, NULL), bad);
  ck_assert_int_eq(tcfft_sparse_exec(plan, x, NULL, value, &count, &status, NULL), bad);
  ck_assert_int_eq(tcfft_sparse_exec(plan, x, index, NULL, &count, &status, NULL), bad);
  ck_assert_int_eq(tcfft_sparse_exec(plan, x, index, value, NULL, &status, NULL), bad);
  ck_assert_int_eq(tcfft_sparse_exec(plan, x, index, value, &count, NULL, NULL), bad);
  ck_assert_int_eq(tcfft_sparse_exec(plan, (char *)x + 1, index, value, &count, &status, NULL), bad);
  ck_assert_int_eq(tcfft_sparse_exec(plan, x, index, x + 8, &count, &status, NULL), TCFFT_ERROR_OVERLAP);
  ck_assert_int_eq(count, 5);
  ck_assert_int_eq(status, 5);
  char text[2048];
  ck_assert_int_eq(tcfft_sparse_plan_describe(plan, text, sizeof text), TCFFT_SUCCESS);
  ck_assert_ptr_nonnull(strstr(text, "sparse:c2c:n=65536:k=10:"));
  ck_assert_int_eq(tcfft_sparse_plan_describe(plan, text, 10), TCFFT_ERROR_BUFFER_TOO_SMALL);
  ck_assert_int_eq(tcfft_sparse_plan_describe(NULL, text, sizeof text), bad);
  ck_assert_uint_eq(tcfft_sparse_workspace_size(NULL), 0);
  tcfft_sparse_plan_destroy(plan);
  tcfft_sparse_plan_destroy(NULL);
  free(x);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("sparse_calls");
  tcase_add_test(test_case(suite, "batches", 100), batches);
  tcase_add_test(test_case(suite, "several_threads", 100), several_threads);
  TCase *bad = test_case(suite, "bad_input", 100);
  tcase_add_test(bad, bad_descriptions);
  tcase_add_test(bad, bad_calls);
  return suite;
}
