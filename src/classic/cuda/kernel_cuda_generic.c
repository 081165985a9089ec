// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_any: tiles of any length in shared memory by programs that know neither length nor radices: for devices whose
// programs nobody compiles at run time. Slower than cuda_tile, and never missing. Primes go by Bluestein's convolution.
#include <inttypes.h>
#include <string.h>

#include "classic/cuda/builtin_programs.h"
#include "classic/cuda/generic_args.h"
#include "core/element.h"
#include "core/limits.h"
#include "tile/cost.h"
#include "tile/io.h"
#include "tile/ops.h"
#include "tile/stage.h"
#include "tile/tile_text.h"

// In the order in which they are taken out of a length.
static const int radices[] = {16, 8, 4, 2, 9, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31};
enum { RADICES = sizeof radices / sizeof *radices };

static int is_known(int radix) {
  for (int i = 0; i < RADICES; i++)
    if (radices[i] == radix) return 1;
  return radix == 1;
}

// 0: other primes than the radices', or too many of them.
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

// Shared memory of a tile. Lanes lie an odd number of elements apart, so that neighbouring lanes never share a bank.
static void set_shared(tcf_tile *t) {
  const int last = t->n - 1;
  t->stride = (last + (last >> TCF_ANY_SHIFT) + (last >> 2 * TCF_ANY_SHIFT) + 1) | 1;
  t->shared = (size_t)t->width * (size_t)t->stride * TCF_COMPLEX_BYTES;
}

// What a lane stores: where a spectrum becomes pairs of real numbers, its points.
static int stored(const tcf_tile *t) { return t->kind == TCFFT_C2R && t->even ? t->points : t->out; }

static int fits(const tcf_tile *t, const tcf_device *d) {
  return (int64_t)t->shared <= d->shared && (int64_t)t->width * most(t->n, stored(t)) <= TCF_ANY_ELEMENTS;
}

static int has_large(const tcf_tile *t) {
  for (int p = 0; p < t->passes; p++)
    if (t->radix[p] > 16) return 1;
  return 0;
}

// Blocks that a multiprocessor holds, with the registers that the two sorts of programs take.
static void set_threads(tcf_tile *t, const tcf_device *d, int64_t threads) {
  const int64_t registers = has_large(t) ? 128 : 80;
  t->threads = (int)threads;
  int64_t blocks = d->sm_registers / (registers * threads);
  if (blocks > d->sm_threads / threads) blocks = d->sm_threads / threads;
  if (blocks > d->sm_shared / ((int64_t)t->shared + 1024)) blocks = d->sm_shared / ((int64_t)t->shared + 1024);
  t->blocks = blocks < 1 ? 1 : blocks > 16 ? 16 : (int)blocks;
}

// Points of a tile in rows, lanes in columns.
static const struct { int points, lanes; } variants[] = {{2048, 16}, {4096, 8}, {1024, 32}};
enum { VARIANTS = sizeof variants / sizeof *variants };

static int choose_width(tcf_tile *t, const tcf_stage *s, const tcf_device *d, int variant) {
  const int strided = t->order_in || t->order_out;
  t->width = 1;
  while (strided ? t->width < variants[variant].lanes : t->width * t->n < variants[variant].points) t->width *= 2;
  while (t->width > 1 && t->width / 2 >= s->loop[0].n) t->width /= 2;
  for (set_shared(t); t->width > 1 && !fits(t, d); set_shared(t)) t->width /= 2;
  return fits(t, d);
}

// ------------------------------------------------------------------------------------------------ cost

// Butterflies of a lane in pass p, where threads are known, with those that idle in a warp.
static double butterflies(const tcf_tile *t, int p) {
  const int count = t->n / t->radix[p];
  return t->threads ? (t->width * count + 31) / 32 * 32.0 / t->width : count;
}

// Butterflies with their addresses, the trip through shared memory on both sides, digits.
static double lane_ops(const tcf_tile *t) {
  double ops = 0;
  for (int p = 0; p < t->passes; p++)
    ops += butterflies(t, p) * (tcf_pass_ops(t->radix[p], p == 0) + 9.0 * t->radix[p] + 10);
  return (t->conv ? 2 * ops + 20.0 * t->n : ops) + (30.0 + 6 * t->passes) * t->n;
}

// Lengths that hold a convolution of so many points; 0: no more.
static int conv_length(int points, int index) {
  static const int odd[] = {1, 3, 5, 7, 9};
  if (index >= (int)(sizeof odd / sizeof *odd)) return 0;
  int m = odd[index];
  while (m < 2 * points - 1) m *= 2;
  return m;
}

// The cheapest of them that fits.
static int factor_conv(tcf_tile *t, const tcf_device *d) {
  double least = 0;
  tcf_tile best = {0};
  int m;
  for (int i = 0; (m = conv_length(t->points, i)) != 0; i++) {
    tcf_tile c = *t;
    c.conv = TCF_CONV_BLUESTEIN;
    c.width = 1;
    if (!factor(&c, m)) continue;
    set_shared(&c);
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

static int propose(tcf_stage *s, const tcf_device *d, int threads, int index) {
  // What is compiled for its length is faster; spectra are folded within a lane, or by launches of their own.
  if (tcf_tile_pairs(s, 1)) return -1;
  if (threads > 1 || d->compiler || s->points < 1 || s->points > TCF_LARGEST_TILE || s->load == TCF_EDGE_NONE || s->axes)
    return -1;
  if (!tcf_tile_choose_lanes(s, index / VARIANTS)) return -1;
  tcf_tile t = {.conv = s->store == TCF_EDGE_CONVOLVE ? TCF_CONV_FILTERED : TCF_CONV_NONE};
  tcf_tile_set_edges(&t, s);
  t.mirror_in = t.mirror_out = t.pair_in = 0;
  if (!factor(&t, t.points) && !(may_convolve(s) && factor_conv(&t, d))) return -1;
  if (!choose_width(&t, s, d, index % VARIANTS)) return -1;
  const int work = t.width * t.n / 8;
  s->threads = work < 32 ? 32 : work < TCF_ANY_THREADS ? (work + 31) / 32 * 32 : TCF_ANY_THREADS;
  if (s->threads > d->sm_threads) return -1;
  set_threads(&t, d, s->threads);
  tcf_tile_print_fft(&t, s->fft);
  s->width = t.width;
  s->bytes = tcf_tile_bytes(s);
  // Loads, passes and stores wait for each other, and nothing is known to the compiler.
  const double slower = 1.35;
  s->time = slower * (tcf_tile_seconds(s, &t, lane_ops(&t), d) - d->launch) + d->launch;
  s->variance = tcf_tile_variance(s, &t);
  return 1;
}

// ------------------------------------------------------------------------------------------------ preparing

typedef struct any_stage {
  tcf_tile_stage common;
  tcf_any_args args;  // what all launches share
} any_stage;

// From fft, width and threads. PARSE where they make no tile of this kernel.
static tcfft_status build(tcf_tile *t, const tcf_stage *s, const tcf_device *d) {
  *t = (tcf_tile){0};
  TCF_TRY(tcf_tile_parse_fft(t, s));
  int known = t->conv != TCF_CONV_RADER && !s->axes;
  for (int p = 0; p < t->passes; p++) known &= is_known(t->radix[p]);
  if (!known)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: cuda_any has radices of powers of two, 9 and primes, for one axis", s->fft);
  if (tcf_tile_pairs(s, 1)) return tcf_fail(TCFFT_ERROR_PARSE, "cuda_any folds no spectra across lanes");
  tcf_tile_set_edges(t, s);
  t->mirror_in = t->mirror_out = t->pair_in = 0;
  if (s->width < 1 || s->width > TCF_ANY_ELEMENTS || s->threads < 1 || s->threads > TCF_ANY_THREADS)
    return tcf_fail(TCFFT_ERROR_PARSE, "threads=%" PRId64 ":width=%" PRId64 " make no tile", s->threads, s->width);
  t->width = (int)s->width;
  set_shared(t);
  if (!fits(t, d))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s:width=%" PRId64 " does not fit the shared memory of %s", s->fft, s->width,
                    d->name);
  set_threads(t, d, s->threads);
  return TCFFT_SUCCESS;
}

static void set_arguments(tcf_any_args *a, const tcf_tile *t, const tcf_stage *s) {
  *a = (tcf_any_args){.passes = t->passes,
                      .n = divisor(t->n),
                      .points = divisor(t->points),
                      .out = divisor(stored(t)),
                      .width = divisor(t->width),
                      .stride = t->stride,
                      .kind = t->kind,
                      .even = t->even,
                      .load = t->load,
                      .store = t->store,
                      .turn_outer = t->turn_outer,
                      .order_in = t->order_in,
                      .order_out = t->order_out,
                      .conv = t->conv,
                      .whole_axis = tcf_complex_length(s->kind, s->n)};
  int before = 1, twiddle = 0;
  for (int p = 0; p < t->passes; p++) {
    const int radix = t->radix[p];
    a->pass[p] = (tcf_any_pass){divisor(radix), divisor(before), divisor(t->n / radix), twiddle};
    twiddle += (radix - 1) * before;
    before *= radix;
  }
}

// Whether a stage's edges do what a real kind asks for.
static int is_real(const tcf_stage *s) {
  return s->kind != TCFFT_C2C && (s->load == TCF_EDGE_KIND || s->load == TCF_EDGE_CHIRP || s->store == TCF_EDGE_KIND);
}

static tcfft_status prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_prepared *prepared) {
  any_stage *any;
  TCF_TRY(tcf_arena_get(with->tables, sizeof *any, &any));
  tcf_tile_stage *s = &any->common;
  TCF_TRY(build(&s->tile, stage, with->device));
  s->layout = tcf_table_lay_out(&s->tile, stage);
  s->grid = tcf_tile_grid(stage, &s->tile);
  set_arguments(&any->args, &s->tile, stage);
  prepared->state = any;
  prepared->table_bytes = s->layout.end;
  if (!with->backend) return TCFFT_SUCCESS;
  tcf_any_print(is_real(stage), has_large(&s->tile), s->parameters);
  prepared->load = (tcf_load){.program = {.family = "any", .parameters = s->parameters, .blocks = s->tile.blocks},
                              .shared = s->tile.shared,
                              .function = &s->function};
  if (with->no_tables) return TCFFT_SUCCESS;
  return tcf_table_build(&prepared->table, with->room, &s->layout, &s->tile, stage);
}

static tcfft_status launch(const tcf_launch *l) {
  const any_stage *any = l->state;
  tcf_any_args args = any->args;
  args.tile = tcf_tile_arguments(l, &any->common.layout, &any->common.tile);
  return l->backend->launch(any->common.function, &any->common.grid, &args, l->stream);
}

extern const tcf_kernel tcf_kernel_cuda_generic;
const tcf_kernel tcf_kernel_cuda_generic = {
    .name = "cuda_any",
    .revision = 2,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_CLASSIC,
    .what = "any tile by programs that are always there: for devices without a run-time compiler",
    .propose = propose,
    .prepare = prepare,
    .launch = launch,
};
