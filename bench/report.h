// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Prints rows of measurements as tables and writes them as CSV.
#ifndef TCF_BENCH_REPORT_H
#define TCF_BENCH_REPORT_H

#include <stdio.h>

#include "bench/driver.h"

typedef struct tcf_report {
  const char *device;  // its name
  tcfft_backend backend;
  int index;         // among the backend's devices
  int threads;       // on the host
  const char *note;  // written to the head of a device's CSV; NULL = none
  const tcf_bench_options *options;
} tcf_report;

void tcf_report_head(const tcf_report *r);
void tcf_report_row(const tcf_report *r, const tcf_bench_row *row);

// Prints geometric means over rows. set is the name of the set that the rows belong to, or NULL.
void tcf_report_means(const tcf_report *r, const char *set, const tcf_bench_row *const *rows, size_t count);

// Writes, for each peer, how many of the rows are slower than it, and the five with the least ratios.
void tcf_report_slowest(const tcf_report *r, const tcf_bench_row *const *rows, size_t count, FILE *file);

// Writes comment lines (#) for the head of a CSV: date, device, software, and the note.
void tcf_report_origin(const tcf_report *r, FILE *file);

// A device's CSV begins with the lines of tcf_report_origin and holds every peer, and also the rows that failed. The host's
// CSV has one peer and no failed rows.
void tcf_report_csv_head(const tcf_report *r, FILE *file);
void tcf_report_csv_row(const tcf_report *r, FILE *file, const char *set, const char *algorithm, const tcf_bench_row *row);

#endif
