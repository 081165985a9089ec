// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms by clusters of blocks (cuda_cluster, cuda_cluster_wide, cuda_cluster_steps) of every length that they have,
// also where the planner would choose otherwise, on the CUDA device of this machine, real or emulated: batches smaller and
// larger than the number of clusters, layouts that the copy engine loads and layouts that threads load, in place, both
// directions, a scale. Every element is compared with double precision, every execution is repeated, and what lies between
// and behind the elements must stay.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "classic/cuda/cluster_steps.h"
#include "core/desc.h"
#include "core/device_choice.h"
#include "core/element.h"
#include "core/kernel.h"
#include "core/problem.h"
#include "on_device.h"
#include "plan/plan.h"
#include "planner/axes.h"
#include "planner/candidates.h"
#include "planner/decompose.h"
#include "planner/planner.h"
#include "planner/total.h"

// A problem, how many elements its input and output begin behind an address that is aligned to 256 bytes, and whether a run
// on the emulated device, whose blocks take a second for a transform, is to have it each time.
typedef struct cluster_case {
  const char *text;
  int shift_in, shift_out, always;
  tcf_factors steps;  // of a hierarchical transform in two launches; none: one launch
  int odd;            // 1: every other transform between them lies off 16 bytes
  int axes;           // 1: an axis at a time, and clusters where it is long
} cluster_case;

#define STEPS(a, b)           \
  {                           \
    .count = 2, .n = { a, b } \
  }
#define LATE_STEPS(a, b) \
  { .count = 2, .n = {a, b}, .late = 1 }

static const cluster_case cases[] = {
    {"c2c:16384*3", 0, 0, 1, {0}, 0, 0},
    {"c2c:32768*2", 0, 0, 0, {0}, 0, 0},
    {"c2c:65536*3", 0, 0, 1, {0}, 0, 0},
    {"c2c:131072*2", 0, 0, 0, {0}, 0, 0},
    {"c2c:262144*3", 0, 0, 1, {0}, 0, 0},
    {"c2c:262144*2:inplace", 1, 1, 0, {0}, 0, 0},  // off 16 bytes
    {"c2c:262144*2:id=262146:od=262145", 0, 1, 0, {0}, 0, 0},
    {"c2c:262144*2:is=2:os=3:id=1:od=1", 0, 0, 0, {0}, 0, 0},
    {"c2c:256x64*3", 0, 0, 0, {0}, 0, 0},
    {"c2c:256x128*2", 0, 0, 0, {0}, 0, 0},
    {"c2c:256x256*3", 0, 0, 1, {0}, 0, 0},
    {"c2c:256x512*2", 0, 0, 0, {0}, 0, 0},
    {"c2c:512x512*3", 0, 0, 1, {0}, 0, 0},
    {"c2c:512x512*2:inplace", 1, 1, 0, {0}, 0, 0},  // off 16 bytes
    {"c2c:512x512*2:id=262146:od=262145", 0, 1, 0, {0}, 0, 0},
    {"c2c:512x512*2:id=262145:od=262144", 0, 0, 0, {0}, 0, 0},  // the second off 16 bytes
    {"c2c:256x1024*2", 0, 0, 0, {0}, 0, 0},
    {"c2c:256x1024*2:inplace", 1, 1, 0, {0}, 0, 0},
    {"c2c:1024x256*2", 0, 0, 0, {0}, 0, 0},
    {"c2c:1024x256*2:inplace", 1, 1, 0, {0}, 0, 0},
    {"c2c:65536*2", 1, 0, 0, {0}, 0, 0},  // off 16 bytes
    {"c2c:16384*5", 1, 1, 1, {0}, 0, 0},
    {"c2c:131072*3", 3, 2, 0, {0}, 0, 0},
    {"c2c:256x256*3", 1, 3, 0, {0}, 0, 0},
    {"c2c:16384*3:id=16385:od=16390", 0, 0, 0, {0}, 0, 0},  // every other transform off 16 bytes
    {"c2c:16384*3:id=16386:od=16385", 0, 1, 0, {0}, 0, 0},  // boxes at a distance
    {"c2c:256x128*3:id=32770:od=32769", 0, 1, 0, {0}, 0, 0},
    {"c2c:32768*3:is=2:os=3:id=1:od=1", 0, 0, 0, {0}, 0, 0},
    {"c2c:16384*2:is=3:id=49153:os=1:od=16384", 1, 0, 0, {0}, 0, 0},
    {"c2c:16384*3:inplace", 0, 0, 0, {0}, 0, 0},
    {"c2c:65536*2:inplace", 1, 1, 0, {0}, 0, 0},
    {"c2c:256x512*3:inplace", 0, 0, 0, {0}, 0, 0},
    {"c2c:16384*35", 0, 0, 1, {0}, 0, 0},  // more than some devices have clusters, many times
    {"c2c:16384*67", 0, 0, 0, {0}, 0, 0},  // more than an H200 has clusters, twice
    {"c2c:32768", 0, 0, 0, {0}, 0, 0},
    // A pass on tensor cores.
    {"c2c:32768*2:tensor", 0, 0, 1, {0}, 0, 0},
    {"c2c:65536*3:tensor", 0, 0, 1, {0}, 0, 0},
    {"c2c:131072*2:tensor", 0, 0, 1, {0}, 0, 0},
    {"c2c:256x64*3:tensor", 0, 0, 0, {0}, 0, 0},
    {"c2c:256x128*2:tensor", 0, 0, 0, {0}, 0, 0},
    {"c2c:256x256*3:tensor", 0, 0, 1, {0}, 0, 0},
    {"c2c:256x512*2:tensor", 0, 0, 0, {0}, 0, 0},
    {"c2c:65536*2:tensor", 1, 0, 0, {0}, 0, 0},  // off 16 bytes
    {"c2c:131072*2:inplace:tensor", 1, 1, 0, {0}, 0, 0},
    {"c2c:32768*3:is=2:os=3:id=1:od=1:tensor", 0, 0, 0, {0}, 0, 0},
    {"c2c:65536*2:id=65538:od=65537:tensor", 0, 1, 0, {0}, 0, 0},
    {"c2c:256x128*3:inplace:tensor", 0, 0, 0, {0}, 0, 0},
    {"c2c:32768*19:tensor", 0, 0, 0, {0}, 0, 0},  // more than there are clusters
    // Real numbers.
    {"r2c:65536*3", 0, 0, 1, {0}, 0, 0},
    {"r2c:131072*3", 0, 1, 1, {0}, 0, 0},
    {"r2c:65536*2", 1, 0, 0, {0}, 0, 0},  // off 8 bytes
    {"r2c:65536*2", 2, 0, 0, {0}, 0, 0},  // off 16 bytes
    {"r2c:131072*3:id=131073:od=65540", 1, 0, 0, {0}, 0, 0},
    {"r2c:65536*3:id=65538:od=32770", 0, 0, 0, {0}, 0, 0},
    {"r2c:65536*3:is=3:os=4:id=1:od=1", 1, 1, 0, {0}, 0, 0},
    {"r2c:65536*3:inplace", 0, 0, 1, {0}, 0, 0},
    {"r2c:131072*2:inplace", 2, 0, 0, {0}, 0, 0},
    {"r2c:65536*35", 0, 0, 0, {0}, 0, 0},
    // Real results.
    {"c2r:65536*3", 0, 0, 1, {0}, 0, 0},
    {"c2r:131072*3", 1, 0, 1, {0}, 0, 0},
    {"c2r:65536*2", 0, 1, 0, {0}, 0, 0},  // off 8 bytes
    {"c2r:65536", 1, 0, 0, {0}, 0, 0},    // off 16 bytes, as are the second one and the fourth here
    {"c2r:65536*5:id=32771", 1, 0, 1, {0}, 0, 0},
    {"c2r:65536*3:id=32770:od=65538", 1, 0, 0, {0}, 0, 0},  // all off 16 bytes
    {"c2r:65536*3:id=32770:od=65538", 0, 0, 1, {0}, 0, 0},
    {"c2r:131072*3:id=65540:od=131073", 0, 1, 0, {0}, 0, 0},
    {"c2r:65536*3:is=3:os=4:id=1:od=1", 1, 1, 0, {0}, 0, 0},
    {"c2r:65536*3:inplace", 0, 0, 1, {0}, 0, 0},
    {"c2r:131072*2:inplace", 1, 0, 0, {0}, 0, 0},
    {"c2r:65536*35", 0, 0, 0, {0}, 0, 0},
    // Steps of any radices, and convolutions.
    {"c2c:16500*3", 0, 0, 1, {0}, 0, 0},
    {"c2c:20000*2:id=20001:od=20003", 1, 1, 0, {0}, 0, 0},
    {"c2c:20000*2:tol=5e-8", 0, 0, 0, {0}, 0, 0},  // FP32 numbers in FP64
    {"c2c:24576*3:inplace", 0, 0, 0, {0}, 0, 0},
    {"c2c:27000*2:is=2:os=3:id=1:od=1", 0, 1, 0, {0}, 0, 0},
    {"c2c:28561*2", 0, 0, 0, {0}, 0, 0},
    {"c2c:100000*2", 0, 0, 0, {0}, 0, 0},
    {"c2c:131040", 1, 0, 0, {0}, 0, 0},
    {"c2c:17017*21", 0, 0, 0, {0}, 0, 0},
    {"c2c:10007*3", 0, 0, 1, {0}, 0, 0},
    {"c2c:16411*2:id=16412:od=16500", 1, 1, 0, {0}, 0, 0},
    {"c2c:8209*2:inplace", 0, 0, 0, {0}, 0, 0},
    {"c2c:20014*2:is=3:os=2:id=1:od=1", 0, 0, 0, {0}, 0, 0},
    {"c2c:65521", 0, 1, 0, {0}, 0, 0},
    {"c2c:2x16500*2:is=16501,1:os=16503,1:id=33010:od=33012", 0, 1, 1, {0}, 0, 1},  // two batch dimensions
    // Packed planes, by steps that are their axes.
    {"c2c:200x150*3", 0, 0, 1, {0}, 0, 0},
    {"c2c:96x343*2:inplace:id=32930:od=32930", 1, 1, 0, {0}, 0, 0},
    {"c2c:40x450*5:id=18001:od=18003", 1, 0, 0, {0}, 0, 0},
    {"c2c:320x400", 0, 0, 0, {0}, 0, 0},
    // Of real numbers: even and odd numbers of rows, and of butterflies of a row.
    {"r2c:256x256*3", 0, 0, 1, {0}, 0, 0},
    {"c2r:256x256*3", 0, 0, 1, {0}, 0, 0},
    {"r2c:180x300*2:id=54001:od=27181", 1, 1, 0, {0}, 0, 0},
    {"c2r:180x300*2:id=27181:od=54002", 1, 0, 0, {0}, 0, 0},
    {"r2c:225x150*3", 0, 0, 1, {0}, 0, 0},
    {"c2r:225x150*3", 0, 0, 1, {0}, 0, 0},
    {"r2c:90x490*2", 0, 0, 0, {0}, 0, 0},
    {"c2r:90x490*2", 0, 0, 0, {0}, 0, 0},
    {"r2c:35x1210", 0, 0, 0, {0}, 0, 0},
    {"c2r:35x1210", 0, 0, 0, {0}, 0, 0},
    {"r2c:400x600", 0, 0, 0, {0}, 0, 0},
    {"c2r:512x400", 0, 0, 0, {0}, 0, 0},
    // A transform alone, by as many blocks as it can have; two of them need a device of more multiprocessors than CI
    // emulates.
    {"c2c:8192", 0, 0, 1, {0}, 0, 0},
    {"c2c:12000:is=2:os=3", 1, 1, 0, {0}, 0, 0},
    {"c2c:4099", 0, 0, 1, {0}, 0, 0},
    {"r2c:16380", 0, 0, 0, {0}, 0, 0},
    {"c2r:20000", 0, 1, 0, {0}, 0, 0},
    // Steps of real kinds: even and odd numbers of columns and rows.
    {"r2c:40000*3", 0, 0, 1, {0}, 0, 0},
    {"c2r:40000*3", 0, 0, 1, {0}, 0, 0},
    {"r2c:33750*2", 0, 1, 0, {0}, 0, 0},
    {"c2r:33750*2", 1, 0, 0, {0}, 0, 0},
    {"r2c:40500*2", 1, 0, 0, {0}, 0, 0},  // off 8 bytes
    {"c2r:40500*2", 0, 1, 0, {0}, 0, 0},
    {"r2c:50000*3:id=50001:od=25002", 0, 0, 0, {0}, 0, 0},
    {"c2r:50000*3:id=25003:od=50001", 0, 0, 0, {0}, 0, 0},
    {"r2c:45056*2:inplace", 0, 0, 0, {0}, 0, 0},
    {"c2r:45056*2:inplace", 0, 0, 0, {0}, 0, 0},
    {"r2c:37500*2:is=3:os=2:id=1:od=1", 0, 0, 0, {0}, 0, 0},
    {"c2r:37500*2:is=2:os=3:id=1:od=1", 0, 0, 0, {0}, 0, 0},
    {"r2c:200000", 0, 0, 0, {0}, 0, 0},
    {"c2r:262080", 0, 0, 0, {0}, 0, 0},
    // Columns.
    {"c2c:4096*48:is=48:os=48:id=1:od=1", 0, 0, 1, {0}, 0, 0},
    {"c2c:8192*48:is=48:os=48:id=1:od=1", 0, 0, 1, {0}, 0, 0},
    {"c2c:4096*32:is=34:os=33:id=1:od=1", 0, 1, 0, {0}, 0, 0},
    {"c2c:4096*32:is=32:os=32:id=1:od=1:inplace", 0, 0, 0, {0}, 0, 0},
    {"c2c:4096*32:is=33:os=32:id=1:od=1", 0, 0, 1, {0}, 0, 0},  // every other row off 16 bytes
    {"c2c:8192*16:is=16:os=16:id=1:od=1", 1, 0, 0, {0}, 0, 0},
    {"c2c:4096*144:is=144:os=144:id=1:od=1", 0, 0, 0, {0}, 0, 0},
    {"c2c:16384*48:is=48:os=48:id=1:od=1", 0, 0, 1, {0}, 0, 0},
    {"c2c:16384*32:is=34:os=33:id=1:od=1", 0, 1, 0, {0}, 0, 0},
    {"c2c:16384*32:is=32:os=32:id=1:od=1:inplace", 0, 0, 0, {0}, 0, 0},
    {"c2c:16384*16:is=17:os=16:id=1:od=1", 1, 0, 0, {0}, 0, 0},  // every other row off 16 bytes
    {"c2c:3x16384x32", 0, 0, 0, {0}, 0, 1},                      // of each image
    {"c2c:2x8192x32", 0, 1, 0, {0}, 0, 1},
    // Rows that become columns.
    {"c2c:4096*32:id=4096:os=32:od=1", 0, 0, 0, {0}, 0, 0},
    {"c2c:8192*16:id=8192:os=16:od=1", 0, 3, 0, {0}, 0, 0},
    {"c2c:4096*16:id=4097:os=16:od=1", 0, 0, 0, {0}, 0, 0},
    {"c2c:8192*16:id=8193:os=16:od=1", 1, 0, 0, {0}, 0, 0},
    {"c2c:16384*48:id=16384:os=48:od=1", 0, 3, 0, {0}, 0, 0},
    {"c2c:16384*16:id=16385:os=16:od=1", 0, 0, 0, {0}, 0, 0},
    {"c2c:16384*32:id=16386:os=33:od=1", 1, 0, 0, {0}, 0, 0},
    // The same as the second step of a long transform, with twiddles at the store of the first or at its own load.
    {"c2c:65536*2", 0, 0, 0, STEPS(16, 4096), 0, 0},
    {"c2c:131072", 0, 0, 0, STEPS(16, 8192), 0, 0},
    {"c2c:65536*3", 1, 0, 1, LATE_STEPS(16, 4096), 0, 0},
    {"c2c:262144", 0, 1, 0, LATE_STEPS(64, 4096), 0, 0},
    {"c2c:131072*2", 0, 0, 0, LATE_STEPS(16, 8192), 0, 0},
    {"c2c:65536*4", 0, 0, 1, LATE_STEPS(16, 4096), 1, 0},
    {"c2c:131072*2", 0, 0, 0, LATE_STEPS(16, 8192), 1, 0},
    {"c2c:262144:inplace", 0, 0, 0, LATE_STEPS(32, 8192), 0, 0},
    {"c2c:262144", 0, 0, 0, STEPS(16, 16384), 0, 0},
    {"c2c:262144*2", 0, 0, 1, LATE_STEPS(16, 16384), 0, 0},
    {"c2c:262144*2", 0, 0, 0, LATE_STEPS(16, 16384), 1, 0},
    {"c2c:524288:inplace", 1, 0, 0, LATE_STEPS(32, 16384), 0, 0},
#if !TEST_EMULATED
    {"c2c:12000*2:id=12001:od=12003", 1, 1, 0, {0}, 0, 0},
    {"r2c:16380*2", 0, 0, 0, {0}, 0, 0},
    {"c2c:4194304", 1, 0, 0, LATE_STEPS(1024, 4096), 0, 0},
    {"c2c:2097152*2", 0, 0, 0, LATE_STEPS(256, 8192), 0, 0},
    {"c2c:4194304*2", 0, 0, 0, LATE_STEPS(256, 16384), 0, 0},
    {"c2c:16384*272:is=272:os=272:id=1:od=1", 0, 0, 0, {0}, 0, 0},  // each cluster more than twice
    {"c2c:16384*272:id=16384:os=272:od=1", 0, 0, 0, {0}, 0, 0},
#endif
};

// The same of the kernel with a pass on tensor cores.
static int take_tensor_cluster(tcf_stage *s, const tcf_device *d, int number) {
  tcf_stage found[8];
  tcf_candidates candidates = {.stage = found, .max = (int)TEST_COUNT(found)};
  s->kernel = tcf_kernel_find("cuda_cluster_mma");
  ck_assert_ptr_nonnull(s->kernel);
  s->kernel->propose(s, d, 1, &candidates);
  if (number < candidates.count) *s = found[number];
  return number < candidates.count;
}

// Replaces a stage by candidate `number` of the kernels of clusters. 0: they have no more.
static int take_cluster(tcf_stage *s, const tcf_device *d, int number) {
  if (s->algorithm == TCFFT_ALGORITHM_TENSOR) return take_tensor_cluster(s, d, number);
  static const char *const kernels[] = {"cuda_cluster", "cuda_cluster_wide"};
  tcf_stage found[8];
  tcf_candidates candidates = {.stage = found, .max = (int)TEST_COUNT(found)};
  s->algorithm = TCFFT_ALGORITHM_CLASSIC;
  for (size_t i = 0; i < TEST_COUNT(kernels); i++) {
    s->kernel = tcf_kernel_find(kernels[i]);
    ck_assert_ptr_nonnull(s->kernel);
    s->kernel->propose(s, d, 1, &candidates);
  }
  if (!candidates.count) {
    s->kernel = tcf_kernel_find("cuda_cluster_steps");
    ck_assert_ptr_nonnull(s->kernel);
    s->kernel->propose(s, d, 1, &candidates);
  }
  if (number < candidates.count) *s = found[number];
  return number < candidates.count;
}

// Moves every other transform of the workspace off 16 bytes.
static void put_apart(tcf_decomposition *parts) {
  tcf_stage *first = &parts->stage[0], *second = &parts->stage[1];
  ck_assert_int_gt(first->dims, 1);
  first->dim[first->dims - 1].os++;
  second->dim[second->dims - 1].is++;
  parts->work[first->out - TCF_SLOT_WORK] += TCF_COMPLEX_BYTES * first->dim[first->dims - 1].n;
}

// The launches of a case by its candidate of this number; a first step that clusters do not have is the planner's. 0: the
// device has no such clusters, or no more.
static int take_stages(tcf_schedule *s, const tcf_stage *axis, const cluster_case *c, const tcf_device *d, int number) {
  tcf_outline outline = {.form = TCF_OUTLINE_TRANSFORM, .factors = c->steps};
  tcf_decomposition parts;
  if (!c->steps.count) outline.factors = (tcf_factors){.count = 1, .n = {tcf_complex_length(axis->kind, axis->n)}};
  tcf_decompose(&parts, axis, &outline);
  ck_assert_int_eq(parts.count, outline.factors.count);
  if (c->odd) put_apart(&parts);
  s->stages = parts.count;
  memcpy(s->stage, parts.stage, (size_t)parts.count * sizeof *parts.stage);
  memcpy(s->work, parts.work, sizeof parts.work);
  tcf_stage *last = &s->stage[s->stages - 1];
  if (!take_cluster(last, d, number)) return 0;
  if (last == s->stage || take_cluster(s->stage, d, number)) return 1;
  static tcf_stage found[TCF_MAX_CANDIDATES];
  s->stage[0] = parts.stage[0];
  ck_assert_int_gt(tcf_planner_candidates(&parts.stage[0], d, 1, found, TCF_MAX_CANDIDATES), 0);
  s->stage[0] = found[0];
  return 1;
}

// A plan with a stage of each axis, where long ones have candidate `number`. NULL: there is none.
static tcfft_plan *plan_of_axes(const tcf_problem *p, const tcf_device *d, int number) {
  tcf_stage axes[TCFFT_MAX_RANK];
  static tcf_stage found[TCF_MAX_CANDIDATES];
  tcf_schedule s = {0};
  s.stages = tcf_planner_stages(p, axes, &s.work[0]);
  for (int i = 0; i < s.stages; i++) {
    const tcf_outline outline = {.form = TCF_OUTLINE_TRANSFORM, .factors = {.count = 1, .n = {axes[i].n}}};
    tcf_decomposition parts;
    tcf_decompose(&parts, &axes[i], &outline);
    s.stage[i] = parts.stage[0];
    if (axes[i].n > 4096) {
      if (!take_cluster(&s.stage[i], d, number)) return NULL;
      continue;
    }
    ck_assert_int_gt(tcf_planner_candidates(&parts.stage[0], d, 1, found, TCF_MAX_CANDIDATES), 0);
    s.stage[i] = found[0];
  }
  tcf_schedule_total(&s);
  tcfft_plan *plan = NULL;
  const tcf_plan_options options = {.schedule = &s};
  device_succeeds(tcf_plan_create(&plan, p, d, on_device(), &options), "a plan");
  return plan;
}

// NULL: there is no candidate of this number.
static tcfft_plan *cluster_plan(const tcfft_desc *desc, const cluster_case *c, const tcf_device *d, int number) {
  tcf_problem p;
  tcf_stage axes[TCFFT_MAX_RANK];
  tcf_schedule s = {0};
  device_succeeds(tcf_problem_from_desc(&p, desc), "a problem");
  p.wide = desc->tolerance > 0;
  if (c->axes) return plan_of_axes(&p, d, number);
  if (desc->rank == 1)
    ck_assert_int_eq(tcf_planner_stages(&p, axes, &s.work[0]), 1);
  else
    ck_assert_int_eq(tcf_planner_join(axes, &p, desc->rank), 1);
  if (!take_stages(&s, &axes[0], c, d, number)) return NULL;
  tcf_schedule_total(&s);
  tcfft_plan *plan = NULL;
  const tcf_plan_options options = {.schedule = &s};
  device_succeeds(tcf_plan_create(&plan, &p, d, on_device(), &options), "a plan");
  return plan;
}

typedef struct side {
  test_side elements;
  int64_t shift, span;  // in floats; span: with the shift and a guard behind it
} side;

static side side_of(const tcfft_desc *d, int output, const cluster_case *c) {
  enum { GUARD = 16 };
  test_side in, out;
  test_sides(&in, &out, d);
  const test_side *t = output ? &out : &in;
  const int64_t floats = output && d->placement != TCFFT_IN_PLACE ? c->shift_out * out.width : c->shift_in * in.width;
  return (side){*t, floats, floats + t->span + GUARD};
}

// Element i of transform b, in floats.
static int64_t place(const side *s, int64_t b, int64_t i) { return s->shift + test_at(&s->elements, b, i); }

// One transform of the batch. Returns its relative error, and marks its elements in `own`.
static double check_fft(const tcfft_desc *d, const double *wants, const float *out, const side *to, int64_t b, int inverse,
                        char *own) {
  const int64_t n = to->elements.count, width = to->elements.width;
  const double scale = d->scale[inverse] != 0 ? d->scale[inverse] : 1;
  double off = 0, all = 0;
  for (int64_t i = 0; i < n; i++) {
    const int64_t at = place(to, b, i);
    for (int part = 0; part < width; part++) {
      const double want = scale * wants[width * (b * n + i) + part], is = (double)out[at + part];
      own[at + part] = 1;
      off += (is - want) * (is - want);
      all += want * want;
    }
  }
  return sqrt(off / all);
}

static double *expect(const tcfft_desc *d, const float *in, const side *from, int inverse) {
  const int64_t n = from->elements.count, width = from->elements.width;
  double *x = test_doubles(width * n * d->batch);
  for (int64_t i = 0; i < width * n * d->batch; i++)
    x[i] = (double)in[place(from, i / width / n, i / width % n) + i % width];
  double *wants = test_expected(d, inverse ? TCFFT_INVERSE : TCFFT_FORWARD, x);
  test_free_doubles(x);
  return wants;
}

static void check(const cluster_case *c, const tcfft_desc *d, const tcfft_plan *plan, const float *in, const float *before,
                  const float *out, int inverse) {
  const side from = side_of(d, 0, c), to = side_of(d, 1, c);
  char *own = calloc((size_t)to.span, 1);
  ck_assert_ptr_nonnull(own);
  double worst = 0, *wants = expect(d, in, &from, inverse);
  for (int64_t b = 0; b < d->batch; b++) {
    const double error = check_fft(d, wants, out, &to, b, inverse, own);
    if (!(error <= worst)) worst = error;
  }
  test_free_doubles(wants);
  const double bound = tcfft_plan_error_bound(plan);
  ck_assert_msg(worst <= bound && bound < 4 * worst, "%s, inverse %d: error %g, bound %g", c->text, inverse, worst, bound);
  for (int64_t i = 0; i < to.span; i++)
    ck_assert_msg(own[i] || !memcmp(out + i, before + i, sizeof *out), "%s: float %d was written", c->text, (int)i);
  free(own);
}

// Twice in one direction, into poisoned output.
static void execute(const cluster_case *c, const tcfft_desc *d, const tcfft_plan *plan, int inverse) {
  const int in_place = d->placement == TCFFT_IN_PLACE;
  const side from = side_of(d, 0, c), to = side_of(d, 1, c);
  const size_t out_bytes = sizeof(float) * (size_t)to.span,
               in_bytes = in_place && to.span > from.span ? out_bytes : sizeof(float) * (size_t)from.span;
  float *in = device_random(in_bytes, test_seed() + (uint64_t)inverse), *first = NULL;
  for (int run = 0; run < 2; run++) {
    float *memory = device_new(in, in_bytes), *result = in_place ? memory : device_new(NULL, out_bytes);
    float *before = device_get(result, out_bytes);
    device_succeeds(tcfft_exec(plan, memory + from.shift, result + to.shift, inverse ? TCFFT_INVERSE : TCFFT_FORWARD),
                    c->text);
    device_sync(NULL);
    float *out = device_get(result, out_bytes), *kept = device_get(memory, in_bytes);
    ck_assert_msg(in_place || !memcmp(kept, in, in_bytes), "%s: the input was changed", c->text);
    if (!run) check(c, d, plan, in, before, out, inverse);
    ck_assert_msg(!first || !memcmp(first, out, out_bytes), "%s: the second execution gave other bits", c->text);
    free(first);
    first = out;
    free(kept);
    free(before);
    if (!in_place) device_free(result);
    device_free(memory);
  }
  free(first);
  free(in);
}

START_TEST(layouts) {
  const cluster_case *c = &cases[_i];
  tcfft_desc desc;
  tcf_device d;
  if (TEST_EMULATED && !c->always && !test_is_due(c->text, 2 * test_share())) return;
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &d), "asking the device");
  test_desc(&desc, c->text);
  desc.scale[1] = 0.25;
  test_current = c->text;
  tcfft_plan *plan;
  int number = 0;
  for (; (plan = cluster_plan(&desc, c, &d, number)) != NULL; number++) {
    for (int inverse = 0; inverse < 2; inverse++) execute(c, &desc, plan, inverse);
    tcfft_plan_destroy(plan);
  }
  ck_assert_msg(number > 0 || d.cluster < 16, "%s: no plan by clusters", c->text);
}
END_TEST

// Scales of passes on tensor cores are powers of two: the data's range changes no digit.
START_TEST(ranges) {
  static const cluster_case c = {.text = "c2c:32768*2:tensor"};
  static const double range[] = {1e-30, 1e-20, 1e-10, 1e-5, 1e5, 1e10, 1e20, 1e30};
  tcfft_desc desc;
  tcf_device d;
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &d), "asking the device");
  test_desc(&desc, c.text);
  tcfft_plan *plan = cluster_plan(&desc, &c, &d, 0);
  ck_assert_msg(plan || d.cluster < 8, "%s: no plan by clusters", c.text);
  if (!plan) return;
  const double one = test_run_plan(plan, &desc, c.text, TCFFT_FORWARD, 1).l2;
  for (size_t r = 0; r < TEST_COUNT(range); r++) {
    const double e = test_run_plan(plan, &desc, c.text, TCFFT_FORWARD, range[r]).l2;
    ck_assert_msg(e <= 1.3 * one, "error %.3g for data in [-%g, %g], %.3g in [-1, 1]", e, range[r], range[r], one);
  }
  tcfft_plan_destroy(plan);
}
END_TEST

// Devices that have no clusters are planned for as before: no stage by clusters.
START_TEST(other_devices) {
  static const char *const devices[] = {"A100", "V100", "GTX1080"};
  static const cluster_case one_launch;
  tcf_device d;
  tcfft_desc desc;
  test_desc(&desc, "c2c:65536*1024");
  for (size_t i = 0; i < TEST_COUNT(devices); i++) {
    device_succeeds(tcf_device_parse(&d, devices[i]), devices[i]);
    ck_assert_msg(!cluster_plan(&desc, &one_launch, &d, 0), "%s has clusters", devices[i]);
  }
  device_succeeds(tcf_device_parse(&d, "H200"), "H200");
  d.cluster = 1;
  ck_assert(!cluster_plan(&desc, &one_launch, &d, 0));
}
END_TEST

// A device whose clusters turn out to be smaller than its capability has, or not to fit at all, gets plans without them.
#if TEST_EMULATED
static void check_largest(const char *fitting, const char *text, int cluster) {
  tcfft_desc desc;
  tcfft_plan *plan = NULL;
  tcf_device d;
  test_desc(&desc, text);
  desc.backend = test_backend;
  setenv("TCFFT_EMULATE_FITTING_CLUSTER", fitting, 1);
  device_succeeds(tcfft_plan_create(&plan, &desc), text);
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &d), "asking the device");
  ck_assert_msg(d.cluster <= cluster && plan->device.cluster == d.cluster, "clusters of %d, the plan's of %d",
                (int)d.cluster, (int)plan->device.cluster);
  for (int i = 0; i < tcf_plan_schedule(plan)->stages; i++)
    ck_assert_str_ne(tcf_plan_schedule(plan)->stage[i].kernel->name, "cuda_cluster");
  tcfft_plan_destroy(plan);
}

START_TEST(smaller_clusters) {
  tcf_device d;
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &d), "asking the device");
  ck_assert_int_eq(d.cluster, 16);
  check_largest("8", "c2c:131072*1024", 8);
  check_largest("0", "c2c:65536*1024", 4);
  unsetenv("TCFFT_EMULATE_FITTING_CLUSTER");
}
END_TEST
#endif

// Steps of any radices have many candidates, for which a device's compiler takes minutes; columns and long transforms have
// the largest arrays.
static TCase *part_of(const cluster_case *c, TCase *layout, TCase *other_radices, TCase *columns) {
  tcfft_desc d = TCFFT_DESC_INIT;
  if (tcfft_desc_parse(&d, c->text) != TCFFT_SUCCESS) return layout;
  const int64_t n = d.n[d.rank - 1];
  return n & (n - 1) ? other_radices : c->steps.count || d.batch >= 16 ? columns : layout;
}

Suite *test_suite(void) {
  Suite *suite = suite_create("clusters");
  TCase *layout = test_case(suite, "layouts", 120), *other_radices = test_case(suite, "other_radices", 120),
        *columns = test_case(suite, "columns", 120);
  for (int i = 0; i < (int)TEST_COUNT(cases); i++)
    tcase_add_loop_test(part_of(&cases[i], layout, other_radices, columns), layouts, i, i + 1);
  tcase_add_test(test_case(suite, "ranges", 120), ranges);
  tcase_add_test(test_case(suite, "other_devices", 20), other_devices);
#if TEST_EMULATED
  tcase_add_test(test_case(suite, "smaller_clusters", 20), smaller_clusters);  // the last: the device stays so
#endif
  return suite;
}
