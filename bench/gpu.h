// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the bench needs from a device beyond its tcf_backend: one table per backend, compiled only with that backend.
#ifndef TCF_BENCH_GPU_H
#define TCF_BENCH_GPU_H

#include <stddef.h>

#include "base/status.h"
#include "bench/peers/peer.h"

typedef struct tcf_bench_gpu {
  tcfft_backend backend;
  double least_sample;  // seconds; a shorter sample would mostly measure the cost of the clock
  // A copy on the current device, asynchronous on the stream.
  tcfft_status (*copy)(void *to, const void *from, size_t bytes, void *stream);
  // Set bytes: a whole buffer, or the first `width` bytes of rows that lie `pitch` bytes apart.
  tcfft_status (*fill)(void *memory, int byte, size_t bytes, void *stream);
  tcfft_status (*fill_rows)(void *memory, size_t pitch, int byte, size_t width, size_t rows, void *stream);
  // Replaces the backend's stream and addresses in a job by the native handles that peers expect. NULL if they are the same.
  tcfft_status (*name_natively)(int index, tcf_peer_job *job);
  // Seconds from the start to the end of the work that body queues on the stream, by the device's clock if it has one.
  tcfft_status (*time)(int index, tcfft_status (*body)(void *context), void *context, void *stream, double *seconds);
  // Writes the versions of the driver and the runtime.
  void (*platform)(int index, char *text, size_t cap);
} tcf_bench_gpu;

// NULL if this program was built without that backend.
const tcf_bench_gpu *tcf_bench_gpu_for(tcfft_backend backend);

#endif
