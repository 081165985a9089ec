// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What a tile costs: bytes, squared error, seconds.
#ifndef TCFFT_TILE_COST_H
#define TCFFT_TILE_COST_H

#include "tile/tile.h"

// Bytes that a stage reads and writes: as a double, which cannot overflow, and as an integer, which stops at INT64_MAX.
double tcf_tile_moved(const tcf_stage *s);
int64_t tcf_tile_bytes(const tcf_stage *s);

// Squared relative L2 error of a stage.
double tcf_tile_variance(const tcf_stage *s, const tcf_tile *tile);

// Seconds of a stage whose transforms take fft_ops instructions each. The tile is one whose size was set
// (tcf_tile_set_size).
double tcf_tile_seconds(const tcf_stage *s, const tcf_tile *tile, double fft_ops, const tcf_device *d);

// Whether a stage transforms columns as the user has them, next to one another, and whether such columns have distances from
// point to point that are no multiple of a sector of 32 bytes. (Timed on devices of capability 9.0; on others no stage
// counts as either.)
int tcf_tile_has_columns(const tcf_stage *s, const tcf_device *d);
int tcf_tile_columns_unaligned(const tcf_stage *s, const tcf_device *d);

// By how much a tile of several axes of real numbers is slower with the points that its threads have; 1 for other tiles.
double tcf_tile_plane_slowdown(const tcf_tile *tile);

// Whether rows are transformed by blocks of one warp, nearly all of whose threads work.
int tcf_tile_is_one_warp(const tcf_tile *tile);

// Whether a CUDA device has no more rows than multiprocessors, so that the latency of each tile is what counts.
// (Timed on devices of capability 9.0; on others no stage counts as such.)
int tcf_tile_few(const tcf_stage *stage, const tcf_tile *tile, const tcf_device *d);

// Seconds of such a tile of so many threads beyond its launch, of which each pass and each trip of elements through shared
// memory is an exchange. (Fitted to 384 tiles of 12 single transforms on an H100. What this chooses of them is 16 % slower
// than the fastest one in the mean; what has the greatest throughput is 66 %.)
double tcf_tile_latency(int exchanges, double thread_ops, int threads);

// Whether a tile is rows of plain transforms, on a device of capability 9.0, where many of them were timed.
int tcf_tile_rows_timed(const tcf_tile *tile, const tcf_device *d);

// Whether a multiprocessor has one block at most, of columns: few points, which stay in the cache between two launches.
// (Timed on devices of capability 9.0; on others no stage counts as such.)
int tcf_tile_alone(const tcf_stage *stage, const tcf_tile *tile, const tcf_device *d);

// Whether a stage fills every multiprocessor with blocks. Tiles of built-in wisdom were timed in that state, at full
// throughput, and say nothing of smaller stages.
int tcf_tile_fills(const tcf_stage *s, const tcf_tile *tile, const tcf_device *d);

#endif
