// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Prints and parses schedules in the text form that core/schedule.h describes.
#ifndef TCFFT_CORE_SCHEDULE_TEXT_H
#define TCFFT_CORE_SCHEDULE_TEXT_H

#include "core/schedule.h"

// Reads the line of a stage. PARSE, with the reason.
tcfft_status tcf_stage_parse(tcf_stage *s, const char *line);

// Append one line for a stage, the first line of a schedule, or all lines of it.
void tcf_stage_print(const tcf_stage *s, tcf_writer *w);
void tcf_schedule_print_head(const tcf_schedule *s, tcf_writer *w);
void tcf_schedule_print(const tcf_schedule *s, tcf_writer *w);

// Appends what a stage is to do, whatever kernel does it: a line's fields without the kernel and what it chose, in one line
// without an end, that begins with "stage:".
void tcf_stage_print_task(const tcf_stage *s, tcf_writer *w);

// Reads what tcf_schedule_print writes. PARSE, with the line and the field, if it is malformed or names a kernel that this
// build lacks. *s is only written on success.
tcfft_status tcf_schedule_parse(tcf_schedule *s, const char *text);

#endif
