// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/opencl/propose.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arith.h"
#include "base/text.h"
#include "classic/opencl/banks.h"
#include "classic/opencl/direct.h"
#include "classic/opencl/radix_search.h"
#include "core/limits.h"
#include "tile/cost.h"
#include "tile/direct.h"
#include "tile/io.h"
#include "tile/ops.h"
#include "tile/tile_text.h"

enum {
  SHORTEST_RUN = 4,  // of neighbours in memory that a GPU's loads and stores share, else they are staged: 64 points by 16.4
                     // take 0.88 of a copy's speed as they are, 0.67 staged, 16 in one pass 0.13 and 0.89 (H200)
  GPU_GROUP = 512,   // work-items of a group, at most
  CPU_GROUP = 64,
  REGISTERS = 65536,  // of a GPU's unit, which OpenCL does not say
};

// ------------------------------------------------------------------------------------------------ geometry

// Transforms in a register: on a GPU work-items are what runs in parallel; a processor's vectors hold that many, if a tile
// has them.
static int vector_of(const tcf_device *d, int64_t width) {
  enum { LEAST = 4, MOST = 16 };
  int ffts = d->vector < MOST ? (int)d->vector : MOST;
  while (ffts >= LEAST && width % ffts) ffts /= 2;
  return d->gpu || ffts < LEAST ? 1 : ffts;
}

// Rows go through local memory where neighbours in memory would not be neighbours in the device's loads: of a GPU's
// work-items, or of a vector, which holds one point of many transforms; of a GPU also where that is asked for.
static int stages(const tcf_tile *t, const tcf_device *d, int order, int unit, int run, int asked) {
  if (order || !unit || t->conv) return t->conv != 0;
  return d->gpu ? asked || run < SHORTEST_RUN : vector_of(d, t->fpb) > 1;
}

static void set_stages(tcf_tile *t, const tcf_device *d) {
  t->smem_in = stages(t, d, t->batch_fast_in, t->contiguous_in, t->n / t->radix[0], t->ask_smem_in);
  t->smem_out = stages(t, d, t->batch_fast_out, t->contiguous_out, t->n / t->radix[t->passes - 1], t->ask_smem_out) ||
                tcf_tile_stores_elements(t);
  tcf_opencl_set_memory(t, d);
}

static int is_rows(const tcf_tile *t) { return !t->batch_fast_in && !t->batch_fast_out; }

// Points of a tile in rows, transforms in columns. Of a processor: registers side by side.
static const struct {
  int points, ffts, registers;
} variants[] = {{1024, 16, 1}, {512, 8, 4}, {2048, 32, 16}, {256, 4, 2}, {4096, 64, 8}, {128, 16, 32}};
enum { VARIANTS = 3, ALL_VARIANTS = sizeof variants / sizeof *variants };

static int fits(const tcf_tile *t, const tcf_device *d) { return (int64_t)t->shared <= d->shared; }

static int largest_radix(const tcf_tile *t) {
  int largest = 1;
  for (int p = 0; p < t->passes; p++)
    if (t->radix[p] > largest) largest = t->radix[p];
  return largest;
}

// Work-items: each has one butterfly of the largest radix in a round of that pass. A processor's vectors leave nothing to
// share; where it has none, its compiler makes them of work-items.
static int choose_threads(const tcf_tile *t, const tcf_device *d, int rounds, int multiple) {
  if (vector_of(d, t->fpb) > 1) return 1;
  const int butterflies = t->fpb * (t->n / largest_radix(t));
  int most = d->gpu ? GPU_GROUP : CPU_GROUP;
  if (most > d->sm_threads) most = (int)d->sm_threads;
  if (rounds * most < butterflies) rounds = (butterflies + most - 1) / most;
  const int threads = (butterflies + rounds - 1) / rounds;
  if (!d->gpu) return threads;
  return threads > most / multiple * multiple ? most : (threads + multiple - 1) / multiple * multiple;
}

// Registers of a work-item, as compiled for an H200.
static int registers_of(const tcf_tile *t) {
  return t->conv == TCF_CONV_DIRECT ? tcf_direct_registers(t) : 24 + 2 * largest_radix(t);
}

static void choose_gpu_width(tcf_tile *t, const tcf_stage *s, int variant) {
  const int strided = !is_rows(t);
  while (strided ? t->fpb < variants[variant].ffts : t->fpb * t->n < variants[variant].points) t->fpb *= 2;
  while (strided && t->fpb * t->n < variants[variant].points / 4) t->fpb *= 2;
  while (t->fpb > 1 && t->fpb / 2 >= s->dim[0].n) t->fpb /= 2;
}

static void choose_cpu_width(tcf_tile *t, const tcf_stage *s, const tcf_device *d, int variant) {
  enum { BYTES = 1 << 19 };  // of a tile with several registers: it should stay in the cache, where PoCL has local memory
  const int64_t most = d->shared / 4 < BYTES ? d->shared / 4 : BYTES;
  t->fpb = vector_of(d, d->vector) * variants[variant].registers;
  while (t->fpb > d->vector && (int64_t)t->fpb * t->n * 8 > most) t->fpb /= 2;
  while (t->fpb > 1 && t->fpb / 2 >= s->dim[0].n) t->fpb /= 2;
}

static int choose_width(tcf_tile *t, const tcf_stage *s, const tcf_device *d, int variant) {
  t->fpb = 1;
  if (d->gpu)
    choose_gpu_width(t, s, variant);
  else
    choose_cpu_width(t, s, d, variant);
  for (set_stages(t, d); t->fpb > 1 && !fits(t, d); set_stages(t, d)) t->fpb /= 2;
  return fits(t, d);
}

static void set_threads(tcf_tile *t, const tcf_device *d, int threads) {
  t->threads = threads;
  t->tpt = threads / t->fpb > 0 ? threads / t->fpb : 1;
  int64_t blocks = d->gpu ? 2048 / threads : 1;
  if (blocks > REGISTERS / (registers_of(t) * threads)) blocks = REGISTERS / (registers_of(t) * threads);
  if (t->shared && blocks > d->sm_shared / (int64_t)(t->shared + 1024)) blocks = d->sm_shared / (int64_t)(t->shared + 1024);
  t->blocks = blocks < 1 ? 1 : blocks > 16 ? 16 : (int)blocks;
}

// ------------------------------------------------------------------------------------------------ cost

// Instructions of a transform. Work-items that have no butterfly in a round wait for the others.
static double fft_ops(const tcf_tile *t) {
  double ops = 0;
  for (int p = 0; p < t->passes; p++) {
    const int butterflies = t->fpb * (t->n / t->radix[p]), rounds = (butterflies + t->threads - 1) / t->threads;
    ops += (double)rounds * t->threads / t->fpb * (tcf_pass_ops(t->radix[p], p == 0) + 6.0 * t->radix[p] + 10);
  }
  const int staged = t->smem_in + t->smem_out;
  return (t->conv ? 2 * ops + 12.0 * t->n : ops) + (10.0 + 12 * staged) * t->n;
}

// Of a processor, whose vectors do as many transforms as they have at once, those that there are not among them. What lies
// apart in memory is fetched one by one; of neighbouring transforms only so much at a time as the tile is wide (2^16 points,
// two steps of 256: 2.6 ms by 16 transforms, 2.2 by 32 and 64, 1.8 by 256, PoCL on two cores).
static double cpu_seconds(const tcf_stage *s, const tcf_tile *t, const tcf_device *d) {
  const double ffts = ceil((double)s->dim[0].n / t->fpb) * t->fpb * (double)tcf_dim_count(s, 1), tiles = ffts / t->fpb,
               cores = tiles < (double)d->cores ? tiles : (double)d->cores,
               of_vector = (double)vector_of(d, t->fpb) / (double)d->vector;
  const int turns = s->store == TCF_OP_TWIDDLE || s->store == TCF_OP_FILTER_INVERSE,
            apart = (!t->contiguous_in && !t->batch_fast_in) + (!t->contiguous_out && !t->batch_fast_out);
  const double ops = fft_ops(t) + (turns ? 30.0 : 0) * t->points + 40.0 * apart * t->points;
  const double compute = ffts * ops / (cores * d->flops * (of_vector < 0.25 ? 0.25 : of_vector)),
               memory = (double)tcf_tile_bytes(s) / d->copy;
  const double runs = (t->batch_fast_in + t->batch_fast_out) * memory / 2 * (10.0 / t->fpb);
  return (compute > memory ? compute + 0.3 * memory : memory + 0.3 * compute) + runs + d->launch;
}

// What tiles of rows take beyond their bytes, fitted to 2767 tiles of 147 lengths on an H200, of which it finds one 3 %
// above the fastest in the mean. Most instructions hide behind memory; a convolution's do not. Few work-items on a unit wait
// for memory, and each further round of loads is another time to wait. Large groups wait long for their last: 4096 points by
// 256 work-items take 0.93 of a copy's speed, twice as many by 512 0.82. So do loads that are scattered in short runs.
#define ROWS 0.95
#define ROW_OPS 0.4
#define CONVOLUTION_OPS 1.0
#define FEW 0.04
#define ROUND 1.04
#define DOUBLED 0.04
#define SCATTERED 0.8
#define LARGE 1.02
#define STAGED 1.04
#define PASS 0.02  // beyond two
// Where transforms are neighbours on a side, 33 tiles of two-step plans differ from their prediction by 10 % without all
// that.
#define STRIDED_ALONE 1.06
#define STRIDED_ROUND 1.04

static double waiting(const tcf_tile *t) {
  enum { SMALL = 128, LONG_RUN = 16, MANY = 1024, USUAL_RADIX = 16 };
  const int rounds = (t->fpb * (t->n / largest_radix(t)) + t->threads - 1) / t->threads, run = t->n / t->radix[0],
            resident = t->blocks * t->threads;
  if (!is_rows(t)) return (t->blocks == 1 ? STRIDED_ALONE : 1) * (rounds > 1 ? STRIDED_ROUND : 1);
  double factor = ROWS;
  if (resident < MANY) factor *= 1 + FEW * log2((double)MANY / resident);
  if (rounds > 1) factor *= ROUND;
  if (largest_radix(t) > USUAL_RADIX) factor *= LARGE;
  if (t->threads > SMALL) factor *= 1 + DOUBLED * log2(t->threads / (double)SMALL);
  if (!t->conv && !t->smem_in && run < LONG_RUN) factor *= 1 + SCATTERED * (1.0 / run - 1.0 / LONG_RUN);
  if (!t->conv && t->smem_in && run >= SHORTEST_RUN) factor *= STAGED;
  if (!t->conv && t->passes > 2) factor *= 1 + PASS * (t->passes - 2);
  return factor;
}

static double gpu_seconds(const tcf_stage *s, const tcf_tile *t, const tcf_device *d) {
  const double ops = fft_ops(t) * (!is_rows(t) ? 1 : t->conv ? CONVOLUTION_OPS : ROW_OPS);
  return (tcf_tile_seconds(s, t, ops, d) - d->launch) * waiting(t) + d->launch;
}

static double seconds(const tcf_stage *s, const tcf_tile *t, const tcf_device *d) {
  if (t->conv == TCF_CONV_DIRECT) return tcf_opencl_direct_seconds(s, t, d);
  return d->gpu ? gpu_seconds(s, t, d) : cpu_seconds(s, t, d);
}

// ------------------------------------------------------------------------------------------------ proposing

static void set_edges(tcf_tile *t, const tcf_stage *s) {
  tcf_tile_set_io(t, s);
  t->hermitian_in = t->hermitian_out = t->across_in = t->across_out = 0;
}

static void fill(tcf_stage *s, const tcf_tile *t, double time) {
  tcf_tile_print_fft(t, s->fft);
  s->width = t->fpb;
  s->threads = t->threads;
  s->bytes = tcf_tile_bytes(s);
  s->time = time;
  s->variance = tcf_tile_variance(s, t);
}

static void propose_threads(tcf_stage *s, tcf_tile *t, const tcf_device *d, int threads, double *least) {
  set_threads(t, d, threads);
  const double time = seconds(s, t, d);
  if (time >= *least) return;
  fill(s, t, time);
  *least = time;
}

// With the work-items that suit it best, if that is faster than `least`.
static void propose_radices(tcf_stage *s, tcf_tile *t, const tcf_device *d, double *least) {
  enum { WARP = 32, WARPS = 128 };
  for (int rounds = 1; rounds <= (d->gpu ? 2 : 1); rounds++) {
    propose_threads(s, t, d, choose_threads(t, d, rounds, WARP), least);
    if (d->gpu) propose_threads(s, t, d, choose_threads(t, d, rounds, WARPS), least);
  }
}

// The same way with its elements staged on both sides. 0: they are as it is.
static int ask_staged(tcf_tile *t, const tcf_device *d) {
  if (!d->gpu || t->conv || t->batch_fast_in || t->batch_fast_out) return 0;
  if ((t->smem_in || !t->contiguous_in) && (t->smem_out || !t->contiguous_out)) return 0;
  t->ask_smem_in = t->ask_smem_out = 1;
  return 1;
}

static int list_radices(tcf_tile schedules[TCF_OPENCL_SCHEDULES], const tcf_stage *s, const tcf_device *d) {
  tcf_tile t = {.in_place = 1};
  set_edges(&t, s);
  return tcf_opencl_radices(schedules, &t, s, d);
}

// Sums by so many work-items a transform, if they are faster.
static void propose_direct(tcf_stage *s, const tcf_device *d, int tpt, double *least) {
  tcf_tile t = {.in_place = 1};
  set_edges(&t, s);
  if (!tcf_opencl_may_convolve(s) || !tcf_opencl_direct(&t, s, d, tpt)) return;
  for (set_stages(&t, d); t.fpb > 1 && !fits(&t, d); set_stages(&t, d)) t.fpb /= 2;
  if (fits(&t, d)) propose_threads(s, &t, d, t.fpb * tpt, least);
}

// The fastest of the ways that fit; of a processor the first one, as nothing but instructions tells them apart.
static int propose_variant(tcf_stage *s, const tcf_device *d, int variant) {
  tcf_tile schedules[TCF_OPENCL_SCHEDULES];
  double least = INFINITY;
  const int count = list_radices(schedules, s, d);
  for (int i = 0; i < count && (d->gpu || isinf(least)); i++) {
    if (choose_width(&schedules[i], s, d, variant)) propose_radices(s, &schedules[i], d, &least);
    if (ask_staged(&schedules[i], d) && choose_width(&schedules[i], s, d, variant))
      propose_radices(s, &schedules[i], d, &least);
  }
  for (int tpt = 1; tpt <= TCF_OPENCL_SHARING && !variant; tpt++) propose_direct(s, d, tpt, &least);
  return isinf(least) ? -1 : 1;
}

static int is_possible(const tcf_stage *s, const tcf_device *d) {
  return d->compiler && d->sm_threads >= 1 && !tcf_tile_hermitian_across(s, 1) && s->points >= 1 &&
         s->points <= TCF_LARGEST_TILE && s->load != TCF_OP_NONE && !s->axes;
}

int tcf_opencl_propose(tcf_stage *s, const tcf_device *d, int index) {
  if (!is_possible(s, d) || !tcf_tile_choose_dim(s, index / VARIANTS)) return -1;
  return propose_variant(s, d, index % VARIANTS);
}

// 0: it does not fit.
static int width_of(const tcf_tile *radices, const tcf_stage *s, const tcf_device *d, int variant) {
  tcf_tile t = *radices;
  return choose_width(&t, s, d, variant) ? t.fpb : 0;
}

// A GPU's ways, each by every width and staged as well, and sums, if they are predicted to be near the best one.
static int vary_on_gpu(tcf_stage *s, const tcf_device *d, int index) {
  const double near = 1.25 * s->time;
  const int at = index / (2 * ALL_VARIANTS), staged = index / ALL_VARIANTS % 2, variant = index % ALL_VARIANTS;
  tcf_tile schedules[TCF_OPENCL_SCHEDULES];
  double least = INFINITY;
  const int count = list_radices(schedules, s, d), tpt = index - count * 2 * ALL_VARIANTS + 1;
  if (tpt > TCF_OPENCL_SHARING) return -1;
  if (tpt > 0) {
    propose_direct(s, d, tpt, &least);
    return least <= near;
  }
  const int width = width_of(&schedules[at], s, d, variant);
  for (int before = 0; before < variant; before++)
    if (width_of(&schedules[at], s, d, before) == width) return 0;
  if (!width || !choose_width(&schedules[at], s, d, variant)) return 0;
  if (staged && !(ask_staged(&schedules[at], d) && choose_width(&schedules[at], s, d, variant))) return 0;
  propose_radices(s, &schedules[at], d, &least);
  return least <= near;
}

int tcf_opencl_variants(tcf_stage *s, const tcf_device *d, int index) {
  if (!is_possible(s, d)) return -1;
  if (d->gpu) return vary_on_gpu(s, d, index);
  return index >= ALL_VARIANTS - VARIANTS ? -1 : propose_variant(s, d, VARIANTS + index);
}

// ------------------------------------------------------------------------------------------------ building

tcfft_status tcf_opencl_build(tcf_tile *t, const tcf_stage *s, const tcf_device *d) {
  *t = (tcf_tile){0};
  TCF_TRY(tcf_tile_parse_fft(t, s));
  int known = !s->axes && !t->tensor && t->pfa <= 1;
  for (int p = 0; p < t->passes && t->conv != TCF_CONV_DIRECT; p++) known &= tcf_opencl_is_radix(t->radix[p], d);
  if (!known)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: opencl_tile has no such radices on %s, and one axis", s->fft, d->name);
  if (tcf_tile_hermitian_across(s, 1)) return tcf_fail(TCFFT_ERROR_PARSE, "opencl_tile folds no spectra across lanes");
  if (s->load == TCF_OP_NONE || s->store == TCF_OP_NONE)
    return tcf_fail(TCFFT_ERROR_PARSE, "opencl_tile loads and stores points");
  if (t->conv && t->conv != TCF_CONV_FILTERED && !tcf_opencl_may_convolve(s))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: a step of a convolution has none of its own", s->fft);
  t->in_place = 1;
  set_edges(t, s);
  if (s->width < 1 || s->width > TCF_LARGEST_TILE || s->threads < 1 || s->threads > d->sm_threads ||
      (s->threads > 1 && vector_of(d, s->width) > 1))
    return tcf_fail(TCFFT_ERROR_PARSE, "threads=%" PRId64 ":width=%" PRId64 " make no tile on %s", s->threads, s->width,
                    d->name);
  if (t->conv == TCF_CONV_DIRECT && !tcf_opencl_may_be_direct(t, s, d))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: no sums by threads=%" PRId64 ":width=%" PRId64 " on %s", s->fft, s->threads,
                    s->width, d->name);
  t->fpb = (int)s->width;
  t->threads = (int)s->threads;
  set_stages(t, d);
  tcf_opencl_lay_out(t, d);
  if (!fits(t, d))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s:width=%" PRId64 " does not fit the local memory of %s", s->fft, s->width,
                    d->name);
  set_threads(t, d, (int)s->threads);
  return TCFFT_SUCCESS;
}

// Whether distances within a tile need 64 bits, in numbers of floats.
static int is_wide(const tcf_stage *s, const tcf_tile *t) {
  const int64_t most = INT64_C(1) << 30;
  const double in = (double)t->fpb * (double)(tcf_magnitude(s->dim[0].is) + tcf_magnitude(s->in_batch_step * s->is)) +
                    (double)t->points * (double)tcf_magnitude(s->in_step * s->is),
               out = (double)t->fpb * (double)(tcf_magnitude(s->dim[0].os) + tcf_magnitude(s->out_batch_step * s->os)) +
                     (double)t->points * (double)tcf_magnitude(s->out_step * s->os);
  return 2 * in >= (double)most || 2 * out >= (double)most;
}

// A GPU's work-item waits for several elements at once. Convolutions have few registers to spare: 127 points take 0.62 of a
// copy's speed by 8, 0.61 by 16; 31 points 0.76 by 8, 0.94 by 16 (H200).
static int several(const tcf_tile *t, const tcf_device *d) {
  return !d->gpu ? 0 : t->conv == TCF_CONV_RADER || t->conv == TCF_CONV_BLUESTEIN ? 8 : 16;
}

void tcf_opencl_print(const tcf_tile *t, const tcf_stage *s, const tcf_device *d, char text[TCF_TILE_PARAMETERS]) {
  tcf_writer w = {.buf = text, .cap = TCF_TILE_PARAMETERS};
  tcf_put(&w, "n=%d:passes=%d", t->n, t->passes);
  for (int p = 0; p < TCF_TILE_PASSES; p++) tcf_put(&w, ":r%d=%d", p, p < t->passes ? t->radix[p] : 1);
  const int ffts = vector_of(d, t->fpb);
  tcf_put(&w, ":vector=%d:width=%d:threads=%d:kind=%d:even=%d:load=%d:store=%d:conv=%d:twiddle_outer=%d", ffts,
          t->fpb / ffts, t->threads, t->kind, t->even, t->load, t->store, t->conv, t->twiddle_outer);
  tcf_put(&w,
          ":points=%d:batch_fast_in=%d:batch_fast_out=%d:contiguous_in=%d:contiguous_out=%d:packed_in=%d:packed_out=%d:smem_"
          "in=%d:smem_out=%d:"
          "several=%d:out=%d:"
          "stride=%d:pad=%d:wide=%d",
          t->points, t->batch_fast_in, t->batch_fast_out, t->contiguous_in, t->contiguous_out,
          t->packed_in && t->in == t->points, t->packed_out && t->out == t->points, t->smem_in, t->smem_out, several(t, d),
          t->out, t->stride, t->pad, is_wide(s, t));
  if (t->conv == TCF_CONV_DIRECT) tcf_opencl_print_direct(t, &w);
}
