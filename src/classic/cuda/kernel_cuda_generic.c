// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_generic: tiles of any length in shared memory by programs that take length and radices as arguments. Devices without
// a run-time compiler need them. They are slower than cuda_tile but always there. Large primes use Bluestein's convolution.
#include <inttypes.h>
#include <string.h>

#include "classic/cuda/builtin_programs.h"
#include "classic/cuda/generic_args.h"
#include "classic/cuda/spectrum.h"
#include "core/element.h"
#include "core/limits.h"
#include "tile/cost.h"
#include "tile/io.h"
#include "tile/ops.h"
#include "tile/stage.h"
#include "tile/tile_text.h"

// In the order in which a length is divided by them.
static const int radices[] = {16, 8, 4, 2, 9, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31};
enum { RADICES = sizeof radices / sizeof *radices };

static int is_known(int radix) {
  for (int i = 0; i < RADICES; i++)
    if (radices[i] == radix) return 1;
  return radix == 1;
}

// Divides n into radices. 0: other primes are left, or there are too many radices.
static int factor(tcf_tile *t, int n) {
  t->n = n;
  t->passes = 0;
  for (int i = 0; i < RADICES; i++)
    for (; n % radices[i] == 0; n /= radices[i]) {
      if (t->passes == TCF_TILE_PASSES) return 0;
      t->radix[t->passes++] = radices[i];
    }
  if (!t->passes) t->radix[t->passes++] = 1;
  return n == 1;
}

// ------------------------------------------------------------------------------------------------ geometry

static tcf_divisor divisor(int d) { return (tcf_divisor){d, d > 1 ? (tcf_u32)(((INT64_C(1) << 32) + d - 1) / d) : 0}; }

static int most(int a, int b) { return a > b ? a : b; }

// Shared memory of a tile. Transforms lie an odd number of elements apart, so that neighbouring ones never share a bank.
static void set_shared(tcf_tile *t) {
  const int last = t->n - 1;
  t->stride = (last + (last >> TCF_GENERIC_SHIFT) + (last >> 2 * TCF_GENERIC_SHIFT) + 1) | 1;
  t->shared = (size_t)t->fpb * (size_t)t->stride * (size_t)tcf_tile_point_bytes(t);
}

// Elements that a transform stores: its points if they are pairs of real numbers.
static int stored(const tcf_tile *t) { return t->kind == TCFFT_C2R && t->even ? t->points : t->out; }

static int fits(const tcf_tile *t, const tcf_device *d) {
  return (int64_t)t->shared <= d->shared && (int64_t)t->fpb * most(t->n, stored(t)) <= TCF_GENERIC_ELEMENTS;
}

static int has_large(const tcf_tile *t) {
  for (int p = 0; p < t->passes; p++)
    if (t->radix[p] > 16) return 1;
  return 0;
}

// Sets the blocks that fit on a multiprocessor. Programs with large radices take more registers than the others.
static void set_threads(tcf_tile *t, const tcf_device *d, int64_t threads) {
  const int64_t registers = (has_large(t) ? 128 : 80) << t->f64;
  t->threads = (int)threads;
  int64_t blocks = d->sm_registers / (registers * threads);
  if (blocks > d->sm_threads / threads) blocks = d->sm_threads / threads;
  if (blocks > d->sm_shared / ((int64_t)t->shared + 1024)) blocks = d->sm_shared / ((int64_t)t->shared + 1024);
  t->blocks = blocks < 1 ? 1 : blocks > 16 ? 16 : (int)blocks;
}

// Sizes of a block: its points for rows, its transforms for columns.
static const struct { int points, ffts; } block_sizes[] = {{2048, 16}, {4096, 8}, {1024, 32}};
enum { BLOCK_SIZES = sizeof block_sizes / sizeof *block_sizes };

static int choose_width(tcf_tile *t, const tcf_stage *s, const tcf_device *d, int size) {
  const int strided = t->batch_fast_in || t->batch_fast_out;
  t->fpb = 1;
  while (strided ? t->fpb < block_sizes[size].ffts : t->fpb * t->n < block_sizes[size].points) t->fpb *= 2;
  while (t->fpb > 1 && t->fpb / 2 >= s->dim[0].n) t->fpb /= 2;
  for (set_shared(t); t->fpb > 1 && !fits(t, d); set_shared(t)) t->fpb /= 2;
  return fits(t, d);
}

// ------------------------------------------------------------------------------------------------ cost

// Butterflies of a transform in pass p. Once the threads are known, idle lanes of warps count too.
static double butterflies(const tcf_tile *t, int p) {
  const int count = t->n / t->radix[p];
  return t->threads ? (t->fpb * count + 31) / 32 * 32.0 / t->fpb : count;
}

// Instructions: butterflies with their addresses, the way through shared memory on both sides, digit reversal.
static double fft_ops(const tcf_tile *t) {
  double ops = 0;
  for (int p = 0; p < t->passes; p++)
    ops += butterflies(t, p) * (tcf_pass_ops(t->radix[p], p == 0) + 9.0 * t->radix[p] + 10);
  return (t->conv ? 2 * ops + 20.0 * t->n : ops) + (30.0 + 6 * t->passes) * t->n;
}

// Makes the tile a convolution by the cheapest length that fits. 0: none fits.
static int factor_conv(tcf_tile *t, const tcf_device *d) {
  static const int odd[] = {1, 3, 5, 7, 9};
  double least = 0;
  tcf_tile best = {0};
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
    tcf_tile c = *t;
    int m = odd[i];
    while (m < 2 * t->points - 1) m *= 2;
    c.conv = TCF_CONV_BLUESTEIN;
    c.fpb = 1;
    if (!factor(&c, m)) continue;
    set_shared(&c);
    if (!fits(&c, d) || (best.n && fft_ops(&c) >= least)) continue;
    least = fft_ops(&c);
    best = c;
  }
  if (best.n) *t = best;
  return best.n > 0;
}

// Whether the tile may hold a whole convolution. A convolution over several launches needs the tables for itself.
static int may_convolve(const tcf_stage *s) { return !tcf_op_convolves(s->load) && !tcf_op_convolves(s->store); }

// Adds the candidate with blocks of one size. 0: neither this size nor a later one, nor another batch dimension, has any.
static int propose_size(const tcf_stage *stage, const tcf_tile *factored, const tcf_device *d, int size,
                        tcf_candidates *out) {
  tcf_stage s = *stage;
  tcf_tile t = *factored;
  if (!choose_width(&t, &s, d, size)) return 0;
  const int work = t.fpb * t.n / 8;
  s.threads = work < 32 ? 32 : work < TCF_GENERIC_THREADS ? (work + 31) / 32 * 32 : TCF_GENERIC_THREADS;
  if (s.threads > d->sm_threads) return 0;
  set_threads(&t, d, s.threads);
  tcf_tile_print_fft(&t, s.fft);
  s.width = t.fpb;
  s.bytes = tcf_tile_bytes(&s);
  // Loads, passes and stores do not overlap, and the compiler knows no sizes.
  const double slowdown = 1.35;
  if (tcf_tile_few(&s, &t, d)) t.tpt = (int)((s.threads + t.fpb - 1) / t.fpb);
  s.time = slowdown * (tcf_tile_seconds(&s, &t, fft_ops(&t), d) - d->launch) + d->launch;
  s.variance = tcf_tile_variance(&s, &t);
  tcf_candidates_add(out, &s);
  return 1;
}

static void propose(const tcf_stage *stage, const tcf_device *d, int threads, tcf_candidates *out) {
  // With a compiler cuda_tile is faster. Bins of a spectrum in two transforms are combined by cuda_real_post instead.
  if (threads > 1 || d->compiler || tcf_tile_hermitian_across(stage, 1) || tcf_stage_is_halved(stage)) return;
  if (stage->points < 1 || stage->points > TCF_LARGEST_TILE || !tcf_loads_plainly(stage) || stage->axes) return;
  for (int dim = 0;; dim++) {
    tcf_stage s = *stage;
    if (!tcf_tile_choose_dim(&s, dim)) return;
    tcf_tile t = {.conv = s.store == TCF_OP_FILTER_INVERSE ? TCF_CONV_FILTERED : TCF_CONV_NONE};
    tcf_tile_set_io(&t, &s);
    t.hermitian_in = t.hermitian_out = t.across_in = 0;
    if (!factor(&t, t.points) && !(may_convolve(&s) && factor_conv(&t, d))) return;
    for (int size = 0; size < BLOCK_SIZES; size++)
      if (!propose_size(&s, &t, d, size, out)) return;
  }
}

// ------------------------------------------------------------------------------------------------ preparing

typedef struct generic_stage {
  tcf_tile_stage common;
  tcf_generic_sizes sizes;  // what all launches share
} generic_stage;

// Builds a tile from fft, width and threads. PARSE: they do not make a tile of this kernel.
static tcfft_status build(tcf_tile *t, const tcf_stage *s, const tcf_device *d) {
  *t = (tcf_tile){0};
  TCF_TRY(tcf_tile_parse_fft(t, s));
  int known = t->conv != TCF_CONV_RADER && !s->axes;
  for (int p = 0; p < t->passes; p++) known &= is_known(t->radix[p]);
  if (!known)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: cuda_generic has radices of powers of two, 9 and primes, for one axis",
                    s->fft);
  if (tcf_tile_hermitian_across(s, 1) || tcf_stage_is_halved(s))
    return tcf_fail(TCFFT_ERROR_PARSE, "cuda_generic combines no spectra across transforms, and leaves out no conjugates");
  tcf_tile_set_io(t, s);
  t->hermitian_in = t->hermitian_out = t->across_in = 0;
  if (s->width < 1 || s->width > TCF_GENERIC_ELEMENTS || s->threads < 1 || s->threads > TCF_GENERIC_THREADS)
    return tcf_fail(TCFFT_ERROR_PARSE, "threads=%" PRId64 ":width=%" PRId64 " make no tile", s->threads, s->width);
  t->fpb = (int)s->width;
  set_shared(t);
  if (!fits(t, d))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s:width=%" PRId64 " does not fit the shared memory of %s", s->fft, s->width,
                    d->name);
  set_threads(t, d, s->threads);
  return TCFFT_SUCCESS;
}

static void set_sizes(tcf_generic_sizes *a, const tcf_tile *t, const tcf_stage *s) {
  *a = (tcf_generic_sizes){.passes = t->passes,
                           .n = divisor(t->n),
                           .points = divisor(t->points),
                           .out = divisor(stored(t)),
                           .fpb = divisor(t->fpb),
                           .stride = t->stride,
                           .kind = t->kind,
                           .even = t->even,
                           .load = t->load,
                           .store = t->store,
                           .twiddle_outer = t->twiddle_outer,
                           .batch_fast_in = t->batch_fast_in,
                           .batch_fast_out = t->batch_fast_out,
                           .conv = t->conv,
                           .axis_n = tcf_complex_length(s->kind, s->n),
                           .in_type = (int)s->in_type,
                           .out_type = (int)s->out_type};
  int before = 1, twiddle = 0;
  for (int p = 0; p < t->passes; p++) {
    const int radix = t->radix[p];
    a->pass[p] = (tcf_generic_pass){divisor(radix), divisor(before), divisor(t->n / radix), twiddle};
    twiddle += (radix - 1) * before;
    before *= radix;
  }
}

// Whether the load or the store of a stage does the operation of a real kind.
static int is_real(const tcf_stage *s) {
  return s->kind != TCFFT_C2C && (s->load == TCF_OP_USER || s->load == TCF_OP_CHIRP || s->store == TCF_OP_USER);
}

static tcfft_status prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_prepared *prepared) {
  generic_stage *any;
  TCF_TRY(tcf_arena_get(with->tables, sizeof *any, &any));
  tcf_tile_stage *s = &any->common;
  TCF_TRY(build(&s->tile, stage, with->device));
  s->layout = tcf_table_lay_out(&s->tile, stage);
  s->grid = tcf_tile_grid(stage, &s->tile);
  set_sizes(&any->sizes, &s->tile, stage);
  prepared->state = any;
  prepared->table_bytes = s->layout.end;
  if (!with->backend) return TCFFT_SUCCESS;
  tcf_generic_print(is_real(stage), has_large(&s->tile), tcf_program_numbers_of(stage), s->parameters);
  prepared->load = (tcf_load){.program = {.family = "generic", .parameters = s->parameters, .blocks = s->tile.blocks},
                              .shared = s->tile.shared,
                              .function = &s->function};
  if (with->no_tables) return TCFFT_SUCCESS;
  return tcf_cuda_tables(prepared, s, stage, with);
}

static tcfft_status launch(const tcf_launch *l) {
  const generic_stage *any = l->state;
  const tcf_table_layout *layout = &any->common.layout;
  const tcf_tile *t = &any->common.tile;
  union {
    tcf_generic_args f32;
    tcf_generic_args_f64 f64;
  } args;
  if (t->f64)
    args.f64 = (tcf_generic_args_f64){tcf_tile_arguments_f64(l, layout, t), any->sizes};
  else
    args.f32 = (tcf_generic_args){tcf_tile_arguments(l, layout, t), any->sizes};
  return l->backend->launch(any->common.function, &any->common.grid, &args, l->stream);
}

extern const tcf_kernel tcf_kernel_cuda_generic;
const tcf_kernel tcf_kernel_cuda_generic = {
    .name = "cuda_generic",
    .revision = 3,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_CLASSIC,
    .f64 = 1,
    .stored = 1,
    .what = "any tile by programs that are always there: for devices without a run-time compiler",
    .propose = propose,
    .prepare = prepare,
    .launch = launch,
};
