// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// host_row: whole transforms in tiles, `width` of them side by side along batch dimension 0, any kind, any strides, with one
// read and one write of memory a transform.
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/crowd.h"
#include "classic/host/axis.h"
#include "classic/host/radices.h"
#include "classic/host/stage.h"

static int64_t lane_groups(const tcf_stage *s) { return (s->dim[0].n + s->width - 1) / s->width; }

// Whether transforms of one radix lie packed one after the other, along dimension 0: they need no tile.
static int is_single(const tcf_stage *g) {
  return g->algorithm != TCFFT_ALGORITHM_TENSOR && g->kind == TCFFT_C2C && g->is == 1 && g->os == 1 &&
         g->dim[0].is == g->n && g->dim[0].os == g->n && strspn(g->fft, "0123456789") == strlen(g->fft) &&
         tcf_single_possible(g->n, g->width);
}

static int pairs(const tcf_real *r) { return r->kind == TCFFT_R2C && r->n % 2 == 0; }

static size_t row_bytes(const tcf_host_stage *s) { return (size_t)(s->simd->width * 2 * s->simd->bytes); }

static size_t thread_bytes(const tcf_host_stage *s) {
  const int64_t rows = s->single ? s->tile_rows * tcf_host_buffered(s->tile_rows * s->simd->width) : 0,
                tiles = 2 * s->tile_rows;
  return tcf_round_up((size_t)((rows > tiles ? rows : tiles) + s->axis->first->scratch_rows) * row_bytes(s));
}

static void run_tile(const tcf_launch *l, const void *in, void *out, int lanes_used, char *tile) {
  const tcf_host_stage *s = l->state;
  const tcf_stage *g = l->stage;
  const tcf_simd *simd = s->simd;
  const tcf_real *op = &s->op[l->inverse];
  const int64_t iu = tcf_in_unit(g), ou = tcf_out_unit(g), in_batch_step = g->dim[0].is * iu,
                out_batch_step = g->dim[0].os * ou;
  const int64_t in_rows = tcf_in_rows(g), out_rows = tcf_out_rows(g);
  const int swap = tcf_runs_inverse(g->kind, l->inverse);
  char *other = tile + (size_t)s->tile_rows * row_bytes(s), *rest = other + (size_t)s->tile_rows * row_bytes(s);
  if (iu == 2)
    simd->moves[g->in_type].load_complex(tile, in, in_rows, g->is * iu, in_batch_step, lanes_used, swap);
  else
    simd->moves[g->in_type].load_real(tile, in, in_rows, g->is * iu, in_batch_step, lanes_used);
  if (g->kind != TCFFT_C2C && !pairs(op)) {
    simd->real_pre(op, other, tile, !l->inverse);
    char *t = tile;
    tile = other;
    other = t;
  }
  char *result = tcf_fft_run(s->axis->first, tile, other, rest);
  if (g->kind != TCFFT_C2C) {
    char *raw = result == tile ? other : tile;
    simd->real_post(op, raw, result);
    result = raw;
  }
  // R2C inverse is the conjugate spectrum.
  const double scale_im = g->kind == TCFFT_R2C && l->inverse ? -l->scale : l->scale;
  if (ou == 2)
    simd->moves[g->out_type].store_complex(out, result, out_rows, g->os * ou, out_batch_step, lanes_used, swap, l->scale,
                                           scale_im);
  else
    simd->moves[g->out_type].store_real(out, result, out_rows, g->os * ou, out_batch_step, lanes_used, l->scale);
}

// `groups` times `width` transforms of one radix. Numbers of other types are converted in a buffer, some transforms at a
// time.
static void run_singles(const tcf_launch *l, const char *in, char *out, int64_t groups, char *buffer) {
  const tcf_host_stage *s = l->state;
  const tcf_stage *g = l->stage;
  const double scale[2] = {l->scale, l->scale};
  if (tcf_host_keeps_types(g, s->simd)) {
    s->simd->single(g->n, in, out, groups, scale, l->inverse);
    return;
  }
  const int64_t elements = g->n * s->simd->width, most = tcf_host_buffered(elements);
  for (int64_t done = 0; done < groups; done += most) {
    const int64_t some = groups - done < most ? groups - done : most;
    s->simd->moves[g->in_type].read(buffer, in + done * elements * tcf_stage_element_bytes(g, 0), some * elements, 2, 2);
    s->simd->single(g->n, buffer, buffer, some, scale, l->inverse);
    s->simd->moves[g->out_type].write(out + done * elements * tcf_stage_element_bytes(g, 1), buffer, some * elements, 2, 2);
  }
}

// Tiles begin .. end of all.
static void run_tiles(const tcf_launch *l, int64_t begin, int64_t end, char *tile) {
  const tcf_host_stage *s = l->state;
  const tcf_stage *g = l->stage;
  const int64_t groups = lane_groups(g), width = s->simd->width;
  const int64_t in_step = width * g->dim[0].is * tcf_stage_element_bytes(g, 0),
                out_step = width * g->dim[0].os * tcf_stage_element_bytes(g, 1);
  for (int64_t item = begin; item < end;) {
    const tcf_offsets at = tcf_dim_offsets(g, 1, item / groups);
    const char *in = (const char *)l->in + at.in * tcf_type_bytes(g->in_type);
    char *out = (char *)l->out + at.out * tcf_type_bytes(g->out_type);
    int64_t group = item % groups;
    const int64_t last = groups - group < end - item ? groups : group + end - item;
    item += last - group;
    if (s->single) {
      const int64_t full = g->dim[0].n / width < last ? g->dim[0].n / width : last;
      run_singles(l, in + group * in_step, out + group * out_step, full - group, tile);
      group = full;
    }
    for (; group < last; group++) {
      const int64_t left = g->dim[0].n - group * width;
      run_tile(l, in + group * in_step, out + group * out_step, (int)(left < width ? left : width), tile);
    }
  }
}

tcfft_status tcf_host_row_launch(const tcf_launch *l) {
  const int64_t items = lane_groups(l->stage) * tcf_dim_count(l->stage, 1);
#ifdef _OPENMP
  // No parallel region for one thread: the runtime allocates and locks even then.
  if (tcf_team_size(l->threads) > 1) {
    const size_t bytes = thread_bytes(l->state);
    const int64_t begun = tcf_crowd_clock();
    int members = 0;
#pragma omp parallel num_threads(l->threads)
    {
      // The runtime may start fewer threads than asked for.
      const tcf_team team = {.index = omp_get_thread_num(), .count = omp_get_num_threads()};
      if (team.index == 0) members = team.count;
      int64_t begin, end;
      tcf_team_share(&team, items, &begin, &end);
      run_tiles(l, begin, end, (char *)l->scratch + bytes * (size_t)team.index);
    }
    if (members == l->threads) tcf_crowd_note(begun, l->stage->time);
    return TCFFT_SUCCESS;
  }
#endif
  run_tiles(l, 0, items, l->scratch);
  return TCFFT_SUCCESS;
}

// How many times as long tiles take whose lanes lie whole pages apart: all lanes then fall into the same sets of the first
// cache. (Rows of 512 to 8192 numbers, powers of two, AVX-512: 1.3 to 1.8.)
static double crowding(const tcf_stage *s, const tcf_iodim *lanes) {
  enum { PAGE = 4096 };
  const int64_t in = lanes->is * tcf_in_unit(s) * tcf_type_bytes(s->in_type),
                out = lanes->os * tcf_out_unit(s) * tcf_type_bytes(s->out_type);
  const int crowded = s->width > 1 && lanes->n > 1 && ((in && in % PAGE == 0) || (out && out % PAGE == 0));
  return crowded ? 1.5 : 1;
}

// Fills a stage whose width and radices are chosen, with batch dimension `dim` across the vector lanes.
static void fill(tcf_stage *s, const tcf_compose_for *x, const tcf_composed *c, int dim, int threads) {
  const int64_t m = tcf_complex_length(s->kind, s->n);
  const tcf_iodim lanes = s->dim[dim];
  s->dim[dim] = s->dim[0];
  s->dim[0] = lanes;
  s->width = x->width;
  memcpy(s->fft, c->text, sizeof s->fft);
  const double real_ops = s->kind == TCFFT_C2C ? 0 : 16.0 * (double)m;
  const double moves = tcf_compose_move(m, s->is, lanes.is, x) + tcf_compose_move(m, s->os, lanes.os, x);
  const int single = is_single(s);
  const double ops = (c->ops + moves + real_ops + (single ? 10 : 40)) * (single ? 1 : crowding(s, &lanes));
  const double tile = ops * tcf_host_op(x->device, s);
  const int64_t tiles = lane_groups(s) * tcf_dim_count(s, 1);
  s->time = tcf_host_time(s, x->device, tile * (double)tiles * threads / tcf_busy_threads(tiles, threads), threads,
                          single ? TCF_HOST_IN_ORDER : TCF_HOST_BY_TILES);
  s->variance = tcf_host_variance(c, s);
  s->bytes = tcf_host_bytes(s);
}

// Adds every batch dimension across the vector lanes with every width. The radices depend on the width alone.
void tcf_host_row_propose(const tcf_stage *stage, const tcf_device *d, int threads, tcf_candidates *out) {
  const tcfft_type type = tcf_arithmetic_of(stage);
  const int64_t vector = tcf_host_vector(d, type), widths[] = {vector, 8, 4, 1},
                m = tcf_complex_length(stage->kind, stage->n);
  enum { WIDTHS = sizeof widths / sizeof *widths };
  tcf_compose_for x[WIDTHS];
  tcf_composed radices[WIDTHS];
  int possible[WIDTHS];
  for (int i = 0; i < WIDTHS; i++) {
    x[i] = (tcf_compose_for){
        .device = d, .width = widths[i], .type = type, .algorithm = stage->algorithm, .split = stage->split};
    possible[i] = (i == 0 || widths[i] < vector) && tcf_compose_fft(&radices[i], m, &x[i]);
  }
  for (int dim = 0; dim < stage->dims; dim++)
    for (int i = 0; i < WIDTHS; i++) {
      tcf_stage s = *stage;
      if (!possible[i]) continue;
      fill(&s, &x[i], &radices[i], dim, threads);
      tcf_candidates_add(out, &s);
    }
}

tcfft_status tcf_host_row_prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_engine engine,
                                  tcf_prepared *prepared) {
  tcf_host_stage *s;
  TCF_TRY(tcf_host_check_width(stage, with));
  TCF_TRY(tcf_host_stage_build(&s, stage, engine, with->tables));
  if (s->axis->form != TCF_AXIS_TILE) return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s does not fit one tile", stage->fft);
  s->single = !engine && is_single(stage);
  prepared->state = s;
  prepared->scratch = thread_bytes(s) * (size_t)with->threads;
  return TCFFT_SUCCESS;
}

static tcfft_status prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_prepared *prepared) {
  return tcf_host_row_prepare(stage, with, NULL, prepared);
}

extern const tcf_kernel tcf_kernel_host_row;
const tcf_kernel tcf_kernel_host_row = {
    .name = "host_row",
    .revision = 2,
    .backend = TCFFT_BACKEND_HOST,
    .algorithm = TCFFT_ALGORITHM_CLASSIC,
    .f64 = 1,
    .stored = 1,
    .what =
        "Stockham passes in tiles of vector lanes, one short radix without a tile; radices 2 .. 16, Rader and Bluestein "
        "inside the tile",
    .propose = tcf_host_row_propose,
    .prepare = prepare,
    .launch = tcf_host_row_launch,
};
