// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// From a stage and a launch to the arguments that a device gets.
#ifndef TCFFT_TILE_STAGE_H
#define TCFFT_TILE_STAGE_H

#include "core/kernel.h"
#include "tile/tables.h"
#include "tile/tile_args.h"

// Arguments of a launch of a tile, of the tile's type. Launches take them by their address.
typedef union tcf_tile_any_args {
  tcf_tile_args f32;
  tcf_tile_args_f64 f64;
} tcf_tile_any_args;

// A stage that is prepared for launches.
typedef struct tcf_tile_stage {
  tcf_tile tile;
  tcf_table_layout layout;
  char parameters[TCF_TILE_PARAMETERS];  // of the program
  void *function;
  tcf_grid grid;
  tcf_tile_any_args arguments;  // of the tile kernels of CUDA: what all launches have in common
} tcf_tile_stage;

// Arguments of a launch of a program in FP32, and of one in FP64.
tcf_tile_args tcf_tile_arguments(const tcf_launch *launch, const tcf_table_layout *layout, const tcf_tile *tile);
tcf_tile_args_f64 tcf_tile_arguments_f64(const tcf_launch *launch, const tcf_table_layout *layout, const tcf_tile *tile);

// The same in two steps, since the first one takes 0.2 us: what the launches of a stage have in common, and what a launch
// adds.
tcf_tile_any_args tcf_tile_common_arguments(const tcf_stage *stage, const tcf_tile *tile);
void tcf_tile_set_launch(tcf_tile_any_args *args, const tcf_launch *launch, const tcf_table_layout *layout,
                         const tcf_tile *tile);

// Whether every complex number of a side, and every pair of real numbers, is aligned to the bytes of a complex number.
int tcf_tile_pairs_aligned(const void *memory, const tcf_stage *s, int output);

// The number of tiles of `width` transforms that a stage has.
int64_t tcf_tile_count(const tcf_stage *s, int width);

// The grid of a launch with one block for every tile.
tcf_grid tcf_tile_grid(const tcf_stage *s, const tcf_tile *tile);

#endif
