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
#include "core/element.h"
#include "core/limits.h"
#include "tile/cost.h"
#include "tile/direct.h"
#include "tile/io.h"
#include "tile/ops.h"
#include "tile/tile_text.h"

enum {
  // Neighbours in memory that a GPU's loads and stores coalesce. Shorter runs pass through local memory: 64 points by 16.4
  // reach 0.88 of a copy's speed without it and 0.67 with it, 16 points in one pass 0.13 and 0.89 (H200).
  SHORTEST_RUN = 4,
  GPU_GROUP = 512,    // work-items of a group, at most
  REGISTERS = 65536,  // of a GPU's compute unit; OpenCL has no query for it
};

// ------------------------------------------------------------------------------------------------ geometry

// Numbers of a tile that fill a vector of the device.
static int64_t numbers_of(const tcf_device *d, const tcf_tile *t) {
  return t->f64 && d->vector > 1 ? d->vector / 2 : d->vector;
}

// Transforms in a vector register. On a GPU it is one, as parallelism comes from the work-items. On a CPU it is as many as
// fill the vectors, if the tile has that many.
static int vector_of(const tcf_device *d, const tcf_tile *t, int64_t width) {
  enum { LEAST = 4, MOST = 16 };
  int ffts = numbers_of(d, t) < MOST ? (int)numbers_of(d, t) : MOST;
  while (ffts >= LEAST && width % ffts) ffts /= 2;
  return d->gpu || ffts < LEAST ? 1 : ffts;
}

// Whether the elements of rows pass through local memory, because loads or stores would be uncoalesced otherwise: on a GPU
// because runs are short, or because the tile asks for it; on a CPU because a vector has one point of many transforms.
static int passes_local_memory(const tcf_tile *t, const tcf_device *d, int order, int unit, int run, int asked) {
  if (order || !unit || t->conv) return t->conv != 0;
  return d->gpu ? asked || run < SHORTEST_RUN : vector_of(d, t, t->fpb) > 1;
}

static void set_smem(tcf_tile *t, const tcf_device *d) {
  t->smem_in = passes_local_memory(t, d, t->batch_fast_in, t->contiguous_in, t->n / t->radix[0], t->ask_smem_in);
  t->smem_out =
      passes_local_memory(t, d, t->batch_fast_out, t->contiguous_out, t->n / t->radix[t->passes - 1], t->ask_smem_out) ||
      tcf_tile_stores_elements(t);
  tcf_opencl_set_memory(t, d);
}

static int is_rows(const tcf_tile *t) { return !t->batch_fast_in && !t->batch_fast_out; }

// Sizes of a group. On a GPU: points for rows, transforms for columns. On a CPU: vector registers side by side. The first
// BLOCK_SIZES are proposed, a tuner tries all.
static const struct {
  int points, ffts, registers;
} block_sizes[] = {{1024, 16, 1}, {512, 8, 4}, {2048, 32, 16}, {256, 4, 2}, {4096, 64, 8}, {128, 16, 32}};
enum { BLOCK_SIZES = 3, ALL_BLOCK_SIZES = sizeof block_sizes / sizeof *block_sizes };

static int fits(const tcf_tile *t, const tcf_device *d) { return (int64_t)t->shared <= d->shared; }

static int largest_radix(const tcf_tile *t) {
  int largest = 1;
  for (int p = 0; p < t->passes; p++)
    if (t->radix[p] > largest) largest = t->radix[p];
  return largest;
}

// Work-items: each computes one butterfly of the largest radix in a round of that pass. On a CPU one work-item does the
// whole tile, by vectors where it has some: of several, the last ones of partial tiles were stored at wrong places (DCTs in
// FP64 on a CPU that claims vectors of four FP32 numbers, compiled by PoCL 3; by a simulated device they are right).
static int choose_threads(const tcf_tile *t, const tcf_device *d, int rounds, int multiple) {
  if (!d->gpu) return 1;
  const int butterflies = t->fpb * (t->n / largest_radix(t));
  int most = GPU_GROUP;
  if (most > d->sm_threads) most = (int)d->sm_threads;
  if (rounds * most < butterflies) rounds = (butterflies + most - 1) / most;
  const int threads = (butterflies + rounds - 1) / rounds;
  return threads > most / multiple * multiple ? most : (threads + multiple - 1) / multiple * multiple;
}

// Registers of a work-item, as compiled for an H200; numbers of FP64 take two.
static int registers_of(const tcf_tile *t) {
  return t->conv == TCF_CONV_DIRECT ? tcf_direct_registers(t) : 24 + ((2 * largest_radix(t)) << t->f64);
}

static void choose_gpu_width(tcf_tile *t, const tcf_stage *s, int size) {
  const int strided = !is_rows(t);
  while (strided ? t->fpb < block_sizes[size].ffts : t->fpb * t->n < block_sizes[size].points) t->fpb *= 2;
  while (strided && t->fpb * t->n < block_sizes[size].points / 4) t->fpb *= 2;
  while (t->fpb > 1 && t->fpb / 2 >= s->dim[0].n) t->fpb /= 2;
}

static void choose_cpu_width(tcf_tile *t, const tcf_stage *s, const tcf_device *d, int size) {
  enum { BYTES = 1 << 19 };  // of a tile: PoCL's local memory is main memory, and the tile should stay in the cache
  const int64_t most = d->shared / 4 < BYTES ? d->shared / 4 : BYTES;
  t->fpb = vector_of(d, t, d->vector) * block_sizes[size].registers;
  while (t->fpb > numbers_of(d, t) && (int64_t)t->fpb * t->n * tcf_tile_point_bytes(t) > most) t->fpb /= 2;
  while (t->fpb > 1 && t->fpb / 2 >= s->dim[0].n) t->fpb /= 2;
}

static int choose_width(tcf_tile *t, const tcf_stage *s, const tcf_device *d, int size) {
  t->fpb = 1;
  if (d->gpu)
    choose_gpu_width(t, s, size);
  else
    choose_cpu_width(t, s, d, size);
  for (set_smem(t, d); t->fpb > 1 && !fits(t, d); set_smem(t, d)) t->fpb /= 2;
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

// Instructions of a transform. Work-items without a butterfly in a round count too, as they wait for the others.
static double fft_ops(const tcf_tile *t) {
  double ops = 0;
  for (int p = 0; p < t->passes; p++) {
    const int butterflies = t->fpb * (t->n / t->radix[p]), rounds = (butterflies + t->threads - 1) / t->threads;
    ops += (double)rounds * t->threads / t->fpb * (tcf_pass_ops(t->radix[p], p == 0) + 6.0 * t->radix[p] + 10);
  }
  const int smem = t->smem_in + t->smem_out;
  return (t->conv ? 2 * ops + 12.0 * t->n : ops) + (10.0 + 12 * smem) * t->n;
}

// Seconds on a CPU. Its vectors always do whole groups of transforms, also where fewer are left. Elements that are not
// contiguous are loaded one by one. Of neighbouring transforms only the width of the tile is loaded at once (2^16 points,
// two steps of 256: 2.6 ms by 16 transforms, 2.2 by 32 and 64, 1.8 by 256, PoCL on two cores).
static double cpu_seconds(const tcf_stage *s, const tcf_tile *t, const tcf_device *d) {
  const double ffts = ceil((double)s->dim[0].n / t->fpb) * t->fpb * (double)tcf_dim_count(s, 1), tiles = ffts / t->fpb,
               cores = tiles < (double)d->cores ? tiles : (double)d->cores,
               of_vector = (double)vector_of(d, t, t->fpb) / (double)d->vector;  // half as much of FP64
  const int twiddles = s->store == TCF_OP_TWIDDLE || s->store == TCF_OP_FILTER_INVERSE,
            scattered = (!t->contiguous_in && !t->batch_fast_in) + (!t->contiguous_out && !t->batch_fast_out);
  const double ops = fft_ops(t) + (twiddles ? 30.0 : 0) * t->points + 40.0 * scattered * t->points;
  const double compute = ffts * ops / (cores * d->flops * (of_vector < 0.25 ? 0.25 : of_vector)),
               memory = (double)tcf_tile_bytes(s) / d->copy;
  const double runs = (t->batch_fast_in + t->batch_fast_out) * memory / 2 * (10.0 / t->fpb);
  return (compute > memory ? compute + 0.3 * memory : memory + 0.3 * compute) + runs + d->launch;
}

// Factors on the time of tiles of rows, fitted to 2767 tiles of 147 lengths on an H200; the tile chosen by them is 3 %
// slower than the fastest one in the mean. Most instructions hide behind memory, but those of a convolution do not. Few
// work-items on a compute unit wait for memory, and each further round of loads waits once more. Large groups wait long for
// their last work-item: 4096 points by 256 work-items reach 0.93 of a copy's speed, twice as many points by 512 0.82. Loads
// that are scattered in short runs wait, too.
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
// Tiles that load or store along the batch need none of these factors: without them 33 tiles of two-step plans differ from
// their prediction by 10 %.
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

// The load and store of a tile. Its kernel has no Hermitian symmetry within or across transforms.
static void set_io(tcf_tile *t, const tcf_stage *s) {
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

// Fills the stage with these work-items if that is faster than `least`.
static void propose_threads(tcf_stage *s, tcf_tile *t, const tcf_device *d, int threads, double *least) {
  set_threads(t, d, threads);
  const double time = seconds(s, t, d);
  if (time >= *least) return;
  fill(s, t, time);
  *least = time;
}

// The same with the best number of work-items.
static void propose_radices(tcf_stage *s, tcf_tile *t, const tcf_device *d, double *least) {
  enum { WARP = 32, WARPS = 128 };
  for (int rounds = 1; rounds <= (d->gpu ? 2 : 1); rounds++) {
    propose_threads(s, t, d, choose_threads(t, d, rounds, WARP), least);
    if (d->gpu) propose_threads(s, t, d, choose_threads(t, d, rounds, WARPS), least);
  }
}

// Asks for the elements to pass through local memory on both sides. 0: they do already, or cannot.
static int ask_smem(tcf_tile *t, const tcf_device *d) {
  if (!d->gpu || t->conv || t->batch_fast_in || t->batch_fast_out) return 0;
  if ((t->smem_in || !t->contiguous_in) && (t->smem_out || !t->contiguous_out)) return 0;
  t->ask_smem_in = t->ask_smem_out = 1;
  return 1;
}

static int list_radices(tcf_tile schedules[TCF_OPENCL_SCHEDULES], const tcf_stage *s, const tcf_device *d) {
  tcf_tile t = {.in_place = 1};
  set_io(&t, s);
  return tcf_opencl_radices(schedules, &t, s, d);
}

// Fills the stage with a direct DFT by tpt work-items a transform, if that is faster than `least`.
static void propose_direct(tcf_stage *s, const tcf_device *d, int tpt, double *least) {
  tcf_tile t = {.in_place = 1};
  set_io(&t, s);
  if (!tcf_opencl_may_convolve(s) || !tcf_opencl_direct(&t, s, d, tpt)) return;
  for (set_smem(&t, d); t.fpb > 1 && !fits(&t, d); set_smem(&t, d)) t.fpb /= 2;
  if (fits(&t, d)) propose_threads(s, &t, d, t.fpb * tpt, least);
}

// Adds the fastest candidate with groups of one size. On a CPU it is the first one that fits, as only instructions
// distinguish them and these order the list. 0: none fits.
static int propose_size(const tcf_stage *stage, const tcf_device *d, const tcf_tile *schedules, int count, int size,
                        tcf_candidates *out) {
  tcf_stage s = *stage;
  double least = INFINITY;
  for (int i = 0; i < count && (d->gpu || isinf(least)); i++) {
    tcf_tile t = schedules[i];
    if (choose_width(&t, &s, d, size)) propose_radices(&s, &t, d, &least);
    if (ask_smem(&t, d) && choose_width(&t, &s, d, size)) propose_radices(&s, &t, d, &least);
  }
  for (int tpt = 1; tpt <= TCF_OPENCL_SHARING && !size; tpt++) propose_direct(&s, d, tpt, &least);
  if (isinf(least)) return 0;
  tcf_candidates_add(out, &s);
  return 1;
}

static int is_possible(const tcf_stage *s, const tcf_device *d) {
  return d->compiler && d->sm_threads >= 1 && !tcf_tile_hermitian_across(s, 1) && s->points >= 1 &&
         s->points <= TCF_LARGEST_TILE && tcf_loads_plainly(s) && !s->axes && !tcf_stage_is_halved(s);
}

void tcf_opencl_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out) {
  if (!is_possible(stage, d)) return;
  for (int dim = 0;; dim++) {
    tcf_stage s = *stage;
    tcf_tile schedules[TCF_OPENCL_SCHEDULES];
    if (!tcf_tile_choose_dim(&s, dim)) return;
    const int count = list_radices(schedules, &s, d);
    for (int size = 0; size < BLOCK_SIZES; size++)
      if (!propose_size(&s, d, schedules, count, size, out)) return;
  }
}

// The width of a tile by groups of one size. 0: it does not fit.
static int width_of(const tcf_tile *radices, const tcf_stage *s, const tcf_device *d, int size) {
  tcf_tile t = *radices;
  return choose_width(&t, s, d, size) ? t.fpb : 0;
}

// Adds one tile by every width, if it is predicted to be fast enough.
static void add_widths(const tcf_stage *stage, const tcf_device *d, const tcf_tile *radices, int smem, double most,
                       tcf_candidates *out) {
  int widths[ALL_BLOCK_SIZES];
  for (int size = 0; size < ALL_BLOCK_SIZES; size++) {
    int seen = 0;
    widths[size] = width_of(radices, stage, d, size);
    for (int before = 0; before < size; before++) seen |= widths[before] == widths[size];
    tcf_stage s = *stage;
    tcf_tile t = *radices;
    double least = INFINITY;
    if (seen || !widths[size] || !choose_width(&t, &s, d, size)) continue;
    if (smem && !(ask_smem(&t, d) && choose_width(&t, &s, d, size))) continue;
    propose_radices(&s, &t, d, &least);
    if (least <= most) tcf_candidates_add(out, &s);
  }
}

// Adds all radices by every width, also through local memory, and direct DFTs, if they are predicted to take at most 25 %
// longer than the stage.
static void add_gpu_variants(const tcf_stage *stage, const tcf_device *d, const tcf_tile *schedules, int count,
                             tcf_candidates *out) {
  const double most = 1.25 * stage->time;
  for (int i = 0; i < count; i++)
    for (int smem = 0; smem < 2; smem++) add_widths(stage, d, &schedules[i], smem, most, out);
  for (int tpt = 1; tpt <= TCF_OPENCL_SHARING; tpt++) {
    tcf_stage s = *stage;
    double least = INFINITY;
    propose_direct(&s, d, tpt, &least);
    if (least <= most) tcf_candidates_add(out, &s);
  }
}

void tcf_opencl_variants(const tcf_stage *s, const tcf_device *d, tcf_candidates *out) {
  if (!is_possible(s, d)) return;
  tcf_tile schedules[TCF_OPENCL_SCHEDULES];
  const int count = list_radices(schedules, s, d);
  if (d->gpu) {
    add_gpu_variants(s, d, schedules, count, out);
    return;
  }
  for (int size = BLOCK_SIZES; size < ALL_BLOCK_SIZES; size++)
    if (!propose_size(s, d, schedules, count, size, out)) return;
}

// ------------------------------------------------------------------------------------------------ building

tcfft_status tcf_opencl_build(tcf_tile *t, const tcf_stage *s, const tcf_device *d) {
  *t = (tcf_tile){0};
  TCF_TRY(tcf_tile_parse_fft(t, s));
  int known = !s->axes && !t->tensor && t->pfa <= 1;
  for (int p = 0; p < t->passes && t->conv != TCF_CONV_DIRECT; p++) known &= tcf_opencl_is_radix(t->radix[p], d);
  if (!known)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: opencl_tile has no such radices on %s, and one axis", s->fft, d->name);
  if (tcf_tile_hermitian_across(s, 1))
    return tcf_fail(TCFFT_ERROR_PARSE, "opencl_tile combines no spectra across transforms");
  if (s->load == TCF_OP_NONE || s->store == TCF_OP_NONE || tcf_stage_is_halved(s))
    return tcf_fail(TCFFT_ERROR_PARSE, "opencl_tile loads and stores all points");
  if (t->conv && t->conv != TCF_CONV_FILTERED && !tcf_opencl_may_convolve(s))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: a step of a convolution has none of its own", s->fft);
  t->in_place = 1;
  set_io(t, s);
  if (s->width < 1 || s->width > TCF_LARGEST_TILE || s->threads < 1 || s->threads > d->sm_threads ||
      (s->threads > 1 && vector_of(d, t, s->width) > 1))
    return tcf_fail(TCFFT_ERROR_PARSE, "threads=%" PRId64 ":width=%" PRId64 " make no tile on %s", s->threads, s->width,
                    d->name);
  if (t->conv == TCF_CONV_DIRECT && !tcf_opencl_may_be_direct(t, s, d))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: no direct DFT by threads=%" PRId64 ":width=%" PRId64 " on %s", s->fft,
                    s->threads, s->width, d->name);
  t->fpb = (int)s->width;
  t->threads = (int)s->threads;
  set_smem(t, d);
  tcf_opencl_lay_out(t, d);
  if (!fits(t, d))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s:width=%" PRId64 " does not fit the local memory of %s", s->fft, s->width,
                    d->name);
  set_threads(t, d, (int)s->threads);
  return TCFFT_SUCCESS;
}

// Whether distances within a tile need 64 bits, in numbers.
static int is_wide(const tcf_stage *s, const tcf_tile *t) {
  const int64_t most = INT64_C(1) << 30;
  const double in = (double)t->fpb * (double)(tcf_magnitude(s->dim[0].is) + tcf_magnitude(s->in_batch_step * s->is)) +
                    (double)t->points * (double)tcf_magnitude(s->in_step * s->is),
               out = (double)t->fpb * (double)(tcf_magnitude(s->dim[0].os) + tcf_magnitude(s->out_batch_step * s->os)) +
                     (double)t->points * (double)tcf_magnitude(s->out_step * s->os);
  return 2 * in >= (double)most || 2 * out >= (double)most;
}

// Elements that a work-item of a GPU loads before it waits for the first one. Convolutions have few registers to spare: 127
// points reach 0.62 of a copy's speed by 8 elements and 0.61 by 16, 31 points 0.76 by 8 and 0.94 by 16 (H200).
// Half as many of FP64 take as many registers.
static int several(const tcf_tile *t, const tcf_device *d) {
  return !d->gpu ? 0 : (t->conv == TCF_CONV_RADER || t->conv == TCF_CONV_BLUESTEIN ? 8 : 16) >> t->f64;
}

void tcf_opencl_print_types(const tcf_stage *s, tcf_writer *w) {
  if (tcf_stage_converts(s)) tcf_put(w, ":in_type=%d:out_type=%d", tcf_stage_stored(s, 0), tcf_stage_stored(s, 1));
  if (tcf_arithmetic_of(s) == TCFFT_F64) tcf_put(w, TCF_PROGRAM_F64);
}

void tcf_opencl_print(const tcf_tile *t, const tcf_stage *s, const tcf_device *d, char text[TCF_TILE_PARAMETERS]) {
  tcf_writer w = {.buf = text, .cap = TCF_TILE_PARAMETERS};
  tcf_put(&w, "n=%d:passes=%d", t->n, t->passes);
  for (int p = 0; p < TCF_TILE_PASSES; p++) tcf_put(&w, ":r%d=%d", p, p < t->passes ? t->radix[p] : 1);
  const int ffts = vector_of(d, t, t->fpb);
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
  tcf_opencl_print_types(s, &w);
}
