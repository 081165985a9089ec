// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda_compose.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "classic/cuda_dense.h"
#include "num/modular.h"

enum { MAX_RADIX = 32, LARGEST_PRIME = 31, USUAL_RADIX = 16, HOLD = 16 };

// Instructions of one butterfly: its adds and products. Those of composite radices follow cuda_vec.cuh's dft_composite.
static const short butterfly_ops[MAX_RADIX + 1] = {
    [2] = 4,    [3] = 14,   [4] = 16,   [5] = 34,   [6] = 44,   [7] = 68,    [8] = 56,   [9] = 98,
    [10] = 108, [11] = 165, [12] = 122, [13] = 230, [14] = 190, [15] = 214,  [16] = 150, [17] = 330,
    [18] = 270, [19] = 405, [20] = 250, [21] = 380, [22] = 415, [23] = 580,  [24] = 360, [25] = 400,
    [26] = 570, [27] = 490, [28] = 470, [29] = 900, [30] = 560, [31] = 1025, [32] = 450};

int tcf_tile_is_radix(int64_t r) { return r > 1 && r <= MAX_RADIX && butterfly_ops[r]; }

// Its twiddles: beyond radix 4 roots are products of two loads.
static double twiddle_ops(int radix) {
  const int low = radix < 4 ? radix - 1 : 3, high = radix < 4 ? 0 : (radix - 1) / 4, products = radix - 1 - low - high;
  return 5.0 * (low + high) + 4.0 * products + 4.0 * (radix - 1) + 6;
}

// And the trip of its points through shared memory or device memory.
double tcf_pass_ops(int radix, int first) {
  return butterfly_ops[radix] + (first ? 0 : twiddle_ops(radix)) + 5.0 * radix + 8;
}

// A thread holds two butterflies of a pass that folds spectra: those of large radices leave that to shared memory.
static void set_mirrors(tcf_tile *t) {
  enum { MOST_MIRRORED = 16 };
  const int first = t->passes > 1 ? t->radix[0] : 1, last = t->passes > 1 ? t->radix[t->passes - 1] : 1;
  t->mirror_in = t->mirror_in && first <= MOST_MIRRORED;
  t->mirror_out = t->mirror_out && last <= MOST_MIRRORED;
  t->in = t->points + t->mirror_in;
}

// Elements go through shared memory where a single pass would have to be both orders, where a kind looks at pairs of
// results, and where whole short transforms in a thread would tear segments of memory apart.
static void set_stages(tcf_tile *t) {
  const int short_rows = t->tpt < 4 && (t->n > 2 || t->mirror_in || t->mirror_out);
  const int both_orders = t->passes == 1 && t->order_in != t->order_out;
  const int pointwise =
      t->load == TCF_EDGE_PLAIN || t->kind == TCFFT_C2C || t->mirror_in || (t->kind == TCFFT_R2C && t->even);
  t->stage_in = !t->conv && pointwise && !t->order_in && (short_rows || t->staged_in) && !both_orders;
  t->stage_out =
      t->conv ||
      (t->store == TCF_EDGE_KIND && t->kind != TCFFT_C2C && !t->mirror_out && !(t->kind == TCFFT_C2R && t->even)) ||
      (!t->order_out && (short_rows || t->staged_out)) || both_orders;
  // Neighbouring threads store the sums of neighbouring lanes as they are.
  if (t->conv == TCF_CONV_DENSE) t->stage_out = !t->order_out || (t->store == TCF_EDGE_KIND && t->kind != TCFFT_C2C);
  t->warp = t->conv == TCF_CONV_DENSE ? t->tpt == 1 && t->width % 32 == 0
                                      : !t->order_in && !t->order_out && 32 % t->tpt == 0 && t->width * t->tpt % 32 == 0;
}

// ------------------------------------------------------------------------------------------------ radices

// What the composition of a length is for.
typedef struct tcf_aim {
  double memory,
      compute;    // seconds of a point's trip to memory and back, of an instruction of a thread, on the whole device
  int registers;  // neighbouring threads take neighbouring lanes of a part of an axis: one pass needs no shared memory
  int most_threads;
  tcf_tile edges;  // the tile but for its radices and threads
} tcf_aim;

// A way to compute n points with tpt threads a lane.
typedef struct way {
  int n, passes, radix[TCF_TILE_PASSES], tpt;
  int held;        // points in a thread's registers at once
  double ops;      // of a lane
  double seconds;  // of a lane, when all others keep the device busy
} way;

// Registers of a thread that holds so many points, as compiled kernels were seen to take them.
static int registers_for(int held) {
  const int registers = (31 * held + 140) / 10;
  return registers < 32 ? 32 : (registers + 7) / 8 * 8;
}

// Neighbouring threads store runs of points: whole lines of 128 bytes are best (measured: 32 bytes 0.83, 64 bytes 0.95 of
// it).
static double torn_stores(const way *w, const tcf_aim *p) {
  if (p->edges.order_out || w->tpt < 4) return 1;
  const int count = w->n / w->radix[w->passes - 1], run = count < w->tpt ? count : w->tpt;
  return run >= 16 ? 1 : run >= 8 ? 1.05 : 1.2;
}

// Blocks of so many threads whose registers fit a multiprocessor. The compiler spares a few registers where few blocks fit.
static int blocks_by_registers(int held, int threads) {
  const int blocks = 65536 / (registers_for(held) * threads);
  return blocks > 2 ? blocks : 65536 / ((registers_for(held) - 4) * threads);
}

// Threads hide the latency of memory: what few of them, or few blocks that must wait for themselves, cost. Lanes that are
// shorter than a warp share one.
static double crowding(const way *w, int unstaged) {
  const int lanes = w->tpt < 32 ? 32 / w->tpt : 1, threads = (lanes * w->tpt + 31) / 32 * 32;
  const int fit = blocks_by_registers(w->held, threads),
            by_shared = unstaged ? fit : (int)(230000 / ((int64_t)w->n * lanes * 9 + 256));
  const int blocks = fit < by_shared ? fit : by_shared, resident = blocks * threads;
  const double few = resident < 512 ? 1.5 : resident < 768 ? 1.35 : resident < 1000 ? 1.15 : 1;
  // Staged, a lane waits for memory, and shared memory, and memory again.
  const double staged = !unstaged && w->tpt < 4 && w->n > 2 ? (resident < 1200 ? 1.15 : 1) : 1;
  return (blocks < 2 ? 1.35 : blocks < 3 ? 1.1 : 1) * few * staged;
}

static tcf_tile tile_of(const way *w, const tcf_tile *edges) {
  tcf_tile t = *edges;
  t.n = w->n;
  t.passes = w->passes;
  memcpy(t.radix, w->radix, sizeof t.radix);
  t.tpt = w->tpt;
  t.hold = HOLD;
  set_mirrors(&t);
  set_stages(&t);
  return t;
}

static int held_at_most(const tcf_tile *t) {
  int most = 1;
  for (int p = 0; p < t->passes; p++)
    if (tcf_tile_held(t, p) > most) most = tcf_tile_held(t, p);
  return most;
}

// Points that a thread of a lane holds, instructions and time of the lane, for tpt threads.
static void count_work(way *w, int tpt, const tcf_aim *p) {
  w->tpt = tpt;
  const tcf_tile t = tile_of(w, &p->edges);
  int before = 1;
  w->held = held_at_most(&t);
  w->ops = 0;
  for (int i = 0; i < w->passes; i++) {
    const int rounds = tcf_tile_rounds(&t, i);
    w->ops += (double)rounds * tpt * tcf_pass_ops(w->radix[i], i == 0);
    if (i && rounds > 1 && before % tpt == 0) w->ops -= (rounds - 1) * tpt * 3.0 * (w->radix[i] - 1) / 2;  // loaded once
    before *= w->radix[i];
  }
  const int unstaged = p->registers && w->passes == 1;
  if (!unstaged && w->tpt < 4 && w->n > 2) w->ops += 16 * w->n;
  const double memory = w->n * p->memory * torn_stores(w, p) * crowding(w, unstaged);
  const double compute = w->ops * p->compute;
  w->seconds = memory > compute ? memory + 0.3 * compute : compute + 0.3 * memory;
}

// The cheapest number of threads for these radices. More threads than butterflies idle; fewer hold more points each.
static void consider(const way *w, way *best, const tcf_aim *aim) {
  int tried[TCF_TILE_PASSES * 3 + 3], count = 0;
  for (int p = 0; p < w->passes; p++)
    for (int rounds = 1; rounds <= 4; rounds *= 2) tried[count++] = (w->n / w->radix[p] + rounds - 1) / rounds;
  tried[count++] = 16;
  tried[count++] = 2;
  tried[count++] = 3;
  for (int i = 0; i < count; i++) {
    int seen = 0;
    for (int j = 0; j < i && !seen; j++) seen = tried[j] == tried[i];
    if (seen || tried[i] > aim->most_threads || tried[i] > w->n) continue;
    way c = *w;
    count_work(&c, tried[i], aim);
    if (c.held > 32 || blocks_by_registers(c.held, (c.tpt + 31) / 32 * 32) < 1) continue;
    if (c.seconds < best->seconds) *best = c;
  }
}

// The order of the passes: measured, the largest first where all are powers of two, the smallest first in long lanes else.
static way in_order(const way *w) {
  way ordered = *w;
  if (w->n >= 500 && (w->n & (w->n - 1)))
    for (int i = 0; i < w->passes; i++) ordered.radix[i] = w->radix[w->passes - 1 - i];
  return ordered;
}

// All products of at most `most` radices that make `rest`, largest first.
static void factor(way *w, int rest, int largest, int most, way *best, const tcf_aim *aim) {
  if (rest == 1) {
    const way ordered = in_order(w);
    consider(&ordered, best, aim);
    return;
  }
  if (w->passes == most) return;
  for (int r = largest; r > 1; r--) {
    if (rest % r || !butterfly_ops[r] || (r > USUAL_RADIX && r % 2 == 0) || r == 21 || r == 25 || r == 27) continue;
    w->radix[w->passes++] = r;
    factor(w, rest / r, r, most, best, aim);
    w->passes--;
  }
}

static int compose(way *best, int n, const tcf_aim *aim) {
  way w = {.n = n};
  *best = (way){.seconds = INFINITY};
  if (n == 1) {
    *best = (way){.n = 1, .passes = 1, .radix = {1}, .tpt = 1, .held = 1, .ops = 10, .seconds = aim->memory};
    return 1;
  }
  int least = 1;
  for (int64_t reach = USUAL_RADIX; reach < n; reach *= USUAL_RADIX) least++;
  // One pass more than the fewest gives smaller radices; more than that only where large primes need it.
  for (int most = least + 1; most <= TCF_TILE_PASSES && isinf(best->seconds); most++)
    factor(&w, n, MAX_RADIX, most, best, aim);
  return isfinite(best->seconds);
}

static int is_smooth(int64_t n) {
  for (int p = 2; p <= LARGEST_PRIME; p++)
    while (n % p == 0) n /= p;
  return n == 1;
}

// ------------------------------------------------------------------------------------------------ convolutions

// Lengths m 2^k that hold 2 n - 1 points.
static int conv_length(int n, int index) {
  static const int odd[] = {1, 3, 5, 7, 9, 11, 13, 15, 25, 27};
  if (index >= (int)(sizeof odd / sizeof *odd)) return 0;
  int m = odd[index];
  while (m < 2 * n - 1) m *= 2;
  return m;
}

static int compose_conv(way *best, tcf_conv *conv, int n, const tcf_aim *aim) {
  *best = (way){.seconds = INFINITY};
  tcf_aim held = *aim;
  held.edges.mirror_in = held.edges.mirror_out = 0;
  for (int i = -1;; i++) {
    const int m = i < 0 ? ((int)tcf_smallest_factor((tcf_u64)n) == n && is_smooth(n - 1) ? n - 1 : -1) : conv_length(n, i);
    if (m == 0) break;
    way w;
    held.edges.conv = i < 0 ? TCF_CONV_RADER : TCF_CONV_BLUESTEIN;  // Rader's last pass holds all of its points
    if (m < 0 || !compose(&w, m, &held)) continue;
    w.ops = 2 * w.ops + 14.0 * m;
    w.seconds = w.ops * aim->compute;
    if (w.seconds >= best->seconds) continue;
    *best = w;
    *conv = i < 0 ? TCF_CONV_RADER : TCF_CONV_BLUESTEIN;
  }
  return isfinite(best->seconds);
}

// Butterflies of 17 points and more in one thread reach 0.54 to 0.74 of the copy, convolutions of lengths to 127 about 0.4.
static double measured(const way *w, tcf_conv conv, const tcf_aim *aim) {
  int largest = 1;
  for (int p = 0; p < w->passes; p++)
    if (w->radix[p] > largest) largest = w->radix[p];
  const double share = conv ? 0.45 : largest > 19 ? 0.6 : largest > 16 ? 0.74 : 1, least = w->n * aim->memory / share;
  return w->seconds > least ? w->seconds : least;
}

// Sums in place of the way that was found, where there are any and they are faster.
static int compose_dense(way *w, tcf_conv *conv, int n, int found, const tcf_device *d, int second, const tcf_aim *aim) {
  tcf_tile t = {.n = n, .conv = TCF_CONV_DENSE};
  t.passes = tcf_dense_radices(n, t.radix);
  if (!t.passes) return 0;
  const double seconds = tcf_dense_threads(&t, d, second);
  if (isinf(seconds) || (found && measured(w, *conv, aim) <= seconds)) return 0;
  *w = (way){.n = n, .passes = t.passes, .radix = {t.radix[0], t.radix[1]}, .tpt = t.tpt, .seconds = seconds};
  w->ops = tcf_dense_ops(&t);
  *conv = TCF_CONV_DENSE;
  return 1;
}

// ------------------------------------------------------------------------------------------------ geometry

int64_t tcf_tile_points(const tcf_stage *s) { return s->points; }

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

// Whether neighbouring lanes lie closer together than neighbouring points.
static int lanes_first(int64_t lane, int64_t point, int64_t lanes) {
  return lanes > 1 && magnitude(lane) < magnitude(point);
}

// What the layout of the data asks for.
void tcf_tile_set_edges(tcf_tile *t, const tcf_stage *s) {
  const tcf_loop *l = &s->loop[0];
  t->load = s->load;
  t->store = s->store;
  t->kind = s->kind;
  t->even = s->n % 2 == 0;
  t->turn_outer = s->store == TCF_EDGE_TURN && !s->out_lane;
  t->points = (int)s->points;
  t->order_in = lanes_first(s->in_lane ? s->in_lane * s->is : l->is, s->in_step * s->is, l->n);
  t->order_out = lanes_first(s->out_lane ? s->out_lane * s->os : l->os, s->out_step * s->os, l->n);
  t->unit_in = s->in_step * s->is == 1;
  t->unit_out = s->out_step * s->os == 1;
  t->lone_in = s->in_step == 1 && !s->in_lane;
  t->lone_out = s->out_step == 1 && !s->out_lane;
  const int begins = s->load == TCF_EDGE_KIND, ends = s->store == TCF_EDGE_KIND;
  t->mirror_in = !t->conv && begins && s->kind == TCFFT_C2R && t->even && t->lone_in;
  t->mirror_out = !t->conv && ends && s->kind == TCFFT_R2C && t->even;
  set_mirrors(t);
  t->out = ends && s->kind != TCFFT_C2C ? (int)(s->kind == TCFFT_R2C ? s->n / 2 + 1 : s->n) : (int)s->points;
  const int pairs = begins && s->kind == TCFFT_R2C && t->even ? 2 : 1;
  t->packed_in = t->unit_in && !s->in_lane && l->is == pairs * t->in;
  t->packed_out = t->unit_out && !s->out_lane && l->os == t->out;
}

// Variants: threads of a block for rows, lanes for columns.
typedef struct tcf_wanted {
  int threads, lanes;
} tcf_wanted;
static const tcf_wanted variants[] = {{128, 16}, {256, 8}, {64, 32}};
enum { VARIANTS = sizeof variants / sizeof *variants };

// Lanes of a tile: enough threads to fill warps and blocks, enough neighbours for whole segments of memory, not more than
// the shared memory and the lanes that there are.
static int choose_width(const tcf_tile *t, const tcf_stage *s, const tcf_device *d, const tcf_wanted *wanted) {
  if (t->conv == TCF_CONV_DENSE) return tcf_dense_width(t, d, s->loop[0].n, wanted == &variants[1]);
  int width = 1;
  const int strided = t->order_in || t->order_out;
  while (strided ? width < wanted->lanes : width * t->tpt < wanted->threads) width *= 2;
  if (!strided && t->tpt < 4 && t->n > 2)  // staged by warps: small blocks
    for (width = 1; width * t->tpt < 64;) width *= 2;
  while (width * t->tpt < 64) width *= 2;
  const int exchanges = t->passes > 1 || t->stage_in || t->stage_out || t->conv;
  const int64_t lane = exchanges ? (tcf_tile_rows(t) + tcf_tile_rows(t) / 8 + 2) * 8 : 0;
  while (width > 1 && (width * t->tpt > 1024 || width * lane > d->shared)) width /= 2;
  while (width > 1 && width / 2 >= s->loop[0].n) width /= 2;
  return width;
}

static int round_up(int x, int to) { return (x + to - 1) / to * to; }

static void set_threads(tcf_tile *t, const tcf_device *d) {
  t->threads = round_up(t->width * t->tpt, 32);
  const int most_held = held_at_most(t);
  int blocks = (int)((double)blocks_by_registers(most_held, t->threads) * (double)d->sm_registers / 65536), most = 16;
  if (t->conv == TCF_CONV_DENSE) blocks = tcf_dense_blocks(t, d), most = 32;
  const int by_threads = (int)(d->sm_threads / t->threads),
            by_shared = t->shared ? (int)(d->sm_shared / (int64_t)(t->shared + 1024)) : 32;
  if (blocks > by_threads) blocks = by_threads;
  if (blocks > by_shared) blocks = by_shared;
  t->blocks = blocks < 1 ? 1 : blocks > most ? most : blocks;
}

// ------------------------------------------------------------------------------------------------ from text

// From fft, width and threads; the text says threads of a lane by threads / width.
tcfft_status tcf_tile_build(tcf_tile *tile, const tcf_stage *s, const tcf_device *d) {
  tcf_tile t = {0};
  TCF_TRY(tcf_tile_parse_fft(&t, s));
  tcf_tile_set_edges(&t, s);
  t.width = (int)s->width;
  t.tpt = (int)(s->threads / s->width);
  t.hold = HOLD;
  t.early = 1;
  if (t.tpt < 1 || t.tpt * t.width > 1024)
    return tcf_fail(TCFFT_ERROR_PARSE, "threads=%" PRId64 ":width=%" PRId64 " make no tile", s->threads, s->width);
  if (t.conv == TCF_CONV_DENSE && !tcf_dense_fits(&t))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s is not for %d threads a lane", s->fft, t.tpt);
  set_stages(&t);
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

double tcf_tile_variance(const tcf_stage *s, const tcf_tile *t) {
  double v = 0;
  for (int p = 0; p < t->passes; p++) v += add_variance * log2((double)t->radix[p]) + (p ? twiddle_variance : 0);
  if (t->conv == TCF_CONV_DENSE)
    v = tcf_dense_variance(t->n, t->radix[t->passes - 1]);
  else if (t->conv)
    v = 2.3 * v + 2 * twiddle_variance;
  if (s->store == TCF_EDGE_TURN) v += turn_variance;
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

// How much more a side moves than it uses, where memory is read in sectors of 32 bytes and rows of 64: by the run of
// elements that neighbouring threads share.
static double waste(const tcf_stage *s, const tcf_tile *t, int output) {
  const int64_t point = magnitude(output ? s->out_step * s->os : s->in_step * s->is),
                lane = magnitude(output ? (s->out_lane ? s->out_lane * s->os : s->loop[0].os)
                                        : (s->in_lane ? s->in_lane * s->is : s->loop[0].is));
  double run = point == 1 ? t->n : 1;
  if (lane == 1 && t->width > run) run = t->width;
  if (point == 1 && lane == t->n) run *= t->width;
  const double bytes = 8 * run;
  return bytes < 32 ? 1.6 * 32 / bytes : 1 + 600 / (bytes * bytes);
}

// Seconds: the memory, the instructions, and the latency of a launch.
double tcf_tile_seconds(const tcf_stage *s, const tcf_tile *t, double lane_ops, const tcf_device *d) {
  const double lanes = lanes_of(s);
  const double idle_threads = t->tpt ? (double)t->threads / (t->width * t->tpt) : 1;
  const double ops = lane_ops * idle_threads * lanes + (s->store == TCF_EDGE_TURN ? 14.0 * (double)s->points * lanes : 0);
  const double bytes = moved(s) * (waste(s, t, 0) + waste(s, t, 1)) / 2;
  const double tiles = ceil((double)s->loop[0].n / t->width) * lanes / (double)s->loop[0].n;
  const double places = (double)d->cores * t->blocks, rounds = tiles < places ? 1 : tiles / places;
  const double compute = ops / (tiles < d->cores ? tiles : (double)d->cores) / (0.7 * d->flops);
  // A block alone on its multiprocessor cannot load while it computes.
  const double memory = bytes / d->copy *
                        (t->blocks == 1   ? 1.3
                         : t->blocks == 2 ? 1.05
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
  if (s->store == TCF_EDGE_TURN && !s->in_lane && !s->out_lane) loop++;  // it turns by loop 1, which stays there
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

int tcf_tile_propose(tcf_stage *s, const tcf_device *d, int index) {
  if (!tcf_tile_choose_lanes(s, index / VARIANTS)) return -1;
  if (s->points < 1 || s->points > 16384 || s->load == TCF_EDGE_NONE) return -1;
  const int conv_possible = s->load != TCF_EDGE_CHIRP && s->store != TCF_EDGE_CHIRP && s->store != TCF_EDGE_FILTER;
  way w;
  tcf_conv conv = TCF_CONV_NONE;
  tcf_aim aim = {.memory = 16 / d->copy, .compute = 1 / (0.6 * d->flops * (double)d->cores), .most_threads = 1024};
  tcf_tile_set_edges(&aim.edges, s);
  aim.registers = aim.edges.order_in && aim.edges.order_out && s->points < tcf_complex_length(s->kind, s->n);
  int found = is_smooth(s->points) ? compose(&w, (int)s->points, &aim)
                                   : conv_possible && s->points <= 8192 && compose_conv(&w, &conv, (int)s->points, &aim);
  if (conv_possible) found |= compose_dense(&w, &conv, (int)s->points, found, d, index % VARIANTS == 2, &aim);
  if (!found) return -1;
  tcf_tile t = {.n = w.n, .passes = w.passes, .tpt = w.tpt, .conv = (int)conv, .hold = HOLD};
  memcpy(t.radix, w.radix, sizeof t.radix);
  tcf_tile_set_edges(&t, s);
  set_stages(&t);
  t.width = choose_width(&t, s, d, &variants[index % VARIANTS]);
  set_stages(&t);
  t.stride = t.conv == TCF_CONV_DENSE ? t.n | 1 : tcf_tile_rows(&t) + tcf_tile_rows(&t) / 16;
  tcf_tile_set_shared(&t);
  if ((int64_t)t.shared > d->shared) return -1;
  set_threads(&t, d);
  tcf_tile_print_fft(&t, s->fft);
  s->width = t.width;
  s->threads = (int64_t)t.width * t.tpt;
  s->bytes = tcf_tile_bytes(s);
  s->time = tcf_tile_seconds(s, &t, w.ops, d);
  s->variance = tcf_tile_variance(s, &t);
  return 1;
}
