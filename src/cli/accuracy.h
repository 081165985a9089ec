// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The rows of `tcfft accuracy`, for people, as CSV and as a plot.
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
  bool over_ranges;                       // part of a sweep over ranges, not over sizes
} tcf_accuracy_row;

typedef struct tcf_accuracy_table {
  const char *kind;
  const tcf_report *report;  // device, note, peers
  tcf_accuracy_row *rows;
  size_t count, cap;
} tcf_accuracy_table;

// Errors that Sorna et al. (2018) print in their Table 1. Negative: none given.
typedef struct tcf_published {
  double range, half_cufft, dynamic_splitting;
} tcf_published;

extern const tcf_published tcf_published_errors[];  // ended by a row of range 0
enum { TCF_PUBLISHED_ERRORS = 7, TCF_PUBLISHED_SIZE = 4096 };

// Returns 0, or -1 without memory.
int tcf_accuracy_append(tcf_accuracy_table *t, const tcf_accuracy_row *row);

// Whether the error exceeds the plan's bound, or that of a peer in FP32 on the same input. What is not a number does.
bool tcf_accuracy_above_bound(const tcf_accuracy_row *row);
bool tcf_accuracy_above_peer(const tcf_accuracy_table *t, const tcf_accuracy_row *row, int peer);

void tcf_accuracy_print_head(const tcf_accuracy_table *t);
void tcf_accuracy_print_row(const tcf_accuracy_table *t, const tcf_accuracy_row *row);

// A device's begins with lines of comment, as the bench's does.
void tcf_accuracy_write_csv(const tcf_accuracy_table *t, FILE *file);

// Our curves and their bounds as a picture; sorts the rows. Returns 0, or -1 with the reason in why.
int tcf_accuracy_plot(tcf_accuracy_table *t, FILE *out, char *why, size_t why_cap);

#endif
