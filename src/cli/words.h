// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Stages, amounts and times in words, for people. Programs read the text that plans and devices have (text.h).
#ifndef TCFFT_CLI_WORDS_H
#define TCFFT_CLI_WORDS_H

#include "core/schedule.h"

// What a stage does, in plain words of the field: "columns of 512 in shared memory, hierarchical (four-step): first factor,
// twiddles in the epilogue".
void tcf_words_stage(const tcf_stage *s, tcf_writer *w);

// "FP32", or what the tensor cores among the stages work with.
void tcf_words_path(const tcf_schedule *s, tcf_writer *w);

// Three digits and a unit: "6.55 MB", "147 us", "4.15 TB/s" (unit is "B/s").
void tcf_words_amount(double amount, const char *unit, tcf_writer *w);
void tcf_words_time(double seconds, tcf_writer *w);

#endif
