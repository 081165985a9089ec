// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft info: the devices of this machine, and what they can run. The latter is found by
// having the library explain plans, which compiles nothing.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "bench/driver.h"
#include "bench/peers/peer.h"
#include "cli/choose.h"
#include "cli/words.h"
#include "core/device.h"
#include "core/element.h"

extern const tcf_command tcf_cmd_info;

// A row of the table of devices.
typedef struct device_row {
  char label[24], cores[24], memory[20], bandwidth[20], shared[20], cache[20], compiler[16];
} device_row;

#define ROW_FORMAT "%-9s  %10s  %8s  %9s  %8s  %8s  %8s  %s\n"

static void put_amount(char text[20], double amount, const char *unit) {
  tcf_words_amount(amount, unit, &(tcf_writer){.buf = text, .cap = 20});
}

static const char *const core_words[] = {
    [TCFFT_BACKEND_HOST] = "cores", [TCFFT_BACKEND_CUDA] = "SMs", [TCFFT_BACKEND_OPENCL] = "units"};

static void fill_row(device_row *row, const tcf_device *d, int index) {
  *row = (device_row){.memory = "unknown", .shared = "-", .compiler = "-"};
  snprintf(row->label, sizeof row->label, "%s:%d", tcf_backend_name(d->backend), index);
  snprintf(row->cores, sizeof row->cores, "%lld %s", (long long)d->cores, core_words[d->backend]);
  if (d->memory) put_amount(row->memory, (double)d->memory, "B");
  put_amount(row->bandwidth, d->copy, "B/s");
  put_amount(row->cache, (double)(d->backend == TCFFT_BACKEND_HOST ? d->l3 : d->l2), "B");
  if (d->backend == TCFFT_BACKEND_HOST) return;
  put_amount(row->shared, (double)d->shared, "B");
  snprintf(row->compiler, sizeof row->compiler, "%s", d->compiler ? "yes" : "no");
}

// What was asked of a device: words that it can do, and the first reason why it cannot do one.
typedef struct ability {
  int able;
  char reason[512];
} ability;

// Prints the word if the device, which is described by its text, can transform a problem so. The schedule alone is planned.
static void ask(ability *a, const char *device, const tcfft_desc *d, const char *word) {
  char schedule[1024];
  const tcfft_status status = tcfft_plan_explain(d, device, schedule, sizeof schedule);
  if (status == TCFFT_SUCCESS || status == TCFFT_ERROR_BUFFER_TOO_SMALL) {
    printf(" %s", word);
    a->able++;
  } else if (!a->reason[0]) {
    snprintf(a->reason, sizeof a->reason, "not %s: %s: %s", word, tcfft_status_string(status), tcfft_last_error());
  }
}

static void end_line(const ability *a) {
  printf("%s\n", a->able ? "" : " nothing");
  if (a->reason[0]) printf("           %s\n", a->reason);
}

static tcfft_desc usual_problem(void) {
  tcfft_desc d = TCFFT_DESC_INIT;
  d.rank = 1;
  d.n[0] = 1024;
  return d;
}

// Prints the kinds that an algorithm can plan on this device, and on a line of its own the first reason why one cannot be.
static void print_kinds(const char *device, const tcf_choice *algorithm) {
  ability a = {0};
  printf("  %-8s", algorithm->name);
  for (const tcf_choice *kind = tcf_kind_choices; kind->name; kind++) {
    tcfft_desc d = usual_problem();
    d.kind = (tcfft_kind)kind->value;
    d.algorithm = (tcfft_algorithm)algorithm->value;
    ask(&a, device, &d, kind->name);
  }
  end_line(&a);
}

// The same for the types of the numbers of inputs, whose results have the type that they are computed in.
static void print_types(const char *device) {
  static const tcfft_type types[] = {TCFFT_F32, TCFFT_F64, TCFFT_F16, TCFFT_BF16, TCFFT_I8, TCFFT_I16};
  ability a = {0};
  printf("  %-8s", "types");
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    tcfft_desc d = usual_problem();
    d.in_type = types[i];
    d.out_type = tcf_arithmetic(types[i]);
    ask(&a, device, &d, tcf_type_name(types[i]));
  }
  end_line(&a);
}

static tcfft_status describe(tcfft_backend backend, int index, char **text) {
  tcfft_device_info device = {.size = sizeof device};
  TCF_TRY(tcfft_device_get(backend, index, &device));
  return tcf_whole_text(text, tcf_device_text, &device);
}

static tcfft_status print_line(tcfft_backend backend, int index) {
  char *text = NULL;
  TCF_TRY(describe(backend, index, &text));
  puts(text);
  free(text);
  return TCFFT_SUCCESS;
}

static tcfft_status print_row(tcfft_backend backend, int index) {
  char *text = NULL;
  tcf_device d;
  device_row row;
  TCF_TRY(describe(backend, index, &text));
  const tcfft_status status = tcf_device_parse(&d, text);
  free(text);
  TCF_TRY(status);
  fill_row(&row, &d, index);
  printf(ROW_FORMAT, row.label, row.cores, row.memory, row.bandwidth, row.shared, row.cache, row.compiler, d.name);
  return TCFFT_SUCCESS;
}

// Prints what each algorithm can do on a device, and the software that runs the device.
static tcfft_status print_abilities(tcfft_backend backend, int index) {
  char software[200], *text = NULL;
  TCF_TRY(describe(backend, index, &text));
  tcf_bench_platform(backend, index, software, sizeof software);
  printf("\n%s:%d can transform%s%s%s\n", tcf_backend_name(backend), index, *software ? " (" : "", software,
         *software ? ")" : "");
  for (const tcf_choice *algorithm = tcf_algorithm_choices; algorithm->name; algorithm++)
    if (algorithm->value != TCFFT_ALGORITHM_AUTO) print_kinds(text, algorithm);
  print_types(text);
  free(text);
  return TCFFT_SUCCESS;
}

// Calls print for every device of every backend.
static tcfft_status each_device(tcfft_status (*print)(tcfft_backend backend, int index)) {
  for (const tcf_choice *backend = tcf_backend_choices; backend->name; backend++) {
    int count = 0;
    if (backend->value == TCFFT_BACKEND_AUTO || tcfft_device_count((tcfft_backend)backend->value, &count) != TCFFT_SUCCESS)
      continue;
    for (int i = 0; i < count; i++) TCF_TRY(print((tcfft_backend)backend->value, i));
  }
  return TCFFT_SUCCESS;
}

// Prints the backends without a device, and why they have none.
static void print_missing(void) {
  for (const tcf_choice *backend = tcf_backend_choices; backend->name; backend++) {
    int count = 0;
    if (backend->value == TCFFT_BACKEND_AUTO) continue;
    if (tcfft_device_count((tcfft_backend)backend->value, &count) != TCFFT_SUCCESS)
      printf("%-9s  none: %s\n", backend->name, tcfft_last_error());
    else if (!count)
      printf("%-9s  none: its driver finds no device\n", backend->name);
  }
}

static void print_versions(void) {
  const int version = tcfft_version();
  printf("tcfft %d.%d.%d, compiled by %s %s", version / 10000, version / 100 % 100, version % 100,
#ifdef __clang__
         "Clang", __clang_version__);
#else
         "GCC", __VERSION__);
#endif
  for (const tcf_choice *backend = tcf_backend_choices; backend->name; backend++) {
    char names[100];
    tcf_peer_names((tcfft_backend)backend->value, 1, names, sizeof names);
    if (*names) printf("; peers on %s: %s", backend->name, names);
  }
  printf("\n\n");
}

static tcfft_status print_all(void) {
  print_versions();
  printf(ROW_FORMAT, "device", "", "memory", "bandwidth", "shared", "cache", "compiler", "name");
  TCF_TRY(each_device(print_row));
  print_missing();
  if (tcf_cpu_unknown_level())
    printf("TCFFT_ISA = '%s' has no effect: it is none of baseline, avx2 and avx512\n", tcf_cpu_unknown_level());
  return each_device(print_abilities);
}

static int run(int argc, char **argv) {
  bool text = false;
  const tcf_option options[] = {{.name = "text", .type = TCF_OPTION_FLAG, .value = &text}, {0}};
  int status = 0;
  if (!tcf_options_parse(&tcf_cmd_info, options, &argc, argv, &status)) return status;
  if (argc) return tcf_usage_error(&tcf_cmd_info, "'%s': no argument expected", argv[0]);
  const tcfft_status printed = text ? each_device(print_line) : print_all();
  return printed == TCFFT_SUCCESS ? 0 : tcf_library_failure(printed);
}

static const char usage[] =
    "usage: tcfft info [--text]\n"
    "\n"
    "Lists the devices of the backends host, cuda and opencl, or the reason why a backend has none, the kinds that each\n"
    "algorithm can transform on a device, and the types of inputs that it takes (i8 and i16 are for inputs alone).\n"
    "Columns: bandwidth is that of a large copy, reads and writes together; shared is the shared memory that a block of\n"
    "a GPU may have; cache is the last-level cache; compiler says whether programs can be compiled at run time. Schedules\n"
    "are planned for this, and nothing is compiled.\n"
    "\n"
    "  --text           print the numbers that planning uses, one line for each device, as 'tcfft plan --as' reads them";

const tcf_command tcf_cmd_info = {
    .name = "info",
    .summary = "backends, devices, and what each device can run",
    .usage = usage,
    .run = run,
};
