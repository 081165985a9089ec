// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/host/fft.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "classic/host/axis.h"
#include "math/reference.h"
#include "math/twiddle.h"
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

// The kernel of a convolution as complex numbers, in double or in float. Passed by value, so that loops over the kernel need
// not read the pointers again after each store.
typedef struct kernel_array {
  double *wide;
  float *narrow;
} kernel_array;

static inline void put(kernel_array b, int64_t at, tcf_root_parts w) {
  if (b.wide) {
    b.wide[2 * at] = w.re;
    b.wide[2 * at + 1] = w.im;
  } else {
    b.narrow[2 * at] = (float)w.re;
    b.narrow[2 * at + 1] = (float)w.im;
  }
}

// The same at one place and conjugated at another. Rounded once, since this takes a fifth of the time that a plan of a long
// prime needs.
static inline void put_conjugates(kernel_array b, int64_t at, int64_t conjugate_at, tcf_root_parts w) {
  if (b.wide) {
    put(b, at, w);
    put(b, conjugate_at, (tcf_root_parts){w.re, -w.im});
  } else {
    const float re = (float)w.re, im = (float)w.im;
    float *x = b.narrow + 2 * at, *y = b.narrow + 2 * conjugate_at;
    x[0] = re, x[1] = im;
    y[0] = re, y[1] = -im;
  }
}

// The generator to the power m / 2 is -1, so that roots half the kernel apart are conjugates.
static void rader_kernel(const tcf_convolution *c, tcf_roots roots, kernel_array b) {
  const int32_t *order = c->order;
  const int64_t m = c->m, half = m / 2;
  for (int64_t t = 0; t < half; t++) put_conjugates(b, t, t + half, tcf_root_of(&roots, order[t ? m - t : 0]));
}

// The chirp is the same at j and -j, and (n - j)^2 = j^2 + n^2 mod 2 n, where n^2 is n or 0.
static void bluestein_kernel(const tcf_convolution *c, tcf_roots roots, kernel_array b) {
  const int64_t n = c->n, m = c->m;
  const double sign = n % 2 ? -1 : 1;
  tcf_u64 phase = 1;
  put(b, 0, (tcf_root_parts){1, 0});
  for (int64_t j = 1; 2 * j <= n; phase = tcf_chirp_next(phase, (tcf_u64)j, (tcf_u64)n), j++) {
    const tcf_root_parts w = tcf_root_of(&roots, (int64_t)phase);
    const tcf_root_parts near = {w.re, -w.im}, far = {sign * w.re, -sign * w.im};
    put(b, j, near);
    put(b, m - j, near);
    put(b, n - j, far);
    put(b, m - n + j, far);
  }
  for (int64_t j = n; j <= m - n; j++) put(b, j, (tcf_root_parts){0, 0});
}

static tcfft_status conv_kernel(const tcf_convolution *c, kernel_array b) {
  if (!c->order) {
    bluestein_kernel(c, c->chirp, b);
    return TCFFT_SUCCESS;
  }
  tcf_roots roots;
  TCF_TRY(tcf_roots_init(&roots, c->n));
  rader_kernel(c, roots, b);
  tcf_roots_free(&roots);
  return TCFFT_SUCCESS;
}

static tcfft_status no_memory(const tcf_convolution *c) {
  return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a convolution of length %lld", (long long)c->m);
}

static tcfft_status spectrum_by_reference(const tcf_convolution *c, float *spectrum) {
  double *b = tcf_alloc((size_t)(4 * c->m) * sizeof *b), *B = b + 2 * c->m;
  if (!b) return no_memory(c);
  tcfft_status status = conv_kernel(c, (kernel_array){.wide = b});
  if (status == TCFFT_SUCCESS && tcf_reference_fft(B, b, c->m, 0)) status = no_memory(c);
  for (int64_t i = 0; i < 2 * (c->m / 2 + 1) && status == TCFFT_SUCCESS; i++) spectrum[i] = (float)(B[i] / (double)c->m);
  free(b);
  return status;
}

// The first half of the spectrum from the results that the inner transform stored.
static void take_spectrum(const tcf_axis *inner, const tcf_convolution *c, const float *out, float *spectrum) {
  int64_t period;
  const int64_t stored = tcf_axis_half(inner, &period), count = c->m / 2 + 1;
  for (int64_t first = 0; first < count; first += period) {
    const int64_t copied = count - first < stored ? count - first : stored;
    memcpy(spectrum + 2 * first, out + 2 * first, (size_t)(2 * copied) * sizeof *spectrum);
    for (int64_t k = first + copied; k < first + period && k < count; k++)
      tcf_spectrum_from(c, k, 1, out + 2 * (c->m - k), spectrum + 2 * k);
  }
}

static tcfft_status spectrum_by_axis(const tcf_axis *inner, const tcf_convolution *c, float *spectrum) {
  const size_t bytes = tcf_round_up((size_t)(2 * c->m) * sizeof(float));
  char *memory = tcf_alloc(2 * bytes + tcf_axis_scratch(inner, 1));
  if (!memory) return no_memory(c);
  float *b = (float *)memory, *out = (float *)(memory + bytes);
  const tcfft_status status = conv_kernel(c, (kernel_array){.narrow = b});
  const tcf_team alone = {.count = 1};
  const float factor = (float)(1.0 / (double)c->m);
  const tcf_axis_io io = {.in = b, .out = out, .in_stride = 2, .out_stride = 2, .scale = {factor, factor}, .half = 1};
  if (status == TCFFT_SUCCESS) {
    tcf_axis_run(inner, &io, memory + 2 * bytes, &alone);
    take_spectrum(inner, c, out, spectrum);
  }
  free(memory);
  return status;
}

// c->n and m are set, and c->fft (in a tile) or `inner` (over memory).
static tcfft_status build_conv(tcf_convolution *c, int rader, const tcf_axis *inner, tcf_arena *arena) {
  float *spectrum;
  TCF_TRY(tcf_arena_table(arena, (size_t)(2 * (c->m / 2 + 1)) * sizeof *spectrum, &spectrum));
  TCF_TRY(rader ? build_order(c, arena) : tcf_roots_keep(&c->chirp, 2 * c->n, arena));
  c->spectrum = spectrum;
  if (!spectrum) return TCFFT_SUCCESS;
  return c->m > TCF_DOUBLE_SPECTRUM ? spectrum_by_axis(inner, c, spectrum) : spectrum_by_reference(c, spectrum);
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

// Rows 0, step, 2 step .. of the twiddles of a pass.
static tcfft_status twiddle_rows(const double **out, int64_t rows, int64_t step, const tcf_pass *p, const tcf_roots *roots,
                                 tcf_arena *arena) {
  double *w;
  TCF_TRY(tcf_arena_table(arena, (size_t)(2 * rows * (p->radix - 1)) * sizeof *w, &w));
  *out = w;
  if (!w) return TCFFT_SUCCESS;
  for (int64_t i = 0; i < rows; i++)
    for (int64_t q = 1; q < p->radix; q++, w += 2) tcf_root(roots, i * step * q, w);
  return TCFFT_SUCCESS;
}

// Makes roots 4 a + b of a row as a GPU makes them, as products of its roots 4 a and b (twiddle of classic/cuda/passes.cuh).
static void multiply_roots(float *row, int64_t radix) {
  for (int64_t q = 5; q < radix; q++) {
    const float *low = row + 2 * (q % 4 - 1), *high = row + 2 * (q / 4 * 4 - 1);
    if (q % 4 == 0) continue;
    row[2 * (q - 1)] = fmaf(low[0], high[0], -(low[1] * high[1]));
    row[2 * (q - 1) + 1] = fmaf(low[0], high[1], low[1] * high[0]);
  }
}

static tcfft_status full_twiddles(tcf_pass *p, int products, const tcf_roots *roots, tcf_arena *arena) {
  float *w;
  TCF_TRY(tcf_arena_table(arena, (size_t)(2 * p->ns * (p->radix - 1)) * sizeof *w, &w));
  p->twiddle = w;
  if (!w) return TCFFT_SUCCESS;
  for (int64_t i = 0; i < p->ns; i++)
    for (int64_t q = 1; q < p->radix; q++, w += 2) tcf_root_f32(roots, i * q, w);
  w -= 2 * p->ns * (p->radix - 1);
  for (int64_t i = 0; i < p->ns && products; i++, w += 2 * (p->radix - 1)) multiply_roots(w, p->radix);
  return TCFFT_SUCCESS;
}

static tcfft_status build_twiddles(tcf_pass *p, const tcf_fft_context *x) {
  tcf_arena *arena = x->arena;
  if (p->ns == 1) return TCFFT_SUCCESS;
  tcf_roots roots;
  TCF_TRY(tcf_roots_init(&roots, p->ns * p->radix));
  tcfft_status status;
  if (x->compact && p->ns >= 32 && !p->conv) {
    for (p->fine = 1; p->fine * p->fine < p->ns;) p->fine *= 2;
    const int64_t coarse = (p->ns + p->fine - 1) / p->fine;
    status = twiddle_rows(&p->low, p->fine, 1, p, &roots, arena);
    if (status == TCFFT_SUCCESS) status = twiddle_rows(&p->coarse, coarse, p->fine, p, &roots, arena);
  } else {
    status = full_twiddles(p, x->tensor && p->radix == 16 && !p->tensor, &roots, arena);
  }
  tcf_roots_free(&roots);
  return status;
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

static tcfft_status build_axis_twiddles(tcf_axis *a, tcf_arena *arena) {
  const int64_t width = a->simd->width, rows = a->first->n, groups = (a->second->n + width - 1) / width;
  float *base, *lane;
  TCF_TRY(tcf_arena_table(arena, (size_t)(2 * groups * rows) * sizeof *base, &base));
  TCF_TRY(tcf_arena_table(arena, (size_t)(2 * width * rows) * sizeof *lane, &lane));
  if (!base || !lane) return TCFFT_SUCCESS;
  tcf_roots roots;
  TCF_TRY(tcf_roots_init(&roots, a->n));
  // The first columns of a group are below second->n, so that their products with k < rows are below n.
  for (int64_t g = 0; g < groups; g++)
    for (int64_t k = 0; k < rows; k++) tcf_root_f32(&roots, g * width * k, base + 2 * (g * rows + k));
  for (int64_t k = 0; k < rows; k++)
    for (int64_t l = 0; l < width; l++) {
      float w[2];
      tcf_root_f32(&roots, l < a->second->n ? l * k : l * k % a->n, w);
      lane[2 * k * width + l] = w[0];
      lane[(2 * k + 1) * width + l] = w[1];
    }
  tcf_roots_free(&roots);
  a->base = base;
  a->lane = lane;
  return TCFFT_SUCCESS;
}

static tcfft_status build_pair_twiddles(tcf_axis *a, tcf_arena *arena) {
  const int64_t n1 = a->first->n, n2 = a->second->n, lanes = tcf_pair_lanes(n1, n2, a->simd->width);
  const int64_t groups = (n2 + lanes - 1) / lanes;
  float *w;
  a->pair = (tcf_pair){.n1 = n1, .n2 = n2, .lanes = lanes};
  TCF_TRY(tcf_arena_table(arena, (size_t)(2 * groups * lanes * n1) * sizeof *w, &w));
  a->pair.twiddle = w;
  if (!w) return TCFFT_SUCCESS;
  tcf_roots roots;
  TCF_TRY(tcf_roots_init(&roots, a->n));
  for (int64_t g = 0; g < groups; g++) {
    const int64_t first = (g + 1) * lanes <= n2 ? g * lanes : n2 - lanes;
    for (int64_t k = 0; k < n1; k++, w += 2 * lanes)
      for (int64_t l = 0; l < lanes; l++) {
        float root[2];
        tcf_root_f32(&roots, (first + l) * k, root);
        w[l] = root[0];
        w[l + lanes] = root[1];
      }
  }
  tcf_roots_free(&roots);
  return TCFFT_SUCCESS;
}

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
  if (!is_pair(a, x)) return build_axis_twiddles(a, x->arena);
  a->form = TCF_AXIS_PAIR;
  return build_pair_twiddles(a, x->arena);
}

tcfft_status tcf_axis_build(const tcf_axis **out, const char *text, const tcf_fft_context *context) {
  const char *cursor = text;
  TCF_TRY(take_axis(&cursor, out, context));
  return *cursor ? bad_text(text) : TCFFT_SUCCESS;
}
