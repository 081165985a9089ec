// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft bench --first: how long users wait for the first plan and the first result of lengths that are new to the process.
#ifndef TCFFT_CLI_BENCH_FIRST_H
#define TCFFT_CLI_BENCH_FIRST_H

#include "cli/command.h"
#include "tcfft/tcfft.h"

// Plans `count` lengths of a seed on d's device, with compile = background, and prints a row for each and their medians.
// Returns 0, or an exit status after reporting the error.
int tcf_bench_first(const tcf_command *command, tcfft_desc *d, uint64_t seed, int64_t count);

#endif
