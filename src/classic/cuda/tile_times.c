// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "classic/cuda/tile_times.h"

#include <math.h>

#include "base/arith.h"
#include "classic/cuda/build.h"
#include "classic/cuda/tile_tree.h"
#include "classic/cuda/tile_trees.h"
#include "core/element.h"
#include "core/limits.h"
#include "num/modular.h"
#include "tile/cost.h"
#include "tile/ops.h"
#include "tile/passes.h"

enum { PRIME = 13 };  // the largest of a length that is no rough one

// The butterflies of a pass over those that its threads have places for.
static double busy(const tcf_tile *t, int pass) {
  return (double)t->n / t->radix[pass] / (tcf_tile_rounds(t, pass) * t->tpt);
}

void tcf_tile_features(const tcf_stage *s, const tcf_tile *t, const tcf_device *d, double feature[TCF_TILE_FEATURES]) {
  enum { REGISTERS = 65536, MOST_REGISTERS = 255, KIB = 1024, SECTOR = 4 };
  const int last = t->passes - 1, granted = REGISTERS / (t->blocks * t->threads) / 8 * 8,
            registers = granted < MOST_REGISTERS ? granted : MOST_REGISTERS;
  int largest = 0, odd = 0, row = 1, axes = 0;
  for (int p = 0; p <= last; p++) {
    if (t->radix[p] > largest) largest = t->radix[p];
    odd += t->radix[p] % 2;
    if (t->axis[p] == 0) row *= t->radix[p];
    if (t->axis[p] > axes) axes = t->axis[p];
  }
  const double values[TCF_TILE_FEATURES] = {
      t->n,
      t->fpb,
      t->blocks,
      registers,
      largest,
      t->blocks * t->threads / 32.0,  // warps of a multiprocessor
      t->passes,
      tcf_tile_fft_ops(t) / t->n,
      (double)t->threads / (t->fpb * t->tpt),
      (double)t->n / t->tpt,
      8.0 * t->blocks * t->fpb * t->n / KIB,  // resident points
      t->radix[0],
      t->radix[last],
      tcf_tile_rounds(t, 0),
      tcf_tile_rounds(t, last),
      busy(t, 0),
      busy(t, last),
      registers - 2.0 * largest,
      t->n % SECTOR == 0,
      (t->n / t->radix[0] % SECTOR == 0) + 2 * (t->n / t->radix[last] % SECTOR == 0),
      odd,
      (double)t->shared / KIB,
      t->kind,
      t->folded,
      log(tcf_tile_seconds(s, t, tcf_tile_fft_ops(t), d) * d->copy / (double)s->bytes),
      t->conv,
      tcf_tile_pfa(t),
      t->points,
      (double)t->n * tcf_tile_pfa(t) / t->points,
      row,
      (double)t->n / row,
      axes,
      t->smem_in,
      t->smem_out,
  };
  for (int i = 0; i < TCF_TILE_FEATURES; i++) feature[i] = values[i];
}

// The trees of the tiles that were fitted together.
typedef struct tile_class {
  const tcf_tile_tree *tree;
  int trees;
  double mean;
} tile_class;

#define CLASS(name) \
  { name##_trees, TCF_COUNT(name##_trees), name##_mean }
static const tile_class complex_rows = CLASS(complex_rows), real_rows = CLASS(real_rows), half_rows = CLASS(half_rows),
                        rough_rows = CLASS(rough_rows), columns = CLASS(columns),
                        unaligned_columns = CLASS(unaligned_columns), complex_planes = CLASS(complex_planes),
                        real_planes = CLASS(real_planes);

static const tile_class *class_of(const tcf_stage *s, const tcf_tile *t, const tcf_device *d) {
  if (s->axes) return t->kind == TCFFT_C2C ? &complex_planes : &real_planes;
  if (s->is != 1 || s->os != 1) return tcf_tile_columns_unaligned(s, d) ? &unaligned_columns : &columns;
  if (tcf_rough_part(s->points, PRIME) > 1) return &rough_rows;
  return t->in_type ? &half_rows : t->kind == TCFFT_C2C ? &complex_rows : &real_rows;
}

double tcf_tile_log_time(const tcf_stage *s, const tcf_tile *t, const tcf_device *d) {
  const tile_class *c = class_of(s, t, d);
  double feature[TCF_TILE_FEATURES], sum = c->mean;
  tcf_tile_features(s, t, d, feature);
  for (int i = 0; i < c->trees; i++) sum += tcf_tile_tree_answer(&c->tree[i], feature);
  return sum;
}

static int is_half(tcfft_type type) { return type == TCFFT_F16 || type == TCFFT_BF16; }

static int is_power_of_two(int64_t n) { return !(n & (n - 1)); }

static int is_single(const tcf_stage *s) { return s->in_type == TCFFT_F32 && s->out_type == TCFFT_F32; }

// Whether rows of numbers of these types were timed, with so many points of a transform.
static int were_rows(const tcf_stage *s) {
  enum { SHORTEST = 160, SHORTEST_ODD = 320, LONGEST = 12288, SHORTEST_HALF = 84, LONGEST_REAL_HALF = 8192 };
  const int real = s->kind != TCFFT_C2C, odd = real && s->n % 2;
  const int64_t n = s->points;
  if (is_single(s)) return n >= (odd ? SHORTEST_ODD : SHORTEST) && n <= LONGEST;
  return is_half(s->in_type) && is_half(s->out_type) && !odd && n >= SHORTEST_HALF &&
         n <= (real ? LONGEST_REAL_HALF : LONGEST);
}

static int were_rough_rows(const tcf_stage *s) {
  enum { SHORTEST = 118, LONGEST = 12288 };
  return is_single(s) && s->kind == TCFFT_C2C && s->points >= SHORTEST && s->points <= LONGEST;
}

static int were_columns(const tcf_stage *s, const tcf_device *d) {
  enum { SHORTEST = 22, LONGEST = 1200 };
  return is_single(s) && s->kind == TCFFT_C2C && s->points >= SHORTEST && s->points <= LONGEST &&
         tcf_rough_part(s->points, TCF_LARGEST_BUTTERFLY) == 1 && tcf_tile_has_columns(s, d);
}

static int were_planes(const tcf_stage *s) {
  enum { SHORTEST = 60, LONGEST = 16384 };
  return is_single(s) && s->points >= SHORTEST && s->points <= LONGEST && tcf_rough_part(s->points, PRIME) == 1;
}

static int fill_device(const tcf_stage *s, const tcf_device *d) {
  enum { ROUNDS = 4, BYTES = 8 };
  double ffts = 1;
  for (int i = 0; i < s->dims; i++) ffts *= (double)s->dim[i].n;
  return BYTES * ffts * (double)s->points >= ROUNDS * (double)d->sm_shared * (double)d->cores;
}

tcf_timed tcf_tiles_timed(const tcf_stage *s, const tcf_device *d) {
  enum { TIMED = 90 };
  if (d->capability < TIMED || (s->kind != TCFFT_C2C && s->kind != TCFFT_R2C && s->kind != TCFFT_C2R) ||
      s->algorithm == TCFFT_ALGORITHM_TENSOR || tcf_arithmetic_of(s) != TCFFT_F32 || s->load != TCF_OP_USER ||
      s->store != TCF_OP_USER || s->in_step != 1 || s->out_step != 1 || s->in_batch_step || s->out_batch_step ||
      is_power_of_two(s->points) || !fill_device(s, d))
    return TCF_TIMED_NONE;
  const int unit = s->is == 1 && s->os == 1;
  if (s->axes) return unit && were_planes(s) ? TCF_TIMED_PLANES : TCF_TIMED_NONE;
  if (!unit) return were_columns(s, d) ? TCF_TIMED_COLUMNS : TCF_TIMED_NONE;
  if (tcf_rough_part(s->points, PRIME) > 1) return were_rough_rows(s) ? TCF_TIMED_ROUGH_ROWS : TCF_TIMED_NONE;
  return were_rows(s) ? TCF_TIMED_ROWS : TCF_TIMED_NONE;
}
