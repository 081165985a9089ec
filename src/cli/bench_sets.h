// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The named sets of problems of `tcfft bench`.
#ifndef TCFFT_CLI_BENCH_SETS_H
#define TCFFT_CLI_BENCH_SETS_H

#include <stddef.h>

extern const char tcf_bench_set_names[];  // for messages

// Those of the sweep over a device, joined by commas: OpenCL's is shorter, for plans are compiled there, the peer's too.
const char *tcf_bench_sweep_sets(int opencl);

// The name of the set that begins the list text, as long as the program lives; *rest is what follows its comma. NULL for a
// name that there is not.
const char *tcf_bench_set_find(const char *text, const char **rest);

// Writes problem number index of a set; 0 behind the last. What a set has for a GPU shrinks for a processor to as many
// points as the host gets.
int tcf_bench_set_problem(const char *set, int processor, int index, char *text, size_t cap);

#endif
