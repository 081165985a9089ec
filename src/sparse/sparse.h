// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Sparse plans: everything about them that does not depend on the device.
#ifndef TCFFT_SPARSE_SPARSE_H
#define TCFFT_SPARSE_SPARSE_H

#include <math.h>
#include <stdatomic.h>

#include "math/twiddle.h"
#include "plan/execute.h"
#include "sparse/voting_loops.h"
#include "sparse/window.h"

// A description with every default resolved.
typedef struct tcf_sparse_problem {
  int64_t n, k, capacity, batch, distance;
  int real, verify, fallback;
  tcfft_sparse_method method;
  double snr, least;  // snr: ratio of powers, 0: unknown; least: of coefficients over n, 0: unknown
  uint64_t seed;
  int threads;
} tcf_sparse_problem;

// One execution, as tcfft_sparse_exec takes it. The arrays are the executor's memory.
typedef struct tcf_sparse_execution {
  const void *in;
  int64_t *index;
  float *value;
  int64_t *count;
  int32_t *status;
  const tcfft_exec_info *info;
} tcf_sparse_execution;

// The comb of one attempt. Later ones have more bins, for signals with more tones or more noise.
typedef struct tcf_sparse_attempt {
  int64_t bins;  // 0: n has no divisor that would do, and the windows find the tones alone
  int groups;
  double ratio;     // the power of a tone over that of the noise in a bin, which the delays are chosen for; 0: as measured
  tcfft_plan *fft;  // host: of the phases of one group, in place, divided by bins
} tcf_sparse_attempt;

// A window of so many bins.
typedef struct tcf_sparse_size {
  int64_t bins, taps;
  float *tap;
  double gain;      // sum of the squares of the taps: the power of white noise in a bin over that in a sample
  tcfft_plan *fft;  // host: of the phases of one group, in place
} tcf_sparse_size;

// What a plan by voting has besides: the window of the voting loops and that of the others, and the transforms of all loops
// of one window, and of the combs, side by side and in place.
typedef struct tcf_voting {
  tcf_voting_loops numbers;
  tcf_flat_window window[2];
  tcf_sparse_size size[2];
  tcfft_plan *comb_fft;
} tcf_voting;

// What executes sparse plans on one sort of device.
typedef struct tcf_sparse_executor {
  tcfft_backend backend;
  // Makes what else executions need, in plan->state if it is not the host's, once everything else of the plan is there. Sets
  // workspace_bytes, and workspace to as many bytes of the executor's memory. release frees them, also of half a plan.
  tcfft_status (*prepare)(tcfft_sparse_plan *plan);
  void (*release)(tcfft_sparse_plan *plan);
  // Appends what it has chosen besides to a plan's text; NULL: nothing.
  void (*print)(const tcfft_sparse_plan *plan, tcf_writer *w);
  // Whether an array is the executor's memory; NULL: all is.
  tcfft_status (*check_memory)(const tcfft_sparse_plan *plan, const void *memory, const char *name);
  // Transforms all signals. The arrays are checked; workspace has plan->workspace_bytes, and is the plan's own or the
  // caller's.
  tcfft_status (*run)(const tcfft_sparse_plan *plan, const tcf_sparse_execution *e, void *workspace, void *stream);
} tcf_sparse_executor;

struct tcfft_sparse_plan {
  tcf_sparse_problem problem;
  const tcf_sparse_executor *executor;
  tcf_device device;
  int phases;  // neighbouring samples that are taken together: 4, 2 or 1, the largest that divides n
  tcf_sparse_attempt attempt[TCF_SPARSE_ATTEMPTS];
  tcf_sparse_size size[TCF_SPARSE_SIZES];
  int attempts, sizes;
  tcf_sparse_draws draws;
  tcf_flat_window window;
  tcf_voting *voting;  // NULL: peeling, or the whole transform
  tcf_roots roots;     // of order n
  int64_t tones;       // most tones of a run
  tcfft_plan *dense;   // NULL without fallback
  tcf_arena arena;
  size_t workspace_bytes;
  void *workspace;
  void *state;                 // of the executor
  tcfft_sparse_plan *on_host;  // of a device's plan: transforms signals in host memory
  atomic_flag busy;            // the plan's own workspace is in use
};

// Checks a description.
tcfft_status tcf_sparse_problem_from(tcf_sparse_problem *p, const tcfft_sparse_desc *d);

tcfft_status tcf_sparse_plan_create(tcfft_sparse_plan **out, const tcf_sparse_problem *p, const tcf_device *device,
                                    const tcf_sparse_executor *executor);
void tcf_sparse_plan_destroy(tcfft_sparse_plan *plan);

// The whole transform that a plan falls back on, and transforms of `rows` hashes side by side and in place.
tcfft_status tcf_sparse_make_dense(tcfft_sparse_plan *plan);
tcfft_status tcf_sparse_make_fft(tcfft_plan **out, const tcfft_sparse_plan *plan, int64_t rows, int64_t bins, double scale);

// What voting needs besides: how often, by which windows, and the random numbers.
tcfft_status tcf_voting_make(tcfft_sparse_plan *plan);
tcfft_status tcf_voting_make_ffts(tcfft_sparse_plan *plan);
void tcf_voting_release(tcf_voting *v);
void tcf_voting_print(const tcfft_sparse_plan *plan, tcf_writer *w);
void tcf_sparse_plan_print(const tcfft_sparse_plan *plan, tcf_writer *w);

#endif
