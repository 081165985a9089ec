// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// On a GPU an axis may take several launches. Here are the ways in which it may: as one part; as a hierarchical transform in
// two or three parts (Govindaraju et al. 2008, section IV.C); by Stockham's steps through memory, down to radices that a
// thread computes in its registers (IV.A); as a convolution of such transforms, for lengths with large prime factors (IV.E);
// each with a last part for what a real kind does at its end, and R2C of even length without one as well, where its bins k
// and n / 2 - k lie in lanes l and L - l of the same loop. Which kernels do the parts, and which way is cheapest, is the
// planner's to find out: the crossover between the algorithms that the paper looks for by running them.
#ifndef TCFFT_PLANNER_DECOMPOSE_H
#define TCFFT_PLANNER_DECOMPOSE_H

#include "core/schedule.h"

typedef struct tcf_decomposition {
  int count;
  tcf_stage stage[TCF_MAX_LAUNCHES];
  int64_t work[TCF_WORKS];  // bytes of the slots that the parts use between them
} tcf_decomposition;

// Way number index for an axis. 1: there is one, 0: this index gives none, -1: neither does any later one.
int tcf_decompose(const tcf_stage *axis, int index, tcf_decomposition *decomposition);

#endif
