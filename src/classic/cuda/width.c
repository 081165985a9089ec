// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "classic/cuda/width.h"

#include "base/arith.h"
#include "classic/cuda/radices.h"
#include "tile/cost.h"
#include "tile/direct.h"
#include "tile/io.h"
#include "tile/ops.h"
#include "tile/passes.h"

// Threads of rows, transforms of columns.
enum { ONE_WARP = 32 };
static const struct block_size {
  int threads, ffts;
} block_sizes[TCF_BLOCK_SIZES] = {
    [TCF_BLOCK_USUAL] = {60, 16}, [TCF_BLOCK_LARGE] = {120, 32}, [TCF_BLOCK_NARROW] = {60, 8},
    [TCF_BLOCK_FOUR] = {0, 4},    [TCF_BLOCK_PAIR] = {0, 2},     [TCF_BLOCK_ONE_WARP] = {ONE_WARP, 0},
    [TCF_BLOCK_WIDE] = {0, 64}};
// Blocks of few points finish before the next ones are launched: 2 points by 64, 128 and 256 transforms ran at 0.40, 0.80
// and 1.00 of a copy's speed.
enum { FEWEST_POINTS = 512 };

// Bytes of a transform with the most that padding may add.
static int64_t padded_bytes(const tcf_tile *t) {
  return (tcf_tile_rows(t) + tcf_tile_rows(t) / 8 + 2) * tcf_tile_point_bytes(t);
}

// Columns that need no exchange are the faster the more neighbours a block has. (20 points of 1677721 columns on an H100 by
// 64 columns a block: 0.250 ms, by 256: 0.237.)
static int is_one_pass_of_columns(const tcf_tile *t, const tcf_stage *s) {
  return t->batch_fast_in && t->batch_fast_out && t->passes == 1 && t->tpt == 1 && !t->conv && !s->in_batch_step &&
         !s->out_batch_step;
}

// Transforms of a tile: enough threads to fill warps and blocks, and enough neighbours for whole segments of memory, within
// the limits of registers, shared memory and the number of transforms.
static int usual_width(const tcf_tile *t, const tcf_stage *s, const tcf_device *d, tcf_block_size index) {
  const struct block_size *size = &block_sizes[index];
  if (t->conv == TCF_CONV_DIRECT) return tcf_direct_width(t, d, s->dim[0].n, index == TCF_BLOCK_LARGE);
  enum { ONE_PASS_COLUMNS = 256, TILES = 8 };  // columns of a tile, tiles of a multiprocessor
  int width = 1;
  if (is_one_pass_of_columns(t, s) && tcf_dim_count(s, 0) >= ONE_PASS_COLUMNS * TILES * d->cores &&
      s->dim[0].n >= ONE_PASS_COLUMNS)
    return ONE_PASS_COLUMNS;
  const int strided = t->batch_fast_in || t->batch_fast_out ||
                      (t->conv == TCF_CONV_RADER && tcf_rader_by_ffts(t->n, d->sm_shared >> t->f64)),
            runs = t->across_in || t->across_out ? 2 : 1;
  while (strided ? width < runs * size->ffts : width * t->tpt < size->threads) width *= 2;
  while (width * t->tpt < TCF_SMALLEST_BLOCK || width * t->n < FEWEST_POINTS) width *= 2;
  const int exchanges = t->passes > 1 || t->smem_in || t->smem_out || t->conv;
  const int64_t fft = exchanges ? padded_bytes(t) : 0;
  const int ept = tcf_tile_ept_at_most(t);
  while (width > 1 && (width * t->tpt > 1024 || width * fft > d->shared ||
                       !tcf_blocks_by_registers(ept, t->f64, tcf_round_to(width * t->tpt, 32))))
    width /= 2;
  while (width > 1 && width / 2 >= s->dim[0].n) width /= 2;
  // Two tiles share a few convolutions evenly: 6 of them by 4 would leave a quarter of what both compute unused.
  if (t->conv && runs == 1 && s->dim[0].n > width && s->dim[0].n < 2 * width) width = (int)(s->dim[0].n + 1) / 2;
  return width;
}

// The transforms of a block of one warp; 0: none, or of no use.
static int one_warp_width(const tcf_tile *t, const tcf_stage *s) {
  const int width = t->batch_fast_in || t->batch_fast_out || t->conv == TCF_CONV_DIRECT ? 0 : ONE_WARP / t->tpt;
  return width <= s->dim[0].n && (width % 2 == 0 || !(t->across_in || t->across_out)) ? width : 0;
}

int tcf_tile_joined_width(const tcf_tile *t, const tcf_stage *s, const tcf_device *d, tcf_block_size index) {
  const struct block_size *size = &block_sizes[index];
  const int64_t fft = padded_bytes(t);
  int ffts = 1;
  while ((ffts * t->pfa * t->tpt < 2 * size->threads || ffts * t->pfa * t->n < FEWEST_POINTS) &&
         2 * ffts * t->pfa * t->tpt <= 1024 && 2 * ffts * t->pfa * fft <= d->shared && ffts < s->dim[0].n)
    ffts *= 2;
  return ffts * t->pfa;
}

// Whether so few columns are of use: several such blocks on a multiprocessor hide each other's barriers, which is worth more
// than longer runs where convolutions take longer than memory does, and neighbours' sectors meet in the cache. (On an H200
// the second step of 11922 points, 1987 of them by Bluestein's algorithm, by 3 columns 460 us, by 2 430; of 61782, 1471 by
// Rader's, by 16 columns 436 us, by 6 369, by 4 310.) Four of FP32 fill a sector. Two are of use where only the results of a
// long step are columns. (1987 columns that are no step by 2 515 us, by 4 435; the steps of 479 to 509 points by 2
// columns 1.06 of what they take by 8.)
static int may_be_few(const tcf_tile *t, const tcf_stage *s, const tcf_device *d, tcf_block_size size) {
  enum { TIMED = 90, LONG = 512 };  // capability; points
  if (d->capability < TIMED || t->f64 || s->kind != TCFFT_C2C || !(t->batch_fast_in || t->batch_fast_out)) return 0;
  if (size == TCF_BLOCK_PAIR && (t->batch_fast_in || !s->out_batch_step || s->points < LONG)) return 0;
  return t->conv == TCF_CONV_BLUESTEIN || (t->conv == TCF_CONV_RADER && !tcf_rader_by_ffts(t->n, d->sm_shared));
}

int tcf_tile_width(const tcf_tile *t, const tcf_stage *s, const tcf_device *d, tcf_block_size size) {
  if ((size == TCF_BLOCK_FOUR || size == TCF_BLOCK_PAIR) && !may_be_few(t, s, d, size)) return 0;
  if (size == TCF_BLOCK_WIDE && (t->conv || !tcf_tile_columns_unaligned(s, d))) return 0;
  return size == TCF_BLOCK_ONE_WARP ? one_warp_width(t, s) : usual_width(t, s, d, size);
}

// A number of transforms whose threads fill warps better than a power of two of them: 500 points by 50 threads leave a fifth
// of the warps of one or two transforms idle, and none of those of seven. 0: no number is much better.
static int filling_width(const tcf_tile *t, const tcf_stage *s, const tcf_device *d, int usual) {
  enum { MOST_FILLED = 512 };
  const int64_t fft = padded_bytes(t);
  double best = 1.05 * usual * t->tpt / tcf_round_to(usual * t->tpt, 32);
  int width = 0;
  for (int w = 1; w * t->tpt <= MOST_FILLED && w * fft <= d->shared && w <= s->dim[0].n; w++) {
    const double filled = (double)w * t->tpt / tcf_round_to(w * t->tpt, 32);
    if (filled < best || w * t->tpt < TCF_SMALLEST_BLOCK || (w % 2 && (t->across_in || t->across_out))) continue;
    best = filled + 0.01;
    width = w;
  }
  return width;
}

int tcf_tile_widths(int list[TCF_TILE_WIDTHS], const tcf_tile *t, const tcf_stage *s, const tcf_device *d) {
  int count = 0;
  const int joined = t->pfa > 1, usual = (joined ? tcf_tile_joined_width : usual_width)(t, s, d, TCF_BLOCK_USUAL),
            more = (joined ? tcf_tile_joined_width : usual_width)(t, s, d, TCF_BLOCK_LARGE);
  if (usual) list[count++] = usual;
  if (more && more != usual) list[count++] = more;
  if (joined) return count;
  const int filling = filling_width(t, s, d, usual), one_warp = one_warp_width(t, s);
  if (filling) list[count++] = filling;
  if (one_warp) list[count++] = one_warp;
  return count;
}
