// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "several/support_ranks.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/device_choice.h"

const tcfft_backend test_backend = TEST_DEVICES ? TCFFT_BACKEND_CUDA : TCFFT_BACKEND_HOST;

const char *test_missing(void) {
  int count = 0;
  if (tcf_devices_count(test_backend, &count) != TCFFT_SUCCESS) return tcfft_last_error();
  return TEST_DEVICES && count < 4 ? "there are fewer than four devices" : NULL;
}

int test_takes(int64_t i) { return i > 0; }

int test_leaves_out(const tcfft_desc *d, const char *text) {
  (void)d;
  (void)text;
  return 0;
}

test_ranks test_now;

void test_ranks_keep(test_ranks *w, int rank, tcfft_status status) {
  w->status[rank] = status;
  if (status != TCFFT_SUCCESS) snprintf(w->why[rank], sizeof w->why[rank], "%s", tcfft_last_error());
}

// ------------------------------------------------------------------------------------------------ what a rank does

static void plan_rank(void *context, int rank) {
  test_ranks *w = context;
  tcfft_desc d = w->d;
  tcfft_comm comm = crowd_comm(w->crowd, rank);
  char device[12];
  snprintf(device, sizeof device, "%d", rank);
  d.comm = &comm;
  d.threads = 1;
  if (test_backend != TCFFT_BACKEND_HOST) d.device = device;
  if (w->change) w->change(&d, &comm, rank);
  test_ranks_keep(w, rank, tcfft_plan_create(&w->plan[rank], &d));
}

// A second execution follows at once, where it does not transform the result. Gathering leaves other parts alone.
static tcfft_status execute_parts(test_ranks *w, int rank, void **from, void **to) {
  const tcfft_plan *plan = w->plan[rank];
  tcfft_status status = tcfft_dist_alloc(plan, TCFFT_SIDE_IN, from);
  const int in_place = from == to;
  if (!status && !in_place) status = tcfft_dist_alloc(plan, TCFFT_SIDE_OUT, to);
  if (!status && !in_place) status = tcfft_dist_scatter(plan, TCFFT_SIDE_OUT, w->out->data, to);  // its poison
  if (!status) status = tcfft_dist_scatter(plan, TCFFT_SIDE_IN, w->in->data, from);
  for (int i = 0; i < (in_place ? 1 : 2) && !status; i++) status = tcfft_exec(plan, *from, *to, w->direction);
  if (!status) status = tcfft_dist_wait(plan);
  return status;
}

static void execute_rank(void *context, int rank) {
  test_ranks *w = context;
  void *in = NULL, *other = NULL, **from = &in, **to = w->in->block == w->out->block ? &in : &other;
  tcfft_status status = execute_parts(w, rank, from, to);
  if (!status) status = tcfft_dist_gather(w->plan[rank], TCFFT_SIDE_OUT, w->out->data, to);
  if (!status && from != to) status = tcfft_dist_gather(w->plan[rank], TCFFT_SIDE_IN, w->in->data, from);
  test_ranks_keep(w, rank, status);
  tcfft_dist_free(w->plan[rank], &in);
  tcfft_dist_free(w->plan[rank], &other);
}

tcfft_status test_ranks_failure(const test_ranks *w) {
  for (int i = 0; i < crowd_size(w->crowd); i++) {
    if (w->status[i] == TCFFT_SUCCESS) continue;
    printf("rank %d: %s\n", i, w->why[i]);
    return w->status[i];
  }
  return TCFFT_SUCCESS;
}

// By all ranks; the plan is rank 0's. In place no rank gathers before all have scattered.
tcfft_status test_exec(const tcfft_plan *plan, const test_buffer *in, const test_buffer *out, tcfft_direction direction) {
  ck_assert_ptr_eq(plan, test_now.plan[0]);
  test_now.in = in;
  test_now.out = out;
  test_now.direction = direction;
  crowd_run(test_now.crowd, execute_rank, &test_now);
  return test_ranks_failure(&test_now);
}

void test_ranks_plan(int ranks) {
  // A single rank's tcfft_exec_host, by which the runner repeats an execution on devices, would wait for the others.
  if (TEST_DEVICES) setenv("TCFFT_TEST_ONCE", "1", 1);
  test_now.crowd = crowd_new(ranks);
  test_ranks_plan_again();
}

void test_ranks_plan_again(void) { crowd_run(test_now.crowd, plan_rank, &test_now); }

void test_ranks_end(void) {
  for (int i = 0; i < crowd_size(test_now.crowd); i++) tcfft_plan_destroy(test_now.plan[i]);
  crowd_free(test_now.crowd);
}
