// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Sparse plans: everything about them that does not depend on the device.
#ifndef TCFFT_SPARSE_SPARSE_H
#define TCFFT_SPARSE_SPARSE_H

#include <stdatomic.h>

#include "math/twiddle.h"
#include "plan/execute.h"
#include "sparse/hash.h"
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

// The comb of one attempt. Later ones have more bins, for signals with more tones or more noise.
typedef struct tcf_sparse_attempt {
  int64_t bins;  // 0: n has no divisor that would do, and the windows find the tones alone
  int groups;
  double ratio;     // the power of a tone over that of the noise in a bin, which the delays are chosen for; 0: as measured
  tcfft_plan *fft;  // of the phases of one group, in place, divided by bins
} tcf_sparse_attempt;

// A window of so many bins.
typedef struct tcf_sparse_size {
  int64_t bins, taps;
  float *tap;
  double gain;      // sum of the squares of the taps: the power of white noise in a bin over that in a sample
  tcfft_plan *fft;  // of the phases of one group, in place
} tcf_sparse_size;

enum { TCF_SPARSE_ATTEMPTS = 3, TCF_SPARSE_SIZES = 20, TCF_SPARSE_WINDOW_GROUPS = 8 };

// Power of a tone over that of the noise in a bin: without a word about the noise the first attempt is for signals that have none
// but rounding, and tones 60 dB apart; a tone that has to be found in noise has the other one at least, or the comb gets more bins.
static const double TCF_SPARSE_ASSUMED_RATIO = 1e6, TCF_SPARSE_LEAST_RATIO = 400;

// The mean error of an amplitude, relative to it, is 0.9 / sqrt(ratio * values): a hundredth, which is enough.
static const double TCF_SPARSE_ENOUGH = 8000;

typedef struct tcf_sparse_out tcf_sparse_out;

// What executes sparse plans on one sort of device.
typedef struct tcf_sparse_executor {
  tcfft_backend backend;
  size_t (*bytes)(const tcfft_sparse_plan *plan);  // of workspace, once everything else of the plan is there
  // Transforms one signal. workspace has plan->workspace_bytes.
  tcfft_status (*run)(const tcfft_sparse_plan *plan, const float *in, void *workspace, tcf_sparse_out *out);
} tcf_sparse_executor;

struct tcfft_sparse_plan {
  tcf_sparse_problem problem;
  const tcf_sparse_executor *executor;
  tcf_device device;
  int phases;  // neighbouring samples that are taken together: 4, 2 or 1, the largest that divides n
  tcf_sparse_attempt attempt[TCF_SPARSE_ATTEMPTS];
  tcf_sparse_size size[TCF_SPARSE_SIZES];
  int attempts, sizes;
  tcf_flat_window window;
  tcf_roots roots;    // of order n
  int64_t tones;      // most tones of a run
  tcfft_plan *dense;  // NULL without fallback
  tcf_arena arena;
  size_t workspace_bytes;
  void *workspace;
  atomic_flag busy;  // the plan's own workspace is in use
};

// Checks a description.
tcfft_status tcf_sparse_problem_from(tcf_sparse_problem *p, const tcfft_sparse_desc *d);

tcfft_status tcf_sparse_plan_create(tcfft_sparse_plan **out, const tcf_sparse_problem *p, const tcf_device *device,
                                    const tcf_sparse_executor *executor);
void tcf_sparse_plan_destroy(tcfft_sparse_plan *plan);
void tcf_sparse_plan_print(const tcfft_sparse_plan *plan, tcf_writer *w);

// Chooses the delays of a hash's groups, each as large as what is known of the frequency by then allows: until it is known to a
// bin's share (comb) or to one of `points` (window). ratio as in tcf_sparse_attempt. Sets h->groups, at most `most`, and returns
// whether that sufficed.
int tcf_sparse_delays(tcf_hash *h, double ratio, int most);

// The next number of a generator (splitmix64; Steele, Lea and Flood 2014).
uint64_t tcf_sparse_random(uint64_t *state);

// Where the results of one signal go.
struct tcf_sparse_out {
  int64_t *index;
  float *value;
  int64_t count;
  int32_t outcome;
};

#endif
