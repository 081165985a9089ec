// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Several FFTs of one length side by side, in double precision: element j of all of them lies in one row of memory, the real
// parts before the imaginary ones. All of them have the same twiddles, so that the compiler makes vector instructions of the
// loops over a row.
#ifndef TCFFT_MATH_LANES_H
#define TCFFT_MATH_LANES_H

#include <stdint.h>

#include "base/status.h"

enum {
  TCF_LANES = 8,         // transforms side by side
  TCF_LANE_ROW = 16,     // numbers of a row: one cache line of real parts, one of imaginary parts
  TCF_LANE_PASSES = 32,  // most passes of any length
  TCF_LARGEST_LANE_RADIX = 13
};

struct tcf_lanes;
typedef void tcf_lanes_runner(const struct tcf_lanes *lanes, double *rows);

typedef struct tcf_lanes {
  int64_t n;
  int passes, radix[TCF_LANE_PASSES];  // the first pass here is the last one computed
  double *twiddle[TCF_LANE_PASSES];    // the roots r k, 0 < r < radix, of each column k of a pass
  double *root[TCF_LANE_PASSES];       // the roots of the radix's own order
  int32_t *place;                      // where element j is to be stored before the transforms
  double *memory;
  tcf_lanes_runner *run;  // by the widest vectors that the processor has; all have the same results
} tcf_lanes;

// Whether n is a product of primes that there are butterflies for.
int tcf_lanes_can(int64_t n);

// Makes the tables for length n, for which tcf_lanes_can. OUT_OF_MEMORY. The caller frees them with tcf_lanes_free, which
// also accepts a struct of zeros.
tcfft_status tcf_lanes_init(tcf_lanes *lanes, int64_t n);
void tcf_lanes_free(tcf_lanes *lanes);

// Forward transforms in place: n rows, where element j comes in row place[j], and bin k is left in row k.
void tcf_lanes_run(const tcf_lanes *lanes, double *rows);

#endif
