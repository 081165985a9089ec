// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Schedules as text, in the grammar that schedule.h describes.
#ifndef TCFFT_CORE_SCHEDULE_TEXT_H
#define TCFFT_CORE_SCHEDULE_TEXT_H

#include "core/schedule.h"

void tcf_stage_print(const tcf_stage *s, tcf_writer *w);
void tcf_schedule_print(const tcf_schedule *s, tcf_writer *w);
tcfft_status tcf_schedule_parse(tcf_schedule *s, const char *text);

#endif
