// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "registry.h"

#include <stdio.h>
#include <string.h>

#include "text.h"

#define KERNEL(symbol) extern const tcf_kernel symbol;
#define BACKEND(symbol) extern const tcf_backend symbol;
#include "registry_list.h"
#undef KERNEL
#undef BACKEND

static const tcf_kernel *const kernels[] = {
#define KERNEL(symbol) &symbol,
#define BACKEND(symbol)
#include "registry_list.h"
#undef KERNEL
#undef BACKEND
    NULL};

static const tcf_backend *const backends[] = {
#define KERNEL(symbol)
#define BACKEND(symbol) &symbol,
#include "registry_list.h"
#undef KERNEL
#undef BACKEND
    NULL};

const tcf_kernel *tcf_kernel_at(int index) {
  return index >= 0 && index < (int)(sizeof kernels / sizeof *kernels) ? kernels[index] : NULL;
}

const tcf_kernel *tcf_kernel_find(const char *name) {
  for (int i = 0; kernels[i]; i++)
    if (!strcmp(kernels[i]->name, name)) return kernels[i];
  return NULL;
}

const tcf_backend *tcf_backend_for(tcfft_backend backend) {
  for (int i = 0; backends[i]; i++)
    if (backends[i]->id == backend) return backends[i];
  return NULL;
}

// ---------------------------------------------------------------------------------------------- devices

static tcfft_status not_built_in(tcfft_backend backend) {
  char names[60];
  tcf_writer w = {.buf = names, .cap = sizeof names};
  for (int b = TCFFT_BACKEND_HOST; b <= TCFFT_BACKEND_OPENCL; b++)
    if (tcf_backend_for((tcfft_backend)b)) tcf_put(&w, "%s%s", w.len ? ", " : "", tcf_backend_name((tcfft_backend)b));
  return tcf_fail(TCFFT_ERROR_NO_DEVICE, "this build of tcfft has no %s executor (it has: %s)", tcf_backend_name(backend),
                  w.len ? names : "none");
}

tcfft_status tcf_devices_count(tcfft_backend backend, int *count) {
  const tcf_backend *b = tcf_backend_for(backend);
  return b ? b->count(count) : not_built_in(backend);
}

tcfft_status tcf_device_query(tcfft_backend backend, int index, tcf_device *d) {
  if (backend == TCFFT_BACKEND_AUTO)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "backend = auto has no device numbers: name one");
  int count = 0;
  TCF_TRY(tcf_devices_count(backend, &count));
  if (index < 0 || index >= count)
    return tcf_fail(TCFFT_ERROR_NO_DEVICE, "%s device %d: there are %d, from 0 on", tcf_backend_name(backend), index, count);
  return tcf_backend_for(backend)->query(index, d);
}

// A device of one backend by text: NULL, an index or the prefix of a name.
static tcfft_status find_device(tcfft_backend backend, const char *text, tcf_device *d) {
  int count = 0;
  TCF_TRY(tcf_devices_count(backend, &count));
  int64_t index;
  if (!text || !*text) return tcf_device_query(backend, 0, d);
  if (tcf_parse_int(text, &index) == 0) {
    if (index < 0 || index >= count)
      return tcf_fail(TCFFT_ERROR_NO_DEVICE, "device = \"%.60s\": there are %d %s devices, from 0 on", text, count,
                      tcf_backend_name(backend));
    return tcf_device_query(backend, (int)index, d);
  }
  char names[400] = "";
  for (int i = 0; i < count; i++) {
    TCF_TRY(tcf_device_query(backend, i, d));
    if (!strncmp(d->name, text, strlen(text))) return TCFFT_SUCCESS;
    if (strlen(names) + strlen(d->name) + 5 < sizeof names) strcat(strcat(strcat(names, i ? ", \"" : "\""), d->name), "\"");
  }
  return tcf_fail(TCFFT_ERROR_NO_DEVICE, "device = \"%.60s\" begins no name of a %s device (there is: %s)", text,
                  tcf_backend_name(backend), names);
}

enum { DETAIL = 1024 };  // bytes of tcfft_last_error

// Of the first executor that has such a device; cuda and opencl come before the host. A refusal says why each has none.
static tcfft_status find_anywhere(const char *text, tcf_device *d) {
  static const tcfft_backend order[] = {TCFFT_BACKEND_CUDA, TCFFT_BACKEND_OPENCL, TCFFT_BACKEND_HOST};
  tcfft_status status = TCFFT_ERROR_NO_DEVICE;
  char reasons[DETAIL] = "";
  tcf_writer w = {.buf = reasons, .cap = sizeof reasons};
  for (int i = 0; i < 3; i++) {
    if (!tcf_backend_for(order[i])) continue;
    status = find_device(order[i], text, d);
    if (status == TCFFT_SUCCESS) return status;
    tcf_put(&w, "%s%s", w.len ? "; " : "", tcfft_last_error());
  }
  return tcf_fail(status, "%s", reasons);
}

// An executor that was passed over is no failure of the call: it leaves the text of the last one as it was.
tcfft_status tcf_device_choose(tcfft_backend backend, const char *text, tcf_device *d) {
  if (backend != TCFFT_BACKEND_AUTO) return find_device(backend, text, d);
  char before[DETAIL];
  snprintf(before, sizeof before, "%s", tcfft_last_error());
  TCF_TRY(find_anywhere(text, d));
  return tcf_fail(TCFFT_SUCCESS, "%s", before);
}
