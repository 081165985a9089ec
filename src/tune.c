// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "planner.h"

enum { MEASURED = 6, REPEATS = 5 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Bytes that a stage's side reaches over.
static size_t reach(const tcf_stage *s, int output) {
  const int complex = output ? tcf_kind_complex_out(s->kind) : tcf_kind_complex_in(s->kind);
  int64_t span = ((output ? tcf_out_rows(s) : tcf_in_rows(s)) - 1) * (output ? s->os : s->is) + 1;
  for (int i = 0; i < s->loops; i++) span += (s->loop[i].n - 1) * (output ? s->loop[i].os : s->loop[i].is);
  return (size_t)span * (complex ? 8 : 4);
}

// Seconds of one launch, the least of a few.
static tcfft_status measure(const tcf_stage *s, const tcf_device *d, const void *in, void *out, double *seconds) {
  tcf_arena tables = {0};
  void *state = NULL;
  size_t scratch_bytes = 0;
  tcfft_status status = s->kernel->prepare(s, d, (int)s->threads, &tables, &state, &scratch_bytes);
  void *scratch = status == TCFFT_SUCCESS ? tcf_alloc(scratch_bytes) : NULL;
  if (status == TCFFT_SUCCESS && !scratch)
    status = tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes of workspace", scratch_bytes);
  *seconds = INFINITY;
  const tcf_launch launch = {
      .stage = s, .state = state, .in = in, .out = out, .scratch = scratch, .threads = (int)s->threads, .scale = 1};
  const double begin = now();
  for (int r = 0; status == TCFFT_SUCCESS && r < REPEATS && (r < 2 || now() - begin < 0.2); r++) {
    const double start = now();
    s->kernel->launch(&launch);
    *seconds = fmin(*seconds, now() - start);
  }
  free(scratch);
  tcf_arena_free(&tables);
  return status;
}

// Scratch memory to measure in is worth no more than this beyond what the stage moves: a sparse layout keeps its estimate.
enum { SPARE_BYTES = 64 << 20 };

static int worth_measuring(const tcf_stage *s) {
  const double reached = (double)reach(s, 0) + (double)reach(s, 1);
  return reached <= 4 * (double)s->bytes + SPARE_BYTES;
}

static tcfft_status tune_stage(tcf_stage *stage, const tcf_device *d, int threads, double tolerance_variance) {
  tcf_stage candidates[TCF_MAX_CANDIDATES];
  const int count = tcf_planner_candidates(stage, d, threads, candidates, TCF_MAX_CANDIDATES);
  void *in = tcf_alloc(reach(stage, 0)), *out = tcf_alloc(reach(stage, 1));
  tcfft_status status = TCFFT_SUCCESS;
  if (!in || !out) {
    status = tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory to measure a stage of length %lld", (long long)stage->n);
  } else {
    memset(in, 0, reach(stage, 0));
    memset(out, 0, reach(stage, 1));
  }
  double best = INFINITY;
  for (int i = 0, measured = 0; i < count && measured < MEASURED && status == TCFFT_SUCCESS; i++) {
    if (candidates[i].variance > tolerance_variance) continue;
    double seconds;
    status = measure(&candidates[i], d, in, out, &seconds);
    measured++;
    if (seconds >= best) continue;
    best = seconds;
    *stage = candidates[i];
    stage->time = seconds;
  }
  free(in);
  free(out);
  return status;
}

tcfft_status tcf_tune_run(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, int threads) {
  tcf_schedule estimate, s;
  // What planning by prediction refuses, measuring does not make possible.
  TCF_TRY(tcf_planner_run(&estimate, p, d, threads));
  s = estimate;
  tcf_stage wanted[TCF_MAX_STAGES];
  tcf_planner_stages(p, wanted, &s.work_bytes);
  for (int i = 0; i < s.stages; i++) {
    if (!worth_measuring(&s.stage[i])) continue;
    TCF_TRY(tune_stage(&wanted[i], d, threads, 1.5 * s.stage[i].variance));
    if (wanted[i].kernel) s.stage[i] = wanted[i];
  }
  tcf_schedule_total(&s);
  // Faster candidates may be less accurate, each a little.
  *out = p->tolerance > 0 && s.bound > p->tolerance ? estimate : s;
  return TCFFT_SUCCESS;
}
