// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "sparse/window.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

// The modified Bessel function I0, by its series.
static double bessel(double x) {
  double sum = 1, term = 1;
  for (int i = 1; term > 1e-18 * sum; i++) {
    term *= x * x / (4.0 * i * i);
    sum += term;
  }
  return sum;
}

// The spectrum of the Kaiser window over its value at 0, u bins from there.
static double kaiser_spectrum(const tcf_flat_window *w, double u) {
  const double z = w->beta * w->beta - PI * w->span * u * (PI * w->span * u), root = sqrt(fabs(z));
  const double scale = w->beta / sinh(w->beta);
  if (root < 1e-6) return scale;
  return scale * (z > 0 ? sinh(root) : sin(root)) / root;
}

// The integral of the spectrum from u - half to u + half by Simpson's rule. The spectrum is smooth on the scale of 1 / span.
static double box_response(const tcf_flat_window *w, double u) {
  enum { STEPS = 600 };
  const double h = 2 * w->half / STEPS;
  double sum = kaiser_spectrum(w, u - w->half) + kaiser_spectrum(w, u + w->half);
  for (int i = 1; i < STEPS; i++) sum += (i % 2 ? 4 : 2) * kaiser_spectrum(w, u - w->half + i * h);
  return sum * h / 3;
}

static double box_slope(const tcf_flat_window *w, double u) {
  return kaiser_spectrum(w, u + w->half) - kaiser_spectrum(w, u - w->half);
}

void tcf_flat_window_init(tcf_flat_window *w, tcf_window_sort sort) {
  static const struct {
    double beta, span;
  } sorts[] = {[TCF_WINDOW_FINE] = {20.5, 12.2}, [TCF_WINDOW_COARSE] = {13.7, 8.15}};
  *w = (tcf_flat_window){.beta = sorts[sort].beta, .span = sorts[sort].span, .half = 0.66};
  w->edge = w->half + w->beta / (PI * w->span) + 0.02;
  // The response is that in the middle and the integral of its slope from there, by Simpson's rule from point to point.
  const double whole = box_response(w, 0), step = w->edge / (TCF_RESPONSE_POINTS - 1);
  double sum = 1, slope = 0;
  for (int i = 0; i < TCF_RESPONSE_POINTS; i++) {
    w->response[i][0] = sum;
    w->response[i][1] = slope * step;
    const double middle = box_slope(w, (i + .5) * step) / whole, next = box_slope(w, (i + 1) * step) / whole;
    sum += (slope + 4 * middle + next) / 6 * step;
    slope = next;
  }
}

int64_t tcf_flat_window_taps(const tcf_flat_window *w, int64_t bins) {
  return 2 * (int64_t)(w->span * (double)bins / 2) + 1;
}

void tcf_flat_window_fill(const tcf_flat_window *w, int64_t bins, int64_t taps, float *out) {
  const int64_t middle = taps / 2;
  double sum = 0;
  for (int64_t i = 0; i <= middle; i++) {
    const double t = (double)(middle - i) / (double)bins, x = 2 * t / w->span;
    const double sinc = t == 0 ? 2 * w->half : sin(2 * PI * w->half * t) / (PI * t);
    const double tap = bessel(w->beta * sqrt(fmax(0, 1 - x * x))) * sinc;
    sum += i < middle ? 2 * tap : tap;
    out[i] = (float)tap;
  }
  for (int64_t i = 0; i <= middle; i++) out[i] = out[taps - 1 - i] = (float)(out[i] / sum);
}
