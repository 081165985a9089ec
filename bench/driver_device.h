// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcf_bench_measure of a problem on a device.
#ifndef TCF_BENCH_DRIVER_DEVICE_H
#define TCF_BENCH_DRIVER_DEVICE_H

#include "bench/figures.h"

tcfft_status tcf_bench_measure_device(tcf_bench *bench, const tcfft_desc *d, tcf_bench_row *row);

#endif
