// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "cli/bench_first.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench_random.h"
#include "cli/bench_sets.h"
#include "cli/choose.h"
#include "core/registry.h"
#include "plan/plan.h"

enum { GPU_POINTS = 1 << 22, COLUMNS = 3, MOST = 10000 };

// Milliseconds since the creation began: when the plan was there, its first result, and its final schedule.
typedef struct row {
  double ms[COLUMNS];
  int in_background;  // 0: nothing had to be compiled, or the creation waited for it
} row;

// The memory that all lengths are transformed in, on the device and on the host.
typedef struct place {
  const tcf_backend *backend;
  int index;
  int64_t points;
  void *in, *out;
  float *values, *first, *final;
} place;

static size_t bytes_of(const place *p) { return (size_t)p->points * 2 * sizeof(float); }

// Host memory is reached without copies.
static tcfft_status put(const place *p, void *to, const void *from) {
  if (p->backend->copy_in) return p->backend->copy_in(p->index, to, from, bytes_of(p));
  memcpy(to, from, bytes_of(p));
  return TCFFT_SUCCESS;
}

static tcfft_status get(const place *p, void *to, const void *from, size_t bytes) {
  if (p->backend->copy_out) return p->backend->copy_out(p->index, to, from, bytes);
  memcpy(to, from, bytes);
  return TCFFT_SUCCESS;
}

static tcfft_status make_place(place *p) {
  p->values = malloc(bytes_of(p));
  p->first = malloc(bytes_of(p));
  p->final = malloc(bytes_of(p));
  if (!p->values || !p->first || !p->final) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "%zu bytes", bytes_of(p));
  for (int64_t i = 0; i < 2 * p->points; i++) p->values[i] = (float)(i * 7919 % 2003 - 1001) / 1001.f;
  TCF_TRY(p->backend->alloc(p->index, bytes_of(p), &p->in));
  TCF_TRY(p->backend->alloc(p->index, bytes_of(p), &p->out));
  return put(p, p->in, p->values);
}

static void free_place(place *p) {
  if (p->in) p->backend->release(p->index, p->in);
  if (p->out) p->backend->release(p->index, p->out);
  free(p->values);
  free(p->first);
  free(p->final);
}

// Executes and copies the result to the host; *done is when the device had it.
static tcfft_status execute(const place *p, const tcfft_plan *plan, float *result, size_t bytes, double *done) {
  TCF_TRY(tcfft_exec(plan, p->in, p->out, TCFFT_FORWARD));
  if (p->backend->sync) TCF_TRY(p->backend->sync(p->index, NULL));
  *done = tcf_clock();
  return get(p, result, p->out, bytes);
}

// The results of both schedules have to agree as far as either may be off.
static tcfft_status compare(const place *p, const tcfft_plan *plan, int64_t floats) {
  double apart = 0, all = 0;
  for (int64_t i = 0; i < floats; i++) {
    apart += ((double)p->first[i] - (double)p->final[i]) * ((double)p->first[i] - (double)p->final[i]);
    all += (double)p->final[i] * (double)p->final[i];
  }
  const double most = 2 * tcfft_plan_error_bound(plan);
  if (sqrt(apart) <= most * sqrt(all)) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_INTERNAL,
                  "the first result and the final schedule's are %.3g apart, at most %.3g are expected", sqrt(apart / all),
                  most);
}

static tcfft_status measure_plan(const place *p, const tcfft_plan *plan, int64_t floats, double start, row *r) {
  double done, again;
  const size_t bytes = (size_t)floats * sizeof(float);
  r->in_background = plan->later != NULL;
  TCF_TRY(execute(p, plan, p->first, bytes, &done));
  TCF_TRY(tcfft_plan_wait(plan));
  const double ready = tcf_clock();
  TCF_TRY(execute(p, plan, p->final, bytes, &again));
  const double ends[] = {done, r->in_background ? ready : done};
  for (int i = 0; i < 2; i++) r->ms[i + 1] = 1e3 * (ends[i] - start);
  return compare(p, plan, floats);
}

static tcfft_status measure_length(const place *p, tcfft_desc *d, int64_t n, row *r) {
  tcfft_plan *plan;
  d->rank = 1;
  d->n[0] = n;
  d->batch = p->points / n;
  d->compile = TCFFT_COMPILE_BACKGROUND;
  const double start = tcf_clock();
  TCF_TRY(tcfft_plan_create(&plan, d));
  r->ms[0] = 1e3 * (tcf_clock() - start);
  const tcfft_status status = measure_plan(p, plan, 2 * n * d->batch, start, r);
  tcfft_plan_destroy(plan);
  return status;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print_summary(const row *rows, int64_t count) {
  static const char *const names[COLUMNS] = {"plan", "first result", "final schedule"};
  double *sorted = malloc((size_t)count * sizeof *sorted);
  int64_t in_background = 0;
  if (!sorted) return;
  for (int64_t i = 0; i < count; i++) in_background += rows[i].in_background;
  printf("%lld lengths, %lld of them compiled in the background\n", (long long)count, (long long)in_background);
  for (int c = 0; c < COLUMNS; c++) {
    for (int64_t i = 0; i < count; i++) sorted[i] = rows[i].ms[c];
    qsort(sorted, (size_t)count, sizeof *sorted, ascending);
    printf("%-14s  median %9.3f ms, worst %9.3f ms\n", names[c], (sorted[(count - 1) / 2] + sorted[count / 2]) / 2,
           sorted[count - 1]);
  }
  free(sorted);
}

// The next length of the seed that was not among the first `done` ones.
static int64_t new_length(uint64_t seed, int64_t *at, const int64_t *lengths, int64_t done) {
  for (;;) {
    const int64_t n = tcf_random_length(seed, (*at)++);
    int64_t i = 0;
    while (i < done && lengths[i] != n) i++;
    if (i == done) return n;
  }
}

// The process has made a plan before, so that the first length does not pay for what the device takes to begin.
static int measure_all(const place *p, tcfft_desc *d, uint64_t seed, int64_t count) {
  static row rows[MOST];
  static int64_t lengths[MOST];
  row warm;
  int64_t at = 0;
  tcfft_status status = measure_length(p, d, 16, &warm);
  printf("%10s  %10s  %10s  %12s  %14s\n", "n", "batch", "plan ms", "first result", "final schedule");
  for (int64_t i = 0; i < count && status == TCFFT_SUCCESS; i++) {
    lengths[i] = new_length(seed, &at, lengths, i);
    tcf_progress("first %lld of %lld", (long long)i + 1, (long long)count);
    status = measure_length(p, d, lengths[i], &rows[i]);
    tcf_progress("%s", "");
    if (status == TCFFT_SUCCESS)
      printf("%10lld  %10lld  %10.3f  %12.3f  %14.3f%s\n", (long long)lengths[i], (long long)d->batch, rows[i].ms[0],
             rows[i].ms[1], rows[i].ms[2], rows[i].in_background ? "" : "  at hand");
  }
  if (status != TCFFT_SUCCESS) return tcf_library_failure(status);
  print_summary(rows, count);
  return 0;
}

int tcf_bench_first(const tcf_command *command, tcfft_desc *d, uint64_t seed, int64_t count) {
  tcfft_device_info device;
  tcfft_status status = tcf_resolve_device(d, &device);
  if (status != TCFFT_SUCCESS) return tcf_library_failure(status);
  if (device.backend == TCFFT_BACKEND_OPENCL) return tcf_usage_error(command, "--first: not on OpenCL's devices");
  place p = {.backend = tcf_backend_for(device.backend),
             .index = device.index,
             .points = device.backend == TCFFT_BACKEND_HOST ? TCF_BENCH_HOST_POINTS : GPU_POINTS};
  printf("tcfft on %s: plans with compile = background, %lld points each\n", device.name, (long long)p.points);
  status = make_place(&p);
  const int exit_status = status == TCFFT_SUCCESS ? measure_all(&p, d, seed, count) : tcf_library_failure(status);
  free_place(&p);
  return exit_status;
}
