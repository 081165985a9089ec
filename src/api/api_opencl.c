// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The public functions of tcfft_opencl.h.
#include "tcfft/tcfft_opencl.h"

#include "backend/opencl/device.h"
#include "core/desc.h"
#include "core/registry.h"
#include "plan/execute.h"

static tcfft_status check_plan(const tcfft_plan *plan) {
  if (!plan) return tcf_null_argument("plan");
  if (plan->device.backend != TCFFT_BACKEND_OPENCL)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "the plan is for %s, which is no device of the opencl backend",
                    plan->device.name);
  return tcf_plan_check_process(plan);
}

// The queue determines backend and device, so the description must not name others.
static tcfft_status check_choice(const tcfft_desc *d) {
  if (d->backend != TCFFT_BACKEND_AUTO && d->backend != TCFFT_BACKEND_OPENCL)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "d->backend = %s: the plan is for the device of a queue of OpenCL",
                    tcf_backend_name(d->backend));
  if (d->device)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "d->device = \"%.60s\": the plan is for the queue's device (NULL)",
                    d->device);
  if ((d->devices && *d->devices) || d->comm)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "d->%s is set: the plan is for one device, the queue's",
                    d->comm ? "comm" : "devices");
  return TCFFT_SUCCESS;
}

// The device of a queue, in the queue's context.
static tcfft_status find_device(cl_command_queue queue, tcf_device *device) {
  cl_context context;
  cl_device_id id;
  int index;
  TCF_TRY(tcf_opencl_look_at_queue(queue, "queue", &context, &id));
  TCF_TRY(tcf_opencl_import_context(context, id, &index));
  return tcf_opencl_query(index, device);
}

tcfft_status tcfft_opencl_plan_create(tcfft_plan **out, const tcfft_desc *given, cl_command_queue queue) {
  if (!out) return tcf_null_argument("out");
  if (!queue) return tcf_null_argument("queue");
  tcfft_desc d;
  TCF_TRY(tcf_take_desc(&d, given));
  tcf_problem problem;
  tcf_device device;
  tcfft_plan *plan;
  TCF_TRY(tcf_problem_from_desc(&problem, &d));
  TCF_TRY(check_choice(&d));
  TCF_TRY(find_device(queue, &device));
  const tcf_plan_options options = {
      .effort = d.effort, .policy = d.workspace, .threads = d.threads, .compile = (tcf_compile)d.compile};
  TCF_TRY(tcf_plan_create(&plan, &problem, &device, tcf_backend_for(TCFFT_BACKEND_OPENCL), &options));
  plan->stream = tcf_opencl_plain_queue(device.index, queue);
  *out = plan;
  return TCFFT_SUCCESS;
}

tcfft_status tcfft_opencl_set_queue(tcfft_plan *plan, cl_command_queue queue) {
  TCF_TRY(check_plan(plan));
  if (queue) TCF_TRY(tcf_opencl_check_queue(plan->device.index, queue, "queue"));
  plan->stream = tcf_opencl_plain_queue(plan->device.index, queue);
  return TCFFT_SUCCESS;
}

tcfft_status tcfft_opencl_get(const tcfft_plan *plan, cl_context *context, cl_device_id *device, cl_command_queue *queue) {
  tcf_opencl_device d;
  TCF_TRY(check_plan(plan));
  TCF_TRY(tcf_opencl_use(plan->device.index, &d));
  if (context) *context = d.context;
  if (device) *device = d.id;
  if (queue) *queue = plan->stream ? plan->stream : d.queue;
  return TCFFT_SUCCESS;
}

tcfft_status tcfft_opencl_exec(const tcfft_plan *plan, cl_mem in, size_t in_offset, cl_mem out, size_t out_offset,
                               tcfft_direction direction, const tcfft_exec_info *info) {
  TCF_TRY(check_plan(plan));
  const tcf_execution e = {.in = {.handle = in, .offset = in_offset},
                           .out = {.handle = out, .offset = out_offset},
                           .direction = direction,
                           .info = info};
  return tcf_execute(plan, &e);
}
