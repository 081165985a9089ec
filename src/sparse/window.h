// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The flat window of a window hash: a Kaiser window multiplied by a sinc, so that its response is a box smoothed by the
// Kaiser window's narrow one (Hassanieh et al., SODA 2012, section 4, which smooths by a Dolph-Chebyshev window). With time
// counted in units of `bins` samples and frequency in bins, neither depends on the length of the signal or on the number of
// bins, so that one short table is the response of all plans.
#ifndef TCFFT_SPARSE_WINDOW_H
#define TCFFT_SPARSE_WINDOW_H

#include <stdint.h>

enum { TCF_RESPONSE_POINTS = 513 };

typedef struct tcf_flat_window {
  double beta;                              // of the Kaiser window: its side lobes are about beta / sinh(beta)
  double span;                              // length in units of `bins` samples
  double half;                              // half the width of the box in bins
  double edge;                              // the response is below the side lobes from here on, in bins
  double response[TCF_RESPONSE_POINTS][2];  // value and slope at multiples of edge / (TCF_RESPONSE_POINTS - 1)
} tcf_flat_window;

// Side lobes below 1e-9, or below 1e-6 by two thirds of the taps. The response falls off alike.
typedef enum tcf_window_sort { TCF_WINDOW_FINE, TCF_WINDOW_COARSE } tcf_window_sort;
void tcf_flat_window_init(tcf_flat_window *w, tcf_window_sort sort);

// The number of taps for so many bins: odd.
int64_t tcf_flat_window_taps(const tcf_flat_window *w, int64_t bins);

// Stores the taps, symmetric around the middle one. Their sum, the response at 0, is 1.
void tcf_flat_window_fill(const tcf_flat_window *w, int64_t bins, int64_t taps, float *out);

// The response u bins from the middle of a bin.
static inline double tcf_flat_response(const tcf_flat_window *w, double u) {
  const double x = (u < 0 ? -u : u) / w->edge * (TCF_RESPONSE_POINTS - 1);
  if (!(x < TCF_RESPONSE_POINTS - 1)) return 0;
  const int i = (int)x;
  const double t = x - i, s = 1 - t, *a = w->response[i], *b = w->response[i + 1];
  return s * s * ((1 + 2 * t) * a[0] + t * a[1]) + t * t * ((1 + 2 * s) * b[0] - s * b[1]);
}

#endif
