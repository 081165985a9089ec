// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "tile/io.h"

#include "base/arith.h"
#include "core/element.h"
#include "core/limits.h"

enum { SOME_BLOCKS = 3 };  // blocks on a multiprocessor, so that some load while others compute

// Whether neighbouring transforms lie closer together than neighbouring points.
static int batch_first(int64_t fft, int64_t point, int64_t ffts) {
  return ffts > 1 && tcf_magnitude(fft) < tcf_magnitude(point);
}

int tcf_tile_hermitian_across(const tcf_stage *s, int output) {
  const int64_t step = output ? s->out_step : s->in_step, fft = output ? s->out_batch_step : s->in_batch_step;
  if (s->n % 2 || (output ? s->store : s->load) != TCF_OP_USER || s->kind != (output ? TCFFT_R2C : TCFFT_C2R)) return 0;
  if (fft == 1 && step == s->dim[0].n && s->points * step == s->n / 2) return TCF_ACROSS_AXIS;
  return step == 1 && fft == s->points + 1 && 2 * s->points == s->n ? TCF_ACROSS_ROWS : 0;
}

// Points of a transform that lie among the first `count` of the axis, for the transform with the most of them. The
// transforms of a long convolution extend beyond the axis.
static int points_within(const tcf_stage *s, int64_t count, int64_t step, int64_t fft) {
  const int64_t most = (count + step - 1) / step;
  return (int)(fft * s->dim[0].n <= step && most < s->points ? most : s->points);
}

// Points of the axis, or of a convolution over several launches, up to the last one that is an element of the input or the
// output.
static int64_t bins_end(const tcf_stage *s, int output, int64_t axis) {
  const tcf_io_op op = output ? s->store : s->load;
  const int64_t shift = tcf_op_has_chirp(op) ? tcf_convolution_shift(s->kind, s->n) : 0;
  if (output) return s->kind == TCFFT_R2C && tcf_op_is_alone(op) ? shift + tcf_out_rows(s) : axis;
  return s->kind == TCFFT_C2R && shift ? shift + tcf_in_rows(s) : axis;
}

// Whether one side of a convolution has half of its numbers alone: that of a whole axis.
static int is_half_needed(const tcf_tile *t, const tcf_stage *s) {
  return t->may_fold && !s->axes && s->n % 2 && s->points == s->n && (s->kind == TCFFT_R2C || s->kind == TCFFT_C2R) &&
         s->load == TCF_OP_USER && s->store == TCF_OP_USER;
}

void tcf_tile_set_io(tcf_tile *t, const tcf_stage *s) {
  const tcf_iodim *l = &s->dim[0];
  t->f64 = tcf_arithmetic_of(s) == TCFFT_F64;
  t->in_type = tcf_stage_stored(s, 0);
  t->out_type = tcf_stage_stored(s, 1);
  t->load = s->load;
  t->store = s->store;
  t->kind = s->kind;
  t->even = tcf_kind_length(s) % 2 == 0;
  t->several_axes = s->axes != 0;
  t->twiddle_outer = (tcf_op_has_twiddles(s->store) || s->store == TCF_OP_FILTER_INVERSE) && !s->out_batch_step;
  t->points = (int)s->points;
  t->batch_fast_in = batch_first(s->in_batch_step ? s->in_batch_step * s->is : l->is, s->in_step * s->is, l->n);
  t->batch_fast_out = batch_first(s->out_batch_step ? s->out_batch_step * s->os : l->os, s->out_step * s->os, l->n);
  t->contiguous_in = s->in_step * s->is == 1;
  t->contiguous_out = s->out_step * s->os == 1;
  t->no_batch_step_in = s->in_step == 1 && !s->in_batch_step;
  t->no_batch_step_out = s->out_step == 1 && !s->out_batch_step;
  const int begins = s->load == TCF_OP_USER, ends = s->store == TCF_OP_USER;
  const int one_axis = !t->conv && !s->axes;
  t->hermitian_in = one_axis && begins && s->kind == TCFFT_C2R && t->even && t->no_batch_step_in;
  t->hermitian_out = one_axis && ends && s->kind == TCFFT_R2C && t->even && t->no_batch_step_out;
  t->across_in = t->conv ? 0 : tcf_tile_hermitian_across(s, 0);
  t->across_out = t->conv ? 0 : tcf_tile_hermitian_across(s, 1);
  tcf_tile_set_hermitian(t);
  t->out = !ends || s->kind == TCFFT_C2C || tcf_tile_hermitian_across(s, 1) ? (int)s->points : (int)tcf_out_rows(s);
  t->half_needed = is_half_needed(t, s);
  const int64_t axis = tcf_stage_points(s), points = bins_end(s, 0, axis), results = bins_end(s, 1, axis);
  const int pairs = begins && s->kind == TCFFT_R2C && t->even ? 2 : 1;
  const int64_t row = begins && s->kind == TCFFT_C2R && !t->even ? tcf_in_rows(s) : (int64_t)pairs * t->in;
  t->nonzero_in = s->load == TCF_OP_CHIRP ? points_within(s, points, s->in_step, s->in_batch_step) : t->points;
  t->needed_out =
      results < axis || tcf_op_has_chirp(s->store) ? points_within(s, results, s->out_step, s->out_batch_step) : t->points;
  if (s->store == TCF_OP_HALF_TWIDDLE) t->needed_out = (t->points + 1) / 2;
  if (tcf_op_is_alone(s->store) || s->store == TCF_OP_HALF_TWIDDLE) t->out = t->needed_out;
  t->packed_in = t->contiguous_in && !s->in_batch_step && l->is == row;
  t->packed_out = t->contiguous_out && !s->out_batch_step && l->os == t->out;
}

// Whether any batch dimension may run across the transforms of a tile. Load and store operations that find their elements by
// number need the transforms that the decomposition of the axis made.
static int any_ffts(const tcf_stage *s) {
  const int by_number = s->kind != TCFFT_C2C && (s->load == TCF_OP_USER || s->store == TCF_OP_USER);
  return !by_number && s->load != TCF_OP_CHIRP && !tcf_op_has_chirp(s->store) && s->store != TCF_OP_FILTER &&
         s->store != TCF_OP_MIRROR && !(s->store == TCF_OP_ALONE && s->kind == TCFFT_R2C);
}

int tcf_tile_choose_dim(tcf_stage *s, int dim) {
  if (dim == 0) return 1;
  if ((tcf_op_has_twiddles(s->store) || s->store == TCF_OP_FILTER_INVERSE) && !s->in_batch_step && !s->out_batch_step)
    dim++;  // the twiddles go by the index of dim[1], which stays where it is
  if (dim >= s->dims) return 0;
  const tcf_iodim ffts = s->dim[dim];
  if (!s->in_batch_step && !s->out_batch_step) {
    s->dim[dim] = s->dim[0];
    s->dim[0] = ffts;
    return 1;
  }
  if (!any_ffts(s)) return 0;
  s->dim[dim] = s->dim[1];
  s->dim[1] = (tcf_iodim){s->dim[0].n, s->dim[0].is + s->in_batch_step * s->is, s->dim[0].os + s->out_batch_step * s->os};
  s->dim[0] = ffts;
  s->in_batch_step = s->out_batch_step = 0;
  return 1;
}

// A thread holds two butterflies of a pass that handles conjugate-symmetric bins, so large radices leave these to shared
// memory. Across transforms, the bins take at least two passes and an even number of transforms.
void tcf_tile_set_hermitian(tcf_tile *t) {
  enum { MOST_MIRRORED = 16 };
  const int first = t->passes > 1 ? t->radix[0] : 1, last = t->passes > 1 ? t->radix[t->passes - 1] : 1;
  t->hermitian_in = t->hermitian_in && first <= MOST_MIRRORED;
  t->hermitian_out = t->hermitian_out && last <= MOST_MIRRORED;
  const int ffts_pair = t->passes != 1 && t->fpb % 2 == 0;
  if (!ffts_pair || first > MOST_MIRRORED) t->across_in = 0;
  if (!ffts_pair || last > MOST_MIRRORED) t->across_out = 0;
  t->in = t->points + t->hermitian_in;
}

int tcf_tile_loads_points(const tcf_tile *t) {
  return t->load == TCF_OP_COPY || t->kind == TCFFT_C2C || (t->kind == TCFFT_R2C && t->even);
}

int tcf_tile_stores_elements(const tcf_tile *t) {
  return t->store == TCF_OP_USER && t->kind != TCFFT_C2C && !(t->kind == TCFFT_C2R && t->even);
}

int tcf_rader_by_ffts(int n, int64_t sm_shared) {
  return SOME_BLOCKS * TCF_RADER_FFTS * TCF_COMPLEX_BYTES * (int64_t)n <= sm_shared;
}

int tcf_tile_results_alone(const tcf_tile *t) {
  return t->store != TCF_OP_USER || t->kind == TCFFT_C2C || t->kind == TCFFT_C2R || (t->kind == TCFFT_R2C && !t->even);
}

// Lags reach from -(n - 1) + shift to (n - 1) / 2 + shift, or from the negative of the latter to the negative of the former.
int tcf_tile_least_bluestein(const tcf_tile *t, const tcf_stage *s) {
  const int64_t longest = s->points - 1;
  return (int)(is_half_needed(t, s) ? 2 * (longest - longest / 4) + 1 : 2 * longest + 1);
}

// A convolution ends in registers and in natural order, so results that make an element each are stored from there.
static void set_conv_stages(tcf_tile *t) {
  const int parts = tcf_tile_pfa(t) > 1, reals = t->conv == TCF_CONV_RADER_OF_REALS;
  t->smem_in = parts || reals || (t->conv == TCF_CONV_RADER && !t->batch_fast_in && t->ask_smem_in);
  t->smem_out = parts || reals || !tcf_tile_results_alone(t) || (!t->batch_fast_out && t->ask_smem_out);
  t->needed_out = t->smem_out || t->out > t->points ? t->points : t->out;
  t->shift = t->conv == TCF_CONV_BLUESTEIN && t->half_needed ? (t->points - 1) / 4 : 0;
  if (t->shift && t->kind == TCFFT_R2C) t->needed_out = t->out;
  if (t->shift && t->kind == TCFFT_C2R) t->nonzero_in = t->points / 2 + 1;
  // Threads that take the same point of neighbouring transforms have no bank conflicts, whichever point it is.
  t->by_ffts = parts || (t->conv == TCF_CONV_RADER && t->fpb >= TCF_RADER_FFTS && (t->batch_fast_in || t->smem_in) &&
                         (t->batch_fast_out || t->smem_out));
}

// Whether the tile's transforms are R2C or C2R of an odd length by themselves: whole axes, or steps of one.
static int has_real_side(const tcf_tile *t) {
  if (t->even || (t->kind != TCFFT_R2C && t->kind != TCFFT_C2R)) return 0;
  return t->store == TCF_OP_HALF_TWIDDLE || t->load == TCF_OP_HALF ||
         (t->load == TCF_OP_USER && t->store == TCF_OP_USER && t->no_batch_step_in && t->no_batch_step_out);
}

// Whether each thread has a whole transform, of one axis.
static int is_in_thread(const tcf_tile *t) {
  return t->passes == 1 && t->tpt == 1 && t->n > 1 && t->load == TCF_OP_USER && t->store == TCF_OP_USER && !t->several_axes;
}

int tcf_tile_reals_in_thread(const tcf_tile *t) {
  if (!t->may_fold || t->conv || t->passes != 1 || t->tpt != 1) return 0;
  return t->folded ? t->n : t->hermitian_in || t->hermitian_out ? 2 * t->n : 0;
}

// Whether a tile of several axes makes two points of two bins on their way through shared memory. Rows of few bins and of
// odd lengths, which make one point of each bin, are faster without (c2r 78x2 on an H100 by 1.9, 64x65 by 1.4).
static int merges_pairs(const tcf_tile *t) {
  enum { FEW = 4 };
  int row = 1;
  for (int p = 0; p < t->passes; p++) row *= t->axis[p] ? 1 : t->radix[p];
  return t->axis[0] && t->kind == TCFFT_C2R && t->even && row > FEW;
}

// Elements go through shared memory in three cases: where one pass would need one order of threads to load and another to
// store, where the kind combines pairs of results, and where threads that hold short transforms whole would make uncoalesced
// accesses.
void tcf_tile_set_stages(tcf_tile *t) {
  const int short_rows = t->tpt < 4 && (t->n > 2 || t->hermitian_in || t->hermitian_out);
  const int both_orders = t->passes == 1 && t->batch_fast_in != t->batch_fast_out;
  t->smem_in =
      (tcf_tile_loads_points(t) || t->hermitian_in) && !t->batch_fast_in && (short_rows || t->ask_smem_in) && !both_orders;
  t->smem_out = (tcf_tile_stores_elements(t) && !t->hermitian_out && !t->across_out) ||
                (!t->batch_fast_out && (short_rows || t->ask_smem_out)) || both_orders;
  if (merges_pairs(t)) t->smem_in = 1;
  t->folded =
      t->may_fold && !t->conv && !t->tensor && t->axis[0] == 0 && has_real_side(t) && (t->passes > 1 || is_in_thread(t));
  if (t->folded) {
    t->smem_in = t->passes == 1 && !t->batch_fast_in;
    t->smem_out = t->passes == 1 ? !t->batch_fast_out : t->kind == TCFFT_R2C;
  }
  t->shift = 0;
  if (t->conv) set_conv_stages(t);
  // The threads of a direct DFT store as they are where neighbouring ones have neighbouring transforms.
  if (t->conv == TCF_CONV_DIRECT) t->smem_out = !t->batch_fast_out || (t->store == TCF_OP_USER && t->kind != TCFFT_C2C);
  t->warp = t->conv == TCF_CONV_DIRECT
                ? t->tpt == 1 && t->fpb == 32
                : !t->batch_fast_in && !t->batch_fast_out && !t->by_ffts && 32 % t->tpt == 0 && t->fpb * t->tpt % 32 == 0;
  // A matrix product takes 16 butterflies. Without block-wide barriers they must all come from transforms of that warp.
  for (int p = 0; p < t->passes; p++)
    if (t->tensor >> p & 1 && 32 / t->tpt * (t->n / t->radix[p]) % 16) t->warp = 0;
}
