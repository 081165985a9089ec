// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// One measurement: verifies the result, then times this library, its peers and a plain copy of the same bytes alternately
// (interleaved timing) and keeps the medians.
#ifndef TCF_BENCH_DRIVER_H
#define TCF_BENCH_DRIVER_H

#include "bench/row.h"

// The state that is kept from row to row: a device's buffers and the data in them.
typedef struct tcf_bench tcf_bench;

tcfft_status tcf_bench_open(tcf_bench **out, const tcf_bench_options *options);
void tcf_bench_close(tcf_bench *bench);  // NULL is fine

// Plans d on its device and measures. On the host, tcfft, the peer and the copy all use d->threads threads (at least 1).
// A peer that cannot do the problem is left out. A row that fails verification is not timed. On failure the detail is in
// tcfft_last_error(); the bench can go on with other rows.
tcfft_status tcf_bench_measure(tcf_bench *bench, const tcfft_desc *d, tcf_bench_row *row);

// Bytes of a problem's input and output; in place, they are counted once.
tcfft_status tcf_bench_bytes(const tcfft_desc *d, double *bytes);

// The versions of the software that runs a device, e.g. "driver 580.1, CUDA 13.0"; "" for the host.
void tcf_bench_platform(tcfft_backend backend, int index, char *text, size_t cap);

#endif
