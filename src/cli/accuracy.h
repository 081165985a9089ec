// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The rows of `tcfft accuracy`: printed as a table, written as CSV, drawn as a plot.
#ifndef TCFFT_CLI_ACCURACY_H
#define TCFFT_CLI_ACCURACY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "bench/report.h"

typedef struct tcf_accuracy_peer {
  bool measured;
  double rel_l2;
} tcf_accuracy_peer;

typedef struct tcf_accuracy_row {
  const char *algorithm, *input;
  int64_t n;
  double range, rel_l2, max_rel, bound;
  tcf_accuracy_peer peer[TCF_MAX_PEERS];  // on the same input
  bool over_ranges;                       // belongs to a sweep over ranges, not over sizes
} tcf_accuracy_row;

typedef struct tcf_accuracy_table {
  const char *kind;
  const tcf_report *report;  // device, note, peers
  tcf_accuracy_row *rows;
  size_t count, cap;
} tcf_accuracy_table;

// Relative L2 errors of Sorna et al. (2018), Table 1. Negative: the table has none.
typedef struct tcf_published {
  double range, half_cufft, dynamic_splitting;
} tcf_published;

extern const tcf_published tcf_published_errors[];  // ended by a row of range 0
enum { TCF_PUBLISHED_ERRORS = 7, TCF_PUBLISHED_SIZE = 4096 };

// Returns 0, or -1 without memory.
int tcf_accuracy_append(tcf_accuracy_table *t, const tcf_accuracy_row *row);

// Whether the error exceeds the plan's bound, or the error of an FP32 peer on the same input. A NaN counts as above.
bool tcf_accuracy_above_bound(const tcf_accuracy_row *row);
bool tcf_accuracy_above_peer(const tcf_accuracy_table *t, const tcf_accuracy_row *row, int peer);

void tcf_accuracy_print_head(const tcf_accuracy_table *t);
void tcf_accuracy_print_row(const tcf_accuracy_table *t, const tcf_accuracy_row *row);

// The CSV of a device begins with comment lines (tcf_report_origin).
void tcf_accuracy_write_csv(const tcf_accuracy_table *t, FILE *file);

// Draws tcfft's curves and their bounds as a picture. Sorts the rows. Returns 0, or -1 with the reason in why.
int tcf_accuracy_plot(tcf_accuracy_table *t, FILE *out, char *why, size_t why_cap);

#endif
