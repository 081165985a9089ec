// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Decompositions of an axis into the launches of a GPU: one launch; a hierarchical transform in two or three steps
// (Govindaraju et al. 2008, section IV.C); Stockham's steps through memory, down to radices that a thread computes in its
// registers (IV.A); for lengths with large prime factors, a convolution of such transforms (IV.E). The last step of a real
// kind has a launch of its own. R2C of even length also has decompositions without that launch if its bins k and n / 2 - k
// lie in transforms l and L - l of the same batch dimension; R2C and C2R of odd length store the elements of the output from
// the last transform. The planner chooses the kernels of the launches and the
// cheapest decomposition by predicted time; the paper finds the crossover between its algorithms by running them.
#ifndef TCFFT_PLANNER_DECOMPOSE_H
#define TCFFT_PLANNER_DECOMPOSE_H

#include "core/schedule.h"
#include "planner/factors.h"

// The launches that one or two transforms become.
typedef enum tcf_outline_form {
  TCF_OUTLINE_TRANSFORM,             // one transform of these factors
  TCF_OUTLINE_SEPARATE_END,          // the same, but the last step of a real kind has a launch of its own
  TCF_OUTLINE_HALVED,                // one transform of an odd real length in two steps, without conjugate results
  TCF_OUTLINE_CONVOLUTION_IN_THREE,  // a convolution whose two transforms share their middle launch
  TCF_OUTLINE_CONVOLUTION,           // a convolution of two whole transforms
} tcf_outline_form;

// A decomposition before it is laid out in memory.
typedef struct tcf_outline {
  tcf_outline_form form;
  tcf_factors factors;
} tcf_outline;

enum {
  TCF_TRANSFORM_OUTLINES = TCF_HIERARCHICAL_FACTORS + TCF_GLOBAL_FACTORS,
  TCF_CONVOLUTION_LENGTHS = 7,
  TCF_CONVOLUTION_PAIRS = 2,  // factors in two steps of each convolution's length, the nearest to the root
  TCF_CONVOLUTION_OUTLINES = 2 * TCF_CONVOLUTION_PAIRS + TCF_GLOBAL_FACTORS,  // of each length
  TCF_MAX_OUTLINES = 2 * TCF_TRANSFORM_OUTLINES + TCF_CONVOLUTION_LENGTHS * TCF_CONVOLUTION_OUTLINES,
};

typedef struct tcf_decomposition {
  int count;
  tcf_stage stage[TCF_MAX_LAUNCHES];
  int64_t work[TCF_WORKS];  // bytes of the workspace slots that the launches use between them
} tcf_decomposition;

// Lists the decompositions of an axis. Returns how many. An outline takes 80 bytes, a decomposition 10 kB.
int tcf_list_outlines(tcf_outline list[TCF_MAX_OUTLINES], const tcf_stage *axis);

// Expands an outline of the axis into its launches.
void tcf_decompose(tcf_decomposition *decomposition, const tcf_stage *axis, const tcf_outline *outline);

// The whole of a problem's transforms as one stage, without a kernel. Returns 0 if it has several axes that are not packed.
int tcf_planner_whole(tcf_stage *whole, const tcf_problem *problem);

#endif
