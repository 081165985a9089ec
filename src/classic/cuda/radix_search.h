// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The search for the fastest radix schedules of a length in a tile: radices, their order, threads a transform, and costs.
#ifndef TCFFT_CLASSIC_CUDA_RADIX_SEARCH_H
#define TCFFT_CLASSIC_CUDA_RADIX_SEARCH_H

#include "classic/cuda/radices.h"

// Lists the cheapest schedules, cheapest first. Returns how many there are, at most `most`.
int tcf_radices_list(tcf_radices *schedules, int most, int n, const tcf_search *search);

// The same, stored for the plans to come.
int tcf_radices_list_stored(tcf_radices *radices, int most, int n, const tcf_search *search);

// Finds the cheapest schedule, which is cached. 0: there is none.
int tcf_radices_find(tcf_radices *radices, int n, const tcf_search *search);

// A lower bound for the seconds of n points.
double tcf_radices_floor(int n, const tcf_search *search);

// A lower bound for the instructions of a transform of n points without Hermitian symmetry.
double tcf_radices_least_ops(int n);

#endif
