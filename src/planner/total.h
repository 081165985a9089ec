// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the stages of a schedule make together.
#ifndef TCFFT_PLANNER_TOTAL_H
#define TCFFT_PLANNER_TOTAL_H

#include "core/schedule.h"

// Sets time, bytes and bound of a schedule from its stages.
void tcf_schedule_total(tcf_schedule *s);

#endif
