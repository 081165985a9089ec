// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include <math.h>

#include "sparse/sparse.h"

// Errors are taken six times their root mean square, and must stay below half a turn of what they decide.
static const double MARGIN = 12, TURN = 6.28318530717958647692;

// Whether a comb's delays repeat samples: those that differ by multiples of its step do.
static int repeats(const tcf_hash *h, uint64_t delay) {
  const uint64_t step = h->n / h->bins;
  for (uint32_t g = 0; g < h->groups; g++)
    if (delay % step == h->delay[g] % step) return 1;
  return 0;
}

// Groups that the frequency does not need, but the amplitude does; they also tell tones apart that share a bin.
static void add_groups(tcf_hash *h, double ratio, int most) {
  const uint64_t step = h->n / h->bins, places = step / h->phases;
  uint64_t state = 1;
  while ((int)h->groups < most && h->groups < places &&
         (h->groups < 2 || ratio * h->phases * h->groups < TCF_SPARSE_ENOUGH)) {
    const uint64_t delay = tcf_sparse_random(&state) % places * h->phases;
    if (!repeats(h, delay)) h->delay[h->groups++] = delay;
  }
}

int tcf_sparse_delays(tcf_hash *h, double ratio, int most) {
  const int comb = !h->sigma;
  const double phases = (double)h->phases, phase_error = 1 / (TURN * sqrt(ratio * phases));
  // What the frequency, in turns a sample, must be known to, and what the neighbours of a sample or the bin itself tell.
  const double values = comb ? (double)(h->n / h->bins) : (double)h->points;
  double error = comb ? 1 / (TURN * sqrt(ratio * (phases - 1))) : 0;
  h->delay[0] = 0;
  h->groups = 1;
  if (!comb) {  // half the bins: a turn of it is two bins
    h->delay[h->groups++] = h->bins / 2;
    error = phase_error / (double)(h->bins / 2);
  }
  while (MARGIN * error * values > 1 && (int)h->groups < most) {
    // Multiples of the phases, so that a comb's samples stay in one sector. A comb's delay counts modulo its step.
    const double last = (double)h->delay[h->groups - 1], largest = comb ? values - phases : values / 2;
    double delay = floor(fmin(1 / (MARGIN * error), largest) / phases) * phases;
    if (delay <= last) delay = last + phases;
    if (delay > largest) break;
    h->delay[h->groups++] = (tcf_u64)delay;
    error = phase_error / delay;
  }
  if (comb) add_groups(h, ratio, most);
  return MARGIN * error * values <= 1;
}

uint64_t tcf_sparse_random(uint64_t *state) {
  uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}
