// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "classic/cuda/row_times.h"

#include <math.h>

#include "base/arith.h"
#include "classic/cuda/build.h"
#include "classic/cuda/row_tree.h"
#include "classic/cuda/row_trees.h"
#include "core/element.h"
#include "num/modular.h"
#include "tile/ops.h"
#include "tile/passes.h"

// The butterflies of a pass over those that its threads have places for.
static double busy(const tcf_tile *t, int pass) {
  return (double)t->n / t->radix[pass] / (tcf_tile_rounds(t, pass) * t->tpt);
}

void tcf_row_features(const tcf_tile *t, double feature[TCF_ROW_FEATURES]) {
  enum { REGISTERS = 65536, MOST_REGISTERS = 255, KIB = 1024, SECTOR = 4 };
  const int last = t->passes - 1, granted = REGISTERS / (t->blocks * t->threads) / 8 * 8,
            registers = granted < MOST_REGISTERS ? granted : MOST_REGISTERS;
  int largest = 0, odd = 0;
  for (int p = 0; p <= last; p++) {
    if (t->radix[p] > largest) largest = t->radix[p];
    odd += t->radix[p] % 2;
  }
  const double values[TCF_ROW_FEATURES] = {
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
  };
  for (int i = 0; i < TCF_ROW_FEATURES; i++) feature[i] = values[i];
}

// The trees of the tiles that were fitted together.
typedef struct tile_class {
  const tcf_row_tree *tree;
  int trees;
  double mean;
} tile_class;

static const tile_class complex_rows = {complex_rows_trees, TCF_COUNT(complex_rows_trees), complex_rows_mean},
                        real_rows = {real_rows_trees, TCF_COUNT(real_rows_trees), real_rows_mean},
                        half_rows = {half_rows_trees, TCF_COUNT(half_rows_trees), half_rows_mean};

double tcf_row_log_time(const tcf_tile *t) {
  const tile_class *c = t->in_type ? &half_rows : t->kind == TCFFT_C2C ? &complex_rows : &real_rows;
  double feature[TCF_ROW_FEATURES], sum = c->mean;
  tcf_row_features(t, feature);
  for (int i = 0; i < c->trees; i++) sum += tcf_row_tree_answer(&c->tree[i], feature);
  return sum;
}

static int is_half(tcfft_type type) { return type == TCFFT_F16 || type == TCFFT_BF16; }

// Whether numbers of these types were timed, with so many points of a transform.
static int were_timed(const tcf_stage *s, int64_t n) {
  enum { SHORTEST = 160, SHORTEST_ODD = 320, LONGEST = 12288, SHORTEST_HALF = 84, LONGEST_REAL_HALF = 8192 };
  const int real = s->kind != TCFFT_C2C, odd = real && s->n % 2;
  if (s->in_type == TCFFT_F32 && s->out_type == TCFFT_F32) return n >= (odd ? SHORTEST_ODD : SHORTEST) && n <= LONGEST;
  return is_half(s->in_type) && is_half(s->out_type) && !odd && n >= SHORTEST_HALF &&
         n <= (real ? LONGEST_REAL_HALF : LONGEST);
}

int tcf_rows_were_timed(const tcf_stage *s, const tcf_device *d) {
  enum { TIMED = 90, PRIME = 13, ROUNDS = 4, BYTES = 8 };
  const int64_t n = s->points;
  if (d->capability < TIMED || s->axes || (s->kind != TCFFT_C2C && s->kind != TCFFT_R2C && s->kind != TCFFT_C2R) ||
      s->algorithm == TCFFT_ALGORITHM_TENSOR || tcf_arithmetic_of(s) != TCFFT_F32 || s->load != TCF_OP_USER ||
      s->store != TCF_OP_USER)
    return 0;
  if (!were_timed(s, n) || !(n & (n - 1)) || tcf_rough_part(n, PRIME) > 1 || s->is != 1 || s->os != 1 || s->in_step != 1 ||
      s->out_step != 1 || s->in_batch_step || s->out_batch_step)
    return 0;
  double ffts = 1;
  for (int i = 0; i < s->dims; i++) ffts *= (double)s->dim[i].n;
  return BYTES * ffts * (double)n >= ROUNDS * (double)d->sm_shared * (double)d->cores;
}
