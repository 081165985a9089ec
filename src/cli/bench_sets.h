// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The named sets of problems of `tcfft bench`.
#ifndef TCF_CLI_BENCH_SETS_H
#define TCF_CLI_BENCH_SETS_H

#include <stddef.h>

extern const char tcf_bench_set_names[];  // for messages

// Writes problem number index of a set; 0 behind the last, and for a set that there is not.
int tcf_bench_set_problem(const char *set, int index, char *text, size_t cap);

#endif
