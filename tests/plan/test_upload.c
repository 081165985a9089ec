// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How a plan's tables are copied to a device, tested with a backend whose device memory is host memory: through a copy
// channel, or directly.
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
  char *host;
  tcf_channel lane;
} device;

static tcfft_status alloc(int index, size_t bytes, void **memory) {
  (void)index;
  *memory = malloc(bytes);
  ck_assert_ptr_nonnull(*memory);
  return TCFFT_SUCCESS;
}

static void release(int index, void *memory) {
  (void)index;
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

static const tcf_backend backend = {.id = TCFFT_BACKEND_CUDA,
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
  return suite;
}
