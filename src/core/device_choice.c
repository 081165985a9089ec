// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "core/device_choice.h"

#include <stdio.h>
#include <string.h>

#include "core/registry.h"

static tcfft_status not_built_in(tcfft_backend backend) {
  char names[60];
  tcf_writer w = {.buf = names, .cap = sizeof names};
  for (int b = TCFFT_BACKEND_HOST; b <= TCFFT_BACKEND_OPENCL; b++)
    if (tcf_backend_for((tcfft_backend)b)) tcf_put(&w, "%s%s", w.len ? ", " : "", tcf_backend_name((tcfft_backend)b));
  return tcf_fail(TCFFT_ERROR_NO_DEVICE, "this build of tcfft has no %s backend (it has: %s)", tcf_backend_name(backend),
                  w.len ? names : "none");
}

tcfft_status tcf_devices_count(tcfft_backend backend, int *count) {
  const tcf_backend *b = tcf_backend_for(backend);
  return b ? b->count(count) : not_built_in(backend);
}

// asked: the caller's choice, as the error text quotes it.
static tcfft_status no_such_index(tcfft_backend backend, const char *asked, int count) {
  const char *name = tcf_backend_name(backend);
  if (count == 0) return tcf_fail(TCFFT_ERROR_NO_DEVICE, "%s: there is no %s device", asked, name);
  if (count == 1) return tcf_fail(TCFFT_ERROR_NO_DEVICE, "%s: there is one %s device, 0", asked, name);
  return tcf_fail(TCFFT_ERROR_NO_DEVICE, "%s: there are %d %s devices, 0 to %d", asked, count, name, count - 1);
}

tcfft_status tcf_device_query(tcfft_backend backend, int index, tcf_device *d) {
  if (backend == TCFFT_BACKEND_AUTO)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "backend = auto has no device numbers: name one");
  int count = 0;
  TCF_TRY(tcf_devices_count(backend, &count));
  if (index < 0 || index >= count) {
    char asked[40];
    snprintf(asked, sizeof asked, "%s device %d", tcf_backend_name(backend), index);
    return no_such_index(backend, asked, count);
  }
  return tcf_backend_for(backend)->query(index, d);
}

// Length of a name without the number (" #2") that distinguishes devices of the same name.
static size_t bare_length(const char *name) {
  const char *number = strrchr(name, '#');
  if (!number || number - name < 2 || number[-1] != ' ' || !number[1] || number[1 + strspn(number + 1, "0123456789")])
    return strlen(name);
  return (size_t)(number - name - 1);
}

static int same_name(const char *a, const char *b) {
  const size_t bytes = bare_length(a);
  return bytes == bare_length(b) && !memcmp(a, b, bytes);
}

// Device names for an error text, each once, as many as fit.
typedef struct name_list {
  char text[400], last[sizeof(((tcf_device *)0)->name)];
} name_list;

static void list_name(name_list *l, const char *name) {
  const size_t used = strlen(l->text);
  if (used && !strcmp(l->last, name)) return;
  if (used + strlen(name) + 5 < sizeof l->text)
    snprintf(l->text + used, sizeof l->text - used, "%s\"%s\"", used ? ", " : "", name);
  snprintf(l->last, sizeof l->last, "%s", name);
}

// An exact name takes precedence over a prefix. The prefix must fit only one name; of several devices with that name the
// first is taken.
static tcfft_status find_named(tcfft_backend backend, const char *text, int count, tcf_device *d) {
  tcf_device found, other;
  name_list all = {.text = ""}, begun = {.text = ""};
  int matches = 0;
  for (int i = 0; i < count; i++) {
    TCF_TRY(tcf_device_query(backend, i, &other));
    list_name(&all, other.name);
    if (strncmp(other.name, text, strlen(text)) != 0) continue;
    if (!strcmp(other.name, text)) {
      *d = other;
      return TCFFT_SUCCESS;
    }
    list_name(&begun, other.name);
    if (matches && same_name(found.name, other.name)) continue;
    if (!matches++) found = other;
  }
  if (!matches)
    return tcf_fail(TCFFT_ERROR_NO_DEVICE, "device = \"%.60s\" begins no name of %s %s device (there is: %s)", text,
                    backend == TCFFT_BACKEND_OPENCL ? "an" : "a", tcf_backend_name(backend), all.text);
  if (matches > 1)
    return tcf_fail(TCFFT_ERROR_NO_DEVICE, "device = \"%.60s\" begins the names of several %s devices: %s", text,
                    tcf_backend_name(backend), begun.text);
  *d = found;
  return TCFFT_SUCCESS;
}

// A device of one backend. text: NULL or "" for the first device, an index, or the prefix of a name.
static tcfft_status find_device(tcfft_backend backend, const char *text, tcf_device *d) {
  int count = 0;
  TCF_TRY(tcf_devices_count(backend, &count));
  int64_t index;
  if (!text || !*text) return tcf_device_query(backend, 0, d);
  if (tcf_parse_int(text, &index) == 0) {
    if (index < 0 || index >= count) {
      char asked[80];
      snprintf(asked, sizeof asked, "device = \"%.60s\"", text);
      return no_such_index(backend, asked, count);
    }
    return tcf_device_query(backend, (int)index, d);
  }
  if (!count) {
    char asked[80];
    snprintf(asked, sizeof asked, "device = \"%.60s\"", text);
    return no_such_index(backend, asked, count);
  }
  return find_named(backend, text, count, d);
}

enum { DETAIL = 1024 };  // bytes of tcfft_last_error

// A device of the first backend that has one: CUDA, then GPUs of OpenCL, then the host. Processors as OpenCL devices come
// last, because the host backend uses a processor with less overhead. The error text has the reason of each backend, be it
// that the build lacks it.
static tcfft_status find_anywhere(unsigned backends, const char *text, tcf_device *d) {
  static const struct {
    tcfft_backend backend;
    int gpus_only;
  } order[] = {{TCFFT_BACKEND_CUDA, 0}, {TCFFT_BACKEND_OPENCL, 1}, {TCFFT_BACKEND_HOST, 0}, {TCFFT_BACKEND_OPENCL, 0}};
  tcfft_status status = TCFFT_ERROR_NO_DEVICE;
  char reasons[DETAIL] = "";
  tcf_writer w = {.buf = reasons, .cap = sizeof reasons};
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    if (!(backends >> order[i].backend & 1)) continue;
    const int built = tcf_backend_for(order[i].backend) != NULL;
    if (built) status = find_device(order[i].backend, text, d);
    if (built && status == TCFFT_SUCCESS && (d->gpu || !order[i].gpus_only)) return status;
    if (order[i].gpus_only) continue;
    if (w.len) tcf_put(&w, "; ");
    if (built)
      tcf_put(&w, "%s", tcfft_last_error());
    else
      tcf_put(&w, "this build of tcfft has no %s backend", tcf_backend_name(order[i].backend));
  }
  return tcf_fail(status, "%s", reasons);
}

// A backend without devices is no failure of this call, so the error text of the last failure is restored.
tcfft_status tcf_devices_count_all(int *count) {
  char before[DETAIL];
  int total = 0;
  snprintf(before, sizeof before, "%s", tcfft_last_error());
  for (int b = TCFFT_BACKEND_HOST; b <= TCFFT_BACKEND_OPENCL; b++) {
    int some = 0;
    if (tcf_backend_for((tcfft_backend)b) && tcf_devices_count((tcfft_backend)b, &some) == TCFFT_SUCCESS) total += some;
  }
  *count = total;
  return tcf_fail(TCFFT_SUCCESS, "%s", before);
}

tcfft_status tcf_device_choose_among(unsigned backends, const char *text, tcf_device *d) {
  char before[DETAIL];
  snprintf(before, sizeof before, "%s", tcfft_last_error());
  TCF_TRY(find_anywhere(backends, text, d));
  return tcf_fail(TCFFT_SUCCESS, "%s", before);
}

tcfft_status tcf_device_choose(tcfft_backend backend, const char *text, tcf_device *d) {
  return backend == TCFFT_BACKEND_AUTO ? tcf_device_choose_among(~0u, text, d) : find_device(backend, text, d);
}
