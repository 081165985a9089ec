// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tiles for every length on every GPU that is planned for: they compute that length, fit the device, keep their points apart
// in shared memory, and say all that in a text that reads back.
#include "classic/cuda_compose.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_program.h"
#include "num/modular.h"
#include "planner.h"
#include "stages.h"
#include "units.h"

enum { LONGEST = 16384, WARP = 32, MOST_THREADS = 1024, MOST_RADIX = 32, MOST_HELD = 36, MOST_BLOCKS = 32 };

static void name_case(char name[80], const tcf_device *d, const tcf_stage *s, layout l) {
  snprintf(name, 80, "%.20s: %lld points of kind %d, layout %d", d->name, (long long)s->points, s->kind, l);
  test_current = name;
}

// ------------------------------------------------------------------------------------------------ one tile

static int is_prime(int64_t n) { return n > 1 && (int64_t)tcf_smallest_factor((tcf_u64)n) == n; }

static int shared_at(const tcf_tile *t, int lane, int i) {
  return lane * t->stride + i + (t->pad ? i / t->row * t->pad : 0);
}

static int uses_shared(const tcf_tile *t) { return t->passes > 1 || t->conv || t->stage_in || t->stage_out; }

// Complex numbers in a thread's registers, by the pass that holds most.
static int points_held(const tcf_tile *t) {
  int most = 0;
  if (t->conv == TCF_CONV_DENSE) {  // two sums of each part for each pair of results
    const int prime = t->radix[t->passes - 1];
    return 2 * (t->n / prime) * ((prime / 2 + t->tpt - 1) / t->tpt);
  }
  for (int p = 0; p < t->passes; p++)
    if (tcf_tile_held(t, p) > most) most = tcf_tile_held(t, p);
  return most;
}

// Of a thread that holds so many points: compiled kernels take about three for a point and some for the rest. Where a block
// is alone, the compiler has to do with less.
static int64_t registers_needed(const tcf_tile *t, int held) {
  if (t->conv == TCF_CONV_DENSE) return 2 * held + 20;
  return t->blocks == 1 ? 2 * held + 16 : 3 * held + 10;
}

static void check_length(const char *name, const tcf_tile *t, const tcf_stage *s) {
  int64_t product = 1;
  ck_assert(t->passes >= 1 && t->passes <= TCF_TILE_PASSES);
  for (int p = 0; p < t->passes; p++) {
    ck_assert_msg((t->radix[p] >= 2 || t->n == 1) && (t->radix[p] <= MOST_RADIX || t->conv == TCF_CONV_DENSE),
                  "%s: radix %d", name, t->radix[p]);
    product *= t->radix[p];
  }
  ck_assert_msg(product == t->n && t->points == s->points, "%s: %s", name, s->fft);
  if (t->conv == TCF_CONV_RADER)
    ck_assert_msg(is_prime(s->points) && t->n == s->points - 1, "%s: %s", name, s->fft);
  else if (t->conv == TCF_CONV_BLUESTEIN)
    ck_assert_msg(t->n >= 2 * s->points - 1, "%s: %s", name, s->fft);
  else if (s->store == TCF_EDGE_CONVOLVE)
    ck_assert_msg(t->conv == TCF_CONV_FILTERED && t->n == s->points, "%s: %s", name, s->fft);
  else
    ck_assert_msg(t->n == s->points, "%s: %s", name, s->fft);
}

// Points of all lanes lie apart, and what waits beside them is there too.
static void check_shared(const char *name, const tcf_tile *t, const tcf_device *d) {
  static unsigned char taken[1 << 15];
  const int staged = (t->stage_in && t->mirror_in) || (t->stage_out && t->mirror_out);  // a spectrum has one bin more
  const int rows = t->conv == TCF_CONV_RADER || staged ? t->n + 1 : t->n, region = t->width * t->stride;
  ck_assert_msg(t->shared == (uses_shared(t) ? 8 * (size_t)region : 0), "%s: %zu bytes for %d of %d", name, t->shared,
                t->width, t->stride);
  ck_assert_msg((int64_t)t->shared <= d->shared, "%s: %zu bytes of shared memory", name, t->shared);
  if (!t->shared) return;
  ck_assert_int_le(region, (int)sizeof taken);
  memset(taken, 0, (size_t)region);
  int apart = 1;
  for (int lane = 0; lane < t->width; lane++)
    for (int i = 0; i < rows && apart; i++) {
      const int at = shared_at(t, lane, i);
      apart = at >= 0 && at < region && !taken[at];
      if (apart) taken[at] = 1;
    }
  ck_assert_msg(apart, "%s: points share memory: stride=%d:row=%d:pad=%d", name, t->stride, t->row, t->pad);
}

static void check_threads(const char *name, const tcf_tile *t, const tcf_stage *s, const tcf_device *d) {
  ck_assert_msg(t->width == s->width && t->tpt == s->threads / s->width && t->tpt >= 1, "%s: tile of %d", name, t->width);
  ck_assert_msg(t->threads == (t->width * t->tpt + WARP - 1) / WARP * WARP && t->threads <= MOST_THREADS, "%s: %d threads",
                name, t->threads);
  ck_assert_msg(t->blocks >= 1 && t->blocks <= MOST_BLOCKS && t->blocks * t->threads <= d->sm_threads, "%s: %d blocks", name,
                t->blocks);
  ck_assert_msg(t->blocks == 1 || !t->shared || t->blocks * (int64_t)(t->shared + 1024) <= d->sm_shared,
                "%s: %d blocks of %zu bytes", name, t->blocks, t->shared);
  const int held = points_held(t);
  const int64_t registers = d->sm_registers / (t->threads * t->blocks);
  ck_assert_msg(held <= MOST_HELD && registers >= registers_needed(t, held), "%s: %d points a thread in %lld registers",
                name, held, (long long)registers);
  if (t->conv == TCF_CONV_DENSE)
    ck_assert(t->warp ? t->tpt == 1 && t->width == WARP : t->tpt > 1 || t->width != WARP);
  else if (t->warp)
    ck_assert(!t->order_in && !t->order_out && WARP % t->tpt == 0 && t->width * t->tpt % WARP == 0);
}

static void check_edges(const char *name, const tcf_tile *t, const tcf_stage *s, layout l) {
  const int side_by_side_in = l == COLUMNS || l == FIRST || l == CHIRPED;
  ck_assert_msg(t->order_in == side_by_side_in, "%s: order_in", name);
  ck_assert_msg(t->order_out == (side_by_side_in || l == TURNED || l == LAST || l == FILTERED), "%s: order_out", name);
  ck_assert(t->unit_in == (s->in_step * s->is == 1) && t->unit_out == (s->out_step * s->os == 1));
  ck_assert(t->load == (int)s->load && t->store == (int)s->store && t->kind == (int)s->kind && t->even == (s->n % 2 == 0));
  if (s->store != TCF_EDGE_KIND || s->kind == TCFFT_C2C || l == LAST) ck_assert_int_eq(t->out, (int)s->points);
  // Who folds across lanes has two of them, and passes on either side of the exchange; who ends a spectrum has to.
  const int unfolds = s->kind == TCFFT_C2R && l == FIRST, folds = s->kind == TCFFT_R2C && l == LAST;
  ck_assert_msg((unfolds || !t->pair_in) && t->pair_out == folds, "%s: pairs %d, %d", name, t->pair_in, t->pair_out);
  const int possible = t->width % 2 == 0 && t->passes > 1 && !t->conv && !t->stage_out;
  ck_assert_msg(possible || !(t->pair_in || t->pair_out), "%s: %s, width=%d", name, s->fft, t->width);
}

// The parameters as a program, and everything in them once.
static void check_parameters(const char *name, const tcf_tile *t) {
  static char source[4096];
  char text[TCF_TILE_PARAMETERS], head[40];
  tcf_tile_print(t, text);
  ck_assert_msg(strlen(text) + 1 < TCF_TILE_PARAMETERS && strlen(text) < TCF_PROGRAM_PARAMETERS, "%s: %s", name, text);
  snprintf(head, sizeof head, "n=%d:passes=%d:radix=%d,", t->n, t->passes, t->radix[0]);
  ck_assert_msg(!strncmp(text, head, strlen(head)), "%s: %s", name, text);
  tcf_writer w = {.buf = source, .cap = sizeof source};
  const tcf_program program = {.family = "tile", .parameters = text};
  ck_assert_msg(tcf_cuda_program_print(&program, 0, 1, &w) == TCFFT_SUCCESS, "%s: %s", name, tcfft_last_error());
  ck_assert_uint_lt(w.len, sizeof source);
}

// Candidate number index. 0: there is none.
static int check_candidate(const tcf_device *d, tcf_stage s, layout l, int index) {
  char name[80];
  name_case(name, d, &s, l);
  tcf_tile t;
  const tcf_stage asked = s;
  const int answer = tcf_tile_propose(&s, d, index);
  if (answer <= 0) return 0;
  ck_assert_msg(isfinite(s.time) && s.time >= d->launch && s.time < 1, "%s: %g s", name, s.time);
  ck_assert_msg(s.variance >= 0 && s.variance < 1e-12, "%s: variance %g", name, s.variance);
  ck_assert_msg(s.bytes > 0 && s.bytes <= 16 * asked.n * 60 * 7, "%s: %lld bytes", name, (long long)s.bytes);
  ck_assert_int_eq(tcf_loop_count(&s, 0), tcf_loop_count(&asked, 0));
  ck_assert_msg(tcf_tile_build(&t, &s, d) == TCFFT_SUCCESS, "%s: %s", name, tcfft_last_error());
  check_length(name, &t, &s);
  check_threads(name, &t, &s, d);
  check_shared(name, &t, d);
  if (index < 3) check_edges(name, &t, &s, l);
  check_parameters(name, &t);
  test_current = "no tile";
  return 1;
}

static int check_candidates(const tcf_device *d, tcfft_kind kind, int64_t points, layout l, int most) {
  int count = 0;
  while (count < most && check_candidate(d, stage_of(kind, points, l), l, count)) count++;
  return count;
}

// ------------------------------------------------------------------------------------------------ every length

START_TEST(every_row) {
  const tcf_device d = unit_device(unit_gpu(_i));
  for (int64_t n = 1; n <= LONGEST; n++)
    check_candidates(&d, TCFFT_C2C, n, n % 2 ? ROWS : ALONE, n < 512 || n % 11 == 0 ? 16 : 1);
}
END_TEST

// A card whose multiprocessors have half the threads of the others.
static const char half_card[] =
    "cuda:name=half:cores=40:vector=32:l2=4194304:copy=2.4e11:flops=1.2e11:capability=75:shared=65536:sm_shared=65536:"
    "sm_threads=1024:sm_registers=65536:launch=3e-6:compiler=1";

START_TEST(layouts) {
  const tcf_device d = unit_device(_i < UNIT_GPUS ? unit_gpu(_i) : half_card);
  for (int l = ROWS; l < LAYOUTS; l++)
    for (int64_t n = 1; n <= LONGEST; n += n < 100 ? 1 : n / 23) check_candidates(&d, TCFFT_C2C, n, (layout)l, 16);
}
END_TEST

START_TEST(kinds) {
  const tcf_device d = unit_device(unit_gpu(_i));
  for (int kind = TCFFT_R2C; kind <= TCFFT_DCT4; kind++)
    for (int64_t n = 1; n <= LONGEST / 2; n += n < 40 ? 1 : n / 11)
      for (int l = ROWS; l <= TURNED; l++) check_candidates(&d, (tcfft_kind)kind, n, (layout)l, 3);
}
END_TEST

// Steps that fold spectra across lanes: of all smooth lengths that leave room for two of them, no others.
START_TEST(pairs) {
  const tcf_device d = unit_device(unit_gpu(_i));
  for (int64_t n = 4; n <= LONGEST / 2; n += n < 300 ? 1 : n / 11) {
    check_candidates(&d, TCFFT_C2R, n, FIRST, 3);
    const int found = check_candidates(&d, TCFFT_R2C, n, LAST, 3), wanted = unit_is_smooth(n) && !is_prime(n) && n <= 2048;
    ck_assert_msg(found || !wanted, "%lld points on %s fold nothing", (long long)n, d.name);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ one launch

static int launches(tcfft_kind kind, int64_t n, int64_t batch, const tcf_device *d) {
  tcf_problem p = {.kind = kind, .rank = 1, .n = {n}, .batch = batch, .scale = {1, 1}};
  tcf_schedule s;
  tcf_problem_pack(&p);
  ck_assert_msg(tcf_planner_run(&s, &p, d, 1) == TCFFT_SUCCESS, "%lld on %s: %s", (long long)n, d->name, tcfft_last_error());
  return s.stages;
}

// What a block's shared memory holds takes one launch, and nothing beyond it does.
static const struct {
  int64_t smooth, prime;  // every smooth length, every prime up to here
} one_launch[UNIT_GPUS] = {{14336, 4096}, {14336, 4096}, {8192, 4096}, {4096, 2048}, {4096, 2048}};

START_TEST(one_launch_each) {
  const tcf_device d = unit_device(unit_gpu(_i));
  for (int64_t n = 1; n <= LONGEST; n++) {
    const int smooth = unit_is_smooth(n) && n <= one_launch[_i].smooth, prime = is_prime(n) && n <= one_launch[_i].prime;
    if (!smooth && !prime) continue;
    const int64_t batch = (INT64_C(1) << 24) / n;
    ck_assert_msg(launches(TCFFT_C2C, n, batch, &d) == 1, "c2c:%lld*%lld on %s", (long long)n, (long long)batch, d.name);
    if (n % 2 == 0 || n < one_launch[_i].smooth / 2)
      ck_assert_msg(launches(TCFFT_R2C, n, batch, &d) == 1, "r2c:%lld*%lld on %s", (long long)n, (long long)batch, d.name);
  }
  if (one_launch[_i].smooth > LONGEST / 2) ck_assert_int_eq(launches(TCFFT_C2C, LONGEST, 1000, &d), 1);
  ck_assert_int_gt(launches(TCFFT_C2C, 2 * LONGEST, 8, &d), 1);
}
END_TEST

// Devices with little shared memory: what it holds is one tile, with a sixteenth for padding, whatever the layout.
START_TEST(little_memory) {
  static const layout lie[] = {ROWS, COLUMNS, TURNED, FIRST, LAST};
  tcf_device d = unit_device(half_card);
  d.shared = INT64_C(1024) << _i;
  d.sm_shared = 2 * d.shared;
  for (int64_t n = 2; 8 * (n + n / 16 + 2) <= d.shared; n++) {
    if (!unit_is_smooth(n)) continue;
    for (size_t l = 0; l < TEST_COUNT(lie); l++)
      for (int kind = TCFFT_C2C; kind <= TCFFT_C2R; kind++) {
        if (kind && lie[l] != ROWS) continue;
        ck_assert_msg(check_candidate(&d, stage_of((tcfft_kind)kind, n, lie[l]), lie[l], 0),
                      "%lld points of kind %d, layout %d: no tile in %lld bytes", (long long)n, kind, lie[l],
                      (long long)d.shared);
      }
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ texts

// What is parsed is what was proposed, whatever happens to the numbers beside the text. Some tiles are staged, most are not.
START_TEST(texts) {
  const tcf_device d = unit_device("H200");
  int staged = 0, smooth = 0;
  for (int64_t n = 1; n <= 5000; n++) {
    tcf_stage s = stage_of(TCFFT_C2C, n, ROWS);
    if (tcf_tile_propose(&s, &d, 0) <= 0) continue;
    tcf_tile t;
    char radices[TCF_FFT_TEXT];
    ck_assert_int_eq(tcf_tile_build(&t, &s, &d), TCFFT_SUCCESS);
    tcf_writer w = {.buf = radices, .cap = sizeof radices};
    static const char *const open[] = {"", "r(", "b(", "d(", "f("};
    tcf_put(&w, "%s", open[t.conv]);
    for (int p = 0; p < t.passes; p++) tcf_put(&w, "%s%d", p ? "." : "", t.radix[p]);
    if (t.conv) tcf_put(&w, ")");
    ck_assert_int_eq(t.staged_in, t.staged_out);
    if (t.staged_in) tcf_put(&w, "+io");
    ck_assert_str_eq(radices, s.fft);
    ck_assert_msg(!t.staged_in || (t.stage_in && t.stage_out), "fft=%s is staged otherwise", s.fft);
    staged += t.staged_in && !t.conv;
    smooth += !t.conv;
  }
  ck_assert_msg(staged > 0 && 2 * staged < smooth, "%d of %d tiles are staged", staged, smooth);
}
END_TEST

// Axes at once: what is parsed is what was proposed, whatever their lengths; the outermost one has the first and last pass.
START_TEST(axes) {
  const tcf_device d = unit_device(unit_gpu(_i));
  int found = 0;
  for (int64_t outer = 2; outer <= 300; outer += 1 + outer / 9)
    for (int64_t inner = 2; inner <= 300; inner += 1 + inner / 7) {
      tcf_stage s = stage_of(TCFFT_C2C, outer * inner, ROWS);
      s.axes = 2;
      s.length[0] = outer;
      s.length[1] = inner;
      if (tcf_tile_propose(&s, &d, 0) <= 0) continue;
      tcf_tile t;
      char name[TCF_FFT_TEXT + 60], text[TCF_FFT_TEXT];
      snprintf(name, sizeof name, "%lldx%lld by %s", (long long)outer, (long long)inner, s.fft);
      ck_assert_msg(tcf_tile_build(&t, &s, &d) == TCFFT_SUCCESS, "%s: %s", name, tcfft_last_error());
      tcf_tile_print_fft(&t, text);
      ck_assert_str_eq(text, s.fft);
      int64_t product[2] = {1, 1};
      for (int p = 0; p < t.passes; p++) product[t.axis[p]] *= t.radix[p];
      ck_assert_msg(product[1] == outer && product[0] == inner, "%s", name);
      ck_assert_msg(t.axis[0] == 1 && t.axis[t.passes - 1] == 1, "%s", name);
      ck_assert_msg(!t.conv && (int64_t)t.shared <= d.shared, "%s", name);
      found++;
    }
  ck_assert_int_gt(found, 100);
}
END_TEST

static const struct {
  int64_t length[3];
  const char *fft, *says;
} broken_axes[] = {
    {{64, 64}, "16.4", "does not transform 2 axes"},
    {{64, 64}, "16.4x16", "does not transform 64 points of its axis 1"},
    {{64, 64}, "16.8x8.4", "does not transform 64 points of its axis 0"},
    {{32, 64}, "32x16.4", "the outermost axis has the first pass"},
    {{64, 64}, "16.4x16.4x1", "does not"},
    {{64, 64}, "16.4x", "does not"},
    {{64, 64}, "x16.4", "does not"},
    {{64, 64}, "b(16.4x16.4)", "does not"},
    {{64, 64}, "16.4x16.4+x", "does not parse"},
    {{64, 4, 4}, "16.4x16", "does not transform 3 axes"},
    {{128, 128}, "2.2.2.2.2.2.2x2.2.2.2.2.2.2", "does not"},
    {{128, 128}, "2.2.2.2.2.2.2x4.32", "does not transform in 7 passes"},
};

START_TEST(broken_texts_of_axes) {
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(broken_axes); i++) {
    tcf_stage s = stage_of(TCFFT_C2C, 1, ROWS);
    for (int a = 0; a < 3 && broken_axes[i].length[a]; a++) {
      s.length[s.axes++] = broken_axes[i].length[a];
      s.points = s.n *= broken_axes[i].length[a];
    }
    s.width = 1;
    s.threads = 64;
    snprintf(s.fft, sizeof s.fft, "%s", broken_axes[i].fft);
    tcf_tile t;
    ck_assert_msg(tcf_tile_build(&t, &s, &d) == TCFFT_ERROR_PARSE, "fft=%s is taken", s.fft);
    ck_assert_msg(strstr(tcfft_last_error(), broken_axes[i].says) != NULL, "\"%s\", not \"%s\"", tcfft_last_error(),
                  broken_axes[i].says);
  }
}
END_TEST

// Who asks for elements by way of shared memory gets them so, as far as a convolution leaves the choice.
static void check_staged(const tcf_tile *t, const char *fft) {
  const char *plus = strchr(fft, '+');
  const int in = plus && strchr(plus, 'i'), out = plus && strchr(plus, 'o');
  ck_assert_msg(t->staged_in == in && t->staged_out == out, "fft=%s: %d, %d", fft, t->staged_in, t->staged_out);
  ck_assert_msg(t->stage_in == (in && t->conv != TCF_CONV_BLUESTEIN) && t->stage_out == out, "fft=%s is staged otherwise",
                fft);
}

static tcfft_status build_text(int64_t points, const char *fft, int64_t width, int64_t threads) {
  static const char *const card = "H200";
  const tcf_device d = unit_device(card);
  tcf_stage s = stage_of(TCFFT_C2C, points, ROWS);
  s.width = width;
  s.threads = threads;
  snprintf(s.fft, sizeof s.fft, "%s", fft);
  tcf_tile t, before;
  memset(&t, 0x5a, sizeof t);
  memcpy(&before, &t, sizeof t);
  const tcfft_status status = tcf_tile_build(&t, &s, &d);
  if (status == TCFFT_SUCCESS) {
    char text[TCF_FFT_TEXT];
    tcf_tile_print_fft(&t, text);
    ck_assert_str_eq(text, fft);
    if (t.tpt >= 4) check_staged(&t, fft);
  } else
    ck_assert_msg(!memcmp(&t, &before, sizeof t), "fft=%s changed the tile", fft);
  return status;
}

static const struct {
  int64_t points;
  const char *fft;
  int64_t width, threads;
} good[] = {{256, "16.16", 8, 128},
            {256, "4.4.4.4", 1, 64},
            {1, "1", 64, 64},
            {37, "r(6.6)", 4, 24},
            {38, "b(16.8)", 2, 64},
            {64, "b(16.8)", 2, 16},
            {13, "13", 3, 3},
            {17, "r(16)", 5, 40},
            {4096, "16.16.16", 1, 256},
            {8192, "16.2.16.16", 1, 512},
            {128, "2.2.2.2.2.2.2", 4, 256},
            {576, "18.32", 2, 64},
            {600, "20.30", 1, 32},
            {462, "21.22", 1, 32},
            {600, "24.25", 1, 32},
            {702, "26.27", 1, 32},
            {784, "28.28", 1, 32},
            {100, "10.10+i", 4, 40},
            {100, "10.10+o", 4, 40},
            {100, "10.10+io", 4, 40},
            {37, "r(6.6)+io", 4, 24},
            {38, "b(16.8)+i", 2, 64},
            {38, "b(16.8)+o", 2, 64}};

// A step of a long convolution says so, and nothing else does.
START_TEST(filtered_texts) {
  const tcf_device d = unit_device("H200");
  tcf_stage s = stage_of(TCFFT_C2C, 256, CONVOLVED);
  tcf_tile t;
  s.width = 2;
  s.threads = 32;
  strcpy(s.fft, "f(16.16)");
  ck_assert_msg(tcf_tile_build(&t, &s, &d) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  ck_assert(t.conv == TCF_CONV_FILTERED && t.n == 256 && !t.stage_in && !t.stage_out);
  static const char *const others[] = {"16.16", "r(16.16)", "b(16.16.2)", "f(16.8)", "f(16.16"};
  for (size_t i = 0; i < TEST_COUNT(others); i++) {
    strcpy(s.fft, others[i]);
    ck_assert_msg(tcf_tile_build(&t, &s, &d) == TCFFT_ERROR_PARSE, "fft=%s builds", others[i]);
  }
  ck_assert_int_eq(build_text(256, "f(16.16)", 2, 32), TCFFT_ERROR_PARSE);
}
END_TEST

START_TEST(good_texts) {
  for (size_t i = 0; i < TEST_COUNT(good); i++)
    ck_assert_msg(build_text(good[i].points, good[i].fft, good[i].width, good[i].threads) == TCFFT_SUCCESS, "fft=%s: %s",
                  good[i].fft, tcfft_last_error());
}
END_TEST

static const struct {
  int64_t points;
  const char *fft, *says;
} broken[] = {
    {256, "", "does not transform"},
    {256, "16", "fft=16 does not transform 256 points"},
    {256, "16.17", "does not transform"},
    {528, "16.33", "no radix 33"},
    {544, "16.34", "no radix 34"},
    {1024, "16.64", "no radix 64"},
    {740, "37.20", "no radix 37"},
    {256, "16..16", "does not"},
    {256, ".16.16", "does not"},
    {256, "16.16.", "does not"},
    {256, "16,16", "does not"},
    {256, "16.x", "does not"},
    {256, "16.-16", "no radix -16"},
    {256, "2.9223372036854775807.2", "no radix 9223372036854775807"},
    {256, "0.16", "no radix 0"},
    {256, "16.16 ", "does not"},
    {256, "2.2.2.2.2.2.2.2", "does not transform"},  // more passes than there are
    {256, "edge", "does not"},
    {256, "r16.16", "fft=r16.16 does not parse"},
    {256, "r", "does not parse"},
    {256, "b", "does not parse"},
    {256, "r(", "does not parse"},
    {256, "r()", "does not"},
    {256, "b(16.16", "does not parse"},
    {256, "b[16.16]", "does not parse"},
    {38, "r(6.6)", "fft=r(6.6) does not transform 38 points"},
    {36, "r(6.6)", "does not transform 36"},
    {100, "10.10+", "fft=10.10+ does not parse"},
    {100, "10.10+x", "fft=10.10+x does not parse"},
    {100, "10.10+oi", "fft=10.10+oi does not parse"},
    {100, "10.10+iox", "does not parse"},
    {100, "10.10+ii", "does not parse"},
    {100, "10.10++i", "does not parse"},
    {100, "10.10+io ", "does not parse"},
    {100, "10+io.10", "does not parse"},
    {100, "10.10 +io", "does not"},
    {100, "+io", "does not transform 100"},
    {100, "+", "does not parse"},
    {37, "r(6.6+i)", "does not parse"},
    {65, "b(16.8)", "does not transform 65"},
    {38, "c(16.8)", "does not"},
    {38, "b(r(16.8))", "does not"},
    {32768, "16.16.16.8", "does not fit the shared memory of H200"},
    {20000, "b(16.16.16.16)", "does not fit the shared memory of H200"},
    // Products beyond what an int holds.
    {100, "31.31.31.31.31.31.31", "does not"},
    {100, "b(31.31.31.31.31.31.31)", "does not"},
    {100, "b(32.32.32.32.32.32.32)", "does not"},
    {100, "b(34.34.34.34.34.34.34)", "no radix 34"},
    {100, "b(16.16.16.16.16.16.16)", "does not"},
};

START_TEST(broken_texts) {
  for (size_t i = 0; i < TEST_COUNT(broken); i++) {
    const tcfft_status status = build_text(broken[i].points, broken[i].fft, 1, 32);
    ck_assert_msg(status == TCFFT_ERROR_PARSE, "fft=%s for %lld points: %s", broken[i].fft, (long long)broken[i].points,
                  tcfft_status_string(status));
    ck_assert_msg(strstr(tcfft_last_error(), broken[i].says) != NULL, "\"%s\", not \"%s\"", tcfft_last_error(),
                  broken[i].says);
  }
  // Threads and lanes that make no tile.
  static const int64_t shapes[][2] = {{64, 32}, {2, 2048}, {1, 1025}, {1024, 4096}};
  for (size_t i = 0; i < TEST_COUNT(shapes); i++)
    ck_assert_int_eq(build_text(16, "16", shapes[i][0], shapes[i][1]), TCFFT_ERROR_PARSE);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cuda_compose");
  TCase *every = test_case(suite, "every_length", 120), *other = test_case(suite, "other_layouts", 120);
  TCase *one = test_case(suite, "one_launch", 60), *text = test_case(suite, "texts", 60);
  tcase_add_loop_test(every, every_row, 0, UNIT_GPUS);
  tcase_add_loop_test(other, layouts, 0, UNIT_GPUS + 1);
  tcase_add_loop_test(other, kinds, 0, UNIT_GPUS);
  tcase_add_loop_test(other, pairs, 0, UNIT_GPUS);
  tcase_add_loop_test(one, one_launch_each, 0, UNIT_GPUS);
  tcase_add_loop_test(one, little_memory, 0, 5);
  tcase_add_test(text, texts);
  tcase_add_test(text, good_texts);
  tcase_add_test(text, filtered_texts);
  tcase_add_test(text, broken_texts);
  tcase_add_loop_test(text, axes, 0, UNIT_GPUS);
  tcase_add_test(text, broken_texts_of_axes);
  return suite;
}
