// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Lists on the command line, joined by commas: plain numbers, "2^10", "4:2^20" (doubling), "100:1000:100" (with a step).
#ifndef TCFFT_CLI_LIST_H
#define TCFFT_CLI_LIST_H

#include <stddef.h>
#include <stdint.h>

// Both functions return 0 and at least one value in memory that the caller frees, or -1 with the reason in why and nothing
// allocated. Sizes are at least 1.
int tcf_list_sizes(const char *text, int64_t **values, size_t *count, char *why, size_t why_cap);

// Positive finite reals, joined by commas.
int tcf_list_reals(const char *text, double **values, size_t *count, char *why, size_t why_cap);

#endif
