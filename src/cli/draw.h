// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Draws boxes, text and axes into an image, without any library. Parts outside the image are clipped.
#ifndef TCFFT_CLI_DRAW_H
#define TCFFT_CLI_DRAW_H

#include <stdint.h>

#include "cli/image.h"

typedef unsigned char tcf_rgb[3];

void tcf_draw_box(tcf_image *image, int64_t x, int64_t y, int64_t width, int64_t height, const tcf_rgb colour);

// Draw black text; each point of the font becomes scale x scale points. x, y is the upper left corner, and for _up, which
// runs upwards, the lower left corner. A character that is not ASCII is drawn as '?'.
void tcf_draw_text(tcf_image *image, int64_t x, int64_t y, const char *text, int scale);
void tcf_draw_text_up(tcf_image *image, int64_t x, int64_t y, const char *text, int scale);
int64_t tcf_draw_text_width(const char *text, int scale);
int64_t tcf_draw_text_height(int scale);

typedef enum tcf_draw_side { TCF_DRAW_BELOW, TCF_DRAW_LEFT, TCF_DRAW_RIGHT } tcf_draw_side;

// An axis along a side of a box, from left to right or from bottom to top.
typedef struct tcf_axis {
  tcf_draw_side side;
  int64_t x, y, length;  // x, y: the point where the value is `from`
  double from, to;
  const char *title;
} tcf_axis;

// Draws the line, marks at round numbers, the numbers, and the title. The axis takes less than TCF_DRAW_MARGIN x scale
// points outside the box.
void tcf_draw_axis(tcf_image *image, const tcf_axis *axis, int scale);
enum { TCF_DRAW_MARGIN = 80 };

// The distance of an axis's marks: 1, 2 or 5 times a power of ten, such that a span has at most `most` of them.
double tcf_draw_step(double span, int most);

#endif
