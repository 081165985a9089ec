// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// host_whole: one long transform at a time, in memory: hierarchical, or a convolution of hierarchical ones. With enough
// transforms each thread does its own ones, otherwise all threads share one.
#include <math.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/crowd.h"
#include "classic/host/axis.h"
#include "classic/host/radices.h"
#include "classic/host/stage.h"

// Bytes of one of the three arrays that real kinds need: the gathered input or output, and the data before and after the
// complex transform. C2C needs none.
static size_t array_bytes(const tcf_host_stage *s) {
  return s->op[0].kind == TCFFT_C2C ? 0 : tcf_round_up((size_t)((s->tile_rows + 1) * 2 * s->simd->bytes));
}

static int teams_share(const tcf_stage *g, int threads) { return tcf_dim_count(g, 0) < threads; }

// Transforms of a short length also pass through a buffer where memory has other numbers than the arithmetic.
static size_t buffer_bytes(const tcf_host_stage *s) {
  const int64_t n = s->axis->n;
  return s->axis->form == TCF_AXIS_PAIR ? tcf_round_up((size_t)(tcf_host_buffered(n) * n * 2 * s->simd->bytes)) : 0;
}

static size_t item_bytes(const tcf_host_stage *s, int members) {
  return 3 * array_bytes(s) + tcf_axis_scratch(s->axis, members) + buffer_bytes(s);
}

// Whether a side is an array of numbers of the arithmetic's type.
static int is_array(const tcf_simd *simd, int64_t stride, tcfft_type type) { return stride == 1 && type == simd->type; }

// The input as an array of numbers: the input itself if it is one, otherwise a gathered copy.
static const void *take_input(const tcf_simd *simd, const tcf_stage *g, const void *in, void *gathered) {
  const int unit = (int)tcf_in_unit(g);
  if (is_array(simd, g->is, g->in_type)) return in;
  simd->moves[g->in_type].read(gathered, in, tcf_in_rows(g), unit * g->is, unit);
  return gathered;
}

// This member's bins of 0 .. m / 2. Bin 0 is done alone, and the others by vectors, of which a member has whole ones: the
// bits of a result do not depend on the number of members.
static void share_bins(const tcf_simd *simd, int64_t m, const tcf_team *team, int64_t *begin, int64_t *end) {
  const int64_t bins = m / 2 + 1, vectors = (bins - 1 + simd->width - 1) / simd->width;
  int64_t first, last;
  tcf_team_share(team, vectors, &first, &last);
  *begin = team->index ? 1 + first * simd->width : 0;
  *end = 1 + last * simd->width < bins ? 1 + last * simd->width : bins;
}

// The spectrum as half as many complex numbers, by all members of a team.
static void join_input(const tcf_launch *l, const tcf_real *op, const void *in, char *raw, void *joined,
                       const tcf_team *team) {
  const tcf_host_stage *s = l->state;
  const tcf_stage *g = l->stage;
  const int packed = is_array(s->simd, g->is, g->in_type);
  if (team->index == 0 && !packed) take_input(s->simd, g, in, raw);
  if (!packed) tcf_team_wait(team);
  int64_t begin, end;
  share_bins(s->simd, op->m, team, &begin, &end);
  s->simd->join_spectrum(op, joined, packed ? in : raw, !l->inverse, begin, end);
}

// What comes before the complex transform. Of R2C of even length nothing does: two real numbers are a complex one as they
// lie. In place this is safe: the transform reads all of its input before `out` is written. Returns the transform's input.
static const void *before_transform(const tcf_launch *l, const tcf_real *op, const void *in, char *raw, char *before,
                                    const tcf_team *team) {
  const tcf_host_stage *s = l->state;
  const tcf_stage *g = l->stage;
  const int pairs = op->kind == TCFFT_R2C && g->n % 2 == 0;
  if (pairs && g->is == 1) return in;
  if (op->kind == TCFFT_C2R && g->n % 2 == 0) {
    join_input(l, op, in, raw, before, team);
  } else if (team->index == 0) {
    const void *input = take_input(s->simd, g, in, pairs ? before : raw);
    if (!pairs) s->one->real_pre(op, before, input, !l->inverse);
  }
  tcf_team_wait(team);
  return before;
}

// What follows the transform, whose result is `after`. Of C2R of even length these are the real numbers.
static void after_transform(const tcf_launch *l, const tcf_real *op, void *out, char *raw, char *after,
                            const tcf_team *team) {
  const tcf_host_stage *s = l->state;
  const tcf_stage *g = l->stage;
  const int even = g->n % 2 == 0, conjugate = g->kind == TCFFT_R2C && l->inverse;
  const int direct = is_array(s->simd, g->os, g->out_type) && !conjugate;
  void *result = op->kind == TCFFT_C2R && even ? after : direct ? out : raw;
  if (op->kind == TCFFT_R2C && even) {
    int64_t begin, end;
    share_bins(s->simd, op->m, team, &begin, &end);
    s->simd->split_spectrum(op, result, after, begin, end);
    tcf_team_wait(team);
  } else if (team->index == 0 && result != after) {
    s->one->real_post(op, result, after);
  }
  if (team->index == 0 && result != out) {
    if (conjugate)
      s->one->moves[g->out_type].store_complex(out, result, g->n / 2 + 1, 2 * g->os, 0, 1, 0, 1, -1);
    else
      s->simd->moves[g->out_type].write(out, result, tcf_out_rows(g), tcf_out_unit(g) * g->os, (int)tcf_out_unit(g));
  }
  tcf_team_wait(team);
}

// Runs a real kind. The complex transform does the scaling. Only a conjugated or strided result needs a separate store.
static void run_real(const tcf_launch *l, const void *in, void *out, char *scratch, const tcf_team *team) {
  const tcf_host_stage *s = l->state;
  const tcf_stage *g = l->stage;
  const tcf_real *op = &s->op[l->inverse];
  const size_t bytes = array_bytes(s);
  char *raw = scratch, *before = scratch + bytes, *after = scratch + 2 * bytes;
  const int joined = op->kind == TCFFT_C2R && g->n % 2 == 0, ends = joined && g->os == 1;
  const void *first = before_transform(l, op, in, raw, before, team);
  const tcf_axis_io io = {.in = first,
                          .out = ends ? out : after,
                          .in_type = first == in ? g->in_type : s->one->type,
                          .out_type = ends ? g->out_type : s->one->type,
                          .in_stride = 2,
                          .out_stride = 2,
                          .swap_in = joined,
                          .swap_out = joined,
                          .scale = {l->scale, l->scale}};
  tcf_axis_run(s->axis, &io, scratch + 3 * bytes, team);
  if (!ends) after_transform(l, op, out, raw, after, team);
}

static void run_pairs_directly(const tcf_launch *l, const tcf_pair_io *io, char *scratch) {
  const tcf_host_stage *s = l->state;
  s->simd->pair(&s->axis->pair, io, scratch);
}

// The same with numbers of other types in memory, some transforms at a time.
static void run_pairs_by_buffer(const tcf_launch *l, const tcf_pair_io *io, char *scratch) {
  const tcf_host_stage *s = l->state;
  const tcf_stage *g = l->stage;
  const int64_t n = g->n, most = tcf_host_buffered(n);
  const tcf_moves *from = &s->simd->moves[g->in_type], *to = &s->simd->moves[g->out_type];
  char *buffer = scratch + tcf_axis_scratch(s->axis, 1);
  for (int64_t done = 0; done < io->count; done += most) {
    const int64_t some = io->count - done < most ? io->count - done : most;
    const char *in = (const char *)io->in + done * io->in_step * tcf_type_bytes(g->in_type);
    char *out = (char *)io->out + done * io->out_step * tcf_type_bytes(g->out_type);
    const tcf_pair_io buffered = {.in = buffer,
                                  .out = buffer,
                                  .in_step = 2 * n,
                                  .out_step = 2 * n,
                                  .count = some,
                                  .scale = {io->scale[0], io->scale[1]},
                                  .swap = io->swap};
    // Transforms side by side are one array.
    const int64_t reads = io->in_step == 2 * n ? 1 : some, writes = io->out_step == 2 * n ? 1 : some;
    for (int64_t t = 0; t < reads; t++)
      from->read(buffer + 2 * t * n * s->simd->bytes, in + t * io->in_step * tcf_type_bytes(g->in_type), some / reads * n, 2,
                 2);
    s->simd->pair(&s->axis->pair, &buffered, scratch);
    for (int64_t t = 0; t < writes; t++)
      to->write(out + t * io->out_step * tcf_type_bytes(g->out_type), buffer + 2 * t * n * s->simd->bytes, some / writes * n,
                2, 2);
  }
}

// Items begin .. end of packed pairs, which are so short that working out the place of each would take a part of the time.
static void run_pairs(const tcf_launch *l, int64_t begin, int64_t end, char *scratch) {
  const tcf_host_stage *s = l->state;
  const tcf_stage *g = l->stage;
  const int64_t count = g->dim[0].n;
  for (int64_t item = begin, more; item < end; item += more) {
    const tcf_offsets at = tcf_dim_offsets(g, 1, item / count);
    const int64_t first = item % count, in_step = 2 * g->dim[0].is, out_step = 2 * g->dim[0].os;
    more = count - first < end - item ? count - first : end - item;
    const tcf_pair_io io = {.in = (const char *)l->in + (at.in + first * in_step) * tcf_type_bytes(g->in_type),
                            .out = (char *)l->out + (at.out + first * out_step) * tcf_type_bytes(g->out_type),
                            .in_step = in_step,
                            .out_step = out_step,
                            .count = more,
                            .scale = {l->scale, l->scale},
                            .swap = l->inverse};
    (tcf_host_keeps_types(g, s->simd) ? run_pairs_directly : run_pairs_by_buffer)(l, &io, scratch);
  }
}

static int is_packed_pair(const tcf_launch *l) {
  const tcf_host_stage *s = l->state;
  const tcf_stage *g = l->stage;
  return s->axis->form == TCF_AXIS_PAIR && g->kind == TCFFT_C2C && g->is == 1 && g->os == 1;
}

// Whether a thread that computes a transform fetches its next one meanwhile, line by line in the order of memory: columns
// are not what processors foresee (512 points 1.7, 4096 points 1.3 times as fast, Zen 3). Longer ones would fill the second
// cache.
static int fetches_next(const tcf_stage *g) {
  enum { LONGEST = 1 << 17 };  // bytes of numbers of the arithmetic's type, so that plans do not depend on the others
  return 2 * g->n * tcf_type_bytes(tcf_arithmetic_of(g)) <= LONGEST;
}

// Transform `item`, by a thread whose next one is `next`, or, if that is no transform, by a thread that has no other or by a
// team. (A team's members would fetch other parts than they will read.)
static void run_item(const tcf_launch *l, int64_t item, int64_t next, char *scratch, const tcf_team *team) {
  const tcf_host_stage *s = l->state;
  const tcf_stage *g = l->stage;
  const tcf_offsets at = tcf_dim_offsets(g, 0, item);
  const char *in = (const char *)l->in + at.in * tcf_type_bytes(g->in_type);
  char *out = (char *)l->out + at.out * tcf_type_bytes(g->out_type);
  if (g->kind != TCFFT_C2C) {
    run_real(l, in, out, scratch, team);
    return;
  }
  const int fetches = next < tcf_dim_count(g, 0) && fetches_next(g);
  const tcf_offsets later = fetches ? tcf_dim_offsets(g, 0, next) : at;
  const tcf_axis_io io = {.in = in,
                          .out = out,
                          .next_in = fetches ? (const char *)l->in + later.in * tcf_type_bytes(g->in_type) : NULL,
                          .next_out = fetches ? (char *)l->out + later.out * tcf_type_bytes(g->out_type) : NULL,
                          .in_type = g->in_type,
                          .out_type = g->out_type,
                          .in_stride = 2 * g->is,
                          .out_stride = 2 * g->os,
                          .swap_in = l->inverse,
                          .swap_out = l->inverse,
                          .scale = {l->scale, l->scale}};
  tcf_axis_run(s->axis, &io, scratch, team);
}

// The items of a member that shares none.
static void run_own_items(const tcf_launch *l, const tcf_team *team, char *scratch) {
  const int64_t items = tcf_dim_count(l->stage, 0);
  const tcf_team alone = {.count = 1};
  int64_t begin, end;
  if (is_packed_pair(l)) {
    tcf_team_share(team, items, &begin, &end);
    run_pairs(l, begin, end, scratch);
    return;
  }
  for (int64_t i = team->index; i < items; i += team->count) run_item(l, i, i + team->count, scratch, &alone);
}

tcfft_status tcf_host_whole_launch(const tcf_launch *l) {
#ifdef _OPENMP
  if (tcf_team_size(l->threads) > 1) {
    const int64_t items = tcf_dim_count(l->stage, 0);
    const int share = teams_share(l->stage, l->threads);
    const size_t bytes = item_bytes(l->state, 1);
    const int64_t begun = tcf_crowd_clock();
    int members = 0;
#pragma omp parallel num_threads(l->threads)
    {
      // The runtime may start fewer threads than asked for.
      const tcf_team team = {.index = omp_get_thread_num(), .count = omp_get_num_threads()};
      if (team.index == 0) members = team.count;
      if (share)
        for (int64_t i = 0; i < items; i++) run_item(l, i, items, l->scratch, &team);
      else
        run_own_items(l, &team, (char *)l->scratch + bytes * (size_t)team.index);
    }
    if (members == l->threads) tcf_crowd_note(begun, l->stage->time);
    return TCFFT_SUCCESS;
  }
#endif
  run_own_items(l, &(tcf_team){.count = 1}, l->scratch);
  return TCFFT_SUCCESS;
}

// Whether all threads split or join a spectrum, by vectors. One of them does what other real kinds have before and after.
static int by_vectors(const tcf_stage *s) { return (s->kind == TCFFT_R2C || s->kind == TCFFT_C2R) && s->n % 2 == 0; }

// Seconds that threads which share one transform lose: they wait for each other, and where the data turn from columns to
// rows, each finds all but its own part of them in other cores' caches. A hierarchical transform turns them once, a
// convolution eight times, what a real kind does before and after it once or, with its gathering, three times. (Fitted to
// single transforms of 509 to 262144 points on two virtual cores of an AMD EPYC, which lie near each other or far apart:
// 1009 points take 14 or 33 microseconds on both and 10 on one, 8192 points 16 or 25 and 14 to 21, 16384 points 31 or 47 and
// 44, 131072 points 270 or 390 and 510. One thread is predicted to take twice that, so these seconds are that much longer,
// too: two threads share from 16384 points on.)
static double sharing(const tcf_stage *s, const tcf_composed *c, int threads) {
  const double of_line = 6e-8, of_wait = 5e-7, line = 64;
  const double turns = (strchr("RB", c->text[0]) ? 8 : 1) + (s->kind == TCFFT_C2C ? 0 : by_vectors(s) ? 1 : 3);
  const double waits = 2 + 2 * turns;
  const double lines = (double)tcf_complex_length(s->kind, s->n) * 2 * tcf_type_bytes(tcf_arithmetic_of(s)) / line;
  const double moved = turns * lines * (threads - 1) / ((double)threads * threads);
  return (double)tcf_dim_count(s, 0) * (moved * of_line + waits * of_wait * log2(threads));
}

static void propose_width(const tcf_stage *stage, const tcf_device *d, int threads, int64_t width, tcf_candidates *out) {
  tcf_stage s = *stage;
  s.width = width;
  const tcf_compose_for x = {
      .device = d, .width = s.width, .type = tcf_arithmetic_of(&s), .algorithm = s.algorithm, .split = s.split};
  const int64_t m = tcf_complex_length(s.kind, s.n), items = tcf_dim_count(&s, 0);
  tcf_composed c;
  if (m < 16 || !tcf_compose_axis(&c, m, &x)) return;
  memcpy(s.fft, c.text, sizeof s.fft);
  const double real_ops = s.kind == TCFFT_C2C ? 0 : (by_vectors(&s) ? 4.0 : 40.0) * (double)m;
  const double strided = s.is != 1 || s.os != 1 ? 10 * (double)s.n : 0;
  const int shared = threads > 1 && teams_share(&s, threads);
  const double by_all = (c.parallel * c.ops + (by_vectors(&s) ? real_ops : 0)) / (c.ops + real_ops);
  const double busy = shared ? 1 / (1 - by_all + by_all / threads) : tcf_busy_threads(items, threads);
  const double one = (c.ops + real_ops + strided + (c.pair ? 20 : 100)) * tcf_host_op(d, &s);
  const int packed = s.is == 1 && s.os == 1;
  const tcf_host_order order = c.pair && packed ? TCF_HOST_IN_ORDER
                               : c.pair || (c.fetches && packed && s.kind == TCFFT_C2C && fetches_next(&s))
                                   ? TCF_HOST_BY_TILES
                                   : TCF_HOST_BY_COLUMNS;
  s.time = tcf_host_time(&s, d, one * (double)items * threads / busy, threads, order);
  if (shared) s.time += sharing(&s, &c, threads);
  s.variance = tcf_host_variance(&c, &s);
  s.bytes = tcf_host_bytes(&s);
  tcf_candidates_add(out, &s);
}

void tcf_host_whole_propose(const tcf_stage *stage, const tcf_device *d, int threads, tcf_candidates *out) {
  const int64_t vector = tcf_host_vector(d, tcf_arithmetic_of(stage)), widths[] = {vector, 8, 4};
  for (int i = 0; i < (stage->algorithm == TCFFT_ALGORITHM_TENSOR ? 1 : 3); i++)
    if (i == 0 || widths[i] < vector) propose_width(stage, d, threads, widths[i], out);
}

tcfft_status tcf_host_whole_prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_engine engine,
                                    tcf_prepared *prepared) {
  tcf_host_stage *s;
  TCF_TRY(tcf_host_check_width(stage, with));
  TCF_TRY(tcf_host_stage_build(&s, stage, engine, with->tables));
  const size_t shared = item_bytes(s, with->threads), own = item_bytes(s, 1) * (size_t)with->threads;
  prepared->state = s;
  prepared->scratch = teams_share(stage, with->threads) ? shared : own;
  return TCFFT_SUCCESS;
}

static tcfft_status prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_prepared *prepared) {
  return tcf_host_whole_prepare(stage, with, NULL, prepared);
}

extern const tcf_kernel tcf_kernel_host_whole;
const tcf_kernel tcf_kernel_host_whole = {
    .name = "host_whole",
    .revision = 5,
    .backend = TCFFT_BACKEND_HOST,
    .algorithm = TCFFT_ALGORITHM_CLASSIC,
    .f64 = 1,
    .stored = 1,
    .what = "one transform at a time: hierarchical (four-step), Rader and Bluestein over memory",
    .propose = tcf_host_whole_propose,
    .prepare = prepare,
    .launch = tcf_host_whole_launch,
};
