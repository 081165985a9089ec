// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plots, drawn by gnuplot as a child process.
#ifndef TCFFT_CLI_PLOT_H
#define TCFFT_CLI_PLOT_H

#include <stddef.h>
#include <stdio.h>

// A gnuplot script that is being written. Write commands to file; the terminal and the output are already set.
typedef struct tcf_plot {
  FILE *file;
} tcf_plot;

// Returns 0, or -1 with the reason in why.
int tcf_plot_begin(tcf_plot *plot, int width, int height, char *why, size_t why_cap);

// Runs the script and writes the whole picture or nothing. Ends the plot in any case. Write errors are not checked here; the
// caller finds them in the stream.
int tcf_plot_finish(tcf_plot *plot, FILE *out, char *why, size_t why_cap);

// Writes text as a gnuplot string, quoted.
void tcf_plot_text(tcf_plot *plot, const char *text);

// Writes a title as a gnuplot string: what is plotted, the machine and today's date.
void tcf_plot_title(tcf_plot *plot, const char *what, const char *device);

// How a contestant (a peer's name, an algorithm, or "tcfft") is drawn: the same in every picture.
typedef struct tcf_plot_style {
  const char *title, *colour;
  int point;  // gnuplot's point type
} tcf_plot_style;

tcf_plot_style tcf_plot_style_of(const char *contestant);

#endif
