// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Executes a plan for a caller. The public functions of all backends share this code, which also checks their arguments;
// the errors are those of tcfft_exec in tcfft.h.
#ifndef TCFFT_PLAN_EXECUTE_H
#define TCFFT_PLAN_EXECUTE_H

#include "plan/plan.h"

// Memory as a caller names it: an address, or a handle if the backend has tcf_backend.import_buffer, and a byte offset
// from there.
typedef struct tcf_memory {
  const void *handle;
  size_t offset;
} tcf_memory;

typedef struct tcf_execution {
  tcf_memory in, out;
  tcfft_direction direction;
  const tcfft_exec_info *info;  // NULL: the plan's own workspace and stream
} tcf_execution;

// Implements tcfft_exec_with. A NULL plan or handle fails with INVALID_ARGUMENT.
tcfft_status tcf_execute(const tcfft_plan *plan, const tcf_execution *e);

// The same for host memory: implements tcfft_exec_host.
tcfft_status tcf_execute_host(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction);

// Checks a workspace for the plan. WORKSPACE if it is misaligned or too small, by the caller's `bytes` or by what the
// backend knows of the memory; INVALID_ARGUMENT if the device cannot use it. `name` is the argument's name for the error
// text.
tcfft_status tcf_check_workspace(const tcfft_plan *plan, const char *name, const void *workspace, size_t bytes);

#endif
