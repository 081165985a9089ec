// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/opencl_compose.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

enum {
  MOST_POINTS = 16384,  // of a lane
  LARGEST_RADIX = 16,
  BANKS_SHIFT = 4,   // of a GPU's local memory: element i lies at i + i / 16 + i / 256
  SHORTEST_RUN = 4,  // of neighbours in memory that a GPU's loads and stores share, else they are staged: 64 points by 16.4
                     // take 0.88 of a copy's speed as they are, 0.67 staged, 16 in one pass 0.13 and 0.89 (H200)
  // Work-items of a group, at most: with more, programs that take many registers are refused (NVIDIA's OpenCL at launch).
  GPU_GROUP = 256,
  CPU_GROUP = 64,
};

// ------------------------------------------------------------------------------------------------ radices

static double pass_cost(const tcf_tile *t, int p, const tcf_device *d) {
  const double trip = d->gpu ? 12 : 8;  // of a point from pass to pass
  return tcf_pass_ops(t->radix[p], p == 0) / t->radix[p] + trip;
}

// The cheapest radices of n, largest first.
static void search(tcf_tile *best, double *least, tcf_tile *t, int n, double cost, const tcf_device *d) {
  if (cost >= *least) return;
  if (n == 1) {
    *least = cost;
    *best = *t;
    return;
  }
  const int most = t->passes ? t->radix[t->passes - 1] : LARGEST_RADIX;
  if (t->passes == TCF_TILE_PASSES) return;
  for (int r = most; r > 1; r--) {
    if (n % r) continue;
    t->radix[t->passes++] = r;
    search(best, least, t, n / r, cost + pass_cost(t, t->passes - 1, d), d);
    t->passes--;
  }
}

// 0: n has other primes than the radices', or too many.
static int factor(tcf_tile *t, int n, const tcf_device *d) {
  double least = INFINITY;
  tcf_tile best = *t, trial = *t;
  trial.passes = 0;
  search(&best, &least, &trial, n, 0, d);
  if (isinf(least)) return 0;
  memcpy(t->radix, best.radix, sizeof t->radix);
  t->passes = best.passes;
  t->n = n;
  if (!t->passes) t->radix[t->passes++] = 1;
  return 1;
}

// ------------------------------------------------------------------------------------------------ geometry

// Transforms in a register: on a GPU work-items are what runs in parallel; a processor's vectors hold that many, if a tile
// has them.
static int lanes_of_register(const tcf_device *d, int64_t width) {
  enum { LEAST = 4, MOST = 16 };
  int lanes = d->vector < MOST ? (int)d->vector : MOST;
  while (lanes >= LEAST && width % lanes) lanes /= 2;
  return d->gpu || lanes < LEAST ? 1 : lanes;
}

// Kinds whose elements need several results (STORES_ELEMENTS of opencl_sides.cl).
static int stores_elements(const tcf_tile *t) {
  return t->store == TCF_EDGE_KIND && t->kind != TCFFT_C2C && !(t->kind == TCFFT_C2R && t->even);
}

static int spread(int i, const tcf_device *d) { return d->gpu ? i + (i >> BANKS_SHIFT) + (i >> 2 * BANKS_SHIFT) : i; }

// Rows go through local memory where neighbours in memory would not be neighbours in the device's loads: of a GPU's
// work-items, or of a vector, which holds one point of many transforms.
static int stages(const tcf_tile *t, const tcf_device *d, int order, int unit, int run) {
  if (order || !unit || t->conv) return t->conv != 0;
  return d->gpu ? run < SHORTEST_RUN : lanes_of_register(d, t->width) > 1;
}

static void set_memory(tcf_tile *t, const tcf_device *d) {
  t->stage_in = stages(t, d, t->order_in, t->unit_in, t->n / t->radix[0]);
  t->stage_out = stages(t, d, t->order_out, t->unit_out, t->n / t->radix[t->passes - 1]) || stores_elements(t);
  t->stride = (spread(t->n - 1, d) + 1) | (d->gpu ? 1 : 0);
  t->shared = t->passes > 1 || t->stage_in || t->stage_out ? (size_t)t->width * (size_t)t->stride * 8 : 0;
}

static int is_rows(const tcf_tile *t) { return !t->order_in && !t->order_out; }

// Points of a tile in rows, lanes in columns; points of a work-item: with 16 of them 4096 points took 0.84 of a copy's
// speed, with 8 0.66 (H200). Of a processor: registers side by side.
static const struct {
  int points, lanes, held, registers;
} variants[] = {{1024, 16, 16, 1}, {2048, 8, 16, 4}, {512, 32, 16, 16},
                {4096, 16, 16, 2}, {1024, 32, 8, 8}, {2048, 8, 8, 32}};
enum { VARIANTS = 3, ALL_VARIANTS = sizeof variants / sizeof *variants };

static int fits(const tcf_tile *t, const tcf_device *d) { return (int64_t)t->shared <= d->shared; }

static int largest_radix(const tcf_tile *t) {
  int largest = 1;
  for (int p = 0; p < t->passes; p++)
    if (t->radix[p] > largest) largest = t->radix[p];
  return largest;
}

// Work-items: each has `held` points or so, and as few of them as possible idle in a pass. A processor's vectors leave
// nothing to share; where it has none, its compiler makes them of work-items.
static int choose_threads(const tcf_tile *t, const tcf_device *d, int held) {
  if (lanes_of_register(d, t->width) > 1) return 1;
  const int largest = largest_radix(t), butterflies = t->width * (t->n / largest),
            each = held > largest ? held / largest : 1;
  int threads = (butterflies + each - 1) / each, most = d->gpu ? GPU_GROUP : CPU_GROUP;
  if (most > d->sm_threads) most = (int)d->sm_threads;
  const int rounds = (threads + most - 1) / most;
  threads = (threads + rounds - 1) / rounds;
  if (!d->gpu) return threads;
  threads = (threads + 31) / 32 * 32;
  return threads > d->sm_threads ? (int)d->sm_threads : threads;
}

static void choose_gpu_width(tcf_tile *t, const tcf_stage *s, int variant) {
  const int strided = !is_rows(t);
  while (strided ? t->width < variants[variant].lanes : t->width * t->n < variants[variant].points) t->width *= 2;
  while (strided && t->width * t->n < variants[variant].points / 4) t->width *= 2;
  while (t->width > 1 && t->width / 2 >= s->loop[0].n) t->width /= 2;
}

static void choose_cpu_width(tcf_tile *t, const tcf_stage *s, const tcf_device *d, int variant) {
  enum { POINTS = 1 << 16 };  // of a tile with several registers: they should stay in the cache
  t->width = lanes_of_register(d, d->vector) * variants[variant].registers;
  while (t->width > d->vector && (int64_t)t->width * t->n > POINTS) t->width /= 2;
  while (t->width > 1 && t->width / 2 >= s->loop[0].n) t->width /= 2;
}

static int choose_width(tcf_tile *t, const tcf_stage *s, const tcf_device *d, int variant) {
  t->width = 1;
  if (d->gpu)
    choose_gpu_width(t, s, variant);
  else
    choose_cpu_width(t, s, d, variant);
  for (set_memory(t, d); t->width > 1 && !fits(t, d); set_memory(t, d)) t->width /= 2;
  return fits(t, d);
}

static void set_threads(tcf_tile *t, const tcf_device *d, int threads) {
  t->threads = threads;
  t->tpt = threads / t->width > 0 ? threads / t->width : 1;
  int64_t blocks = d->gpu ? 2048 / threads : 1;
  if (t->shared && blocks > 4 * d->sm_shared / (int64_t)t->shared) blocks = 4 * d->sm_shared / (int64_t)t->shared;
  t->blocks = blocks < 1 ? 1 : blocks > 16 ? 16 : (int)blocks;
}

// ------------------------------------------------------------------------------------------------ cost

static double lane_ops(const tcf_tile *t) {
  double ops = 0;
  for (int p = 0; p < t->passes; p++)
    ops += t->n / t->radix[p] * (tcf_pass_ops(t->radix[p], p == 0) + 6.0 * t->radix[p] + 10);
  const int staged = t->stage_in + t->stage_out;
  return (t->conv ? 2 * ops + 20.0 * t->n : ops) + (10.0 + 12 * staged) * t->n;
}

// Of a processor, whose vectors do as many lanes as they have at once, those that there are not among them. What lies apart
// in memory is fetched one by one.
static double cpu_seconds(const tcf_stage *s, const tcf_tile *t, const tcf_device *d) {
  const double lanes = ceil((double)s->loop[0].n / t->width) * t->width * (double)tcf_loop_count(s, 1),
               tiles = lanes / t->width, cores = tiles < (double)d->cores ? tiles : (double)d->cores,
               of_vector = (double)lanes_of_register(d, t->width) / (double)d->vector;
  const int turns = s->store == TCF_EDGE_TURN || s->store == TCF_EDGE_CONVOLVE,
            apart = (!t->unit_in && !t->order_in) + (!t->unit_out && !t->order_out);
  const double ops = lane_ops(t) + (turns ? 30.0 : 0) * t->points + 40.0 * apart * t->points;
  const double compute = lanes * ops / (cores * d->flops * (of_vector < 0.25 ? 0.25 : of_vector)),
               memory = (double)tcf_tile_bytes(s) / d->copy;
  return (compute > memory ? compute + 0.3 * memory : memory + 0.3 * compute) + d->launch;
}

static double seconds(const tcf_stage *s, const tcf_tile *t, const tcf_device *d) {
  return d->gpu ? tcf_tile_seconds(s, t, lane_ops(t), d) : cpu_seconds(s, t, d);
}

// Lengths that hold a convolution of so many points; 0: no more.
static int conv_length(int points, int index) {
  static const int odd[] = {1, 3, 5, 7, 9, 15};
  if (index >= (int)(sizeof odd / sizeof *odd)) return 0;
  int m = odd[index];
  while (m < 2 * points - 1) m *= 2;
  return m;
}

static int factor_conv(tcf_tile *t, const tcf_device *d) {
  double least = 0;
  tcf_tile best = {0};
  int m;
  for (int i = 0; (m = conv_length(t->points, i)) != 0; i++) {
    tcf_tile c = *t;
    c.conv = TCF_CONV_BLUESTEIN;
    c.width = 1;
    if (m > MOST_POINTS || !factor(&c, m, d)) continue;
    set_memory(&c, d);
    if (!fits(&c, d) || (best.n && lane_ops(&c) >= least)) continue;
    least = lane_ops(&c);
    best = c;
  }
  if (best.n) *t = best;
  return best.n > 0;
}

// A convolution over several launches has its own tables.
static int may_convolve(const tcf_stage *s) {
  return s->load != TCF_EDGE_CHIRP && s->store != TCF_EDGE_CHIRP && s->store != TCF_EDGE_FILTER &&
         s->store != TCF_EDGE_CONVOLVE;
}

// ------------------------------------------------------------------------------------------------ proposing

static void set_edges(tcf_tile *t, const tcf_stage *s) {
  tcf_tile_set_edges(t, s);
  t->mirror_in = t->mirror_out = t->pair_in = t->pair_out = 0;
}

static int propose_variant(tcf_stage *s, const tcf_device *d, int variant) {
  tcf_tile t = {.conv = s->store == TCF_EDGE_CONVOLVE ? TCF_CONV_FILTERED : TCF_CONV_NONE};
  set_edges(&t, s);
  if (!factor(&t, t.points, d) && !(may_convolve(s) && factor_conv(&t, d))) return -1;
  if (!choose_width(&t, s, d, variant)) return -1;
  set_threads(&t, d, choose_threads(&t, d, variants[variant].held));
  tcf_tile_print_fft(&t, s->fft);
  s->width = t.width;
  s->threads = t.threads;
  s->bytes = tcf_tile_bytes(s);
  s->time = seconds(s, &t, d);
  s->variance = tcf_tile_variance(s, &t);
  return 1;
}

static int is_possible(const tcf_stage *s, const tcf_device *d) {
  return d->compiler && !tcf_tile_pairs(s, 1) && s->points >= 1 && s->points <= MOST_POINTS && s->load != TCF_EDGE_NONE &&
         !s->axes;
}

int tcf_opencl_propose(tcf_stage *s, const tcf_device *d, int index) {
  if (!is_possible(s, d) || !tcf_tile_choose_lanes(s, index / VARIANTS)) return -1;
  return propose_variant(s, d, index % VARIANTS);
}

int tcf_opencl_vary(tcf_stage *s, const tcf_device *d, int index) {
  return !is_possible(s, d) || index >= ALL_VARIANTS - VARIANTS ? -1 : propose_variant(s, d, VARIANTS + index);
}

// ------------------------------------------------------------------------------------------------ building

static int is_known(int radix) { return radix >= 1 && radix <= LARGEST_RADIX; }

tcfft_status tcf_opencl_build(tcf_tile *t, const tcf_stage *s, const tcf_device *d) {
  *t = (tcf_tile){0};
  TCF_TRY(tcf_tile_parse_fft(t, s));
  int known = t->conv != TCF_CONV_RADER && t->conv != TCF_CONV_DENSE && !s->axes && !t->tensor && t->parts <= 1;
  for (int p = 0; p < t->passes; p++) known &= is_known(t->radix[p]);
  if (!known)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: opencl_tile has radices to %d, for one axis", s->fft, LARGEST_RADIX);
  if (tcf_tile_pairs(s, 1)) return tcf_fail(TCFFT_ERROR_PARSE, "opencl_tile folds no spectra across lanes");
  if (s->load == TCF_EDGE_NONE || s->store == TCF_EDGE_NONE)
    return tcf_fail(TCFFT_ERROR_PARSE, "opencl_tile loads and stores points");
  set_edges(t, s);
  if (s->width < 1 || s->width > MOST_POINTS || s->threads < 1 || s->threads > d->sm_threads ||
      (s->threads > 1 && lanes_of_register(d, s->width) > 1))
    return tcf_fail(TCFFT_ERROR_PARSE, "threads=%" PRId64 ":width=%" PRId64 " make no tile on %s", s->threads, s->width,
                    d->name);
  t->width = (int)s->width;
  set_memory(t, d);
  if (!fits(t, d))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s:width=%" PRId64 " does not fit the local memory of %s", s->fft, s->width,
                    d->name);
  set_threads(t, d, (int)s->threads);
  return TCFFT_SUCCESS;
}

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

// Whether distances within a tile need 64 bits, in numbers of floats.
static int is_wide(const tcf_stage *s, const tcf_tile *t) {
  const int64_t most = INT64_C(1) << 30;
  const double in = (double)t->width * (double)(magnitude(s->loop[0].is) + magnitude(s->in_lane * s->is)) +
                    (double)t->points * (double)magnitude(s->in_step * s->is),
               out = (double)t->width * (double)(magnitude(s->loop[0].os) + magnitude(s->out_lane * s->os)) +
                     (double)t->points * (double)magnitude(s->out_step * s->os);
  return 2 * in >= (double)most || 2 * out >= (double)most;
}

void tcf_opencl_print(const tcf_tile *t, const tcf_stage *s, const tcf_device *d, char text[TCF_TILE_PARAMETERS]) {
  tcf_writer w = {.buf = text, .cap = TCF_TILE_PARAMETERS};
  tcf_put(&w, "n=%d:passes=%d", t->n, t->passes);
  for (int p = 0; p < TCF_TILE_PASSES; p++) tcf_put(&w, ":r%d=%d", p, p < t->passes ? t->radix[p] : 1);
  const int lanes = lanes_of_register(d, t->width);
  tcf_put(&w, ":lanes=%d:width=%d:threads=%d:kind=%d:even=%d:load=%d:store=%d:conv=%d:turn_outer=%d", lanes,
          t->width / lanes, t->threads, t->kind, t->even, t->load, t->store, t->conv, t->turn_outer);
  tcf_put(&w, ":points=%d:order_in=%d:order_out=%d:unit_in=%d:unit_out=%d:stage_in=%d:stage_out=%d:out=%d:pad=%d:wide=%d",
          t->points, t->order_in, t->order_out, t->unit_in, t->unit_out, t->stage_in, t->stage_out, t->out,
          d->gpu ? BANKS_SHIFT : 0, is_wide(s, t));
}
