// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What transforms a length in one tile that no radices divide: Rader's convolution, Bluestein's, or sums.
#ifndef TCFFT_CLASSIC_CUDA_CONVOLUTION_H
#define TCFFT_CLASSIC_CUDA_CONVOLUTION_H

#include "classic/cuda/radix_search.h"

// The fastest convolution for n points, as it is predicted. 0: there is none.
int tcf_conv_find(tcf_radices *radices, tcf_conv *conv, int n, const tcf_search *search);

// Sums in place of the way that was found (if `found`), where there are any and they are faster; second: with threads of the
// second choice.
int tcf_direct_find(tcf_radices *radices, tcf_conv *conv, int n, int found, const tcf_device *d, int second,
                    const tcf_search *search);

// Instructions that join parts of n points.
double tcf_join_ops(int n, int parts);

// For a tuner: Rader's, of n or of parts of it, and some of the shortest of Bluestein's; number index. -1: none of this
// number, 0: no more.
int tcf_conv_other(tcf_radices *radices, tcf_conv *conv, int *parts, int n, const tcf_search *search, int index);

#endif
