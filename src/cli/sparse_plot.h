// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The coefficients that were found of a signal, as a line spectrum.
#ifndef TCFFT_CLI_SPARSE_PLOT_H
#define TCFFT_CLI_SPARSE_PLOT_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/outfile.h"

typedef struct tcf_line_spectrum {
  const int64_t *index;
  const float *value;
  int64_t count;          // of coefficients; 0: the axes alone are drawn
  int64_t n;              // samples of the signal
  bool real;              // the signal; its spectrum ends at n / 2
  double rate;            // samples a second; 0: the axis has indices
  const char *recording;  // the signal's file
  const char *outcome;    // what the result is worth, in words
} tcf_line_spectrum;

// Draws the spectrum into a PNG file and commits that. Returns the exit status.
int tcf_sparse_plot(const tcf_line_spectrum *s, tcf_outfile *out);

#endif
