// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft_exec_host on CUDA devices, real or emulated: at once and piece by piece, from pinned memory and from any other. What
// lies between the elements of the output stays as it was.
#include <pthread.h>

#include "on_device.h"
#if !TEST_EMULATED
#include <cuda_runtime_api.h>
#endif

// How a row is run.
enum {
  PIN_IN = 1,
  PIN_OUT = 2,
  PIECES = 4,  // the batch goes in pieces, by a plan of its own: other bits, as right
  SLOW = 8,    // for an emulated device
};

typedef struct row {
  const char *text;
  int how;
} row;

// A copy channel has 8 MiB. Inputs from 64 MiB on are copied in pieces.
static const row rows[] = {
    {"c2c:1024*8", 0},
    {"c2c:1024*8", PIN_IN | PIN_OUT},
    {"c2c:1048577", 0},  // one number more than a channel has
    {"c2c:2097152", PIN_IN},
    {"c2c:2097152", PIN_OUT},
    {"c2c:100x90*80:os=180,2:od=18003", 0},
    {"c2c:100x90*80:os=180,2:od=18003", PIN_IN | PIN_OUT},
    {"c2c:100x90*160:is=1,101:id=9200:os=90,1:od=9000", PIN_OUT},
    {"r2c:1001*3000:id=1003:od=503", 0},
    {"c2r:1001*3000:id=503:od=1003", 0},
    {"dct2:1000*3000:is=2:id=2003:os=1:od=1001", 0},
    {"c2c:64*30000:is=30000:id=1:os=30000:od=1", 0},
    {"c2c:600*3000:inplace:id=650:od=650", 0},
    {"c2c:600*3000:inplace:id=650:od=650", PIN_IN},
    {"r2c:1022*3000:inplace", 0},
    {"c2r:1022*3000:inplace", 0},
    {"c2c:4096*2057", PIECES},  // the last piece is short
    {"c2c:256*33000:od=290", PIECES},
    {"c2c:4096*2057", PIECES | PIN_IN},
    {"c2c:4096*2057", PIECES | PIN_OUT},
    {"c2c:4096*2057", PIECES | PIN_IN | PIN_OUT},
    {"c2c:4096*2057:id=4100:od=4099", PIECES | PIN_IN | PIN_OUT},
    {"r2c:1000*17000", PIECES | SLOW},
    {"c2r:1000*17000:od=1001", PIECES | SLOW},
    {"dct4:1000*17000:id=1002:od=1003", PIECES | SLOW},
    {"c2c:1000*8500:inplace", PIECES | SLOW},
    {"c2c:1000*8500:inplace:id=1003:od=1003", PIECES},
    {"r2c:1022*17000:inplace", PIECES | SLOW},
    {"c2c:64*140000:is=140000:id=1:os=140000:od=1", SLOW},
    {"c2c:2097152*5", SLOW},
    {"c2c:2097152*5", PIECES | PIN_IN | PIN_OUT | SLOW},  // a transform is longer than a channel
    {"r2c:300x500*200:os=252,1:od=75602", PIECES | SLOW},
};

// ------------------------------------------------------------------------------------------------ buffers

// A buffer that shares no page of memory with another: pages are what is pinned.
static test_buffer paged_buffer(int64_t floats, int shift) {
  enum { PAGE = 4096 };
  test_buffer b = test_buffer_new(floats, shift);
  const size_t bytes = (size_t)b.total * sizeof(float);
  float *block = aligned_alloc(PAGE, (bytes + PAGE - 1) / PAGE * PAGE);
  ck_assert_ptr_nonnull(block);
  memcpy(block, b.block, bytes);
  b.data = block + (b.data - b.block);
  free(b.block);
  b.block = block;
  return b;
}

static void pin(const test_buffer *b, int wanted) {
#if !TEST_EMULATED
  if (wanted)
    ck_assert_int_eq(cudaHostRegister(b->block, (size_t)b->total * sizeof(float), cudaHostRegisterDefault), cudaSuccess);
#endif
  (void)b;
  (void)wanted;
}

static void unpin(const test_buffer *b, int wanted) {
#if !TEST_EMULATED
  if (wanted) ck_assert_int_eq(cudaHostUnregister(b->block), cudaSuccess);
#endif
  (void)b;
  (void)wanted;
}

// ------------------------------------------------------------------------------------------------ one problem

typedef struct setup {
  tcfft_desc d;
  tcfft_plan *plan;
  test_side from, to;
  int in_place;
  test_buffer in, out, expected;  // in place out is in
} setup;

// shift: floats off the boundary of a cache line.
static setup setup_new(const char *text, int shift) {
  setup s = {.in_place = 0};
  test_desc(&s.d, text);
  test_sides(&s.from, &s.to, &s.d);
  s.in_place = s.d.placement == TCFFT_IN_PLACE;
  s.d.workspace = TCFFT_WORKSPACE_CALLER;  // copies bring their own
  s.plan = test_plan(&s.d, text);
  const int64_t more = s.in_place && s.to.span > s.from.span ? s.to.span : s.from.span;
  s.in = paged_buffer(more, shift);
  s.out = s.in_place ? s.in : paged_buffer(s.to.span, shift);
  test_fill(&s.in, &s.from, 23);
  return s;
}

static void setup_free(setup *s) {
  tcfft_plan_destroy(s->plan);
  if (!s->in_place) test_buffer_free(&s->out);
  test_buffer_free(&s->expected);
  test_buffer_free(&s->in);
}

// What tcfft_exec makes of it, in device memory.
static void make_expected(setup *s, const char *text) {
  tcfft_desc d = s->d;
  d.workspace = TCFFT_WORKSPACE_PLAN;
  tcfft_plan *plan = test_plan(&d, text);
  s->expected = test_buffer_new(s->in.floats > s->to.span ? s->in.floats : s->to.span, 0);
  if (s->in_place) {
    memcpy(s->expected.data, s->in.data, (size_t)s->in.floats * sizeof(float));
    device_succeeds(test_exec(plan, &s->expected, &s->expected, TCFFT_FORWARD), text);
  } else {
    const test_buffer aligned = test_buffer_new(s->in.floats, 0);
    memcpy(aligned.data, s->in.data, (size_t)s->in.floats * sizeof(float));
    device_succeeds(test_exec(plan, &aligned, &s->expected, TCFFT_FORWARD), text);
    free(aligned.block);
  }
  tcfft_plan_destroy(plan);
}

static void run(const char *text, int how, int shift) {
  setup s = setup_new(text, shift);
  make_expected(&s, text);
  float *kept = s.in_place ? NULL : test_buffer_copy(&s.in);
  pin(&s.in, how & PIN_IN);
  if (!s.in_place) pin(&s.out, how & PIN_OUT);
  device_succeeds(tcfft_exec_host(s.plan, s.in.data, s.out.data, TCFFT_FORWARD), text);
  const double apart = test_distance(&s.to, &s.out, &s.expected);
  ck_assert_msg(apart <= (how & PIECES ? 2 * tcfft_plan_error_bound(s.plan) : 0), "%s: %.3g from what tcfft_exec gave", text,
                apart);
  test_check_gaps(&s.out, &s.to, s.in_place ? &s.from : NULL, text);
  if (kept) ck_assert_msg(test_buffer_same(&s.in, kept), "%s: the input was changed", text);
  free(kept);
  if (!s.in_place) unpin(&s.out, how & PIN_OUT);
  unpin(&s.in, how & PIN_IN);
  setup_free(&s);
}

static void run_row(int i) {
  if (TEST_EMULATED && (rows[i].how & (SLOW | PIN_IN | PIN_OUT))) return;
  if (!test_is_due(rows[i].text, test_share())) return;
  test_current = rows[i].text;
  run(rows[i].text, rows[i].how, 0);
}

START_TEST(at_once) {
  if (!(rows[_i].how & PIECES)) run_row(_i);
}
END_TEST

START_TEST(in_pieces) {
  if (rows[_i].how & PIECES) run_row(_i);
}
END_TEST

// The host's memory may begin at any float.
START_TEST(misaligned) {
  static const char *const texts[] = {"c2c:1000*7", "r2c:1000*7", "c2r:1000*7", "c2c:60*9:os=2:od=130", "dct2:1000*7"};
  for (size_t i = 0; i < TEST_COUNT(texts); i++)
    for (int shift = 1; shift < 4; shift++) run(texts[i], 0, shift);
}
END_TEST

// ------------------------------------------------------------------------------------------------ threads

enum { THREADS = 8, ROUNDS = TEST_EMULATED ? 3 : 20 };

typedef struct worker {
  const setup *all;
  pthread_t thread;
  int wrong;
} worker;

static void *work(void *argument) {
  worker *w = argument;
  const setup *s = w->all;
  const size_t bytes = (size_t)s->to.span * sizeof(float);
  float *out = malloc(bytes);
  for (int round = 0; round < ROUNDS; round++) {
    memset(out, 0xff, bytes);
    w->wrong += tcfft_exec_host(s->plan, s->in.data, out, TCFFT_FORWARD) != TCFFT_SUCCESS ||
                memcmp(out, s->expected.data, bytes) != 0;
  }
  free(out);
  return NULL;
}

// One plan without a workspace of its own, executed by several threads at once.
START_TEST(threads) {
  static const char *const texts[] = {"c2c:65536*3", "r2c:1009*50", "c2c:1048576*2"};
  const char *text = texts[_i];
  setup s = setup_new(text, 0);
  make_expected(&s, text);
  worker workers[THREADS] = {0};
  for (int t = 0; t < THREADS; t++) {
    workers[t].all = &s;
    ck_assert_int_eq(pthread_create(&workers[t].thread, NULL, work, &workers[t]), 0);
  }
  for (int t = 0; t < THREADS; t++) pthread_join(workers[t].thread, NULL);
  for (int t = 0; t < THREADS; t++)
    ck_assert_msg(workers[t].wrong == 0, "%s: %d of %d executions of a thread failed or gave other bits", text,
                  workers[t].wrong, ROUNDS);
  setup_free(&s);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("staging");
  tcase_add_loop_test(test_case(suite, "at_once", 120), at_once, 0, TEST_COUNT(rows));
  tcase_add_loop_test(test_case(suite, "in_pieces", 120), in_pieces, 0, TEST_COUNT(rows));
  tcase_add_test(test_case(suite, "misaligned", 60), misaligned);
  tcase_add_loop_test(test_case(suite, "threads", 120), threads, 0, TEST_EMULATED ? 2 : 3);
  return suite;
}
