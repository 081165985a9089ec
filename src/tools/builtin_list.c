// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "tools/builtin_list.h"

#include <stdlib.h>

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

enum {
  PROBLEMS = sizeof problems / sizeof *problems,
  DEVICES = sizeof devices / sizeof *devices,
  FILLED = 26,    // 2^26 points fill any device
  EXPONENTS = 32  // for numbering the combinations, see schedule_at
};

// Plans combination number `index` of problem, exponent, batch (one transform, or as many as fill the device) and device.
// Returns 1, 0 if the combination has no schedule, or -1 behind the last combination.
static int schedule_at(tcf_schedule *s, tcf_device *d, tcfft_algorithm algorithm, int index) {
  const int device = index % DEVICES, batched = index / DEVICES % 2, exponent = index / DEVICES / 2 % EXPONENTS,
            number = index / DEVICES / 2 / EXPONENTS;
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
  return tcf_device_parse(d, devices[device]) == TCFFT_SUCCESS && tcf_planner_run(s, &p, d, 1) == TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ the list

enum { MAX_PROGRAMS = 4096 };
static tcf_built_in programs[MAX_PROGRAMS];
static char texts[MAX_PROGRAMS][TCF_STEPS_PARAMETERS];  // the longest ones
static int count;

// Adds a program. Those beyond MAX_PROGRAMS are only counted, which makes tcf_cuda_builtin_list fail.
static void add(const char *family, const char *parameters) {
  if (count < MAX_PROGRAMS) {
    strcpy(texts[count], parameters);
    programs[count] = (tcf_built_in){.family = family, .parameters = texts[count]};
  }
  count++;
}

// Adds the program of a stage by clusters, unless it has tensor cores, which `auto` takes nowhere. 0: it is none.
static int add_cluster(const tcf_stage *s, const tcf_device *d) {
  const tcf_cluster_shape *shape;
  char parameters[TCF_CLUSTER_PARAMETERS];
  if (tcf_cluster_find(&shape, s, d) != TCFFT_SUCCESS) return 0;
  tcf_cluster_print(shape, s, parameters);
  if (!shape->tensor) add(tcf_cluster_family(shape), parameters);
  return 1;
}

static int add_wide_cluster(const tcf_stage *s, const tcf_device *d) {
  const tcf_wide_shape *shape;
  tcf_wide_form form;
  char parameters[TCF_CLUSTER_PARAMETERS];
  if (tcf_wide_find(&shape, &form, s, d) != TCFFT_SUCCESS) return 0;
  tcf_wide_print(shape, &form, parameters);
  add("cluster_wide", parameters);
  return 1;
}

static int add_cluster_steps(const tcf_stage *s, const tcf_device *d) {
  tcf_cluster_steps steps;
  char parameters[TCF_STEPS_PARAMETERS];
  if (tcf_cluster_steps_build(&steps, s, d) != TCFFT_SUCCESS) return 0;
  tcf_cluster_steps_print(&steps, parameters);
  add("cluster_steps", parameters);
  return 1;
}

// Adds the programs of a schedule's tiles. Tensor-core tiles are only built in if they were measured.
static void add_tiles(const tcf_schedule *s, const tcf_device *d) {
  for (int i = 0; i < s->stages; i++) {
    tcf_tile tile;
    char parameters[TCF_TILE_PARAMETERS];
    if (add_cluster(&s->stage[i], d) || add_wide_cluster(&s->stage[i], d) || add_cluster_steps(&s->stage[i], d)) continue;
    if (tcf_tile_build(&tile, &s->stage[i], d) != TCFFT_SUCCESS) continue;  // stages of real_post have no tile
    if (tile.tensor && s->stage[i].source == TCF_TIME_MODEL) continue;
    tcf_tile_print(&tile, parameters);
    add(tile.tensor ? "mma" : "tile", parameters);
  }
}

static void add_schedules(tcfft_algorithm algorithm) {
  tcf_schedule s;
  tcf_device d;
  for (int i = 0, found; (found = schedule_at(&s, &d, algorithm, i)) >= 0; i++)
    if (found) add_tiles(&s, &d);
}

int tcf_cuda_builtin_list(const tcf_built_in **list) {
  const char *family;
  char parameters[TCF_TILE_PARAMETERS];
  count = 0;
  for (int i = 0; tcf_generic_program(i, &family, parameters); i++) add(family, parameters);
  for (int i = 0; i < TCF_SPARSE_PROGRAMS; i++) add(tcf_sparse_programs[i].family, tcf_sparse_programs[i].parameters);
  add_schedules(TCFFT_ALGORITHM_CLASSIC);
  add_schedules(TCFFT_ALGORITHM_TENSOR);
  if (count > MAX_PROGRAMS) return -1;
  qsort(programs, (size_t)count, sizeof *programs, tcf_cuda_builtin_order);
  int distinct = 0;
  for (int i = 0; i < count; i++)
    if (!distinct || tcf_cuda_builtin_order(&programs[distinct - 1], &programs[i]) != 0) programs[distinct++] = programs[i];
  *list = programs;
  return distinct;
}
