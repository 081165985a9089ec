// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Which tables a stage has and how long they are, for their layout and for what fills them.
#ifndef TCFFT_TILE_TABLE_PARTS_H
#define TCFFT_TILE_TABLE_PARTS_H

#include "core/real_roots.h"
#include "tile/passes.h"
#include "tile/table_layout.h"

// Number of roots before those of pass p (tile_pass::twiddles of classic/cuda/thread_map.cuh); for p = passes, of all roots.
// Passes on tensor cores have their root 1, too, and begin at an even position.
static inline int64_t twiddles_before(const tcf_tile *t, int p) {
  int64_t count = 0;
  for (int q = 0; q <= p; q++) {
    const int with_one = t->tensor >> q & 1;
    if (with_one) count += count % 2;
    if (q < p) count += (int64_t)(t->radix[q] - 1 + with_one) * tcf_tile_within(t, q);
  }
  return count;
}

static inline int64_t twiddle_count(const tcf_tile *t) {
  return t->conv == TCF_CONV_DIRECT ? 0 : twiddles_before(t, t->passes);  // a direct DFT has its constants in the program
}

static inline int uses_chirp(const tcf_tile *t) {
  return t->conv == TCF_CONV_BLUESTEIN || t->load == TCF_OP_CHIRP || tcf_op_has_chirp((tcf_io_op)t->store);
}

// Points whose chirp is stored: those of the stage where the tile holds the whole convolution, else those of the axis.
static inline int64_t chirp_count(const tcf_tile *t, const tcf_stage *s) {
  return t->conv && t->conv != TCF_CONV_FILTERED ? s->points : tcf_complex_length(s->kind, s->n);
}

// Length of the convolution whose spectrum is stored; 0: none is.
static inline int64_t filter_count(const tcf_tile *t, const tcf_stage *s) {
  if (t->conv == TCF_CONV_RADER || t->conv == TCF_CONV_BLUESTEIN) return t->n;
  if (t->conv == TCF_CONV_RADER_OF_REALS) return t->n + 1;
  return t->store == TCF_OP_FILTER || t->store == TCF_OP_FILTER_INVERSE ? s->twiddle_n : 0;
}

// Whether the load or the store needs roots of the real kind. R2C and DCT-I load real numbers as they are, and C2R stores
// them as they are.
static inline int twiddles_by_kind(const tcf_tile *t, tcfft_kind kind) {
  const int loads = t->load == TCF_OP_USER || t->load == TCF_OP_CHIRP, stores = t->store == TCF_OP_USER;
  return (loads && kind != TCFFT_R2C && kind != TCFFT_DCT1) || (stores && kind != TCFFT_C2R);
}

// The kind as far as the tile's tables depend on it. Launches between the first and the last one of an axis know only
// complex numbers.
static inline tcfft_kind kind_of(const tcf_tile *t, const tcf_stage *s) {
  return twiddles_by_kind(t, s->kind) ? s->kind : TCFFT_C2C;
}

// A tile with conjugate-symmetric bins across transforms needs the roots of its butterflies' first points only, and one with
// a whole transform in a thread needs none.
static inline tcf_root_list half_roots(const tcf_tile *t, const tcf_stage *s) {
  const tcfft_kind kind = kind_of(t, s);
  if (t->conv == TCF_CONV_RADER_OF_REALS) return tcf_half_roots(TCFFT_R2C, 2 * (int64_t)t->n);
  tcf_root_list roots = tcf_half_roots(kind, tcf_kind_length(s));
  if (t->across_in || t->across_out)
    roots.count = tcf_complex_length(kind, s->n) / t->radix[t->across_in ? 0 : t->passes - 1];
  if ((t->hermitian_in || t->hermitian_out) && t->passes == 1) roots.count = 0;
  return roots;
}

// Transforms that a filter's bins are distributed among.
static inline int64_t ffts_of_filter(const tcf_tile *t, const tcf_stage *s) {
  return t->conv == TCF_CONV_FILTERED ? filter_count(t, s) / s->points : 1;
}

static inline int64_t shift_of(const tcf_tile *t, const tcf_stage *s) {
  return t->conv == TCF_CONV_BLUESTEIN ? t->shift : tcf_convolution_shift(s->kind, s->n);
}

// What fills the tables with numbers of one type.
typedef tcfft_status tcf_table_fill(char *block, const tcf_table_layout *layout, const tcf_tile *tile, const tcf_stage *s);
typedef struct tcf_table_numbers {
  tcf_table_fill *all, *before;  // the tables; those in front of a convolution's
} tcf_table_numbers;
extern const tcf_table_numbers tcf_table_f32, tcf_table_f64;

#endif
