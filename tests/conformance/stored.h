// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Numbers of every type in memory, by arithmetic on their exponents and digits rather than on bits as the library has it.
#ifndef TCFFT_TESTS_STORED_H
#define TCFFT_TESTS_STORED_H

#include "support.h"

int stored_bytes(tcfft_type type);

// Number i of an array, and the same to be a value that the type has.
double stored_get(tcfft_type type, const void *numbers, int64_t i);
void stored_put(tcfft_type type, void *numbers, int64_t i, double value);

// The nearest value that a type has, of two the one with an even last digit; infinity beyond the largest.
double stored_nearest(tcfft_type type, double value);

// Half a unit in the last place of 1: the most by which rounding to a type is off, relatively.
double stored_unit(tcfft_type type);

// Memory of so many numbers between two guards, which begins `shift` numbers further on. Every byte that is none of an
// element stays as it was poisoned: as NaN.
enum { STORED_POISON = 0xff };
typedef struct stored_memory {
  char *block, *data;
  size_t bytes;  // with the guards
} stored_memory;

stored_memory stored_memory_new(int64_t numbers, tcfft_type type, int64_t shift);
test_piece stored_piece(const stored_memory *m);

// The bytes that belong to no element of a side, or of two, are poison still. number: bytes of one.
void stored_check_gaps(const stored_memory *m, const test_side *side, const test_side *other, int number, const char *text);

// A plan of FP32 that computes what a plan of other types does, by the same steps, for the description of FP32. And whether
// it does so for a description (of any type).
tcfft_plan *stored_single(const tcfft_plan *typed, const tcfft_desc *single, const char *text);
int stored_is_alike(const tcfft_desc *d);

// Whether the last bits of FP32 depend on the type of the numbers in memory: a GPU's compiler chooses which product of a sum
// it fuses with the sum, and chooses otherwise where FP16 is converted before (c2c:5x6x7 for compute capability 9.0).
int stored_bits_vary(void);

// Which kernels make a plan of one axis: of these, candidate `number` of those that the first one with candidates has, in
// one launch, or for the last of two steps of these lengths, or for the first, with what the planner takes for the other.
// Twiddles are of the last step, or of the first one (early).
typedef struct stored_forced {
  const char *kernels[2];
  int64_t steps[2];
  int number, first, early;
} stored_forced;

// NULL: this device has no such candidate.
tcfft_plan *stored_forced_plan(const tcfft_desc *d, const stored_forced *forced);

// The relative L2 error at most of what a plan keeps between launches, where that is less than FP32 (num/pair.h).
double stored_between(const tcfft_plan *plan);

// One pair of types in so many is for a run, where a run has all problems.
uint64_t stored_share(void);

#endif
