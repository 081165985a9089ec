// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Into which steps a long transform may be taken apart: the points of each, whose product is its length. Each step is one
// launch over the whole data.
#ifndef TCFFT_PLANNER_FACTORS_H
#define TCFFT_PLANNER_FACTORS_H

#include "core/schedule.h"

enum {
  TCF_MAX_FACTORS = 7,  // 2^28 points by radix 16
  TCF_HIERARCHICAL_FACTORS = 17,
  TCF_PAIR_FACTORS = 2,  // of them in two steps, the nearest to the root: for what has many lengths to try
  TCF_GLOBAL_FACTORS = TCF_MAX_FACTORS - 2,
};

typedef struct tcf_factors {
  int count;
  int64_t n[TCF_MAX_FACTORS];
  int global;  // Stockham's steps (Govindaraju et al. 2008, IV.A); 0: the hierarchical algorithm's (IV.C), slowest index
               // first
} tcf_factors;

// Way number index to do n points, as tcf_decompose: 1: there is one, 0: this index gives none, -1: neither does any later
// one. Hierarchical: index 0 is one step, 1 .. are two, then three. The other ones have two steps at least.
int tcf_factors_hierarchical(tcf_factors *s, int64_t n, int index);
int tcf_factors_pair(tcf_factors *s, int64_t n, int index);
int tcf_factors_global(tcf_factors *s, int64_t n, int index);

#endif
