// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Flows as data: blocks, what moves, and that no device writes what another may still read.
#include "core/desc.h"
#include "several/moves.h"
#include "support.h"

START_TEST(blocks) {
  for (int64_t n = 0; n < 40; n++) {
    for (int parts = 1; parts <= 9; parts++) {
      int64_t next = 0;
      for (int part = 0; part < parts; part++) {
        const tcf_block b = tcf_block_of(n, parts, part);
        ck_assert_int_eq(b.begin, next);
        ck_assert(b.count == n / parts || b.count == n / parts + 1);
        next += b.count;
      }
      ck_assert_int_eq(next, n);
    }
  }
}
END_TEST

static int is_callers(tcf_area a) { return a == TCF_AREA_IN || a == TCF_AREA_OUT; }

// What execute.c counts on: passes and exchanges alternate, each begins where the one before has ended, the caller's output
// is written last, and an exchange does not write where the exchange before it has read.
static void check_flow(const tcf_flow *f, const char *text) {
  const tcf_step *s = f->step;
  ck_assert_int_gt(f->steps, 0);
  ck_assert_int_eq(s[0].from, TCF_AREA_IN);
  ck_assert_int_eq(s[f->steps - 1].to, TCF_AREA_OUT);
  for (int i = 1; i < f->steps; i++) {
    ck_assert_msg((s[i].kind == TCF_STEP_EXCHANGE) != (s[i - 1].kind == TCF_STEP_EXCHANGE), "%s: step %d", text, i);
    ck_assert_msg(s[i].from == s[i - 1].to, "%s: step %d begins elsewhere", text, i);
    ck_assert_msg(!is_callers(s[i].from) && !is_callers(s[i - 1].to), "%s: step %d is in the caller's memory", text, i);
  }
  for (int i = 2; i < f->steps; i++)
    if (s[i].kind == TCF_STEP_EXCHANGE)
      ck_assert_msg(s[i].to != s[i - 2].from && !(is_callers(s[i].to) && is_callers(s[i - 2].from)),
                    "%s: step %d writes what step %d reads", text, i, i - 2);
}

// In all exchanges of a device with itself and with others the whole matrix is there once.
static void check_moves(const tcf_flow *f, const char *text) {
  for (int i = 0; i < f->steps; i++) {
    int64_t bytes = 0;
    if (f->step[i].kind != TCF_STEP_EXCHANGE) continue;
    for (int from = 0; from < f->devices; from++)
      for (int to = 0; to < f->devices; to++) bytes += tcf_flow_moved(f, &f->step[i], from, to);
    ck_assert_msg(bytes == f->rows * f->columns * f->cell * f->problem.batch * 8, "%s: step %d", text, i);
  }
}

START_TEST(steps) {
  static const char *const texts[] = {"c2c:30x20x7",      "c2c:9x50",    "c2c:5040",         "c2c:1009",    "r2c:30x20x7",
                                      "r2c:9x50:inplace", "c2r:30x20x7", "c2r:9x50:inplace", "c2c:6x7x8*2", "c2c:64*3"};
  int made = 0;
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    for (int orders = 0; orders < 4; orders++) {
      for (int devices = 1; devices <= 8; devices++) {
        tcfft_desc d;
        tcf_problem p;
        tcf_flow f;
        test_desc(&d, texts[i]);
        ck_assert_int_eq(tcf_problem_from_desc(&p, &d), TCFFT_SUCCESS);
        if (tcf_flow_make(&f, &p, devices, (tcfft_order)(orders & 1), (tcfft_order)(orders >> 1)) != TCFFT_SUCCESS) continue;
        made++;
        if (f.cut[0] == TCF_CUT_BATCH) continue;
        check_flow(&f, texts[i]);
        check_moves(&f, texts[i]);
        ck_assert_int_eq(f.rows * f.columns * f.cell,
                         d.kind == TCFFT_C2C ? tcf_problem_points(&p) : f.rows * f.columns * f.cell);
      }
    }
  }
  ck_assert_int_gt(made, 200);
}
END_TEST

// ------------------------------------------------------------------------------------------------ frames

// Rows by columns of a frame; empty where either is.
typedef struct rectangle {
  int64_t row, column, rows, columns;
} rectangle;

static int overlap(rectangle a, rectangle b) {
  return a.rows && a.columns && b.rows && b.columns && a.row < b.row + b.rows && b.row < a.row + a.rows &&
         a.column < b.column + b.columns && b.column < a.column + a.columns;
}

static rectangle rectangle_at(const tcf_flow *f, int64_t first, const tcf_move *m) {
  return (rectangle){first / f->columns, first % f->columns, m->rows, m->columns};
}

// What a device sends from its frame in an exchange to the other one, and what comes into it.
static rectangle sent(const tcf_flow *f, int step, int device) {
  tcf_move m[TCF_MOVES];
  tcf_moves_of(m, f, step, device, !device);
  return f->step[step].from == TCF_AREA_FRAME ? rectangle_at(f, m[0].from, &m[0]) : (rectangle){0};
}
static rectangle received(const tcf_flow *f, int step, int device) {
  tcf_move m[TCF_MOVES];
  tcf_moves_of(m, f, step, !device, device);
  return f->step[step].to == TCF_AREA_FRAME ? rectangle_at(f, m[0].to, &m[0]) : (rectangle){0};
}

// What a pass of a device writes in its frame.
static rectangle computed(const tcf_flow *f, int step, int device) {
  if (f->step[step].to != TCF_AREA_FRAME) return (rectangle){0};
  const int by_rows = f->step[step].kind == TCF_STEP_ROWS;
  const tcf_block b = by_rows ? tcf_flow_rows(f, 0, device) : tcf_flow_columns(f, 0, device);
  return by_rows ? (rectangle){b.begin, 0, b.count, f->columns} : (rectangle){0, b.begin, f->rows, b.count};
}

// What execute.c counts on: nothing that is being sent is overwritten, by what comes or by what is computed.
static void check_frame(const tcf_flow *f, const char *text) {
  ck_assert_int_le(f->rows * f->columns * f->cell * f->problem.batch * tcf_flow_cell_bytes(f), 2 * tcf_flow_area_bytes(f));
  for (int i = 0; i < f->steps; i++) {
    const tcf_step *st = &f->step[i];
    if (i) ck_assert_int_eq(st->from, f->step[i - 1].to);
    if (st->kind != TCF_STEP_EXCHANGE) continue;
    const int stays = st->from == TCF_AREA_FRAME && st->to == TCF_AREA_FRAME;
    for (int d = 0; d < 2; d++) {
      tcf_move own[TCF_MOVES];
      tcf_moves_of(own, f, i, d, d);
      if (stays)
        ck_assert_msg(own[0].rows == 0 && tcf_flow_moved(f, st, d, d) == 0, "%s: step %d moves within %d", text, i, d);
      for (int later = i; later < f->steps; later++) {
        const rectangle next = f->step[later].kind == TCF_STEP_EXCHANGE ? received(f, later, d) : computed(f, later, d);
        ck_assert_msg(!overlap(sent(f, i, d), next), "%s: step %d writes what step %d sends", text, later, i);
      }
    }
  }
}

START_TEST(frames) {
  static const char *const texts[] = {"c2c:30x20x7", "c2c:9x50", "c2c:5040", "c2c:7x5x3", "r2c:31x20x7",
                                      "r2c:9x50",    "c2r:3x5",  "c2r:9x50", "c2c:1x7",   "c2c:6"};
  int made = 0, kept = 0;
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    for (int orders = 0; orders < 4; orders++) {
      tcfft_desc d;
      tcf_problem p;
      tcf_flow f;
      test_desc(&d, texts[i]);
      ck_assert_int_eq(tcf_problem_from_desc(&p, &d), TCFFT_SUCCESS);
      if (tcf_flow_make(&f, &p, 2, (tcfft_order)(orders & 1), (tcfft_order)(orders >> 1)) != TCFFT_SUCCESS) continue;
      tcf_flow_frame(&f);
      made++;
      int framed = 0;
      for (int k = 0; k < f.steps; k++) framed |= f.step[k].from == TCF_AREA_FRAME;
      kept += framed;
      if (framed) check_frame(&f, texts[i]);
      ck_assert_int_eq(framed, !(d.rank == 1 && orders == 0));
    }
  }
  ck_assert_int_gt(made, 20);
  ck_assert_int_gt(kept, 20);
}
END_TEST

// ------------------------------------------------------------------------------------------------ real axes

// Each device gets the mate of each number that it holds, once, and no other: number h - k of k, of r2c none of 0.
static void check_mates(const tcf_flow *f, const tcf_step *s, const char *text) {
  const int64_t h = f->rows * f->columns, row = s->transposed ? f->rows : f->columns;
  const int r2c = f->problem.kind == TCFFT_R2C;
  for (int to = 0; to < f->devices; to++) {
    const tcf_block rows = tcf_flow_rows(f, s->transposed, to);
    int64_t got = 0, wanted = rows.count * row + (rows.count && rows.begin + rows.count == h / row ? r2c : 0);
    for (int from = 0; from < f->devices; from++) {
      const tcf_block b = tcf_flow_mates(f, s, from, to);
      for (int64_t i = b.begin; i < b.begin + b.count; i++) {
        const int64_t k = h - i;
        ck_assert_msg(k >= rows.begin * row && k <= (rows.begin + rows.count) * row, "%s: %d gets number %d", text, to,
                      (int)i);
      }
      got += b.count;
    }
    if (r2c && rows.begin == 0 && rows.count) wanted--;
    // The number behind the last that a device holds has its mate at the beginning of what comes, whether it is needed or
    // not.
    const int64_t unused = rows.count && !(r2c && rows.begin + rows.count == h / row);
    ck_assert_msg(got == wanted + unused, "%s: device %d gets %d of %d mates", text, to, (int)got, (int)(wanted + unused));
  }
}

START_TEST(mates) {
  static const char *const texts[] = {"r2c:60", "c2r:60", "r2c:26", "c2r:26", "r2c:2", "c2r:2", "r2c:128", "c2r:10*1"};
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    for (int devices = 2; devices <= 6; devices++) {
      tcfft_desc d;
      tcf_problem p;
      tcf_flow f;
      int found = 0;
      test_desc(&d, texts[i]);
      ck_assert_int_eq(tcf_problem_from_desc(&p, &d), TCFFT_SUCCESS);
      ck_assert_int_eq(tcf_flow_make(&f, &p, devices, TCFFT_ORDER_NATURAL, TCFFT_ORDER_NATURAL), TCFFT_SUCCESS);
      ck_assert_int_eq(f.rows * f.columns, d.n[0] / 2);
      for (int k = 0; k < f.steps; k++) {
        ck_assert_msg(!k || (f.step[k].kind == TCF_STEP_EXCHANGE) != (f.step[k - 1].kind == TCF_STEP_EXCHANGE), "%s: %d",
                      texts[i], k);
        if (!f.step[k].mates) continue;
        check_mates(&f, &f.step[k], texts[i]);
        found++;
      }
      ck_assert_int_eq(found, 1);
    }
  }
}
END_TEST

// The exchanges that orders cost, and no more.
START_TEST(exchanges) {
  static const struct {
    const char *text;
    tcfft_order in, out;
    int count;
  } cases[] = {{"c2c:8x8x8", 0, 1, 1}, {"c2c:8x8x8", 1, 0, 1}, {"c2c:8x8x8", 0, 0, 2}, {"c2c:8x8", 1, 1, 2},
               {"r2c:8x8", 0, 1, 1},   {"c2r:8x8", 1, 0, 1},   {"c2r:8x8x8", 0, 0, 2}, {"c2c:256", 0, 1, 2},
               {"c2c:256", 1, 0, 2},   {"c2c:256", 0, 0, 3},   {"r2c:256", 0, 0, 4},   {"c2r:256", 0, 0, 4}};
  for (size_t i = 0; i < TEST_COUNT(cases); i++) {
    tcfft_desc d;
    tcf_problem p;
    tcf_flow f;
    int found = 0;
    test_desc(&d, cases[i].text);
    ck_assert_int_eq(tcf_problem_from_desc(&p, &d), TCFFT_SUCCESS);
    ck_assert_int_eq(tcf_flow_make(&f, &p, 4, cases[i].in, cases[i].out), TCFFT_SUCCESS);
    for (int k = 0; k < f.steps; k++) found += f.step[k].kind == TCF_STEP_EXCHANGE;
    ck_assert_msg(found == cases[i].count, "%s: %d exchanges", cases[i].text, found);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("several_flow");
  tcase_add_test(test_case(suite, "blocks", 10), blocks);
  tcase_add_test(test_case(suite, "steps", 20), steps);
  tcase_add_test(test_case(suite, "frames", 10), frames);
  tcase_add_test(test_case(suite, "mates", 10), mates);
  tcase_add_test(test_case(suite, "exchanges", 10), exchanges);
  return suite;
}
