// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The OpenCL backend in contexts, on queues and with buffers of the caller's.
#include <math.h>
#include <pthread.h>
#include <unistd.h>

#include "opencl.h"

// ------------------------------------------------------------------------------------------------ where data lies

// Rows, steps, convolutions, two axes, real elements.
static const char *const texts[] = {"c2c:1000*3", "c2c:65536", "c2c:1009*4", "c2c:48x40*2", "dct2:300*5", "c2c:7"};
static const cl_bitfield orders[] = {IN_ORDER, OUT_OF_ORDER};

// Bytes before the input, the output and what comes back, and behind each.
enum { IN_AT = 64, OUT_AT = 8, BACK_AT = 1032, BEHIND = 520 };

static double distance(const float *a, const float *b, size_t bytes) {
  double error = 0, norm = 0;
  for (size_t i = 0; i < bytes / sizeof *a; i++) {
    error += ((double)a[i] - (double)b[i]) * ((double)a[i] - (double)b[i]);
    norm += (double)b[i] * (double)b[i];
  }
  return sqrt(error / norm);
}

// The numbers themselves, by the host's backend.
static void check_right(const own_case *c, const void *result) {
  tcfft_desc d = c->d;
  d.backend = TCFFT_BACKEND_HOST;
  tcfft_plan *plan = test_plan(&d, c->text);
  void *host = malloc(c->out_bytes);
  device_succeeds(tcfft_exec_host(plan, c->input, host, TCFFT_FORWARD), c->text);
  const double error = distance(result, host, c->out_bytes);
  ck_assert_msg(error < 2e-6, "%s: %.2e from what the host computes", c->text, error);
  free(host);
  tcfft_plan_destroy(plan);
}

static void check_back(const own_case *c, cl_mem back, size_t all) {
  char *content = own_get(c->o.queue, back, all);
  const double error = distance((float *)(content + BACK_AT), c->input, c->in_bytes);
  ck_assert_msg(error < 2e-6, "%s: there and back is %.2e away", c->text, error);
  memcpy(content + BACK_AT, c->input, c->in_bytes);
  for (size_t i = 0; i < all; i++)
    ck_assert_msg((i >= BACK_AT && i < BACK_AT + c->in_bytes) || content[i] == (char)POISON, "%s: byte %zu was written",
                  c->text, i);
  free(content);
}

// There and back without waiting in between, for the input's arrival neither: the queue's order is all there is.
START_TEST(round_trip) {
  own_case c = own_case_new(texts[_i % TEST_COUNT(texts)], orders[_i / TEST_COUNT(texts)], TCFFT_WORKSPACE_PLAN);
  own_case_expect(&c);
  check_right(&c, c.expected);
  const size_t in_all = IN_AT + c.in_bytes + BEHIND, out_all = OUT_AT + c.out_bytes + BEHIND,
               back_all = BACK_AT + c.in_bytes + BEHIND;
  const cl_mem in = own_buffer(&c.o, CL_MEM_READ_ONLY, in_all), out = own_buffer(&c.o, CL_MEM_READ_WRITE, out_all),
               back = own_buffer(&c.o, CL_MEM_READ_WRITE, back_all);
  CL(tcf_cl.EnqueueWriteBuffer(c.o.queue, in, 0, IN_AT, c.in_bytes, c.input, TCF_CL_NO_EVENTS));
  device_succeeds(tcfft_opencl_exec(c.plan, in, IN_AT, out, OUT_AT, TCFFT_FORWARD, NULL), c.text);
  device_succeeds(tcfft_opencl_exec(c.plan, out, OUT_AT, back, BACK_AT, TCFFT_INVERSE, NULL), c.text);
  own_check(&c, out, out_all, OUT_AT, c.expected, c.out_bytes, "the result");
  own_check(&c, in, in_all, IN_AT, c.input, c.in_bytes, "the input");
  check_back(&c, back, back_all);
  CL(tcf_cl.ReleaseMemObject(in));
  CL(tcf_cl.ReleaseMemObject(out));
  CL(tcf_cl.ReleaseMemObject(back));
  own_case_free(&c);
}
END_TEST

// An input that comes late: what is queued behind it, the transform and what reads its result, waits in that order.
START_TEST(late_input) {
  own_case c = own_case_new("c2c:1000*3", orders[_i], TCFFT_WORKSPACE_PLAN);
  own_case_expect(&c);
  const cl_mem in = own_buffer(&c.o, CL_MEM_READ_ONLY, c.in_bytes), out = own_buffer(&c.o, CL_MEM_READ_WRITE, c.out_bytes);
  cl_event gate = cl_gate(c.o.context);
  char *result = malloc(c.out_bytes);
  CL(tcf_cl.EnqueueWriteBuffer(c.o.queue, in, 0, 0, c.in_bytes, c.input, 1, &gate, NULL));
  device_succeeds(tcfft_opencl_exec(c.plan, in, 0, out, 0, TCFFT_FORWARD, NULL), c.text);
  CL(tcf_cl.EnqueueReadBuffer(c.o.queue, out, 0, 0, c.out_bytes, result, TCF_CL_NO_EVENTS));
  CL(tcf_cl.Flush(c.o.queue));
  usleep(50000);
  cl_open_gate(gate);
  CL(tcf_cl.Finish(c.o.queue));
  ck_assert_msg(!memcmp(result, c.expected, c.out_bytes), "the transform did not wait for its input");
  free(result);
  CL(tcf_cl.ReleaseMemObject(in));
  CL(tcf_cl.ReleaseMemObject(out));
  own_case_free(&c);
}
END_TEST

// The same bits as out of place.
START_TEST(in_place) {
  own_case c = own_case_new(texts[_i % TEST_COUNT(texts)], orders[_i / TEST_COUNT(texts)], TCFFT_WORKSPACE_PLAN);
  own_case_expect(&c);
  const size_t all = IN_AT + c.in_bytes + BEHIND;
  const cl_mem data = own_buffer(&c.o, CL_MEM_READ_WRITE, all);
  own_put(c.o.queue, data, all, IN_AT, c.input, c.in_bytes);
  tcfft_desc d = c.d;
  d.placement = TCFFT_IN_PLACE;
  tcfft_plan *plan = NULL;
  device_succeeds(tcfft_opencl_plan_create(&plan, &d, c.o.queue), c.text);
  device_succeeds(tcfft_opencl_exec(plan, data, IN_AT, data, IN_AT, TCFFT_FORWARD, NULL), c.text);
  char *content = own_get(c.o.queue, data, all);
  const double error = distance((float *)(content + IN_AT), c.expected, c.out_bytes);
  ck_assert_msg(error < 1e-6, "%s: %.2e away in place", c.text, error);
  // A plan for separate sides does it, too, where both lie alike.
  own_put(c.o.queue, data, all, IN_AT, c.input, c.in_bytes);
  device_succeeds(tcfft_opencl_exec(c.plan, data, IN_AT, data, IN_AT, TCFFT_FORWARD, NULL), c.text);
  own_check(&c, data, all, IN_AT, c.expected, c.out_bytes, "in == out");
  free(content);
  tcfft_plan_destroy(plan);
  CL(tcf_cl.ReleaseMemObject(data));
  own_case_free(&c);
}
END_TEST

// Both sides in one buffer: by offsets, as two sub-buffers, by a sub-buffer and an offset in it, and in place by two
// handles.
START_TEST(one_buffer) {
  enum { PAGE = 4096 };
  own_case c = own_case_new("c2c:1000*3", orders[_i], TCFFT_WORKSPACE_PLAN);
  own_case_expect(&c);
  const size_t half = (c.in_bytes / PAGE + 1) * PAGE, all = 2 * half;
  const cl_mem whole = own_buffer(&c.o, CL_MEM_READ_WRITE, all), first = cl_sub_buffer(whole, 0, half),
               second = cl_sub_buffer(whole, half, half);
  const struct {
    cl_mem in, out;
    size_t in_at, out_at, input, result;
  } rows[] = {{whole, whole, 64, half + 8, 64, half + 8},
              {first, second, 0, 0, 0, half},
              {second, first, 16, 24, half + 16, 24},
              {second, whole, 8, 0, half + 8, 0},
              {whole, second, 0, 40, 0, half + 40},
              {whole, second, half, 0, half, half},
              {second, whole, 16, half + 16, half + 16, half + 16}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    own_put(c.o.queue, whole, all, rows[i].input, c.input, c.in_bytes);
    device_succeeds(tcfft_opencl_exec(c.plan, rows[i].in, rows[i].in_at, rows[i].out, rows[i].out_at, TCFFT_FORWARD, NULL),
                    c.text);
    char *content = own_get(c.o.queue, whole, all), *wanted = malloc(all);
    memset(wanted, POISON, all);
    memcpy(wanted + rows[i].input, c.input, c.in_bytes);
    memcpy(wanted + rows[i].result, c.expected, c.out_bytes);
    ck_assert_msg(!memcmp(content, wanted, all), "row %zu: other bytes than expected", i);
    free(content);
    free(wanted);
  }
  CL(tcf_cl.ReleaseMemObject(first));
  CL(tcf_cl.ReleaseMemObject(second));
  CL(tcf_cl.ReleaseMemObject(whole));
  own_case_free(&c);
}
END_TEST

// ------------------------------------------------------------------------------------------------ handles

// tcfft_exec takes handles as they are, and begins with their first byte; tcfft_exec_host takes no handles. All plans.
START_TEST(handles) {
  own_case c = own_case_new(texts[_i], IN_ORDER, TCFFT_WORKSPACE_PLAN);
  own_case_expect(&c);
  tcfft_plan *of_library = test_plan(&c.d, c.text), *plans[] = {c.plan, of_library};
  float *result = malloc(c.out_bytes);
  for (size_t i = 0; i < TEST_COUNT(plans); i++) {
    own place = {.queue = NULL};
    device_succeeds(tcfft_opencl_get(plans[i], &place.context, &place.device, &place.queue), "tcfft_opencl_get");
    ck_assert_ptr_eq(place.device, c.o.device);
    ck_assert_int_eq(place.context == c.o.context, i == 0);
    ck_assert_int_eq(place.queue == c.o.queue, i == 0);
    const cl_mem in = own_buffer(&place, CL_MEM_READ_ONLY, c.in_bytes),
                 out = own_buffer(&place, CL_MEM_READ_WRITE, c.out_bytes);
    own_put(place.queue, in, c.in_bytes, 0, c.input, c.in_bytes);
    device_succeeds(tcfft_exec(plans[i], in, out, TCFFT_FORWARD), c.text);
    char *got = own_get(place.queue, out, c.out_bytes);
    ck_assert_msg(!memcmp(got, c.expected, c.out_bytes), "%s: other bits by handles", c.text);
    free(got);
    memset(result, POISON, c.out_bytes);
    device_succeeds(tcfft_exec_host(plans[i], c.input, result, TCFFT_FORWARD), c.text);
    ck_assert_msg(!memcmp(result, c.expected, c.out_bytes), "%s: other bits by the host's memory", c.text);
    CL(tcf_cl.ReleaseMemObject(in));
    CL(tcf_cl.ReleaseMemObject(out));
  }
  free(result);
  tcfft_plan_destroy(of_library);
  own_case_free(&c);
}
END_TEST

// ------------------------------------------------------------------------------------------------ queues

static void run_on(const own_case *c, cl_mem in, cl_mem out, const tcfft_exec_info *info, cl_command_queue queue) {
  own_put(queue, out, c->out_bytes, 0, NULL, 0);
  device_succeeds(tcfft_opencl_exec(c->plan, in, 0, out, 0, TCFFT_FORWARD, info), c->text);
  char *got = own_get(queue, out, c->out_bytes);
  ck_assert_msg(!memcmp(got, c->expected, c->out_bytes), "%s: other bits on another queue", c->text);
  free(got);
}

START_TEST(queues) {
  own_case c = own_case_with_workspace(orders[_i], TCFFT_WORKSPACE_PLAN);
  own_case_expect(&c);
  const cl_mem in = own_buffer(&c.o, CL_MEM_READ_WRITE, c.in_bytes), out = own_buffer(&c.o, CL_MEM_READ_WRITE, c.out_bytes),
               work = own_buffer(&c.o, CL_MEM_READ_WRITE, c.work_bytes);
  const cl_command_queue other = own_queue(&c.o, orders[!_i]);
  cl_command_queue now = NULL;
  own_put(c.o.queue, in, c.in_bytes, 0, c.input, c.in_bytes);
  run_on(&c, in, out, NULL, c.o.queue);
  // Named by the call, it is still the plan's; another one needs workspace of its own.
  tcfft_exec_info info = {.size = sizeof info, .stream = c.o.queue};
  run_on(&c, in, out, &info, c.o.queue);
  info.stream = other;
  device_refuses(tcfft_opencl_exec(c.plan, in, 0, out, 0, TCFFT_FORWARD, &info), TCFFT_ERROR_WORKSPACE, "info->stream");
  info.workspace = work;
  info.workspace_bytes = c.work_bytes;
  run_on(&c, in, out, &info, other);
  device_succeeds(tcfft_opencl_set_queue(c.plan, other), "tcfft_opencl_set_queue");
  run_on(&c, in, out, NULL, other);
  device_succeeds(tcfft_opencl_set_queue(c.plan, NULL), "tcfft_opencl_set_queue");
  device_succeeds(tcfft_opencl_get(c.plan, NULL, NULL, &now), "tcfft_opencl_get");
  ck_assert(now && now != other && now != c.o.queue);
  run_on(&c, in, out, NULL, now);
  info = (tcfft_exec_info){.size = sizeof info, .stream = now};  // by its name
  run_on(&c, in, out, &info, now);
  device_succeeds(tcfft_opencl_set_queue(c.plan, now), "tcfft_opencl_set_queue");
  run_on(&c, in, out, &info, now);
  run_on(&c, in, out, NULL, now);
  tcfft_plan *const first = c.plan;  // and a plan that is made for it
  device_succeeds(tcfft_opencl_plan_create(&c.plan, &c.d, now), "tcfft_opencl_plan_create");
  run_on(&c, in, out, &info, now);
  run_on(&c, in, out, NULL, now);
  tcfft_plan_destroy(c.plan);
  c.plan = first;
  CL(tcf_cl.ReleaseCommandQueue(other));
  CL(tcf_cl.ReleaseMemObject(in));
  CL(tcf_cl.ReleaseMemObject(out));
  CL(tcf_cl.ReleaseMemObject(work));
  own_case_free(&c);
}
END_TEST

// ------------------------------------------------------------------------------------------------ workspace

static tcfft_status exec_with(const own_case *c, cl_mem in, cl_mem out, cl_mem work, size_t bytes) {
  const tcfft_exec_info info = {.size = sizeof info, .workspace = work, .workspace_bytes = bytes};
  return tcfft_opencl_exec(c->plan, in, 0, out, 0, TCFFT_FORWARD, &info);
}

static void check_refused(const own_case *c, cl_mem in, cl_mem out, cl_mem work, cl_mem small) {
  const size_t bytes = c->work_bytes;
  device_refuses(tcfft_opencl_exec(c->plan, in, 0, out, 0, TCFFT_FORWARD, NULL), TCFFT_ERROR_WORKSPACE, "none was set");
  device_refuses(exec_with(c, in, out, work, bytes - 1), TCFFT_ERROR_WORKSPACE, "info->workspace");
  device_refuses(exec_with(c, in, out, small, bytes), TCFFT_ERROR_WORKSPACE, "info->workspace");
  device_refuses(tcfft_plan_set_workspace(c->plan, work, bytes - 1), TCFFT_ERROR_WORKSPACE, "workspace has");
  device_refuses(tcfft_plan_set_workspace(c->plan, small, bytes), TCFFT_ERROR_WORKSPACE, "workspace =");
  device_refuses(tcfft_opencl_exec(c->plan, in, 0, out, 0, TCFFT_FORWARD, NULL), TCFFT_ERROR_WORKSPACE, "none was set");
}

// The caller's: set for the plan, or brought by a call, as a buffer or a sub-buffer. What lies behind it stays.
START_TEST(workspace) {
  own_case c = own_case_with_workspace(orders[_i], TCFFT_WORKSPACE_CALLER);
  own_case_expect(&c);
  enum { PAGE = 4096 };
  const size_t all = PAGE + c.work_bytes + PAGE;
  const cl_mem in = own_buffer(&c.o, CL_MEM_READ_ONLY, c.in_bytes), out = own_buffer(&c.o, CL_MEM_READ_WRITE, c.out_bytes),
               root = own_buffer(&c.o, CL_MEM_READ_WRITE, all), work = cl_sub_buffer(root, PAGE, c.work_bytes),
               small = own_buffer(&c.o, CL_MEM_READ_WRITE, c.work_bytes - 64);
  own_put(c.o.queue, in, c.in_bytes, 0, c.input, c.in_bytes);
  check_refused(&c, in, out, work, small);
  own_check(&c, out, c.out_bytes, 0, NULL, 0, "refused calls");
  device_succeeds(exec_with(&c, in, out, work, c.work_bytes), "info->workspace");
  own_check(&c, out, c.out_bytes, 0, c.expected, c.out_bytes, "info->workspace");
  own_put(c.o.queue, out, c.out_bytes, 0, NULL, 0);
  device_succeeds(tcfft_plan_set_workspace(c.plan, work, c.work_bytes), "tcfft_plan_set_workspace");
  device_succeeds(tcfft_exec(c.plan, in, out, TCFFT_FORWARD), c.text);
  own_check(&c, out, c.out_bytes, 0, c.expected, c.out_bytes, "tcfft_plan_set_workspace");
  char *around = own_get(c.o.queue, root, all);
  for (size_t i = 0; i < PAGE; i++)
    ck_assert_msg(around[i] == (char)POISON && around[all - 1 - i] == (char)POISON, "written around the workspace");
  free(around);
  device_succeeds(tcfft_plan_set_workspace(c.plan, NULL, 0), "no workspace");
  device_refuses(tcfft_exec(c.plan, in, out, TCFFT_FORWARD), TCFFT_ERROR_WORKSPACE, "none was set");
  const cl_mem each[] = {work, root, small, in, out};
  for (size_t i = 0; i < TEST_COUNT(each); i++) CL(tcf_cl.ReleaseMemObject(each[i]));
  own_case_free(&c);
}
END_TEST

// ------------------------------------------------------------------------------------------------ threads

enum { THREADS = 2, ROUNDS = 20 };

// Check's assertions are for the main thread: a worker only counts.
typedef struct worker {
  const own_case *all;
  const tcfft_plan *plan;  // NULL: the thread makes its own
  cl_command_queue queue;
  cl_mem in, out, work;
  pthread_t thread;
  int wrong;
} worker;

static int executes_right(const worker *w, const tcfft_plan *plan, char *host) {
  const own_case *c = w->all;
  const tcfft_exec_info info = {
      .size = sizeof info, .workspace = w->work, .workspace_bytes = c->work_bytes, .stream = w->queue};
  memset(host, POISON, c->out_bytes);
  return tcf_cl.EnqueueWriteBuffer(w->queue, w->out, 1, 0, c->out_bytes, host, TCF_CL_NO_EVENTS) == CL_SUCCESS &&
         tcfft_opencl_exec(plan, w->in, 0, w->out, 0, TCFFT_FORWARD, &info) == TCFFT_SUCCESS &&
         tcf_cl.Finish(w->queue) == CL_SUCCESS &&
         tcf_cl.EnqueueReadBuffer(w->queue, w->out, 1, 0, c->out_bytes, host, TCF_CL_NO_EVENTS) == CL_SUCCESS &&
         !memcmp(host, c->expected, c->out_bytes);
}

static void *work(void *argument) {
  worker *w = argument;
  tcfft_plan *mine = NULL;
  char *host = malloc(w->all->out_bytes);
  if (!w->plan) w->wrong += tcfft_opencl_plan_create(&mine, &w->all->d, w->queue) != TCFFT_SUCCESS;
  const tcfft_plan *plan = w->plan ? w->plan : mine;
  for (int round = 0; round < ROUNDS && plan; round++) w->wrong += !host || !executes_right(w, plan, host);
  tcfft_plan_destroy(mine);
  free(host);
  return NULL;
}

// Threads with a plan each, threads with one plan and queues of their own, and threads with one plan on one queue.
enum { PLAN_EACH, QUEUE_EACH, ALL_SHARED, WAYS };

static void run_threads(const own_case *c, int way) {
  worker workers[THREADS] = {{0}};
  for (int t = 0; t < THREADS; t++) {
    worker *w = &workers[t];
    *w = (worker){.all = c,
                  .plan = way == PLAN_EACH ? NULL : c->plan,
                  .queue = way == ALL_SHARED ? c->o.queue : own_queue(&c->o, orders[t % 2]),
                  .in = own_buffer(&c->o, CL_MEM_READ_ONLY, c->in_bytes),
                  .out = own_buffer(&c->o, CL_MEM_READ_WRITE, c->out_bytes),
                  .work = c->work_bytes ? own_buffer(&c->o, CL_MEM_READ_WRITE, c->work_bytes) : NULL};
    own_put(c->o.queue, w->in, c->in_bytes, 0, c->input, c->in_bytes);
  }
  for (int t = 0; t < THREADS; t++) ck_assert_int_eq(pthread_create(&workers[t].thread, NULL, work, &workers[t]), 0);
  for (int t = 0; t < THREADS; t++) pthread_join(workers[t].thread, NULL);
  for (int t = 0; t < THREADS; t++) {
    const worker *w = &workers[t];
    ck_assert_msg(w->wrong == 0, "%s: %d of %d executions of a thread failed or gave other bits", c->text, w->wrong, ROUNDS);
    if (way != ALL_SHARED) CL(tcf_cl.ReleaseCommandQueue(w->queue));
    CL(tcf_cl.ReleaseMemObject(w->in));
    CL(tcf_cl.ReleaseMemObject(w->out));
    if (w->work) CL(tcf_cl.ReleaseMemObject(w->work));
  }
}

START_TEST(threads) {
  own_case c = own_case_new(texts[_i / WAYS], IN_ORDER, TCFFT_WORKSPACE_CALLER);
  own_case_expect(&c);
  run_threads(&c, _i % WAYS);
  own_case_free(&c);
}
END_TEST

// ------------------------------------------------------------------------------------------------ contexts

// As many as are kept, and one more. Two plans in one context count once; those that are kept go on.
START_TEST(contexts) {
  tcfft_desc d;
  test_desc(&d, "c2c:8*4");
  own all[TCF_OPENCL_CONTEXTS + 1];
  tcfft_plan *first = NULL, *plan = NULL;
  for (int i = 0; i <= TCF_OPENCL_CONTEXTS; i++) all[i] = own_new(IN_ORDER);
  device_succeeds(tcfft_opencl_plan_create(&first, &d, all[0].queue), "the first context");
  for (int i = 0; i < TCF_OPENCL_CONTEXTS; i++) {
    device_succeeds(tcfft_opencl_plan_create(&plan, &d, all[i].queue), "a context");
    tcfft_plan_destroy(plan);
  }
  plan = NULL;
  const cl_uint count = cl_context_count(all[TCF_OPENCL_CONTEXTS].context);
  for (int i = 0; i < 3; i++)
    device_refuses(tcfft_opencl_plan_create(&plan, &d, all[TCF_OPENCL_CONTEXTS].queue), TCFFT_ERROR_UNSUPPORTED,
                   "64 contexts");
  ck_assert_ptr_null(plan);
  ck_assert_uint_eq(cl_context_count(all[TCF_OPENCL_CONTEXTS].context), count);
  float *x = device_random((size_t)8 * 4 * 8, 3);
  char mine[8 * 4 * 8], theirs[8 * 4 * 8];
  tcfft_plan *other = test_plan(&d, "the library's own context");
  device_succeeds(tcfft_exec_host(first, x, mine, TCFFT_FORWARD), "the first context");
  device_succeeds(tcfft_exec_host(other, x, theirs, TCFFT_FORWARD), "the library's own context");
  ck_assert(!memcmp(mine, theirs, sizeof mine));
  free(x);
  tcfft_plan_destroy(first);
  tcfft_plan_destroy(other);
  for (int i = 0; i <= TCF_OPENCL_CONTEXTS; i++) own_free(&all[i]);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("opencl");
  TCase *c = test_case(suite, "layout", 60);
  tcase_add_loop_test(c, round_trip, 0, (int)(TEST_COUNT(texts) * TEST_COUNT(orders)));
  tcase_add_loop_test(c, late_input, 0, TEST_COUNT(orders));
  tcase_add_loop_test(c, in_place, 0, (int)(TEST_COUNT(texts) * TEST_COUNT(orders)));
  tcase_add_loop_test(c, one_buffer, 0, TEST_COUNT(orders));
  tcase_add_loop_test(test_case(suite, "handles", 60), handles, 0, TEST_COUNT(texts));
  c = test_case(suite, "queues", 60);
  tcase_add_loop_test(c, queues, 0, TEST_COUNT(orders));
  tcase_add_loop_test(c, workspace, 0, TEST_COUNT(orders));
  c = test_case(suite, "threads", 60);
  tcase_add_loop_test(c, threads, 0, (int)TEST_COUNT(texts) * WAYS);
  tcase_add_test(test_case(suite, "contexts", 120), contexts);
  return suite;
}
