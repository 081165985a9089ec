// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "tools/builtin_list.h"

#include <stdlib.h>
#include <string.h>

#include "backend/cuda/builtin.h"
#include "classic/cuda/build.h"
#include "classic/cuda/builtin_programs.h"
#include "classic/cuda/cluster.h"
#include "classic/cuda/cluster_steps.h"
#include "classic/cuda/cluster_wide.h"
#include "planner/planner.h"
#include "sparse/cuda/programs.h"
#include "tile/tile_text.h"

// Problems whose programs are built in: lengths 2^from .. 2^to along every axis.
static const struct {
  tcfft_kind kind;
  int rank, from, to;
} problems[] = {
    {TCFFT_C2C, 1, 1, 28}, {TCFFT_R2C, 1, 2, 21}, {TCFFT_C2R, 1, 2, 21}, {TCFFT_C2C, 2, 4, 13}, {TCFFT_C2C, 3, 4, 9},
};
static const char *const devices[] = {"H200", "H100"};

// Of these programs older devices have those that their plans for the same problems ask for. None is added for them. What
// they do not have is compiled at run time, or generic programs do it.
static const char *const older_devices[] = {
    "A100", "V100",
    "cuda:name=T4:cores=40:vector=32:l2=4194304:copy=2.4e11:flops=1.2e11:capability=75:shared=65536:sm_shared=65536:"
    "sm_threads=1024:sm_registers=65536:launch=3e-6:compiler=0"};

enum {
  PROBLEMS = sizeof problems / sizeof *problems,
  DEVICES = sizeof devices / sizeof *devices,
  OLDER_DEVICES = sizeof older_devices / sizeof *older_devices,
  NEWER = 90,     // capability of `devices`, below which `older_devices` are
  FILLED = 26,    // 2^26 points fill any device
  EXPONENTS = 32  // for numbering the combinations, see schedule_at
};

// Plans combination number `index` of problem, exponent and batch (one transform, or as many as fill the device). Returns
// 1, 0 if the combination has no schedule, or -1 behind the last combination.
static int schedule_at(tcf_schedule *s, const tcf_device *d, tcfft_algorithm algorithm, int index) {
  const int batched = index % 2, exponent = index / 2 % EXPONENTS, number = index / 2 / EXPONENTS;
  if (number >= PROBLEMS) return -1;
  if (exponent < problems[number].from || exponent > problems[number].to) return 0;
  tcf_problem p = {.kind = problems[number].kind,
                   .rank = problems[number].rank,
                   .batch = 1,
                   .scale = {1, 1},
                   .split = TCFFT_SPLIT_SPLIT2};
  for (int i = 0; i < p.rank; i++) p.n[i] = INT64_C(1) << exponent;
  const int points = exponent * p.rank;
  if (batched && points < FILLED) p.batch = INT64_C(1) << (FILLED - points);
  p.algorithm = algorithm;
  tcf_problem_pack(&p);
  return tcf_planner_run(s, &p, d, 1) == TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ the list

enum { MAX_PROGRAMS = 4096 };
static tcf_built_in programs[MAX_PROGRAMS];
static char texts[MAX_PROGRAMS][TCF_STEPS_PARAMETERS];  // the longest ones
static int count;

// What is done with a program that plans ask for.
typedef void taker(const char *family, const char *parameters);

// Adds a program. Those beyond MAX_PROGRAMS are only counted, which makes tcf_cuda_builtin_list fail.
static void add(const char *family, const char *parameters) {
  if (count < MAX_PROGRAMS) {
    strcpy(texts[count], parameters);
    programs[count] = (tcf_built_in){.family = family, .parameters = texts[count]};
  }
  count++;
}

// Takes the program of a stage by clusters, unless it has tensor cores, which `auto` takes nowhere. 0: it is none.
static int take_cluster(const tcf_stage *s, const tcf_device *d, taker *take) {
  const tcf_cluster_shape *shape;
  char parameters[TCF_CLUSTER_PARAMETERS];
  if (tcf_cluster_find(&shape, s, d) != TCFFT_SUCCESS) return 0;
  tcf_cluster_print(shape, s, parameters);
  if (!shape->tensor) take(tcf_cluster_family(shape), parameters);
  return 1;
}

static int take_wide_cluster(const tcf_stage *s, const tcf_device *d, taker *take) {
  const tcf_wide_shape *shape;
  tcf_wide_form form;
  char parameters[TCF_CLUSTER_PARAMETERS];
  if (tcf_wide_find(&shape, &form, s, d) != TCFFT_SUCCESS) return 0;
  tcf_wide_print(shape, &form, parameters);
  take("cluster_wide", parameters);
  return 1;
}

static int take_cluster_steps(const tcf_stage *s, const tcf_device *d, taker *take) {
  tcf_cluster_steps steps;
  char parameters[TCF_STEPS_PARAMETERS];
  if (tcf_cluster_steps_build(&steps, s, d) != TCFFT_SUCCESS) return 0;
  tcf_cluster_steps_print(&steps, parameters);
  take("cluster_steps", parameters);
  return 1;
}

// Takes the programs of a schedule's tiles. Tensor-core tiles are only built in if they were measured; a device that has
// what is built in asks for no others.
static void take_programs(const tcf_schedule *s, const tcf_device *d, taker *take) {
  for (int i = 0; i < s->stages; i++) {
    const tcf_stage *stage = &s->stage[i];
    tcf_tile tile;
    char parameters[TCF_TILE_PARAMETERS];
    if (take_cluster(stage, d, take) || take_wide_cluster(stage, d, take) || take_cluster_steps(stage, d, take)) continue;
    if (tcf_tile_build(&tile, stage, d) != TCFFT_SUCCESS) continue;  // stages of real_post have no tile
    if (tile.tensor && stage->source == TCF_TIME_MODEL && !d->built_ins) continue;
    tcf_tile_print(&tile, parameters);
    take(tile.tensor ? "mma" : "tile", parameters);
  }
}

static void take_schedules(const tcf_device *d, taker *take) {
  static const tcfft_algorithm algorithms[] = {TCFFT_ALGORITHM_CLASSIC, TCFFT_ALGORITHM_TENSOR};
  tcf_schedule s;
  for (size_t a = 0; a < sizeof algorithms / sizeof *algorithms; a++)
    for (int i = 0, found; (found = schedule_at(&s, d, algorithms[a], i)) >= 0; i++)
      if (found) take_programs(&s, d, take);
}

// ------------------------------------------------------------------------------------------------ older devices

static char asked_for[MAX_PROGRAMS];  // by a plan of one of these

// By a device with a compiler, which has no use for a program that differs.
static void ask_for_it(const char *family, const char *parameters) {
  for (int i = 0; i < count; i++)
    asked_for[i] |= !strcmp(programs[i].family, family) && !strcmp(programs[i].parameters, parameters);
}

// By one without, which takes what differs in the blocks alone.
static void ask_for_alike(const char *family, const char *parameters) {
  const tcf_device any = {.built_in = programs, .built_ins = count};
  const char *found = tcf_builtin_find(&any, family, parameters);
  for (int i = 0; found && i < count; i++) asked_for[i] |= programs[i].parameters == found;
}

// Marks tiles that no plan of older devices asks for, with a compiler or without.
static void mark_newer(void) {
  memset(asked_for, 0, sizeof asked_for);
  for (int i = 0; i < OLDER_DEVICES; i++) {
    tcf_device d;
    if (tcf_device_parse(&d, older_devices[i]) != TCFFT_SUCCESS) continue;
    take_schedules(&d, ask_for_it);
    d.compiler = 0;
    d.built_in = programs;
    d.built_ins = count;
    take_schedules(&d, ask_for_alike);
  }
  for (int i = 0; i < count; i++) {
    const int is_tile = !strcmp(programs[i].family, "tile") || !strcmp(programs[i].family, "mma");
    if (is_tile && !asked_for[i]) programs[i].capability = NEWER;
  }
}

// ------------------------------------------------------------------------------------------------ all

int tcf_cuda_builtin_list(const tcf_built_in **list) {
  const char *family;
  char parameters[TCF_TILE_PARAMETERS];
  count = 0;
  for (int i = 0; tcf_generic_program(i, &family, parameters); i++) add(family, parameters);
  for (int i = 0; i < TCF_SPARSE_PROGRAMS; i++) add(tcf_sparse_programs[i].family, tcf_sparse_programs[i].parameters);
  for (int i = 0; i < DEVICES; i++) {
    tcf_device d;
    if (tcf_device_parse(&d, devices[i]) == TCFFT_SUCCESS) take_schedules(&d, add);
  }
  if (count > MAX_PROGRAMS) return -1;
  qsort(programs, (size_t)count, sizeof *programs, tcf_cuda_builtin_order);
  int distinct = 0;
  for (int i = 0; i < count; i++)
    if (!distinct || tcf_cuda_builtin_order(&programs[distinct - 1], &programs[i]) != 0) programs[distinct++] = programs[i];
  count = distinct;
  mark_newer();
  *list = programs;
  return count;
}
