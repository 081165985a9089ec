// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Signals of known tones for the suites of sparse transforms, and their results beside what they should be.
#ifndef TCFFT_TESTS_SPARSE_SIGNALS_H
#define TCFFT_TESTS_SPARSE_SIGNALS_H

#include "support.h"

typedef enum support { RANDOM, CLUSTERED, HARMONIC, LATTICE } support;

typedef struct signal {
  int64_t n, k;
  int real;
  int64_t *frequency;  // ascending
  double *amplitude;   // complex
  float *x;
  double power;  // of all tones
} signal;

// Tones of random phases with amplitudes between 1 and 10^(-spread / 20), log-uniform, and white noise. The sum is made by
// FFTW in double and rounded once.
signal make_signal(test_rng *rng, int64_t n, int64_t k, int real, support kind, double spread, double snr);
// The sum of these tones, whose frequencies ascend.
signal make_tones(int64_t n, int64_t k, const int64_t *frequency, const double *amplitude);
void free_signal(signal *s);

typedef struct result {
  int64_t capacity, count;
  int64_t *index;
  float *value;
  int32_t status;
} result;

// Poisoned arrays.
result make_result(int64_t capacity);
void free_result(result *r);

// Peeling without fallback, with the run's seed.
tcfft_sparse_desc desc_of(int64_t n, int64_t k);
tcfft_sparse_plan *plan_of(const tcfft_sparse_desc *d);

// Executes once and checks the form of the results.
result run(const tcfft_sparse_desc *d, const float *x);

typedef struct score {
  int64_t missed, invented;
  double mean;  // error of an amplitude
} score;

score compare(const signal *s, const result *r);

// All tones, no other, amplitudes within `error` in the mean, and the run knows it.
void check_found(const signal *s, const tcfft_sparse_desc *d, double error, const char *what);

#endif
