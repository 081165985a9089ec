// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Executing a plan for a caller: what the public functions of every backend have in common, with the checks of their
// arguments.
#ifndef TCFFT_PLAN_EXECUTE_H
#define TCFFT_PLAN_EXECUTE_H

#include "plan/plan.h"

// Memory as a caller names it: an address, or where the backend has others (tcf_backend.adopt) a handle, and bytes from
// there on.
typedef struct tcf_memory {
  const void *handle;
  size_t offset;
} tcf_memory;

typedef struct tcf_execution {
  tcf_memory in, out;
  tcfft_direction direction;
  const tcfft_exec_info *info;  // NULL: the plan's own workspace and stream
} tcf_execution;

// tcfft_exec_with. plan and handles may be NULL: that is refused.
tcfft_status tcf_execute(const tcfft_plan *plan, const tcf_execution *e);

// The same for memory of the host (tcfft_exec_host).
tcfft_status tcf_execute_host(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction);

// Whether this is workspace for the plan: by its alignment, its bytes as the caller says and as the backend knows.
tcfft_status tcf_check_workspace(const tcfft_plan *plan, const char *name, const void *workspace, size_t bytes);

#endif
