// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Prepares the stages of a plan for launching: builds their tables and loads their programs.
#ifndef TCFFT_PLAN_PREPARE_H
#define TCFFT_PLAN_PREPARE_H

#include "plan/plan_data.h"

// For a plan whose schedule is set: builds its tables, uploads them, loads its programs, and sets workspace_bytes. If
// plan->tables.estimate_only is set, tables are only counted and nothing is loaded. OUT_OF_MEMORY, and the errors of the
// backend's alloc, load and copies; the plan then owns what was made so far.
tcfft_status tcf_plan_prepare(tcfft_plan *plan);

#endif
