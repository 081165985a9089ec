// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "cli/draw.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/draw_font.h"

static const tcf_rgb black = {0, 0, 0};

void tcf_draw_box(tcf_image *image, int64_t x, int64_t y, int64_t width, int64_t height, const tcf_rgb colour) {
  const int64_t left = x > 0 ? x : 0, right = x + width < image->width ? x + width : image->width;
  const int64_t top = y > 0 ? y : 0, bottom = y + height < image->height ? y + height : image->height;
  for (int64_t row = top; row < bottom; row++)
    for (int64_t column = left; column < right; column++)
      memcpy(image->rgb + 3 * (row * image->width + column), colour, sizeof(tcf_rgb));
}

// ------------------------------------------------------------------------------------------------ text

// In UTF-8, every byte of a character but its first is 10xxxxxx.
static bool begins_character(char c) { return ((unsigned char)c & 0xc0) != 0x80; }

static const unsigned char *glyph_of(char c) { return font[(c >= FONT_FIRST && c <= FONT_LAST ? c : '?') - FONT_FIRST]; }

// Draws text to the right with (dx, dy) = (1, 0), or upwards with (0, -1).
static void draw_text(tcf_image *image, int64_t x, int64_t y, const char *text, int scale, int dx, int dy) {
  for (; *text; text++) {
    if (!begins_character(*text)) continue;
    const unsigned char *glyph = glyph_of(*text);
    for (int row = 0; row < FONT_HEIGHT; row++)
      for (int column = 0; column < FONT_WIDTH; column++) {
        if (!(glyph[row] & 0x80 >> column)) continue;
        tcf_draw_box(image, x + scale * (dx * column - dy * row), y + scale * (dy * (column + 1) + dx * row), scale, scale,
                     black);
      }
    x += scale * dx * FONT_WIDTH;
    y += scale * dy * FONT_WIDTH;
  }
}

void tcf_draw_text(tcf_image *image, int64_t x, int64_t y, const char *text, int scale) {
  draw_text(image, x, y, text, scale, 1, 0);
}

void tcf_draw_text_up(tcf_image *image, int64_t x, int64_t y, const char *text, int scale) {
  draw_text(image, x, y, text, scale, 0, -1);
}

int64_t tcf_draw_text_width(const char *text, int scale) {
  int64_t characters = 0;
  for (; *text; text++) characters += begins_character(*text);
  return scale * FONT_WIDTH * characters;
}

int64_t tcf_draw_text_height(int scale) { return scale * FONT_HEIGHT; }

// ------------------------------------------------------------------------------------------------ axes

enum { MARK = 5, GAP = 3 };  // length of a mark, and distance from a mark to its number

double tcf_draw_step(double span, int most) {
  static const double factors[] = {1, 2, 5, 10};
  const double unit = pow(10, floor(log10(span / most)));
  int i = 0;
  // The tolerance for rounding lets a span of 1 and most = 10 give 0.1.
  while (i < 3 && unit * factors[i] * most < span * (1 - 1e-9)) i++;
  return unit * factors[i];
}

// Draws a mark and its number at a distance `place` from the axis's beginning.
static void draw_mark(tcf_image *image, const tcf_axis *a, int64_t place, const char *number, int scale) {
  const int64_t mark = MARK * scale, beside = (MARK + GAP) * scale, width = tcf_draw_text_width(number, scale);
  const int64_t x = a->x + place, y = a->y - place, middle = y - tcf_draw_text_height(scale) / 2;
  if (a->side == TCF_DRAW_BELOW) {
    tcf_draw_box(image, x, a->y, scale, mark, black);
    tcf_draw_text(image, x - width / 2, a->y + beside, number, scale);
  } else if (a->side == TCF_DRAW_LEFT) {
    tcf_draw_box(image, a->x - mark, y, mark, scale, black);
    tcf_draw_text(image, a->x - beside - width, middle, number, scale);
  } else {
    tcf_draw_box(image, a->x, y, mark, scale, black);
    tcf_draw_text(image, a->x + beside, middle, number, scale);
  }
}

static void draw_title(tcf_image *image, const tcf_axis *a, int64_t widest, int scale) {
  const int64_t width = tcf_draw_text_width(a->title, scale), height = tcf_draw_text_height(scale);
  const int64_t beside = (MARK + 3 * GAP) * scale + widest, start = (a->length - width) / 2;
  if (a->side == TCF_DRAW_BELOW)
    tcf_draw_text(image, a->x + start, a->y + (MARK + 2 * GAP) * scale + height, a->title, scale);
  else
    tcf_draw_text_up(image, a->side == TCF_DRAW_LEFT ? a->x - beside - height : a->x + beside, a->y - start, a->title,
                     scale);
}

void tcf_draw_axis(tcf_image *image, const tcf_axis *a, int scale) {
  const int distance = (a->side == TCF_DRAW_BELOW ? 60 : 32) * scale;  // least distance of marks: numbers are wide, not high
  const int most = a->length > 2 * distance ? (int)(a->length / distance) : 2;
  const double step = tcf_draw_step(fabs(a->to - a->from), most);
  const int decimals = step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0;
  const double low = fmin(a->from, a->to), high = fmax(a->from, a->to), room = 1e-9 * (high - low);
  int64_t widest = 0;
  if (a->side == TCF_DRAW_BELOW)
    tcf_draw_box(image, a->x, a->y, a->length, scale, black);
  else
    tcf_draw_box(image, a->x - (a->side == TCF_DRAW_LEFT) * scale, a->y - a->length, scale, a->length + scale, black);
  for (double i = ceil((low - room) / step); i * step <= high + room; i++) {
    char number[64];
    const int64_t place = (int64_t)((i * step - a->from) / (a->to - a->from) * (double)(a->length - 1) + 0.5);
    snprintf(number, sizeof number, "%.*f", decimals, i * step + 0.0);
    const int64_t width = tcf_draw_text_width(number, scale);
    if (width > widest) widest = width;
    draw_mark(image, a, place, number, scale);
  }
  draw_title(image, a, widest, scale);
}
