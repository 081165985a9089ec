// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The named sets of problems of `tcfft bench`.
#ifndef TCFFT_CLI_BENCH_SETS_H
#define TCFFT_CLI_BENCH_SETS_H

#include <stddef.h>

// Points of all transforms of a problem in the host's sets.
enum { TCF_BENCH_HOST_POINTS = 1 << 20 };

extern const char tcf_bench_set_names[];  // for messages

// The sets of a sweep over a device, joined by commas. OpenCL's sweep is shorter, because its plans are compiled, and the
// peer's too.
const char *tcf_bench_sweep_sets(int opencl);

// The first set of a list; the string is static. *rest is what follows its comma. NULL if there is no set with this name.
const char *tcf_bench_set_find(const char *text, const char **rest);

// Writes problem number index of a set; returns 0 after the last. On a processor, sets for GPUs shrink to the number of
// points of the host's sets.
int tcf_bench_set_problem(const char *set, int processor, int index, char *text, size_t cap);

#endif
