// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "cli/choose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/process.h"
#include "core/desc.h"
#include "core/device_choice.h"
#include "planner/types.h"

const tcf_choice tcf_kind_choices[] = {
    {"c2c", TCFFT_C2C},   {"r2c", TCFFT_R2C},   {"c2r", TCFFT_C2R},   {"dct1", TCFFT_DCT1},
    {"dct2", TCFFT_DCT2}, {"dct3", TCFFT_DCT3}, {"dct4", TCFFT_DCT4}, {0},
};

const tcf_choice tcf_algorithm_choices[] = {
    {"auto", TCFFT_ALGORITHM_AUTO},
    {"classic", TCFFT_ALGORITHM_CLASSIC},
    {"tensor", TCFFT_ALGORITHM_TENSOR},
    {0},
};

const tcf_choice tcf_type_choices[] = {
    {"f32", TCFFT_F32}, {"f16", TCFFT_F16}, {"bf16", TCFFT_BF16}, {"f64", TCFFT_F64}, {0},
};

const tcf_choice tcf_backend_choices[] = {
    {"auto", TCFFT_BACKEND_AUTO},
    {"host", TCFFT_BACKEND_HOST},
    {"cuda", TCFFT_BACKEND_CUDA},
    {"opencl", TCFFT_BACKEND_OPENCL},
    {0},
};

const tcf_variant tcf_variants[] = {
    {"classic", TCFFT_ALGORITHM_CLASSIC, TCFFT_SPLIT_AUTO, 0},
    {"tensor", TCFFT_ALGORITHM_TENSOR, TCFFT_SPLIT_SPLIT2, 0},
    {"half1", TCFFT_ALGORITHM_TENSOR, TCFFT_SPLIT_HALF1, 0.1},
    {"paper", TCFFT_ALGORITHM_TENSOR, TCFFT_SPLIT_PAPER, 0.1},
    {0},
};

int tcf_choose_device(const tcf_command *command, const char *text, tcfft_desc *d) {
  if (!text) return 0;
  char name[16];
  const size_t length = strcspn(text, ":");
  snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), text);
  const tcf_choice *backend = length < sizeof name ? tcf_choice_find(tcf_backend_choices, name) : NULL;
  if (!backend) return tcf_usage_error(command, "--device '%s': expected auto, host, cuda or opencl", text);
  if (text[length] && (!text[length + 1] || backend->value == TCFFT_BACKEND_AUTO))
    return tcf_usage_error(command, "--device '%s': expected a number or the beginning of a name after %s:", text,
                           text[length + 1] ? "cuda: or opencl" : backend->name);
  d->backend = (tcfft_backend)backend->value;
  d->device = text[length] ? text + length + 1 : NULL;
  return 0;
}

int tcf_choose_problem(const tcf_command *command, const char *text, tcfft_desc *d) {
  tcf_problem problem;
  if (tcfft_desc_parse(d, text) != TCFFT_SUCCESS) return tcf_usage_error(command, "%s", tcfft_last_error());
  if (tcf_problem_from_desc(&problem, d) == TCFFT_SUCCESS) return 0;
  return tcf_usage_error(command, "problem \"%.100s\": %s", text, tcfft_last_error());
}

int tcf_choose_compile(const tcf_command *command, tcfft_desc *d) {
  static const tcf_choice choices[] = {
      {"wait", TCFFT_COMPILE_WAIT}, {"background", TCFFT_COMPILE_BACKGROUND}, {"", TCFFT_COMPILE_WAIT}, {0}};
  const char *text = tcf_process_variable("TCFFT_COMPILE");
  const tcf_choice *choice = text ? tcf_choice_find(choices, text) : NULL;
  if (text && !choice) return tcf_usage_error(command, "TCFFT_COMPILE = '%s': expected wait or background", text);
  if (choice) d->compile = (tcfft_compile)choice->value;
  return 0;
}

// Whether text (an index or the beginning of a name; NULL: index 0) means this device.
static bool means(const char *text, const tcfft_device_info *info) {
  if (!text) return info->index == 0;
  char *end;
  const long index = strtol(text, &end, 10);
  if (!*end) return index == info->index;
  return !strncmp(text, info->name, strlen(text));
}

tcfft_status tcf_device_text(const void *of, char *buf, size_t cap) {
  const tcfft_device_info *device = of;
  return tcfft_device_describe(device->backend, device->index, buf, cap);
}

bool tcf_is_gpu(tcfft_backend backend, int index) {
  const tcfft_device_info device = {.backend = backend, .index = index};
  char *text;
  if (backend != TCFFT_BACKEND_OPENCL) return backend == TCFFT_BACKEND_CUDA;
  const bool is = tcf_whole_text(&text, tcf_device_text, &device) == TCFFT_SUCCESS && strstr(text, ":gpu=1");
  free(text);
  return is;
}

// As in the library: AUTO uses OpenCL only for a GPU, and for FP64 only where it has that. OpenCL's devices are listed with
// GPUs first, so the first one tells.
static bool is_for_auto(tcfft_backend backend, const tcf_problem *types) {
  tcf_device d;
  if (tcf_device_query(backend, 0, &d) != TCFFT_SUCCESS) return false;
  return backend != TCFFT_BACKEND_OPENCL || (d.gpu && tcf_planner_computes(types, &d));
}

tcfft_status tcf_resolve_device(tcfft_desc *d, tcfft_device_info *info) {
  static const tcfft_backend order[] = {TCFFT_BACKEND_CUDA, TCFFT_BACKEND_OPENCL, TCFFT_BACKEND_HOST};
  int count = 0;
  const tcf_problem types = {.in_type = d->in_type, .out_type = d->out_type};
  const unsigned serve = tcf_planner_backends_for(&types);
  for (size_t i = 0; d->backend == TCFFT_BACKEND_AUTO && i < sizeof order / sizeof *order; i++)
    if (serve >> order[i] & 1 && is_for_auto(order[i], &types)) d->backend = order[i];
  tcfft_status status = tcfft_device_count(d->backend, &count);
  for (int i = 0; i < count && status == TCFFT_SUCCESS; i++) {
    *info = (tcfft_device_info){.size = sizeof *info};
    status = tcfft_device_get(d->backend, i, info);
    if (status == TCFFT_SUCCESS && means(d->device, info)) return TCFFT_SUCCESS;
  }
  if (status != TCFFT_SUCCESS) return status;
  // There is no such device. Planning for it makes the library write the error text.
  tcfft_desc probe = TCFFT_DESC_INIT;
  probe.rank = 1;
  probe.n[0] = 16;
  probe.backend = d->backend;
  probe.device = d->device;
  tcfft_plan *plan = NULL;
  status = tcfft_plan_create(&plan, &probe);
  tcfft_plan_destroy(plan);
  return status == TCFFT_SUCCESS ? TCFFT_ERROR_NO_DEVICE : status;
}

tcfft_status tcf_plan_text(const void *plan, char *buf, size_t cap) { return tcfft_plan_describe(plan, buf, cap); }
tcfft_status tcf_problem_text(const void *plan, char *buf, size_t cap) { return tcfft_plan_problem(plan, buf, cap); }

tcfft_status tcf_whole_text(char **text, tcf_text_of *text_of, const void *subject) {
  tcfft_status status = TCFFT_ERROR_BUFFER_TOO_SMALL;
  *text = NULL;
  // The first size fits most texts, because each further call may repeat costly work.
  for (size_t cap = 4096; status == TCFFT_ERROR_BUFFER_TOO_SMALL; cap = tcfft_last_text_size()) {
    free(*text);
    *text = malloc(cap);
    if (!*text) return TCFFT_ERROR_OUT_OF_MEMORY;
    status = text_of(subject, *text, cap);
  }
  if (status == TCFFT_SUCCESS) return status;
  free(*text);
  *text = NULL;
  return status;
}

int tcf_library_failure(tcfft_status status) { return tcf_failure(tcfft_status_string(status), "%s", tcfft_last_error()); }

double tcf_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
