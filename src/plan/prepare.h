// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the stages of a schedule need before they can be launched: tables and programs.
#ifndef TCFFT_PLAN_PREPARE_H
#define TCFFT_PLAN_PREPARE_H

#include "plan/plan_data.h"

// Builds the tables of a plan whose schedule is set, puts them on the device, loads its programs, and finds the bytes of its
// workspace. In a dry plan everything is counted and nothing is made.
tcfft_status tcf_plan_prepare(tcfft_plan *plan);

#endif
