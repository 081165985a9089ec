// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the bench needs of a device beyond its tcf_backend: one table a backend, compiled where that backend is.
#ifndef TCF_BENCH_GPU_H
#define TCF_BENCH_GPU_H

#include <stddef.h>

#include "base/status.h"
#include "bench/peers/peer.h"

typedef struct tcf_bench_gpu {
  tcfft_backend backend;
  double least_sample;  // seconds: one that lasts so long hides what starting the clock costs
  // Asynchronous on the stream, on the device that was entered.
  tcfft_status (*copy)(void *to, const void *from, size_t bytes, void *stream);
  // Sets bytes; of rows that lie pitch bytes apart, the first `width` of each.
  tcfft_status (*fill)(void *memory, int byte, size_t bytes, void *stream);
  tcfft_status (*fill_rows)(void *memory, size_t pitch, int byte, size_t width, size_t rows, void *stream);
  // Puts the names that peers know by the device's own interface in place of the backend's: stream, in and out. NULL: they
  // are the same.
  tcfft_status (*name_natively)(int index, tcf_peer_job *job);
  // Seconds, by the device's clock where it has one, from when the stream comes to what body queues on it until that is
  // done.
  tcfft_status (*time)(int index, tcfft_status (*body)(void *context), void *context, void *stream, double *seconds);
  // Versions of what drives it.
  void (*platform)(int index, char *text, size_t cap);
} tcf_bench_gpu;

// NULL where this program has none.
const tcf_bench_gpu *tcf_bench_gpu_for(tcfft_backend backend);

#endif
