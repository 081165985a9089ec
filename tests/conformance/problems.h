// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The problem tables of the conformance suite: a group is a list of problems as text, ended by NULL. And random problems.
#ifndef TCFFT_TESTS_PROBLEMS_H
#define TCFFT_TESTS_PROBLEMS_H

#include "support.h"

extern const char *const problems_small[];    // a bit of everything, in seconds even under valgrind
extern const char *const problems_lengths[];  // complex, beyond the lengths that are all tested, to 2^20
extern const char *const problems_real[];     // r2c and c2r
extern const char *const problems_dct[];
extern const char *const problems_multi[];  // 2D to 4D
extern const char *const problems_strides[];
extern const char *const problems_in_place[];
extern const char *const problems_batches[];
extern const char *const problems_tensor[];        // the tensor algorithm's twin
extern const char *const problems_splits[];        // its less exact variants, and tolerances that choose them
extern const char *const problems_large[];         // slow
extern const char *const problems_tensor_large[];  // slow

// What random problems are drawn from: kinds, as often as they are listed, the least rank, the shortest axis, the longest
// axis of each rank.
typedef struct problems_set {
  const char *kinds[8];
  int count, least_rank;
  int64_t shortest, longest[TCFFT_MAX_RANK];
} problems_set;

// A problem with random kind, sizes and layouts, as text.
void problems_random(const problems_set *set, test_rng *rng, char *text, size_t cap);

int problems_count(const char *const *list);

// A loop test name_table that gives each problem of a group to check, and how often it loops.
#define PROBLEMS_TABLE(name, check)                        \
  START_TEST(name##_table) { check(problems_##name[_i]); } \
  END_TEST
#define PROBLEMS_COUNT(name) problems_count(problems_##name)

#endif
