// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Radix schedules of a tile, and what they are searched for.
#ifndef TCFFT_CLASSIC_CUDA_RADICES_H
#define TCFFT_CLASSIC_CUDA_RADICES_H

#include "tile/tile.h"

// Threads of the smallest block that is worth launching.
enum { TCF_SMALLEST_BLOCK = 60 };

// What the radices are for.
typedef struct tcf_search {
  double memory;                          // seconds to load and store a point
  double compute;                         // seconds of an instruction of a thread, divided among the whole device
  int64_t shared, sm_shared, sm_threads;  // of the device; bytes are counted as if numbers were FP32
  tcf_tile io;                            // the tile except its radices and threads
  int least_bluestein;                    // fewest points of a convolution by Bluestein's algorithm; 0: 2 n - 1
  int alone;                              // 1: a multiprocessor has one block at most, of columns
  int few;                                // 1: a multiprocessor has one transform at most, of rows (tcf_tile_few)
  int rows;                               // 1: rows of a device that these were timed on (tcf_tile_rows_timed)
  int composite;                          // 1: rows that were timed with composite radices from 18 to 28 (tile_times.h)
  int steps;                              // 1: columns of a step of a long transform (tcf_tile_is_step)
  int convolutions;                       // 1: FP32 on a device that convolutions of all kinds were timed on
  int columns;                            // fewest transforms of a tile of columns, up to 64; 0: as many as are usual
  int axes, length[TCFFT_MAX_RANK];       // of a transform of several axes, outermost first; else 0
} tcf_search;

// Whether blocks are counted as tcf_blocks_of_rows does. (24 even lengths of C2R were 3 % slower by it.)
static inline int tcf_search_has_rows(const tcf_search *s) { return s->composite && !s->io.conv && s->io.kind != TCFFT_C2R; }

// A radix schedule for n points with tpt threads a transform.
typedef struct tcf_radices {
  int n, passes, radix[TCF_TILE_PASSES], axis[TCF_TILE_PASSES], tpt;
  int smem;        // elements pass through shared memory on both sides
  int ept;         // elements per thread, in registers at once
  double ops;      // instructions of a transform
  double seconds;  // of a transform, on a device that is busy with others
} tcf_radices;

#endif
