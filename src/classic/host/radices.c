// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/host/radices.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memo.h"
#include "classic/host/axis.h"
#include "core/element.h"
#include "num/modular.h"
#include "tile/tensor_passes.h"

// Squared relative errors by source, fitted to measurements (bench/results, accuracy): the FP32 additions of a factor-of-two
// step, FP32 twiddles, and what a radix-4 step adds when its input is rounded to two FP16 terms (with truncating sums) or to
// one.
static const double add_variance = 0.75e-15, twiddle_variance = 1.6e-15, split2_variance = 0.7e-15, half1_variance = 4.1e-8;

// A butterfly by its radix: its text and its factors of two, since planning composes thousands of passes and has no time to
// print or to take logarithms; and its operations per row (fused multiply-adds), without twiddles, loads and stores. They
// stand in the order of the passes, large radices first.
typedef struct codelet {
  int radix;
  const char *text;
  double ops, log2;
} codelet;
static const codelet codelets[] = {{16, "16", 11, 4},
                                   {15, "15", 12.2, 3.9068905956085187},
                                   {13, "13", 17, 3.700439718141092},
                                   {12, "12", 9, 3.584962500721156},
                                   {11, "11", 15, 3.4594316186372973},
                                   {10, "10", 9.2, 3.321928094887362},
                                   {9, "9", 11.8, 3.169925001442312},
                                   {8, "8", 7, 3},
                                   {7, "7", 9.5, 2.807354922057604},
                                   {6, "6", 7, 2.584962500721156},
                                   {5, "5", 7.2, 2.321928094887362},
                                   {4, "4", 4, 2},
                                   {3, "3", 5, 1.584962500721156},
                                   {2, "2", 2, 1}};
enum { CODELETS = sizeof codelets / sizeof *codelets };

static int64_t tile_bytes(int64_t n, const tcf_compose_for *x) { return 2 * n * 2 * tcf_type_bytes(x->type) * x->width; }

// Operations for the memory traffic of one pass over a tile of n rows: two loads and two stores a row, which cost more when
// the tile does not fit a cache.
static double pass_traffic(int64_t n, const tcf_compose_for *x) {
  const int64_t bytes = tile_bytes(n, x);
  return 4 + (bytes > x->device->l1 ? 4 : 0) + (bytes > x->device->l2 ? 16 : 0);
}

// What a pass of a convolution costs besides, whose tile has the last cache to itself or does not fit it. (Fitted to
// convolutions of 4093 to 99991 points on an AMD EPYC, whose tiles have 2 to 26 MB.)
static double large_traffic(int64_t n, const tcf_compose_for *x) {
  const double bytes = (double)tile_bytes(n, x), l3 = (double)x->device->l3;
  return l3 > 0 ? (bytes > 0.1 * l3 ? 12 : 0) + (bytes > 0.45 * l3 ? 24 : 0) : 0;
}

// Appends a pass after a '.'. 0: there is no room.
static int append(tcf_composed *c, const char *text) {
  const size_t have = strlen(c->text), more = strlen(text);
  if (have + more + 2 > sizeof c->text) return 0;
  if (have) c->text[have] = '.';
  memcpy(c->text + have + (have != 0), text, more + 1);
  return 1;
}

// The twin emulates every sum of a tensor core, which is slow, and this is its true cost. A radix-2 pass of the tensor
// algorithm costs as much as two such passes, so that the emulation matters between algorithms but never speaks against
// tensor steps within its own.
static double emulated_ops(const tcf_compose_for *x) { return x->split == TCFFT_SPLIT_HALF1 ? 200 : 450; }

static int add_codelet(tcf_composed *c, int64_t n, int64_t ns, const codelet *k, const tcf_compose_for *x) {
  if (!append(c, k->text)) return 0;
  c->ops += (double)n * (k->ops + pass_traffic(n, x) + (ns > 1 ? 4 : 0));
  c->variance += add_variance * k->log2 + (ns > 1 ? twiddle_variance : 0);
  return 1;
}

// The host never chooses radix 32, whose numbers exceed its registers.
static const codelet *codelet_of(int radix) {
  static const codelet thirty_two = {32, "32", 17, 5};
  if (radix == 32) return &thirty_two;
  for (int i = 0; i < CODELETS; i++)
    if (codelets[i].radix == radix) return &codelets[i];
  return NULL;
}

static int add_tensor(tcf_composed *c, int64_t n, int64_t ns, int radix, const tcf_compose_for *x) {
  codelet k = *codelet_of(radix);
  char text[8];
  snprintf(text, sizeof text, "m%s", k.text);
  k.text = text;
  if (!add_codelet(c, n, ns, &k, x)) return 0;
  c->ops += (double)n * emulated_ops(x);
  c->split_variance += x->split == TCFFT_SPLIT_HALF1 ? half1_variance : split2_variance;
  return 1;
}

// A power of two with the passes of a GPU's tile.
static int compose_as_device(tcf_composed *out, int64_t n, const tcf_compose_for *x) {
  int radix[TCF_MAX_PASSES], taken;
  const int passes = tcf_tensor_passes((int)n, radix, &taken);
  tcf_composed c = {.parallel = 0};
  int64_t ns = 1;
  for (int p = 0; p < passes; ns *= radix[p++]) {
    if (radix[p] == 1) continue;
    if (!(taken >> p & 1 ? add_tensor(&c, n, ns, radix[p], x) : add_codelet(&c, n, ns, codelet_of(radix[p]), x))) return 0;
  }
  *out = c;
  return 1;
}

// The radices of 2, 3 and 5 that make 2^a 3^b 5^c at the least operations: times[i] of codelets[i], by the cheapest last one
// of each divisor. The tensor algorithm comes here where n has other factors and in the paper's form; it takes radix-4 steps
// and at most one of radix 2.
static void choose_radices(const int exponents[3], double traffic, int tensor, int times[CODELETS]) {
  static const int8_t factors[CODELETS][3] = {{4, 0, 0}, {0, 1, 1}, {-1},      {2, 1, 0}, {-1},      {1, 0, 1}, {0, 2, 0},
                                              {3, 0, 0}, {-1},      {1, 1, 0}, {0, 0, 1}, {2, 0, 0}, {0, 1, 0}, {1, 0, 0}};
  enum { A = 18, B = 12, C = 9 };  // above the exponents of the longest tile
  double least[A][B][C];
  int8_t last[A][B][C];
  for (int a = 0; a <= exponents[0]; a++)
    for (int b = 0; b <= exponents[1]; b++)
      for (int c = 0; c <= exponents[2]; c++) {
        least[a][b][c] = a + b + c ? INFINITY : 0;
        for (int i = 0; i < CODELETS; i++) {
          const int8_t *f = factors[i];
          if (f[0] < 0 || f[0] > a || f[1] > b || f[2] > c || a + b + c == 0) continue;
          if (tensor && codelets[i].radix > 5) continue;
          const double ops = least[a - f[0]][b - f[1]][c - f[2]] + codelets[i].ops + traffic + 4;
          if (ops >= least[a][b][c]) continue;
          least[a][b][c] = ops;
          last[a][b][c] = (int8_t)i;
        }
      }
  for (int a = exponents[0], b = exponents[1], c = exponents[2]; a + b + c;) {
    const int i = last[a][b][c];
    times[i]++;
    a -= factors[i][0], b -= factors[i][1], c -= factors[i][2];
  }
}

// Inner lengths of a Bluestein convolution: the lengths m * 2^k that hold 2 p - 1 points, one for each index. -1: this one
// is too long; 0: there are no more.
static int64_t next_conv_length(int64_t least, int index, const tcf_compose_for *x) {
  static const int odd[] = {1, 3, 5, 9, 15, 7, 21, 25, 27, 45, 11, 13};
  if (index >= (x->algorithm == TCFFT_ALGORITHM_TENSOR ? 1 : (int)(sizeof odd / sizeof *odd))) return 0;
  int64_t m = odd[index];
  while (m < least) m *= 2;
  return m < least + least / 2 || index == 0 ? m : -1;
}

// The error that FP32 accuracy allows a length (the limit of the conformance tests), with a margin. Convolutions within
// convolutions can exceed it. Constants of butterflies, such as sqrt(3) / 2, happen to be further from doubles than from
// floats, each in its last place, so that FP64 has a wider margin.
static double allowed_variance(int64_t n, const tcf_compose_for *x) {
  if (x->algorithm == TCFFT_ALGORITHM_TENSOR && x->split == TCFFT_SPLIT_HALF1) return INFINITY;
  return (x->type == TCFFT_F64 ? 0.65 : 0.85) * 9e-14 * log2((double)n) / 10;
}

static double variance_of(const tcf_composed *c) { return c->variance + c->split_variance; }

// Where the inner transforms of a convolution live: how their length is composed, what its operations are at least, the
// letters of the convolution's text, whether they are in a tile, and the operations of a point besides the transforms.
typedef struct convolution_form {
  char rader, bluestein;
  int in_tile;
  double each;
  int (*compose)(tcf_composed *out, int64_t n, const tcf_compose_for *x);
  double (*least_ops)(int64_t n, const tcf_compose_for *x);
} convolution_form;

// Operations of n points' butterflies at least: those of the radix that is cheapest for its factors of two.
static double least_butterflies(int64_t n, double traffic) {
  double least = INFINITY;
  for (int i = 0; i < CODELETS; i++) least = fmin(least, (codelets[i].ops + traffic) / codelets[i].log2);
  return least * (double)n * log2((double)n);
}

// Operations of a convolution whose transforms take `inner` each.
static double conv_ops(double inner, int64_t m, int64_t p, const convolution_form *form) {
  return 2 * inner + form->each * (double)m + 6 * (double)p;
}

static int passes_of(const char *text) {
  int passes = 1;
  for (; *text; text++) passes += *text == '.';
  return passes;
}

// The cheapest of Rader's convolution (p - 1) and Bluestein's, among those that are accurate enough, or the most accurate
// one where none is. Once one is, a length that costs more at the least is not composed.
static int compose_conv(tcf_composed *best, int64_t p, int is_prime, const convolution_form *form,
                        const tcf_compose_for *x) {
  const double limit = allowed_variance(p, x);
  *best = (tcf_composed){.ops = INFINITY};
  for (int i = -1;; i++) {
    const int64_t m = i < 0 ? (is_prime && p < INT32_MAX ? p - 1 : -1) : next_conv_length(2 * p - 1, i, x);
    if (m == 0) break;
    const int best_accurate = variance_of(best) <= limit;
    tcf_composed c;
    if (m < 0 || (best_accurate && 0.999 * conv_ops(form->least_ops(m, x), m, p, form) >= best->ops)) continue;
    if (!form->compose(&c, m, x)) continue;
    if (form->in_tile) c.ops += (double)m * passes_of(c.text) * large_traffic(m, x);
    const double by_one = 2 * (1 - c.parallel) * c.ops;  // of both transforms
    c.ops = conv_ops(c.ops, m, p, form);
    c.parallel = 1 - by_one / c.ops;
    c.pair = c.fetches = 0;
    c.variance = (m > TCF_WIDE_SPECTRUM ? 3.4 : 2.2) * c.variance + 2 * twiddle_variance;
    // The split error is that of both transforms; the kernel is transformed in FP32. The noise is the same at all m points
    // of the convolution, while the result has 2 p points, and at each of the p points that are kept it is as large as
    // elsewhere.
    c.by_rader |= i < 0;
    c.split_variance *= i < 0 ? 2 : 4 * (double)p / (double)m;
    const double error = variance_of(&c);
    const int accurate = error <= limit, cheaper = accurate ? c.ops < best->ops : error < variance_of(best);
    if (isfinite(best->ops) && (accurate < best_accurate || (accurate == best_accurate && !cheaper))) continue;
    char text[TCF_FFT_TEXT + 32];
    snprintf(text, sizeof text, "%c%" PRId64 "(%s)", i < 0 ? form->rader : form->bluestein, p, c.text);
    if (strlen(text) >= sizeof best->text) continue;
    *best = c;
    memcpy(best->text, text, strlen(text) + 1);
  }
  return isfinite(best->ops);
}

static double least_tile_ops(int64_t n, const tcf_compose_for *x) { return least_butterflies(n, pass_traffic(n, x)); }

static int compose_tile(tcf_composed *out, int64_t n, const tcf_compose_for *x);
static const convolution_form in_tile = {'r', 'b', 1, 8, compose_tile, least_tile_ops};

static int add_large_primes(tcf_composed *c, int64_t n, int64_t *ns, int64_t rest, const tcf_compose_for *x) {
  while (rest > 1) {
    const int64_t p = (int64_t)tcf_smallest_factor((tcf_u64)rest);
    tcf_composed conv;
    if (!compose_conv(&conv, p, 1, &in_tile, x) || !append(c, conv.text)) return 0;
    c->ops += (double)(n / p) * conv.ops + (double)n * (pass_traffic(n, x) + (*ns > 1 ? 4 : 0));
    c->variance += conv.variance + (*ns > 1 ? twiddle_variance : 0);
    c->split_variance += conv.split_variance;
    c->by_rader |= conv.by_rader;
    *ns *= p;
    rest /= p;
  }
  return 1;
}

static int compose_tile(tcf_composed *out, int64_t n, const tcf_compose_for *x) {
  const int tensor = x->algorithm == TCFFT_ALGORITHM_TENSOR;
  if (n > TCF_TILE_LIMIT) return 0;
  if (tensor && x->split != TCFFT_SPLIT_PAPER && n >= 4 && (n & (n - 1)) == 0) return compose_as_device(out, n, x);
  tcf_composed c = {.parallel = 0};
  int64_t rest = n, ns = 1;
  int exponents[3] = {0}, times[CODELETS] = {0};
  static const int primes[3] = {2, 3, 5};
  for (int p = 0; p < 3; p++)
    for (; rest % primes[p] == 0; rest /= primes[p]) exponents[p]++;
  for (int i = 0; i < CODELETS; i++)
    for (; codelets[i].radix % 2 && rest % codelets[i].radix == 0; rest /= codelets[i].radix) times[i]++;
  choose_radices(exponents, pass_traffic(n, x), tensor, times);
  // Convolutions come first, where they need no twiddles, and then large radices.
  if (!add_large_primes(&c, n, &ns, rest, x)) return 0;
  for (int i = 0; i < CODELETS; i++) {
    const int radix = codelets[i].radix;
    for (int t = 0; t < times[i]; t++, ns *= radix)
      if (!(tensor && radix == 4 ? add_tensor(&c, n, ns, radix, x) : add_codelet(&c, n, ns, &codelets[i], x))) return 0;
    if (tensor && radix == 2) c.ops += 2 * emulated_ops(x) * (double)n * times[i];
  }
  if (n == 1 && !append(&c, "1")) return 0;
  *out = c;
  return 1;
}

// Squared relative error that a real kind adds before and after its complex transform, fitted as the errors above are.
// DCT-IV of two points is one complex number, which is only multiplied twice.
static double real_variance(tcfft_kind kind, int64_t n) {
  static const double variance[] = {[TCFFT_C2C] = 0,      [TCFFT_R2C] = 1e-15,  [TCFFT_C2R] = 1e-15, [TCFFT_DCT1] = 0.3e-15,
                                    [TCFFT_DCT2] = 2e-15, [TCFFT_DCT3] = 2e-15, [TCFFT_DCT4] = 3e-15};
  return kind == TCFFT_DCT4 && n == 2 ? 2e-15 : variance[kind];
}

double tcf_host_variance(const tcf_composed *c, const tcf_stage *s) {
  const double split = (c->by_rader ? 1 : tcf_split_share(s->kind, s->n)) * c->split_variance;
  return (c->variance + split + real_variance(s->kind, s->n)) * tcf_rounding_variance(tcf_arithmetic_of(s));
}

double tcf_compose_move(int64_t n, int64_t stride, int64_t lane_stride, const tcf_compose_for *x) {
  // Squares of `width` numbers; tiles shorter than a square are moved element by element.
  if (stride == 1 && 2 * n >= x->width)
    return (double)((2 * n + x->width - 1) / x->width * x->width) * (2 + log2((double)x->width));
  if (stride == 1) return 2.5 * (double)n * (double)x->width;
  if (lane_stride == 1) return (double)n * 6;
  return (double)n * 5 * (double)x->width;
}

static double groups_of(int64_t n, int64_t width) { return (double)((n + width - 1) / width); }

_Static_assert((int64_t)TCF_TILE_LIMIT *TCF_TILE_LIMIT == TCF_LONGEST_ON_HOST, "two tiles make the longest axis");

// A tile and its number of rows.
typedef struct composed_tile {
  tcf_composed fft;
  int64_t n;
} composed_tile;

// The first and the last radix of a tile's passes, and how many passes there are: none if one is a convolution.
typedef struct ends {
  int64_t first, last;
  int passes;
} ends;

static ends ends_of(const char *text) {
  const char *dot = strrchr(text, '.');
  if (strchr(text, '(')) return (ends){.passes = 0};
  return (ends){.first = strtol(text, NULL, 10), .last = strtol(dot ? dot + 1 : text, NULL, 10), .passes = passes_of(text)};
}

// Whether hierarchical.h has these columns and rows, without tiles that are moved in and out.
static int columns_at_once(const char *text, int64_t n2, const tcf_compose_for *x) {
  const ends e = ends_of(text);
  return x->algorithm != TCFFT_ALGORITHM_TENSOR && e.passes && tcf_columns_possible(e.first, e.last, e.passes, n2, x->width);
}

static int rows_at_once(const char *text, int64_t n1, const tcf_compose_for *x) {
  const ends e = ends_of(text);
  return x->algorithm != TCFFT_ALGORITHM_TENSOR && e.passes == 2 && tcf_rows_possible(e.first, e.last, n1, x->width);
}

// Composes an axis of tiles of its columns and of its rows.
static int compose_hierarchical(tcf_composed *out, const composed_tile *column, const composed_tile *row,
                                const tcf_compose_for *x) {
  const int64_t n1 = column->n, n2 = row->n, n = n1 * n2, bytes = 4 * tcf_type_bytes(x->type) * n;
  const tcf_composed *columns = &column->fft, *rows = &row->fft;
  const int64_t lanes = tcf_pair_lanes(n1, n2, x->width);
  const int pair =
      x->algorithm != TCFFT_ALGORITHM_TENSOR && lanes && !strchr(columns->text, '.') && !strchr(rows->text, '.');
  // The twiddles of the lanes take width * n1 elements, which must stay well below the 2 n elements that a plan may have.
  if (!pair && n1 * x->width > (n / 16 > 512 ? n / 16 : 512)) return 0;
  if (strlen(columns->text) + strlen(rows->text) + 2 > sizeof out->text) return 0;
  // The intermediate result is written and read once.
  const double traffic = bytes > x->device->l3 ? 40 : bytes > x->device->l2 ? 14 : bytes > x->device->l1 ? 4 : 0;
  tcf_composed c = {.variance = columns->variance + rows->variance + 2 * twiddle_variance,
                    .split_variance = columns->split_variance + rows->split_variance,
                    .pair = pair,
                    .by_rader = columns->by_rader | rows->by_rader};
  memcpy(c.text, columns->text, sizeof c.text);
  strcat(c.text, "|");
  strcat(c.text, rows->text);
  // Twiddles, or the transposition, and moving to or from memory, which is a part of the first or of the last pass where
  // these go at once.
  const int at_once[2] = {columns_at_once(columns->text, n2, x), rows_at_once(rows->text, n1, x)};
  const double a = columns->ops + (double)n1 * (12 + traffic / 2) + (at_once[0] ? 0 : tcf_compose_move(n1, n2, 1, x));
  const double b = rows->ops + (double)n2 * (2 * log2((double)x->width) + traffic / 2) +
                   (at_once[1] ? 4 * (double)n2 : 6 * (double)n2 + tcf_compose_move(n2, n1, 1, x));
  c.fetches = at_once[0] && at_once[1];
  c.ops = groups_of(n2, x->width) * a + groups_of(n1, x->width) * b;
  // Two radices alone need no tiles: what is counted besides their passes is twiddles and shuffles.
  if (pair)
    // Halves are loaded and stored each.
    c.ops = (groups_of(n2, lanes) * (columns->ops + (lanes < x->width ? 14 : 8) * (double)n1) +
             groups_of(n1, lanes) * (rows->ops + (double)n2 * ((lanes < x->width ? 8 : 2) + 2 * log2((double)lanes)))) *
            (double)lanes / (double)x->width;
  c.parallel = !pair;
  *out = c;
  return 1;
}

// Takes divisors near the square root, where both tiles are shortest. Distant ones only pay where a large prime leaves no
// others.
static int best_hierarchical(tcf_composed *best, int64_t n, const tcf_compose_for *x) {
  best->ops = INFINITY;
  if (n > TCF_LONGEST_ON_HOST) return 0;
  int64_t root = (int64_t)sqrt((double)n);
  while (root * root > n) root--;
  const int64_t least = root / 8 > 2 ? root / 8 : 2;
  for (int64_t d = root; d >= least; d--) {
    if (n % d) continue;
    composed_tile tile[2] = {{.n = n / d}, {.n = d}};
    if (!compose_tile(&tile[0].fft, n / d, x) || !compose_tile(&tile[1].fft, d, x)) continue;
    for (int first = 0; first < 2; first++) {
      tcf_composed c;
      if (compose_hierarchical(&c, &tile[first], &tile[!first], x) && c.ops < best->ops) *best = c;
    }
  }
  return isfinite(best->ops);
}

// The least that compose_hierarchical counts beside the butterflies, which is that of two radices: shuffles and twiddles.
static double least_hierarchical_ops(int64_t n, const tcf_compose_for *x) {
  return (least_butterflies(n, 4) + (double)n * (10 + 2 * log2((double)x->width))) / (double)x->width;
}

// Numbers are multiplied one by one there (long_convolution.h).
static const convolution_form over_memory = {'R', 'B', 0, 45, best_hierarchical, least_hierarchical_ops};

static int compose_axis(tcf_composed *out, int64_t n, const tcf_compose_for *x) {
  if (n > TCF_LONGEST_ON_HOST) return 0;
  tcf_composed best, conv;
  int found = best_hierarchical(&best, n, x);
  // A convolution costs at least three times as much, so it is only for lengths that nothing else computes well.
  const int prime = tcf_smallest_factor((tcf_u64)(n < 2 ? 2 : n)) == (tcf_u64)n;
  if (n > 64 && (!found || best.ops > 100 * (double)n * log2((double)n) / (double)x->width) &&
      compose_conv(&conv, n, prime, &over_memory, x)) {
    conv.ops += 12 * (double)n;  // its scalar gather and scatter
    if (!found || conv.ops < best.ops) best = conv;
    found = 1;
  }
  if (found) *out = best;
  return found;
}

// Planning asks for a length repeatedly: for each batch dimension, each algorithm, each plan.
static int composed_once(tcf_composed *out, int64_t n, const tcf_compose_for *x,
                         int (*compose)(tcf_composed *, int64_t, const tcf_compose_for *)) {
  _Static_assert(sizeof *out <= TCF_MEMO_RESULT, "the cache holds composed lengths");
  const tcf_device *d = x->device;
  const int64_t key[] = {n, compose == compose_axis, x->width, x->type, x->algorithm, x->split, d->l1, d->l2, d->l3};
  if (!tcf_memo_get(TCF_MEMO_HOST_RADICES, key, sizeof key, out, sizeof *out)) {
    *out = (tcf_composed){.ops = INFINITY};
    if (!compose(out, n, x)) out->ops = INFINITY;
    tcf_memo_put(TCF_MEMO_HOST_RADICES, key, sizeof key, out, sizeof *out);
  }
  return isfinite(out->ops);
}

int tcf_compose_fft(tcf_composed *out, int64_t n, const tcf_compose_for *x) {
  return composed_once(out, n, x, compose_tile);
}

int tcf_compose_axis(tcf_composed *out, int64_t n, const tcf_compose_for *x) {
  return composed_once(out, n, x, compose_axis);
}
