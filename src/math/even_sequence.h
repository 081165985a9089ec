// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// An even sequence and its spectrum, as the FFTs of even sequences see them.
#ifndef TCFFT_MATH_EVEN_SEQUENCE_H
#define TCFFT_MATH_EVEN_SEQUENCE_H

#include <stdint.h>

#include "base/status.h"

enum { TCF_EVEN_RUN = 8 };  // most numbers that are loaded or stored at once

// Where the numbers come from and where their transform goes, a few neighbours at a time, so that a long sequence is nowhere
// in memory as a whole. Several threads call both at once, each with other elements, and each element is asked for once or
// twice. Every load comes before the first store.
typedef struct tcf_even_sequence {
  void *context;
  // Sets re and im to elements j to j + count - 1, of which the last one is at most n / 2.
  void (*load)(void *context, int64_t j, int count, double *re, double *im);
  // Takes bins k to k + count - 1, of which the last one is at most n / 2.
  void (*store)(void *context, int64_t k, int count, const double *re, const double *im);
  int64_t apart;  // where store puts bins side by side that are so many apart, they come one after the other if possible; 0:
                  // no matter
} tcf_even_sequence;

#endif
