// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tiles for every length on every GPU that is planned for: they compute that length, fit the device, keep their points apart
// in shared memory, and say all that in a text that reads back.
#include "classic/cuda/propose.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "backend/cuda/program.h"
#include "base/memo.h"
#include "classic/cuda/build.h"
#include "num/modular.h"
#include "planner/planner.h"
#include "planner/stages.h"
#include "tile/io.h"
#include "tile/ops.h"
#include "tile/passes.h"
#include "tile/tile_text.h"
#include "units.h"

enum { LONGEST = 16384, WARP = 32, MOST_THREADS = 1024, MOST_RADIX = 32, MOST_EPT = 36, MOST_REALS = 95, MOST_BLOCKS = 32 };

static void name_case(char name[80], const tcf_device *d, const tcf_stage *s, layout l) {
  snprintf(name, 80, "%.20s: %lld points of kind %d, layout %d", d->name, (long long)s->points, s->kind, l);
  test_current = name;
}

// ------------------------------------------------------------------------------------------------ one tile

static int is_prime(int64_t n) { return n > 1 && (int64_t)tcf_smallest_factor((tcf_u64)n) == n; }

static int shared_at(const tcf_tile *t, int lane, int i) {
  return lane * t->stride + i + (t->pad ? i / t->row * t->pad : 0);
}

static int uses_shared(const tcf_tile *t) { return t->passes > 1 || t->conv || t->smem_in || t->smem_out; }

// Elements per thread: complex numbers in a thread's registers, in the pass that has the most.
static int points_held(const tcf_tile *t) {
  int most = 0;
  // Real numbers and half as many bins, in place of pairs and results.
  if (tcf_tile_reals_in_thread(t) > MOST_EPT) return 3 * tcf_tile_reals_in_thread(t) / 5;
  if (t->conv == TCF_CONV_DIRECT) {  // two sums of each part for each pair of results
    const int prime = t->radix[t->passes - 1];
    return 2 * (t->n / prime) * ((prime / 2 + t->tpt - 1) / t->tpt);
  }
  for (int p = 0; p < t->passes; p++)
    if (tcf_tile_ept(t, p) > most) most = tcf_tile_ept(t, p);
  return most;
}

// Whether a thread holds one butterfly of a large prime at a time, which leaves no registers for more.
static int holds_large_butterfly(int held) { return held > MOST_EPT && held <= 73 && is_prime(held); }

// Of a thread that holds so many points: compiled kernels take about three for a point and some for the rest. Where a block
// is alone, or blocks were asked for, the compiler has to do with less.
static int64_t registers_needed(const tcf_tile *t, int held) {
  if (t->conv == TCF_CONV_DIRECT) return 2 * held + 20;
  return t->blocks == 1 || t->min_blocks ? 2 * held + 16 : 3 * held + 10;
}

static void check_length(const char *name, const tcf_tile *t, const tcf_stage *s) {
  int64_t product = 1;
  ck_assert(t->passes >= 1 && t->passes <= TCF_TILE_PASSES);
  for (int p = 0; p < t->passes; p++) {
    const int most = tcf_tile_reals_in_thread(t) ? MOST_REALS : MOST_RADIX;
    const int is_large = t->radix[p] <= (t->f64 ? 53 : 73) && is_prime(t->radix[p]);
    ck_assert_msg((t->radix[p] >= 2 || t->n == 1) && (t->radix[p] <= most || is_large || t->conv == TCF_CONV_DIRECT),
                  "%s: radix %d", name, t->radix[p]);
    product *= t->radix[p];
  }
  ck_assert_msg(product == t->n && t->points == s->points, "%s: %s", name, s->fft);
  if (t->conv == TCF_CONV_RADER)
    ck_assert_msg(is_prime(t->n + 1) && (t->n + 1) * tcf_tile_pfa(t) == s->points, "%s: %s", name, s->fft);
  else if (t->conv == TCF_CONV_BLUESTEIN)
    ck_assert_msg(t->n >= 2 * s->points - 1, "%s: %s", name, s->fft);
  else if (s->store == TCF_OP_FILTER_INVERSE)
    ck_assert_msg(t->conv == TCF_CONV_FILTERED && t->n == s->points, "%s: %s", name, s->fft);
  else
    ck_assert_msg(t->n == s->points, "%s: %s", name, s->fft);
}

// Shared memory has room for the points of all transforms and for the data beside them.
static void check_shared(const char *name, const tcf_tile *t, const tcf_device *d) {
  static unsigned char taken[1 << 15];
  const int staged = (t->smem_in && t->hermitian_in) || (t->smem_out && t->hermitian_out);  // a spectrum has one bin more
  const int rows = t->conv == TCF_CONV_RADER || staged ? t->n + 1 : t->n, region = t->fpb * t->stride;
  ck_assert_msg(t->shared == (uses_shared(t) ? 8 * (size_t)region : 0), "%s: %zu bytes for %d of %d", name, t->shared,
                t->fpb, t->stride);
  ck_assert_msg((int64_t)t->shared <= d->shared, "%s: %zu bytes of shared memory", name, t->shared);
  if (!t->shared) return;
  ck_assert_int_le(region, (int)sizeof taken);
  memset(taken, 0, (size_t)region);
  int apart = 1;
  for (int lane = 0; lane < t->fpb; lane++)
    for (int i = 0; i < rows && apart; i++) {
      const int at = shared_at(t, lane, i);
      apart = at >= 0 && at < region && !taken[at];
      if (apart) taken[at] = 1;
    }
  ck_assert_msg(apart, "%s: points share memory: stride=%d:row=%d:pad=%d", name, t->stride, t->row, t->pad);
}

static void check_threads(const char *name, const tcf_tile *t, const tcf_stage *s, const tcf_device *d) {
  ck_assert_msg(tcf_tile_ffts(t) == s->width && t->fpb * t->tpt == s->threads && t->tpt >= 1, "%s: tile of %d", name,
                t->fpb);
  ck_assert_msg(t->threads == (t->fpb * t->tpt + WARP - 1) / WARP * WARP && t->threads <= MOST_THREADS, "%s: %d threads",
                name, t->threads);
  ck_assert_msg(t->blocks >= 1 && t->blocks <= MOST_BLOCKS && t->blocks * t->threads <= d->sm_threads, "%s: %d blocks", name,
                t->blocks);
  ck_assert_msg(t->blocks == 1 || !t->shared || t->blocks * (int64_t)(t->shared + 1024) <= d->sm_shared,
                "%s: %d blocks of %zu bytes", name, t->blocks, t->shared);
  const int held = points_held(t);
  const int64_t registers = d->sm_registers / (t->threads * t->blocks);
  ck_assert_int_le(tcf_tile_reals_in_thread(t), MOST_REALS);
  ck_assert_msg((held <= (tcf_tile_reals_in_thread(t) ? MOST_REALS : MOST_EPT) || holds_large_butterfly(held)) &&
                    registers >= registers_needed(t, held),
                "%s: %d points a thread in %lld registers", name, held, (long long)registers);
  if (t->conv == TCF_CONV_DIRECT)
    ck_assert(t->warp ? t->tpt == 1 && t->fpb == WARP : t->tpt > 1 || t->fpb != WARP);
  else if (t->warp)
    ck_assert(!t->batch_fast_in && !t->batch_fast_out && WARP % t->tpt == 0 && t->fpb * t->tpt % WARP == 0);
}

static void check_edges(const char *name, const tcf_tile *t, const tcf_stage *s, layout l) {
  const int side_by_side_in = l == COLUMNS || l == FIRST || l == CHIRPED;
  ck_assert_msg(t->batch_fast_in == side_by_side_in, "%s: batch_fast_in", name);
  ck_assert_msg(t->batch_fast_out == (side_by_side_in || l == TURNED || l == LAST || l == FILTERED), "%s: batch_fast_out",
                name);
  ck_assert(t->contiguous_in == (s->in_step * s->is == 1) && t->contiguous_out == (s->out_step * s->os == 1));
  ck_assert(t->load == (int)s->load && t->store == (int)s->store && t->kind == (int)s->kind && t->even == (s->n % 2 == 0));
  if (s->store != TCF_OP_USER || s->kind == TCFFT_C2C || l == LAST) ck_assert_int_eq(t->out, (int)s->points);
  // A Hermitian split across transforms needs an even number of them and a pass on each side of the exchange. A stage that
  // ends a spectrum has to split.
  const int unfolds = s->kind == TCFFT_C2R && l == FIRST, folds = s->kind == TCFFT_R2C && l == LAST;
  ck_assert_msg((unfolds || !t->across_in) && t->across_out == folds, "%s: pairs %d, %d", name, t->across_in, t->across_out);
  const int possible = t->fpb % 2 == 0 && t->passes > 1 && !t->conv && !t->smem_out;
  ck_assert_msg(possible || !(t->across_in || t->across_out), "%s: %s, width=%d", name, s->fft, t->fpb);
}

// The parameters as a program, and everything in them once.
static void check_parameters(const char *name, const tcf_tile *t) {
  static char source[TCF_PROGRAM_SOURCE];
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

static void check_candidate(const char *name, const tcf_device *d, const tcf_stage *asked, const tcf_stage *s, layout l) {
  tcf_tile t;
  ck_assert_msg(isfinite(s->time) && s->time >= d->launch && s->time < 1, "%s: %g s", name, s->time);
  ck_assert_msg(s->variance >= 0 && s->variance < 1e-12, "%s: variance %g", name, s->variance);
  ck_assert_msg(s->bytes > 0 && s->bytes <= 16 * asked->n * 60 * 7, "%s: %lld bytes", name, (long long)s->bytes);
  ck_assert_int_eq(tcf_dim_count(s, 0), tcf_dim_count(asked, 0));
  ck_assert_msg(tcf_tile_build(&t, s, d) == TCFFT_SUCCESS, "%s: %s", name, tcfft_last_error());
  check_length(name, &t, s);
  check_threads(name, &t, s, d);
  check_shared(name, &t, d);
  const tcf_iodim *dim = &asked->dim[0];
  if (s->dim[0].n == dim->n && s->dim[0].is == dim->is && s->dim[0].os == dim->os) check_edges(name, &t, s, l);
  check_parameters(name, &t);
}

// Checks the first `most` candidates. Returns how many there are of them.
static int check_candidates(const tcf_device *d, tcfft_kind kind, int64_t points, layout l, int most) {
  const tcf_stage asked = stage_of(kind, points, l);
  char name[80];
  name_case(name, d, &asked, l);
  const tcf_candidates all = unit_list(tcf_tile_propose, &asked, d);
  const int count = all.count < most ? all.count : most;
  for (int i = 0; i < count; i++) check_candidate(name, d, &asked, &all.stage[i], l);
  test_current = "no tile";
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

// Stages with a Hermitian split across transforms exist for all smooth lengths of which two transforms fit, and for no
// others.
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

// What a block's shared memory holds takes one launch, and nothing beyond it does, nor beyond sixteen times that where there
// are clusters.
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
  ck_assert_int_gt(launches(TCFFT_C2C, (d.cluster ? 32 : 2) * LONGEST, 8, &d), 1);
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
        ck_assert_msg(check_candidates(&d, (tcfft_kind)kind, n, lie[l], 1),
                      "%lld points of kind %d, layout %d: no tile in %lld bytes", (long long)n, kind, lie[l],
                      (long long)d.shared);
      }
  }
}
END_TEST

// Planes that are asked of tensor cores have passes there, one axis after the other, but where the only pass besides the
// first splits bins.
START_TEST(tensor_planes) {
  static const char *const texts[] = {"c2c:64x64*100:tensor", "c2c:16x16x16*100:tensor", "r2c:64x64*100:tensor",
                                      "c2r:64x64*100:tensor"};
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    const tcf_schedule s = unit_plan(texts[i], &d);
    int tensor = 0;
    for (int k = 0; k < s.stages; k++) {
      ck_assert_msg(!s.stage[k].axes, "%s: stage %d by %s", texts[i], k, s.stage[k].fft);
      tensor += strchr(s.stage[k].fft, 'm') != NULL;
    }
    ck_assert_msg(tensor >= s.stages - (strncmp(texts[i], "r2c", 3) == 0), "%s: %d of %d stages", texts[i], tensor,
                  s.stages);
  }
}
END_TEST

// Composite lengths are joined from Rader's convolutions where there are many of complex numbers, and radices of 17 and more
// stand beside sums of eight parts. What cannot be joined has another plan, not none.
START_TEST(joined) {
  static const struct {
    const char *text, *fft;
  } rows[] = {{"c2c:1853*18108", "r17("}, {"c2c:485*69184", "r5("}, {"c2c:262*128070", "r2("},  {"c2c:1853*100", "b("},
              {"c2c:4009*8369", "b("},    {"c2c:184*182361", "8."}, {"c2c:161*208412", "d(7."}, {"r2c:2224*15087", "b("},
              {"c2r:4728*7096", "b("},    {"c2r:111943*401", "b("}};
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    const tcf_schedule s = unit_plan(rows[i].text, &d);
    ck_assert_msg(strncmp(s.stage[0].fft, rows[i].fft, strlen(rows[i].fft)) == 0, "%s has fft=%s, not %s..", rows[i].text,
                  s.stage[0].fft, rows[i].fft);
  }
}
END_TEST

static tcf_schedule schedule_of(const char *text, const tcf_device *d) {
  tcfft_desc desc = TCFFT_DESC_INIT;  // not by test_desc, which gives every problem the type that the program tests
  tcf_problem p;
  ck_assert_int_eq(tcfft_desc_parse(&desc, text), TCFFT_SUCCESS);
  ck_assert_int_eq(tcf_problem_from_desc(&p, &desc), TCFFT_SUCCESS);
  return unit_schedule(&p, d, 1);
}

// Lengths with one large prime have its butterfly where that is predicted to be faster than a convolution: not in a thread
// whose instructions no cache holds, nor where real results would take two of its butterflies apart.
START_TEST(large_primes) {
  static const struct {
    const char *text;
    int butterfly, launches;
  } rows[] = {{"c2c:555*60458:is=60458:os=60458:id=1:od=1", 1, 1},
              {"c2c:1476*22733", 1, 1},
              {"c2c:15498*2165", 1, 1},
              {"c2r:555*60458", 1, 1},
              {"c2c:1598*10498:f64", 1, 1},
              {"c2c:37*906876", 0, 1},
              {"c2c:4189*8010", 1, 2},
              {"c2c:41*20", 0, 1},
              {"c2r:284*118149", 0, 1},
              {"c2c:1037*10000:f64", 0, 1},
              {"c2c:1580*10000", 0, 1}};
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    const tcf_schedule s = schedule_of(rows[i].text, &d);
    int large = 0;
    for (int k = 0; k < s.stages; k++) {
      tcf_tile t;
      ck_assert_int_eq(tcf_tile_build(&t, &s.stage[k], &d), TCFFT_SUCCESS);
      for (int pass = 0; pass < t.passes && !t.conv; pass++) large |= tcf_radix_convolves(t.radix[pass]);
    }
    ck_assert_msg(large == rows[i].butterfly && s.stages == rows[i].launches, "%s by %s in %d launches", rows[i].text,
                  s.stage[0].fft, s.stages);
  }
}
END_TEST

// What was planned before does not matter, though results of searches are stored: with large primes they depend on the kind,
// and rows of real kinds are priced otherwise.
START_TEST(in_any_order) {
  static const char *const problems[][2] = {{"c2c:474721*16", "r2c:949442*16"}, {"r2c:19683000*2", "c2c:2916*12000"}};
  const char *first = problems[_i][0], *text = problems[_i][1];
  const tcf_device d = unit_device("H200");
  tcf_memo_forget();
  const tcf_schedule alone = schedule_of(text, &d);
  tcf_memo_forget();
  schedule_of(first, &d);
  const tcf_schedule after = schedule_of(text, &d);
  ck_assert_int_eq(after.stages, alone.stages);
  for (int k = 0; k < alone.stages; k++)
    ck_assert_msg(after.stage[k].width == alone.stage[k].width && !strcmp(after.stage[k].fft, alone.stage[k].fft),
                  "%s, stage %d by %s, alone by %s", text, k, after.stage[k].fft, alone.stage[k].fft);
}
END_TEST

// Columns that begin anywhere in a sector are the more in a tile, as its runs are longer then. (480 aligned points are the
// fastest by 32, too: 152.5 us on an H200, by 16 columns 158.1.)
START_TEST(unaligned) {
  static const struct {
    const char *text, *device;
    int least, most;
  } rows[] = {{"c2c:480*52425:is=52425:os=52425:id=1:od=1", "H200", 32, 64},
              {"c2c:480*52424:is=52424:os=52424:id=1:od=1", "H200", 32, 32},
              {"c2c:540*46593:is=46593:os=46593:id=1:od=1", "H200", 32, 32},
              {"c2c:540*46592:is=46592:os=46592:id=1:od=1", "H200", 16, 16},
              {"c2c:1001*33521:is=33521:os=33521:id=1:od=1", "H200", 16, 16},
              {"c2c:384*87381:is=87381:os=87381:id=1:od=1", "A100", 8, 16}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    const tcf_device d = unit_device(rows[i].device);
    const tcf_schedule s = unit_plan(rows[i].text, &d);
    ck_assert_msg(s.stages == 1 && s.stage[0].width >= rows[i].least && s.stage[0].width <= rows[i].most,
                  "%s on %s: %d launches, width %d", rows[i].text, d.name, s.stages, (int)s.stage[0].width);
  }
}
END_TEST

static tcf_tile first_tile(const char *text, const tcf_device *d) {
  tcf_tile t;
  const tcf_schedule s = schedule_of(text, d);
  ck_assert_msg(tcf_tile_build(&t, &s.stage[0], d) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  return t;
}

// Of many real transforms of a short length each thread has one, which passes through shared memory where it is a row. Few
// transforms, and longer ones, are shared out.
START_TEST(real_in_thread) {
  static const struct {
    const char *text;
    int in_thread, smem_in, smem_out;
  } rows[] = {{"r2c:31*100000", 1, 1, 1},
              {"c2r:31*100000", 1, 1, 1},
              {"r2c:21*100000", 1, 1, 1},
              {"c2r:3*100000:id=3", 1, 1, 1},
              {"r2c:15*100000:f64", 1, 1, 1},
              {"r2c:27*100000:is=100000:id=1", 1, 0, 1},
              {"c2r:27*100000:is=100000:id=1:os=100000:od=1", 1, 0, 0},
              {"r2c:61*100000", 1, 1, 1},
              {"c2r:63*100000", 1, 1, 1},
              {"r2c:6*100000", 1, 1, 1},
              {"c2r:60*100000", 1, 1, 1},
              {"r2c:50*100000:is=100000:id=1:os=100000:od=1", 1, 0, 0},
              {"r2c:95*100000", 1, 1, 1},
              {"c2r:47*100000:f64", 1, 1, 1},
              {"r2c:49*100000:f64", 0, 0, 1},
              {"r2c:99*100000", 0, 0, 1},
              {"r2c:3x5*100000", 0, 0, 1},
              {"r2c:21*100", 0, 0, 1}};
  const tcf_device d = unit_device("H200"), older = unit_device("A100");
  ck_assert_int_gt(first_tile("r2c:21*50", &older).passes, 1);
  ck_assert_int_eq(first_tile("r2c:21*5000", &older).passes, 1);
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    const tcf_tile t = first_tile(rows[i].text, &d);
    ck_assert_msg((t.passes == 1 && t.tpt == 1 && !t.conv) == rows[i].in_thread, "%s in %d passes", rows[i].text, t.passes);
    ck_assert_msg(t.smem_in == rows[i].smem_in && t.smem_out == rows[i].smem_out, "%s: %d, %d", rows[i].text, t.smem_in,
                  t.smem_out);
    if (t.folded && t.passes == 1) ck_assert_msg(t.stride % 2 && 2 * t.stride > t.n, "%s: %d apart", rows[i].text, t.stride);
  }
}
END_TEST

// Texts that a planner never makes: numbers that no thread holds, threads that would share them, radices for other numbers,
// and a pass without butterflies beside one that folds.
START_TEST(refused_reals) {
  static const struct {
    const char *problem, *fft;
    int width, threads;
  } texts[] = {{"c2c:40*1000", "40", 32, 32},   {"c2c:95*1000", "95", 32, 32},   {"c2c:128*1000", "64.2", 32, 32},
               {"r2c:190*1000", "95", 32, 32},  {"c2r:190*1000", "95", 32, 32},  {"r2c:128*1000", "64", 32, 32},
               {"c2r:95*1000", "95", 32, 64},   {"r2c:80*1000", "40", 32, 64},   {"r2c:31*1000", "1.31", 32, 32},
               {"c2r:31*1000", "31.1", 32, 32}, {"r2c:64*1000", "32.1", 32, 32}, {"c2r:64*1000", "1.32", 32, 32},
               {"r2c:95*1000", "95.1", 32, 32}};
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    tcf_schedule s = unit_plan(texts[i].problem, &d);
    tcf_tile t;
    snprintf(s.stage[0].fft, sizeof s.stage[0].fft, "%s", texts[i].fft);
    s.stage[0].width = texts[i].width;
    s.stage[0].threads = texts[i].threads;
    ck_assert_msg(tcf_tile_build(&t, &s.stage[0], &d) == TCFFT_ERROR_PARSE, "%s by %s", texts[i].problem, texts[i].fft);
  }
}
END_TEST

// Blocks ask for the input of later ones where few fit a multiprocessor, by devices that can, if the input is one run of
// memory.
START_TEST(asks_ahead) {
  static const struct {
    const char *text, *device;
    int ahead;
  } rows[] = {{"c2c:10000*6710", "H200", 1},      {"r2c:16384*8192", "H200", 1}, {"c2r:16384*8192", "H100", 1},
              {"c2c:6561*1000:f64", "H200", 1},   {"c2c:64*100000", "H200", 0},  {"c2c:10000*6710", "A100", 0},
              {"c2c:6561*10:id=7000", "H200", 0}, {"c2c:4093*1000", "H200", 0}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    const tcf_device d = unit_device(rows[i].device);
    const tcf_tile t = first_tile(rows[i].text, &d);
    char parameters[TCF_TILE_PARAMETERS];
    tcf_tile_print(&t, parameters);
    ck_assert_msg(t.ahead == rows[i].ahead && !strstr(parameters, ":ahead=1") == !t.ahead, "%s on %s: %s", rows[i].text,
                  rows[i].device, parameters);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cuda_compose");
  TCase *every = test_case(suite, "every_length", 120), *other = test_case(suite, "other_layouts", 120);
  TCase *one = test_case(suite, "one_launch", 60);
  tcase_add_loop_test(every, every_row, unit_first_gpu(), unit_end_gpu());
  tcase_add_loop_test(other, layouts, unit_first_gpu(), unit_end_gpu() + (test_share() == 1));
  tcase_add_loop_test(other, kinds, unit_first_gpu(), unit_end_gpu());
  tcase_add_loop_test(other, pairs, unit_first_gpu(), unit_end_gpu());
  tcase_add_loop_test(one, one_launch_each, unit_first_gpu(), unit_end_gpu());
  tcase_add_loop_test(one, little_memory, 0, 5);
  tcase_add_test(one, tensor_planes);
  tcase_add_test(one, joined);
  tcase_add_test(one, large_primes);
  tcase_add_loop_test(one, in_any_order, 0, 2);
  tcase_add_test(one, unaligned);
  tcase_add_test(one, real_in_thread);
  tcase_add_test(one, refused_reals);
  tcase_add_test(one, asks_ahead);
  return suite;
}
