// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The delays of a hash's groups, the same on the host and on GPUs.
#ifndef TCFFT_SPARSE_DELAYS_H
#define TCFFT_SPARSE_DELAYS_H

#ifndef __CUDACC_RTC__
#include <math.h>
#endif

#include "sparse/hash.h"

// Errors are taken six times their root mean square, and must stay below half a turn of what they decide.
#define TCF_DELAY_MARGIN 12.0
#define TCF_DELAY_TURN 6.28318530717958647692

// The mean error of an amplitude, relative to it, is 0.9 / sqrt(ratio * values): a hundredth, which is enough.
#define TCF_SPARSE_ENOUGH 8000.0

// The fewest values of a window's bin where there is no comb; odd lengths have as many as groups, 8. Windows then tell alone
// whether a bin has one tone or two, and which of two tones that share a bin is none: of 2000 noisy signals three values
// left a false tone in two.
#define TCF_SPARSE_WINDOW_ALONE 16
#define TCF_SPARSE_COMB_GROUPS 2  // the fewest of a comb

// The fewest groups of a window, beside a comb or alone.
TCF_NUM int tcf_sparse_window_groups(int comb, int phases) {
  const int groups = TCF_SPARSE_WINDOW_ALONE / phases;
  return comb ? 1 : groups < TCF_SPARSE_WINDOW_GROUPS ? groups : TCF_SPARSE_WINDOW_GROUPS;
}

// Whether a delay repeats samples: those of a comb do that differ by multiples of its step.
TCF_NUM int tcf_delay_repeats(const tcf_hash *h, tcf_u64 delay) {
  const tcf_u64 period = h->sigma ? h->points : h->step;
  for (tcf_u32 g = 0; g < h->groups; g++)
    if (delay % period == h->delay[g] % period) return 1;
  return 0;
}

// Groups that the frequency does not need, but the amplitude does; they also tell tones apart that share a bin. A comb has
// as many as `ratio` asks for, but at least `fewest`.
TCF_NUM void tcf_add_groups(tcf_hash *h, double ratio, int fewest, int most) {
  const tcf_u64 unit = h->sigma ? 1 : h->phases, places = h->sigma ? h->points / 2 : h->step / unit;
  tcf_u64 state = 1;
  while ((int)h->groups < most && h->groups < places &&
         ((int)h->groups < fewest || (!h->sigma && ratio * h->phases * h->groups < TCF_SPARSE_ENOUGH))) {
    const tcf_u64 delay = tcf_sparse_random(&state) % places * unit;
    if (!tcf_delay_repeats(h, delay)) h->delay[h->groups++] = delay;
  }
}

// Chooses the delays of a hash's groups, each as large as what is known of the frequency by then allows: until it is known
// to a bin's share (comb) or to one of `points` (window). ratio: the power of a tone over that of the noise in a bin. Sets
// h->groups, at least `fewest` and at most `most`, and returns whether that sufficed. Sets what follows of n, bins and the
// delays, too.
TCF_NUM int tcf_sparse_delays(tcf_hash *h, double ratio, int fewest, int most) {
  const int comb = !h->sigma;
  const double phases = (double)h->phases, phase_error = 1 / (TCF_DELAY_TURN * sqrt(ratio * phases));
  // What the frequency, in turns a sample, must be known to, and what the neighbours of a sample or the bin itself tell.
  h->step = h->n / h->bins;
  h->per_bin = 1 / (double)h->bins;
  const double values = comb ? (double)h->step : (double)h->points;
  double error = comb ? 1 / (TCF_DELAY_TURN * sqrt(ratio * (phases - 1))) : 0;
  h->delay[0] = 0;
  h->groups = 1;
  if (!comb) {  // half the bins: a turn of it is two bins
    h->delay[h->groups++] = h->bins / 2;
    error = phase_error / (double)(h->bins / 2);
  }
  while (TCF_DELAY_MARGIN * error * values > 1 && (int)h->groups < most) {
    // Multiples of the phases, so that a comb's samples stay in one sector. A comb's delay counts modulo its step.
    const double last = (double)h->delay[h->groups - 1], largest = comb ? values - phases : values / 2;
    double delay = floor(fmin(1 / (TCF_DELAY_MARGIN * error), largest) / phases) * phases;
    if (delay <= last) delay = last + phases;
    if (delay > largest) break;
    h->delay[h->groups++] = (tcf_u64)delay;
    error = phase_error / delay;
  }
  tcf_add_groups(h, ratio, fewest, most);
  for (tcf_u32 g = 0; g < h->groups; g++) h->per_delay[g] = h->delay[g] ? 1 / (double)h->delay[g] : 0;
  return TCF_DELAY_MARGIN * error * values <= 1;
}

#endif
