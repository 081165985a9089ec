// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The spectrum X of a real axis of n = 2 h numbers from that of h complex ones, Z, and back, where both are split: X[k]
// needs Z[k] and its mate Z[h - k], which an exchange has brought. On devices this is a launch, on the host (a rank's) a
// function.
//   R2C  X[k] = (Z[k] + conj Z[h - k]) / 2 - i root(k) (Z[k] - conj Z[h - k]) / 2,  k <= h, where Z[h] is Z[0]
//   C2R  Z[k] = X[k] + conj X[h - k] + i root(k) (X[k] - conj X[h - k]),  k < h
// root(k) is exp(-2 pi i k / n), and its conjugate in the inverse direction.
#ifndef TCFFT_SEVERAL_REAL_H
#define TCFFT_SEVERAL_REAL_H

#include "core/backend.h"
#include "several/flow.h"

// A device's block, the mates of its elements in reverse order, and where the results go, which may be the block's memory.
typedef struct tcf_real_data {
  const void *in, *mates;
  void *out;
} tcf_real_data;

// Loads the function on a device, or makes the host's tables. Fails as tcf_backend.load.
tcfft_status tcf_several_real_load(const tcf_backend *backend, int index, const tcf_flow *f, void **function);
void tcf_several_real_free(const tcf_backend *backend, void *function);

// Computes a device's block of the whole batch. The device is entered.
tcfft_status tcf_several_real_run(const tcf_backend *backend, void *function, const tcf_flow *f, const tcf_step *s,
                                  int position, const tcf_real_data *data, int inverse, void *stream);

// The squared relative error that it adds.
double tcf_several_real_variance(const tcf_flow *f);

#endif
