// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Factors of a long transform: the points of each step, whose product is the length. Each step is one launch over the whole
// data.
#ifndef TCFFT_PLANNER_FACTORS_H
#define TCFFT_PLANNER_FACTORS_H

#include "core/schedule.h"

enum {
  TCF_MAX_FACTORS = 7,            // 2^28 points by radix 16
  TCF_HIERARCHICAL_FACTORS = 17,  // 1 of one step, 12 of two, 4 of three
  TCF_GLOBAL_FACTORS = TCF_MAX_FACTORS - 2,
};

typedef struct tcf_factors {
  int count;
  int64_t n[TCF_MAX_FACTORS];
  int global;  // 1: steps of Stockham's algorithm through memory (Govindaraju et al. 2008, IV.A). 0: of the hierarchical
               // algorithm (IV.C), slowest index first
  int late;    // 1: of two hierarchical steps, whose twiddles are applied at the load of the second
} tcf_factors;

// Lists the factors of n points for the hierarchical algorithm: one step, then two, then three. Returns how many.
int tcf_factors_hierarchical(tcf_factors list[TCF_HIERARCHICAL_FACTORS], int64_t n);

// Lists those of two steps, the ones nearest to the square root first: at most `most`, an even number. Returns how many.
int tcf_factors_pairs(tcf_factors *list, int most, int64_t n);

// Lists the factors of n points for Stockham's algorithm, two steps at least, fewest first. Returns how many.
int tcf_factors_global(tcf_factors list[TCF_GLOBAL_FACTORS], int64_t n);

// Whether a stage computes a convolution or is a part of one.
int tcf_stage_convolves(const tcf_stage *s);

#endif
