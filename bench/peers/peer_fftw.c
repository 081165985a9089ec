// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// FFTW in single and in double precision.
#include <fftw3.h>
#include <stdio.h>

#include "bench/peers/fftw.h"

static int can(const tcf_problem *p) {
  (void)p;
  return 1;
}

static void *prepare(tcf_peer_job *job) {
  return (job->problem->out_type == TCFFT_F64 ? &tcf_fftw_double : &tcf_fftw_single)->prepare(job);
}

static const tcf_fftw *made_by(void *state) { return *(const tcf_fftw **)state; }

static tcfft_status run(void *state) { return made_by(state)->run(state); }

static void destroy(void *state) { made_by(state)->destroy(state); }

static void describe(char *text, size_t cap) { snprintf(text, cap, "%s", fftwf_version); }

extern const tcf_peer tcf_peer_fftw;
const tcf_peer tcf_peer_fftw = {
    .name = "fftw",
    .backend = TCFFT_BACKEND_HOST,
    .doubles = 1,
    .can = can,
    .prepare = prepare,
    .run = run,
    .destroy = destroy,
    .describe = describe,
};
