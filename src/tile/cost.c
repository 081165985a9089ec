// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "tile/cost.h"

#include <math.h>

#include "base/arith.h"
#include "core/element.h"
#include "tile/columns.h"
#include "tile/convolutions.h"
#include "tile/direct.h"
#include "tile/io.h"
#include "tile/ops.h"
#include "tile/passes.h"
#include "tile/tensor_passes.h"

// The least capability of the devices that few transforms, rows and unaligned columns were timed on.
enum { TIMED = 90 };

// Squared relative errors: of the additions of a factor-of-two step, of the twiddles of a pass, and of those of the store.
static const double add_variance = 0.75e-15, twiddle_variance = 1.9e-15, step_twiddle_variance = 3e-15;

// Added by a radix-4 step on tensor cores, with two FP16 terms a number and with one.
static const double split_variance = 0.8e-15, half_variance = 4.2e-8;

// Of a butterfly; large primes are convolutions.
static double radix_variance(int radix) {
  const double v = add_variance * log2((double)radix);
  return tcf_radix_convolves(radix) ? 2 * v + twiddle_variance : v;
}

double tcf_tile_variance(const tcf_stage *s, const tcf_tile *t) {
  double v = 0;
  for (int p = 0; p < t->passes; p++) v += radix_variance(t->radix[p]) + (tcf_tile_within(t, p) > 1 ? twiddle_variance : 0);
  for (int p = 0; p < t->passes; p++)
    if (t->tensor >> p & 1) v += tcf_split_share(s->kind, s->n) * (t->split == 1 ? half_variance : split_variance);
  if (t->conv == TCF_CONV_DIRECT)
    v = tcf_direct_variance(t);
  else if (t->conv)
    v = 2.3 * v + 2 * twiddle_variance + add_variance * log2((double)tcf_tile_pfa(t));
  if (tcf_op_has_twiddles(s->store) || s->store == TCF_OP_FILTER_INVERSE) v += step_twiddle_variance;
  if (tcf_op_has_chirp(s->store) || s->store == TCF_OP_FILTER || s->load == TCF_OP_CHIRP) v += twiddle_variance;
  // Two and three numbers of a DCT-I are added, without twiddles.
  if (s->store == TCF_OP_USER && s->kind != TCFFT_C2C)
    v += s->kind == TCFFT_DCT1 && s->points <= 2 ? add_variance * (double)s->points : 3e-15;
  return v * tcf_rounding_variance(tcf_arithmetic_of(s));
}

// Whether a side of a step of a long transform is that of an odd real length: real numbers, or half of a spectrum.
static int is_odd_real_side(const tcf_stage *s, int output) {
  if (s->n % 2 == 0 || (s->kind != TCFFT_R2C && s->kind != TCFFT_C2R)) return 0;
  if (output) return tcf_op_is_alone(s->store) || s->store == TCF_OP_MIRROR;
  return s->in_batch_step && (s->load == TCF_OP_USER || s->load == TCF_OP_CHIRP);
}

// Whether a side of a step is that of an axis that is shorter than its convolution by Bluestein's algorithm: the points
// beyond it are neither loaded nor stored.
static int is_chirp_side(const tcf_stage *s, int output) {
  return s->kind == TCFFT_C2C &&
         (output ? s->store == TCF_OP_CHIRP && s->out_batch_step : s->load == TCF_OP_CHIRP && s->in_batch_step);
}

// Transforms among which the elements of such a side of an axis are distributed.
static int64_t ffts_of_axis(const tcf_stage *s, int output) {
  return !output ? s->dim[0].n : s->store == TCF_OP_MIRROR ? (s->out_step + 1) / 2 : s->out_step;
}

// Bytes of one transform's input or output: those of the kind where the launch has the whole axis, its share of them where
// it is a step of an odd real length, else those of its points, or of half of these.
static int64_t fft_bytes(const tcf_stage *s, int output) {
  const tcf_io_op edge = output ? s->store : s->load;
  if (is_odd_real_side(s, output) || is_chirp_side(s, output)) {
    const int64_t bytes = (output ? tcf_out_rows(s) : tcf_in_rows(s)) * tcf_stage_element_bytes(s, output),
                  ffts = ffts_of_axis(s, output);
    return (bytes + ffts - 1) / ffts;
  }
  if (edge == TCF_OP_HALF || edge == TCF_OP_HALF_TWIDDLE) return tcf_stage_side_bytes(s, output) * ((s->points + 1) / 2);
  if (edge != TCF_OP_USER || s->kind == TCFFT_C2C || (output ? s->out_batch_step : s->in_batch_step))
    return tcf_stage_side_bytes(s, output) * s->points;
  return (output ? tcf_out_rows(s) : tcf_in_rows(s)) * tcf_stage_element_bytes(s, output);
}

static double ffts_of(const tcf_stage *s) {
  double ffts = 1;
  for (int i = 0; i < s->dims; i++) ffts *= (double)s->dim[i].n;
  return ffts;
}

double tcf_tile_moved(const tcf_stage *s) { return ffts_of(s) * (double)(fft_bytes(s, 0) + fft_bytes(s, 1)); }

// A stage that no memory can hold is still planned, so that its size can be part of the refusal.
int64_t tcf_tile_bytes(const tcf_stage *s) { return tcf_tile_moved(s) < 9e18 ? (int64_t)tcf_tile_moved(s) : INT64_MAX; }

static int64_t point_distance(const tcf_stage *s, int output) {
  return tcf_magnitude(output ? s->out_step * s->os : s->in_step * s->is);
}

// The distance from point to point, or from some columns to the next, that leaves their runs unaligned; 0: none.
static int64_t unaligned_distance(const tcf_stage *s, int output) {
  const int64_t sector = 32 / tcf_stage_side_bytes(s, output), point = point_distance(s, output);
  if (point == 1 || point % sector != 0) return point == 1 ? 0 : point;
  for (int i = 1; i < s->dims; i++) {
    const int64_t distance = output ? s->dim[i].os : s->dim[i].is;
    if (distance % sector != 0) return tcf_magnitude(distance);
  }
  return 0;
}

int tcf_tile_has_columns(const tcf_stage *s, const tcf_device *d) {
  return d->capability >= TIMED && !s->in_batch_step && !s->out_batch_step && s->dim[0].is == 1 && s->dim[0].os == 1 &&
         s->dim[0].n > 1 && (point_distance(s, 0) != 1 || point_distance(s, 1) != 1);
}

int tcf_tile_columns_unaligned(const tcf_stage *s, const tcf_device *d) {
  return tcf_tile_has_columns(s, d) && (unaligned_distance(s, 0) || unaligned_distance(s, 1));
}

// Eight columns a block take longer than their sectors say: those that the device's memory has beside each other are more.
// (64 tiles of 18 lengths from 100 to 1024 on an H200 took 1.13 times what was predicted, wider ones 1.00: 980 points by 8
// 334 us, by 16 229. With this what was predicted to be the fastest took 1.04 times as long as the fastest of 32 lengths,
// 1.06 without.)
static double narrow_columns(const tcf_stage *s, const tcf_tile *t, const tcf_device *d) {
  enum { NARROW = 8 };
  if (!tcf_tile_has_columns(s, d) || t->conv || t->f64 || t->in_type || t->out_type) return 1;
  return t->tpt && t->fpb <= NARROW ? 1.1 : 1;
}

// How much more is moved of columns as the user has them: no two runs of a tile lie on the same side of their sectors, and
// those of the next tile come later. (Fitted to 650 tiles of 17 lengths from 96 to 2048 on an H200, of which the cheapest is
// 3 % slower than the fastest, 11 % without this term: 384 points at an odd distance by 16 columns 255 us, by 32 190.)
static double unaligned_columns(const tcf_stage *s, int output, double bytes, const tcf_device *d) {
  const int64_t distance = d->capability < TIMED ? 0 : unaligned_distance(s, output);
  const double more = distance ? (distance % 2 ? 80 : 55) / bytes : 0;
  return 1 + fmin(more, fmax(0.62, 32 / bytes));
}

// Factor for the extra sectors that the steps of a long transform touch. A run of elements whose distance is no multiple of
// a sector can begin inside one and then touches one more: three of four runs do at odd distances, every other run at even
// ones. Fitted to timings with runs of 64 bytes (3200 by 3125 points: 0.39 of a copy's speed, 2500 by 400: 0.72). By these
// terms alone 950 candidates of 95 steps on an H200 took 1.20, 1.12 and 1.04 times as long as aligned ones where the final
// results lie in runs of 128, 256 and 512 bytes at odd distances, 1.12 and 1.07 at even ones; where inputs do, 1.09
// and 1.07, 1.05 and 1.03. Results that the next launch finds in the cache in part took no longer. None was of FP64.
static double unaligned_runs(const tcf_stage *s, int output, int64_t distance, double bytes, const tcf_device *d) {
  const int sector = 32 / tcf_stage_side_bytes(s, output), odd = distance % 2 != 0;
  if (!(s->in_batch_step || s->out_batch_step)) return unaligned_columns(s, output, bytes, d);
  if (distance == 1 || distance % sector == 0) return 1;
  const double most = odd ? 2900 : 1900, more = fmin(most / (bytes * bytes), 0.9);
  const int timed = d->capability >= TIMED && tcf_arithmetic_of(s) == TCFFT_F32 && (!output || s->store == TCF_OP_USER);
  const double longer = output && odd ? 85 / bytes - 0.085 : output || odd ? 55 / bytes - 0.07 : 33 / bytes - 0.04;
  return 1 + (timed ? fmax(more, fmin(longer, most / 4096)) : more);
}

// Sector overhead (waste) of results in runs shorter than a sector, where a step that loads rows and stores columns is a
// convolution. It takes so long that the tile that has the rest of a sector comes while that sector is in the cache. (On an
// H200 such steps of 607 to 3547 points by one column took 0.65 of what is predicted otherwise, by two 0.8. At odd distances
// two columns may begin inside a sector.) INFINITY: the step is none, or its runs are longer.
static double waste_of_convolved_step(const tcf_stage *s, const tcf_tile *t, int64_t point, double bytes,
                                      const tcf_device *d) {
  const double sector = 32;
  if (bytes >= sector || !tcf_convolution_timed(t, d) || !s->out_batch_step || t->batch_fast_in || s->kind != TCFFT_C2C)
    return INFINITY;
  return (point % 2 ? 1.6 : 1.2) * sector / bytes;
}

// Sector overhead: how much more a side moves than it uses. Memory is read in sectors of 32 bytes and in rows of 64, so the
// overhead depends on the contiguous run of elements that neighbouring threads share.
static double waste(const tcf_stage *s, const tcf_tile *t, int output, const tcf_device *d) {
  const int64_t point = point_distance(s, output),
                fft = tcf_magnitude(output ? (s->out_batch_step ? s->out_batch_step * s->os : s->dim[0].os)
                                           : (s->in_batch_step ? s->in_batch_step * s->is : s->dim[0].is));
  // Of an axis of real numbers, or of half of a spectrum, the launch has whole rows.
  const int rows = s->kind != TCFFT_C2C && (output ? s->store : s->load) == TCF_OP_USER &&
                   !(output ? s->out_batch_step : s->in_batch_step);
  const int64_t length = rows ? (output ? tcf_out_rows(s) : tcf_in_rows(s)) : tcf_tile_pfa(t) > 1 ? t->points : t->n;
  const int element =
      rows || is_odd_real_side(s, output) ? tcf_stage_element_bytes(s, output) : tcf_stage_side_bytes(s, output);
  double run = point == 1 ? (double)length : 1;
  const int neighbours = t->across_in || t->across_out ? t->fpb / 2 : tcf_tile_ffts(t);
  if (fft == 1 && neighbours > run) run = neighbours;
  if (point == 1 && fft == length) run *= tcf_tile_ffts(t);
  const double bytes = element * run;
  if (output && t->across_out)
    return 1 + 57 / (bytes < 128 ? bytes : 128);  // every other run of transforms begins inside a sector
  // The rest of a sector that is stored in part is loaded. (7687 points that are stored 30 apart on an H100: 2.3 ms, next to
  // one another 1.2.)
  const double whole = bytes < 32 ? (output && !is_odd_real_side(s, output) ? 2.6 : 1.6) * 32 / bytes
                                  : (1 + 600 / (bytes * bytes)) *
                                        (t->across_in || t->across_out ? 1 : unaligned_runs(s, output, point, bytes, d));
  return output ? fmin(whole, waste_of_convolved_step(s, t, point, bytes, d)) : whole;
}

// How often the elements of the input are loaded. C2R makes a point from two bins. Where these lie in transforms of
// different tiles no cache serves both loads.
static double loads(const tcf_stage *s, const tcf_tile *t) {
  return tcf_tile_hermitian_across(s, 0) && !t->across_in ? 2 : 1;
}

// Bytes that the spectrum of a long convolution adds to the traffic. It stays in the L2 cache, whose reads are twice as
// fast. The transforms of a tile share the spectrum's values where they are the same step of several transforms.
static double filter_bytes(const tcf_stage *s, const tcf_tile *t) {
  if (s->store != TCF_OP_FILTER && s->store != TCF_OP_FILTER_INVERSE) return 0;
  return 0.5 * tcf_stage_point_bytes(s) * (double)s->points * ffts_of(s) /
         (t->conv == TCF_CONV_FILTERED && t->twiddle_outer ? t->fpb : 1);
}

// Such a block waits for nothing but itself at its barriers, and its threads have registers enough. (560 points on an H100
// by 10.14.4: blocks of 32 threads 0.191 ms, of 128 0.197, of 256 0.199; 225 by 15.15: of 32 0.199, of 64 0.210. With fewer
// points than LEAST a multiprocessor holds too few of them, and by threads that are no whole warp elements pass through
// shared memory in runs that straddle sectors: 75 points by 6 x 5 threads 0.36 ms, by 32 x 5 0.18.)
int tcf_tile_is_one_warp(const tcf_tile *t) {
  enum { WARP = 32, BUSY = 28, LEAST = 200 };
  const int threads = t->fpb * t->tpt;
  return !t->batch_fast_in && !t->batch_fast_out && t->conv != TCF_CONV_RADER && t->passes > 1 && threads <= WARP &&
         threads >= (t->smem_in || t->smem_out ? WARP : BUSY) && t->fpb * t->n >= LEAST;
}

double tcf_tile_latency(int exchanges, double thread_ops, int threads) {
  enum { FULL = 256 };  // threads that issue as many instructions as a multiprocessor can
  const double exchange = 0.085e-6, op = 1e-9;
  return exchanges * exchange + thread_ops * op * (threads > FULL ? (double)threads / FULL : 1);
}

// The same of a tile whose transforms take fft_ops instructions each. The permutations of Rader's algorithm wait for memory.
static double latency(const tcf_tile *t, double fft_ops) {
  const double waiting = t->conv == TCF_CONV_RADER ? 2.8 : 1;
  return tcf_tile_latency(t->passes * (t->conv ? 2 : 1) + t->smem_in + t->smem_out,
                          waiting * fft_ops / t->tpt / tcf_tile_pfa(t), t->fpb * t->tpt);
}

// How many times as long as others an instruction of large butterflies waits for those before it; 0: none is large. (140
// plans of single transforms on an H200: 39975 points by 15.13 and 5.41 0.71 of what else is predicted, 60088 by 37.7 and
// 29.4.2 0.76, but 40592 by 4.43 and 4.59 1.22, 890664 by 59.12 1.33, 88257 by 31.13 and 73.3 1.55.)
static double waiting_of_large_radix(const tcf_tile *t) {
  enum { EASY = 47, WORST = 59, BAD = 73 };
  double most = 0;
  if (tcf_tile_reals_in_thread(t)) return 0;
  for (int p = 0; p < t->passes && !t->conv; p++) {
    const int r = t->radix[p];
    if (tcf_radix_convolves(r)) most = fmax(most, r <= EASY ? 0.75 : r == WORST ? 1.6 : r == BAD ? 1.4 : 1);
  }
  return most;
}

// Few columns, and few rows of large butterflies or of a long convolution, leave their multiprocessors little to do but wait
// for the threads of a block. (1040 tiles of 43 stages of single transforms from 49245 to 360254 points on an H200: the
// fastest of each took 1.65 times as long as predicted without this, and the tile that was chosen 1.20 times as long as that
// one, 1.05 with it. 335 points by 67.5 and eight columns of 5 threads, of which each has 5200 instructions, 8.6 us. None
// was of FP64, nor a row of large butterflies.)
static double seconds_of_waiting_threads(const tcf_stage *s, const tcf_tile *t, double fft_ops, double tiles, double memory,
                                         const tcf_device *d) {
  enum { POINTS = 8192, FULL = 384 };  // points of a multiprocessor, threads that issue as many instructions as it can
  const double large = waiting_of_large_radix(t),
               waiting = t->conv == TCF_CONV_DIRECT ? 1.25
                         : large > 0                ? large
                                                    : 1,
               begun = 0.3e-6, exchange = 0.085e-6, op = 1.2e-9 * waiting;
  const int columns = t->batch_fast_in || t->batch_fast_out,
            passes = t->passes * (t->conv && t->conv != TCF_CONV_DIRECT ? 2 : 1);
  if (d->capability < TIMED || t->f64 || !(columns || large > 0 || t->conv == TCF_CONV_FILTERED) || !t->tpt ||
      (double)s->points * ffts_of(s) > POINTS * (double)d->cores)
    return 0;
  const double each = ceil(tiles / (double)d->cores), resident = fmin(each, t->blocks), rounds = ceil(each / t->blocks),
               busy = fmax(1, t->fpb * t->tpt * resident / FULL),
               compute = passes * exchange + rounds * busy * op * fft_ops / t->tpt / tcf_tile_pfa(t);
  return begun + fmax(compute, memory) + 0.2 * fmin(compute, memory);
}

int tcf_tile_few(const tcf_stage *s, const tcf_tile *t, const tcf_device *d) {
  return d->capability >= TIMED && !t->batch_fast_in && !t->batch_fast_out && ffts_of(s) <= (double)d->cores;
}

int tcf_tile_rows_timed(const tcf_tile *t, const tcf_device *d) {
  return d->capability >= TIMED && !t->batch_fast_in && !t->batch_fast_out && !t->conv;
}

// Real numbers of several axes pass through shared memory in pairs, which takes the more time the fewer threads do it. (386
// tiles of 12 planes on an H100: r2c 64x64 by 64 threads 89 us, by 256 59.)
double tcf_tile_plane_slowdown(const tcf_tile *t) {
  enum { FEW = 8, MANY = 40 };
  if (!t->axis[0] || t->kind == TCFFT_C2C) return 1;
  const double points = (double)t->n / t->tpt;
  return 1 + 0.02 * (points < FEW ? 0 : (points < MANY ? points : MANY) - FEW);
}

// What waits in a block at its barriers and for its loads is hidden by the others of its multiprocessor. (850 tiles of 28
// smooth lengths, up to eight block sizes each, on an H100. Of short real rows neither small blocks nor large ones are
// faster.)
static double few_blocks(const tcf_tile *t, const tcf_device *d) {
  enum { SHORT = 256 };
  const int short_real = t->kind != TCFFT_C2C && t->n < SHORT;
  if (!tcf_tile_rows_timed(t, d) || t->passes < 2 || short_real) return t->blocks == 1 ? 1.12 : t->blocks == 2 ? 1.04 : 1;
  return (1 + 0.23 / t->blocks) / 1.03;
}

int tcf_tile_alone(const tcf_stage *s, const tcf_tile *t, const tcf_device *d) {
  enum { POINTS = 8192 };  // of a multiprocessor
  return d->capability >= TIMED && (t->batch_fast_in || t->batch_fast_out) && !t->conv && s->kind == TCFFT_C2C &&
         (double)s->points * ffts_of(s) <= POINTS * (double)d->cores;
}

// Seconds in which a multiprocessor begins so many tiles, one after the other, whatever they hold. (630 tiles of few points
// out of 1700 of 40 lengths and kinds, on an H100 and an H200: none took less than 0.16 us a tile and multiprocessor, and
// those that memory does not limit 0.162 to 0.175. 28 points by 8 transforms a block 98 us, by 32 76; 8 points by 32 163 us,
// by 64 136.)
static double seconds_to_begin(double tiles, const tcf_device *d) {
  const double a_tile = 0.166e-6;
  return d->capability >= TIMED ? a_tile * tiles / (double)d->cores : 0;
}

// The larger of both, and some percent more where they are close to one another, as each waits for the other then.
static double longer_of(double a, double b) {
  enum { POWER = 12 };
  return b > 0 ? fmax(a, b) * pow(1 + pow(fmin(a, b) / fmax(a, b), POWER), 1.0 / POWER) : a;
}

// Instructions that convert a complex number as it is loaded or stored: of a pair as compiled for compute capability 9.0.
static double conversion_ops(int stored, int output) {
  const int is_pair = tcf_type_is_pair((tcfft_type)(stored - 1));
  return !stored ? 0 : !is_pair ? 2 : output ? 13 : 10;
}

// Steps of short odd lengths of real numbers load or store rows of which every other number is in another sector. (On an
// H200, of what else is predicted: r2c 779 by 19 and 41 points 1.75, 2567 by 17 and 151 1.33, 2130 by 71 and 30 1.25, 2989
// 1.1; c2r 731 1.6, 1357, 1773, 1940, 2765 and 2769 1.15 to 1.4.)
static double odd_real_steps(const tcf_stage *s, const tcf_tile *t, const tcf_device *d) {
  enum { SHORT = 4096 };
  return d->capability >= TIMED && !t->f64 && s->n < SHORT && (is_odd_real_side(s, 0) || is_odd_real_side(s, 1)) ? 1.2 : 1;
}

// Seconds for the memory traffic and the instructions, which overlap for the most part, and for the latency of the launch.
double tcf_tile_seconds(const tcf_stage *s, const tcf_tile *t, double fft_ops, const tcf_device *d) {
  const double ffts = ffts_of(s);
  const double idle_threads = t->tpt ? (double)t->threads / (t->fpb * t->tpt) : 1;
  const int twiddles = tcf_op_has_twiddles(s->store) || s->store == TCF_OP_FILTER_INVERSE;
  const double slower = tcf_slowdown_of_numbers(t->f64, d);
  const double converted = conversion_ops(t->in_type, 0) + conversion_ops(t->out_type, 1);
  const double tiles = ceil((double)s->dim[0].n / tcf_tile_ffts(t)) * ffts / (double)s->dim[0].n;
  // The last tile of a dimension computes what it has no transforms for, too, which convolutions have the time for. (157
  // points of 29 columns on an H200: by 27 columns a block 392 us, by 15 248.)
  const double computed = tcf_convolution_timed(t, d) ? tiles * tcf_tile_ffts(t) : ffts;
  const double ops = slower * fft_ops * idle_threads * computed * (d->capability ? tcf_convolution_slowdown(t, d) : 1) +
                     (twiddles ? 14.0 * slower * (double)s->points * ffts : 0) + converted * (double)s->points * ffts;
  const double bytes =
      ffts * ((double)fft_bytes(s, 0) * loads(s, t) * waste(s, t, 0, d) + (double)fft_bytes(s, 1) * waste(s, t, 1, d)) +
      filter_bytes(s, t);
  const double places = (double)d->cores * t->blocks, rounds = tiles < places ? 1 : tiles / places;
  // Fraction of the issue slots that a tile uses. A tile of 8192 points alone on its multiprocessor takes 2.3 us beyond its
  // launch.
  const int columns = t->batch_fast_in || t->batch_fast_out;
  const double used = tiles < d->cores ? 1 : t->conv ? tcf_convolution_used(t, d) : 0.7;
  const double compute = t->tpt && tcf_tile_few(s, t, d)
                             ? latency(t, slower * fft_ops)
                             : ops / (tiles < d->cores ? tiles : (double)d->cores) / (used * d->flops);
  // A block alone on its multiprocessor cannot load while it computes. What is read was written a moment before.
  const double from_cache = 0.65;
  const double memory = bytes / d->copy *
                        (t->conv == TCF_CONV_DIRECT && d->capability && columns ? tcf_direct_crowding(t, d) : 1) *
                        few_blocks(t, d) * (t->tpt ? tcf_tile_plane_slowdown(t) : 1) *
                        (t->blocks * t->threads < 512 ? 1.15 : 1) * (tcf_tile_alone(s, t, d) ? from_cache : 1);
  const double idle = tiles < places ? 0 : 0.02 * ceil(rounds) / rounds;
  // (Filtered convolutions of 192 to 768 points on an H200, in blocks of one warp and of four: 12.8.8 356 us and 472, 16.16
  // 312 and 385, 12.4.4 362 and 419, 16.8.4 353 and 365, 12.8.4 730 and 694.)
  const double one_warp = !d->capability || !tcf_tile_is_one_warp(t) ? 1
                          : t->conv == TCF_CONV_FILTERED && !t->f64  ? 0.88
                                                                     : 0.95,
               both = compute > memory ? compute + 0.2 * memory : memory + 0.2 * compute;
  const double direct = t->conv == TCF_CONV_DIRECT && d->capability ? tcf_direct_slowdown(t, tcf_tile_few(s, t, d)) : 1;
  return longer_of(direct * (t->tpt ? tcf_large_radix_slowdown(t) : 1) * tcf_tile_columns_slowdown(s, t, d) *
                       narrow_columns(s, t, d) * odd_real_steps(s, t, d) * fmax(memory, both * one_warp) * (1 + idle),
                   fmax(seconds_to_begin(tiles, d), seconds_of_waiting_threads(s, t, slower * fft_ops, tiles, memory, d))) +
         d->launch;
}

int tcf_tile_fills(const tcf_stage *s, const tcf_tile *t, const tcf_device *d) {
  return ffts_of(s) / tcf_tile_ffts(t) >= (double)d->cores * t->blocks;
}
