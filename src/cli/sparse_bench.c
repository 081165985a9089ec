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

// What an execution finds in a device's caches: nothing, or what one of another signal left there (its program, above all),
// but nothing of the signal. Hosts are timed as they are.
typedef enum caches { EMPTY, LEFT_BY_ANOTHER, CACHES } caches;

typedef struct row_job {
  tcf_sparse_signal *s;
  tcf_device device;
  const tcf_bench_gpu *gpu;  // NULL on the host
  tcfft_sparse_plan *sparse;
  tcfft_plan *dense;
  const tcf_peer *peer;
  void *x[2];  // the signal, and on devices another one like it
  int which;   // of them is transformed
  void *peer_state[2];
  void *out, *flush;  // of the whole transforms; larger than the caches
  double seconds[CACHES][CONTESTANTS];
} row_job;

typedef struct bench_row {
  tcf_sparse_case c;
  double ms[CACHES][CONTESTANTS];
  double error;
  int64_t missed, invented;
  int32_t status;
  char refusal[256];  // why the method does not take the row; empty if it does
} bench_row;

// ------------------------------------------------------------------------------------------------ timing

static tcfft_status run_sparse(void *context) {
  const row_job *j = context;
  tcf_sparse_signal s = *j->s;
  s.x_at = j->x[j->which];
  return tcf_sparse_signal_run(&s, j->sparse, NULL);
}
static tcfft_status run_dense(void *context) {
  const row_job *j = context;
  return tcfft_exec(j->dense, j->x[j->which], j->out, TCFFT_FORWARD);
}
static tcfft_status run_peer(void *context) {
  const row_job *j = context;
  return j->peer->run(j->peer_state[j->which]);
}

static int by_real(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Seconds of one execution. The device is still busy with what fills its caches when the execution is queued, so that the
// time is the device's.
static tcfft_status time_once(row_job *j, tcfft_status (*body)(void *), caches c, double *seconds) {
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
  j->which = 1;
  if (status == TCFFT_SUCCESS && c == LEFT_BY_ANOTHER) status = body(j);
  j->which = 0;
  if (status == TCFFT_SUCCESS) status = j->gpu->time(j->s->index, body, j, NULL, seconds);
  b->leave(previous);
  return status;
}

// The medians of rounds in which each is measured once.
static tcfft_status time_all(row_job *j, caches way) {
  tcfft_status (*const body[CONTESTANTS])(void *) = {run_sparse, run_dense, run_peer};
  double times[CONTESTANTS][ROUNDS];
  for (int r = -1; r < ROUNDS; r++)  // the first warms up
    for (int c = 0; c < CONTESTANTS; c++)
      if (c != PEER || j->peer_state[0]) TCF_TRY(time_once(j, body[c], way, &times[c][r < 0 ? 0 : r]));
  for (int c = 0; c < CONTESTANTS; c++) {
    qsort(times[c], ROUNDS, sizeof times[c][0], by_real);
    j->seconds[way][c] = c != PEER || j->peer_state[0] ? times[c][ROUNDS / 2] : 0;
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
  j->x[0] = j->s->x_at;
  if (j->gpu) {
    TCF_TRY(j->s->backend->alloc(j->s->index, bytes, &j->x[1]));
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
  for (int i = 0; i < 2 && j->x[i] && tcf_peer_can(j->peer, problem); i++) {
    tcf_peer_job job = {
        .problem = problem, .direction = TCFFT_FORWARD, .threads = (int)j->device.cores, .in = j->x[i], .out = j->out};
    j->peer_state[i] = tcf_peer_prepare(j->peer, j->s->index, &job);
  }
  if (j->x[1] && j->peer_state[0] && !j->peer_state[1]) {
    j->peer->destroy(j->peer_state[0]);
    j->peer_state[0] = NULL;
  }
  return TCFFT_SUCCESS;
}

static void close_row(row_job *j) {
  for (int i = 0; i < 2; i++)
    if (j->peer_state[i]) j->peer->destroy(j->peer_state[i]);
  tcfft_plan_destroy(j->dense);
  if (j->gpu) {
    j->s->backend->release(j->s->index, j->x[1]);
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
  TCF_TRY(tcfft_plan_create(&j->dense, &w));
  TCF_TRY(prepare_peer(j, &w, &problem));
  if (j->x[1]) {
    j->s->x_at = j->x[1];
    const tcfft_status status = tcf_sparse_signal_next(j->s);
    j->s->x_at = j->x[0];
    if (status != TCFFT_SUCCESS) return status;
  }
  TCF_TRY(tcf_sparse_signal_next(j->s));
  for (int way = 0; way < (j->gpu ? CACHES : 1); way++) TCF_TRY(time_all(j, (caches)way));
  TCF_TRY(run_sparse(j));
  TCF_TRY(tcf_sparse_signal_fetch(j->s));
  const tcf_sparse_score score = tcf_sparse_signal_compare(j->s);
  for (int way = 0; way < CACHES; way++)
    for (int c = 0; c < CONTESTANTS; c++) row->ms[way][c] = 1e3 * j->seconds[way][c];
  row->error = score.sum / (double)j->s->c->k;
  row->missed = score.missed;
  row->invented = score.invented;
  row->status = j->s->status;
  return TCFFT_SUCCESS;
}

static tcfft_status choose_device(row_job *j, const tcfft_sparse_desc *d) {
  TCF_TRY(tcf_device_choose(d->backend == TCFFT_BACKEND_AUTO ? TCFFT_BACKEND_HOST : d->backend, d->device, &j->device));
  j->gpu = j->s->backend->launch ? tcf_bench_gpu_for(j->device.backend) : NULL;
  return TCFFT_SUCCESS;
}

static int run_row(const tcfft_sparse_desc *given, bench_row *row) {
  tcfft_sparse_desc d = *given;
  tcf_sparse_signal s;
  row_job j = {.s = &s};
  d.n = row->c.n;
  d.k = row->c.given;
  d.capacity = d.k < d.n / 2 ? 2 * d.k : d.n;
  tcfft_status done = tcfft_sparse_plan_create(&j.sparse, &d);
  if (done == TCFFT_ERROR_UNSUPPORTED || done == TCFFT_ERROR_INVALID_SIZE) {
    snprintf(row->refusal, sizeof row->refusal, "%s", tcfft_last_error());
    return 0;
  }
  if (done != TCFFT_SUCCESS) return tcf_library_failure(done);
  int status = tcf_sparse_signal_open(&s, &row->c, &d, d.capacity, d.seed + (uint64_t)d.n + (uint64_t)d.k);
  if (!status) {
    done = choose_device(&j, &d);
    if (done == TCFFT_SUCCESS) done = measure(&j, &d, row);
    if (done != TCFFT_SUCCESS) status = tcf_library_failure(done);
    close_row(&j);
  }
  tcfft_sparse_plan_destroy(j.sparse);
  tcf_sparse_signal_close(&s);
  return status;
}

// ------------------------------------------------------------------------------------------------ the table

// Lengths for 1000 and 50 tones, then numbers of tones in the longest signal.
static int list_rows(bench_row *rows, int most, int64_t longest, int on_gpu) {
  static const int64_t tones[] = {50, 100, 500, 1000, 2000, 4000, 10000, 20000, 50000, 100000};
  const int64_t shortest = longest < 1 << 18 ? longest : 1 << 18;
  int count = 0;
  for (int which = 0; which < 2; which++)
    for (int64_t n = shortest; n <= longest && count < most; n *= 2) {
      const int64_t k = which ? 50 : 1000;
      rows[count++].c = (tcf_sparse_case){.n = n, .k = k, .given = k};
    }
  for (size_t i = 0; i < sizeof tones / sizeof *tones && count < most; i++)
    if (on_gpu || tones[i] <= 10000) rows[count++].c = (tcf_sparse_case){.n = longest, .k = tones[i], .given = tones[i]};
  return count;
}

static double over(double a, double b) { return a > 0 && b > 0 ? a / b : 0; }

// How many times as fast as the faster whole transform.
static double speed_up(const double *ms) {
  return over(ms[PEER] > 0 && ms[PEER] < ms[DENSE] ? ms[PEER] : ms[DENSE], ms[SPARSE]);
}

// The formats of a row's numbers, and of those of an execution that follows another signal's, which hosts do not have.
typedef struct row_format {
  const char *row, *next;
} row_format;
static const row_format csv_row = {"%lld,%lld,%.5f,%.5f,%.5f,%.3f,%.3e,%lld,%lld,%d", ",%.5f,%.5f,%.5f,%.3f"};
static const row_format text_row = {"%12lld %8lld %11.4f %11.4f %11.4f %8.2f %10.2e %7lld %9lld %7d",
                                    " %11.4f %11.4f %11.4f %8.2f"};

static void print_row(FILE *file, const row_format *f, const bench_row *r) {
  const double *one = r->ms[EMPTY], *two = r->ms[LEFT_BY_ANOTHER];
  fprintf(file, f->row, (long long)r->c.n, (long long)r->c.k, one[SPARSE], one[DENSE], one[PEER], speed_up(one), r->error,
          (long long)r->missed, (long long)r->invented, r->status);
  if (two[SPARSE] > 0) fprintf(file, f->next, two[SPARSE], two[DENSE], two[PEER], speed_up(two));
  fputc('\n', file);
}

static void write_head(FILE *file, const tcfft_sparse_desc *d, const tcf_sparse_table *table) {
  const int on_gpu = d->backend == TCFFT_BACKEND_CUDA;
  char text[160];
  const tcf_peer *peer =
      tcf_peer_find(on_gpu ? "cufft" : "fftw", on_gpu ? TCFFT_BACKEND_CUDA : TCFFT_BACKEND_HOST, text, sizeof text);
  tcf_sparse_write_head(file, "sparse transforms beside whole ones", d, table->note);
  fprintf(file, "# method %s%s\n", tcf_choice_name(tcf_sparse_method_choices, d->method),
          d->no_fallback ? ", no fallback" : "");
  if (table->noisy) fprintf(file, "# white noise, its power %g dB below that of the tones\n", table->noise);
  if (peer) {
    peer->describe(text, sizeof text);
    fprintf(file, "# peer %s, %s\n", peer->name, text);
  }
  fprintf(file, "n,k,sparse_ms,dense_ms,peer_ms,ratio,error,missed,invented,status%s\n",
          on_gpu ? ",next_sparse_ms,next_dense_ms,next_peer_ms,next_ratio" : "");
}

static void report_refusal(const bench_row *r, tcf_outfile *out) {
  const long long n = r->c.n, k = r->c.k;
  if (out->file) fprintf(out->file, "# left out: n = %lld, k = %lld: %s\n", n, k, r->refusal);
  printf("%12lld %8lld left out: %s\n", n, k, r->refusal);
}

// Writes a row to the file, if there is one, and prints it.
static void report_row(const bench_row *r, tcf_outfile *out) {
  if (out->file) print_row(out->file, &csv_row, r);
  tcf_outfile_keep(out);
  print_row(stdout, &text_row, r);
}

int tcf_sparse_bench(const tcfft_sparse_desc *d, const tcf_sparse_table *table) {
  enum { MOST = 50 };
  bench_row rows[MOST] = {{.c = {.n = table->n, .k = table->k, .given = table->k}}};
  tcf_outfile out;
  const int on_gpu = d->backend == TCFFT_BACKEND_CUDA;
  const int64_t longest = table->longest ? table->longest : 1 << (on_gpu ? 27 : 24);
  const int count = table->n ? 1 : list_rows(rows, MOST, longest, on_gpu);
  int refused = 0, status = tcf_outfile_open(&out, table->csv);
  if (status) return status;
  if (table->csv) write_head(out.file, d, table);
  printf("%12s %8s %11s %11s %11s %8s %10s %7s %9s %7s", "n", "k", "sparse ms", "dense ms", "peer ms", "ratio", "error",
         "missed", "invented", "status");
  printf(on_gpu ? " %11s %11s %11s %8s\n" : "\n", "next sparse", "next dense", "next peer", "ratio");
  for (int i = 0; i < count && !status; i++) {
    rows[i].c.noisy = table->noisy;
    rows[i].c.noise = table->noise;
    status = run_row(d, &rows[i]);
    if (status) break;
    const bool refusal = *rows[i].refusal != 0;
    (refusal ? report_refusal : report_row)(&rows[i], &out);
    fflush(stdout);
    refused += refusal;
  }
  if (!status && refused == count) status = tcf_failure("no row", "%s", rows[0].refusal);
  if (!status) status = tcf_outfile_commit(&out);
  tcf_outfile_discard(&out);
  return status;
}
