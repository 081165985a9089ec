// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/cluster.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "classic/cuda/builtin_programs.h"
#include "core/element.h"
#include "tile/tensor_passes.h"

// ------------------------------------------------------------------------------------------------ shapes

static const tcf_cluster_shape shapes[] = {
    {256, 64, 4, "16.16", "16.4", 0.92, 0.92, 0.95, 0, TCFFT_C2C, 0},
    {256, 128, 8, "16.16", "16.8", 0.91, 0.91, 0.95, 0, TCFFT_C2C, 0},
    {256, 256, 8, "16.16", "16.16", 0.915, 0.94, 0.95, 0, TCFFT_C2C, 0},
    {256, 256, 16, "16.16", "16.16", 0.868, 0.95, 0.95, 0, TCFFT_C2C, 0},
    {256, 256, 8, "16.16", "16.16", 0.905, 0.94, 0.95, 1, TCFFT_C2C, 0},
    {256, 512, 16, "16.16", "16.32", 0.755, 0.95, 1.02, 1, TCFFT_C2C, 0},
    {256, 1024, 16, "16.16", "16.4.16", 0.65, 0.88, 0.95, 1, TCFFT_C2C, 0},
    {512, 512, 16, "16.16.2", "16.2.16", 0.64, 0.83, 0.95, 1, TCFFT_C2C, 0},
    {1024, 256, 16, "16.16.4", "16.16", 0.61, 0.78, 0.95, 1, TCFFT_C2C, 0},
    {256, 256, 4, "16.16", "16.16", 0.82, 0.82, 0.95, 1, TCFFT_R2C, 0},
    {256, 256, 8, "16.16", "16.16", 0.8, 0.8, 0.95, 0, TCFFT_R2C, 0},
    {256, 512, 8, "16.16", "16.32", 0.69, 0.8, 0.95, 1, TCFFT_R2C, 0},
    {256, 256, 4, "16.16", "16.16", 0.65, 0.69, 0.95, 1, TCFFT_C2R, 0},
    {256, 256, 8, "16.16", "16.16", 0.63, 0.72, 0.95, 0, TCFFT_C2R, 0},
    {256, 512, 8, "16.16", "16.32", 0.6, 0.69, 0.95, 1, TCFFT_C2R, 0},
    {256, 64, 4, "16.16", "m16.4", 0.88, 0.89, 0.95, 0, TCFFT_C2C, 1},
    {256, 128, 8, "16.16", "m16.8", 0.87, 0.87, 0.95, 0, TCFFT_C2C, 1},
    {256, 256, 8, "16.16", "m16.16", 0.87, 0.91, 0.95, 0, TCFFT_C2C, 1},
    {256, 256, 16, "16.16", "m16.16", 0.825, 0.915, 0.95, 0, TCFFT_C2C, 1},
    {256, 256, 8, "16.16", "m16.16", 0.86, 0.9, 0.95, 1, TCFFT_C2C, 1},
    {256, 512, 16, "16.16", "m16.32", 0.68, 0.745, 0.95, 1, TCFFT_C2C, 1},
};
enum { SHAPES = sizeof shapes / sizeof *shapes, IN_SLOTS = 3, ROW_SLOTS = 4, TILE_COLUMNS = 16 };

// Tiles of columns that a block has of a transform.
static int tiles_of(const tcf_cluster_shape *h) { return (int)(tcf_cluster_points(h) / TCF_CLUSTER_TILE) / h->blocks; }

// The device aligns shared memory to half of what places are exclusive-or'ed in. Of real results half a column and two bins
// lie in no slot, and as much again in front of the slots.
size_t tcf_cluster_shared(const tcf_cluster_shape *h) {
  const int slots = IN_SLOTS + ROW_SLOTS, barriers = 2 * 2 * IN_SLOTS + 2 * ROW_SLOTS + 2 + 2;
  const int points = slots * TCF_CLUSTER_TILE + (h->kind == TCFFT_C2R ? TCF_CLUSTER_COLUMN / 2 + 2 : 0);
  return TCF_CLUSTER_ALIGNED / 2 + (size_t)points * TCF_COMPLEX_BYTES + 8 * (size_t)barriers;
}

tcf_cluster_batch tcf_cluster_batch_of(const tcf_stage *s) {
  tcf_cluster_batch b = {0};
  for (int i = 0; i < s->dims; i++) {
    const tcf_iodim *next = &s->dim[i], *last = b.dims ? &b.dim[b.dims - 1] : NULL;
    if (next->n == 1) continue;
    if (last && next->is == last->n * last->is && next->os == last->n * last->os)
      b.dim[b.dims - 1].n *= next->n;
    else
      b.dim[b.dims++] = *next;
  }
  return b;
}

static int is_plane(const tcf_stage *s) { return s->axes == 2; }

// Planes store whole rows, so that groups are joined only where there is no other form.
static int for_planes(const tcf_cluster_shape *h) {
  return h->kind == TCFFT_C2C && (!h->joined || tcf_cluster_width(h) >= 512);
}

// On tensor cores numbers are split into two terms of FP16, with scales that are powers of two. Up to 2^14 points the passes
// along one axis are those of the twin (tile/tensor_passes.h).
static int fits_algorithm(const tcf_cluster_shape *h, const tcf_stage *s) {
  const int tensor = s->algorithm == TCFFT_ALGORITHM_TENSOR;
  return h->tensor == tensor && (!tensor || (s->split == TCFFT_SPLIT_SPLIT2 && (is_plane(s) || s->n > TCF_TENSOR_ONE_PASS)));
}

// Complex numbers of other types are words of 4 bytes for the copy engine, which those of 8 bits are not.
static int fits_types(const tcf_cluster_shape *h, const tcf_stage *s) {
  return !tcf_stage_converts(s) || (h->kind == TCFFT_C2C && !h->tensor && s->in_type != TCFFT_I8);
}

static int fits_stage(const tcf_cluster_shape *h, const tcf_stage *s) {
  const int shaped = is_plane(s)
                         ? s->length[0] == h->column && s->length[1] == h->row && s->is == 1 && s->os == 1 && for_planes(h)
                         : !s->axes && h->column == TCF_CLUSTER_COLUMN;
  return shaped && fits_algorithm(h, s) && fits_types(h, s) && s->kind == h->kind && s->points == tcf_cluster_points(h) &&
         s->n == tcf_cluster_length(h) && s->load == TCF_OP_USER && s->store == TCF_OP_USER &&
         tcf_dim_count(s, 0) <= INT32_MAX && tcf_cluster_batch_of(s).dims <= TCF_CLUSTER_DIMS;
}

static const char exact_mark[] = "+exact";
static int is_exact(const tcf_stage *s) { return strstr(s->fft, exact_mark) != NULL; }
static int may_be_exact(const tcf_cluster_shape *h, const tcf_stage *s) {
  return h->kind == TCFFT_C2C && h->row >= TCF_CLUSTER_COLUMN && !is_plane(s);
}

static void print_fft(const tcf_cluster_shape *h, const tcf_stage *s, int exact, char fft[TCF_FFT_TEXT]) {
  snprintf(fft, TCF_FFT_TEXT, "c%d(%s%c%s)%s", h->blocks, h->column_passes,
           is_plane(s) ? 'x'
           : h->joined ? '/'
                       : '|',
           h->row_passes, exact ? exact_mark : "");
}

// Without a run-time compiler the program must be one of the built-in ones.
static int fits_device(const tcf_cluster_shape *h, const tcf_stage *s, const tcf_device *d) {
  char parameters[TCF_CLUSTER_PARAMETERS];
  if (d->capability < 90 || d->cluster < h->blocks || d->shared < (int64_t)tcf_cluster_shared(h) ||
      d->sm_threads < TCF_CLUSTER_THREADS)
    return 0;
  tcf_cluster_print(h, s, parameters);
  return d->compiler || tcf_builtin_find(d, tcf_cluster_family(h), parameters);
}

tcfft_status tcf_cluster_find(const tcf_cluster_shape **shape, const tcf_stage *s, const tcf_device *d) {
  char fft[TCF_FFT_TEXT];
  for (int i = 0; i < SHAPES && s->threads == TCF_CLUSTER_THREADS && s->width == 1; i++) {
    print_fft(&shapes[i], s, may_be_exact(&shapes[i], s) && is_exact(s), fft);
    if (strcmp(fft, s->fft) != 0 || !fits_stage(&shapes[i], s) || !fits_device(&shapes[i], s, d)) continue;
    *shape = &shapes[i];
    return TCFFT_SUCCESS;
  }
  return tcf_fail(TCFFT_ERROR_PARSE, "n=%" PRId64 ":width=%" PRId64 ":threads=%" PRId64 ":fft=%s is no stage of %s on %s",
                  s->n, s->width, s->threads, s->fft, s->kernel->name, d->name);
}

const char *tcf_cluster_family(const tcf_cluster_shape *h) { return h->tensor ? "cluster_mma" : "cluster"; }

void tcf_cluster_print(const tcf_cluster_shape *h, const tcf_stage *s, char parameters[TCF_CLUSTER_PARAMETERS]) {
  char types[48] = "";
  if (tcf_stage_converts(s))
    snprintf(types, sizeof types, ":in_type=%d:out_type=%d", tcf_stage_stored(s, 0), tcf_stage_stored(s, 1));
  snprintf(parameters, TCF_CLUSTER_PARAMETERS,
           "column=%d:row=%d:plane=%d:real_in=%d:real_out=%d:cluster=%d:joined=%d:in_slots=%d:row_slots=%d:contiguous_in=%d:"
           "contiguous_out=%d:exact=%d:threads=%d:blocks=1%s%s",
           h->column, h->row, is_plane(s), h->kind == TCFFT_R2C, h->kind == TCFFT_C2R, h->blocks, h->joined, IN_SLOTS,
           ROW_SLOTS, s->is == 1, s->os == 1, is_exact(s), TCF_CLUSTER_THREADS, h->tensor ? ":split=2" : "", types);
}

// ------------------------------------------------------------------------------------------------ cost

// Squared relative errors: of the additions of a factor of two, of a pass with fused twiddles, and of an exact one, whose
// twiddles are products of two still.
static const double add_variance = 0.75e-15, fused_variance = 5.4e-15, exact_variance = 4.2e-15;

// Of a pass on tensor cores: the inner twiddles, whose table is as exact as FP32 is, and what splitting adds (tile/cost.c).
// Half of its radix stays in FP32.
static const double inner_variance = 1.9e-15, split_variance = 0.8e-15;

// Bytes that a side moves for each that it uses: sectors have 32. What the copy engine does not load (cluster_launch.c),
// threads load at 0.6 of its speed. It loads bins of any distance.
//
// A run of results that begins inside a sector writes two of its sectors in part, each of which another block completes.
// Runs are as long as a tile has rows: those of 16 elements cost 0.3 more, of 32 elements 0.07.
static double of_stores(const tcf_cluster_shape *h, const tcf_stage *s) {
  enum { SHORTEST = 16 };
  const int sector = 32 / tcf_stage_side_bytes(s, 1);
  const double run =
      is_plane(s) ? SHORTEST * (1 + (h->row == 512)) : fmax(SHORTEST, (1.0 + h->joined) * TCF_CLUSTER_TILE / h->row);
  int inside = 0;
  if (s->os != 1) return h->kind == TCFFT_C2R ? 8 : 4;
  for (int i = 0; i < s->dims; i++) inside |= s->dim[i].n > 1 && s->dim[i].os % sector;
  return inside ? 1 + 0.3 * SHORTEST * SHORTEST / run / run : 1;
}
static double of_loads(const tcf_cluster_shape *h, const tcf_stage *s) {
  const tcf_cluster_batch b = tcf_cluster_batch_of(s);
  const int real = h->kind == TCFFT_R2C, in_piece = real ? 4 : 16 / tcf_stage_side_bytes(s, 0);
  if (s->is != 1) return real ? 8 : 4;
  if (h->kind == TCFFT_C2R) return b.dims > 1 ? 1.7 : 1;
  return b.dims > 1 || (b.dims && b.dim[0].is % in_piece) ? 2.2 : 1;
}

// Clusters that run at once. The multiprocessors of a device are in groups that clusters do not reach beyond, which leaves
// some without one: of 132 of an H200 12 with clusters of 8 and 20 with clusters of 16.
static double clusters_at_once(const tcf_cluster_shape *h, const tcf_device *d) {
  const double all = h->blocks > 2 ? 0.92 * (double)d->cores : (double)d->cores, fit = floor(all / h->blocks);
  return fit < 1 ? 1 : fit;
}

// Of a copy's speed. What an H200's 132 multiprocessors do beside a copy of 4.15 TB/s, those of a device with less memory
// speed do, too: an H100 with 2.88 TB/s has 0.92 for 2^17 points, where an H200 has 0.69. Where the way in which a shape
// reads and writes memory is the limit, both have the same. Exact steps have a sixth more instructions, but none of them
// waits for the other result of its step: of 2^17 points an H200 then has 0.77 in place of 0.67 (an H100 as much as without;
// the shape's fraction is that of planes), of 2^16 0.82 in place of 0.86. Whatever made loads come earlier was slower for
// 2^17: the next tiles fetched into the device's cache 0.61 to 0.65, 256 bytes at a time 0.62.
static double fraction_of(const tcf_stage *s, const tcf_cluster_shape *h, const tcf_device *d) {
  const double per_core = 4.15e12 / 132;
  const double exact = is_exact(s) ? h->exact : 1;
  return fmin(h->most * fmin(exact, 1), h->fraction * exact * per_core * (double)d->cores / d->copy);
}

double tcf_cluster_counted_bytes(int bytes, const tcf_device *d) {
  const double of_memory = 0.25, per_core = 4.15e12 / 132, copy = d->copy / (per_core * (double)d->cores);
  if (bytes == TCF_COMPLEX_BYTES) return bytes;
  return (1 - of_memory) * TCF_COMPLEX_BYTES * fmin(copy, 1) + of_memory * bytes;
}
static double counted_bytes(const tcf_stage *s, int output, const tcf_device *d) {
  return tcf_cluster_counted_bytes(tcf_stage_side_bytes(s, output), d);
}

// Clusters take rounds. The first ones are slower by a quarter, since reads and writes do not yet come at the same time, and
// the second one costs more than that, since both groups of a block then have work. Latencies are those that were measured
// less 0.6 us: two short launches, which this compares with, take as much more than what is predicted of them. Real
// transforms wait for one warp. Where rows fill all slots, so that columns wait for them in every round, the first ones are
// hardly slower.
static double seconds(const tcf_stage *s, const tcf_cluster_shape *h, const tcf_device *d) {
  const double latency = (tiles_of(h) > 1 ? 2.7e-6 : 0.8e-6) + (h->kind != TCFFT_C2C ? 1.2e-6 : 0),
               second = tiles_of(h) > 1 ? 1e-6 : 1.8e-6;
  const double first_rounds = 9, slower = tcf_cluster_width(h) == TCF_CLUSTER_QUARTERED ? 0.1 : 0.25;
  const double at_once = clusters_at_once(h, d), rounds = ceil((double)tcf_dim_count(s, 0) / at_once);
  const double sides = h->kind == TCFFT_C2C
                           ? counted_bytes(s, 0, d) * of_loads(h, s) + counted_bytes(s, 1, d) * of_stores(h, s)
                           : TCF_COMPLEX_BYTES * (of_loads(h, s) + of_stores(h, s));
  const double bytes = (double)s->points * sides;
  const double round = at_once * bytes / d->copy / fraction_of(s, h, d);
  return d->launch + latency + (rounds > 1 ? second : 0) + round * (rounds + slower * fmin(rounds, first_rounds));
}

static double variance_of(const tcf_cluster_shape *h, const tcf_stage *s, int exact) {
  const double pass = exact ? exact_variance : fused_variance, twiddled = is_plane(s) ? 2 : 3;
  const double on_tensor_cores = inner_variance + split_variance + (is_plane(s) ? 0 : pass / 2 - pass);
  return add_variance * log2((double)s->points) + twiddled * pass + (h->tensor ? on_tensor_cores : 0);
}

static void add_candidate(const tcf_stage *stage, const tcf_cluster_shape *h, int exact, const tcf_device *d,
                          tcf_candidates *out) {
  tcf_stage s = *stage;
  print_fft(h, stage, exact, s.fft);
  if (!fits_device(h, &s, d)) return;
  s.width = 1;
  s.threads = TCF_CLUSTER_THREADS;
  const double point = tcf_stage_side_bytes(&s, 0) + tcf_stage_side_bytes(&s, 1),
               bytes = point * (double)s.points * (double)tcf_dim_count(&s, 0);
  s.bytes = bytes < 9e18 ? (int64_t)bytes : INT64_MAX;
  s.time = seconds(&s, h, d);
  s.variance = variance_of(h, &s, exact);
  tcf_candidates_add(out, &s);
}

void tcf_cluster_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out) {
  for (int i = 0; i < SHAPES; i++)
    for (int exact = 0; fits_stage(&shapes[i], stage) && exact <= may_be_exact(&shapes[i], stage); exact++)
      add_candidate(stage, &shapes[i], exact, d, out);
}
