// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcf_bench_measure of a problem on the host.
#ifndef TCF_BENCH_DRIVER_HOST_H
#define TCF_BENCH_DRIVER_HOST_H

#include "bench/figures.h"

tcfft_status tcf_bench_measure_host(tcf_bench *bench, const tcfft_desc *d, tcf_bench_row *row);

#endif
