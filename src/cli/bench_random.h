// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The problems of `tcfft bench --random`, drawn over what programs ask for: kernels cannot be tuned for them alone.
#ifndef TCFFT_CLI_BENCH_RANDOM_H
#define TCFFT_CLI_BENCH_RANDOM_H

#include <stddef.h>
#include <stdint.h>

// Where the lengths of a problem are from.
typedef enum tcf_drawn_lengths {
  TCF_DRAWN_ANY,          // log-uniform
  TCF_DRAWN_SMOOTH,       // products of primes to 13
  TCF_DRAWN_LARGE_PRIME,  // primes above 31 and products with one of them
} tcf_drawn_lengths;

// Reads a seed, a 64-bit number in decimal digits alone. Returns 0 if the text is none.
int tcf_random_seed(const char *text, uint64_t *seed);

// Writes problem number index of a seed, which depends on nothing else: not on how many are drawn, nor on the machine. On a
// processor problems shrink to the number of points of the host's sets. Returns where all axes' lengths are from.
tcf_drawn_lengths tcf_random_problem(uint64_t seed, int64_t index, int processor, char *text, size_t cap);

// Length number index of a seed, from 2 to 2^20: each octave is as likely as another.
int64_t tcf_random_length(uint64_t seed, int64_t index);

#endif
