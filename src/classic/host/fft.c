// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/host/fft.h"

#include <math.h>
#include <string.h>

#include "classic/host/axis.h"
#include "num/modular.h"

// No planner proposes longer tiles, so such a text is refused before memory is allocated for it.
enum { TILE_MAX = 1 << 20 };

static tcfft_status bad_text(const char *text) { return tcf_fail(TCFFT_ERROR_PARSE, "fft=%.100s does not parse", text); }

static int take_number(const char **cursor, int64_t *value) {
  const char *c = *cursor;
  int64_t v = 0;
  for (; *c >= '0' && *c <= '9' && v < INT64_MAX / 100; c++) v = 10 * v + (*c - '0');
  if (c == *cursor || v < 1) return -1;
  *cursor = c;
  *value = v;
  return 0;
}

static int take_char(const char **cursor, char c) {
  if (**cursor != c) return -1;
  ++*cursor;
  return 0;
}

// ---------------------------------------------------------------------------------------------- convolution tables

static tcfft_status build_order(tcf_convolution *c, tcf_arena *arena) {
  int32_t *order;
  TCF_TRY(tcf_arena_table(arena, (size_t)c->m * sizeof *order, &order));
  if (!order) return TCFFT_SUCCESS;
  const uint64_t p = (uint64_t)c->n, g = tcf_primitive_root(p);
  // Powers from `have` on are those before, times g^have. The second half is the first one times -1.
  const int64_t half = c->m / 2;
  order[0] = 1;
  for (int64_t have = 1; have < half; have *= 2) {
    const tcf_modular_factor step = tcf_modular_factor_of(tcf_powmod(g, (uint64_t)have, p), p);
    const int64_t more = half - have < have ? half - have : have;
    for (int64_t q = 0; q < more; q++) order[have + q] = (int32_t)tcf_mulmod_by((tcf_u32)order[q], step);
  }
  for (int64_t q = 0; q < half; q++) order[half + q] = (int32_t)(c->n - order[q]);
  c->order = order;
  return TCFFT_SUCCESS;
}

// c->n and m are set, and c->fft (in a tile) or `inner` (over memory).
static tcfft_status build_conv(tcf_convolution *c, int rader, const tcf_axis *inner, tcf_arena *arena) {
  const tcf_numbers *numbers = inner->simd->numbers;
  void *spectrum;
  TCF_TRY(tcf_arena_table(arena, (size_t)(2 * (c->m / 2 + 1) * inner->simd->bytes), &spectrum));
  TCF_TRY(rader ? build_order(c, arena) : numbers->keep_chirp(c, arena));
  c->spectrum = spectrum;
  return spectrum ? numbers->spectrum(c, inner, spectrum) : TCFFT_SUCCESS;
}

// Whether these lengths are what Rader's or Bluestein's convolution needs.
static int conv_fits(const tcf_convolution *c, int rader) {
  if (!rader) return c->n <= INT64_MAX / 4 && c->m >= 2 * c->n - 1;
  return c->n > 2 && c->n < INT32_MAX && c->m == c->n - 1 && tcf_smallest_factor((uint64_t)c->n) == (uint64_t)c->n;
}

// ---------------------------------------------------------------------------------------------- Stockham passes

static tcfft_status take_fft(const char **cursor, const tcf_fft **out, const tcf_fft_context *x);

static tcfft_status take_conv_pass(const char **cursor, tcf_pass *p, int64_t *scratch_rows, const tcf_fft_context *x) {
  const char *start = *cursor;
  const int rader = *(*cursor)++ == 'r';
  tcf_convolution *c;
  TCF_TRY(tcf_arena_get(x->arena, sizeof *c, &c));
  if (take_number(cursor, &c->n) || c->n > TILE_MAX || take_char(cursor, '(')) return bad_text(start);
  tcf_fft_context inside = *x;
  inside.compact = 1;
  TCF_TRY(take_fft(cursor, &c->fft, &inside));
  c->m = c->fft->n;
  if (take_char(cursor, ')') || !conv_fits(c, rader)) return bad_text(start);
  // In a tile the inner transform is a tile transform of its own. An axis of that form computes the spectrum.
  const tcf_axis inner = {.form = TCF_AXIS_TILE, .n = c->m, .simd = x->simd, .first = c->fft};
  TCF_TRY(build_conv(c, rader, &inner, x->arena));
  p->radix = c->n;
  p->conv = c;
  const int64_t rows = c->n + 2 * c->m + c->fft->scratch_rows;
  if (rows > *scratch_rows) *scratch_rows = rows;
  return TCFFT_SUCCESS;
}

static int has_codelet(int64_t radix) {
  static const char codelets[33] = {[2] = 1,  [3] = 1,  [4] = 1,  [5] = 1,  [6] = 1,  [7] = 1,  [8] = 1, [9] = 1,
                                    [10] = 1, [11] = 1, [12] = 1, [13] = 1, [15] = 1, [16] = 1, [32] = 1};
  return radix < 33 && codelets[radix];
}

static int has_tensor_pass(int64_t radix) { return radix == 4 || radix == 8 || radix == 16; }

// Makes roots 4 a + b of a row as a GPU makes them, as products of its roots 4 a and b (twiddle of classic/cuda/passes.cuh).
// The twin's numbers are floats.
static void multiply_roots(float *row, int64_t radix) {
  for (int64_t q = 5; q < radix; q++) {
    const float *low = row + 2 * (q % 4 - 1), *high = row + 2 * (q / 4 * 4 - 1);
    if (q % 4 == 0) continue;
    row[2 * (q - 1)] = fmaf(low[0], high[0], -(low[1] * high[1]));
    row[2 * (q - 1) + 1] = fmaf(low[0], high[1], low[1] * high[0]);
  }
}

static tcfft_status build_twiddles(tcf_pass *p, const tcf_fft_context *x) {
  const tcf_numbers *numbers = x->simd->numbers;
  if (p->ns == 1) return TCFFT_SUCCESS;
  if (x->compact && numbers->compact_twiddles && p->ns >= 32 && !p->conv) return numbers->compact_twiddles(p, x->arena);
  TCF_TRY(numbers->twiddles(p, x->arena));
  float *row = (float *)p->twiddle;
  for (int64_t i = 0; i < p->ns && row && x->tensor && p->radix == 16 && !p->tensor; i++, row += 2 * (p->radix - 1))
    multiply_roots(row, p->radix);
  return TCFFT_SUCCESS;
}

static tcfft_status take_fft(const char **cursor, const tcf_fft **out, const tcf_fft_context *x) {
  const char *start = *cursor;
  tcf_fft *f;
  TCF_TRY(tcf_arena_get(x->arena, sizeof *f, &f));
  *f = (tcf_fft){.n = 1, .run = x->run, .split = x->split};
  tcf_pass passes[TCF_MAX_PASSES], *kept;
  do {
    if (f->passes == TCF_MAX_PASSES) return bad_text(start);
    tcf_pass *p = &passes[f->passes];
    *p = (tcf_pass){.ns = f->n};
    p->tensor = x->tensor && take_char(cursor, 'm') == 0;
    if (!p->tensor && (**cursor == 'r' || **cursor == 'b'))
      TCF_TRY(take_conv_pass(cursor, p, &f->scratch_rows, x));
    else if (take_number(cursor, &p->radix) ||
             !(p->tensor ? has_tensor_pass(p->radix) : has_codelet(p->radix) || p->radix == 1))
      return bad_text(start);
    if (p->radix > TILE_MAX / f->n) return bad_text(start);
    f->n *= p->radix;
    if (p->radix == 1) continue;  // "1" is the transform of one point: no pass
    TCF_TRY(build_twiddles(p, x));
    f->passes++;
  } while (take_char(cursor, '.') == 0);
  TCF_TRY(tcf_arena_get(x->arena, (size_t)f->passes * sizeof *kept, &kept));
  memcpy(kept, passes, (size_t)f->passes * sizeof *kept);
  f->pass = kept;
  *out = f;
  return TCFFT_SUCCESS;
}

// ---------------------------------------------------------------------------------------------- axes

// Whether an axis is two radices alone, of FP32 passes, that are transformed without a tile.
static int is_pair(const tcf_axis *a, const tcf_fft_context *x) {
  return !x->tensor && a->first->passes == 1 && a->second->passes == 1 && !a->first->pass->conv && !a->second->pass->conv &&
         tcf_pair_lanes(a->first->n, a->second->n, a->simd->width);
}

static tcfft_status take_axis(const char **cursor, const tcf_axis **out, const tcf_fft_context *x) {
  const char *start = *cursor;
  tcf_axis *a;
  TCF_TRY(tcf_arena_get(x->arena, sizeof *a, &a));
  *out = a;
  a->simd = x->simd;
  if (**cursor == 'R' || **cursor == 'B') {
    const int rader = *(*cursor)++ == 'R';
    a->form = TCF_AXIS_CONV;
    if (take_number(cursor, &a->n) || take_char(cursor, '(')) return bad_text(start);
    TCF_TRY(take_axis(cursor, &a->inner, x));
    a->conv = (tcf_convolution){.n = a->n, .m = a->inner->n};
    if (take_char(cursor, ')') || !conv_fits(&a->conv, rader)) return bad_text(start);
    return build_conv(&a->conv, rader, a->inner, x->arena);
  }
  TCF_TRY(take_fft(cursor, &a->first, x));
  a->form = TCF_AXIS_TILE;
  a->n = a->first->n;
  if (take_char(cursor, '|')) return TCFFT_SUCCESS;
  TCF_TRY(take_fft(cursor, &a->second, x));
  a->form = TCF_AXIS_HIERARCHICAL;
  if (a->second->n > (INT64_MAX / 64) / a->n) return bad_text(start);
  a->n *= a->second->n;
  if (!is_pair(a, x)) return x->simd->numbers->axis_twiddles(a, x->arena);
  a->form = TCF_AXIS_PAIR;
  return x->simd->numbers->pair_twiddles(a, x->arena);
}

tcfft_status tcf_axis_build(const tcf_axis **out, const char *text, const tcf_fft_context *context) {
  const char *cursor = text;
  TCF_TRY(take_axis(&cursor, out, context));
  return *cursor ? bad_text(text) : TCFFT_SUCCESS;
}
