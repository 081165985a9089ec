// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Streams of CUDA devices, real or emulated: executions on several at once, and threads that execute and plan side by side.
#include <math.h>
#include <pthread.h>

#include "on_device.h"
#include "tcfft/tcfft_cuda.h"

enum { THREADS = 8, TURNS = TEST_EMULATED ? 6 : 50, ROUNDS = TEST_EMULATED ? 4 : 20 };

// ------------------------------------------------------------------------------------------------ two streams

// Complex, packed: the output of one execution is the input of the next. Rows, columns, steps, convolutions.
static const char *const chained_texts[] = {"c2c:1024*16", "c2c:20000*3", "c2c:65536",
                                            "c2c:1009*11", "c2c:10007*2", "c2c:90x70*2"};

// A chain of executions of one plan between two pieces of memory, each waiting for the one before by its stream alone.
typedef struct chain {
  const tcfft_plan *plan;
  void *memory[2];
  tcfft_exec_info info;
  int done;
} chain;

static chain chain_new(const device_case *c, uint64_t salt, void *stream) {
  chain x = {.plan = c->plan, .info = TCFFT_EXEC_INFO_INIT};
  float *values = device_random(c->in_bytes, salt);
  x.memory[0] = device_new(values, c->in_bytes);
  x.memory[1] = device_new(NULL, c->in_bytes);
  x.info.workspace = c->work_bytes ? device_new(NULL, c->work_bytes) : NULL;
  x.info.workspace_bytes = c->work_bytes;
  x.info.stream = stream;
  free(values);
  return x;
}

static void chain_step(chain *x) {
  const int from = x->done++ % 2;
  device_succeeds(tcfft_exec_with(x->plan, x->memory[from], x->memory[!from], TCFFT_FORWARD, &x->info), "executing");
}

// The last result; the chain is gone.
static void *chain_end(chain *x, size_t bytes) {
  device_sync(x->info.stream);
  void *result = device_get(x->memory[x->done % 2], bytes);
  for (int i = 0; i < 2; i++) device_free(x->memory[i]);
  device_free(x->info.workspace);
  return result;
}

START_TEST(interleaved) {
  device_case c = device_case_new(chained_texts[_i], TCFFT_WORKSPACE_CALLER);
  tcfft_desc d = c.d;  // a scale that keeps the norm: values neither grow nor vanish
  double points = 1;
  for (int a = 0; a < d.rank; a++) points *= (double)d.n[a];
  d.scale[TCFFT_FORWARD] = 1 / sqrt(points);
  tcfft_plan_destroy(c.plan);
  c.plan = test_plan(&d, c.text);
  void *expected[2];
  for (int s = 0; s < 2; s++) {
    chain alone = chain_new(&c, (uint64_t)s + 1, NULL);
    for (int i = 0; i < TURNS; i++) chain_step(&alone);
    expected[s] = chain_end(&alone, c.in_bytes);
  }
  ck_assert(memcmp(expected[0], expected[1], c.in_bytes) != 0);
  tcf_channel *lane[2] = {device_stream(), device_stream()};
  chain both[2];
  for (int s = 0; s < 2; s++) both[s] = chain_new(&c, (uint64_t)s + 1, lane[s]->stream);
  for (int i = 0; i < TURNS; i++)
    for (int s = 0; s < 2; s++) chain_step(&both[s]);
  for (int s = 0; s < 2; s++) {
    void *got = chain_end(&both[s], c.in_bytes);
    ck_assert_msg(!memcmp(got, expected[s], c.in_bytes), "%s: stream %d of two gave other bits than alone", c.text, s);
    free(got);
    free(expected[s]);
    on_device()->give_channel(ON_DEVICE, lane[s]);
  }
  device_case_free(&c);
}
END_TEST

// ------------------------------------------------------------------------------------------------ the plan's stream

// One that needs workspace, whatever the planner's taste.
static device_case case_with_workspace(tcfft_workspace_policy policy) {
  static const char *const texts[] = {"c2c:65536", "c2c:100003", "c2c:1048576"};
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    device_case c = device_case_new(texts[i], policy);
    if (c.work_bytes) return c;
    device_case_free(&c);
  }
  ck_abort_msg("no problem needs workspace: the table of this suite needs new ones");
}

static void check_output(const device_case *c, const void *expected) {
  void *got = device_get(c->out, c->out_bytes);
  ck_assert_msg(!memcmp(got, expected, c->out_bytes), "%s: other bits than before", c->text);
  free(got);
  device_free(c->out);
}

static void renew_output(device_case *c) { c->out = device_new(NULL, c->out_bytes); }

START_TEST(plans_stream) {
  device_case c = case_with_workspace(TCFFT_WORKSPACE_PLAN);
  void *expected = device_case_alone(&c);
  tcf_channel *mine = device_stream(), *other = device_stream();
  device_succeeds(tcfft_plan_set_stream(c.plan, mine->stream), "tcfft_plan_set_stream");
  device_succeeds(tcfft_exec(c.plan, c.in, c.out, TCFFT_FORWARD), c.text);
  device_sync(mine->stream);
  check_output(&c, expected);
  // Named by the call, it is still the plan's, with the plan's workspace.
  renew_output(&c);
  const tcfft_exec_info same = {.size = sizeof same, .stream = mine->stream};
  device_succeeds(tcfft_exec_with(c.plan, c.in, c.out, TCFFT_FORWARD, &same), c.text);
  device_sync(mine->stream);
  check_output(&c, expected);
  // On another one the plan's workspace may be at work: the caller brings one.
  renew_output(&c);
  tcfft_exec_info foreign = {.size = sizeof foreign, .stream = other->stream};
  device_refuses(tcfft_exec_with(c.plan, c.in, c.out, TCFFT_FORWARD, &foreign), TCFFT_ERROR_WORKSPACE, "info->stream");
  foreign.workspace = device_new(NULL, c.work_bytes);
  foreign.workspace_bytes = c.work_bytes;
  device_succeeds(tcfft_exec_with(c.plan, c.in, c.out, TCFFT_FORWARD, &foreign), c.text);
  device_sync(other->stream);
  check_output(&c, expected);
  // Back to the default.
  renew_output(&c);
  device_succeeds(tcfft_plan_set_stream(c.plan, NULL), "tcfft_plan_set_stream");
  device_refuses(tcfft_exec_with(c.plan, c.in, c.out, TCFFT_FORWARD, &same), TCFFT_ERROR_WORKSPACE, "info->stream");
  device_succeeds(tcfft_exec(c.plan, c.in, c.out, TCFFT_FORWARD), c.text);
  device_sync(NULL);
  check_output(&c, expected);
  c.out = NULL;
  device_free(foreign.workspace);
  on_device()->give_channel(ON_DEVICE, mine);
  on_device()->give_channel(ON_DEVICE, other);
  free(expected);
  device_case_free(&c);
}
END_TEST

// A plan that needs no workspace goes on any stream as it is.
START_TEST(no_workspace) {
  device_case c = device_case_new("c2c:1024*5", TCFFT_WORKSPACE_PLAN);
  ck_assert_uint_eq(c.work_bytes, 0);
  void *expected = device_case_alone(&c);
  tcf_channel *lane = device_stream();
  const tcfft_exec_info info = {.size = sizeof info, .stream = lane->stream};
  device_succeeds(tcfft_exec_with(c.plan, c.in, c.out, TCFFT_FORWARD, &info), c.text);
  device_sync(lane->stream);
  check_output(&c, expected);
  c.out = NULL;
  on_device()->give_channel(ON_DEVICE, lane);
  free(expected);
  device_case_free(&c);
}
END_TEST

START_TEST(refused) {
  device_refuses(tcfft_plan_set_stream(NULL, NULL), TCFFT_ERROR_INVALID_ARGUMENT, "plan");
  tcfft_desc d;
  test_desc(&d, "c2c:1024");
  d.backend = TCFFT_BACKEND_HOST;
  tcfft_plan *plan = test_plan(&d, "c2c:1024 on the host");
  device_refuses(tcfft_plan_set_stream(plan, NULL), TCFFT_ERROR_INVALID_ARGUMENT, "stream");
  tcfft_plan_destroy(plan);
}
END_TEST

// ------------------------------------------------------------------------------------------------ threads that execute

static const char *const shared_texts[] = {"c2c:1000*3", "c2c:1009*3",  "c2c:65536",
                                           "c2c:65521",  "r2c:4096*5",  "c2r:1001*3",
                                           "dct2:20000", "c2c:60x70*2", "c2c:256*3:tensor:paper"};

// Check's assertions are for the main thread: a worker only counts.
typedef struct worker {
  const device_case *all;
  const void *expected;
  pthread_t thread;
  tcf_channel *lane;
  void *out, *work;
  int wrong;
} worker;

static int executes_right(worker *w, void *host) {
  const tcf_backend *b = on_device();
  const device_case *c = w->all;
  const tcfft_exec_info info = {
      .size = sizeof info, .workspace = w->work, .workspace_bytes = c->work_bytes, .stream = w->lane->stream};
  memset(host, 0xfe, c->out_bytes);
  return b->copy_in(ON_DEVICE, w->out, host, c->out_bytes) == TCFFT_SUCCESS &&
         tcfft_exec_with(c->plan, c->in, w->out, TCFFT_FORWARD, &info) == TCFFT_SUCCESS &&
         b->sync(ON_DEVICE, w->lane->stream) == TCFFT_SUCCESS &&
         b->copy_out(ON_DEVICE, host, w->out, c->out_bytes) == TCFFT_SUCCESS && !memcmp(host, w->expected, c->out_bytes);
}

static void *work(void *argument) {
  worker *w = argument;
  void *host = malloc(w->all->out_bytes);
  for (int round = 0; round < ROUNDS; round++) w->wrong += !host || !executes_right(w, host);
  free(host);
  return NULL;
}

START_TEST(threads) {
  tcfft_desc d;
  test_desc(&d, shared_texts[_i]);
  if (test_leaves_out(&d, shared_texts[_i])) return;
  device_case c = device_case_new(shared_texts[_i], TCFFT_WORKSPACE_CALLER);
  void *expected = device_case_alone(&c);
  worker workers[THREADS] = {0};
  for (int t = 0; t < THREADS; t++) {
    worker *w = &workers[t];
    *w = (worker){.all = &c, .expected = expected, .lane = device_stream(), .out = device_new(NULL, c.out_bytes)};
    w->work = c.work_bytes ? device_new(NULL, c.work_bytes) : NULL;
  }
  for (int t = 0; t < THREADS; t++) ck_assert_int_eq(pthread_create(&workers[t].thread, NULL, work, &workers[t]), 0);
  for (int t = 0; t < THREADS; t++) pthread_join(workers[t].thread, NULL);
  for (int t = 0; t < THREADS; t++) {
    ck_assert_msg(workers[t].wrong == 0, "%s: %d of %d executions of a thread failed or gave other bits", c.text,
                  workers[t].wrong, ROUNDS);
    on_device()->give_channel(ON_DEVICE, workers[t].lane);
    device_free(workers[t].out);
    device_free(workers[t].work);
  }
  free(expected);
  device_case_free(&c);
}
END_TEST

// ------------------------------------------------------------------------------------------------ threads that plan

// Nothing that is built in. Each thread plans two neighbours, so that each length is planned by two threads at once.
static const char *const new_texts[THREADS] = {"c2c:1331*3",  "r2c:702*5",  "c2c:479*9",   "dct4:135*5",
                                               "c2c:21x77*2", "c2r:1734*3", "c2c:20449*2", "dct1:66*9"};

typedef struct planner {
  pthread_t thread;
  int number, failures;
  tcfft_plan *plan[2];
} planner;

static void *plan_two(void *argument) {
  planner *p = argument;
  for (int i = 0; i < 2; i++) {
    tcfft_desc d = TCFFT_DESC_INIT;
    d.backend = test_backend;
    p->failures += tcfft_desc_parse(&d, new_texts[(p->number + i) % THREADS]) != TCFFT_SUCCESS ||
                   tcfft_plan_create(&p->plan[i], &d) != TCFFT_SUCCESS;
  }
  return NULL;
}

// With no plan before, no cache, and all of it to be compiled: what the library sets up once is set up by all at once.
START_TEST(planning) {
  setenv("TCFFT_CACHE", "", 1);
  planner planners[THREADS] = {0};
  for (int t = 0; t < THREADS; t++) {
    planners[t].number = t;
    ck_assert_int_eq(pthread_create(&planners[t].thread, NULL, plan_two, &planners[t]), 0);
  }
  for (int t = 0; t < THREADS; t++) pthread_join(planners[t].thread, NULL);
  for (int t = 0; t < THREADS; t++)
    ck_assert_msg(planners[t].failures == 0, "thread %d: %d plans failed", t, planners[t].failures);
  // Both plans of a length give what a third gives.
  for (int t = 0; t < THREADS; t++) {
    device_case c = device_case_new(new_texts[t], TCFFT_WORKSPACE_PLAN);
    void *expected = device_case_alone(&c);
    tcfft_plan *plans[] = {planners[t].plan[0], planners[(t + THREADS - 1) % THREADS].plan[1]};
    for (int i = 0; i < 2; i++) {
      device_succeeds(tcfft_exec(plans[i], c.in, c.out, TCFFT_FORWARD), c.text);
      device_sync(NULL);
      check_output(&c, expected);
      renew_output(&c);
      tcfft_plan_destroy(plans[i]);
    }
    free(expected);
    device_case_free(&c);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("streams");
  tcase_add_loop_test(test_case(suite, "interleaved", 120), interleaved, 0, TEST_COUNT(chained_texts));
  TCase *c = test_case(suite, "own", 60);
  tcase_add_test(c, plans_stream);
  tcase_add_test(c, no_workspace);
  tcase_add_test(c, refused);
  tcase_add_loop_test(test_case(suite, "threads", 120), threads, 0, TEST_COUNT(shared_texts));
  tcase_add_test(test_case(suite, "planning", 120), planning);
  return suite;
}
