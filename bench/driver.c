// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/driver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/driver_device.h"
#include "bench/driver_host.h"
#include "core/desc.h"
#include "core/element.h"

tcfft_status tcf_bench_bytes(const tcfft_desc *d, double *bytes) {
  tcf_problem p;
  TCF_TRY(tcf_problem_from_desc(&p, d));
  *bytes = (double)tcf_side_bytes(&p, 0);
  if (p.placement != TCFFT_IN_PLACE) *bytes += (double)tcf_side_bytes(&p, 1);
  return TCFFT_SUCCESS;
}

tcfft_status tcf_bench_open(tcf_bench **out, const tcf_bench_options *options) {
  tcf_bench *b = calloc(1, sizeof *b);
  if (!b) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "a bench");
  b->options = *options;
  *out = b;
  return TCFFT_SUCCESS;
}

void tcf_bench_close(tcf_bench *b) {
  if (!b) return;
  void *const memory[] = {b->in, b->out, b->spare, b->halves};
  for (int i = 0; i < 4; i++)
    if (memory[i]) b->backend->release(b->index, memory[i]);
  free(b->host_in);
  free(b);
}

tcfft_status tcf_bench_measure(tcf_bench *b, const tcfft_desc *d, tcf_bench_row *row) {
  if (d->batch_axes)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "batch_axes = %d: the bench checks transforms of all axes only", d->batch_axes);
  *row = (tcf_bench_row){.peers = b->options.peer_count};
  for (int i = 0; i < row->peers; i++) {
    row->peer[i].name = b->options.peers[i]->name;
    row->peer[i].rel_l2 = (double)NAN;
    snprintf(row->peer[i].why, sizeof row->peer[i].why, "cannot do this problem");
  }
  return d->backend == TCFFT_BACKEND_HOST ? tcf_bench_measure_host(b, d, row) : tcf_bench_measure_device(b, d, row);
}

void tcf_bench_platform(tcfft_backend backend, int index, char *text, size_t cap) {
  *text = 0;
  const tcf_bench_gpu *gpu = tcf_bench_gpu_for(backend);
  if (gpu) gpu->platform(index, text, cap);
}
