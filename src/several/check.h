// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Checks what a caller passes to an execution on several devices, or of a rank, whose arrays have one element.
#ifndef TCFFT_SEVERAL_CHECK_H
#define TCFFT_SEVERAL_CHECK_H

#include "several/several.h"

// One execution: an array of a pointer a device for each. stream and workspace have no NULL but for a plan without
// workspace.
typedef struct tcf_several_run {
  const void *const *in;
  void *const *out;
  void *stream[TCF_SEVERAL_MOST];
  void *workspace[TCF_SEVERAL_MOST];
  int own_workspace;  // the plan's
  int inverse;
} tcf_several_run;

// Checks the arguments of tcfft_exec_with and sets *run. INVALID_ARGUMENT, OVERLAP and WORKSPACE as there.
tcfft_status tcf_several_take(tcf_several_run *run, const tcfft_plan *plan, const void *const *in, void *const *out,
                              tcfft_direction direction, const tcfft_exec_info *info);

// Checks an array of pointers to the memory of a side.
tcfft_status tcf_several_check_side(const tcfft_plan *plan, int output, const void *const *memory, const char *name);

// Bytes of a side that the device at a position has, without what a plan in place adds for the other one.
int64_t tcf_several_side_bytes(const tcf_several *s, int output, int position);

tcfft_status tcf_several_check_workspace(const tcfft_plan *plan, const char *name, void *const *workspace, size_t bytes);

#endif
