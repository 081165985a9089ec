// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Planning for GPUs that are not here: which kernels, how many launches, nothing that the device has not got, and
// predictions that a device's numbers explain.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "classic/cuda/cluster_steps.h"
#include "classic/cuda/cluster_wide.h"
#include "classic/cuda/launch.h"
#include "core/desc.h"
#include "core/registry.h"
#include "core/schedule_text.h"
#include "planner/axes.h"
#include "planner/candidates.h"
#include "planner/planner.h"
#include "planner/types.h"
#include "units.h"

// The kernel of a tile on a device that is only described: without a compiler it is the generic one.
static const char *tile_kernel(const tcf_device *d) { return d->compiler ? "cuda_tile" : "cuda_generic"; }

// The GPUs with and without a compiler.
enum { GPUS = 2 * UNIT_GPUS };
static tcf_device gpu(int i) {
  tcf_device d = unit_device(unit_gpu(i % UNIT_GPUS));
  d.compiler = i < UNIT_GPUS;
  return d;
}

// ------------------------------------------------------------------------------------------------ launches

// The number of launches on each device. The last one may be the real_post kernel, either everywhere or only without a
// compiler, which tiles with a Hermitian split across transforms need. A device may have more launches where narrow tiles
// of long factors and wider tiles of short factors are predicted to take equally long. Predictions on a GTX1080:
// c2c:1000000 takes 221 us in two launches and 219 us in three; c2c:1048576*16 takes 3.36 ms with two tiles of 16.16.4,
// 3.84 ms with two of 32.32, and 3.44 ms in three launches.
enum { EVERYWHERE = 1, WITHOUT_COMPILER };
static const struct {
  const char *text;
  int launches[UNIT_GPUS], ends, or_more;
} dispatch[] = {
    {"c2c:1", {1, 1, 1, 1, 1}, 0, 0},
    {"c2c:2*1000000", {1, 1, 1, 1, 1}, 0, 0},
    {"c2c:16*1000000", {1, 1, 1, 1, 1}, 0, 0},
    {"c2c:256*65536", {1, 1, 1, 1, 1}, 0, 0},
    {"c2c:4096*4096", {1, 1, 1, 1, 1}, 0, 0},
    {"c2c:8192*2048", {1, 1, 1, 2, 2}, 0, 0},
    {"c2c:16384*1024", {1, 1, 2, 2, 2}, 0, 0},
    {"c2c:32768*512", {1, 2, 2, 2, 2}, 0, 0},  // an H200 has clusters
    {"c2c:131072*512", {1, 2, 2, 2, 2}, 0, 0},
    {"c2c:262144*256", {1, 2, 2, 2, 2}, 0, 0},
    {"c2c:262144*2", {2, 2, 2, 2, 2}, 0, 0},  // fewer transforms than there are clusters
    {"c2c:524288*128", {2, 2, 2, 2, 2}, 0, 0},
    {"c2c:256x256*512", {1, 2, 2, 2, 2}, 0, 0},
    {"c2c:256x256x256", {2, 3, 3, 3, 3}, 0, 0},
    {"c2c:512x512*256", {1, 2, 2, 2, 2}, 0, 0},
    {"c2c:512x512*2", {2, 2, 2, 2, 2}, 0, 0},
    {"c2c:256x1024*256", {1, 2, 2, 2, 2}, 0, 0},
    {"c2c:1024x256*256", {1, 2, 2, 2, 2}, 0, 0},
    {"c2c:512x512x512", {2, 3, 3, 3, 3}, 0, 0},
    {"c2c:1048576*16", {2, 2, 2, 2, 2}, 0, 1},
    {"c2c:16777216", {2, 3, 3, 3, 3}, 0, 0},
    {"c2c:134217728", {2, 3, 3, 3, 3}, 0, 0},
    {"c2c:268435456", {2, 3, 3, 4, 3}, 0, 0},
    {"c2c:16384*4096:is=4096:os=4096:id=1:od=1", {1, 2, 2, 2, 2}, 0, 0},
    {"c2c:1000*10000", {1, 1, 1, 1, 1}, 0, 0},
    {"c2c:5005*1000", {1, 1, 1, 1, 1}, 0, 0},
    {"c2c:1000000", {2, 2, 2, 2, 2}, 0, 1},
    {"c2c:17*100000", {1, 1, 1, 1, 1}, 0, 0},
    {"c2c:1009*10000", {1, 1, 1, 1, 1}, 0, 0},
    {"c2c:2017*10000", {1, 1, 1, 1, 1}, 0, 0},
    {"c2c:10007*100", {3, 3, 3, 3, 3}, 0, 0},
    {"c2c:1000003", {3, 3, 3, 3, 3}, 0, 0},
    {"c2c:64x64*1000", {1, 1, 1, 1, 2}, 0, 0},
    {"c2c:1024x1024", {2, 2, 2, 2, 2}, 0, 0},
    {"c2c:128x128x128", {2, 2, 3, 3, 3}, 0, 0},
    {"c2c:1x1000x1*100", {1, 1, 1, 1, 1}, 0, 0},
    {"c2c:16x16x16x16*100", {2, 2, 2, 2, 4}, 0, 0},
    {"c2c:1x64x1x64*1000", {1, 1, 1, 1, 2}, 0, 0},
    {"c2c:1024*1024:is=1024:os=1024:id=1:od=1", {1, 1, 1, 1, 1}, 0, 0},
    {"r2c:256*65536", {1, 1, 1, 1, 1}, 0, 0},
    {"r2c:8192*1024", {1, 1, 1, 1, 1}, 0, 0},
    {"r2c:1024x1024", {2, 2, 2, 2, 2}, 0, 0},
    {"r2c:1048576", {2, 2, 2, 2, 3}, WITHOUT_COMPILER, 1},
    {"r2c:1000003", {3, 3, 3, 3, 3}, 0, 0},
    {"c2r:1000003", {3, 3, 3, 3, 3}, 0, 0},
    {"r2c:59049*100", {2, 2, 2, 2, 2}, 0, 0},
    {"c2r:59049*100", {2, 2, 2, 2, 2}, 0, 0},
    {"c2r:4096*1000", {1, 1, 1, 1, 1}, 0, 0},
    {"c2r:1048576", {2, 2, 2, 2, 2}, 0, 1},
    {"c2r:128x128x128", {2, 2, 2, 3, 3}, 0, 0},
    {"r2c:64x64*1000", {1, 1, 1, 1, 2}, 0, 0},
    {"c2r:64x64*1000", {1, 1, 1, 1, 2}, 0, 0},
    {"r2c:2x27*100000", {1, 1, 1, 1, 2}, 0, 0},
    {"c2r:13x2*100000", {1, 1, 1, 1, 2}, 0, 0},
    {"dct1:1025*1000", {1, 1, 1, 1, 1}, 0, 0},
    {"dct2:1000x1000", {2, 2, 2, 2, 2}, 0, 0},
    {"dct3:4096*100", {1, 1, 1, 1, 1}, 0, 0},
    {"dct4:2000000", {3, 3, 3, 3, 3}, EVERYWHERE, 1},
};

START_TEST(launches) {
  const tcf_device d = unit_device(unit_gpu(_i));
  for (size_t i = 0; i < TEST_COUNT(dispatch); i++) {
    const tcf_schedule s = unit_plan(dispatch[i].text, &d);
    const int least = dispatch[i].launches[_i], most = least + (d.shared < 65536 ? dispatch[i].or_more : 0);
    ck_assert_msg(s.stages >= least && s.stages <= most, "%s on %s: %d launches", dispatch[i].text, d.name, s.stages);
    for (int k = 0; k < s.stages; k++) {
      const int ends = k == s.stages - 1 && (dispatch[i].ends == EVERYWHERE || (dispatch[i].ends && !d.compiler));
      const int columns = s.stage[k].is > 1 && s.stage[k].points >= 16384;
      const int clustered = d.cluster && s.stage[k].points >= 32768,
                wide = d.cluster && (s.stage[k].n >= 1 << 24 || columns);
      const int tensor = s.stage[k].source == TCF_TIME_RELATED && unit_is_kernel(&s.stage[k], "cuda_mma");
      const char *tile = clustered ? "cuda_cluster"
                         : wide    ? "cuda_cluster_wide"
                         : tensor  ? "cuda_mma"  // tests/planner/test_samples.c has where
                                   : tile_kernel(&d);
      ck_assert_msg(unit_is_kernel(&s.stage[k], ends ? "cuda_real_post" : tile), "%s on %s: launch %d by %s",
                    dispatch[i].text, d.name, k, s.stage[k].kernel->name);
    }
  }
}
END_TEST

// What reads neighbours is a tile of many neighbours, wherever an axis lies.
START_TEST(neighbours) {
  static const char *const texts[] = {
      "c2c:1024x1024",   "c2c:64x4096*8", "c2c:100x100x100", "c2c:256*1024:is=1024:os=1024:id=1:od=1",
      "c2c:16777216",    "c2c:1000003",   "r2c:512x512*4",   "c2r:512x512*4",
      "dct2:256x256*16", "c2c:131072x64"};
  for (int g = 0; g < UNIT_GPUS; g++) {
    const tcf_device d = unit_device(unit_gpu(g));
    for (size_t i = 0; i < TEST_COUNT(texts); i++) {
      const tcf_schedule s = unit_plan(texts[i], &d);
      for (int k = 0; k < s.stages; k++) {
        const tcf_stage *t = &s.stage[k];
        const int64_t point = t->in_step * t->is, lane = t->dim[0].is + t->in_batch_step * t->is;
        ck_assert_msg(point == 1 || (lane == 1 && t->width >= 4), "%s on %s: launch %d reads points %lld apart, lanes %lld",
                      texts[i], d.name, k, (long long)point, (long long)lane);
      }
    }
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ limits

static const char *const problems[] = {"c2c:1",
                                       "c2c:7*3",
                                       "c2c:1024",
                                       "c2c:1000*12345",
                                       "c2c:30030*100",
                                       "c2c:4093*100",
                                       "c2c:3079*7",
                                       "c2c:2818*7",
                                       "c2c:8191*77",
                                       "c2c:65537",
                                       "c2c:9699690",
                                       "c2c:134217728",
                                       "c2c:100x200x300",
                                       "c2c:4x5x6x7*1000",
                                       "c2c:2x100003",
                                       "r2c:1",
                                       "r2c:2*5",
                                       "r2c:4095*100",
                                       "r2c:3079*100",
                                       "r2c:8186*7",
                                       "r2c:99999x9",
                                       "r2c:33554432",
                                       "c2r:1",
                                       "c2r:4099*3",
                                       "c2r:1000x1000x10",
                                       "c2r:1048577",
                                       "dct1:2",
                                       "dct1:65537*3",
                                       "dct2:5",
                                       "dct3:8190x5*2",
                                       "dct4:4093",
                                       "dct4:1000001",
                                       "dct2:20011x10",
                                       "c2c:8x9*3:is=1,8:os=9,1",
                                       "c2c:64x64:inplace",
                                       "r2c:100x200*3:inplace",
                                       "c2r:20011x20:inplace"};

static void check_tile(const char *text, const tcf_tile *tile, const tcf_device *d) {
  const tcf_tile t = *tile;
  ck_assert_msg((int64_t)t.shared <= d->shared, "%s on %s: %zu bytes of shared memory", text, d->name, t.shared);
  ck_assert_msg(t.threads <= 1024 && t.threads <= d->sm_threads, "%s on %s: %d threads", text, d->name, t.threads);
  ck_assert_msg(t.blocks == 1 || (t.blocks * t.threads <= d->sm_threads && t.blocks * (int64_t)t.shared <= d->sm_shared),
                "%s on %s: %d blocks", text, d->name, t.blocks);
}

// A stage as its kernel prepares it, without tables.
static tcf_prepared prepare_estimate(const char *text, const tcf_stage *s, const tcf_device *d, tcf_arena *arena) {
  tcf_prepared prepared = {0};
  const tcf_prepare with = {.device = d, .threads = 1, .tables = arena};
  arena->estimate_only = 1;
  ck_assert_msg(s->kernel->prepare(s, &with, &prepared) == TCFFT_SUCCESS, "%s on %s: %s", text, d->name, tcfft_last_error());
  return prepared;
}

// Stages of clusters have states of their own: what a block has to hold is asked of them before they are proposed.
static int is_wide(const tcf_stage *s) { return unit_is_kernel(s, "cuda_cluster_wide"); }
static int has_steps(const tcf_stage *s) { return unit_is_kernel(s, "cuda_cluster_steps"); }

// Tables beside the data: never more than twice what the axis has, or a small tile.
static void check_prepared(const char *text, const tcf_stage *s, const tcf_device *d) {
  tcf_arena arena = {0};
  const tcf_prepared prepared = prepare_estimate(text, s, d, &arena);
  const tcf_tile_stage *state = is_wide(s) || has_steps(s) ? NULL : prepared.state;
  ck_assert_msg(!state || (state->grid.blocks >= 1 && state->grid.blocks <= INT_MAX), "%s on %s: %lld blocks", text, d->name,
                state ? (long long)state->grid.blocks : 0);
  if (state && !unit_is_kernel(s, "cuda_real_post")) check_tile(text, &state->tile, d);
  ck_assert_msg(prepared.table_bytes <= 64 * (size_t)s->n + 400000 && !prepared.scratch, "%s on %s: tables of %zu bytes",
                text, d->name, prepared.table_bytes);
  tcf_arena_free(&arena);
}

static size_t shared_of_steps(const tcf_stage *s, const tcf_device *d) {
  tcf_cluster_steps steps;
  ck_assert_msg(tcf_cluster_steps_build(&steps, s, d) == TCFFT_SUCCESS, "%s: %s", s->fft, tcfft_last_error());
  return steps.shared;
}

static void check_shared(const char *text, const tcf_stage *s, const tcf_device *d) {
  tcf_arena arena = {0};
  const tcf_tile_stage *state = prepare_estimate(text, s, d, &arena).state;
  const size_t shared = is_wide(s) ? tcf_wide_shared() : has_steps(s) ? shared_of_steps(s, d) : state->grid.shared;
  ck_assert_msg((int64_t)shared <= d->shared, "%s: %zu of %lld bytes", text, shared, (long long)d->shared);
  tcf_arena_free(&arena);
}

// Each launch reads what the ones before it have written; the input stays.
static void check_flow(const char *text, const tcf_schedule *s) {
  int written = 1 << TCF_SLOT_IN;
  for (int k = 0; k < s->stages; k++) {
    ck_assert_msg(written >> s->stage[k].in & 1, "%s: launch %d reads slot %d", text, k, s->stage[k].in);
    ck_assert_int_ne(s->stage[k].out, TCF_SLOT_IN);
    written |= 1 << s->stage[k].out;
    if (s->stage[k].out >= TCF_SLOT_WORK) ck_assert_int_gt(s->work[s->stage[k].out - TCF_SLOT_WORK], 0);
  }
  ck_assert_int_eq(s->stage[s->stages - 1].out, TCF_SLOT_OUT);
}

static void check_schedule(const char *text, const tcf_schedule *s, const tcf_device *d) {
  double time = 0;
  int64_t bytes = 0;
  ck_assert(s->stages >= 1 && s->stages <= TCF_MAX_STAGES);
  check_flow(text, s);
  for (int k = 0; k < s->stages; k++) {
    const tcf_stage *t = &s->stage[k];
    ck_assert_int_eq(t->kernel->backend, d->backend);
    ck_assert_msg(t->time >= d->launch && isfinite(t->time) && t->bytes > 0, "%s on %s: launch %d takes %g s", text, d->name,
                  k, t->time);
    check_prepared(text, t, d);
    time += t->time;
    bytes += t->bytes;
  }
  ck_assert(fabs(time - s->time) <= 1e-12 * time && bytes == s->bytes);
  ck_assert_msg(s->bound > 1e-8 && s->bound < 1.5e-6, "%s on %s: bound %g", text, d->name, s->bound);
}

START_TEST(limits) {
  const tcf_device d = gpu(_i);
  for (size_t i = 0; i < TEST_COUNT(problems); i++) {
    if (!test_is_due(problems[i], test_share())) continue;
    const tcf_schedule s = unit_plan(problems[i], &d);
    check_schedule(problems[i], &s, &d);
  }
}
END_TEST

// There is no length that some device cannot do; kernels that are there if they are asked for are not taken by themselves.
START_TEST(every_length) {
  const tcf_device d = gpu(_i);
  const int64_t share = (int64_t)test_share();
  for (int64_t n = 1 + test_first(); n <= 20000; n += share * (n < 700 ? 1 : n < 4200 ? 3 : 37))
    for (int kind = TCFFT_C2C; kind <= TCFFT_R2C; kind++) {
      tcf_problem p = {.kind = (tcfft_kind)kind, .rank = 1, .n = {n}, .batch = 100, .scale = {1, 1}};
      tcf_problem_pack(&p);
      const tcf_schedule s = unit_schedule(&p, &d, 1);
      ck_assert(s.stages >= 1);
      for (int k = 0; k < s.stages; k++) ck_assert(s.stage[k].kernel->selection != TCF_SELECT_IF_ASKED);
    }
}
END_TEST

// What a device has not is refused by what was asked: the paper's scaling is for rows of powers of two, tensor cores came
// with 7.0.
START_TEST(not_there) {
  static const char *const texts[][2] = {{"c2c:1000:tensor:paper", "by split paper"},
                                         {"c2c:1024:tensor", "algorithm by split2 on"}};
  for (int old = 0; old < 2; old++) {
    const tcf_device d = unit_device(old ? "GTX1080" : "H200");
    const tcf_problem p = unit_problem(texts[old][0]);
    tcf_schedule s;
    ck_assert_int_eq(tcf_planner_run(&s, &p, &d, 1), TCFFT_ERROR_UNSUPPORTED);
    ck_assert_msg(strstr(tcfft_last_error(), texts[old][1]) && strstr(tcfft_last_error(), d.name), "%s", tcfft_last_error());
  }
}
END_TEST

// Where tensor cores exist, each launch uses them, or does only pre- or post-processing.
START_TEST(asked_for) {
  static const char *const texts[] = {"c2c:4096*64:tensor", "c2c:37*100:tensor",   "c2c:1048576:tensor",
                                      "r2c:99999:tensor",   "dct2:65536*3:tensor", "c2c:64x64:tensor",
                                      "r2c:16385:tensor",   "c2r:1000001:tensor",  "c2c:4096*9:tensor:half1"};
  const tcf_device d = gpu(_i);
  for (size_t i = 0; i < TEST_COUNT(texts) && d.compiler && d.capability >= 70; i++) {
    const tcf_schedule s = unit_plan(texts[i], &d);
    for (int k = 0; k < s.stages; k++)
      ck_assert_msg(s.stage[k].kernel->selection != TCF_SELECT_BY_ALGORITHM, "%s on %s: launch %d is of %s", texts[i],
                    d.name, k, s.stage[k].kernel->name);
  }
}
END_TEST

// Devices of every sort, sensible or not: a schedule within their limits, or a refusal.
START_TEST(odd_devices) {
  static const int64_t shareds[] = {0, 8, 1024, 16384, 49152, 1 << 20}, threads[] = {32, 1024, 2048},
                       cores[] = {1, 20, 4096};
  tcf_device d = gpu(_i ? UNIT_GPUS + 3 : 3);
  int plans = 0, refused = 0;
  for (size_t i = 0; i < TEST_COUNT(shareds) * TEST_COUNT(threads) * TEST_COUNT(cores); i++) {
    d.shared = shareds[i % TEST_COUNT(shareds)];
    d.sm_shared = 2 * d.shared;
    d.sm_threads = threads[i / TEST_COUNT(shareds) % TEST_COUNT(threads)];
    d.cores = cores[i / TEST_COUNT(shareds) / TEST_COUNT(threads)];
    for (size_t k = 0; k < TEST_COUNT(problems); k++) {
      const tcf_problem p = unit_problem(problems[k]);
      test_current = problems[k];
      tcf_schedule s;
      const tcfft_status status = tcf_planner_run(&s, &p, &d, 1);
      ck_assert_msg(status == TCFFT_SUCCESS || status == TCFFT_ERROR_UNSUPPORTED, "%s: %s", problems[k], tcfft_last_error());
      refused += status != TCFFT_SUCCESS;
      if (status != TCFFT_SUCCESS) continue;
      plans++;
      check_flow(problems[k], &s);
      for (int j = 0; j < s.stages; j++) check_shared(problems[k], &s.stage[j], &d);
    }
  }
  ck_assert(plans > 500 && refused > 50);
}
END_TEST

// ------------------------------------------------------------------------------------------------ predictions

// A few transforms fill no device: what a second launch costs decides, as timed (bench/results/NOTES.md).
START_TEST(few) {
  static const struct {
    const char *text;
    int launches;
  } on_h200[] = {{"c2c:8192", 1},  {"c2c:8192*16", 1}, {"c2c:6561", 1},     {"c2c:5000*4", 1}, {"c2c:16384", 1},
                 {"c2c:65536", 1}, {"c2c:65536*8", 2}, {"c2c:65536*30", 1}, {"c2c:131072", 2}};
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(on_h200); i++)
    ck_assert_msg(unit_plan(on_h200[i].text, &d).stages == on_h200[i].launches, "%s", on_h200[i].text);
  // One block of eight columns a multiprocessor has many threads, which hide latency.
  const tcf_schedule one = unit_plan("c2c:1048576", &d);
  for (int i = 0; i < one.stages; i++)
    ck_assert_msg(one.stage[i].width == 8 && one.stage[i].threads >= 512, "%s", one.stage[i].fft);
}
END_TEST

// Longer transforms take longer, by about as much as they are longer, but where most take more launches than the octave
// before. Primes below 128 are summed, 32 transforms a tile: 256 of them are for few multiprocessors, so that their octave
// may take a tenth longer than the next.
START_TEST(time_grows) {
  const tcf_device d = unit_device(unit_gpu(_i));
  double last = 0;
  for (int64_t low = 8; low < INT64_C(1) << 22; low *= 2) {
    double sum = 0;
    for (int i = 0; i < 24; i++) {
      tcf_problem p = unit_problem("c2c:1*256");
      p.n[0] = p.in_distance = p.out_distance = low + low * i / 24;
      sum += unit_schedule(&p, &d, 1).time / 24;
    }
    ck_assert_msg(sum > 0.9 * last && (last == 0 || sum < 6 * last), "%s, %lld ..: %g s after %g s", d.name, (long long)low,
                  sum, last);
    last = sum;
  }
}
END_TEST

// Powers of two in a batch that fills a device take at least a copy's time a launch, and not much more.
START_TEST(near_a_copy) {
  for (int g = 0; g < UNIT_GPUS; g++) {
    const tcf_device d = unit_device(unit_gpu(g));
    for (int64_t n = 16; n <= INT64_C(1) << 24; n *= 2) {
      tcf_problem p = {.kind = TCFFT_C2C, .rank = 1, .n = {n}, .batch = (INT64_C(1) << 26) / n, .scale = {1, 1}};
      tcf_problem_pack(&p);
      const tcf_schedule s = unit_schedule(&p, &d, 1);
      const double copy = 16.0 * (1 << 26) / d.copy * s.stages;
      ck_assert_msg(s.time > copy && s.time < 2.5 * copy, "%s, %lld points: %g s, copies %g s", d.name, (long long)n, s.time,
                    copy);
    }
  }
}
END_TEST

// Each of these devices is slower than the one before it.
START_TEST(slower_devices) {
  static const char *const texts[] = {"c2c:1024*65536",   "c2c:4096*16384",  "c2c:1048576*64", "c2c:1009*10000",
                                      "r2c:1024x1024*64", "dct2:1000*10000", "c2c:1000003*8"};
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    double last = 0;
    for (int g = 0; g < UNIT_GPUS; g++) {
      const tcf_device d = unit_device(unit_gpu(g));
      const double time = unit_plan(texts[i], &d).time;
      ck_assert_msg(time > last, "%s on %s: %g s after %g s", texts[i], d.name, time, last);
      last = time;
    }
  }
}
END_TEST

// Beyond any memory, numbers stay numbers.
START_TEST(huge) {
  static const char *const texts[] = {"c2c:20011x20011x20011x20011", "c2c:65536x65536x65536x64",
                                      "r2c:20011x20011x20011*1000"};
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    const tcf_problem p = unit_problem(texts[i]);
    tcf_schedule s;
    const tcfft_status status = tcf_planner_run(&s, &p, &d, 1);
    if (status != TCFFT_SUCCESS) continue;
    ck_assert_msg(isfinite(s.time) && s.time > 1 && s.bytes > 0, "%s: %g s, %lld bytes", texts[i], s.time,
                  (long long)s.bytes);
    for (int k = 0; k < s.stages; k++)
      ck_assert_msg(s.stage[k].time > 0 && s.stage[k].bytes > 0, "%s: launch %d, %lld bytes", texts[i], k,
                    (long long)s.stage[k].bytes);
    for (int w = 0; w < TCF_WORKS; w++) ck_assert_int_ge(s.work[w], 0);
  }
}
END_TEST

// A name and a number are none of a device's abilities.
START_TEST(names) {
  const tcf_device a = unit_device("V100");
  tcf_device b = a;
  snprintf(b.name, sizeof b.name, "H200");
  b.index = 7;
  for (size_t i = 0; i < TEST_COUNT(problems); i++) {
    static char x[8192], y[8192];
    tcf_writer wx = {.buf = x, .cap = sizeof x}, wy = {.buf = y, .cap = sizeof y};
    const tcf_schedule s = unit_plan(problems[i], &a), t = unit_plan(problems[i], &b);
    tcf_schedule_print(&s, &wx);
    tcf_schedule_print(&t, &wy);
    ck_assert_str_eq(x, y);
  }
}
END_TEST

// A bound within the tolerance, or a refusal that names the one which is reached.
START_TEST(tolerance) {
  for (int g = 0; g < UNIT_GPUS; g++) {
    const tcf_device d = unit_device(unit_gpu(g));
    for (size_t i = 0; i < TEST_COUNT(problems); i++) {
      tcf_problem p = unit_problem(problems[i]);
      test_current = problems[i];
      tcf_schedule s;
      const double free_bound = unit_schedule(&p, &d, 1).bound;
      p.tolerance = 1.001 * free_bound;
      ck_assert(unit_schedule(&p, &d, 1).bound == free_bound);
      for (int step = 1; step < 10; step++) {
        p.tolerance = free_bound * (10 - step) / 10;
        const tcfft_status status = tcf_planner_run(&s, &p, &d, 1);
        if (status == TCFFT_SUCCESS)
          ck_assert_msg(s.bound <= p.tolerance, "%s: bound %g, tolerance %g", problems[i], s.bound, p.tolerance);
        else
          ck_assert_msg(status == TCFFT_ERROR_TOLERANCE, "%s on %s, tolerance %g: %s", problems[i], d.name, p.tolerance,
                        tcfft_last_error());
      }
    }
  }
}
END_TEST

// A tolerance a little below the fastest plan's bound takes a plan that is slower than that one and faster than the most
// accurate one.
START_TEST(tolerance_between) {
  const tcf_device d = unit_device("H200");
  tcf_problem p = unit_problem("c2c:65536*1000");
  const tcf_schedule fastest = unit_schedule(&p, &d, 1);
  p.tolerance = 0.95 * fastest.bound;
  const tcf_schedule between = unit_schedule(&p, &d, 1);
  p.tolerance = 0.83 * fastest.bound;
  const tcf_schedule accurate = unit_schedule(&p, &d, 1);
  ck_assert_msg(between.bound <= 0.95 * fastest.bound && between.bound > accurate.bound, "bounds %g, %g, %g", fastest.bound,
                between.bound, accurate.bound);
  ck_assert_msg(fastest.time < between.time && between.time < 0.95 * accurate.time, "seconds %g, %g, %g", fastest.time,
                between.time, accurate.time);
}
END_TEST

// ------------------------------------------------------------------------------------------------ explaining

// The explanation works for every device, also without a compiler.
START_TEST(explain) {
  for (int g = 0; g < UNIT_GPUS; g++)
    for (size_t i = 0; i < TEST_COUNT(problems); i++) {
      static char text[8192];
      tcfft_desc d;
      test_desc(&d, problems[i]);
      d.backend = TCFFT_BACKEND_CUDA;
      ck_assert_msg(tcfft_plan_explain(&d, unit_gpu(g), text, sizeof text) == TCFFT_SUCCESS, "%s on %s: %s", problems[i],
                    unit_gpu(g), tcfft_last_error());
      char line[200];
      snprintf(line, sizeof line, "\ndevice:cuda:name=%s:cores=", unit_gpu(g));
      ck_assert_msg(!strncmp(text, "problem:", 8) && strstr(text, line), "%s", text);
      const tcf_device device = unit_device(unit_gpu(g));
      const int wide = device.cluster && d.kind == TCFFT_C2C && d.n[0] >= 1 << 24;
      const int steps = device.cluster && device.compiler && d.n[0] == 30030;  // a hundred fill an H100 and an H200
      snprintf(line, sizeof line, "\nstage:%s:",
               wide    ? "cuda_cluster_wide"
               : steps ? "cuda_cluster_steps"
                       : tile_kernel(&device));
      ck_assert(strstr(text, "\nschedule:stages=") && strstr(text, line) && strstr(text, "\nmemory:workspace="));
    }
}
END_TEST

// Seconds of a decomposition by the best that is known of its launches.
static double time_of(const tcf_decomposition *parts, const tcf_device *d) {
  static tcf_stage found[TCF_MAX_CANDIDATES];
  double time = 0;
  for (int i = 0; i < parts->count; i++) {
    tcf_stage task = parts->stage[i];
    task.kernel = NULL;
    task.algorithm = TCFFT_ALGORITHM_AUTO;
    const int count = tcf_planner_candidates(&task, d, 1, found, TCF_MAX_CANDIDATES);
    ck_assert_int_gt(tcf_prefer_measured(found, count), 0);
    time += found[0].time;
  }
  return time;
}

// Whatever the bytes of a number, the plan takes as long as the fastest decomposition, or 1 % more. (Steps of convolutions
// load less than the bound that leaves slow ones out takes for granted.)
START_TEST(fastest) {
  static const char *const texts[] = {"c2c:59049*1136", "c2c:100000*671", "c2c:1594323*42", "c2c:250000*268",
                                      "c2c:524288*128", "r2c:390625*80",  "c2r:262144*100", "r2c:7953*4219"};
  static const char *const types[] = {"", ":f16", ":bf16", ":in=i16:out=f16", ":f64"};
  enum { SOME = 8 };
  tcf_device d = unit_device("H200");
  snprintf(d.name, sizeof d.name, "NVIDIA H200");  // which has records
  d.copy = 4e12;
  tcf_decomposition *list = malloc(SOME * sizeof *list);
  ck_assert_ptr_nonnull(list);
  for (size_t i = 0; i < TEST_COUNT(texts) * TEST_COUNT(types); i++) {
    char text[80];
    tcf_stage axes[TCFFT_MAX_RANK];
    tcf_schedule s;
    int64_t work;
    double cost[SOME], least = INFINITY;
    snprintf(text, sizeof text, "%s%s", texts[i / TEST_COUNT(types)], types[i % TEST_COUNT(types)]);
    tcfft_desc desc = TCFFT_DESC_INIT;  // not by test_desc, which gives every problem the type that the program tests
    tcf_problem p;
    ck_assert_int_eq(tcfft_desc_parse(&desc, text), TCFFT_SUCCESS);
    ck_assert_int_eq(tcf_problem_from_desc(&p, &desc), TCFFT_SUCCESS);
    ck_assert_int_eq(tcf_planner_run(&s, &p, &d, 1), TCFFT_SUCCESS);
    p.pairs = tcf_planner_pairs(&p, &d);
    ck_assert_int_eq(tcf_planner_stages(&p, axes, &work), 1);
    const int count = tcf_planner_decompositions(list, cost, SOME, axes, &d, 1);
    for (int k = 0; k < count; k++) least = fmin(least, time_of(&list[k], &d));
    ck_assert_msg(s.time <= 1.011 * least, "%s: %g s, %g s are known of launches", text, s.time, least);
  }
  free(list);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("planner_gpu");
  TCase *choices = test_case(suite, "choices", 60), *limit = test_case(suite, "limits", 60);
  TCase *predictions = test_case(suite, "predictions", 60);
  tcase_add_loop_test(choices, launches, unit_first_gpu(), unit_end_gpu());
  tcase_add_test(choices, few);
  tcase_add_test(choices, neighbours);
  tcase_add_test(choices, explain);
  tcase_add_loop_test(limit, limits, 0, GPUS);
  tcase_add_loop_test(limit, every_length, 0, GPUS);
  tcase_add_loop_test(limit, asked_for, 0, GPUS);
  tcase_add_test(test_case(suite, "not_there", 60), not_there);
  tcase_add_loop_test(limit, odd_devices, 0, 2);
  tcase_add_loop_test(predictions, time_grows, unit_first_gpu(), unit_end_gpu());
  tcase_add_test(predictions, fastest);
  tcase_add_test(predictions, near_a_copy);
  tcase_add_test(predictions, slower_devices);
  tcase_add_test(predictions, huge);
  tcase_add_test(predictions, names);
  tcase_add_test(predictions, tolerance);
  tcase_add_test(predictions, tolerance_between);
  return suite;
}
