// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft info: what is here and what it can run, found out by asking the library for plans.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/choose.h"

extern const tcf_command tcf_cmd_info;

static void print_indented(const char *label, const char *text) {
  printf("    %s", label);
  for (; *text; text++) {
    if (*text == '\n' && !text[1]) break;
    putchar(*text);
    if (*text == '\n') printf("    %*s", (int)strlen(label), "");
  }
  putchar('\n');
}

// Which kinds an algorithm can plan on this device; why not goes on a line of its own.
static void print_ability(const tcfft_device_info *device, const tcf_choice *algorithm) {
  char index[16], reason[512] = "";
  snprintf(index, sizeof index, "%d", device->index);
  printf("    %-8s", algorithm->name);
  int able = 0;
  for (const tcf_choice *kind = tcf_kind_choices; kind->name; kind++) {
    tcfft_desc d = TCFFT_DESC_INIT;
    d.kind = (tcfft_kind)kind->value;
    d.rank = 1;
    d.n[0] = 1024;
    d.backend = device->backend;
    d.device = index;
    d.algorithm = (tcfft_algorithm)algorithm->value;
    tcfft_plan *plan = NULL;
    const tcfft_status status = tcfft_plan_create(&plan, &d);
    tcfft_plan_destroy(plan);
    if (status == TCFFT_SUCCESS) {
      printf(" %s", kind->name);
      able++;
    } else if (!reason[0]) {
      snprintf(reason, sizeof reason, "not %s: %s: %s", kind->name, tcfft_status_string(status), tcfft_last_error());
    }
  }
  printf("%s\n", able ? "" : " nothing");
  if (reason[0]) printf("             %s\n", reason);
}

static int print_device(tcfft_backend backend, int index) {
  tcfft_device_info device = {.size = sizeof device};
  char *text = NULL;
  tcfft_status status = tcfft_device_get(backend, index, &device);
  if (status == TCFFT_SUCCESS) status = tcf_whole_text(&text, tcf_device_text, &device);
  if (status != TCFFT_SUCCESS) return tcf_library_failure(status);
  printf("  %d: %s, %d cores", index, device.name, device.cores);
  if (device.memory > 0) printf(", %.1f GiB", (double)device.memory / 0x1p30);
  putchar('\n');
  for (const tcf_choice *algorithm = tcf_algorithm_choices; algorithm->name; algorithm++)
    if (algorithm->value != TCFFT_ALGORITHM_AUTO) print_ability(&device, algorithm);
  print_indented("planned with ", text);
  free(text);
  return 0;
}

static int run(int argc, char **argv) {
  static const tcf_option options[] = {{0}};
  int status = 0;
  if (!tcf_options_parse(&tcf_cmd_info, options, &argc, argv, &status)) return status;
  if (argc) return tcf_usage_error(&tcf_cmd_info, "'%s': no argument expected", argv[0]);
  for (const tcf_choice *backend = tcf_backend_choices; backend->name && !status; backend++) {
    if (backend->value == TCFFT_BACKEND_AUTO) continue;
    int count = 0;
    const tcfft_status found = tcfft_device_count((tcfft_backend)backend->value, &count);
    if (found != TCFFT_SUCCESS)
      printf("%s: %s: %s\n", backend->name, tcfft_status_string(found), tcfft_last_error());
    else
      printf("%s: %d device%s\n", backend->name, count, count == 1 ? "" : "s");
    for (int i = 0; i < count && !status && found == TCFFT_SUCCESS; i++)
      status = print_device((tcfft_backend)backend->value, i);
  }
  return status;
}

static const char usage[] =
    "usage: tcfft info\n"
    "\n"
    "Lists the executors (host, cuda, opencl), their devices, the kinds that each algorithm can transform there, and the\n"
    "numbers of the device that planning uses.";

const tcf_command tcf_cmd_info = {
    .name = "info",
    .summary = "executors and devices, what each can run, and why not",
    .usage = usage,
    .run = run,
};
