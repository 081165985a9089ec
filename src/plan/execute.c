// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "plan/execute.h"

#include <stdint.h>
#include <stdio.h>

#include "base/sized.h"
#include "core/element.h"
#include "plan/staging.h"

// The input or output of an execution: the memory as the caller names it, and its address for launches.
typedef struct operand {
  const char *name;
  tcf_memory memory;
  void *at;
  size_t bytes;
  tcfft_type type;
  int complex;
} operand;

static operand operand_of(const tcfft_plan *plan, int output, const tcf_memory *memory) {
  const tcf_problem *p = &plan->problem;
  return (operand){.name = output ? "out" : "in",
                   .memory = *memory,
                   .at = (char *)memory->handle + memory->offset,
                   .bytes = (size_t)tcf_side_bytes(p, output),
                   .type = output ? p->out_type : p->in_type,
                   .complex = tcf_kind_complex(p->kind, output)};
}

// Text for error messages: where an operand begins, in the caller's terms.
enum { PLACE = 80 };
static const char *print_place(char text[PLACE], const operand *s) {
  if (s->memory.offset)
    snprintf(text, PLACE, "%p + %zu bytes", s->memory.handle, s->memory.offset);
  else
    snprintf(text, PLACE, "%p", s->memory.handle);
  return text;
}

// ------------------------------------------------------------------------------------------------ checks

static tcfft_status check_given(const tcfft_plan *plan, const tcf_execution *e) {
  if (!plan) return tcf_null_argument("plan");
  if (!e->in.handle) return tcf_null_argument("in");
  if (!e->out.handle) return tcf_null_argument("out");
  if (e->direction != TCFFT_FORWARD && e->direction != TCFFT_INVERSE)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "direction = %d is neither forward (0) nor inverse (1)",
                    (int)e->direction);
  return tcf_plan_check_process(plan);
}

// Whether input and output have the same layout, so that in == out is allowed although the description is out of place.
static int same_layout(const tcf_problem *p) {
  if (p->placement == TCFFT_IN_PLACE) return 1;
  if (!tcf_problem_same_elements(p)) return 0;
  for (int i = 0; i < p->rank; i++)
    if (p->n[i] > 1 && p->in_stride[i] != p->out_stride[i]) return 0;
  return p->batch == 1 || p->in_distance == p->out_distance;
}

static int is_aligned(const operand *s, int unit) { return (uintptr_t)s->at % (uintptr_t)unit == 0; }

static tcfft_status fail_aligned(const operand *s, const char *what) {
  char place[PLACE];
  return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %s is not aligned to %s", s->name, print_place(place, s), what);
}

static tcfft_status check_number_aligned(const operand *s) {
  static const char *const numbers[] = {
      [TCFFT_F32] = "a float",  [TCFFT_F16] = "an FP16 number", [TCFFT_BF16] = "a BF16 number",
      [TCFFT_F64] = "a double", [TCFFT_I8] = "an int8_t",       [TCFFT_I16] = "an int16_t"};
  return is_aligned(s, tcf_type_bytes(s->type)) ? TCFFT_SUCCESS : fail_aligned(s, numbers[s->type]);
}

static tcfft_status check_complex_aligned(const operand *s) {
  char what[48];
  const int bytes = 2 * tcf_type_bytes(s->type);
  if (is_aligned(s, bytes)) return TCFFT_SUCCESS;
  snprintf(what, sizeof what, "the %d bytes of a complex number", bytes);
  return fail_aligned(s, what);
}

static tcfft_status check_sides(const tcfft_plan *plan, const operand *in, const operand *out) {
  char in_place[PLACE], out_place[PLACE];
  TCF_TRY(check_number_aligned(in));
  TCF_TRY(check_number_aligned(out));
  const uintptr_t a = (uintptr_t)in->at, b = (uintptr_t)out->at;
  if (a == b && same_layout(&plan->problem)) return TCFFT_SUCCESS;
  if (a < b + out->bytes && b < a + in->bytes)
    return tcf_fail(TCFFT_ERROR_OVERLAP, "in = %s (%zu bytes) and out = %s (%zu bytes) overlap%s", print_place(in_place, in),
                    in->bytes, print_place(out_place, out), out->bytes,
                    a == b ? ": in place needs equal layouts (placement = TCFFT_IN_PLACE)" : "");
  return TCFFT_SUCCESS;
}

// Checks an operand for a device. Kernels load and store complex numbers as words, which must be aligned. Memory that was
// looked at is not looked at again, because drivers take as long for that as all of this file.
static tcfft_status check_operand(const tcfft_plan *plan, const operand *s, const void *known) {
  if (!plan->backend->check_memory) return TCFFT_SUCCESS;
  if (s->complex) TCF_TRY(check_complex_aligned(s));
  return s->at == known ? TCFFT_SUCCESS : plan->backend->check_memory(plan->device.index, s->at, s->name);
}

// ------------------------------------------------------------------------------------------------ where memory is

// Resolves the caller's handle to an address, valid until forget, and checks that its memory is large enough.
static tcfft_status locate(const tcfft_plan *plan, operand *s) {
  void *address;
  size_t there;
  if (!plan->backend->import_buffer) return TCFFT_SUCCESS;
  TCF_TRY(plan->backend->import_buffer(plan->device.index, s->memory.handle, s->name, &address, &there));
  if (s->memory.offset > there || there - s->memory.offset < s->bytes)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %p has %zu bytes, the transform takes %zu from byte %zu on", s->name,
                    s->memory.handle, there, s->bytes, s->memory.offset);
  s->at = (char *)address + s->memory.offset;
  return TCFFT_SUCCESS;
}

static tcfft_status check_workspace_aligned(const char *name, const void *workspace, const void *at) {
  if ((uintptr_t)at % TCF_ALIGNMENT == 0) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_WORKSPACE, "%s = %p is not aligned to %d bytes", name, workspace, TCF_ALIGNMENT);
}

// The same for a workspace; *at becomes its address for launches.
static tcfft_status locate_workspace(const tcfft_plan *plan, const char *name, const void *workspace, void **at) {
  size_t there;
  *at = (void *)workspace;
  if (!plan->backend->import_buffer) return TCFFT_SUCCESS;
  TCF_TRY(plan->backend->import_buffer(plan->device.index, workspace, name, at, &there));
  if (there < plan->workspace_bytes)
    return tcf_fail(TCFFT_ERROR_WORKSPACE, "%s = %p has %zu bytes, the plan needs %zu", name, workspace, there,
                    plan->workspace_bytes);
  return TCFFT_SUCCESS;
}

static tcfft_status take_workspace(const tcfft_plan *plan, const char *name, const void *workspace, size_t bytes,
                                   void **at) {
  const size_t needed = plan->workspace_bytes;
  *at = (void *)workspace;
  // An address shows its alignment at once, a handle only after import_buffer.
  if (!plan->backend->import_buffer) TCF_TRY(check_workspace_aligned(name, workspace, *at));
  if (bytes < needed) return tcf_fail(TCFFT_ERROR_WORKSPACE, "%s has %zu bytes, the plan needs %zu", name, bytes, needed);
  if (!needed) return TCFFT_SUCCESS;
  TCF_TRY(locate_workspace(plan, name, workspace, at));
  TCF_TRY(check_workspace_aligned(name, workspace, *at));
  return plan->backend->check_memory ? plan->backend->check_memory(plan->device.index, *at, name) : TCFFT_SUCCESS;
}

// Drops the addresses that import_buffer gave out for this call.
static void forget(const tcfft_plan *plan) {
  if (plan->backend->release_imports) plan->backend->release_imports();
}

tcfft_status tcf_check_workspace(const tcfft_plan *plan, const char *name, const void *workspace, size_t bytes) {
  void *at;
  TCF_TRY(tcf_plan_check_process(plan));
  const tcfft_status status = take_workspace(plan, name, workspace, bytes, &at);
  forget(plan);
  return status;
}

// ------------------------------------------------------------------------------------------------ executing

// Numbers between steps go to the workspace, so that it must not be where the input or the output is.
static tcfft_status check_apart(const tcfft_plan *plan, const char *name, const void *workspace, const operand *s) {
  char place[PLACE];
  const uintptr_t w = (uintptr_t)workspace, at = (uintptr_t)s->at;
  if (!plan->workspace_bytes || w >= at + s->bytes || at >= w + plan->workspace_bytes) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_OVERLAP, "%s (%zu bytes) and %s = %s (%zu bytes) overlap", name, plan->workspace_bytes,
                  s->name, print_place(place, s), s->bytes);
}

// Stream and workspace of one execution. workspace is NULL if the plan's own is used.
typedef struct means {
  void *workspace, *stream;
} means;

static tcfft_status resolve_exec_info(const tcfft_plan *plan, const tcfft_exec_info *info, means *m) {
  *m = (means){.stream = plan->stream};
  if (!info) return TCFFT_SUCCESS;
  tcfft_exec_info own;
  TCF_TRY(tcf_take_sized(&tcf_sized_exec_info, &own, info));
  if (own.stream && !plan->backend->launch)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "info->stream = %p: the host backend has no streams", own.stream);
  if (own.stream && plan->backend->check_stream)
    TCF_TRY(plan->backend->check_stream(plan->device.index, own.stream, "info->stream"));
  if (own.workspace) TCF_TRY(take_workspace(plan, "info->workspace", own.workspace, own.workspace_bytes, &m->workspace));
  if (own.stream)
    m->stream = plan->backend->plain_stream ? plan->backend->plain_stream(plan->device.index, own.stream) : own.stream;
  return TCFFT_SUCCESS;
}

// Executes with the plan's workspace, which one execution at a time may use.
static tcfft_status run_with_own(const tcfft_plan *plan, const operand *in, const operand *out, int inverse,
                                 const means *m) {
  if (m->stream != plan->stream)
    return tcf_fail(
        TCFFT_ERROR_WORKSPACE,
        "info->stream is not the plan's: executions on it may overlap others, so they bring their workspace too");
  void *shared = plan->owned;
  if (plan->given) {
    TCF_TRY(locate_workspace(plan, "workspace", plan->given, &shared));
    TCF_TRY(check_apart(plan, "the workspace that was set", shared, in));
    TCF_TRY(check_apart(plan, "the workspace that was set", shared, out));
  }
  if (!shared)
    return tcf_fail(
        TCFFT_ERROR_WORKSPACE,
        "the plan's workspace is the caller's and none was set: %zu bytes by tcfft_plan_set_workspace or tcfft_exec_with",
        plan->workspace_bytes);
  // This flag is the only part of a plan that executions modify, hence the cast that drops const.
  atomic_flag *in_use = (atomic_flag *)&plan->workspace_in_use;
  if (atomic_flag_test_and_set(in_use))
    return tcf_fail(
        TCFFT_ERROR_WORKSPACE,
        "the plan's workspace is in use by another thread: concurrent executions bring theirs (tcfft_exec_with)");
  const tcfft_status status = tcf_plan_run(plan, in->at, out->at, inverse, shared, m->stream);
  atomic_flag_clear(in_use);
  return status;
}

static tcfft_status run(const tcfft_plan *plan, const tcf_execution *e) {
  operand in = operand_of(plan, 0, &e->in), out = operand_of(plan, 1, &e->out);
  means m;
  TCF_TRY(locate(plan, &in));
  TCF_TRY(locate(plan, &out));
  TCF_TRY(check_sides(plan, &in, &out));
  TCF_TRY(check_operand(plan, &in, NULL));
  TCF_TRY(check_operand(plan, &out, in.at));
  TCF_TRY(resolve_exec_info(plan, e->info, &m));
  if (m.workspace) {
    TCF_TRY(check_apart(plan, "info->workspace", m.workspace, &in));
    TCF_TRY(check_apart(plan, "info->workspace", m.workspace, &out));
  }
  const int inverse = (int)e->direction;
  if (m.workspace || !plan->workspace_bytes) return tcf_plan_run(plan, in.at, out.at, inverse, m.workspace, m.stream);
  return run_with_own(plan, &in, &out, inverse, &m);
}

tcfft_status tcf_execute(const tcfft_plan *plan, const tcf_execution *e) {
  TCF_TRY(check_given(plan, e));
  const tcfft_status status = run(plan, e);
  forget(plan);
  return status;
}

tcfft_status tcf_execute_host(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction) {
  const tcf_execution e = {.in = {.handle = in}, .out = {.handle = out}, .direction = direction};
  TCF_TRY(check_given(plan, &e));
  // The host backend works on host memory, so there is nothing to copy.
  if (!plan->backend->launch) return tcf_execute(plan, &e);
  const operand from = operand_of(plan, 0, &e.in), to = operand_of(plan, 1, &e.out);
  TCF_TRY(check_sides(plan, &from, &to));
  return tcf_staging_run(plan, in, out, (int)direction);
}
