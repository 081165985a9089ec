// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The named sets of problems of `tcfft bench`.
#ifndef TCF_CLI_BENCH_SETS_H
#define TCF_CLI_BENCH_SETS_H

#include <stddef.h>

extern const char tcf_bench_set_names[];   // for messages
extern const char tcf_bench_sweep_sets[];  // those of the sweep over a GPU, joined by commas

// The name of the set that begins the list text, as long as the program lives; *rest is what follows its comma. NULL for a
// name that there is not.
const char *tcf_bench_set_find(const char *text, const char **rest);

// Writes problem number index of a set; 0 behind the last.
int tcf_bench_set_problem(const char *set, int index, char *text, size_t cap);

#endif
