// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft plan: the schedule of a problem, here or on a device that is only described.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/choose.h"

extern const tcf_command tcf_cmd_plan;

// A device is given by a file that holds its text (in its first line), or by its name where there is no such file.
static int read_device(const char *name, char *text, size_t cap) {
  FILE *file = fopen(name, "rb");
  if (!file) {
    if (errno != ENOENT) return tcf_failure("cannot read", "%s: %s", name, strerror(errno));
    snprintf(text, cap, "%s", name);
    return 0;
  }
  const size_t length = fread(text, 1, cap - 1, file);
  const int error = ferror(file) ? errno : 0, more = !feof(file) && fgetc(file) != EOF;
  fclose(file);
  if (error) return tcf_failure("cannot read", "%s: %s", name, strerror(error));
  if (more) return tcf_failure("cannot read", "%s: longer than the description of a device", name);
  text[length] = 0;
  text[strcspn(text, "\r\n")] = 0;
  return 0;
}

static tcfft_status describe(const tcfft_desc *d, char **text) {
  tcfft_plan *plan = NULL;
  tcfft_status status = tcfft_plan_create(&plan, d);
  if (status == TCFFT_SUCCESS) status = tcf_whole_text(text, tcf_plan_text, plan);
  tcfft_plan_destroy(plan);
  return status;
}

typedef struct explained {
  const tcfft_desc *d;
  const char *device_text;
} explained;

static tcfft_status explain(const void *subject, char *buf, size_t cap) {
  const explained *e = subject;
  return tcfft_plan_explain(e->d, e->device_text, buf, cap);
}

static int run(int argc, char **argv) {
  const char *device = NULL, *as = NULL;
  int algorithm = -1, status = 0;
  double tolerance = -1;
  int64_t threads = 0;
  const tcf_option options[] = {
      {.name = "device", .type = TCF_OPTION_TEXT, .value = &device},
      {.name = "as", .type = TCF_OPTION_TEXT, .value = &as},
      {.name = "algorithm", .type = TCF_OPTION_CHOICE, .value = &algorithm, .choices = tcf_algorithm_choices},
      {.name = "tolerance", .type = TCF_OPTION_REAL, .value = &tolerance, .min = 0, .max = 1},
      {.name = "threads", .type = TCF_OPTION_INTEGER, .value = &threads, .min = 0, .max = 4096},
      {0},
  };
  if (!tcf_options_parse(&tcf_cmd_plan, options, &argc, argv, &status)) return status;
  if (argc != 1) return tcf_usage_error(&tcf_cmd_plan, "expected one PROBLEM, got %d", argc);
  if (device && as) return tcf_usage_error(&tcf_cmd_plan, "--device '%s' and --as '%s' exclude each other", device, as);
  tcfft_desc d = TCFFT_DESC_INIT;
  if (tcfft_desc_parse(&d, argv[0]) != TCFFT_SUCCESS) return tcf_usage_error(&tcf_cmd_plan, "%s", tcfft_last_error());
  if ((status = tcf_choose_device(&tcf_cmd_plan, device, &d)) != 0) return status;
  if (algorithm >= 0) d.algorithm = (tcfft_algorithm)algorithm;
  if (tolerance >= 0) d.tolerance = tolerance;
  d.threads = (int)threads;
  char *text = NULL, device_text[4096];
  if (as && (status = read_device(as, device_text, sizeof device_text)) != 0) return status;
  const explained e = {&d, device_text};
  const tcfft_status made = as ? tcf_whole_text(&text, explain, &e) : describe(&d, &text);
  if (made != TCFFT_SUCCESS) return tcf_library_failure(made);
  printf("%s%s", text, text[0] && text[strlen(text) - 1] == '\n' ? "" : "\n");
  free(text);
  return 0;
}

static const char usage[] =
    "usage: tcfft plan PROBLEM [--device D | --as NAME|FILE] [--algorithm A] [--tolerance T] [--threads N]\n"
    "\n"
    "Plans PROBLEM, for example c2c:4096, r2c:1024x1024*64 or dct2:1000*8, and prints the plan.\n"
    "\n"
    "  --device D       auto, host, cuda, opencl; cuda:1 or 'opencl:Intel' names one of several devices\n"
    "  --as NAME|FILE   plan for a device that need not be here: a built-in name, or a file with a device's numbers as\n"
    "                   'tcfft info' prints them\n"
    "  --algorithm A    auto, classic, tensor\n"
    "  --tolerance T    relative L2 error that may be made; 0 = FP32 accuracy\n"
    "  --threads N      on the host at most N threads; 0 = as many as there are";

const tcf_command tcf_cmd_plan = {
    .name = "plan",
    .summary = "the schedule of a problem: stages, bytes, predicted time, error bound",
    .usage = usage,
    .run = run,
};
