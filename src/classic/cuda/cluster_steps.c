// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/cluster_steps.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arith.h"
#include "base/memo.h"
#include "base/text.h"
#include "classic/cuda/build.h"
#include "classic/cuda/builtin_programs.h"
#include "classic/cuda/cluster.h"
#include "classic/cuda/cluster_steps_search.h"
#include "core/element.h"
#include "core/limits.h"
#include "tile/cost.h"
#include "tile/ops.h"
#include "tile/tile_text.h"

// ------------------------------------------------------------------------------------------------ text

// The parts between "c5(" and ")@3", which are separated by bars, those of a plane by an x, and the points of each, the
// product of its radices.
typedef struct parts {
  int count, cluster, resident, plane;
  char fft[TCF_STEPS][TCF_FFT_TEXT];
  int64_t points[TCF_STEPS];
} parts;

// 0: more than a cluster transforms, or not even that.
static int64_t product_of_radices(const char *text) {
  int64_t n = 1;
  while (*text) {
    char *end;
    const long radix = strtol(text, &end, 10);
    if (end == text)
      text++;
    else
      text = end, n = n && radix > 0 && radix <= TCF_LARGEST_IN_CLUSTER / n ? n * radix : 0;
  }
  return n;
}

// Reads a number of one or two digits behind a letter. 0: there is none.
static int take_number(const char **text, char before) {
  char *end;
  if (**text != before || (*text)[1] < '1' || (*text)[1] > '9') return 0;
  const long number = strtol(*text + 1, &end, 10);
  *text = end;
  return number < 100 ? (int)number : 0;
}

// 0: the text is of another form.
static int take_apart(parts *p, const char *text) {
  *p = (parts){.cluster = take_number(&text, 'c')};
  const char *end = strrchr(text, ')');
  if (!p->cluster || *text++ != '(' || !end || end < text) return 0;
  const char *behind = end + 1;
  p->resident = take_number(&behind, '@');
  if (!p->resident || *behind) return 0;
  for (; p->count < TCF_STEPS; text++) {
    const size_t all = (size_t)(end - text), length = strcspn(text, "|x") < all ? strcspn(text, "|x") : all;
    char *fft = p->fft[p->count];
    memcpy(fft, text, length);
    fft[length] = 0;
    if (strspn(fft, "0123456789.f()") != length) return 0;  // what else a tile's text may say is not for steps
    p->points[p->count++] = product_of_radices(fft);
    text += length;
    if (text == end) return !p->plane || p->count == 2;
    p->plane |= *text == 'x';
  }
  return 0;
}

// ------------------------------------------------------------------------------------------------ steps

// The step of a plane that has its rows: the last one, but where these are spectra of real numbers the first one, since what
// comes of columns is stored as rows of these.
static int rows_of(tcfft_kind kind) { return kind != TCFFT_C2R; }

// Rows lie as they are, in the side of the step that is the user's. Of real numbers they are spectra there.
static void set_rows(tcf_stage *step, const tcf_stage *s) {
  const int64_t row = step->points + (s->kind != TCFFT_C2C);
  if (s->kind != TCFFT_C2C) step->n = s->length[1];
  if (s->kind == TCFFT_C2R) {
    step->in_step = 1;
    step->in_batch_step = row;
  } else {
    step->out_step = 1;
    step->out_batch_step = row;
  }
}

// A step as a launch of its own would have it. Neighbouring threads take neighbouring transforms on either side: columns of
// the input, results of the step before in shared memory, rows whose results are neighbours in the output. In the rows of a
// plane they take neighbouring points of the user's side.
static tcf_stage step_of(const tcf_stage *s, const parts *p, int step, int64_t m) {
  const int first = step == 0, last = step == p->count - 1, convolves = p->count == TCF_STEPS;
  const int64_t ffts = m / p->points[step];
  tcf_stage a = *s;
  a.points = p->points[step];
  a.in_type = first ? s->in_type : tcf_arithmetic_of(s);
  a.out_type = last ? s->out_type : tcf_arithmetic_of(s);
  a.load = !first ? TCF_OP_COPY : convolves ? TCF_OP_CHIRP : TCF_OP_USER;
  a.store = last       ? (convolves ? TCF_OP_CHIRP : TCF_OP_USER)
            : p->plane ? TCF_OP_COPY
            : first    ? TCF_OP_TWIDDLE
                       : TCF_OP_FILTER_INVERSE;
  a.in_step = a.out_step = ffts;
  a.in_batch_step = a.out_batch_step = 1;
  a.twiddle_n = last || p->plane ? 0 : m;
  a.axes = 0;
  if (p->plane && step == rows_of(s->kind)) set_rows(&a, s);
  a.dims = 1;
  a.dim[0] = (tcf_iodim){ffts, 0, 0};
  a.width = tcf_steps_share(ffts, p->cluster, tcf_steps_pairs(s->kind, first, last));
  a.threads = a.width ? s->threads / a.width * a.width : 0;
  memcpy(a.fft, p->fft[step], sizeof a.fft);
  return a;
}

// Real kinds have even lengths, and planes of them even rows: pairs of numbers are points. Planes are packed.
static int fits_stage(const tcf_stage *s) {
  const int real = s->kind == TCFFT_R2C || s->kind == TCFFT_C2R;
  const int plane = s->axes == 2 && s->is == 1 && s->os == 1;
  return (s->kind == TCFFT_C2C ? s->points == s->n : real && 2 * s->points == s->n) && (!s->axes || plane) &&
         s->load == TCF_OP_USER && s->store == TCF_OP_USER && !s->in_batch_step && !s->out_batch_step &&
         tcf_cluster_batch_of(s).dims <= TCF_STEPS_DIMS && tcf_dim_count(s, 0) <= INT32_MAX / 16;
}

static int fits_device(int cluster, const tcf_device *d) {
  return d->capability >= 90 && d->cluster >= cluster && (d->compiler || d->built_ins);
}

// Transforms have two steps, and convolutions three, of which the last one is the first one back. (Those of FP64 were not
// tried.)
static int fits(const parts *p, const tcf_stage *s, const tcf_device *d) {
  const int64_t m = p->points[0] * p->points[1];
  const int length = p->count == 2 ? m == s->points
                                   : p->count == TCF_STEPS && s->kind == TCFFT_C2C && tcf_arithmetic_of(s) != TCFFT_F64 &&
                                         m >= 2 * s->n - 1 && p->points[2] == p->points[0];
  const int axes = p->plane ? s->axes == 2 && s->length[0] == p->points[!rows_of(s->kind)] : !s->axes;
  return length && axes && p->cluster > 1 && m <= TCF_LARGEST_IN_CLUSTER && fits_stage(s) && fits_device(p->cluster, d) &&
         s->threads >= 32 && s->threads <= 1024 && s->threads % 32 == 0 && s->width == 1;
}

static tcfft_status build_steps(tcf_cluster_steps *steps, const parts *p, const tcf_stage *s, const tcf_device *d) {
  for (int i = 0; i < p->count; i++) {
    tcf_stage *a = &steps->stage[i];
    tcf_tile *t = &steps->tile[i];
    *a = step_of(s, p, i, steps->points);
    const int pairs = tcf_steps_pairs(s->kind, i == 0, i == p->count - 1);
    if (!a->threads) return tcf_fail(TCFFT_ERROR_PARSE, "%d threads for %d transforms", steps->threads, (int)a->width);
    TCF_TRY(tcf_tile_build(t, a, d));
    const int convolves = i == 1 && p->count == TCF_STEPS ? TCF_CONV_FILTERED : TCF_CONV_NONE;
    if ((int)t->conv != convolves || t->smem_in || t->smem_out || t->warp || t->tensor ||
        pairs != (t->across_in || t->across_out))
      return tcf_fail(TCFFT_ERROR_PARSE, "%s is no step", a->fft);
    t->threads = steps->threads;
    t->blocks = steps->resident;
    if (t->shared > steps->shared) steps->shared = t->shared;
  }
  return TCFFT_SUCCESS;
}

// Without a run-time compiler the program must be one of the built-in ones.
static tcfft_status find_program(const tcf_cluster_steps *steps, const tcf_stage *s, const tcf_device *d) {
  char parameters[TCF_STEPS_PARAMETERS];
  if (d->compiler) return TCFFT_SUCCESS;
  tcf_cluster_steps_print(steps, parameters);
  if (tcf_builtin_find(d, "cluster_steps", parameters)) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "%s has no run-time compiler, and these steps are not built in: %s", d->name,
                  s->fft);
}

tcfft_status tcf_cluster_steps_build(tcf_cluster_steps *steps, const tcf_stage *s, const tcf_device *d) {
  parts p;
  if (!take_apart(&p, s->fft) || !fits(&p, s, d))
    return tcf_fail(TCFFT_ERROR_PARSE,
                    "n=%" PRId64 ":width=%" PRId64 ":threads=%" PRId64 ":fft=%s is no stage of cuda_cluster_steps on %s",
                    s->n, s->width, s->threads, s->fft, d->name);
  tcf_cluster_steps built = {.count = p.count,
                             .cluster = p.cluster,
                             .threads = (int)s->threads,
                             .resident = p.resident,
                             .plane = p.plane,
                             .points = p.points[0] * p.points[1]};
  TCF_TRY(build_steps(&built, &p, s, d));
  TCF_TRY(find_program(&built, s, d));
  *steps = built;
  return TCFFT_SUCCESS;
}

void tcf_cluster_steps_print(const tcf_cluster_steps *steps, char parameters[TCF_STEPS_PARAMETERS]) {
  tcf_writer w = {.buf = parameters, .cap = TCF_STEPS_PARAMETERS};
  tcf_put(&w, "steps=%d:cluster=%d:threads=%d:blocks=%d", steps->count, steps->cluster, steps->threads, steps->resident);
  for (int i = 0; i < steps->count; i++) {
    char tile[TCF_TILE_PARAMETERS];
    tcf_tile_print(&steps->tile[i], tile);
    if (steps->tile[i].f64) tile[strlen(tile) - strlen(TCF_PROGRAM_F64)] = 0;  // stands at the end of all
    const tcf_stage *s = &steps->stage[i];
    tcf_put(&w, "|%s:distance_in=%d:distance_out=%d", tile, s->is == 1 ? (int)s->in_step : 0,
            s->os == 1 ? (int)s->out_step : 0);
  }
  if (steps->tile[0].f64) tcf_put(&w, TCF_PROGRAM_F64);
}

// ------------------------------------------------------------------------------------------------ candidates

static void print_fft(char text[TCF_FFT_TEXT], const tcf_steps_choice *c, int convolves, int plane) {
  tcf_writer w = {.buf = text, .cap = TCF_FFT_TEXT};
  tcf_put(&w, "c%d(", c->cluster);
  for (int step = 0; step < 2 + convolves; step++) {
    const unsigned char *radix = c->radix[step % 2];
    tcf_put(&w, "%s%s", !step ? "" : plane ? "x" : "|", convolves && step == 1 ? "f(" : "");
    for (int p = 0; p < TCF_STEPS_PASSES && radix[p]; p++) tcf_put(&w, p ? ".%d" : "%d", radix[p]);
    if (convolves && step == 1) tcf_put(&w, ")");
  }
  tcf_put(&w, ")@%d", c->resident);
}

// Strides of other than one element make threads use a sector for each of them. (Not timed.)
static double of_strides(const tcf_stage *s) { return (s->is != 1 ? 1.5 : 0) + (s->os != 1 ? 1.5 : 0) + 1; }

// Clusters run as places become free. The last ones leave places idle for half the time of a cluster, in the mean. While all
// have places, the time grows with the root of their number, and a few take as long as one alone. (Of 1 to 232 transforms
// on an H200: errors of 14 % for 591 ways of 78 problems that have places, 10 % for 238 ways of 35 that have not.)
static double seconds(const tcf_stage *s, const tcf_steps_choice *c, const tcf_device *d) {
  const double first = 1e-6, ffts = (double)tcf_dim_count(s, 0), one = c->seconds * c->clusters;
  const double all = ffts > c->clusters ? first + 1.28 * one + c->seconds * (ffts - c->clusters)
                                        : fmax(1.1 * c->alone, 1.25 * one * sqrt(ffts / c->clusters));
  return d->launch + of_strides(s) * all;
}

// Of a point of the input and of one of the output.
static double side_bytes(const tcf_stage *s) { return tcf_stage_side_bytes(s, 0) + tcf_stage_side_bytes(s, 1); }

// Adds a way, unless it is there: few transforms have those for many and those for one.
static void add_candidate(const tcf_stage *stage, const tcf_steps_choice *c, const tcf_device *d, tcf_candidates *out) {
  tcf_stage s = *stage;
  tcf_cluster_steps steps;
  s.width = 1;
  s.threads = c->threads;
  print_fft(s.fft, c, c->n[0] * c->n[1] != s.points, s.axes != 0);
  for (int i = 0; i < out->count; i++)
    if (out->stage[i].threads == s.threads && !strcmp(out->stage[i].fft, s.fft)) return;
  if (tcf_cluster_steps_build(&steps, &s, d) != TCFFT_SUCCESS || (int64_t)steps.shared > d->shared) return;
  const double bytes = side_bytes(&s) * (double)s.points * (double)tcf_dim_count(&s, 0);
  s.bytes = bytes < 9e18 ? (int64_t)bytes : INT64_MAX;
  s.time = seconds(&s, c, d);
  s.variance = 0;
  for (int i = 0; i < steps.count; i++) s.variance += tcf_tile_variance(&steps.stage[i], &steps.tile[i]);
  tcf_candidates_add(out, &s);
}

// Convolutions are of lengths that have few different radices.
static int list_convolutions(tcf_steps_choice *list, int most, const tcf_steps_task *whole, const tcf_device *d) {
  static const int odd[] = {1, 9, 5, 3, 25, 15};
  int count = 0;
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
    tcf_steps_choice c;
    tcf_steps_task task = {.points = odd[i], .convolved = whole->points, .alone = whole->alone, .bytes = whole->bytes};
    while (task.points < 2 * whole->points - 1) task.points *= 2;
    if (count == most) task.of_use = task.alone ? list[most - 1].alone : list[most - 1].seconds;
    if (!tcf_steps_list(&c, 1, &task, d)) continue;
    int at = count < most ? count++ : most - 1;
    for (; at > 0 && (task.alone ? list[at - 1].alone > c.alone : list[at - 1].seconds > c.seconds); at--)
      list[at] = list[at - 1];
    list[at] = c;
  }
  return count;
}

static int list_ways(tcf_steps_choice *list, int most, const tcf_stage *s, int alone, const tcf_device *d) {
  const tcf_steps_task task = {.points = s->points,
                               .kind = s->kind,
                               .f64 = tcf_arithmetic_of(s) == TCFFT_F64,
                               .alone = alone,
                               .first = !s->axes           ? 0
                                        : rows_of(s->kind) ? (int)s->length[0]
                                                           : (int)tcf_axis_points(s, 1),
                               .bytes = side_bytes(s)};
  return tcf_is_smooth(s->points) ? tcf_steps_list(list, most, &task, d) : list_convolutions(list, most, &task, d);
}

// Whether the steps of a built-in program of the type have as many points. No convolution is built in.
static int is_built_in_length(const tcf_stage *s, const tcf_device *d) {
  static const char begin[] = "|n=";
  const int f64 = tcf_arithmetic_of(s) == TCFFT_F64;
  for (int64_t i = 0; i < d->built_ins; i++) {
    if (strcmp(d->built_in[i].family, "cluster_steps") != 0) continue;
    if (!strstr(d->built_in[i].parameters, TCF_PROGRAM_F64) != !f64) continue;
    int64_t points = 1;
    for (const char *at = d->built_in[i].parameters; (at = strstr(at, begin)); at += sizeof begin - 1)
      points *= strtoll(at + sizeof begin - 1, NULL, 10);
    if (points == s->points) return 1;
  }
  return 0;
}

// What a block has by itself is left to it, unless the transform is alone. Without a compiler only what is built in is
// searched for.
static int is_for_clusters(const tcf_stage *s, int alone, const tcf_device *d) {
  enum { SMALLEST_ALONE = 4096 };
  const int f64 = tcf_arithmetic_of(s) == TCFFT_F64, smooth = tcf_is_smooth(s->points),
            least = (smooth ? TCF_LARGEST_TILE : TCF_LARGEST_CONVOLUTION) >> f64;
  return fits_stage(s) && fits_device(2, d) && (smooth || (s->kind == TCFFT_C2C && !f64 && !s->axes)) &&
         s->points > (alone ? SMALLEST_ALONE : least) && s->points <= TCF_LARGEST_IN_CLUSTER &&
         (d->compiler || is_built_in_length(s, d));
}

// Whether the transforms are so few that most of the device has none, and whether ways for few of them may be faster.
static int is_alone(const tcf_stage *s, const tcf_device *d) { return tcf_dim_count(s, 0) <= d->cores / 16; }
static int is_few(const tcf_stage *s, const tcf_device *d) { return tcf_dim_count(s, 0) <= d->cores / 8; }

// The fastest ways are kept for plans to come: the search for those of convolutions takes 0.4 ms.
enum { FASTEST = 2 };
typedef struct fastest {
  int count;
  tcf_steps_choice list[FASTEST];
} fastest;

static void find_fastest(fastest *f, const tcf_stage *s, int alone, const tcf_device *d) {
  _Static_assert(sizeof *f <= TCF_MEMO_RESULT, "the cache holds the fastest ways");
  const double key[] = {(double)s->points,       (double)s->kind,
                        (double)alone,           (double)d->cores,
                        (double)d->cluster,      (double)d->shared,
                        (double)d->sm_shared,    (double)d->sm_threads,
                        (double)d->sm_registers, d->copy,
                        side_bytes(s),           (double)tcf_arithmetic_of(s),
                        (double)d->fp64,         s->axes ? (double)tcf_axis_points(s, 1) : 0};
  if (tcf_memo_get(TCF_MEMO_STEPS, key, sizeof key, f, sizeof *f)) return;
  memset(f, 0, sizeof *f);
  f->count = list_ways(f->list, FASTEST, s, alone, d);
  tcf_memo_put(TCF_MEMO_STEPS, key, sizeof key, f, sizeof *f);
}

void tcf_cluster_steps_propose(const tcf_stage *s, const tcf_device *d, tcf_candidates *out) {
  fastest f;
  for (int alone = 0; alone <= is_few(s, d); alone++) {
    if (!is_for_clusters(s, alone && is_alone(s, d), d)) continue;
    find_fastest(&f, s, alone, d);
    for (int i = 0; i < f.count; i++) add_candidate(s, &f.list[i], d, out);
  }
}

// Adds a way with the radices of its first step in every other order of those from pass `at` on; changed: their order is
// another one already. How many registers the compiler needs for an order is not known before. (560x98 on an H200 by 7.5.16,
// of the fewest instructions, 408 us and 236 bytes spilled, by 5.16.7 329 and 16.)
static void add_orders(const tcf_stage *s, tcf_steps_choice *c, int at, int changed, const tcf_device *d,
                       tcf_candidates *out) {
  unsigned char *radix = c->radix[0];
  if (changed && (at == TCF_STEPS_PASSES || !radix[at])) add_candidate(s, c, d, out);
  for (int i = at; i < TCF_STEPS_PASSES && radix[i]; i++) {
    const unsigned char first = radix[i];
    if (i > at && memchr(radix + at, first, (size_t)(i - at))) continue;  // the same order again
    radix[i] = radix[at];
    radix[at] = first;
    add_orders(s, c, at + 1, changed || i > at, d, out);
    radix[at] = radix[i];
    radix[i] = first;
  }
}

void tcf_cluster_steps_variants(const tcf_stage *s, const tcf_device *d, tcf_candidates *out) {
  tcf_steps_choice list[TCF_STEPS_CHOICES];
  for (int alone = is_alone(s, d); alone <= is_few(s, d); alone++) {
    if (!is_for_clusters(s, alone && is_alone(s, d), d)) continue;
    const int count = list_ways(list, TCF_STEPS_CHOICES, s, alone, d);
    for (int i = 0; i < count; i++) add_candidate(s, &list[i], d, out);
    if (count) add_orders(s, &list[0], 0, 0, d, out);
  }
}
