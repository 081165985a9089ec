// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "several/check.h"

#include <stdio.h>

#include "base/sized.h"
#include "core/element.h"
#include "several/layout.h"

int64_t tcf_several_side_bytes(const tcf_several *s, int output, int position) {
  tcfft_dist_part part;
  tcf_several_layout(&part, s, output, position);
  return part.bytes;
}

// ------------------------------------------------------------------------------------------------ input and output

// An argument's name: an array has a pointer a device, a rank passes its own one.
enum { NAME = 48 };
static const char *name_of(char text[NAME], const tcf_several *s, const char *name, int member) {
  if (tcf_several_by_ranks(s))
    snprintf(text, NAME, "%.30s", name);
  else
    snprintf(text, NAME, "%.30s[%d]", name, member);
  return text;
}

static tcfft_status check_memory(const tcf_several *s, int member, const void *memory, const char *name) {
  return s->backend->check_memory ? s->backend->check_memory(s->member[member].device.index, memory, name) : TCFFT_SUCCESS;
}

// Devices load and store complex numbers as words, the host does not.
static tcfft_status check_pointer(const tcf_several *s, int output, int member, const void *memory, const char *name) {
  const tcf_problem *p = &s->flow.problem;
  const int complex = s->backend->check_memory && (tcf_kind_complex(p->kind, output) || tcf_flow_real_axis(&s->flow));
  const int bytes = tcf_type_bytes(output ? p->out_type : p->in_type) << complex;
  char of[NAME];
  name_of(of, s, name, member);
  if (!memory)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s is NULL: %s %d holds a part of the %s", of,
                    tcf_several_by_ranks(s) ? "rank" : "cuda device",
                    tcf_several_by_ranks(s) ? s->comm.rank : s->member[member].device.index, output ? "output" : "input");
  if ((uintptr_t)memory % (unsigned)bytes)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %p is not aligned to the %d bytes of %s", of, memory, bytes,
                    complex ? "an element" : "a number");
  return check_memory(s, member, memory, of);
}

tcfft_status tcf_several_check_side(const tcfft_plan *plan, int output, const void *const *memory, const char *name) {
  const tcf_several *s = plan->several;
  for (int i = 0; i < s->count; i++)
    if (tcf_several_side_bytes(s, output, s->member[i].position)) TCF_TRY(check_pointer(s, output, i, memory[i], name));
  return TCFFT_SUCCESS;
}

// Input and output may be the same memory where all of the input is read first, or where they have the same elements.
static tcfft_status check_apart(const tcf_several *s, int member, const void *in, const void *out) {
  const tcf_problem *p = &s->flow.problem;
  const int position = s->member[member].position;
  const uintptr_t a = (uintptr_t)in, b = (uintptr_t)out;
  const uintptr_t in_bytes = (uintptr_t)tcf_several_side_bytes(s, 0, position);
  const uintptr_t out_bytes = (uintptr_t)tcf_several_side_bytes(s, 1, position);
  if (!in_bytes || !out_bytes) return TCFFT_SUCCESS;
  if (a == b && (p->placement == TCFFT_IN_PLACE || tcf_problem_same_elements(p))) return TCFFT_SUCCESS;
  if (a < b + out_bytes && b < a + in_bytes) {
    char from[NAME], to[NAME];
    return tcf_fail(TCFFT_ERROR_OVERLAP, "%s = %p (%zu bytes) and %s = %p (%zu bytes) overlap",
                    name_of(from, s, "in", member), in, (size_t)in_bytes, name_of(to, s, "out", member), out,
                    (size_t)out_bytes);
  }
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ workspace and streams

tcfft_status tcf_several_check_workspace(const tcfft_plan *plan, const char *name, void *const *workspace, size_t bytes) {
  const tcf_several *s = plan->several;
  if (bytes < plan->workspace_bytes)
    return tcf_fail(TCFFT_ERROR_WORKSPACE, "%s has %zu bytes%s, the plan needs %zu", name, bytes,
                    tcf_several_by_ranks(s) ? "" : " on each device", plan->workspace_bytes);
  for (int i = 0; i < s->count && plan->workspace_bytes; i++) {
    char of[NAME];
    name_of(of, s, name, i);
    if (!workspace[i])
      return tcf_fail(TCFFT_ERROR_WORKSPACE, "%s is NULL: the plan needs %zu bytes on each device", of,
                      plan->workspace_bytes);
    if ((uintptr_t)workspace[i] % TCF_ALIGNMENT)
      return tcf_fail(TCFFT_ERROR_WORKSPACE, "%s = %p is not aligned to %d bytes", of, workspace[i], TCF_ALIGNMENT);
    TCF_TRY(check_memory(s, i, workspace[i], of));
  }
  return TCFFT_SUCCESS;
}

// Numbers between passes go to the workspace, so that it must not be where a side is.
static tcfft_status check_beside(const tcfft_plan *plan, int member, const void *workspace, int output, const void *side) {
  const tcf_several *s = plan->several;
  const uintptr_t a = (uintptr_t)workspace, b = (uintptr_t)side;
  const uintptr_t bytes = (uintptr_t)tcf_several_side_bytes(s, output, s->member[member].position);
  if (!bytes || !plan->workspace_bytes || a >= b + bytes || b >= a + plan->workspace_bytes) return TCFFT_SUCCESS;
  char name[NAME], of[NAME];
  return tcf_fail(TCFFT_ERROR_OVERLAP, "%s = %p (%zu bytes) and %s = %p (%zu bytes) overlap",
                  name_of(of, s, "workspace", member), workspace, plan->workspace_bytes,
                  name_of(name, s, output ? "out" : "in", member), side, (size_t)bytes);
}

static tcfft_status take_own_workspace(tcf_several_run *run, const tcfft_plan *plan) {
  const tcf_several *s = plan->several;
  run->own_workspace = 1;
  for (int i = 0; i < s->count && plan->workspace_bytes; i++) {
    run->workspace[i] = s->member[i].given ? s->member[i].given : s->member[i].workspace;
    if (!run->workspace[i])
      return tcf_fail(TCFFT_ERROR_WORKSPACE,
                      "the plan's workspace is the caller's and none was set: %zu bytes%s by "
                      "tcfft_plan_set_workspace or tcfft_exec_with",
                      plan->workspace_bytes, tcf_several_by_ranks(s) ? "" : " on each device");
  }
  return TCFFT_SUCCESS;
}

// A rank has one device, whose plans have the streams of any plan on one device.
static tcfft_status check_ranks_stream(const tcfft_plan *plan, const tcfft_exec_info *info) {
  const tcf_backend *backend = plan->backend;
  if (!info->stream) return TCFFT_SUCCESS;
  if (!backend->launch)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "info->stream = %p: the host backend has no streams", info->stream);
  if (backend->check_stream) TCF_TRY(backend->check_stream(plan->device.index, info->stream, "info->stream"));
  if (info->stream == plan->stream || info->workspace || !plan->workspace_bytes) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_WORKSPACE,
                  "info->stream is not the plan's: executions on it may overlap others, so they bring their workspace too");
}

static tcfft_status take_info(tcf_several_run *run, const tcfft_plan *plan, const tcfft_exec_info *info) {
  const tcf_several *s = plan->several;
  tcfft_exec_info own = TCFFT_EXEC_INFO_INIT;
  if (info) TCF_TRY(tcf_take_sized(&tcf_sized_exec_info, &own, info));
  void *const *streams = own.stream, *const *workspace = own.workspace;
  if (tcf_several_by_ranks(s)) {
    TCF_TRY(check_ranks_stream(plan, &own));
    streams = own.stream ? &own.stream : &plan->stream;
    workspace = own.workspace ? &own.workspace : NULL;
  }
  for (int i = 0; i < s->count; i++) run->stream[i] = streams && streams[i] ? streams[i] : s->member[i].stream;
  if (!workspace) return take_own_workspace(run, plan);
  TCF_TRY(tcf_several_check_workspace(plan, "info->workspace", workspace, own.workspace_bytes));
  for (int i = 0; i < s->count; i++) run->workspace[i] = workspace[i];
  return TCFFT_SUCCESS;
}

tcfft_status tcf_several_take(tcf_several_run *run, const tcfft_plan *plan, const void *const *in, void *const *out,
                              tcfft_direction direction, const tcfft_exec_info *info) {
  const tcf_several *s = plan->several;
  if (!in) return tcf_null_argument("in");
  if (!out) return tcf_null_argument("out");
  if (direction != TCFFT_FORWARD && direction != TCFFT_INVERSE)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "direction = %d is neither forward (0) nor inverse (1)", (int)direction);
  TCF_TRY(tcf_plan_check_process(plan));
  *run = (tcf_several_run){.in = in, .out = out, .inverse = direction == TCFFT_INVERSE};
  TCF_TRY(tcf_several_check_side(plan, 0, run->in, "in"));
  TCF_TRY(tcf_several_check_side(plan, 1, (const void *const *)run->out, "out"));
  for (int i = 0; i < s->count; i++) TCF_TRY(check_apart(s, i, run->in[i], run->out[i]));
  TCF_TRY(take_info(run, plan, info));
  for (int i = 0; i < s->count; i++) {
    TCF_TRY(check_beside(plan, i, run->workspace[i], 0, run->in[i]));
    TCF_TRY(check_beside(plan, i, run->workspace[i], 1, run->out[i]));
  }
  return TCFFT_SUCCESS;
}
