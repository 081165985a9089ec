// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The rows of `tcfft accuracy`, as CSV and as a plot.
#ifndef TCF_CLI_ACCURACY_H
#define TCF_CLI_ACCURACY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct tcf_accuracy_row {
  const char *algorithm;
  int64_t n;
  double range, rel_l2, max_rel, bound;
  bool over_ranges;  // part of a sweep over ranges, not over sizes
} tcf_accuracy_row;

typedef struct tcf_accuracy_table {
  const char *device, *kind;
  tcf_accuracy_row *rows;
  size_t count, cap;
} tcf_accuracy_table;

// Returns 0, or -1 without memory.
int tcf_accuracy_append(tcf_accuracy_table *t, const tcf_accuracy_row *row);

void tcf_accuracy_write_csv(const tcf_accuracy_table *t, FILE *file);

// Returns 0, or -1 with the reason in why.
int tcf_accuracy_plot(const tcf_accuracy_table *t, const char *path, char *why, size_t why_cap);

#endif
