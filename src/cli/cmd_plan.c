// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft plan: prints the schedule of a problem, for a device of this machine or for one that is only described.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/choose.h"
#include "cli/plan_several.h"
#include "cli/words.h"
#include "core/desc.h"
#include "plan/later.h"
#include "plan/plan.h"
#include "several/several.h"

extern const tcf_command tcf_cmd_plan;

// Reads a device's text from the first line of a file. If there is no such file, the argument is the name of a built-in
// device.
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
  for (const char *at = text; *at; at++)
    if ((unsigned char)*at < ' ') return tcf_failure("no description of a device", "the first line of %s is no text", name);
  return 0;
}

// Plans for a device that need not exist on this machine. The plan has a schedule, but it cannot be executed.
static tcfft_status plan_as(tcfft_plan **plan, const tcfft_desc *d, const char *device_text) {
  tcf_problem problem;
  tcf_device device;
  TCF_TRY(tcf_problem_from_desc(&problem, d));
  TCF_TRY(tcf_device_parse(&device, device_text));
  const tcf_plan_options options = {.policy = TCFFT_WORKSPACE_CALLER, .threads = d->threads, .estimate_only = 1};
  if (tcf_several_asked(d) && device.backend != TCFFT_BACKEND_CUDA)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "devices \"%s\" are CUDA devices, and %s is none", d->devices, device.name);
  if (tcf_several_asked(d)) return tcf_several_create(plan, &problem, d, NULL, &device, &options);
  return tcf_plan_create(plan, &problem, &device, NULL, &options);
}

static tcfft_status print_text(const tcfft_plan *plan) {
  char *text = NULL;
  TCF_TRY(tcf_whole_text(&text, tcf_plan_text, plan));
  fputs(text, stdout);
  free(text);
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ table on the terminal

static const char *amount(double value, const char *unit, char text[20]) {
  tcf_words_amount(value, unit, &(tcf_writer){.buf = text, .cap = 20});
  return text;
}

static const char *duration(double seconds, char text[20]) {
  tcf_words_time(seconds, &(tcf_writer){.buf = text, .cap = 20});
  return text;
}

// What the predicted times of a schedule rest on besides the cost model.
static const char *rests_on(const tcf_schedule *s) {
  int of[TCF_TIME_RELATED + 1] = {0};
  for (int i = 0; i < s->stages; i++) of[s->stage[i].source]++;
  const int all = !of[TCF_TIME_MODEL];
  if (of[TCF_TIME_RELATED])
    return all ? " from measurements of stages alike on a device of its kind"
               : " in part from measurements of stages alike on a device of its kind";
  if (of[TCF_TIME_MEASURED])
    return all ? " from measurements of stages alike" : " in part from measurements of stages alike";
  return "";
}

// Time, bytes moved, error and path of a schedule. way: the way that runs, whose plan's memory is told, too; NULL: it is
// another.
static void print_schedule(const tcfft_plan *plan, const tcf_schedule *s, const tcf_way *way) {
  char a[20], b[20], text[512] = "";
  const int on_host = plan->device.backend == TCFFT_BACKEND_HOST;
  const int measured = way && way->from_wisdom;
  printf("time     %s %s%s, %d %s%s\n", duration(s->time, a), measured ? "measured" : "predicted",
         measured ? "" : rests_on(s), s->stages, on_host ? "stage" : "launch",
         s->stages == 1 ? ""
         : on_host      ? "s"
                        : "es");
  printf("moved    %s, at %s\n", amount((double)s->bytes, "B", a),
         amount(s->time > 0 ? (double)s->bytes / s->time : 0, "B/s", b));
  if (way)
    printf("memory   %s of workspace, %s of tables\n", amount((double)plan->workspace_bytes, "B", a),
           amount((double)tcf_plan_table_bytes(plan), "B", b));
  printf("error    relative L2, predicted to stay below %.1e\n", s->bound);
  tcf_words_path(s, &(tcf_writer){.buf = text, .cap = sizeof text});
  printf("path     %s\n\n", text);
}

static void print_head(const tcfft_plan *plan) {
  char text[512] = "";
  tcfft_plan_problem(plan, text, sizeof text);
  printf("problem  %s\n", text);
  printf("device   %s (%s)\n", plan->device.name, tcf_backend_name(plan->device.backend));
}

// Prints a row of the table. Its second column has the threads of a stage on the host, and its launches on a device.
static void print_stage(const tcfft_plan *plan, const tcf_stage *s, int number) {
  const int64_t points = s->points ? s->points : s->n;
  char count[24], shape[48], bytes[20], time[20], words[512] = "";
  snprintf(count, sizeof count, "%lld", plan->device.backend == TCFFT_BACKEND_HOST ? (long long)s->threads : 1);
  // A stage of cuda_gemm launches several kernels for each radix: a product and a step.
  if (!strcmp(s->kernel->name, "cuda_gemm")) snprintf(count, sizeof count, "many");
  snprintf(shape, sizeof shape, "%lld x %lld", (long long)points, (long long)tcf_dim_count(s, 0));
  tcf_words_stage(s, &(tcf_writer){.buf = words, .cap = sizeof words});
  printf("%5d  %8s  %19s  %8s  %8s  %8.1e  %s\n", number, count, shape, amount((double)s->bytes, "B", bytes),
         duration(s->time, time), sqrt(s->variance), words);
}

static void print_stages(const tcfft_plan *plan, const tcf_schedule *s) {
  printf("%5s  %8s  %19s  %8s  %8s  %8s  %s\n", "stage", plan->device.backend == TCFFT_BACKEND_HOST ? "threads" : "launches",
         "points x transforms", "moved", "time", "error", "what it does");
  for (int i = 0; i < s->stages; i++) print_stage(plan, &s->stage[i], i + 1);
}

static void print_unplanned(const tcf_later *l) {
  if (tcf_later_state_of(l) == TCF_LATER_FAILED)
    printf("\nThe schedule that was wanted could not be planned (%s)\n", tcf_later_why(l));
  else
    printf("\nThe schedule that executions will take is planned and compiled in the background\n");
}

// The other schedule of a plan that asked for background compilation.
static void print_other(const tcfft_plan *plan, const tcf_way *runs) {
  const tcf_later *l = plan->later;
  if (!l) return;
  const tcf_schedule *other = runs == &plan->first ? tcf_later_schedule(l) : &plan->first.schedule;
  if (!other) {
    print_unplanned(l);
    return;
  }
  if (runs != &plan->first)
    printf("\nUntil it was compiled, executions took this:\n");
  else if (tcf_later_state_of(l) == TCF_LATER_FAILED)
    printf("\nThis could not be prepared (%s):\n", tcf_later_why(l));
  else
    printf("\nThis is compiled in the background, and executions will take it:\n");
  print_schedule(plan, other, NULL);
  print_stages(plan, other);
}

static void print_table(const tcfft_plan *plan) {
  const tcf_way *way = tcf_plan_way(plan);
  print_head(plan);
  print_schedule(plan, &way->schedule, way);
  print_stages(plan, &way->schedule);
  print_other(plan, way);
  if (*plan->why && plan->compile != TCF_COMPILE_WAIT) printf("\nNothing is compiled in the background: %s\n", plan->why);
}

// ------------------------------------------------------------------------------------------------

static int print_plan(const tcfft_desc *d, const char *as, bool text) {
  tcfft_plan *plan = NULL;
  char device[4096];
  if (as && read_device(as, device, sizeof device)) return TCF_EXIT_FAILURE;
  tcfft_status status = as ? plan_as(&plan, d, device) : tcfft_plan_create(&plan, d);
  if (status == TCFFT_SUCCESS && text) status = print_text(plan);
  if (status == TCFFT_SUCCESS && !text && plan->several) status = tcf_print_several(plan, d);
  if (status == TCFFT_SUCCESS && !text && !plan->several) print_table(plan);
  tcfft_plan_destroy(plan);
  return status == TCFFT_SUCCESS ? 0 : tcf_library_failure(status);
}

// The side that may be in transposed order: the output, of C2R the input.
static void choose_order(tcfft_desc *d, int order) {
  if (d->kind == TCFFT_C2R)
    d->in_order = (tcfft_order)order;
  else
    d->out_order = (tcfft_order)order;
}

static int run(int argc, char **argv) {
  static const tcf_choice orders[] = {{"natural", TCFFT_ORDER_NATURAL}, {"transposed", TCFFT_ORDER_TRANSPOSED}, {0}};
  const char *device = NULL, *as = NULL, *devices = NULL;
  int order = -1;
  int algorithm = -1, status = 0;
  double tolerance = -1;
  int64_t threads = 0;
  bool text = false;
  const tcf_option options[] = {
      {.name = "device", .type = TCF_OPTION_TEXT, .value = &device},
      {.name = "as", .type = TCF_OPTION_TEXT, .value = &as},
      {.name = "devices", .type = TCF_OPTION_TEXT, .value = &devices},
      {.name = "order", .type = TCF_OPTION_CHOICE, .value = &order, .choices = orders},
      {.name = "algorithm", .type = TCF_OPTION_CHOICE, .value = &algorithm, .choices = tcf_algorithm_choices},
      {.name = "tolerance", .type = TCF_OPTION_REAL, .value = &tolerance, .min = 0, .max = 1},
      {.name = "threads", .type = TCF_OPTION_INTEGER, .value = &threads, .min = 0, .max = 4096},
      {.name = "text", .type = TCF_OPTION_FLAG, .value = &text},
      {0},
  };
  if (!tcf_options_parse(&tcf_cmd_plan, options, &argc, argv, &status)) return status;
  if (argc != 1) return tcf_usage_error(&tcf_cmd_plan, "expected one PROBLEM, got %d", argc);
  if (device && devices)
    return tcf_usage_error(&tcf_cmd_plan, "--device '%s' and --devices '%s' exclude each other", device, devices);
  if (device && as) return tcf_usage_error(&tcf_cmd_plan, "--device '%s' and --as '%s' exclude each other", device, as);
  if (order >= 0 && !devices)
    return tcf_usage_error(&tcf_cmd_plan, "--order %s: only --devices takes it", tcf_choice_name(orders, order));
  tcfft_desc d = TCFFT_DESC_INIT;
  if ((status = tcf_choose_problem(&tcf_cmd_plan, argv[0], &d)) != 0) return status;
  if ((status = tcf_choose_device(&tcf_cmd_plan, device, &d)) != 0) return status;
  if ((status = tcf_choose_compile(&tcf_cmd_plan, &d)) != 0) return status;
  if (algorithm >= 0) d.algorithm = (tcfft_algorithm)algorithm;
  if (tolerance >= 0) d.tolerance = tolerance;
  d.threads = (int)threads;
  d.devices = devices;
  choose_order(&d, order < 0 ? TCFFT_ORDER_NATURAL : order);
  return print_plan(&d, as, text);
}

static const char usage[] =
    "usage: tcfft plan PROBLEM [--device D | --devices L [--order O]] [--as NAME|FILE] [--algorithm A] [--tolerance T] "
    "[--threads N] [--text]\n"
    "\n"
    "Plans PROBLEM, for example c2c:4096, r2c:1024x1024*64 or dct2:1000*8, and prints the plan: the stages in order (on a\n"
    "GPU each is a launch) with what they transform, the bytes that they move, the predicted time, and the relative L2\n"
    "error that each adds (the squares of these errors add up).\n"
    "\n"
    "  --device D       auto, host, cuda, opencl; cuda:1 or 'opencl:Intel' names one of several devices\n"
    "  --devices 0,1,.. several CUDA devices at once: what each does, what moves over the links between them,\n"
    "                   and whether fewer of them are faster\n"
    "  --order O        natural (default) or transposed order of the complex side on several devices\n"
    "  --as NAME|FILE   plan for a device that this machine need not have: a built-in name, or a file whose first line has\n"
    "                   a device's numbers as 'tcfft info --text' prints them, one line a device\n"
    "  --algorithm A    auto, classic, tensor\n"
    "  --tolerance T    largest allowed relative L2 error; 0 = that of the numbers' type\n"
    "  --threads N      on the host at most N threads; 0 = as many as there are\n"
    "  --text           print the plan as machine-readable text, in the grammar of problems, devices and schedules";

const tcf_command tcf_cmd_plan = {
    .name = "plan",
    .summary = "the plan for a problem: stages, bytes, predicted time and error",
    .usage = usage,
    .run = run,
};
