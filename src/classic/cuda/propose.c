// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/propose.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "classic/cuda/convolution.h"
#include "classic/cuda/radix_search.h"
#include "classic/cuda/tuned.h"
#include "num/modular.h"
#include "tile/direct.h"

enum { HOLD = 16 };

// ------------------------------------------------------------------------------------------------ geometry

int64_t tcf_tile_points(const tcf_stage *s) { return s->points; }

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

// Whether neighbouring lanes lie closer together than neighbouring points.
static int lanes_first(int64_t lane, int64_t point, int64_t lanes) {
  return lanes > 1 && magnitude(lane) < magnitude(point);
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

// Variants: threads of a block for rows, lanes for columns.
typedef struct tcf_wanted {
  int threads, lanes;
} tcf_wanted;
static const tcf_wanted variants[] = {{60, 16}, {120, 32}, {60, 8}};
// Blocks of few points leave before the next ones come: 2 points by 64, 128 and 256 lanes ran at 0.40, 0.80 and 1.00 of a
// copy.
enum { VARIANTS = sizeof variants / sizeof *variants, SMALLEST_BLOCK = 60, FEWEST_POINTS = 512 };

static int round_up(int x, int to) { return (x + to - 1) / to * to; }

// Lanes of a tile: enough threads to fill warps and blocks, enough neighbours for whole segments of memory, not more than
// the registers, the shared memory and the lanes that there are.
static int choose_width(const tcf_tile *t, const tcf_stage *s, const tcf_device *d, const tcf_wanted *wanted) {
  if (t->conv == TCF_CONV_DENSE) return tcf_dense_width(t, d, s->loop[0].n, wanted == &variants[1]);
  int width = 1;
  const int strided = t->order_in || t->order_out || (t->conv == TCF_CONV_RADER && tcf_rader_by_lanes(t->n, d->sm_shared)),
            runs = t->pair_in || t->pair_out ? 2 : 1;
  while (strided ? width < runs * wanted->lanes : width * t->tpt < wanted->threads) width *= 2;
  while (width * t->tpt < SMALLEST_BLOCK || width * t->n < FEWEST_POINTS) width *= 2;
  const int exchanges = t->passes > 1 || t->stage_in || t->stage_out || t->conv;
  const int64_t lane = exchanges ? (tcf_tile_rows(t) + tcf_tile_rows(t) / 8 + 2) * 8 : 0;
  const int held = tcf_tile_held_at_most(t);
  while (width > 1 &&
         (width * t->tpt > 1024 || width * lane > d->shared || !tcf_blocks_by_registers(held, round_up(width * t->tpt, 32))))
    width /= 2;
  while (width > 1 && width / 2 >= s->loop[0].n) width /= 2;
  return width;
}

// The same in whole lanes of parts.
static int joined_width(const tcf_tile *t, const tcf_stage *s, const tcf_device *d, const tcf_wanted *wanted) {
  const int64_t lane = (tcf_tile_rows(t) + tcf_tile_rows(t) / 8 + 2) * 8;
  int lanes = 1;
  while ((lanes * t->parts * t->tpt < 2 * wanted->threads || lanes * t->parts * t->n < FEWEST_POINTS) &&
         2 * lanes * t->parts * t->tpt <= 1024 && 2 * lanes * t->parts * lane <= d->shared && lanes < s->loop[0].n)
    lanes *= 2;
  return lanes * t->parts;
}

// Lanes whose threads fill warps better than those of a power of two: 500 points by 50 threads leave a fifth of one or two
// lanes' warps idle, of seven lanes' none. 0: there are none that are much better.
static int filling_width(const tcf_tile *t, const tcf_stage *s, const tcf_device *d, int usual) {
  enum { MOST_FILLED = 512 };
  const int64_t lane = (tcf_tile_rows(t) + tcf_tile_rows(t) / 8 + 2) * 8;
  double best = 1.05 * usual * t->tpt / round_up(usual * t->tpt, 32);
  int width = 0;
  for (int w = 1; w * t->tpt <= MOST_FILLED && w * lane <= d->shared && w <= s->loop[0].n; w++) {
    const double filled = (double)w * t->tpt / round_up(w * t->tpt, 32);
    if (filled < best || w * t->tpt < SMALLEST_BLOCK || (w % 2 && (t->pair_in || t->pair_out))) continue;
    best = filled + 0.01;
    width = w;
  }
  return width;
}

// Lanes that a tuner tries, last those of a single warp, whose block waits for nobody (500 real points by 25 threads: 0.92
// of a copy, 0.85 by 50). 0: it had them.
enum { WIDTHS = 4 };
static int vary_width(const tcf_tile *t, const tcf_stage *s, const tcf_device *d, int index) {
  const int filling = index == WIDTHS - 2, one_warp = index == WIDTHS - 1;
  if (t->parts > 1) {
    const int few = joined_width(t, s, d, &variants[0]), more = joined_width(t, s, d, &variants[1]);
    return index == 0 ? few : index == 1 && more != few ? more : 0;
  }
  if (one_warp) return t->order_in || t->order_out || 32 / t->tpt > s->loop[0].n ? 0 : 32 / t->tpt;
  const int usual = choose_width(t, s, d, &variants[0]), width = index ? choose_width(t, s, d, &variants[1]) : usual;
  return filling ? filling_width(t, s, d, usual) : index && width == usual ? 0 : width;
}

static void set_threads(tcf_tile *t, const tcf_device *d) {
  t->threads = round_up(t->width * t->tpt, 32);
  const int most_held = tcf_tile_held_at_most(t);
  int blocks = (int)((double)tcf_blocks_by_registers(most_held, t->threads) * (double)d->sm_registers / 65536), most = 16;
  if (t->conv == TCF_CONV_DENSE) blocks = tcf_dense_blocks(t, d), most = 32;
  if (t->asked) blocks = t->asked, most = TCF_TILE_MOST_BLOCKS;
  const int by_threads = (int)(d->sm_threads / t->threads),
            by_shared = t->shared ? (int)(d->sm_shared / (int64_t)(t->shared + 1024)) : 32;
  if (blocks > by_threads) blocks = by_threads;
  if (blocks > by_shared) blocks = by_shared;
  t->blocks = blocks < 1 ? 1 : blocks > most ? most : blocks;
}

// The memory and the threads of a tile, before anybody looks for a layout without conflicts. 0: it does not fit.
static int set_size(tcf_tile *t, const tcf_device *d) {
  t->stride = t->conv == TCF_CONV_DENSE ? t->n | 1 : tcf_tile_rows(t) + tcf_tile_rows(t) / 16;
  tcf_tile_set_shared(t);
  if ((int64_t)t->shared > d->shared) return 0;
  set_threads(t, d);
  return 1;
}

// ------------------------------------------------------------------------------------------------ from text

// From fft, width and threads; the text says threads of a lane by threads / width.
tcfft_status tcf_tile_build(tcf_tile *tile, const tcf_stage *s, const tcf_device *d) {
  tcf_tile t = {0};
  TCF_TRY(tcf_tile_parse_fft(&t, s));
  if (s->width > 1024 / t.parts || s->width < 1)
    return tcf_fail(TCFFT_ERROR_PARSE, "threads=%" PRId64 ":width=%" PRId64 " make no tile", s->threads, s->width);
  t.width = (int)s->width * t.parts;
  tcf_tile_set_edges(&t, s);
  t.split = !t.tensor ? 0 : s->split == TCFFT_SPLIT_HALF1 ? 1 : 2;
  if (tcf_tile_pairs(s, 1) && !t.pair_out)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s:width=%" PRId64 " folds no spectra across lanes", s->fft, s->width);
  t.tpt = (int)(s->threads / t.width);
  t.hold = HOLD;
  t.early = 1;
  if (t.tpt < 1 || t.tpt * t.width > 1024)
    return tcf_fail(TCFFT_ERROR_PARSE, "threads=%" PRId64 ":width=%" PRId64 " make no tile", s->threads, s->width);
  if (t.conv == TCF_CONV_DENSE && !tcf_dense_fits(&t))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s is not for %d threads a lane", s->fft, t.tpt);
  tcf_tile_set_stages(&t);
  for (int p = 0; p < TCF_TILE_PASSES; p++)
    if (t.tensor >> p & 1 && !tcf_tile_tensor_possible(&t, p))
      return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: pass %d is none for tensor cores", s->fft, p + 1);
  t.threads = round_up(t.width * t.tpt, 32);
  tcf_tile_lay_out(&t, d);
  if (!t.stride)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s:width=%" PRId64 " does not fit the shared memory of %s", s->fft, s->width,
                    d->name);
  set_threads(&t, d);
  *tile = t;
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ cost

static const double add_variance = 0.75e-15, twiddle_variance = 1.9e-15, turn_variance = 3e-15;
// Of a radix-4 step on tensor cores besides: numbers of two FP16 terms, of one.
static const double split_variance = 0.8e-15, half_variance = 4.2e-8;

double tcf_tile_variance(const tcf_stage *s, const tcf_tile *t) {
  double v = 0;
  for (int p = 0; p < t->passes; p++)
    v += add_variance * log2((double)t->radix[p]) + (tcf_tile_within(t, p) > 1 ? twiddle_variance : 0);
  for (int p = 0; p < t->passes; p++)
    if (t->tensor >> p & 1) v += t->split == 1 ? half_variance : split_variance;
  if (t->conv == TCF_CONV_DENSE)
    v = tcf_dense_variance(t->n, t->radix[t->passes - 1]);
  else if (t->conv)
    v = 2.3 * v + 2 * twiddle_variance + add_variance * log2((double)tcf_tile_parts(t));
  if (s->store == TCF_EDGE_TURN || s->store == TCF_EDGE_CONVOLVE) v += turn_variance;
  if (s->store == TCF_EDGE_CHIRP || s->store == TCF_EDGE_FILTER || s->load == TCF_EDGE_CHIRP) v += twiddle_variance;
  if (s->store == TCF_EDGE_KIND && s->kind != TCFFT_C2C) v += 3e-15;
  return v;
}

// Bytes of one lane's side: the kind's own where the whole axis is there, else what its points take.
static int64_t lane_bytes(const tcf_stage *s, int output) {
  const tcf_edge edge = output ? s->store : s->load;
  if (edge != TCF_EDGE_KIND || s->kind == TCFFT_C2C || (output ? s->out_lane : s->in_lane)) return 8 * s->points;
  return output ? tcf_out_rows(s) * (tcf_kind_complex_out(s->kind) ? 8 : 4)
                : tcf_in_rows(s) * (tcf_kind_complex_in(s->kind) ? 8 : 4);
}

static double lanes_of(const tcf_stage *s) {
  double lanes = 1;
  for (int i = 0; i < s->loops; i++) lanes *= (double)s->loop[i].n;
  return lanes;
}

static double moved(const tcf_stage *s) { return lanes_of(s) * (double)(lane_bytes(s, 0) + lane_bytes(s, 1)); }

// What no memory holds is still planned, to be refused with its size.
int64_t tcf_tile_bytes(const tcf_stage *s) { return moved(s) < 9e18 ? (int64_t)moved(s) : INT64_MAX; }

// Between the steps of a long transform, runs of elements whose distance is no multiple of a sector begin within one and
// touch one more: at odd distances three of four do, else every other. As timed with runs of 64 bytes (3200 by 3125: 0.39 of
// a copy, 2500 by 400: 0.72); of 256 it no longer shows (243 by 243: 0.90).
static double begun_within(const tcf_stage *s, int64_t distance, double bytes) {
  if (!(s->in_lane || s->out_lane) || distance == 1 || distance % 4 == 0) return 1;
  const double more = (distance % 2 ? 2900 : 1900) / (bytes * bytes);
  return 1 + (more < 0.9 ? more : 0.9);
}

// How much more a side moves than it uses, where memory is read in sectors of 32 bytes and rows of 64: by the run of
// elements that neighbouring threads share.
static double waste(const tcf_stage *s, const tcf_tile *t, int output) {
  const int64_t point = magnitude(output ? s->out_step * s->os : s->in_step * s->is),
                lane = magnitude(output ? (s->out_lane ? s->out_lane * s->os : s->loop[0].os)
                                        : (s->in_lane ? s->in_lane * s->is : s->loop[0].is));
  const int length = tcf_tile_parts(t) > 1 ? t->points : t->n;
  double run = point == 1 ? length : 1;
  const int neighbours = t->pair_in || t->pair_out ? t->width / 2 : tcf_tile_lanes(t);
  if (lane == 1 && neighbours > run) run = neighbours;
  if (point == 1 && lane == length) run *= tcf_tile_lanes(t);
  const double bytes = 8 * run;
  if (output && t->pair_out) return 1 + 57 / (bytes < 128 ? bytes : 128);  // one of two runs of lanes begins within a sector
  return bytes < 32 ? 1.6 * 32 / bytes
                    : (1 + 600 / (bytes * bytes)) * (t->pair_in || t->pair_out ? 1 : begun_within(s, point, bytes));
}

// How often a side's elements are loaded: a point of a spectrum needs two bins, which meet in no cache where they lie in
// lanes of different tiles.
static double loads(const tcf_stage *s, const tcf_tile *t) { return tcf_tile_pairs(s, 0) && !t->pair_in ? 2 : 1; }

// What the spectrum of a long convolution adds to the memory's bytes. It stays in the L2 cache, which reads twice as fast;
// lanes of one tile share what is theirs where they are the same step of several transforms.
static double filter_bytes(const tcf_stage *s, const tcf_tile *t) {
  if (s->store != TCF_EDGE_FILTER && s->store != TCF_EDGE_CONVOLVE) return 0;
  return 4.0 * (double)s->points * lanes_of(s) / (t->conv == TCF_CONV_FILTERED && t->turn_outer ? t->width : 1);
}

// Seconds: the memory, the instructions, and the latency of a launch.
double tcf_tile_seconds(const tcf_stage *s, const tcf_tile *t, double lane_ops, const tcf_device *d) {
  const double lanes = lanes_of(s);
  const double idle_threads = t->tpt ? (double)t->threads / (t->width * t->tpt) : 1;
  const int turns = s->store == TCF_EDGE_TURN || s->store == TCF_EDGE_CONVOLVE;
  const double ops = lane_ops * idle_threads * lanes + (turns ? 14.0 * (double)s->points * lanes : 0);
  const double bytes = moved(s) * (loads(s, t) * waste(s, t, 0) + waste(s, t, 1)) / 2 + filter_bytes(s, t);
  const double tiles = ceil((double)s->loop[0].n / tcf_tile_lanes(t)) * lanes / (double)s->loop[0].n;
  const double places = (double)d->cores * t->blocks, rounds = tiles < places ? 1 : tiles / places;
  // Of the issue slots. A tile of 8192 points that is alone on its multiprocessor takes 2.3 us beyond its launch.
  const double used = tiles < d->cores ? 1 : !t->conv ? 0.7 : t->order_in || t->order_out ? 0.55 : 1;
  const double compute = ops / (tiles < d->cores ? tiles : (double)d->cores) / (used * d->flops);
  // A block alone on its multiprocessor cannot load while it computes.
  const double memory = bytes / d->copy *
                        (t->blocks == 1   ? 1.12
                         : t->blocks == 2 ? 1.04
                                          : 1) *
                        (t->blocks * t->threads < 512 ? 1.15 : 1);
  const double idle = tiles < places ? 0 : 0.02 * ceil(rounds) / rounds;
  return (compute > memory ? compute + 0.2 * memory : memory + 0.2 * compute) * (1 + idle) + d->launch;
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

static tcf_aim aim_of(const tcf_stage *s, const tcf_device *d) {
  tcf_aim aim = {.memory = 16 / d->copy,
                 .compute = 1 / (0.6 * d->flops * (double)d->cores),
                 .shared = d->shared,
                 .sm_shared = d->sm_shared,
                 .sm_threads = d->sm_threads,
                 .axes = s->axes,
                 .edges.conv = s->store == TCF_EDGE_CONVOLVE ? TCF_CONV_FILTERED : TCF_CONV_NONE};
  tcf_tile_set_edges(&aim.edges, s);
  for (int a = 0; a < s->axes; a++) aim.length[a] = (int)s->length[a];
  return aim;
}

// Few threads a lane are staged without being asked to.
static int same_radices(const char *a, const char *b, const tcf_tile *t) {
  const size_t length = strcspn(a, "+");
  return t->tpt < 4 ? length == strcspn(b, "+") && !strncmp(a, b, length) : !strcmp(a, b);
}

int tcf_tile_fills(const tcf_stage *s, const tcf_tile *t, const tcf_device *d) {
  return lanes_of(s) / tcf_tile_lanes(t) >= (double)d->cores * t->blocks;
}

// Seconds of a stage whose tile was timed.
static double timed(const tcf_stage *s, const tcf_tuned *r, const tcf_device *d) {
  return moved(s) / d->copy / r->share + d->launch;
}

// Ways to take a long transform apart are judged alike only if timed tiles cost what others are predicted to. But one that
// was timed much slower than predicted is not to be had for that: its time counts by so much at least.
#define TIMED_COUNTS 0.85

void tcf_tile_judge(tcf_stage *s, const tcf_tile *t, double ops, const tcf_device *d) {
  s->width = tcf_tile_lanes(t);
  s->threads = (int64_t)t->width * t->tpt;
  s->bytes = tcf_tile_bytes(s);
  s->time = tcf_tile_seconds(s, t, ops, d);
  s->variance = tcf_tile_variance(s, t);
  const tcf_tuned *r = tcf_tuned_find(s, t, d);
  if (!r || !same_radices(r->fft, s->fft, t) || s->width != r->width || s->threads != r->width * (int64_t)r->tpt ||
      !tcf_tile_fills(s, t, d))
    return;
  const double seconds = timed(s, r, d);
  s->time = t->conv ? seconds : fmax(fmin(s->time, seconds), TIMED_COUNTS * seconds);
}

// A way as the tile of a stage, but for its width.
static tcf_tile tile_of(const tcf_way *w, tcf_conv conv, const tcf_stage *s) {
  tcf_tile t = {.n = w->n,
                .passes = w->passes,
                .tpt = w->tpt,
                .staged_in = w->staged,
                .staged_out = w->staged,
                .conv = (int)conv,
                .hold = HOLD};
  memcpy(t.radix, w->radix, sizeof t.radix);
  memcpy(t.axis, w->axis, sizeof t.axis);
  tcf_tile_set_edges(&t, s);
  tcf_tile_set_stages(&t);
  return t;
}

// Instructions of a lane of the stage.
static double lane_ops(const tcf_tile *t) {
  if (t->conv == TCF_CONV_DENSE) return tcf_dense_ops(t);
  const int parts = tcf_tile_parts(t);
  return parts * (t->conv ? 2 : 1) * tcf_tile_ops(t) + tcf_join_ops(t->points, parts);
}

// The tile that was timed for such a stage, in place of the one that was found: where it fills the device. It costs no more
// than what was predicted of that (see TIMED_COUNTS), but for convolutions, whose predictions scatter. 0: there is none.
static int take_tuned(tcf_stage *s, const tcf_tile *edges, const tcf_device *d) {
  const tcf_tuned *r = tcf_tuned_find(s, edges, d);
  if (!r || s->loop[0].n < r->width) return 0;
  tcf_stage tuned = *s;
  tcf_tile t = {.hold = HOLD};
  strcpy(tuned.fft, r->fft);
  if (tcf_tile_parse_fft(&t, &tuned) != TCFFT_SUCCESS) return 0;
  t.width = r->width * t.parts;
  t.tpt = r->tpt / t.parts;
  tcf_tile_set_edges(&t, s);
  tcf_tile_set_stages(&t);
  if (!set_size(&t, d) || !tcf_tile_fills(s, &t, d)) return 0;
  const double predicted = s->time;
  *s = tuned;
  tcf_tile_judge(s, &t, lane_ops(&t), d);
  if (predicted < s->time && !t.conv) s->time = fmax(predicted, TIMED_COUNTS * timed(s, r, d));
  return 1;
}

int tcf_tile_propose(tcf_stage *s, const tcf_device *d, int index) {
  if (!tcf_tile_choose_lanes(s, index / VARIANTS)) return -1;
  if (s->points < 1 || s->points > 16384 || s->load == TCF_EDGE_NONE) return -1;
  const int convolves = s->store == TCF_EDGE_CONVOLVE,
            conv_possible = !s->axes && s->load != TCF_EDGE_CHIRP && s->store != TCF_EDGE_CHIRP &&
                            s->store != TCF_EDGE_FILTER && !convolves && !tcf_tile_pairs(s, 1);
  tcf_way w;
  tcf_conv conv = convolves ? TCF_CONV_FILTERED : TCF_CONV_NONE;
  const tcf_aim aim = aim_of(s, d);
  int found = tcf_is_smooth(s->points)
                  ? tcf_way_find(&w, (int)s->points, &aim)
                  : conv_possible && s->points <= 8192 && tcf_conv_find(&w, &conv, (int)s->points, &aim);
  if (conv_possible) found |= tcf_sums_find(&w, &conv, (int)s->points, found, d, index % VARIANTS == 2, &aim);
  if (!found) return -1;
  if (convolves) w.ops = 2 * w.ops + 12.0 * w.n;
  tcf_tile t = tile_of(&w, conv, s);
  t.width = choose_width(&t, s, d, &variants[index % VARIANTS]);
  tcf_tile_set_mirrors(&t);
  if (tcf_tile_pairs(s, 1) && !t.pair_out) return 0;
  tcf_tile_set_stages(&t);
  if (!set_size(&t, d)) return -1;
  tcf_tile_print_fft(&t, s->fft);
  tcf_tile_judge(s, &t, w.ops, d);
  return !take_tuned(s, &aim.edges, d) || index % VARIANTS == 0;
}

enum { WAYS = 16 };

// Further ways of a transform: number index. 0: no more.
static int other_way(tcf_way *w, const tcf_stage *s, const tcf_aim *aim, int index) {
  tcf_way ways[WAYS];
  if (index >= tcf_ways_list(ways, WAYS, (int)s->points, aim)) return 0;
  *w = ways[index];
  return 1;
}

int tcf_tile_vary(tcf_stage *s, const tcf_device *d, int index) {
  const tcf_aim aim = aim_of(s, d);
  const int convolved = (s->fft[0] == 'r' || s->fft[0] == 'b' || s->fft[0] == 'd') && !tcf_is_smooth(s->points);
  tcf_conv conv = TCF_CONV_NONE;
  tcf_way w;
  int parts = 1;
  if (s->store == TCF_EDGE_CONVOLVE) return -1;
  const int found = convolved ? tcf_conv_other(&w, &conv, &parts, (int)s->points, &aim, index / WIDTHS)
                              : other_way(&w, s, &aim, index / WIDTHS);
  if (found <= 0) return found < 0 ? 0 : -1;
  tcf_tile t = tile_of(&w, conv, s);
  t.parts = parts;
  t.width = vary_width(&t, s, d, index % WIDTHS);
  if (!t.width) return 0;
  tcf_tile_set_stages(&t);
  tcf_tile_print_fft(&t, s->fft);
  s->width = tcf_tile_lanes(&t);
  s->threads = (int64_t)t.width * t.tpt;
  if (tcf_tile_build(&t, s, d) != TCFFT_SUCCESS) return 0;
  tcf_tile_judge(s, &t, w.ops, d);
  return 1;
}

// Number index of what is near a tile: *t with other blocks, lanes or threads of a lane. 0: not of this one.
static int move_near(tcf_tile *t, int index) {
  const int lanes = tcf_tile_lanes(t);
  if (index < 2) {
    t->asked = t->blocks + (index ? -1 : 1);
    return t->asked > 0;
  }
  t->asked = 0;
  if (index == 2) t->width = lanes / 2 * tcf_tile_parts(t);
  if (index == 3) t->width *= 2;
  if (index == 4) t->tpt = t->tpt / 2 + t->tpt % 2;
  if (index == 5) t->tpt *= 2;
  return index == 2 ? lanes % 2 == 0 : index != 4 || t->tpt > 1;
}

int tcf_tile_near(tcf_stage *s, const tcf_device *d, int index) {
  enum { NEAR = 6 };
  tcf_tile t;
  if (index >= NEAR || tcf_tile_build(&t, s, d) != TCFFT_SUCCESS) return -1;
  if (!move_near(&t, index)) return 0;
  tcf_tile_print_fft(&t, s->fft);
  s->width = tcf_tile_lanes(&t);
  s->threads = (int64_t)t.width * t.tpt;
  if (tcf_tile_build(&t, s, d) != TCFFT_SUCCESS || (t.asked && t.blocks != t.asked)) return 0;
  tcf_tile_judge(s, &t, lane_ops(&t), d);
  return 1;
}
