// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Prepares the stages of a schedule for launching: builds their tables and loads their programs.
#ifndef TCFFT_PLAN_PREPARE_H
#define TCFFT_PLAN_PREPARE_H

#include "plan/plan_data.h"

// For a way whose schedule and device are set: builds its tables, uploads them, loads its programs, and sets
// workspace_bytes. If way->tables.estimate_only is set, tables are only counted, nothing is loaded, and backend may be NULL.
// OUT_OF_MEMORY, and the errors of the backend's alloc, load and copies; the way then owns what was made so far.
tcfft_status tcf_way_prepare(tcf_way *way, const tcf_backend *backend);

// Loads the programs of a schedule alone, without its tables, by the backend's load, or by its load_at_hand where missing is
// not NULL. Fails as these do, and as the kernels' prepare.
tcfft_status tcf_way_load(const tcf_schedule *schedule, const tcf_device *device, const tcf_backend *backend, int *missing);

#endif
