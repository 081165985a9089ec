// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "tile/io.h"

#include "base/arith.h"
#include "core/element.h"
#include "core/limits.h"

enum { SOME_BLOCKS = 3 };  // of a multiprocessor: some load while others compute

// Whether neighbouring lanes lie closer together than neighbouring points.
static int lanes_first(int64_t lane, int64_t point, int64_t lanes) {
  return lanes > 1 && tcf_magnitude(lane) < tcf_magnitude(point);
}

int tcf_tile_pairs(const tcf_stage *s, int output) {
  const int64_t step = output ? s->out_step : s->in_step, lane = output ? s->out_lane : s->in_lane;
  return s->n % 2 == 0 && (output ? s->store : s->load) == TCF_EDGE_KIND && s->kind == (output ? TCFFT_R2C : TCFFT_C2R) &&
         lane == 1 && step == s->loop[0].n && s->points * step == s->n / 2;
}

// Points of a lane that lie within the axis, of the lane that has most; those of a long convolution go beyond it.
static int points_within(const tcf_stage *s, int64_t step, int64_t lane) {
  const int64_t axis = tcf_complex_length(s->kind, s->n), most = (axis + step - 1) / step;
  return (int)(lane * s->loop[0].n <= step && most < s->points ? most : s->points);
}

// What the layout of the data asks for.
void tcf_tile_set_edges(tcf_tile *t, const tcf_stage *s) {
  const tcf_loop *l = &s->loop[0];
  t->load = s->load;
  t->store = s->store;
  t->kind = s->kind;
  t->even = s->n % 2 == 0;
  t->turn_outer = (s->store == TCF_EDGE_TURN || s->store == TCF_EDGE_CONVOLVE) && !s->out_lane;
  t->points = (int)s->points;
  t->order_in = lanes_first(s->in_lane ? s->in_lane * s->is : l->is, s->in_step * s->is, l->n);
  t->order_out = lanes_first(s->out_lane ? s->out_lane * s->os : l->os, s->out_step * s->os, l->n);
  t->unit_in = s->in_step * s->is == 1;
  t->unit_out = s->out_step * s->os == 1;
  t->lone_in = s->in_step == 1 && !s->in_lane;
  t->lone_out = s->out_step == 1 && !s->out_lane;
  const int begins = s->load == TCF_EDGE_KIND, ends = s->store == TCF_EDGE_KIND;
  t->mirror_in = !t->conv && begins && s->kind == TCFFT_C2R && t->even && t->lone_in;
  t->mirror_out = !t->conv && ends && s->kind == TCFFT_R2C && t->even && t->lone_out;
  t->pair_in = !t->conv && tcf_tile_pairs(s, 0);
  t->pair_out = !t->conv && tcf_tile_pairs(s, 1);
  tcf_tile_set_mirrors(t);
  t->out = !ends || s->kind == TCFFT_C2C || tcf_tile_pairs(s, 1) ? (int)s->points
                                                                 : (int)(s->kind == TCFFT_R2C ? s->n / 2 + 1 : s->n);
  const int pairs = begins && s->kind == TCFFT_R2C && t->even ? 2 : 1;
  t->filled = s->load == TCF_EDGE_CHIRP ? points_within(s, s->in_step, s->in_lane) : t->points;
  t->kept = s->store == TCF_EDGE_CHIRP ? points_within(s, s->out_step, s->out_lane) : t->points;
  t->packed_in = t->unit_in && !s->in_lane && l->is == pairs * t->in;
  t->packed_out = t->unit_out && !s->out_lane && l->os == t->out;
}

// Edges that find their elements by number need a part's own lanes.
static int any_lanes(const tcf_stage *s) {
  const int by_number = s->kind != TCFFT_C2C && (s->load == TCF_EDGE_KIND || s->store == TCF_EDGE_KIND);
  return !by_number && s->load != TCF_EDGE_CHIRP && s->store != TCF_EDGE_CHIRP && s->store != TCF_EDGE_FILTER;
}

// Puts loop number `loop` across the lanes. 0: there is none, or it may not. A part's own lanes become the loop beyond them,
// by which it turns.
int tcf_tile_choose_lanes(tcf_stage *s, int loop) {
  if (loop == 0) return 1;
  if ((s->store == TCF_EDGE_TURN || s->store == TCF_EDGE_CONVOLVE) && !s->in_lane && !s->out_lane)
    loop++;  // it turns by loop 1, which stays there
  if (loop >= s->loops) return 0;
  const tcf_loop lanes = s->loop[loop];
  if (!s->in_lane && !s->out_lane) {
    s->loop[loop] = s->loop[0];
    s->loop[0] = lanes;
    return 1;
  }
  if (!any_lanes(s)) return 0;
  s->loop[loop] = s->loop[1];
  s->loop[1] = (tcf_loop){s->loop[0].n, s->loop[0].is + s->in_lane * s->is, s->loop[0].os + s->out_lane * s->os};
  s->loop[0] = lanes;
  s->in_lane = s->out_lane = 0;
  return 1;
}

// A thread holds two butterflies of a pass that folds spectra: those of large radices leave that to shared memory. Across
// lanes there have to be two passes, and two lanes.
void tcf_tile_set_mirrors(tcf_tile *t) {
  enum { MOST_MIRRORED = 16 };
  const int first = t->passes > 1 ? t->radix[0] : 1, last = t->passes > 1 ? t->radix[t->passes - 1] : 1;
  t->mirror_in = t->mirror_in && first <= MOST_MIRRORED;
  t->mirror_out = t->mirror_out && last <= MOST_MIRRORED;
  const int lanes_pair = t->passes != 1 && t->width % 2 == 0;
  t->pair_in = t->pair_in && lanes_pair && first <= MOST_MIRRORED;
  t->pair_out = t->pair_out && lanes_pair && last <= MOST_MIRRORED;
  t->in = t->points + t->mirror_in;
}

// What a side does that staging depends on.
int tcf_tile_loads_points(const tcf_tile *t) {
  return t->load == TCF_EDGE_PLAIN || t->kind == TCFFT_C2C || (t->kind == TCFFT_R2C && t->even);
}

int tcf_tile_stores_elements(const tcf_tile *t) {
  return t->store == TCF_EDGE_KIND && t->kind != TCFFT_C2C && !(t->kind == TCFFT_C2R && t->even);
}

int tcf_rader_by_lanes(int n, int64_t sm_shared) {
  return SOME_BLOCKS * TCF_RADER_LANES * TCF_COMPLEX_BYTES * (int64_t)n <= sm_shared;
}

// Whether each element of the output is made of one result.
int tcf_tile_results_alone(const tcf_tile *t) {
  return t->store != TCF_EDGE_KIND || t->kind == TCFFT_C2C || t->kind == TCFFT_C2R || (t->kind == TCFFT_R2C && !t->even);
}

// A convolution ends in registers, in natural order: what is made of one result leaves from there.
static void set_conv_stages(tcf_tile *t) {
  const int parts = tcf_tile_parts(t) > 1;
  t->stage_in = parts || (t->conv == TCF_CONV_RADER && !t->order_in && t->staged_in);
  t->stage_out = parts || !tcf_tile_results_alone(t) || (!t->order_out && t->staged_out);
  t->kept = t->stage_out || t->out > t->points ? t->points : t->out;
  // Threads that take the same point of several lanes meet in no bank, wherever it lies.
  t->by_lanes = parts || (t->conv == TCF_CONV_RADER && t->width >= TCF_RADER_LANES && (t->order_in || t->stage_in) &&
                          (t->order_out || t->stage_out));
}

// Elements go through shared memory where a single pass would have to be both orders, where a kind looks at pairs of
// results, and where whole short transforms in a thread would tear segments of memory apart.
void tcf_tile_set_stages(tcf_tile *t) {
  const int short_rows = t->tpt < 4 && (t->n > 2 || t->mirror_in || t->mirror_out);
  const int both_orders = t->passes == 1 && t->order_in != t->order_out;
  t->stage_in = (tcf_tile_loads_points(t) || t->mirror_in) && !t->order_in && (short_rows || t->staged_in) && !both_orders;
  t->stage_out = (tcf_tile_stores_elements(t) && !t->mirror_out && !t->pair_out) ||
                 (!t->order_out && (short_rows || t->staged_out)) || both_orders;
  if (t->conv) set_conv_stages(t);
  // Neighbouring threads store the sums of neighbouring lanes as they are.
  if (t->conv == TCF_CONV_DENSE) t->stage_out = !t->order_out || (t->store == TCF_EDGE_KIND && t->kind != TCFFT_C2C);
  t->warp = t->conv == TCF_CONV_DENSE
                ? t->tpt == 1 && t->width == 32
                : !t->order_in && !t->order_out && !t->by_lanes && 32 % t->tpt == 0 && t->width * t->tpt % 32 == 0;
  // A product takes 16 butterflies, of lanes of that warp alone.
  for (int p = 0; p < t->passes; p++)
    if (t->tensor >> p & 1 && 32 / t->tpt * (t->n / t->radix[p]) % 16) t->warp = 0;
}
