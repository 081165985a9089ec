// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The programs of sparse transforms. Each serves all plans, and takes a compiler longer than most, so that they are built
// in.
#ifndef TCFFT_SPARSE_CUDA_PROGRAMS_H
#define TCFFT_SPARSE_CUDA_PROGRAMS_H

#include "core/backend.h"
#include "sparse/cuda/sparse_args.h"
#include "sparse/cuda/sparse_cluster_args.h"
#include "sparse/cuda/sparse_grid_args.h"
#include "sparse/cuda/sparse_select_args.h"
#include "sparse/cuda/sparse_votes_args.h"

enum {
  TCF_PROGRAM_SPARSE,
  TCF_PROGRAM_SELECT,
  TCF_PROGRAM_VOTES,
  TCF_PROGRAM_CLUSTER,  // what plans for few tones take most
  TCF_PROGRAM_GRID = TCF_PROGRAM_CLUSTER + 6,
  TCF_SPARSE_PROGRAMS = TCF_PROGRAM_GRID + 8
};
static const tcf_program tcf_sparse_programs[TCF_SPARSE_PROGRAMS] = {
    {.family = "sparse", .parameters = "threads=512:blocks=1", .blocks = 1},
    {.family = "sparse_select", .parameters = "threads=512:blocks=2", .blocks = TCF_SELECT_BLOCKS},
    {.family = "sparse_votes", .parameters = "threads=512:blocks=2", .blocks = TCF_VOTES_BLOCKS},
    {.family = "sparse_cluster", .parameters = "threads=512:blocks=1:power=1:cluster=16:bins=256:groups=2", .blocks = 1},
    {.family = "sparse_cluster", .parameters = "threads=512:blocks=1:power=1:cluster=16:bins=512:groups=2", .blocks = 1},
    {.family = "sparse_cluster", .parameters = "threads=512:blocks=1:power=1:cluster=16:bins=1024:groups=2", .blocks = 1},
    {.family = "sparse_cluster", .parameters = "threads=512:blocks=1:power=1:cluster=1:bins=256:groups=2", .blocks = 1},
    {.family = "sparse_cluster", .parameters = "threads=512:blocks=1:power=1:cluster=1:bins=512:groups=2", .blocks = 1},
    {.family = "sparse_cluster", .parameters = "threads=512:blocks=1:power=1:cluster=1:bins=1024:groups=2", .blocks = 1},
    {.family = "sparse_grid", .parameters = "threads=512:blocks=1:power=1:first=128:second=128:groups=3", .blocks = 1},
    {.family = "sparse_grid", .parameters = "threads=512:blocks=1:power=1:first=128:second=256:groups=3", .blocks = 1},
    {.family = "sparse_grid", .parameters = "threads=512:blocks=1:power=1:first=256:second=256:groups=3", .blocks = 1},
    {.family = "sparse_grid", .parameters = "threads=512:blocks=1:power=1:first=256:second=512:groups=3", .blocks = 1},
    {.family = "sparse_grid", .parameters = "threads=512:blocks=1:power=1:first=512:second=512:groups=3", .blocks = 1},
    {.family = "sparse_grid", .parameters = "threads=512:blocks=1:power=1:first=512:second=1024:groups=3", .blocks = 1},
    {.family = "sparse_grid", .parameters = "threads=512:blocks=1:power=1:first=1024:second=1024:groups=3", .blocks = 1},
    {.family = "sparse_grid", .parameters = "threads=512:blocks=1:power=1:first=1024:second=2048:groups=3", .blocks = 1},
};

#endif
