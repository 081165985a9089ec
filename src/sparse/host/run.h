// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// One signal's run on the host: its measured hashes, from which what is found is subtracted, and the tones found so far.
// Amplitudes are those of the signal, x[t] = sum of a exp(2 pi i f t / n): the transform's coefficients over n.
#ifndef TCFFT_SPARSE_HOST_RUN_H
#define TCFFT_SPARSE_HOST_RUN_H

#include <math.h>

#include "sparse/sparse.h"

#define REAL double
#define ANGLE(im, re) atan2(im, re)
// exp(2 pi i k / n) of the tables that context points to.
struct tcf_z;
#define root(context, k) tcf_sparse_root(context, k)
static inline struct tcf_z tcf_sparse_root(const void *context, uint64_t k);
#include "sparse/decode.h"
#include "sparse/decode_three.h"
static inline struct tcf_z tcf_sparse_root(const void *context, uint64_t k) {
  const tcf_root_parts w = tcf_root_of(context, (int64_t)k);
  return (tcf_z){w.re, -w.im};
}

typedef struct tcf_sparse_tone {
  int64_t frequency;
  tcf_z amplitude;
  int by_window;  // a window's estimate is part of the amplitude
} tcf_sparse_tone;

// A measured hash: value[group][phase][bin], as complex numbers.
typedef struct tcf_sparse_set {
  tcf_hash hash;  // bins 0: there is none
  float *value;
  double noise;      // mean power of the noise in one value
  double samples;    // how many values it is the mean of
  double look_from;  // mean power of a bin's values from which a bin may hold a tone
  // Bins that are to be looked at: the first `queued` of queue. state tells of each bin whether it is among them, or was
  // looked at in vain.
  int32_t *queue;
  uint8_t *state;
  uint8_t *looks;  // how often each was looked at
  int64_t queued;
} tcf_sparse_set;

// Of a run by voting.
typedef struct tcf_sparse_votes {
  float *value[2];    // [loop][bucket] of the loops that vote and of the others, complex
  float *comb;        // [comb][bin]
  uint32_t *allowed;  // a bit for each residue modulo the comb's bins: whether a tone was seen there
  uint32_t *marked;   // for each loop that votes, a bit for each bucket: whether it stands out
  double *part[2];    // a candidate's estimates, to be sorted: real and imaginary parts
} tcf_sparse_votes;

enum { TCF_BIN_IDLE, TCF_BIN_QUEUED, TCF_BIN_FAILED };

typedef struct tcf_sparse_run {
  const tcfft_sparse_plan *plan;
  const float *in;
  tcf_sparse_set comb, window;
  tcf_sparse_tone *tone;
  int64_t tones;
  int64_t taken;     // how often one was taken out of the hashes
  int32_t *slot;     // open addressing by frequency: index of a tone, or -1
  int64_t slots;     // a power of two
  int32_t *order;    // of the tones, by their bins
  uint64_t *key[2];  // of the results, to be sorted
  float *next;       // [element][4]: the comb's samples behind those of the first group, complex; see tcf_sparse_take_threes
  double *energy;    // of each bin of the set that was looked at last: mean power of its values
  double *sorted;    // as many numbers, for those who sort
  double noise;      // power of the noise in one sample
  double noise_error;  // its relative standard deviation, squared
  int64_t sectors;     // that were read; what else was done counts as the sectors that take as long
  double power;        // of a sample, tones and noise
  double largest;      // power of the strongest tone
  double most_energy;  // largest mean power of a bin of the comb: strong tones that have not been found yet are told by it
  int full;            // more tones than the plan has room for
  int broken;          // a sample was no finite number
  int attempt, again, round;  // which of the plan's random numbers are next
  void *fft_workspace;
  tcf_sparse_votes votes;
} tcf_sparse_run;

// Takes the samples of a hash and transforms them. Windows are measured without what has been found: their tones are
// subtracted. Sets the noise of the set, all bins that stand out are queued. tap: NULL for a comb.
tcfft_status tcf_sparse_measure(tcf_sparse_run *r, tcf_sparse_set *s, const float *tap, const tcfft_plan *fft);

// Its parts: takes and folds the samples of one group of a window, out[phase][bin]; transforms rows in place.
void tcf_sparse_take_window(const tcf_sparse_run *r, const tcf_hash *h, const float *tap, uint32_t g, float *out);
tcfft_status tcf_sparse_fft(const tcf_sparse_run *r, const tcfft_plan *fft, float *rows);

// The noise of a set from its values as they are now, and of how many values that is the mean. Leaves the bins' energies in
// r->energy.
void tcf_sparse_estimate_noise(tcf_sparse_run *r, tcf_sparse_set *s);

// Looks at the queued bins until none is left. Returns how many bins hold more than noise that is not understood.
int64_t tcf_sparse_peel(tcf_sparse_run *r);

// Whether a bin with more than noise was looked at in vain.
int tcf_sparse_has_failed(const tcf_sparse_run *r, const tcf_sparse_set *s, int64_t bin);

// Takes tones from such bins of the comb, if they are few and hold three. Queues the bins again. Returns whether there were
// some.
int tcf_sparse_take_threes(tcf_sparse_run *r);

// Adds a tone, or to one, and subtracts it. 1: there was room.
int tcf_sparse_take(tcf_sparse_run *r, int64_t frequency, tcf_z amplitude, int by_window);

// Subtracts a tone, or a change of one, from both hashes or from one. Queues the bins that it was in if `queue`.
void tcf_sparse_subtract(tcf_sparse_run *r, int64_t frequency, tcf_z amplitude, int queue);
void tcf_sparse_subtract_comb(tcf_sparse_run *r, int64_t frequency, tcf_z amplitude, int queue);
void tcf_sparse_subtract_window(tcf_sparse_run *r, int64_t frequency, tcf_z amplitude, int queue);

// Fits the amplitudes of all tones to the comb, those that share a bin together, and drops tones that turn out to be noise.
// The window is then stale: the next one is measured without the tones as they are.
void tcf_sparse_refit(tcf_sparse_run *r);

// Without a comb: fits them to a window that they have been subtracted from.
void tcf_sparse_refit_window(tcf_sparse_run *r);

// Adds to a tone, or adds the tone. 0: there is no room.
int tcf_sparse_add(tcf_sparse_run *r, int64_t frequency, tcf_z amplitude, int by_window);
void tcf_sparse_forget(tcf_sparse_run *r);  // all tones

// Whether fresh random samples agree with the tones and the noise, and would have shown another tone; see
// TCFFT_SPARSE_VERIFIED.
int tcf_sparse_verify(tcf_sparse_run *r);

// By voting: finds candidates and estimates them into r->tone. Sets the noise, and r->full and r->broken. All loops are
// measured in r->votes' memory.
tcfft_status tcf_sparse_vote(tcf_sparse_run *r);

// Sets the pointers of a run by voting; with memory NULL only counts the bytes.
size_t tcf_sparse_place_votes(tcf_sparse_run *r, const tcfft_sparse_plan *plan, char *memory);

// The k-th smallest of n numbers, which are exchanged.
double tcf_sparse_select_number(double *x, int64_t n, int64_t k);

// Where the results of one signal go.
typedef struct tcf_sparse_out {
  int64_t *index;
  float *value;
  int64_t count;
  int32_t outcome;
} tcf_sparse_out;

// The k largest coefficients of the whole transform, without those below 1e-6 of the largest. memory has dense_bytes of it.
tcfft_status tcf_sparse_dense(const tcfft_sparse_plan *plan, const float *in, void *memory, tcf_sparse_out *out);
size_t tcf_sparse_dense_bytes(const tcfft_sparse_plan *plan);

// Sample t of the signal.
static inline tcf_z tcf_sparse_sample(const tcf_sparse_run *r, uint64_t t) {
  return r->plan->problem.real ? (tcf_z){r->in[t], 0} : (tcf_z){r->in[2 * t], r->in[2 * t + 1]};
}

// The values of one bin.
static inline void tcf_sparse_bin(const tcf_sparse_set *s, int64_t bin, tcf_z out[TCF_SPARSE_VALUES]) {
  const int64_t bins = (int64_t)s->hash.bins, count = s->hash.groups * s->hash.phases;
  for (int64_t i = 0; i < count; i++) {
    const float *v = s->value + 2 * (i * bins + bin);
    out[i] = (tcf_z){v[0], v[1]};
  }
}

// Whether the comb that is measured keeps the samples behind those of its first group: the first attempt's does.
static inline int tcf_sparse_keeps_next(const tcf_sparse_run *r) {
  return r->plan->phases == TCF_SPARSE_PHASES && !r->attempt && !r->plan->voting;
}

static inline double tcf_sparse_count(const tcf_sparse_set *s) { return (double)(s->hash.groups * s->hash.phases); }

static inline double tcf_sparse_largest(const tcf_sparse_run *r) { return fmax(r->largest, r->most_energy); }

// The least power of a tone that is told from noise in this hash.
static inline double tcf_sparse_least(const tcf_sparse_run *r, const tcf_sparse_set *s) {
  return tcf_sparse_least_tone(s->noise, tcf_sparse_count(s), tcf_sparse_largest(r));
}

#endif
