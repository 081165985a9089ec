// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plots, by gnuplot as a child process.
#ifndef TCFFT_CLI_PLOT_H
#define TCFFT_CLI_PLOT_H

#include <stddef.h>
#include <stdio.h>

// A script in the making. Write gnuplot commands to file; the terminal and the output are already set.
typedef struct tcf_plot {
  FILE *file;
} tcf_plot;

// Returns 0, or -1 with the reason in why.
int tcf_plot_begin(tcf_plot *plot, int width, int height, char *why, size_t why_cap);

// Runs the script and writes its picture, whole or nothing of it. Ends the plot in any case. Errors of the stream stay for
// its owner to find.
int tcf_plot_finish(tcf_plot *plot, FILE *out, char *why, size_t why_cap);

// Writes text as a gnuplot string, quoted.
void tcf_plot_text(tcf_plot *plot, const char *text);

// Writes a title as a gnuplot string: what is plotted, the machine and today's date.
void tcf_plot_title(tcf_plot *plot, const char *what, const char *device);

// How a contestant (a peer's name, an algorithm, or "tcfft") is drawn in every picture.
typedef struct tcf_plot_style {
  const char *title, *colour;
  int point;  // gnuplot's type of points
} tcf_plot_style;

tcf_plot_style tcf_plot_style_of(const char *contestant);

#endif
