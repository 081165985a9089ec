// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Handles over time: thousands of plans, threads, a fork, plans that are compiled in the background, executions that are
// captured.
#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emulate/device_memory.h"
#include "emulate/queue.h"
#include "fake_cufft.h"
#include "shim/table.h"
#include "shim_support.h"

static fake_cufft *fake;

static void alone(void) {
  setenv("TCFFT_CUFFT_REAL", "", 1);
  setenv("TCFFT_CUFFT_WAIT", "1", 1);
}

static void beside(void) {
  setenv("TCFFT_CUFFT_REAL", TEST_FAKE_CUFFT, 1);
  setenv("TCFFT_CUFFT_WAIT", "1", 1);
  void *library = dlopen(TEST_FAKE_CUFFT, RTLD_NOW | RTLD_LOCAL);
  ck_assert_ptr_nonnull(library);
  fake = ((fake_get_function *)dlsym(library, "fake_get"))();
}

// ------------------------------------------------------------------------------------------------ growth

static long pages(void) {
  long all = 0, resident = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  ck_assert(f && fscanf(f, "%ld %ld", &all, &resident) == 2);
  fclose(f);
  return all;
}

static void make_plans(int count) {
  cufftHandle plan, kept[20];
  for (int i = 0; i < count; i++) {
    succeeds(cufftPlan1d(&plan, 60, CUFFT_C2C, 1 + i % 3));
    // Some live for a while.
    if (i >= 20) succeeds(cufftDestroy(kept[i % 20]));
    kept[i % 20] = plan;
    if (fake) fake->log[0] = 0;
  }
  for (int i = 0; i < 20; i++) succeeds(cufftDestroy(kept[i]));
}

// Neither the heap nor the address space grows, with a real library and without.
START_TEST(growth) {
  if (_i) beside();
  make_plans(1000);
  const size_t heap = mallinfo2().uordblks;
  const long before = pages();
  make_plans(9000);
  const size_t grown = mallinfo2().uordblks - heap;
  ck_assert_msg(grown < 64 << 10 || grown > (size_t)1 << 60, "the heap grew by %zu bytes", grown);
  ck_assert_msg(pages() - before < 256, "%ld pages more than before", pages() - before);
}
END_TEST

// ------------------------------------------------------------------------------------------------ threads

enum { THREADS = 4, ROUNDS = 12 };

typedef struct worker {
  pthread_t thread;
  int number, wrong;
  tcf_channel *lane;
  void *in, *out;
  cufftHandle shared;
  atomic_int done;
} worker;

// An impulse has a spectrum of ones, whatever the length.
static int executes_right(worker *w, cufftHandle plan, int n) {
  float host[2 * 64];
  const tcf_backend *b = on_device();
  memset(host, 0xfe, sizeof host);
  if (b->copy_in(ON_DEVICE, w->out, host, sizeof host) || cufftSetStream(plan, w->lane->stream)) return 0;
  if (cufftExecC2C(plan, w->in, w->out, CUFFT_FORWARD) || b->sync(ON_DEVICE, w->lane->stream)) return 0;
  if (b->copy_out(ON_DEVICE, host, w->out, sizeof host)) return 0;
  for (int i = 0; i < n; i++)
    if (!(host[2 * i] > 0.999F && host[2 * i] < 1.001F)) return 0;
  return 1;
}

// Plans come and go beside one that stays.
static void *work(void *argument) {
  static const int lengths[] = {60, 64, 45};
  worker *w = argument;
  for (int i = 0; i < ROUNDS; i++) {
    cufftHandle plan;
    const int n = lengths[(i + w->number) % 3];
    w->wrong += cufftPlan1d(&plan, n, CUFFT_C2C, 1) || !executes_right(w, plan, n) || cufftDestroy(plan);
    w->wrong += cufftDestroy(plan) != CUFFT_INVALID_PLAN;
    w->wrong += !executes_right(w, w->shared, 60);
  }
  return NULL;
}

START_TEST(threads) {
  worker workers[THREADS] = {0};
  float impulse[2 * 64] = {1};
  if (_i) beside();
  for (int t = 0; t < THREADS; t++) {
    worker *w = &workers[t];
    *w = (worker){.number = t,
                  .lane = device_stream(),
                  .in = device_new(impulse, sizeof impulse),
                  .out = device_new(NULL, sizeof impulse)};
    succeeds(cufftPlan1d(&w->shared, 60, CUFFT_C2C, 1));
  }
  for (int t = 0; t < THREADS; t++) ck_assert_int_eq(pthread_create(&workers[t].thread, NULL, work, &workers[t]), 0);
  for (int t = 0; t < THREADS; t++) pthread_join(workers[t].thread, NULL);
  for (int t = 0; t < THREADS; t++) {
    ck_assert_msg(workers[t].wrong == 0, "thread %d: %d of its calls went wrong", t, workers[t].wrong);
    succeeds(cufftDestroy(workers[t].shared));
    on_device()->give_channel(ON_DEVICE, workers[t].lane);
  }
}
END_TEST

// A plan is destroyed by one thread while others use it: each call succeeds or says that there is no such plan.
static atomic_int stop;

static void *use(void *argument) {
  worker *w = argument;
  while (!stop) {
    size_t size;
    const int set = (int)cufftSetStream(w->shared, NULL), told = (int)cufftGetSize(w->shared, &size);
    w->wrong += (set != CUFFT_SUCCESS && set != CUFFT_INVALID_PLAN) || (told != CUFFT_SUCCESS && told != CUFFT_INVALID_PLAN);
  }
  return NULL;
}

START_TEST(destroyed_in_use) {
  worker users[2] = {{.shared = 1}, {.shared = 2}};
  for (int t = 0; t < 2; t++) ck_assert_int_eq(pthread_create(&users[t].thread, NULL, use, &users[t]), 0);
  for (int i = 0; i < 300; i++) {
    cufftHandle plan;
    succeeds(cufftPlan1d(&plan, 60, CUFFT_C2C, 1));
    for (int t = 0; t < 2; t++) users[t].shared = plan;
    succeeds(cufftDestroy(plan));
  }
  stop = 1;
  for (int t = 0; t < 2; t++) pthread_join(users[t].thread, NULL);
  ck_assert_int_eq(users[0].wrong + users[1].wrong, 0);
}
END_TEST

// A plan is destroyed while others execute it: it stays for those that have begun, and the others learn that there is none.
static _Atomic cufftHandle executed;

static void *execute(void *argument) {
  worker *w = argument;
  float host[2 * 60];
  const tcf_backend *b = on_device();
  while (!stop) {
    memset(host, 0xfe, sizeof host);
    if (b->copy_in(ON_DEVICE, w->out, host, sizeof host)) w->wrong++;
    const cufftResult result = cufftExecC2C(executed, w->in, w->out, CUFFT_FORWARD);
    if (b->sync(ON_DEVICE, NULL) || b->copy_out(ON_DEVICE, host, w->out, sizeof host)) w->wrong++;
    for (int i = 0; i < 60 && result == CUFFT_SUCCESS; i++) w->wrong += !(host[2 * i] > 0.999F && host[2 * i] < 1.001F);
    w->wrong += result != CUFFT_SUCCESS && result != CUFFT_INVALID_PLAN;
    w->done += result == CUFFT_SUCCESS;
  }
  return NULL;
}

START_TEST(destroyed_while_executed) {
  worker users[3] = {0};
  float impulse[2 * 60] = {1};
  if (_i) beside();
  cufftHandle plan;
  succeeds(cufftPlan1d(&plan, 60, CUFFT_C2C, 1));
  executed = plan;
  for (int t = 0; t < 3; t++) {
    users[t].in = device_new(impulse, sizeof impulse);
    users[t].out = device_new(NULL, sizeof impulse);
    ck_assert_int_eq(pthread_create(&users[t].thread, NULL, execute, &users[t]), 0);
  }
  for (int i = 0; i < 200; i++) {
    cufftHandle next;
    succeeds(cufftPlan1d(&next, 60, CUFFT_C2C, 1));
    usleep(200 * (i % 4));
    succeeds(cufftDestroy(executed));
    executed = next;
  }
  while (users[0].done < 3 || users[1].done < 3 || users[2].done < 3) usleep(100);
  stop = 1;
  for (int t = 0; t < 3; t++) {
    pthread_join(users[t].thread, NULL);
    ck_assert_msg(!users[t].wrong, "thread %d: %d of its executions went wrong", t, users[t].wrong);
  }
  succeeds(cufftDestroy(executed));
}
END_TEST

// ------------------------------------------------------------------------------------------------ captures

// What a graph capture takes of an execution: launches, and nothing else. Without a work area, and with one of either kind.
static const struct {
  int type, n, batch, automatic;
} captured_plans[] = {{CUFFT_C2C, 60, 3, 1},     {CUFFT_R2C, 1000, 2, 1},  {CUFFT_C2R, 1000, 2, 0},
                      {CUFFT_C2C, 100003, 1, 0}, {CUFFT_R2C, 30031, 1, 1}, {CUFFT_C2R, 30031, 1, 0}};

static size_t workspace_of(const tcf_shim_way *way) { return way->owns ? tcfft_plan_workspace_size(way->plan) : 0; }

// Executes in place first. Of real numbers this makes the second plan. What was launched before may be part of a capture: it
// still waits for the stream, and the plan that launched it has what it had. The second plan takes its workspace, and tables
// where these are not those of the first one.
static void execute_in_place(cufftHandle handle, const tcf_shim_plan *plan, void *x, int type) {
  const tcf_shim_way first = plan->out_of_place;
  const size_t held = tcf_emulated_memory_held();
  const long calls = tcf_emulated_calls();
  ck_assert(!plan->in_place.plan && !tcf_emulated_idle(NULL));
  succeeds(shim_execute_typed(handle, x, x, CUFFT_FORWARD, type));
  ck_assert(!tcf_emulated_idle(NULL));
  ck_assert(plan->out_of_place.plan == first.plan && plan->out_of_place.owns == first.owns);
  ck_assert_int_eq(plan->in_place.plan != NULL, type != CUFFT_C2C);
  if (type == CUFFT_C2C) {
    ck_assert_int_eq(tcf_emulated_calls(), calls);
    return;
  }
  ck_assert(plan->in_place.plan != first.plan && plan->in_place.owns >= first.owns);
  ck_assert_uint_ge(tcf_emulated_memory_held(), held + workspace_of(&plan->in_place));
}

// Both plans execute with whatever stream and area, and stay as they are: a graph replays launches that have their tables
// and workspaces.
static void execute_again(cufftHandle handle, const tcf_shim_plan *plan, void *x, void *y, int type, void *area,
                          tcf_channel *const lanes[]) {
  const tcf_shim_way first = plan->out_of_place, second = plan->in_place;
  const size_t held = tcf_emulated_memory_held();
  const long calls = tcf_emulated_calls();
  for (int i = 0; i < 4; i++) {
    succeeds(cufftSetStream(handle, i % 3 ? lanes[i % 2]->stream : NULL));
    succeeds(shim_execute_typed(handle, x, i < 2 ? x : y, CUFFT_INVERSE, type));
    if (area) succeeds(cufftSetWorkArea(handle, area));
  }
  ck_assert_int_eq(tcf_emulated_calls(), calls);
  ck_assert_uint_eq(tcf_emulated_memory_held(), held);
  ck_assert(plan->out_of_place.plan == first.plan && plan->in_place.plan == second.plan);
  for (int i = 0; i < 2; i++) device_sync(lanes[i]->stream);
  device_sync(NULL);
}

START_TEST(captured) {
  const int type = captured_plans[_i].type, n = captured_plans[_i].n, batch = captured_plans[_i].batch;
  const size_t bytes = (size_t)batch * (size_t)(n + 2) * 8;
  size_t size = 0;
  cufftHandle handle;
  void *x = device_new(NULL, bytes), *y = device_new(NULL, bytes), *area = NULL;
  tcf_channel *lanes[] = {device_stream(), device_stream()};
  const size_t without = tcf_emulated_memory_held();
  succeeds(cufftCreate(&handle));
  succeeds(cufftSetAutoAllocation(handle, captured_plans[_i].automatic));
  succeeds(cufftMakePlan1d(handle, n, type, batch, &size));
  tcf_shim_plan *plan = tcf_shim_take(handle);
  if (!captured_plans[_i].automatic) area = device_new(NULL, size + 1);
  if (area) succeeds(cufftSetWorkArea(handle, area));
  const long made = tcf_emulated_calls();
  succeeds(shim_execute_typed(handle, x, y, CUFFT_FORWARD, type));
  ck_assert_int_eq(tcf_emulated_calls(), made);
  execute_in_place(handle, plan, x, type);
  execute_again(handle, plan, x, y, type, area, lanes);
  shim_case c = {.type = type, .rank = 1, .n = {n}, .batch = batch};
  succeeds(cufftSetStream(handle, NULL));
  for (c.in_place = 0; c.in_place < 2; c.in_place++) shim_check(&c, handle, CUFFT_FORWARD, NULL, NULL);
  tcf_shim_give(plan);
  succeeds(cufftDestroy(handle));
  device_free(area);
  ck_assert_uint_eq(tcf_emulated_memory_held(), without);  // of neither plan anything is left
  for (int i = 0; i < 2; i++) on_device()->give_channel(ON_DEVICE, lanes[i]);
}
END_TEST

// ------------------------------------------------------------------------------------------------ forks

static atomic_int going;
static void *make_and_destroy(void *unused) {
  (void)unused;
  while (going) {
    cufftHandle plan;
    if (cufftCreate(&plan) == CUFFT_SUCCESS) cufftDestroy(plan);
  }
  return NULL;
}

// Plans are lost in a forked process, and say so; new handles work, whatever another thread did at the fork.
START_TEST(forked) {
  pthread_t thread;
  cufftHandle plan;
  void *x = device_new(NULL, 60 * 8);
  succeeds(cufftPlan1d(&plan, 60, CUFFT_C2C, 1));
  going = 1;
  ck_assert_int_eq(pthread_create(&thread, NULL, make_and_destroy, NULL), 0);
  for (int i = 0; i < 50; i++) {
    const pid_t child = fork();
    ck_assert(child >= 0);
    if (child == 0) {
      signal(SIGALRM, SIG_DFL);  // Check's own ends more than the child
      alarm(30);
      cufftHandle mine;
      const int wrong = cufftExecC2C(plan, x, x, CUFFT_FORWARD) != CUFFT_EXEC_FAILED ||
                        cufftDestroy(plan) != CUFFT_SUCCESS || cufftCreate(&mine) != CUFFT_SUCCESS ||
                        cufftDestroy(mine) != CUFFT_SUCCESS;
      _exit(wrong);
    }
    int status = -1;
    ck_assert(waitpid(child, &status, 0) == child);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "child %d ended with %d", i, status);
  }
  going = 0;
  pthread_join(thread, NULL);
  succeeds(cufftExecC2C(plan, x, x, CUFFT_FORWARD));
  device_sync(NULL);
  succeeds(cufftDestroy(plan));
}
END_TEST

// ------------------------------------------------------------------------------------------------ in the background

static int exists(const char *file) { return access(file, F_OK) == 0; }

static void wait_for(const char *file) {
  for (int i = 0; i < 60000 && !exists(file); i++) usleep(1000);
  ck_assert_msg(exists(file), "%s does not appear", file);
}

// The compiler is held: the plan computes all the same, in both placements, and goes on when the compiler has done its work.
START_TEST(background) {
  char hold[] = "/tmp/tcfft_shim_XXXXXX", held[sizeof hold + 8];
  const int fd = mkstemp(hold);
  ck_assert_int_ge(fd, 0);
  close(fd);
  snprintf(held, sizeof held, "%s.held", hold);
  setenv("TCFFT_EMULATE_HOLD", hold, 1);
  unsetenv("TCFFT_CUFFT_WAIT");
  signal(SIGALRM, SIG_DFL);
  alarm(600);  // for a plan that waits for the compiler
  shim_case c = {.type = CUFFT_R2C, .rank = 1, .n = {1002}, .batch = 2};
  cufftHandle plan;
  succeeds(cufftPlan1d(&plan, 1002, CUFFT_R2C, 2));
  wait_for(held);
  for (c.in_place = 0; c.in_place < 2; c.in_place++) shim_check(&c, plan, CUFFT_FORWARD, NULL, NULL);
  ck_assert(exists(hold));
  unlink(hold);
  for (int i = 0; i < 20; i++) {
    c.in_place = i % 2;
    shim_check(&c, plan, CUFFT_FORWARD, NULL, NULL);
    usleep(20000);
  }
  succeeds(cufftDestroy(plan));
  unlink(held);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("shim_life");
  TCase *all[] = {test_case(suite, "growth", 120), test_case(suite, "threads", 120), test_case(suite, "forked", 120),
                  test_case(suite, "background", 120), test_case(suite, "captured", 120)};
  for (size_t i = 0; i < TEST_COUNT(all); i++) tcase_add_checked_fixture(all[i], alone, NULL);
  tcase_add_loop_test(all[0], growth, 0, 2);
  tcase_add_loop_test(all[1], threads, 0, 2);
  tcase_add_test(all[1], destroyed_in_use);
  tcase_add_test(all[2], forked);
  tcase_add_loop_test(all[1], destroyed_while_executed, 0, 2);
  tcase_add_test(all[3], background);
  tcase_add_loop_test(all[4], captured, 0, TEST_COUNT(captured_plans));
  return suite;
}
