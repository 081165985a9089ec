// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the kernels for GPUs share: from a stage and a launch to the arguments that the device gets.
#ifndef TCFFT_CLASSIC_CUDA_LAUNCH_H
#define TCFFT_CLASSIC_CUDA_LAUNCH_H

#include "core/kernel.h"
#include "tile/tables.h"
#include "tile/tile_args.h"

// A prepared stage.
typedef struct tcf_cuda_stage {
  tcf_tile tile;
  tcf_table_layout layout;
  char parameters[TCF_TILE_PARAMETERS];  // of the program
  void *function;
  tcf_grid grid;
} tcf_cuda_stage;

// Arguments of a launch.
tcf_tile_args tcf_cuda_arguments(const tcf_launch *launch, const tcf_table_layout *layout, const tcf_tile *tile);

// Tiles of so many lanes that the stage has.
int64_t tcf_cuda_tiles(const tcf_stage *s, int width);

// A launch with a block for every tile.
tcf_grid tcf_cuda_grid(const tcf_stage *s, const tcf_tile *tile);

// What the kernels that launch tiles do to prepare and to launch one.
tcfft_status tcf_cuda_tile_prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_prepared *prepared);
tcfft_status tcf_cuda_tile_launch(const tcf_launch *launch);

#endif
