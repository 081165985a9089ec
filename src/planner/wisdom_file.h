// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Files of wisdom: reading, merging and replacing them.
#ifndef TCFFT_PLANNER_WISDOM_FILE_H
#define TCFFT_PLANNER_WISDOM_FILE_H

#include "planner/wisdom.h"

// Adds the records of a file, as tcf_wisdom_import does thoroughly; NULL: of the user's. FILE, and the errors of
// tcf_wisdom_import.
tcfft_status tcf_wisdom_import_file(const char *path, tcf_wisdom_counts *counts);

// Writes all wisdom to a file, after adding what the file has; NULL: to the user's. FILE, OUT_OF_MEMORY. What is there and
// is no wisdom is left alone: FILE.
tcfft_status tcf_wisdom_export_file(const char *path);

// Adds what was measured (tcf_wisdom_add), and writes the user's file if TCFFT_WISDOM names it. OUT_OF_MEMORY; a file that
// cannot be written is not an error of planning.
tcfft_status tcf_wisdom_remember(const tcf_schedule *s, const tcf_problem *p, const tcf_device *d, int threads);

#endif
