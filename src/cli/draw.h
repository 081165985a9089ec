// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Boxes, text and axes in an image, without any library. What lies outside the image is left out.
#ifndef TCFFT_CLI_DRAW_H
#define TCFFT_CLI_DRAW_H

#include <stdint.h>

#include "cli/image.h"

typedef unsigned char tcf_rgb[3];

void tcf_draw_box(tcf_image *image, int64_t x, int64_t y, int64_t width, int64_t height, const tcf_rgb colour);

// Text in black from its upper left corner on, each point of the font as scale x scale points. _up: turned, from its lower
// left corner upwards. A character that is not ASCII is drawn as '?'.
void tcf_draw_text(tcf_image *image, int64_t x, int64_t y, const char *text, int scale);
void tcf_draw_text_up(tcf_image *image, int64_t x, int64_t y, const char *text, int scale);
int64_t tcf_draw_text_width(const char *text, int scale);
int64_t tcf_draw_text_height(int scale);

typedef enum tcf_draw_side { TCF_DRAW_BELOW, TCF_DRAW_LEFT, TCF_DRAW_RIGHT } tcf_draw_side;

// One side of a box: from its left to its right end, or upwards from its lower end.
typedef struct tcf_axis {
  tcf_draw_side side;
  int64_t x, y, length;  // x, y: the end where the value is `from`
  double from, to;
  const char *title;
} tcf_axis;

// Line, marks at round numbers, these numbers, and the title. The axis takes less than TCF_DRAW_MARGIN x scale points
// beside the box.
void tcf_draw_axis(tcf_image *image, const tcf_axis *axis, int scale);
enum { TCF_DRAW_MARGIN = 80 };

// The distance of an axis's marks: 1, 2 or 5 times a power of ten, so that there are at most so many over a span.
double tcf_draw_step(double span, int most);

#endif
