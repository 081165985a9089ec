// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms in one tile for lengths that the radices do not divide: Rader's convolution, Bluestein's, or the direct DFT.
#ifndef TCFFT_CLASSIC_CUDA_CONVOLUTION_H
#define TCFFT_CLASSIC_CUDA_CONVOLUTION_H

#include "classic/cuda/radix_search.h"

// The convolution for n points that is predicted to be fastest. 0: there is none.
int tcf_conv_find(tcf_radices *radices, tcf_conv *conv, int n, const tcf_search *search);

// Replaces the radices (if `found`) by a direct DFT if there is one and it is faster; second: with the second choice of
// threads. 0: nothing is replaced.
int tcf_direct_find(tcf_radices *radices, tcf_conv *conv, int n, int found, const tcf_device *d, int second,
                    const tcf_search *search);

// Radices of a tile, and the convolution that they compute.
typedef struct tcf_conv_radices {
  tcf_radices radices;
  tcf_conv conv;
  int pfa;  // sub-transforms of the prime-factor join, or 1
} tcf_conv_radices;

enum {
  TCF_CONV_LENGTHS = 4,                                        // of Bluestein's convolutions that a tuner tries
  TCF_CONV_SCHEDULES = 5,                                      // of each length
  TCF_CONV_LIST = TCF_CONV_SCHEDULES * (2 + TCF_CONV_LENGTHS)  // with Rader's, of complex numbers and of real ones
};

// Lists convolutions of n points for a tuner: Rader's, of n points or of sub-transforms, then Bluestein's by the shortest
// lengths. Returns how many.
int tcf_conv_list(tcf_conv_radices list[TCF_CONV_LIST], int n, const tcf_search *search);

// Lists the convolutions of n points that are likely to be fastest, for an estimate; joined: sub-transforms may be joined by
// the prime-factor algorithm, which is all that there is of lengths beyond TCF_LARGEST_CONVOLUTION. Returns how many.
int tcf_conv_list_likely(tcf_conv_radices list[TCF_CONV_LIST], int n, int joined, const tcf_search *search);

#endif
