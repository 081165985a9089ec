// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Where tiles keep their points in shared memory, against every access that their threads make: each butterfly once, by
// places that come of splitting transforms in time, and few conflicts between banks.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "classic/cuda/banks.h"
#include "classic/cuda/build.h"
#include "classic/cuda/propose.h"
#include "planner/stages.h"
#include "tile/passes.h"
#include "units.h"
#include "wmma/cuda/propose_tensor.h"

enum { LONGEST = 16384, WARP = 32, MOST_RADIX = 32 };

// ------------------------------------------------------------------------------------------------ the passes of a tile

// A tile, the places of its points between the passes, and the butterflies of each thread of a transform in a pass.
typedef struct model {
  const tcf_tile *t;
  int pass, radix, count, before, rounds;
  int place[LONGEST];  // of point i, after the first pass
  int of[2 * LONGEST];
} model;

// Places the transform of the points first, first + step, .. at `at`, with its sub-transforms one after the other.
static void split(model *m, int pass, int size, int first, int step, int at) {
  const int radix = m->t->radix[pass], part = size / radix;
  if (pass == 0)
    for (int i = 0; i < size; i++) m->place[first + i * step] = at + i;
  else
    for (int r = 0; r < radix; r++) split(m, pass - 1, part, first + r * step, step * radix, at + r * part);
}

static int is_folded(const tcf_tile *t, int pass) {
  if (t->radix[pass] == t->n) return 0;
  return (pass == 0 && t->hermitian_in) || (pass == t->passes - 1 && t->hermitian_out);
}

static void add_butterfly(model *m, int thread, int round, int j) { m->of[round * m->t->tpt + thread] = j; }

// Butterflies are dealt to threads in a cycle. In a Hermitian pass a thread has each butterfly together with its
// conjugate-symmetric one: first all of the former, then all of the latter.
static void enter_pass(model *m, int pass) {
  const tcf_tile *t = m->t;
  m->before = pass ? m->before * m->radix : 1;
  m->pass = pass;
  m->radix = t->radix[pass];
  m->count = t->n / m->radix;
  for (int i = 0; i < 2 * LONGEST; i++) m->of[i] = -1;
  if (!is_folded(t, pass)) {
    for (int j = 0; j < m->count; j++) add_butterfly(m, j % t->tpt, j / t->tpt, j);
    m->rounds = (m->count - 1) / t->tpt + 1;
    return;
  }
  const int alone = m->count / 2, half = (m->count - 1) / 2 / t->tpt + 1;  // rounds
  for (int j = 0; 2 * j < m->count; j++) {
    add_butterfly(m, j % t->tpt, j / t->tpt, j);
    const int other = j ? m->count - j : m->count % 2 ? -1 : alone;
    if (other >= 0) add_butterfly(m, j % t->tpt, half + j / t->tpt, other);
  }
  m->rounds = 2 * half;
}

// ------------------------------------------------------------------------------------------------ rounds

// Checks the elements per thread. They are whole butterflies: all of them in a Hermitian pass and in a pass whose points
// move, else as many as the tile asks for.
static void check_held(const char *name, const model *m) {
  const tcf_tile *t = m->t;
  const int p = m->pass, held = tcf_tile_ept(t, p), all = m->rounds * m->radix;
  ck_assert_msg(tcf_tile_rounds(t, p) == m->rounds, "%s: pass %d of %d rounds, not %d", name, p, tcf_tile_rounds(t, p),
                m->rounds);
  const int moves = p == 0 && (t->smem_in || (t->conv && t->smem_out));
  int fits = all;
  while (fits > TCF_TILE_EPT && fits > m->radix) fits -= m->radix;
  ck_assert_msg(held == (moves || is_folded(t, p) ? all : fits), "%s: pass %d holds %d of %d points", name, p, held, all);
}

static void check_butterflies(const char *name, const model *m) {
  static unsigned char done[LONGEST];
  memset(done, 0, (size_t)m->count);
  int sum = 0;
  for (int i = 0; i < m->rounds * m->t->tpt; i++)
    if (m->of[i] >= 0) {
      ck_assert_msg(m->of[i] < m->count && !done[m->of[i]]++, "%s: butterfly %d twice", name, m->of[i]);
      sum++;
    }
  ck_assert_msg(sum == m->count, "%s: %d of %d butterflies", name, sum, m->count);
}

static int propose(tcf_tile *t, tcfft_kind kind, int64_t n, layout l, const tcf_device *d, int index, char name[160]) {
  const tcf_stage asked = stage_of(kind, n, l);
  const tcf_candidates all = unit_list(tcf_tile_propose, &asked, d);
  if (index >= all.count) return 0;
  const tcf_stage s = all.stage[index];
  ck_assert_msg(tcf_tile_build(t, &s, d) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  snprintf(name, 160, "%.20s: %lld points of kind %d, layout %d, by %.40s, tpt=%d", d->name, (long long)n, kind, l, s.fft,
           t->tpt);
  test_current = name;
  return t->conv != TCF_CONV_DIRECT;
}

START_TEST(rounds) {
  static model m;
  char name[160];
  tcf_tile t;
  int folded = 0;
  const tcf_device d = unit_device(unit_gpu(_i));
  for (int kind = TCFFT_C2C; kind <= TCFFT_C2R; kind++)
    for (int64_t n = 1; n <= LONGEST / 2; n += n < 100 ? 1 : n / 41)
      for (int l = ROWS; l <= COLUMNS; l += COLUMNS) {
        if (!propose(&t, (tcfft_kind)kind, n, (layout)l, &d, 0, name)) continue;
        m.t = &t;
        for (int p = 0; p < t.passes; p++) {
          enter_pass(&m, p);
          check_butterflies(name, &m);
          check_held(name, &m);
          folded += is_folded(&t, p);
        }
      }
  ck_assert_int_gt(folded, 100);
}
END_TEST

// Where the Hermitian split is across transforms, the threads of two transforms share their butterflies: one of each at a
// time.
START_TEST(pairs) {
  char name[160];
  tcf_tile t;
  int folded = 0;
  const tcf_device d = unit_device(unit_gpu(_i));
  for (int out = 0; out < 2; out++)
    for (int64_t n = 4; n <= LONGEST / 2; n += n < 100 ? 1 : n / 41) {
      if (!propose(&t, out ? TCFFT_R2C : TCFFT_C2R, n, out ? LAST : FIRST, &d, 0, name) || !(t.across_in || t.across_out))
        continue;
      const int p = out ? t.passes - 1 : 0, count = t.n / t.radix[p], each = (count + 2 * t.tpt - 1) / (2 * t.tpt);
      ck_assert_msg(tcf_tile_rounds(&t, p) == 2 * each, "%s: %d rounds", name, tcf_tile_rounds(&t, p));
      ck_assert_msg(tcf_tile_ept(&t, p) == 2 * t.radix[p], "%s holds %d points", name, tcf_tile_ept(&t, p));
      folded++;
    }
  ck_assert_int_gt(folded, 100);
}
END_TEST

// ------------------------------------------------------------------------------------------------ banks

// Accesses of 8 bytes: half a warp at a time meets 32 banks of 4 bytes. The rounds beyond the first that one access of a
// warp takes: the most different words in one bank.
static int extra_rounds(const int word[WARP]) {
  int extra = 0;
  for (int half = 0; half < WARP; half += WARP / 2) {
    int most = 1;
    for (int bank = 0; bank < 16; bank++) {
      int different = 0;
      for (int i = half; i < half + WARP / 2; i++) {
        int known = word[i] < 0 || word[i] % 16 != bank;
        for (int k = half; k < i && !known; k++) known = word[k] == word[i];
        different += !known;
      }
      if (different > most) most = different;
    }
    if (most - 1 > extra) extra = most - 1;
  }
  return extra;
}

// Which points a butterfly's are: as they come in and go out, or where they lie in between.
typedef enum order { NATURAL, BETWEEN } order;

static int point_of(const model *m, order o, int j, int r) {
  if (o == NATURAL) return j + r * m->count;
  if (m->pass == 0) return m->place[j + r * m->count];
  return (j / m->before * m->radix + r) * m->before + j % m->before;
}

static int64_t pass_extra_rounds(const model *m, order o, int64_t enough) {
  const tcf_tile *t = m->t;
  const int by_ffts = m->pass ? t->batch_fast_out : t->batch_fast_in;
  int64_t extra = 0;
  for (int first = 0; first < t->threads && extra < enough; first += WARP)
    for (int access = 0; access < m->rounds * m->radix; access++) {
      int word[WARP];
      for (int i = 0; i < WARP; i++) {
        const int id = first + i, lane = by_ffts ? id % t->fpb : id / t->tpt, q = by_ffts ? id / t->fpb : id % t->tpt;
        word[i] = -1;
        if (lane >= t->fpb || q >= t->tpt) continue;
        const int j = m->of[access / m->radix * t->tpt + q];
        if (j < 0) continue;
        const int point = point_of(m, o, j, access % m->radix);
        word[i] = lane * t->stride + point + point / t->row * t->pad;
      }
      extra += extra_rounds(word);
    }
  return extra;
}

// All accesses of the passes of a tile, and the rounds beyond the first that they take, or `enough` and more.
static int64_t all_extra_rounds(const tcf_tile *t, int64_t enough, int64_t *accesses) {
  static model m;
  int64_t extra = 0;
  m.t = t;
  split(&m, t->passes - 1, t->n, 0, 1, 0);
  *accesses = 0;
  for (int p = 0; p < t->passes && extra < enough; p++) {
    enter_pass(&m, p);
    const int last = p == t->passes - 1, between = (p > 0) + !last, natural = (p == 0 && t->smem_in) + (last && t->smem_out);
    if (between) extra += between * pass_extra_rounds(&m, BETWEEN, (enough - extra - 1) / between + 1);
    if (natural) extra += natural * pass_extra_rounds(&m, NATURAL, (enough - extra - 1) / natural + 1);
    *accesses += (between + natural) * m.rounds * m.radix * (t->threads / WARP);
  }
  return extra;
}

// The model's own places: a permutation, and what is transformed last lies in order.
START_TEST(places) {
  static const struct {
    int passes, radix[3], place[12];
  } known[] = {
      {1, {4}, {0, 1, 2, 3}}, {2, {2, 3}, {0, 2, 4, 1, 3, 5}}, {3, {2, 3, 2}, {0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11}}};
  static model m;
  for (size_t i = 0; i < TEST_COUNT(known); i++) {
    tcf_tile t = {.n = 1, .passes = known[i].passes, .tpt = 1};
    for (int p = 0; p < t.passes; p++) t.n *= t.radix[p] = known[i].radix[p];
    m.t = &t;
    split(&m, t.passes - 1, t.n, 0, 1, 0);
    for (int k = 0; k < t.n; k++) ck_assert_int_eq(m.place[k], known[i].place[k]);
    for (int p = 0; p < t.passes; p++) enter_pass(&m, p);
    for (int j = 0; j < m.count; j++)
      for (int r = 0; r < m.radix; r++) ck_assert_int_eq(point_of(&m, BETWEEN, j, r), point_of(&m, NATURAL, j, r));
  }
}
END_TEST

// Padding takes at most an eighth of a transform, or one point of a short one: blocks that do not fit would cost more than
// bank conflicts.
static int most_stride(const tcf_tile *t) {
  const int rows = tcf_tile_rows(t);
  return rows + (rows < 16 ? 1 : rows / 8);
}

// The least number of extra rounds, over all accesses, that any padding of rows and any distance between transforms
// reaches within that limit.
static int64_t least_extra_rounds(const tcf_tile *t, const tcf_device *d, int64_t known) {
  int64_t accesses;
  for (int p = 0, row = 1; p + 1 < t->passes; p++) {
    row *= t->radix[p];
    for (int more = 0; known && more < 16 * 16; more++) {
      tcf_tile c = *t;
      c.row = row;
      c.pad = more / 16;
      c.stride = tcf_tile_rows(t) + (tcf_tile_rows(t) - 1) / row * c.pad + more % 16;
      if (c.stride > most_stride(t)) continue;
      tcf_tile_set_shared(&c);
      const int64_t extra = (int64_t)c.shared <= d->shared ? all_extra_rounds(&c, known, &accesses) : known;
      if (extra < known) known = extra;
    }
  }
  return known;
}

// As few as one sort of rows can have, to a quarter of an access each. None with one or two passes, where no kind needs
// natural order as well, but where an eighth more memory does not suffice; three and more would want rows of rows.
START_TEST(powers_of_two) {
  const tcf_device d = unit_device(unit_gpu(_i));
  for (int kind = TCFFT_C2C; kind <= TCFFT_C2R; kind++)
    for (int64_t n = 2; n <= LONGEST / (kind ? 2 : 1); n *= 2)
      for (int index = 0; index < 3; index++) {
        char name[160];
        tcf_tile t;
        int64_t accesses;
        if (!propose(&t, (tcfft_kind)kind, n, ROWS, &d, index, name)) break;
        const int64_t extra = all_extra_rounds(&t, INT64_MAX, &accesses);
        ck_assert_msg(t.stride <= most_stride(&t), "%s, stride=%d:row=%d:pad=%d", name, t.stride, t.row, t.pad);
        ck_assert_msg(t.passes > 2 || t.hermitian_in || t.hermitian_out || extra <= (t.n < 128 ? accesses : 0),
                      "%s, width=%d:stride=%d:row=%d:pad=%d: %lld conflicts", name, t.fpb, t.stride, t.row, t.pad,
                      (long long)extra);
        if (4 * extra <= accesses || index) continue;
        const int64_t least = least_extra_rounds(&t, &d, extra);
        ck_assert_msg((double)extra <= 1.1 * (double)least + 16,
                      "%s, width=%d:stride=%d:row=%d:pad=%d: %lld conflicts, at best %lld", name, t.fpb, t.stride, t.row,
                      t.pad, (long long)extra, (long long)least);
      }
}
END_TEST

// Layouts are chosen by a sample of the accesses: never much worse than no padding, and by and large no worse than the best.
START_TEST(padding) {
  const tcf_device d = unit_device(unit_gpu(_i));
  int64_t chosen_all = 0, least_all = 0, plain_all = 0, accesses_all = 0;
  for (int64_t n = 2; n <= 4096; n += 1 + n / 6)
    for (int l = ROWS; l <= LAST; l++) {
      char name[160];
      tcf_tile t;
      int64_t accesses;
      if (!propose(&t, TCFFT_C2C, n, (layout)l, &d, 0, name) || t.conv || !t.shared) continue;
      tcf_tile plain = t;
      plain.pad = 0;
      plain.stride = t.n;
      const int64_t chosen = all_extra_rounds(&t, INT64_MAX, &accesses),
                    without = all_extra_rounds(&plain, INT64_MAX, &accesses);
      ck_assert_msg(t.stride <= most_stride(&t), "%s, stride=%d:row=%d:pad=%d", name, t.stride, t.row, t.pad);
      // A sample may miss a few (408 points by 6.17.4 with little memory: 34 conflicts for none).
      ck_assert_msg((double)chosen <= 1.2 * (double)without + 40,
                    "%s, stride=%d:row=%d:pad=%d: %lld conflicts, %lld without padding", name, t.stride, t.row, t.pad,
                    (long long)chosen, (long long)without);
      chosen_all += chosen;
      plain_all += without;
      least_all += least_extra_rounds(&t, &d, chosen);
      accesses_all += accesses;
    }
  // So few are left that a single tile (23.11.3 by 33 threads, 44 conflicts for 24) is a tenth of them: 1 of 200 accesses
  // may have one more.
  ck_assert_msg((double)chosen_all <= 1.1 * (double)least_all + (double)accesses_all / 200,
                "%s: %lld conflicts, at best %lld, of %lld accesses", d.name, (long long)chosen_all, (long long)least_all,
                (long long)accesses_all);
  ck_assert_msg(3 * chosen_all <= plain_all, "%s: %lld conflicts, %lld without padding", d.name, (long long)chosen_all,
                (long long)plain_all);
}
END_TEST

// ------------------------------------------------------------------------------------------------ tensor cores

// Swizzled: pairs of a row of 16 points change places by the bits above.
static int lies_at(const tcf_tile *t, int lane, int i) {
  static const int moves[] = {2, 4, 3, 5};
  if (!t->swizzle) return lane * t->stride + i + i / t->row * t->pad;
  int pair = i % 16 / 2;
  for (int bit = 4; i >> bit; bit++)
    if (i >> bit & 1) pair ^= moves[bit % 4];
  return lane * t->stride + i / 16 * 16 + pair * 2 + i % 2;
}

// Extra rounds of the accesses of a pass on tensor cores. A quarter of a warp reads or writes at once, 16 bytes per lane.
// Four lanes share butterflies: lane 4 g + q has point `apart` q of butterflies 2 g and 2 g + 1 of its warp's 16.
static int64_t extra_of_pairs(const tcf_tile *t, int pass, int apart, const char *name) {
  const int radix = t->radix[pass], count = t->n / radix, before = tcf_tile_within(t, pass), all = t->fpb * count,
            each = all / (t->threads / WARP);
  int64_t extra = 0;
  for (int quarter = 0; quarter < all * 2 / 8;
       quarter++) {  // of 8 lanes, in rounds of 16 butterflies, each warp has its own
    int met[8] = {0}, most = 0;
    for (int lane = 8 * (quarter % 4); lane < 8 * (quarter % 4) + 8; lane++) {
      const int b = quarter / 4 * 16 + lane / 4 * 2, j = b % count, q = lane % 4,
                i = j / before * before * radix + j % before + q * apart * before, at = lies_at(t, b / count, i);
      ck_assert_msg(at % 2 == 0 && lies_at(t, b / count, i + 1) == at + 1, "%s: point %d at %d", name, i, at);
      most = ++met[at / 2 % 8] > most ? met[at / 2 % 8] : most;
    }
    extra += most - 1;
  }
  ck_assert_int_eq(each * (t->threads / WARP), all);
  return extra;
}

// The same of what eight threads write of their butterflies of the first pass: pairs of points that come one after the
// other.
static int64_t extra_of_first(const tcf_tile *t) {
  static model m;
  int64_t extra = 0;
  m.t = t;
  split(&m, t->passes - 1, t->n, 0, 1, 0);
  for (int thread = 0; thread + 8 <= t->tpt; thread += 8) {
    int met[8] = {0}, most = 0;
    for (int j = thread; j < thread + 8; j++) {
      const int at = lies_at(t, 0, m.place[j]) / 2 % 8;
      most = ++met[at] > most ? met[at] : most;
    }
    extra += most - 1;
  }
  return extra;
}

static void propose_mma(const tcf_stage *s, const tcf_device *d, tcf_candidates *out) { tcf_tensor_propose(s, d, 0, out); }
static void propose_wmma(const tcf_stage *s, const tcf_device *d, tcf_candidates *out) { tcf_tensor_propose(s, d, 1, out); }

// Neighbouring points share 16 aligned bytes, and shared memory has room for the fragments behind the points. The eight
// lanes that read or write at once have no bank conflicts; with two passes, two of them may.
START_TEST(on_tensor_cores) {
  const tcf_device d = unit_device("H200");
  for (int via_smem = 0; via_smem < 2; via_smem++)
    for (int64_t n = 256; n <= LONGEST; n *= 2) {
      tcf_stage s = stage_of(TCFFT_C2C, n, ROWS);
      tcf_tile t;
      char name[200];
      s.algorithm = TCFFT_ALGORITHM_TENSOR;
      ck_assert(unit_first(via_smem ? propose_wmma : propose_mma, &s, &d));
      ck_assert_msg(tcf_tile_build(&t, &s, &d) == TCFFT_SUCCESS, "%s", tcfft_last_error());
      snprintf(name, sizeof name, "%s, width=%d:stride=%d:row=%d:pad=%d:swizzle=%d", s.fft, t.fpb, t.stride, t.row, t.pad,
               t.swizzle);
      ck_assert_msg(t.tensor && t.via_smem == via_smem && t.stride % 2 == 0 && t.pad % 2 == 0, "%s", name);
      const size_t numbers = (size_t)(t.fpb * t.stride) * 8 + (size_t)(t.fpb * ((t.tpt + 31) / 32)) * 4,
                   fragments = 512 + (size_t)t.threads / WARP * 1536;
      ck_assert_uint_eq(t.shared, via_smem ? (numbers + 127) / 128 * 128 + fragments : numbers);
      if (t.swizzle)
        ck_assert_msg(!extra_of_first(&t), "%s: the first pass writes in %d rounds more", name, (int)extra_of_first(&t));
      for (int p = 1; p < t.passes; p++) {
        if (!(t.tensor >> p & 1)) continue;
        const int64_t reads = extra_of_pairs(&t, p, 1, name), all = t.n * t.fpb / t.radix[p];
        ck_assert_msg(reads <= (t.passes > 2 ? 0 : all / 4), "%s: pass %d reads in %lld rounds more", name, p,
                      (long long)reads);
      }
    }
}
END_TEST

// A tile of many: classic, or with passes on tensor cores. 0: there is none.
static int some_tile(tcf_tile *t, int number, const tcf_device *d) {
  static const int lengths[] = {60, 64, 97, 100, 256, 509, 1000, 1024, 2401, 4096};
  static const tcfft_kind kinds[] = {TCFFT_C2C, TCFFT_R2C, TCFFT_C2R};
  const int kind = number % 3, tensor = number / 3 % 3, l = number / 9 % LAYOUTS, n = number / 9 / LAYOUTS;
  if (n >= (int)TEST_COUNT(lengths)) return 0;
  tcf_stage s = stage_of(kinds[kind], lengths[n], (layout)l);
  if (tensor) s.algorithm = TCFFT_ALGORITHM_TENSOR;
  static unit_add *const proposals[] = {tcf_tile_propose, propose_mma, propose_wmma};
  return unit_first(proposals[tensor], &s, d) && tcf_tile_build(t, &s, d) == TCFFT_SUCCESS;
}

// What was found before is what a process finds that has looked at nothing else.
START_TEST(kept) {
  enum { MANY = 9 * LAYOUTS * 10 };
  const tcf_device d = unit_device(unit_gpu(_i));
  tcf_tile *alone = mmap(NULL, MANY * sizeof *alone, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), t;
  ck_assert(alone != MAP_FAILED);
  for (int i = 0; i < MANY; i++) {
    const pid_t child = fork();
    if (!child) _exit(!some_tile(&alone[i], i, &d));
    ck_assert(child > 0 && waitpid(child, NULL, 0) == child);
  }
  int found = 0;
  for (int i = 0; i < MANY; i++) {
    if (!some_tile(&t, i, &d)) continue;
    found++;
    ck_assert_msg(t.stride == alone[i].stride && t.row == alone[i].row && t.pad == alone[i].pad &&
                      t.swizzle == alone[i].swizzle && t.shared == alone[i].shared && t.blocks == alone[i].blocks,
                  "tile %d on %s: stride=%d:row=%d:pad=%d:swizzle=%d, alone stride=%d:row=%d:pad=%d:swizzle=%d", i, d.name,
                  t.stride, t.row, t.pad, t.swizzle, alone[i].stride, alone[i].row, alone[i].pad, alone[i].swizzle);
  }
  ck_assert_int_ge(found, 100);
  munmap(alone, MANY * sizeof *alone);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cuda_layout");
  TCase *passes = test_case(suite, "passes", 60), *banks = test_case(suite, "banks", 120);
  tcase_add_loop_test(passes, rounds, unit_first_gpu(), unit_end_gpu());
  tcase_add_loop_test(passes, pairs, unit_first_gpu(), unit_end_gpu());
  tcase_add_test(banks, places);
  tcase_add_loop_test(banks, powers_of_two, unit_first_gpu(), unit_end_gpu());
  tcase_add_loop_test(banks, padding, unit_first_gpu(), unit_end_gpu());
  tcase_add_test(banks, on_tensor_cores);
  tcase_add_loop_test(banks, kept, 0, UNIT_GPUS);
  return suite;
}
