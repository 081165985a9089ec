// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/host/axis.h"

#include "base/memory.h"
#include "core/problem.h"

static size_t row_bytes(const tcf_axis *a) { return (size_t)(a->simd->width * 2 * a->simd->bytes); }

// Two tiles, and the scratch rows of convolutions inside them.
static size_t tile_bytes(const tcf_axis *a, const tcf_fft *f) {
  return tcf_round_up((size_t)(2 * f->n + f->scratch_rows) * row_bytes(a));
}

static int64_t groups_of(const tcf_axis *a, int64_t n) { return (n + a->simd->width - 1) / a->simd->width; }

// The intermediate result of the hierarchical algorithm: a tile of first->n rows for every group of columns.
static size_t middle_bytes(const tcf_axis *a) {
  return tcf_round_up((size_t)(groups_of(a, a->second->n) * a->first->n + a->simd->width) * row_bytes(a));
}

static size_t hierarchical_tile(const tcf_axis *a) {
  const size_t x = tile_bytes(a, a->first), y = tile_bytes(a, a->second);
  return x > y ? x : y;
}

static size_t pair_bytes(const tcf_axis *a) {
  const tcf_pair *p = &a->pair;
  return tcf_round_up((size_t)((p->n2 + p->lanes - 1) / p->lanes * p->n1) * row_bytes(a));
}

// Whole groups of rows.
int64_t tcf_axis_half(const tcf_axis *a, int64_t *period) {
  *period = a->form == TCF_AXIS_HIERARCHICAL ? a->first->n : a->n;
  const int64_t rows = groups_of(a, *period / 2 + 1) * a->simd->width;
  return a->form == TCF_AXIS_HIERARCHICAL && rows < *period ? rows : *period;
}

size_t tcf_axis_scratch(const tcf_axis *a, int threads) {
  if (a->form == TCF_AXIS_TILE) return tile_bytes(a, a->first);
  if (a->form == TCF_AXIS_HIERARCHICAL) return middle_bytes(a) + (size_t)threads * hierarchical_tile(a);
  if (a->form == TCF_AXIS_PAIR) return pair_bytes(a) + tcf_round_up((size_t)(a->n * 2 * a->simd->bytes));
  return 2 * tcf_round_up((size_t)(a->conv.m * 2 * a->simd->bytes)) + tcf_axis_scratch(a->inner, threads);
}

// A single transform in a tile. It is short, so one member of the team computes it.
static void run_tile(const tcf_axis *a, const tcf_axis_io *io, char *scratch, const tcf_team *team) {
  if (team->index == 0) {
    void *tile = scratch, *other = scratch + (size_t)a->n * row_bytes(a),
         *rest = scratch + (size_t)(2 * a->n) * row_bytes(a);
    a->simd->moves[io->in_type].load_complex(tile, io->in, a->n, io->in_stride, 0, 1, io->swap_in);
    const void *result = tcf_fft_run(a->first, tile, other, rest);
    a->simd->moves[io->out_type].store_complex(io->out, result, a->n, io->out_stride, 0, 1, io->swap_out, io->scale[0],
                                               io->scale[1]);
  }
  tcf_team_wait(team);
}

// Whether a transform of a tile has passes of radices alone, and those of the instance itself.
static int has_radices(const tcf_fft *f, const tcf_simd *simd) {
  for (int i = 0; i < f->passes; i++)
    if (f->pass[i].conv) return 0;
  return f->passes > 0 && *f->run == simd->fft;
}

// Whether the columns of a hierarchical transform need not be moved to a tile (hierarchical.h): packed numbers of the
// arithmetic's type.
static int keeps_columns(const tcf_axis *a, const tcf_axis_io *io) {
  const tcf_fft *f = a->first;
  return has_radices(f, a->simd) && io->in_stride == 2 && io->in_type == a->simd->type &&
         tcf_columns_possible(f->pass[0].radix, f->pass[f->passes - 1].radix, f->passes, a->second->n, a->simd->width);
}

static void run_columns(const tcf_axis *a, const tcf_axis_io *io, char *middle, char *tile, int64_t begin, int64_t end) {
  const tcf_columns columns = {.fft = a->first,
                               .n2 = a->second->n,
                               .in = io->in,
                               .base = a->base,
                               .lane = a->lane,
                               .next = io->next_in,
                               .swap = io->swap_in};
  a->simd->columns(&columns, begin, end, middle, tile);
}

// The same of rows of two radices and their results. A last group that is no whole one overlaps the one before, which may be
// another thread's.
static int keeps_rows(const tcf_axis *a, const tcf_axis_io *io, const tcf_team *team) {
  const tcf_fft *f = a->second;
  return f->passes == 2 && has_radices(f, a->simd) && io->out_stride == 2 && io->out_type == a->simd->type &&
         (team->count == 1 || a->first->n % a->simd->width == 0) &&
         tcf_rows_possible(f->pass[0].radix, f->pass[1].radix, a->first->n, a->simd->width);
}

static void run_rows(const tcf_axis *a, const tcf_axis_io *io, const char *middle, char *tile, int64_t begin, int64_t end) {
  const tcf_rows rows = {.n1 = a->first->n,
                         .pass = a->second->pass,
                         .out = io->out,
                         .next = io->next_out,
                         .scale = {io->scale[0], io->scale[1]},
                         .swap = io->swap_out};
  a->simd->rows(&rows, begin, end, middle, tile);
}

// n = n1 n2 with x[j1 n2 + j2] and X[k1 + n1 k2]: transforms of the columns of length n1 (lanes: neighbouring j2), twiddles,
// and transforms of the rows of length n2 (lanes: neighbouring k1), whose results lie side by side in memory. The only
// transposition is that of squares when the tiles of the rows are loaded.
static void run_hierarchical(const tcf_axis *a, const tcf_axis_io *io, char *scratch, const tcf_team *team) {
  const tcf_simd *simd = a->simd;
  const int64_t n1 = a->first->n, n2 = a->second->n, width = simd->width;
  char *middle = scratch, *tile = scratch + middle_bytes(a) + (size_t)team->index * hierarchical_tile(a);
  int64_t begin, end;
  tcf_team_share(team, groups_of(a, n2), &begin, &end);
  const int moved_columns = !keeps_columns(a, io);
  if (!moved_columns) run_columns(a, io, middle, tile, begin, end);
  for (int64_t g = begin; g < end && moved_columns; g++) {
    const int64_t left = n2 - g * width;
    char *other = tile + (size_t)n1 * row_bytes(a);
    simd->moves[io->in_type].load_complex(
        tile, (const char *)io->in + g * width * io->in_stride * tcf_type_bytes(io->in_type), n1, n2 * io->in_stride,
        io->in_stride, (int)(left < width ? left : width), io->swap_in);
    const void *columns = tcf_fft_run(a->first, tile, other, tile + (size_t)(2 * n1) * row_bytes(a));
    simd->twiddle(middle + (size_t)(g * n1) * row_bytes(a), columns, n1,
                  g ? (const char *)a->base + 2 * g * n1 * simd->bytes : NULL, a->lane);
  }
  tcf_team_wait(team);
  int64_t period;
  tcf_team_share(team, groups_of(a, io->half ? tcf_axis_half(a, &period) : n1), &begin, &end);
  const int moved_rows = !keeps_rows(a, io, team);
  if (!moved_rows) run_rows(a, io, middle, tile, begin, end);
  for (int64_t g = begin; g < end && moved_rows; g++) {
    const int64_t left = n1 - g * width;
    const int count = (int)(left < width ? left : width);
    char *other = tile + (size_t)n2 * row_bytes(a);
    simd->transpose(tile, middle, n1, g * width, n2, count);
    const void *rows = tcf_fft_run(a->second, tile, other, tile + (size_t)(2 * n2) * row_bytes(a));
    simd->moves[io->out_type].store_complex((char *)io->out + g * width * io->out_stride * tcf_type_bytes(io->out_type),
                                            rows, n2, n1 * io->out_stride, io->out_stride, count, io->swap_out, io->scale[0],
                                            io->scale[1]);
  }
  tcf_team_wait(team);
}

// The transform of a short length, which one member of the team computes. Other input and output than packed numbers of the
// arithmetic's type go by way of a packed copy.
static void run_pair(const tcf_axis *a, const tcf_axis_io *io, char *scratch, const tcf_team *team) {
  const tcf_simd *simd = a->simd;
  char *packed = scratch + pair_bytes(a), *out = io->out_stride == 2 && io->out_type == simd->type ? io->out : packed;
  const char *in = io->in_stride == 2 && io->in_type == simd->type ? io->in : packed;
  if (team->index == 0) {
    if (in == packed) simd->moves[io->in_type].read(packed, io->in, a->n, io->in_stride, 2);
    const tcf_pair_io one = {.in = in, .out = out, .count = 1, .scale = {io->scale[0], io->scale[1]}, .swap = io->swap_in};
    simd->pair(&a->pair, &one, scratch);
    if (out == packed) simd->moves[io->out_type].write(io->out, packed, a->n, io->out_stride, 2);
  }
  tcf_team_wait(team);
}

static void run_conv(const tcf_axis *a, const tcf_axis_io *io, char *scratch, const tcf_team *team) {
  a->simd->numbers->run_convolution(a, io, scratch, team);
}

void tcf_axis_run(const tcf_axis *a, const tcf_axis_io *io, void *scratch, const tcf_team *team) {
  static void (*const forms[])(const tcf_axis *, const tcf_axis_io *, char *, const tcf_team *) = {
      run_tile, run_hierarchical, run_pair, run_conv};
  forms[a->form](a, io, scratch, team);
}
