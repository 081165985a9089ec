// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "cli/sparse_plot.h"

#include <math.h>
#include <stdio.h>

#include "cli/draw.h"
#include "cli/picture.h"

enum { WIDTH = 1000, HEIGHT = 400, RIGHT = 40, LINE = 2 };

// The plot within the picture and the ranges of its axes.
typedef struct layout {
  int64_t left, top;
  double from, to;        // frequency, in units of the axis
  double unit;            // of the frequency axis, in Hz or indices
  const char *title;      // of the frequency axis
  double floor, ceiling;  // dB
  tcf_image image;
} layout;

// The largest unit that is not above the largest frequency, so that numbers stay short.
static void choose_unit(layout *l, double largest, bool in_hertz) {
  static const struct {
    double size;
    const char *hertz, *index;
  } units[] = {{1e9, "frequency (GHz)", "frequency index (billions)"},
               {1e6, "frequency (MHz)", "frequency index (millions)"},
               {1e3, "frequency (kHz)", "frequency index (thousands)"},
               {1, "frequency (Hz)", "frequency index"}};
  size_t i = 0;
  while (i + 1 < sizeof units / sizeof *units && largest < units[i].size) i++;
  l->unit = units[i].size;
  l->title = in_hertz ? units[i].hertz : units[i].index;
}

// Indices run from 0 on; frequencies of complex samples are on both sides of 0, as the samples of a receiver are.
static void lay_out_frequencies(const tcf_line_spectrum *s, layout *l) {
  const double n = (double)s->n, step = s->rate > 0 ? s->rate / n : 1;
  const bool centred = s->rate > 0 && !s->real;
  choose_unit(l, (s->real || centred ? n / 2 : n) * step, s->rate > 0);
  l->from = centred ? -n / 2 * step / l->unit : 0;
  l->to = (s->real || centred ? n / 2 : n) * step / l->unit;
}

static double frequency_of(const tcf_line_spectrum *s, const layout *l, int64_t index) {
  if (!(s->rate > 0)) return (double)index / l->unit;
  if (!s->real && index >= s->n - s->n / 2) index -= s->n;
  return (double)index * s->rate / (double)s->n / l->unit;
}

// dB of the amplitude of the sine that a coefficient stands for: a real one has half of it at the negative frequency.
static double level_of(const tcf_line_spectrum *s, int64_t i) {
  const bool half = s->real && s->index[i] > 0 && 2 * s->index[i] < s->n;
  const double magnitude = hypot((double)s->value[2 * i], (double)s->value[2 * i + 1]);
  return 20 * log10(magnitude * (half ? 2 : 1) / (double)s->n);
}

// Whole tens around the levels, with room below the weakest, but not more than can be told apart.
static void lay_out_levels(const tcf_line_spectrum *s, layout *l) {
  const double least_range = 40, most_range = 160;
  double low = INFINITY, high = -INFINITY;
  for (int64_t i = 0; i < s->count; i++) {
    const double level = level_of(s, i);
    if (!isfinite(level)) continue;
    low = fmin(low, level);
    high = fmax(high, level);
  }
  if (low > high) low = high = 0;
  l->ceiling = 10 * floor(high / 10 + 1);
  l->floor = fmax(fmin(10 * floor(low / 10 - 1), l->ceiling - least_range), l->ceiling - most_range);
}

static void lay_out(const tcf_line_spectrum *s, layout *l) {
  l->left = TCF_DRAW_MARGIN;
  l->top = 3 * tcf_draw_text_height(1);
  l->image.width = (uint32_t)(l->left + WIDTH + RIGHT);
  l->image.height = (uint32_t)(l->top + HEIGHT + TCF_DRAW_MARGIN * 2 / 3);
  lay_out_frequencies(s, l);
  lay_out_levels(s, l);
}

static void draw_lines(const tcf_line_spectrum *s, layout *l) {
  static const tcf_rgb colour = {31, 119, 180};
  for (int64_t i = 0; i < s->count; i++) {
    const double place = (frequency_of(s, l, s->index[i]) - l->from) / (l->to - l->from) * (WIDTH - LINE);
    const double share = (level_of(s, i) - l->floor) / (l->ceiling - l->floor);
    if (!(share > 0)) continue;
    const int64_t height = (int64_t)(share * (HEIGHT - 1) + 1.5);
    tcf_draw_box(&l->image, l->left + (int64_t)(place + 0.5), l->top + HEIGHT - height, LINE, height, colour);
  }
}

int tcf_sparse_plot(const tcf_line_spectrum *s, tcf_outfile *out) {
  char what[200];
  layout l = {0};
  lay_out(s, &l);
  const int status = tcf_picture_begin(&l.image);
  if (status) return status;
  draw_lines(s, &l);
  const tcf_axis frequency = {TCF_DRAW_BELOW, l.left, l.top + HEIGHT, WIDTH, l.from, l.to, l.title};
  const tcf_axis level = {
      TCF_DRAW_LEFT, l.left, l.top + HEIGHT - 1, HEIGHT, l.floor, l.ceiling, "magnitude (dB relative to amplitude 1)"};
  tcf_draw_axis(&l.image, &frequency, 1);
  tcf_draw_axis(&l.image, &level, 1);
  if (s->count)
    snprintf(what, sizeof what, "%lld coefficients of %lld %s samples: %s", (long long)s->count, (long long)s->n,
             s->real ? "real" : "complex", s->outcome);
  else
    snprintf(what, sizeof what, "no coefficients of %lld %s samples: %s", (long long)s->n, s->real ? "real" : "complex",
             s->outcome);
  tcf_picture_heading(&l.image, l.left, s->recording, what, 1);
  return tcf_picture_finish(&l.image, out);
}
