// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How a GPU's tile kernel does a stage: radices, lanes of a tile, threads, the layout of shared memory without bank
// conflicts, and what that costs. Sizes are composed, not listed; nothing here needs a GPU.
//
// The stage's fft text is the radices in the order of the passes, "16.16.16"; "r(6.6)" is Rader's convolution of a
// prime length 37 by transforms of 36 points, "r14(8.9)" fourteen of 73 points that make 1022, "b(16.8)" Bluestein's by
// transforms of 128, "d(37)" and "d(2.37)" sums for every result of the prime, "f(16.16)" a step of a long convolution.
// "8.8x16" is a transform of two axes that lie packed, of 64 times 16 points; the outermost one's first radix is the first
// pass, then come the others' from the innermost one on, then the rest of the outermost one's, one at least. "10.10+io"
// passes its elements through shared memory on their way in and out; "20.15.10@5" is compiled for five blocks a
// multiprocessor. Passes of "16.m16.m16" with an m run on tensor cores; with a w, by fragments in memory.
#ifndef TCFFT_CLASSIC_CUDA_PROPOSE_H
#define TCFFT_CLASSIC_CUDA_PROPOSE_H

#include "core/schedule.h"

enum { TCF_TILE_PASSES = 7, TCF_TILE_PARAMETERS = 512 };

typedef enum tcf_conv {
  TCF_CONV_NONE,
  TCF_CONV_RADER,
  TCF_CONV_BLUESTEIN,
  TCF_CONV_DENSE,
  TCF_CONV_FILTERED,  // TCF_EDGE_CONVOLVE
} tcf_conv;

enum { TCF_TILE_MOST_BLOCKS = 32 };  // of a multiprocessor, on any device

// The members of P of tile.cuh.
typedef struct tcf_tile {
  int n, passes, radix[TCF_TILE_PASSES], axis[TCF_TILE_PASSES];
  int width, tpt, threads, blocks, hold, early;
  int asked;                  // blocks of a multiprocessor, 0: as many as are expected to fit
  int tensor, split;          // wmma/cuda/mma.cuh: the passes on tensor cores, FP16 terms of a number
  int by_memory, swizzle;     // their products go through shared memory; where points lie in it
  int parts;                  // lanes of the tile that make one of the stage's: tcf_tile_lanes
  int in_place;               // OpenCL: passes leave points where they were, and the table of a convolution is in that order
  int staged_in, staged_out;  // wanted, wherever it is possible
  int order_in, order_out, by_lanes;
  int stride, row, pad;
  int unit_in, unit_out, packed_in, packed_out, lone_in, lone_out, load, store, stage_in, stage_out;
  int mirror_in, mirror_out, pair_in, pair_out, turn_outer, kind, even, conv, points, filled, kept, in, out, warp;
  size_t shared;  // bytes
} tcf_tile;

// Parts of a stage's lane, and how many of its lanes a tile has.
static inline int tcf_tile_parts(const tcf_tile *t) { return t->parts > 1 ? t->parts : 1; }
static inline int tcf_tile_lanes(const tcf_tile *t) { return t->width / tcf_tile_parts(t); }

// Whether a side of a stage is a spectrum of real numbers whose bins k and n / 2 - k lie in lanes l and L - l of loop 0.
int tcf_tile_pairs(const tcf_stage *s, int output);

// Points of the complex transform that a stage computes.
int64_t tcf_tile_points(const tcf_stage *s);

// Fills width, threads, fft, time, variance and bytes of a stage: candidate number index. As tcf_kernel.propose.
int tcf_tile_propose(tcf_stage *s, const tcf_device *d, int index);

// The same for candidates that a tuner should time besides: further ways for a stage that has been filled.
int tcf_tile_vary(tcf_stage *s, const tcf_device *d, int index);

// The same, for tiles like the stage's own: one more or less block, half and twice the lanes and the threads of a lane.
int tcf_tile_near(tcf_stage *s, const tcf_device *d, int index);

// Whether a pass can run on tensor cores.
int tcf_tile_tensor_possible(const tcf_tile *t, int p);

// tcf_tile_propose and tcf_tile_vary with passes on tensor cores, by memory or not (see tcf_tile): those of the tile that
// was timed, else all that can be but for the last of three. The others, and all of convolutions, of several axes and of
// lengths without a factor of four, stay FP32. For AUTO only tiles that were timed.
int tcf_tensor_propose(tcf_stage *s, const tcf_device *d, int index, int by_memory);
int tcf_tensor_vary(tcf_stage *s, const tcf_device *d, int index, int by_memory);

// The tile of a stage that was proposed, or parsed: PARSE where its text makes none.
tcfft_status tcf_tile_build(tcf_tile *tile, const tcf_stage *s, const tcf_device *d);

// What a thread does in pass p (banks.c, as tile_pass of passes.cuh): rounds, and those that it holds at once.
int tcf_tile_rounds(const tcf_tile *tile, int pass);
// Whether a stage has blocks for every multiprocessor: what was timed was throughput.
int tcf_tile_fills(const tcf_stage *s, const tcf_tile *tile, const tcf_device *d);
// Where a pass finds the points of a butterfly: their distance between the passes is below * within, the points of the axes
// inside its own times the product of its own axis' radices before.
int tcf_tile_below(const tcf_tile *tile, int pass);
int tcf_tile_within(const tcf_tile *tile, int pass);
int tcf_tile_held(const tcf_tile *tile, int pass);
int tcf_tile_held_of(const tcf_tile *tile, int pass, int rounds);  // where the rounds are known

// What other kernels of tiles share with this one: the fields n, passes, radix and conv from a stage's text; those that the
// layout of the data decides, from kind to points; loop number `loop` put across the lanes (0: there is none, or it may
// not).
void tcf_tile_set_edges(tcf_tile *tile, const tcf_stage *s);
int tcf_tile_choose_lanes(tcf_stage *s, int loop);

// What a tile costs: instructions of a butterfly with all that belongs to it, bytes, squared error, seconds by instructions
// of a lane (threads, blocks and width are set).
double tcf_pass_ops(int radix, int first);
int64_t tcf_tile_bytes(const tcf_stage *s);
double tcf_tile_variance(const tcf_stage *s, const tcf_tile *tile);
// tcf_tile_judge takes what was timed, where it was, and fills a stage's width, threads, bytes, time and variance.
double tcf_tile_seconds(const tcf_stage *s, const tcf_tile *tile, double lane_ops, const tcf_device *d);
void tcf_tile_judge(tcf_stage *s, const tcf_tile *tile, double lane_ops, const tcf_device *d);

// Shared memory (banks.c): the points of a lane that it holds, its bytes for the stride that is set, and stride and
// padding with the fewest conflicts between banks; stride 0 where nothing fits.
int tcf_tile_rows(const tcf_tile *tile);
void tcf_tile_set_shared(tcf_tile *tile);
void tcf_tile_lay_out(tcf_tile *tile, const tcf_device *d);

int tcf_tile_is_radix(int64_t r);

// Texts (tile/tile_text.c): conv, passes, radix and n from a stage's fft, and back; the parameters as tcf_program wants
// them.
tcfft_status tcf_tile_parse_fft(tcf_tile *tile, const tcf_stage *s);
void tcf_tile_print_fft(const tcf_tile *tile, char text[TCF_FFT_TEXT]);
void tcf_tile_print(const tcf_tile *tile, char parameters[TCF_TILE_PARAMETERS]);

#endif
