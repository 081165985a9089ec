// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The emulation of CUDA devices by itself: right kernels give right results in every order, and wrong ones are found.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/registry.h"
#include "emulate/classic/cuda/probe.h"
#include "support.h"

// As in tests/emulate/classic/cuda/probe.cuh.
typedef enum probe {
  REVERSE,
  NO_BARRIER,
  ENDED,
  BEYOND,
  OUTSIDE,
  UNALIGNED,
  WARP,
  NO_WARP,
  SHUFFLE,
  LONE_LANE,
  NEIGHBOURS,
  UNSET,
  AWAIT,
  CLUSTER,
  NO_CLUSTER,
} probe;

enum { BLOCKS = 6, MOST = 1024 };

static const tcf_backend *cuda(void) {
  const tcf_backend *b = tcf_backend_for(TCFFT_BACKEND_CUDA);
  ck_assert_ptr_nonnull(b);
  return b;
}

static void succeeds(tcfft_status status) {
  ck_assert_msg(status == TCFFT_SUCCESS, "%s: %s", tcfft_status_string(status), tcfft_last_error());
}

// How blocks are at work: one after the other, all together, or in clusters.
enum { ALONE = 1, TOGETHER = 0, CLUSTERS = 2 };

// BLOCKS blocks of so many threads on the values 0, 1, 2 ..; the status of waiting.
static tcfft_status run_so(probe what, int threads, int together, const char *order, float out[BLOCKS * MOST]) {
  if (order) setenv("TCFFT_EMULATE_ORDER", order, 1);
  const tcf_backend *b = cuda();
  char parameters[100];
  snprintf(parameters, sizeof parameters, "what=%d:threads=%d:blocks=1", what, threads);
  const tcf_program program = {.family = "probe", .parameters = parameters};
  const size_t floats = BLOCKS * (size_t)threads, bytes = floats * sizeof(float);
  const tcf_grid grid = {.blocks = BLOCKS,
                         .threads = threads,
                         .shared = (size_t)threads * sizeof(float),
                         .cooperative = together == TOGETHER,
                         .cluster = together};
  float values[BLOCKS * MOST];
  for (size_t i = 0; i < floats; i++) values[i] = (float)i;
  void *function, *in_memory, *out_memory;
  int previous;
  succeeds(b->load(0, &(tcf_load){.program = program, .shared = grid.shared, .function = &function}, 1));
  succeeds(b->alloc(0, bytes, &in_memory));
  succeeds(b->alloc(0, bytes, &out_memory));
  succeeds(b->copy_in(0, in_memory, values, bytes));
  const tcf_probe_args args = {.in = in_memory, .out = out_memory, .count = (int)floats};
  succeeds(b->enter(0, &previous));
  succeeds(b->launch(function, &grid, &args, NULL));
  const tcfft_status status = b->sync(0, NULL);
  b->leave(previous);
  succeeds(b->copy_out(0, out, out_memory, bytes));
  b->release(0, in_memory);
  b->release(0, out_memory);
  return status;
}

static tcfft_status run(probe what, int threads, const char *order, float out[BLOCKS * MOST]) {
  return run_so(what, threads, ALONE, order, out);
}

static int reversed(const float *out, int threads, int part) {
  for (int i = 0; i < BLOCKS * threads; i++)
    if (out[i] != (float)(i / part * part + part - 1 - i % part)) return 0;
  return 1;
}

static const char *const orders[] = {"random", "forward", "reverse"};

START_TEST(right) {
  static const int threads[] = {32, 64, 96, 256, 1024};
  static float out[BLOCKS * MOST];
  for (size_t i = 0; i < TEST_COUNT(threads); i++) {
    succeeds(run(REVERSE, threads[i], orders[_i], out));
    ck_assert(reversed(out, threads[i], threads[i]));
    succeeds(run(WARP, threads[i], orders[_i], out));
    ck_assert(reversed(out, threads[i], 32));
    succeeds(run(SHUFFLE, threads[i], orders[_i], out));
    for (int k = 0; k < BLOCKS * threads[i]; k++) ck_assert(out[k] == (float)(32 * (k / 32 * 32) + 496));
  }
  succeeds(run(REVERSE, 17, orders[_i], out));
  ck_assert(reversed(out, 17, 17));
}
END_TEST

// The parts of neighbouring blocks, exchanged.
static int swapped(const float *out, int threads) {
  for (int i = 0; i < BLOCKS * threads; i++)
    if (out[i] != (float)(i / threads % 2 ? i - threads : i + threads)) return 0;
  return 1;
}

// Blocks that wait for each other go on in turns.
START_TEST(together) {
  static float out[BLOCKS * MOST];
  succeeds(run_so(AWAIT, 64, TOGETHER, orders[_i], out));
  for (int i = 0; i < BLOCKS * 64; i++) ck_assert(out[i] == (float)(i / 64 + 1));
  succeeds(run_so(CLUSTER, 64, CLUSTERS, orders[_i], out));
  ck_assert(swapped(out, 64));
  succeeds(run_so(NO_CLUSTER, 64, CLUSTERS, orders[_i], out));
  ck_assert(!swapped(out, 64));
}
END_TEST

START_TEST(missing_barriers) {
  static float out[BLOCKS * MOST];
  static const int threads[] = {32, 256};
  for (size_t i = 0; i < TEST_COUNT(threads); i++) {
    succeeds(run(NO_BARRIER, threads[i], orders[_i], out));
    ck_assert_msg(!reversed(out, threads[i], threads[i]), "%d threads reversed without a barrier", threads[i]);
    succeeds(run(NO_WARP, threads[i], orders[_i], out));
    ck_assert_msg(!reversed(out, threads[i], 32), "%d threads reversed without a barrier", threads[i]);
  }
  succeeds(run(NEIGHBOURS, 32, orders[_i], out));
  ck_assert((out[BLOCKS * 32 - 1] == BLOCKS) == !strcmp(orders[_i], "forward"));
}
END_TEST

START_TEST(unset_memory) {
  static float out[BLOCKS * MOST];
  succeeds(run(UNSET, 64, NULL, out));
  for (int i = 0; i < BLOCKS * 64; i++) ck_assert(out[i] != out[i]);
}
END_TEST

// Work in a stream is not executed before a call waits for the stream; it then uses the arguments of its own call.
START_TEST(asynchronous) {
  const tcf_backend *b = cuda();
  const tcf_program program = {.family = "probe", .parameters = "what=0:threads=64:blocks=1"};
  const tcf_grid grid = {.blocks = 1, .threads = 64, .shared = 256};
  void *function, *memory;
  tcf_channel *lane;
  int previous;
  succeeds(b->load(0, &(tcf_load){.program = program, .shared = grid.shared, .function = &function}, 1));
  succeeds(b->alloc(0, 512, &memory));
  succeeds(b->take_channel(0, &lane));
  float *host = (float *)lane->host;
  for (int i = 0; i < 128; i++) host[i] = (float)-i;
  succeeds(b->channel_in(0, lane, memory, host, 256));
  for (int i = 0; i < 64; i++) host[i] = (float)i;
  tcf_probe_args args = {.in = memory, .out = (float *)memory + 64, .count = 64};
  succeeds(b->enter(0, &previous));
  succeeds(b->launch(function, &grid, &args, lane->stream));
  b->leave(previous);
  args.out = NULL;
  succeeds(b->channel_out(0, lane, host + 64, (float *)memory + 64, 256));
  for (int i = 64; i < 128; i++) ck_assert(host[i] == (float)-i);
  succeeds(b->sync(0, lane->stream));
  for (int i = 0; i < 64; i++) ck_assert(host[64 + i] == (float)(63 - i));
  b->give_channel(0, lane);
  ck_assert_int_eq(b->memory_kind(0, memory), TCF_MEMORY_DEVICE);
  ck_assert_int_eq(b->memory_kind(0, host), TCF_MEMORY_HOST);
  b->release(0, memory);
}
END_TEST

static void fails(tcfft_status status, tcfft_status expected, const char *word) {
  ck_assert_msg(status == expected && strstr(tcfft_last_error(), word), "%s: %s, expected \"%s\"",
                tcfft_status_string(status), tcfft_last_error(), word);
}

START_TEST(refused) {
  static float out[BLOCKS * MOST];
  fails(run(ENDED, 64, orders[_i], out), TCFFT_ERROR_DEVICE, "__syncthreads");
  fails(run(LONE_LANE, 64, orders[_i], out), TCFFT_ERROR_DEVICE, "lane");
  fails(run(OUTSIDE, 65, orders[_i], out), TCFFT_ERROR_DEVICE, "wrote next to");
  fails(run(AWAIT, 64, "reverse", out), TCFFT_ERROR_DEVICE, "what none of them does");
  fails(run(CLUSTER, 64, orders[_i], out), TCFFT_ERROR_DEVICE, "the cluster does not have");
  succeeds(run(REVERSE, 64, orders[_i], out));
}
END_TEST

START_TEST(beyond_shared) {
  static float out[BLOCKS * MOST];
  run(BEYOND, 64, NULL, out);
}
END_TEST

START_TEST(unaligned) {
  static float out[BLOCKS * MOST];
  run(UNALIGNED, 64, NULL, out);
}
END_TEST

START_TEST(host_touches) {
  void *memory;
  succeeds(cuda()->alloc(0, 4096, &memory));
  *(volatile float *)memory = 1;
}
END_TEST

START_TEST(arguments) {
  const tcf_backend *b = cuda();
  float mine[4] = {0};
  void *memory, *function;
  succeeds(b->alloc(0, 1000, &memory));
  succeeds(b->check_memory(0, (char *)memory + 999, "in"));
  fails(b->check_memory(0, (char *)memory + 1000, "in"), TCFFT_ERROR_INVALID_ARGUMENT, "in =");
  fails(b->check_memory(0, mine, "out"), TCFFT_ERROR_INVALID_ARGUMENT, "out =");
  fails(b->copy_in(0, (char *)memory + 990, mine, sizeof mine), TCFFT_ERROR_DEVICE, "16 bytes");
  fails(b->alloc(0, (size_t)1 << 60, &memory), TCFFT_ERROR_OUT_OF_MEMORY, "bytes");
  const tcf_program program = {.family = "probe", .parameters = "what=0:threads=64:blocks=1"};
  fails(b->load(0, &(tcf_load){.program = program, .shared = (size_t)1 << 20, .function = &function}, 1), TCFFT_ERROR_DEVICE,
        "shared memory");
  succeeds(b->load(0, &(tcf_load){.program = program, .shared = 256, .function = &function}, 1));
  const tcf_probe_args args = {0};
  fails(b->launch(function, &(tcf_grid){.blocks = 1, .threads = 64}, &args, NULL), TCFFT_ERROR_DEVICE, "enter");
  int previous;
  succeeds(b->enter(0, &previous));
  fails(b->launch(function, &(tcf_grid){.blocks = 1, .threads = 65}, &args, NULL), TCFFT_ERROR_DEVICE, "bound");
  fails(b->launch(function, &(tcf_grid){.blocks = (int64_t)1 << 31, .threads = 64}, &args, NULL), TCFFT_ERROR_DEVICE,
        "grid");
  fails(b->launch(function, &(tcf_grid){.blocks = 1, .threads = 64, .shared = 512}, &args, NULL), TCFFT_ERROR_DEVICE, "256");
  fails(b->launch(function, &(tcf_grid){.blocks = 1 << 20, .threads = 64, .cooperative = 1}, &args, NULL),
        TCFFT_ERROR_DEVICE, "has room for");
  fails(b->launch(function, &(tcf_grid){.blocks = 5, .threads = 64, .cluster = 2}, &args, NULL), TCFFT_ERROR_DEVICE,
        "clusters of 2");
  b->leave(previous);
  const tcf_program wrong = {.family = "no_such_family", .parameters = "threads=64:blocks=1"};
  fails(b->load(0, &(tcf_load){.program = wrong, .shared = 0, .function = &function}, 1), TCFFT_ERROR_DEVICE,
        "no_such_family");
}
END_TEST

#ifdef __SANITIZE_ADDRESS__  // which takes the signal
#define ADD_FAULT(to, test) tcase_add_exit_test(to, test, 1)
#else
#define ADD_FAULT(to, test) tcase_add_test_raise_signal(to, test, SIGSEGV)
#endif

Suite *test_suite(void) {
  Suite *suite = suite_create("emulated");
  tcase_add_loop_test(test_case(suite, "right", 60), right, 0, TEST_COUNT(orders));
  tcase_add_loop_test(test_case(suite, "together", 60), together, 0, TEST_COUNT(orders));
  tcase_add_loop_test(test_case(suite, "missing_barriers", 60), missing_barriers, 0, TEST_COUNT(orders));
  tcase_add_test(test_case(suite, "unset_memory", 60), unset_memory);
  tcase_add_test(test_case(suite, "asynchronous", 60), asynchronous);
  tcase_add_loop_test(test_case(suite, "refused", 60), refused, 0, TEST_COUNT(orders));
  ADD_FAULT(test_case(suite, "beyond_shared", 60), beyond_shared);
  ADD_FAULT(test_case(suite, "host_touches", 60), host_touches);
  tcase_add_test_raise_signal(test_case(suite, "unaligned", 60), unaligned, SIGILL);
  tcase_add_test(test_case(suite, "arguments", 60), arguments);
  return suite;
}
