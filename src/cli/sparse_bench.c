// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "cli/sparse_bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/gpu.h"
#include "bench/peers/peer.h"
#include "cli/choose.h"
#include "cli/outfile.h"
#include "core/desc.h"
#include "core/device_choice.h"

enum { ROUNDS = 15, FLUSH_BYTES = 256 << 20 };

// One way to transform the signal.
typedef enum contestant { SPARSE, DENSE, PEER, CONTESTANTS } contestant;

typedef struct row_job {
  tcf_sparse_signal *s;
  tcf_device device;
  const tcf_bench_gpu *gpu;  // NULL on the host
  tcfft_sparse_plan *sparse;
  tcfft_plan *dense;
  const tcf_peer *peer;
  void *peer_state;
  void *out, *flush;  // of the whole transforms; larger than the caches
  double seconds[CONTESTANTS];
} row_job;

typedef struct bench_row {
  tcf_sparse_case c;
  double ms[CONTESTANTS];
  double error;
  int64_t missed, invented;
  int32_t status;
} bench_row;

// ------------------------------------------------------------------------------------------------ timing

static tcfft_status run_sparse(void *context) {
  return tcf_sparse_signal_run(((row_job *)context)->s, ((row_job *)context)->sparse, NULL);
}
static tcfft_status run_dense(void *context) {
  const row_job *j = context;
  return tcfft_exec(j->dense, j->s->x_at, j->out, TCFFT_FORWARD);
}
static tcfft_status run_peer(void *context) {
  const row_job *j = context;
  return j->peer->run(j->peer_state);
}

static int by_real(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Seconds of one execution, with none of the signal in the device's caches. The device is still busy with what fills them when the
// execution is queued, so that the time is the device's.
static tcfft_status time_once(row_job *j, tcfft_status (*body)(void *), double *seconds) {
  if (!j->gpu) {
    const double start = tcf_clock();
    const tcfft_status status = body(j);
    *seconds = tcf_clock() - start;
    return status;
  }
  const tcf_backend *b = j->s->backend;
  int previous;
  TCF_TRY(b->enter(j->s->index, &previous));
  tcfft_status status = j->gpu->fill(j->flush, 0, FLUSH_BYTES, NULL);
  if (status == TCFFT_SUCCESS) status = j->gpu->time(j->s->index, body, j, NULL, seconds);
  b->leave(previous);
  return status;
}

// The medians of rounds in which each is measured once.
static tcfft_status time_all(row_job *j) {
  tcfft_status (*const body[CONTESTANTS])(void *) = {run_sparse, run_dense, run_peer};
  double times[CONTESTANTS][ROUNDS];
  for (int r = -1; r < ROUNDS; r++)  // the first warms up
    for (int c = 0; c < CONTESTANTS; c++)
      if (c != PEER || j->peer_state) TCF_TRY(time_once(j, body[c], &times[c][r < 0 ? 0 : r]));
  for (int c = 0; c < CONTESTANTS; c++) {
    qsort(times[c], ROUNDS, sizeof times[c][0], by_real);
    j->seconds[c] = c != PEER || j->peer_state ? times[c][ROUNDS / 2] : 0;
  }
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ a row

static tcfft_desc whole(const row_job *j, const tcfft_sparse_desc *d) {
  tcfft_desc w = TCFFT_DESC_INIT;
  w.rank = 1;
  w.n[0] = j->s->c->n;
  w.backend = j->device.backend;
  w.device = d->device;
  w.threads = d->threads;
  return w;
}

static tcfft_status allocate(row_job *j) {
  const size_t bytes = (size_t)j->s->c->n * 2 * sizeof(float);
  if (j->gpu) {
    TCF_TRY(j->s->backend->alloc(j->s->index, bytes, &j->out));
    return j->s->backend->alloc(j->s->index, FLUSH_BYTES, &j->flush);
  }
  j->out = aligned_alloc(64, (bytes + 63) / 64 * 64);
  return j->out ? TCFFT_SUCCESS : TCFFT_ERROR_OUT_OF_MEMORY;
}

// A peer that is not there, or cannot do the length, is left out. Planning overwrites the signal.
static tcfft_status prepare_peer(row_job *j, const tcfft_desc *w, tcf_problem *problem) {
  char why[160];
  j->peer = tcf_peer_find(j->gpu ? "cufft" : "fftw", j->device.backend, why, sizeof why);
  if (!j->peer) return TCFFT_SUCCESS;
  TCF_TRY(tcf_problem_from_desc(problem, w));
  tcf_peer_job job = {
      .problem = problem, .direction = TCFFT_FORWARD, .threads = (int)j->device.cores, .in = j->s->x_at, .out = j->out};
  if (j->peer->can(problem)) j->peer_state = tcf_peer_prepare(j->peer, j->s->index, &job);
  return TCFFT_SUCCESS;
}

static void close_row(row_job *j) {
  if (j->peer_state) j->peer->destroy(j->peer_state);
  tcfft_plan_destroy(j->dense);
  tcfft_sparse_plan_destroy(j->sparse);
  if (j->gpu) {
    j->s->backend->release(j->s->index, j->out);
    j->s->backend->release(j->s->index, j->flush);
  } else {
    free(j->out);
  }
}

static tcfft_status measure(row_job *j, const tcfft_sparse_desc *d, bench_row *row) {
  tcf_problem problem;
  const tcfft_desc w = whole(j, d);
  TCF_TRY(allocate(j));
  TCF_TRY(tcfft_sparse_plan_create(&j->sparse, d));
  TCF_TRY(tcfft_plan_create(&j->dense, &w));
  TCF_TRY(prepare_peer(j, &w, &problem));
  TCF_TRY(tcf_sparse_signal_next(j->s));
  TCF_TRY(time_all(j));
  TCF_TRY(run_sparse(j));
  TCF_TRY(tcf_sparse_signal_fetch(j->s));
  const tcf_sparse_score score = tcf_sparse_signal_compare(j->s);
  for (int c = 0; c < CONTESTANTS; c++) row->ms[c] = 1e3 * j->seconds[c];
  row->error = score.sum / (double)j->s->c->k;
  row->missed = score.missed;
  row->invented = score.invented;
  row->status = j->s->status;
  return TCFFT_SUCCESS;
}

static int run_row(const tcfft_sparse_desc *given, bench_row *row) {
  tcfft_sparse_desc d = *given;
  tcf_sparse_signal s;
  d.n = row->c.n;
  d.k = row->c.given;
  d.capacity = d.k < d.n / 2 ? 2 * d.k : d.n;
  int status = tcf_sparse_signal_open(&s, &row->c, &d, d.capacity, d.seed + (uint64_t)d.n + (uint64_t)d.k);
  if (!status) {
    row_job j = {.s = &s};
    tcfft_status done =
        tcf_device_choose(d.backend == TCFFT_BACKEND_AUTO ? TCFFT_BACKEND_HOST : d.backend, d.device, &j.device);
    j.gpu = s.backend->launch ? tcf_bench_gpu_for(j.device.backend) : NULL;
    if (done == TCFFT_SUCCESS) done = measure(&j, &d, row);
    if (done != TCFFT_SUCCESS) status = tcf_library_failure(done);
    close_row(&j);
  }
  tcf_sparse_signal_close(&s);
  return status;
}

// ------------------------------------------------------------------------------------------------ the table

// Lengths for 1000 and 50 tones, then numbers of tones in the longest signal.
static int list_rows(bench_row *rows, int most, int on_gpu) {
  static const int64_t tones[] = {50, 100, 500, 1000, 2000, 4000, 10000, 20000, 50000, 100000};
  const int last = on_gpu ? 27 : 24;
  int count = 0;
  for (int which = 0; which < 2; which++)
    for (int exponent = 18; exponent <= last && count < most; exponent++) {
      const int64_t k = which ? 50 : 1000;
      rows[count++].c = (tcf_sparse_case){.n = INT64_C(1) << exponent, .k = k, .given = k};
    }
  for (size_t i = 0; i < sizeof tones / sizeof *tones && count < most; i++)
    if (on_gpu || tones[i] <= 10000)
      rows[count++].c = (tcf_sparse_case){.n = INT64_C(1) << last, .k = tones[i], .given = tones[i]};
  return count;
}

static double over(double a, double b) { return a > 0 && b > 0 ? a / b : 0; }

static void print_row(FILE *file, const char *format, const bench_row *r) {
  const double best = r->ms[PEER] > 0 && r->ms[PEER] < r->ms[DENSE] ? r->ms[PEER] : r->ms[DENSE];
  fprintf(file, format, (long long)r->c.n, (long long)r->c.k, r->ms[SPARSE], r->ms[DENSE], r->ms[PEER],
          over(best, r->ms[SPARSE]), r->error, (long long)r->missed, (long long)r->invented, r->status);
}

int tcf_sparse_bench(const tcfft_sparse_desc *d, int64_t n, int64_t k, const char *csv, const char *note) {
  enum { MOST = 40 };
  bench_row rows[MOST] = {{.c = {.n = n, .k = k, .given = k}}};
  tcf_outfile out;
  const int count = n ? 1 : list_rows(rows, MOST, d->backend == TCFFT_BACKEND_CUDA);
  int status = tcf_outfile_open(&out, csv);
  if (status) return status;
  if (csv) tcf_sparse_write_head(out.file, "sparse transforms beside whole ones", d, note);
  if (csv) fputs("n,k,sparse_ms,dense_ms,peer_ms,ratio,error,missed,invented,status\n", out.file);
  printf("%12s %8s %11s %11s %11s %8s %10s %7s %9s %7s\n", "n", "k", "sparse ms", "dense ms", "peer ms", "ratio", "error",
         "missed", "invented", "status");
  for (int i = 0; i < count && !status; i++) {
    status = run_row(d, &rows[i]);
    if (status) break;
    print_row(stdout, "%12lld %8lld %11.4f %11.4f %11.4f %8.2f %10.2e %7lld %9lld %7d\n", &rows[i]);
    fflush(stdout);
    if (csv) print_row(out.file, "%lld,%lld,%.5f,%.5f,%.5f,%.3f,%.3e,%lld,%lld,%d\n", &rows[i]);
  }
  if (!status) status = tcf_outfile_commit(&out);
  tcf_outfile_discard(&out);
  return status;
}
