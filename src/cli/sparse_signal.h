// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Signals of known tones, drawn by a seed, in the memory of the host or of a device, and the results of sparse transforms
// beside what they should be.
#ifndef TCFFT_CLI_SPARSE_SIGNAL_H
#define TCFFT_CLI_SPARSE_SIGNAL_H

#include <stdio.h>

#include "cli/command.h"
#include "core/registry.h"
#include "tcfft/tcfft.h"

typedef enum tcf_support {
  TCF_SUPPORT_RANDOM,
  TCF_SUPPORT_CLUSTERED,
  TCF_SUPPORT_HARMONIC,
  TCF_SUPPORT_LATTICE
} tcf_support;
extern const tcf_choice tcf_support_choices[];
extern const tcf_choice tcf_sparse_method_choices[];

// Signals of k tones with random phases. Amplitudes are 1, or log-uniform between 1 and `spread` dB below.
typedef struct tcf_sparse_case {
  int64_t n, k, given;  // given: the k of the plan
  int support;
  double spread;
  bool noisy;
  double noise;  // dB from the power of the noise to that of the tones
} tcf_sparse_case;

// A signal and room for what is found of it. On a device the arrays with `at` in their names lie there.
typedef struct tcf_sparse_signal {
  const tcf_sparse_case *c;
  uint64_t random;
  int64_t *frequency;  // [k] ascending
  double *amplitude;   // [k] complex
  float *spectrum;     // of the noise, or zeros
  const tcf_backend *backend;
  int index;         // of the device
  const char *name;  // of the device, as a description takes it
  tcfft_plan *inverse;
  void *x_at, *spectrum_at, *index_at, *value_at, *count_at, *status_at;
  // What was found.
  int64_t capacity, *found, count;
  float *value;
  int32_t status;
} tcf_sparse_signal;

// Writes the head of a CSV: what it holds, device, versions, date, and the caller's note if it is not NULL.
void tcf_sparse_write_head(FILE *file, const char *what, const tcfft_sparse_desc *d, const char *note);

// Makes room for signals of a case on the device that d names. Returns 0, or the exit status after reporting an error.
int tcf_sparse_signal_open(tcf_sparse_signal *s, const tcf_sparse_case *c, const tcfft_sparse_desc *d, int64_t capacity,
                           uint64_t seed);
void tcf_sparse_signal_close(tcf_sparse_signal *s);

// Draws the next signal. Noise is drawn once; other tones lie in it each time.
tcfft_status tcf_sparse_signal_next(tcf_sparse_signal *s);

// Executes a plan on the signal, asynchronously on a device's stream, and fetches its results.
tcfft_status tcf_sparse_signal_run(const tcf_sparse_signal *s, const tcfft_sparse_plan *plan, const tcfft_exec_info *info);
tcfft_status tcf_sparse_signal_fetch(tcf_sparse_signal *s);

// What a run missed and invented, and the errors of its amplitudes over the largest one: their sum and the worst.
typedef struct tcf_sparse_score {
  int64_t missed, invented;
  double sum, worst;
} tcf_sparse_score;

tcf_sparse_score tcf_sparse_signal_compare(const tcf_sparse_signal *s);

#endif
