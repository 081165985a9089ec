// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Rows of measurements as people read them, and as CSV.
#ifndef TCF_BENCH_REPORT_H
#define TCF_BENCH_REPORT_H

#include <stdio.h>

#include "bench/driver.h"

typedef struct tcf_report {
  const char *device;  // its name
  tcfft_backend backend;
  int index;         // among the backend's devices
  int threads;       // host
  const char *note;  // for the head of a device's CSV; NULL = none
  const tcf_bench_options *options;
} tcf_report;

void tcf_report_head(const tcf_report *r);
void tcf_report_row(const tcf_report *r, const tcf_bench_row *row);

// Geometric means over rows; set (NULL: not named) is what they have in common.
void tcf_report_means(const tcf_report *r, const char *set, const tcf_bench_row *const *rows, size_t count);

// Lines of comment (#) for the head of a CSV: when and by what it was measured, and the note.
void tcf_report_origin(const tcf_report *r, FILE *file);

// A device's CSV begins with lines of comment (#) that say what it was measured with, and has every peer and also the rows
// that failed; the host's has one peer.
void tcf_report_csv_head(const tcf_report *r, FILE *file);
void tcf_report_csv_row(const tcf_report *r, FILE *file, const char *set, const char *algorithm, const tcf_bench_row *row);

#endif
