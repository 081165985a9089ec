// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// One measurement: the result is verified first, then this library, its peers and a plain copy of the same bytes take turns,
// and the medians are kept.
#ifndef TCF_BENCH_DRIVER_H
#define TCF_BENCH_DRIVER_H

#include "bench/row.h"

// What is kept from row to row: a device's memory and the data in it.
typedef struct tcf_bench tcf_bench;

tcfft_status tcf_bench_open(tcf_bench **out, const tcf_bench_options *options);
void tcf_bench_close(tcf_bench *bench);  // NULL is fine

// Plans d on its device (host: with d->threads, at least 1, threads here, for the peer and for the copy) and measures. A
// peer is left out where it cannot do the problem. A row that is not verified is not timed. On failure the detail is in
// tcfft_last_error(); the bench can go on with other rows.
tcfft_status tcf_bench_measure(tcf_bench *bench, const tcfft_desc *d, tcf_bench_row *row);

// Bytes of device memory that both sides of a problem take.
tcfft_status tcf_bench_bytes(const tcfft_desc *d, double *bytes);

// The software that a device is run by, e.g. "driver 580.1, CUDA 13.0"; "" for the host.
void tcf_bench_platform(tcfft_backend backend, int index, char *text, size_t cap);

#endif
