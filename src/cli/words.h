// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Describes stages, amounts and times in words for readers. Programs parse the text of plans and devices instead
// (core/schedule_text.h).
#ifndef TCFFT_CLI_WORDS_H
#define TCFFT_CLI_WORDS_H

#include "core/schedule.h"

// Describes what a stage does, for example "columns of 512 in shared memory, hierarchical (four-step): first factor,
// twiddles in the epilogue".
void tcf_words_stage(const tcf_stage *s, tcf_writer *w);

// "FP32", or "tensor cores" with their split and the number of stages that use them.
void tcf_words_path(const tcf_schedule *s, tcf_writer *w);

// Three digits and a unit: "6.55 MB", "147 us", "4.15 TB/s" (for unit "B/s").
void tcf_words_amount(double amount, const char *unit, tcf_writer *w);
void tcf_words_time(double seconds, tcf_writer *w);

#endif
