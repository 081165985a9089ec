// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A problem with numbers of other types in memory, held against the same transform of the same values in FP32, rounded once
// to the type of the output; within one unit of that, and some errors of an average, where pairs are between launches.
#ifndef TCFFT_TESTS_STORED_TRIAL_H
#define TCFFT_TESTS_STORED_TRIAL_H

#include "conformance/stored.h"

// The pairs of types but FP32 to itself.
enum { STORED_INPUTS = 5, STORED_OUTPUTS = 3, STORED_PAIRS = 14 };
extern const tcfft_type stored_inputs[STORED_INPUTS], stored_outputs[STORED_OUTPUTS];
tcfft_type stored_in_type(int pair);
tcfft_type stored_out_type(int pair);
const char *stored_name(tcfft_type type);

// One problem with one pair of types.
typedef struct stored_trial {
  char text[400];
  tcfft_desc d;
  test_side from, to;
  int in_place;
  double magnitude;           // of the input, but for integers
  tcfft_plan *plan, *single;  // of the types, and of FP32
  stored_memory in, out;
  test_buffer in_single, out_single;
} stored_trial;

tcfft_plan *stored_plan(const tcfft_desc *d, tcfft_type in, tcfft_type out, const char *text);

// A plan of FP32 that computes the same.
tcfft_plan *stored_single_of(const stored_trial *t);

// Random values that the type has, in both inputs. Real results stay near 1.
void stored_fill(stored_trial *t, tcfft_type type, uint64_t salt);
void stored_set_scale(tcfft_desc *d);

// 0: in place with numbers of unequal size, or no such plan. forced: NULL, the planner chooses.
int stored_trial_new(stored_trial *t, const char *text, tcfft_type in, tcfft_type out, const stored_forced *forced);
void stored_trial_free(stored_trial *t);

void stored_execute(const stored_trial *t, const tcfft_plan *plan, tcfft_direction way);

// Twice, and on a device from host memory, into poison: the same bits, and nothing else is written. Then the plan of FP32.
void stored_run(const stored_trial *t, tcfft_direction way);

// Every element of what stored_run left is that of FP32, rounded.
void stored_trial_exact(const stored_trial *t);

// Fresh input, stored_run, and all that is known of the results.
void stored_trial_check(stored_trial *t, tcfft_direction way);

#endif
