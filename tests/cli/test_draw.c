// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the command draws into its pictures: where text lies, that nothing leaves the image, the marks of an axis.
#include "cli/draw.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { WIDTH = 60, HEIGHT = 40, GUARD = 4096 };

// An image that is white, between bytes that are not to change.
typedef struct canvas {
  unsigned char bytes[GUARD + WIDTH * HEIGHT * 3 + GUARD];
  tcf_image image;
} canvas;

static void begin(canvas *c) {
  memset(c->bytes, 0xa5, sizeof c->bytes);
  memset(c->bytes + GUARD, 0xff, (size_t)WIDTH * HEIGHT * 3);
  c->image = (tcf_image){.width = WIDTH, .height = HEIGHT, .rgb = c->bytes + GUARD};
}

static bool is_black(const canvas *c, int x, int y) { return c->image.rgb[3 * (y * WIDTH + x)] == 0; }

static int count_black(const canvas *c) {
  int count = 0;
  for (int i = 0; i < WIDTH * HEIGHT; i++) count += is_black(c, i % WIDTH, i / WIDTH);
  return count;
}

static void check_guards(const canvas *c) {
  for (size_t i = 0; i < GUARD; i++)
    ck_assert_msg(c->bytes[i] == 0xa5 && c->bytes[sizeof c->bytes - 1 - i] == 0xa5, "a byte beside the image is written");
}

// A letter, compared point by point: upright, rotated, and in double size.
START_TEST(letter) {
  static const char *const seven[] = {"######", "     #", "    # ", "   #  ", "   #  ",
                                      "  #   ", "  #   ", " #    ", " #    "};
  enum { ROWS = TEST_COUNT(seven), COLUMNS = 6, ABOVE = 2 };  // of a cell of 13 rows
  for (int scale = 1; scale <= 2; scale++) {
    canvas upright, turned;
    int black = 0;
    begin(&upright);
    begin(&turned);
    tcf_draw_text(&upright.image, 5, 3, "7", scale);
    tcf_draw_text_up(&turned.image, 3, 35, "7", scale);
    for (int y = 0; y < ROWS * scale; y++)
      for (int x = 0; x < COLUMNS * scale; x++) {
        const bool wanted = seven[y / scale][x / scale] == '#';
        black += wanted;
        ck_assert_msg(is_black(&upright, 5 + x, 3 + ABOVE * scale + y) == wanted, "scale %d, (%d, %d)", scale, x, y);
        ck_assert_msg(is_black(&turned, 3 + ABOVE * scale + y, 34 - x) == wanted, "turned, scale %d, (%d, %d)", scale, x, y);
      }
    ck_assert_int_eq(count_black(&upright), black);
    ck_assert_int_eq(count_black(&turned), black);
  }
}
END_TEST

// Every character that can be printed has a glyph, and no two have the same; what is no ASCII is one '?' a character.
START_TEST(characters) {
  static canvas seen['~' + 1];
  for (int c = ' '; c <= '~'; c++) {
    const char text[] = {(char)c, 0};
    begin(&seen[c]);
    tcf_draw_text(&seen[c].image, 5, 5, text, 1);
    ck_assert_msg((count_black(&seen[c]) > 0) == (c > ' '), "'%c' is empty", c);
    for (int other = ' '; other < c; other++)
      ck_assert_msg(memcmp(seen[c].bytes, seen[other].bytes, sizeof seen[c].bytes) != 0, "'%c' looks as '%c'", c, other);
  }
  canvas foreign, replaced;
  begin(&foreign);
  begin(&replaced);
  tcf_draw_text(&foreign.image, 1, 1,
                "a\xc3\xa9\xe4\xb8\x96"
                "b\n",
                1);
  tcf_draw_text(&replaced.image, 1, 1, "a??b?", 1);
  ck_assert_mem_eq(foreign.bytes, replaced.bytes, sizeof foreign.bytes);
  ck_assert_int_eq(tcf_draw_text_width("a\xc3\xa9\xe4\xb8\x96"
                                       "b\n",
                                       3),
                   3 * 5 * 7);
}
END_TEST

START_TEST(outside) {
  static const tcf_rgb black = {0, 0, 0};
  for (int y = -50 + 7 * (int)test_first(); y <= HEIGHT + 50; y += 7 * (int)test_share())
    for (int x = -70; x <= WIDTH + 70; x += 7) {
      canvas c;
      begin(&c);
      tcf_draw_text(&c.image, x, y, "@@@@@@@@", 2);
      tcf_draw_text_up(&c.image, x, y, "@@@@@@@@", 2);
      tcf_draw_box(&c.image, x, y, 200, 1, black);
      tcf_draw_box(&c.image, x, y, -3, -3, black);
      for (int side = TCF_DRAW_BELOW; side <= TCF_DRAW_RIGHT; side++) {
        const tcf_axis axis = {(tcf_draw_side)side, x, y, 100, -1e-3, 1e-3, "title"};
        tcf_draw_axis(&c.image, &axis, 1);
      }
      check_guards(&c);
    }
}
END_TEST

static const struct {
  double span;
  int most;
  double step;
} step_rows[] = {{1, 10, 0.1},    {1, 9, 0.2},      {1, 4, 0.5},   {1, 1, 1},     {10, 10, 1},
                 {8, 15, 1},      {22.05, 16, 2},   {90, 16, 10},  {90, 9, 10},   {90, 8, 20},
                 {3e-5, 6, 5e-6}, {1e5, 12, 10000}, {0.3, 3, 0.1}, {0.7, 7, 0.1}, {1.5e-300, 2, 1e-300}};

START_TEST(steps) {
  for (size_t i = 0; i < TEST_COUNT(step_rows); i++) {
    const double step = tcf_draw_step(step_rows[i].span, step_rows[i].most);
    ck_assert_msg(fabs(step / step_rows[i].step - 1) < 1e-12, "%g in at most %d: %g, not %g", step_rows[i].span,
                  step_rows[i].most, step, step_rows[i].step);
  }
}
END_TEST

// The marks of a vertical axis of 0 to 10 lie where their values are: the ends at the ends, 5 in the middle.
START_TEST(marks) {
  enum { X = 50, LOW = 38, LENGTH = 37 };
  const tcf_axis axis = {TCF_DRAW_LEFT, X, LOW, LENGTH, 0, 10, ""};
  canvas c;
  begin(&c);
  tcf_draw_axis(&c.image, &axis, 1);
  const int mark = X - 4;  // a mark has 5 points
  for (int y = 0; y < HEIGHT; y++) {
    const bool wanted = y == LOW || y == LOW - (LENGTH - 1) / 2 || y == LOW - (LENGTH - 1);
    ck_assert_msg(is_black(&c, mark, y) == wanted, "row %d", y);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("draw");
  TCase *all = test_case(suite, "draw", 60);
  tcase_add_test(all, letter);
  tcase_add_test(all, characters);
  tcase_add_test(all, outside);
  tcase_add_test(all, steps);
  tcase_add_test(all, marks);
  return suite;
}
