// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "cli/bench_several.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bench/driver.h"
#include "bench/several.h"
#include "cli/choose.h"
#include "cli/outfile.h"
#include "core/desc.h"

static const char *const columns[TCF_SEVERAL_CONTENDERS] = {"transposed", "natural", "one_gpu", "cufft_one_gpu", "cufft_xt"};

// Two results in FP32 differ by their rounding errors, by more something is wrong.
static const double most_difference = 2e-6;

static void print_ms(double ms) {
  if (ms > 0)
    printf("  %10.4f", ms);
  else
    printf("  %10s", "-");
}

static void print_row(const char *problem, const tcf_several_row *row) {
  printf("%-26s", problem);
  for (int i = 0; i < TCF_SEVERAL_CONTENDERS; i++) print_ms(row->ms[i]);
  print_ms(row->predicted[0]);
  printf("  %8.2f  %.1e\n", row->ms[TCF_SEVERAL_ONE] / row->ms[TCF_SEVERAL_TRANSPOSED], row->difference[0]);
  for (int i = 0; i < TCF_SEVERAL_CONTENDERS; i++)
    if (row->ms[i] <= 0 && *row->why[i] && strcmp(row->why[i], "not asked for") != 0)
      printf("  %s: %s\n", columns[i], row->why[i]);
}

static void write_head(FILE *csv, const tcf_bench_several_request *r, const char *device) {
  char platform[200], date[40];
  const time_t now = time(NULL);
  tcf_bench_platform(TCFFT_BACKEND_CUDA, 0, platform, sizeof platform);
  strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", gmtime(&now));
  fprintf(csv, "# tcfft %d.%d.%d on devices %s (%s), %s, %s%s%s\n", TCFFT_VERSION_MAJOR, TCFFT_VERSION_MINOR,
          TCFFT_VERSION_PATCH, r->devices, device, platform, date, r->note ? ", " : "", r->note ? r->note : "");
  fprintf(
      csv,
      "# milliseconds of the host's clock until all devices are done, medians; difference: relative L2 from one device\n");
  fprintf(csv, "problem");
  for (int i = 0; i < TCF_SEVERAL_CONTENDERS; i++) fprintf(csv, ",%s_ms", columns[i]);
  fprintf(csv, ",transposed_predicted_ms,natural_predicted_ms,transposed_difference,natural_difference\n");
}

static void write_row(FILE *csv, const char *problem, const tcf_several_row *row) {
  fprintf(csv, "\"%s\"", problem);
  for (int i = 0; i < TCF_SEVERAL_CONTENDERS; i++) {
    if (row->ms[i] > 0)
      fprintf(csv, ",%.5f", row->ms[i]);
    else
      fprintf(csv, ",");
  }
  fprintf(csv, ",%.5f,%.5f,%.3e,%.3e\n", row->predicted[0], row->predicted[1], row->difference[0], row->difference[1]);
}

// 0, or 1 for a row that failed.
static int measure_row(const tcf_bench_several_request *r, const tcfft_desc *d, tcf_outfile *csv) {
  tcf_several_row row;
  tcf_problem p;
  char problem[200] = "?";
  const int with_xt = r->peers && !strcmp(r->peers, "cufft_xt");
  if (tcf_problem_from_desc(&p, d) == TCFFT_SUCCESS) {
    tcf_writer w = {.buf = problem, .cap = sizeof problem};
    tcf_problem_print(&p, &w);
  }
  const tcfft_status status = tcf_bench_several(d, r->devices, with_xt, r->forms, r->seconds, &row);
  if (status != TCFFT_SUCCESS) {
    printf("%-26s  %s: %s\n", problem, tcfft_status_string(status), tcfft_last_error());
    return 1;
  }
  print_row(problem, &row);
  for (int i = 0; i < TCF_SEVERAL_FORMS && r->forms; i++)
    if (row.form[i].ms > 0)
      printf("  pieces %d: %.4f ms, predicted %.4f, difference %.1e\n", row.form[i].pieces, row.form[i].ms,
             row.form[i].predicted, row.form[i].difference);
  if (csv->file) write_row(csv->file, problem, &row);
  tcf_outfile_keep(csv);
  fflush(stdout);
  return !(row.difference[0] <= most_difference && row.difference[1] <= most_difference);
}

int tcf_cmd_bench_several(const tcf_command *command, const tcf_bench_several_request *r, const tcf_problem_list *list) {
  tcf_outfile csv = {0};
  tcfft_device_info device = {.size = sizeof device};
  size_t failed = 0;
  if (r->peers && strcmp(r->peers, "cufft_xt") != 0 && strcmp(r->peers, "none") != 0)
    return tcf_usage_error(command, "--peers %s: with --devices it is cufft_xt or none", r->peers);
  const tcfft_status found = tcfft_device_get(TCFFT_BACKEND_CUDA, 0, &device);
  if (found != TCFFT_SUCCESS) return tcf_library_failure(found);
  int status = tcf_outfile_open(&csv, r->csv);
  if (status) return status;
  printf("tcfft on the devices %s (%s): milliseconds until all are done\n%-26s", r->devices, device.name, "problem");
  for (int i = 0; i < TCF_SEVERAL_CONTENDERS; i++) printf("  %10.10s", columns[i]);
  printf("  %10s  %8s  %s\n", "predicted", "speed-up", "difference");
  if (r->csv) write_head(csv.file, r, device.name);
  for (size_t i = 0; i < list->count; i++) failed += (size_t)measure_row(r, &list->problem[i], &csv);
  if (tcf_outfile_commit(&csv)) status = TCF_EXIT_FAILURE;
  tcf_outfile_discard(&csv);
  return failed ? tcf_failure("rows failed", "%zu of %zu", failed, list->count) : status;
}
