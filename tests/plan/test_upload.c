// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How a plan's tables are copied to a device, tested with a backend whose device memory is host memory: through a copy
// channel, or directly.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "plan/plan.h"
#include "units.h"

enum { GUARD = 4096 };

static struct {
  int lanes;                 // taken and not given back
  int in_flight;             // copies since the last wait
  int by_lane, past, waits;  // so many
  int fails;                 // number of the channel's copy that fails, from 1
  int blocks;                // that are allocated
  char *host;
  tcf_channel lane;
} device;

static tcfft_status alloc(int index, size_t bytes, void **memory) {
  (void)index;
  device.blocks++;
  *memory = malloc(bytes);
  ck_assert_ptr_nonnull(*memory);
  return TCFFT_SUCCESS;
}

static void release(int index, void *memory) {
  (void)index;
  device.blocks -= memory != NULL;
  free(memory);
}

static tcfft_status copy_in(int index, void *to, const void *from, size_t bytes) {
  (void)index;
  device.past++;
  memcpy(to, from, bytes);
  return TCFFT_SUCCESS;
}

static tcfft_status take_channel(int index, tcf_channel **lane) {
  (void)index;
  ck_assert_int_eq(device.lanes++, 0);
  device.lane = (tcf_channel){.stream = &device, .host = device.host};
  *lane = &device.lane;
  return TCFFT_SUCCESS;
}

static void give_channel(int index, tcf_channel *lane) {
  (void)index;
  if (!lane) return;
  ck_assert_int_eq(--device.lanes, 0);
  ck_assert_int_eq(device.in_flight, 0);
}

static tcfft_status channel_in(int index, tcf_channel *lane, void *to, const void *from, size_t bytes) {
  (void)index;
  ck_assert(lane == &device.lane && from == device.host && bytes <= TCF_CHANNEL_BYTES);
  device.in_flight++;
  if (++device.by_lane == device.fails) return tcf_fail(TCFFT_ERROR_DEVICE, "a copy fails");
  memcpy(to, from, bytes);
  return TCFFT_SUCCESS;
}

static tcfft_status wait(int index, void *stream) {
  (void)index;
  ck_assert_ptr_eq(stream, &device);
  device.waits++;
  device.in_flight = 0;
  return TCFFT_SUCCESS;
}

static tcfft_status load(int index, const tcf_load *loads, int count) {
  (void)index;
  for (int i = 0; i < count; i++) *loads[i].function = &device;
  return TCFFT_SUCCESS;
}

static tcfft_status launch(void *function, const tcf_grid *grid, const void *args, void *stream) {
  (void)function, (void)grid, (void)args, (void)stream;
  return TCFFT_SUCCESS;
}

static tcf_backend backend = {.id = TCFFT_BACKEND_CUDA,
                              .name = "cuda",
                              .alloc = alloc,
                              .release = release,
                              .copy_in = copy_in,
                              .load = load,
                              .launch = launch,
                              .sync = wait,
                              .take_channel = take_channel,
                              .give_channel = give_channel,
                              .channel_in = channel_in};

static void begin(int fails) {
  memset(&device, 0, sizeof device);
  device.fails = fails;
  device.host = malloc(TCF_CHANNEL_BYTES + GUARD);
  ck_assert_ptr_nonnull(device.host);
  memset(device.host + TCF_CHANNEL_BYTES, 'g', GUARD);
}

static void end(void) {
  ck_assert_int_eq(device.blocks, 0);
  ck_assert_int_eq(device.lanes, 0);
  for (int i = 0; i < GUARD; i++) ck_assert(device.host[TCF_CHANNEL_BYTES + i] == 'g');
  free(device.host);
}

static tcfft_status create(tcfft_plan **plan, const char *text) {
  const tcf_problem p = unit_problem(text);
  const tcf_device d = unit_device("H200");
  return tcf_plan_create(plan, &p, &d, &backend, &(tcf_plan_options){.policy = TCFFT_WORKSPACE_CALLER});
}

// Each stage's table, built once more, is what the device has.
static void check_tables(const tcfft_plan *plan, const char *text) {
  for (int i = 0; i < plan->first.schedule.stages; i++) {
    tcf_arena arena = {0};
    tcf_prepared p = {0};
    const tcf_prepare with = {.device = &plan->device, .backend = &backend, .threads = 1, .tables = &arena};
    ck_assert_int_eq(plan->first.schedule.stage[i].kernel->prepare(&plan->first.schedule.stage[i], &with, &p),
                     TCFFT_SUCCESS);
    ck_assert_msg(!p.table == !plan->first.table[i], "%s, stage %d", text, i);
    ck_assert_msg(!p.table || !memcmp(p.table, plan->first.table[i], p.table_bytes), "%s, stage %d", text, i);
    free(p.table);
    tcf_arena_free(&arena);
  }
}

static void check(const char *text, int by_lane, int past) {
  tcfft_plan *plan = NULL;
  begin(0);
  ck_assert_msg(create(&plan, text) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  ck_assert_msg(device.by_lane == by_lane && device.past == past && device.waits == by_lane,
                "%s: %d copies by the lane, %d past", text, device.by_lane, device.past);
  check_tables(plan, text);
  tcf_plan_destroy(plan);
  end();
}

// Plans of one length have one block, whatever their batches, until the last of them is destroyed; plans whose tables
// differ, or lie elsewhere, have others.
START_TEST(shared) {
  static const char *const texts[] = {"c2c:4096*16", "c2c:4096*17",   "c2c:65521*16",  "c2c:65521*16",
                                      "c2c:4095*16", "c2c:4096*1000", "r2c:1048576*4", "r2c:1048576*4"};
  enum { PLANS = sizeof texts / sizeof *texts, BLOCKS = 4 };
  tcfft_plan *plan[PLANS];
  begin(0);
  for (int shares = 0; shares < 2; shares++) {
    backend.shares_tables = shares;
    for (int i = 0; i < PLANS; i++)
      ck_assert_msg(create(&plan[i], texts[i]) == TCFFT_SUCCESS, "%s: %s", texts[i], tcfft_last_error());
    ck_assert_int_eq(device.blocks, shares ? BLOCKS : PLANS);
    ck_assert_int_eq(plan[0]->first.device_tables == plan[1]->first.device_tables, shares);
    for (int i = 0; i < PLANS; i++) {
      for (int k = i; k < PLANS; k++) check_tables(plan[k], texts[k]);
      tcf_plan_destroy(plan[i]);
    }
    ck_assert_int_eq(device.blocks, 0);
  }
  end();
}
END_TEST

// A failure to fill a block leaves nothing that others find.
START_TEST(failed_shared) {
  tcfft_plan *plan = NULL;
  backend.shares_tables = 1;
  begin(1);
  ck_assert_int_eq(create(&plan, "c2c:4096*16"), TCFFT_ERROR_DEVICE);
  ck_assert_int_eq(device.blocks, 0);
  ck_assert_int_eq(create(&plan, "c2c:4096*16"), TCFFT_SUCCESS);
  check_tables(plan, "c2c:4096*16");
  tcf_plan_destroy(plan);
  end();
}
END_TEST

enum { SHARERS = 4, ROUNDS = 200 };
static void *take_and_drop(void *context) {
  const uint64_t seed = (uint64_t)(uintptr_t)context;
  for (uint64_t i = 0; i < ROUNDS; i++) {
    const double bytes[4] = {(double)((seed + i) % 3), 1, 2, 3};
    tcf_tables_key key = {.backend = &backend, .bytes = sizeof bytes};
    tcf_tables_add(&key, 0, bytes, sizeof bytes);
    tcf_shared_tables *t = tcf_tables_find(&key);
    if (!t) {
      void *memory = malloc(sizeof bytes);
      memcpy(memory, bytes, sizeof bytes);
      t = tcf_tables_share(&key, memory);
    }
    ck_assert(!memcmp(tcf_tables_memory(t), bytes, sizeof bytes));
    tcf_tables_drop(t);
  }
  return NULL;
}

static void release_in_threads(int index, void *memory) {
  (void)index;
  free(memory);
}

START_TEST(shared_by_threads) {
  pthread_t threads[SHARERS];
  backend.release = release_in_threads;
  for (uintptr_t i = 0; i < SHARERS; i++) ck_assert_int_eq(pthread_create(&threads[i], NULL, take_and_drop, (void *)i), 0);
  for (int i = 0; i < SHARERS; i++) pthread_join(threads[i], NULL);
  backend.release = release;
}
END_TEST

// A bit anywhere, a place, a length, or the device makes another block.
START_TEST(keys) {
  char bytes[100] = {1, 2, 3};
  tcf_tables_key first = {.backend = &backend}, other;
  tcf_tables_add(&first, 64, bytes, sizeof bytes);
  for (size_t i = 0; i < 8 * sizeof bytes; i++) {
    other = (tcf_tables_key){.backend = &backend};
    bytes[i / 8] ^= (char)(1 << i % 8);
    tcf_tables_add(&other, 64, bytes, sizeof bytes);
    bytes[i / 8] ^= (char)(1 << i % 8);
    ck_assert(other.hash[0] != first.hash[0] && other.hash[1] != first.hash[1]);
  }
  for (int i = 0; i < 2; i++) bytes[8 * i + 7] ^= (char)0x80;  // the signs of two numbers
  bytes[8 + 3] ^= (char)0x80;
  other = (tcf_tables_key){.backend = &backend};
  tcf_tables_add(&other, 64, bytes, sizeof bytes);
  ck_assert(other.hash[0] != first.hash[0] && other.hash[1] != first.hash[1]);
  for (int i = 0; i < 2; i++) bytes[8 * i + 7] ^= (char)0x80;
  bytes[8 + 3] ^= (char)0x80;
  other = (tcf_tables_key){.backend = &backend};
  tcf_tables_add(&other, 128, bytes, sizeof bytes);
  ck_assert(other.hash[0] != first.hash[0]);
  other = (tcf_tables_key){.backend = &backend};
  tcf_tables_add(&other, 64, bytes, sizeof bytes - 1);
  ck_assert(other.hash[0] != first.hash[0]);
}
END_TEST

START_TEST(one_copy) {
  check("c2c:4096*16", 1, 0);
  check("c2r:1048576*4", 1, 0);
  check("r2c:64x64x1000", 1, 0);
  check("c2c:65521*16", 1, 0);
  check("c2c:1*100000", 0, 0);  // has no roots
}
END_TEST

// Tables that exceed a channel's memory together, and tables of which each does.
START_TEST(long_tables) {
  check("c2c:262147", 1, 1);
  check("c2c:1048573", 0, 3);
}
END_TEST

START_TEST(failure) {
  tcfft_plan *plan = NULL;
  begin(1);
  ck_assert_int_eq(create(&plan, "c2c:262147"), TCFFT_ERROR_DEVICE);
  ck_assert_ptr_null(plan);
  ck_assert_str_eq(tcfft_last_error(), "a copy fails");
  end();
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("upload");
  TCase *all = test_case(suite, "upload", 60);
  tcase_add_test(all, one_copy);
  tcase_add_test(all, long_tables);
  tcase_add_test(all, failure);
  tcase_add_test(all, shared);
  tcase_add_test(all, failed_shared);
  tcase_add_test(all, shared_by_threads);
  tcase_add_test(all, keys);
  return suite;
}
