// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft bench: the bench driver over a list of problems.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_sets.h"
#include "choose.h"
#include "driver.h"
#include "outfile.h"
#include "plot.h"

extern const tcf_command tcf_cmd_bench;

typedef struct request {
  const char *device, *csv, *plot, *set, *peers;
  int algorithm, effort;
  int64_t threads;
  double seconds;
  const tcf_peer *peer;
  tcfft_desc base;  // device, threads and effort
  tcfft_desc *problems;
  size_t count;
} request;

// ------------------------------------------------------------------------------------------------ what is asked for

static int add_problem(request *r, const char *text) {
  tcfft_desc *problems = realloc(r->problems, (r->count + 1) * sizeof *problems);
  if (!problems) return tcf_failure("out of memory", "%zu problems", r->count + 1);
  r->problems = problems;
  tcfft_desc *d = &problems[r->count];
  *d = r->base;
  if (tcfft_desc_parse(d, text) != TCFFT_SUCCESS) return tcf_usage_error(&tcf_cmd_bench, "%s", tcfft_last_error());
  if (r->algorithm >= 0) d->algorithm = (tcfft_algorithm)r->algorithm;
  r->count++;
  return 0;
}

static int add_set(request *r, const char *name) {
  char text[64];
  for (int i = 0; tcf_bench_set_problem(name, i, text, sizeof text); i++) {
    const int status = add_problem(r, text);
    if (status) return status;
  }
  return 0;
}

static int choose_peer(request *r) {
  const char *name = r->peers ? r->peers : "fftw";
  if (!strcmp(name, "none")) return 0;
  r->peer = tcf_peer_find(name);
  if (r->peer || !r->peers) return 0;
  if (strcmp(name, "fftw") != 0) return tcf_usage_error(&tcf_cmd_bench, "--peers '%s': expected fftw or none", name);
  return tcf_failure("not possible", "--peers fftw: this tcfft was built without FFTW");
}

// ------------------------------------------------------------------------------------------------ the rows

static void print_head(const request *r, const tcfft_device_info *device) {
  printf("%s, %lld thread%s, medians\n", device->name, (long long)r->threads, r->threads == 1 ? "" : "s");
  printf("%-28s %11s %8s %6s %8s %10s %11s %7s\n", "problem", "ms", "GB/s", "copy", "GFLOP/s", "rel L2",
         r->peer ? r->peer->name : "", r->peer ? "ratio" : "");
}

static void print_row(const tcf_bench_row *row) {
  printf("%-28s ", row->problem);
  if (!row->verified)
    printf("FAIL: relative L2 error %.3e, allowed are %.3e\n", row->rel_l2, row->limit);
  else
    printf("%11.5f %8.2f %6.3f %8.2f %10.2e", row->ms, row->gbps, row->copy_share, row->gflops, row->rel_l2);
  if (row->verified && row->peer) printf(" %11.5f %7.3f", row->peer_ms, row->peer_ratio);
  if (row->verified) putchar('\n');
  fflush(stdout);
}

static void write_csv_row(FILE *file, const char *device, const char *algorithm, const tcf_bench_row *row) {
  tcf_csv_text(file, device);
  fprintf(file, ",%s,", algorithm);
  tcf_csv_text(file, row->problem);
  fprintf(file, ",%.6g,%.6g,%.6g,%.6g,", row->ms, row->gbps, row->copy_share, row->gflops);
  if (row->peer)
    fprintf(file, "%s,%.6g,%.6g\n", row->peer, row->peer_ms, row->peer_ratio);
  else
    fputs("none,,\n", file);
}

static void print_mean(const tcf_bench_row *rows, size_t count) {
  double sum = 0;
  int compared = 0;
  for (size_t i = 0; i < count; i++) {
    if (!rows[i].verified || !rows[i].peer) continue;
    sum += log(rows[i].peer_ratio);
    compared++;
  }
  if (compared) printf("geometric mean of the ratios over %d rows: %.3f\n", compared, exp(sum / compared));
}

static int plot_rows(const request *r, const char *device, const tcf_bench_row *rows, char *why, size_t why_cap) {
  tcf_plot plot;
  if (tcf_plot_begin(&plot, 900, 500, why, why_cap)) return -1;
  FILE *file = plot.file;
  // Problem texts become labels, so they are set one by one and not taken from the data.
  fputs("$rows << EOD\n", file);
  for (size_t i = 0; i < r->count; i++) {
    if (!rows[i].verified) continue;
    const double peer = rows[i].peer ? rows[i].gflops * rows[i].ms / rows[i].peer_ms : NAN;
    fprintf(file, "%zu %.6g %.6g\n", i, rows[i].gflops, peer);
  }
  fputs("EOD\nset ylabel 'GFLOP/s by 5 n log2 n'\nset yrange [0:*]\nset xtics rotate by -60 noenhanced\nset xtics (", file);
  for (size_t i = 0; i < r->count; i++) {
    fputs(i ? ", " : "", file);
    tcf_plot_text(&plot, rows[i].problem);
    fprintf(file, " %zu", i);
  }
  fputs(")\nset title noenhanced ", file);
  tcf_plot_text(&plot, device);
  fprintf(file, "\nset xrange [-0.5:%zu.5]\nplot $rows using 1:2 with linespoints pt 7 title 'tcfft'", r->count - 1);
  if (r->peer) fprintf(file, ", $rows using 1:3 with linespoints pt 6 title '%s'", r->peer->name);
  fputc('\n', file);
  return tcf_plot_finish(&plot, r->plot, why, why_cap);
}

// Measures and prints every row. Returns 0, or 1 where one failed; the others are still measured.
static int measure(const request *r, tcf_bench_row *rows) {
  int status = 0;
  for (size_t i = 0; i < r->count; i++) {
    tcf_progress("bench %zu of %zu", i + 1, r->count);
    const tcfft_status measured = tcf_bench_measure(&r->problems[i], r->peer, r->seconds, &rows[i]);
    tcf_progress("%s", "");
    if (measured == TCFFT_SUCCESS)
      print_row(&rows[i]);
    else
      tcf_library_failure(measured);
    if (!rows[i].verified) status = TCF_EXIT_FAILURE;
  }
  print_mean(rows, r->count);
  return status;
}

static int run_rows(const request *r, const tcfft_device_info *device, tcf_bench_row *rows) {
  char why[256];
  tcf_outfile csv = {0};
  if (r->plot && tcf_outfile_probe(r->plot, why, sizeof why)) return tcf_failure("cannot write", "%s", why);
  if (r->csv && tcf_outfile_open(&csv, r->csv, why, sizeof why)) return tcf_failure("cannot write", "%s", why);
  print_head(r, device);
  int status = measure(r, rows);
  if (r->csv) {
    fputs("device,algorithm,problem,ms,gbps,copy_share,gflops,peer,peer_ms,peer_ratio\n", csv.file);
    for (size_t i = 0; i < r->count; i++)
      if (rows[i].verified)
        write_csv_row(csv.file, device->name, tcf_choice_name(tcf_algorithm_choices, (int)r->problems[i].algorithm),
                      &rows[i]);
    if (tcf_outfile_commit(&csv, why, sizeof why)) status = tcf_failure("cannot write", "%s", why);
  }
  if (r->plot && plot_rows(r, device->name, rows, why, sizeof why)) status = tcf_failure("cannot plot", "%s", why);
  return status;
}

static int run_request(request *r, int argc, char **argv) {
  int status = choose_peer(r);
  if (!status) status = tcf_choose_device(&tcf_cmd_bench, r->device, &r->base);
  if (status) return status;
  tcfft_device_info device;
  const tcfft_status found = tcf_resolve_device(&r->base, &device);
  if (found != TCFFT_SUCCESS) return tcf_library_failure(found);
  r->base.threads = (int)(r->threads ? r->threads : device.cores);
  r->threads = r->base.threads;
  r->base.effort = (tcfft_effort)r->effort;
  for (int i = 0; i < argc && !status; i++) status = add_problem(r, argv[i]);
  if (!status && (r->set || !argc)) status = add_set(r, r->set ? r->set : "pow2");
  if (status) return status;
  tcf_bench_row *rows = calloc(r->count, sizeof *rows);
  if (!rows) return tcf_failure("out of memory", "%zu rows", r->count);
  status = run_rows(r, &device, rows);
  free(rows);
  return status;
}

static int run(int argc, char **argv) {
  static const tcf_choice efforts[] = {{"estimate", TCFFT_EFFORT_ESTIMATE}, {"measure", TCFFT_EFFORT_MEASURE}, {0}};
  request r = {.base = TCFFT_DESC_INIT, .algorithm = -1, .threads = 1, .seconds = 0.3};
  int status = 0;
  const tcf_option options[] = {
      {.name = "device", .type = TCF_OPTION_TEXT, .value = &r.device},
      {.name = "algorithm", .type = TCF_OPTION_CHOICE, .value = &r.algorithm, .choices = tcf_algorithm_choices},
      {.name = "threads", .type = TCF_OPTION_INTEGER, .value = &r.threads, .min = 0, .max = 4096},
      {.name = "effort", .type = TCF_OPTION_CHOICE, .value = &r.effort, .choices = efforts},
      {.name = "seconds", .type = TCF_OPTION_REAL, .value = &r.seconds, .min = 0, .max = 3600},
      {.name = "set", .type = TCF_OPTION_TEXT, .value = &r.set},
      {.name = "peers", .type = TCF_OPTION_TEXT, .value = &r.peers},
      {.name = "csv", .type = TCF_OPTION_TEXT, .value = &r.csv},
      {.name = "plot", .type = TCF_OPTION_TEXT, .value = &r.plot},
      {0},
  };
  if (!tcf_options_parse(&tcf_cmd_bench, options, &argc, argv, &status)) return status;
  char text[64];
  if (r.set && !tcf_bench_set_problem(r.set, 0, text, sizeof text))
    return tcf_usage_error(&tcf_cmd_bench, "--set '%s': expected one of %s", r.set, tcf_bench_set_names);
  status = run_request(&r, argc, argv);
  free(r.problems);
  return status;
}

static const char usage[] =
    "usage: tcfft bench [PROBLEM..] [--set S] [--device D] [--algorithm A] [--threads N] [--effort E] [--seconds S]"
    " [--peers P] [--csv F] [--plot F.png]\n"
    "\n"
    "Checks each result against double precision, then times it in turns with a peer and with a copy of the same bytes.\n"
    "copy is the copy's time over ours, ratio the peer's time over ours (above 1: ours is faster); GFLOP/s count\n"
    "5 n log2 n, half of that for real kinds. A row that fails its check is not timed and makes the exit status 1.\n"
    "\n"
    "  PROBLEM..        such as c2c:4096*64, r2c:1024x1024, dct2:1000*8:inplace\n"
    "  --set S          pow2 (default without PROBLEM: c2c, n = 2^4 to 2^20, 2^20 points in all), smooth, primes,\n"
    "                   real, nd\n"
    "  --device D       auto, host; benchmarks run on the host executor only\n"
    "  --algorithm A    auto, classic, tensor\n"
    "  --threads N      for us, the peer and the copy; default 1, 0 = as many as there are\n"
    "  --effort E       estimate (default) or measure: how tcfft plans; FFTW plans with FFTW_MEASURE\n"
    "  --seconds S      of measurement for each row; default 0.3\n"
    "  --peers P        fftw (default where it was found), none\n"
    "  --csv F          also write the rows to a file\n"
    "  --plot F.png     also plot them (gnuplot)";

const tcf_command tcf_cmd_bench = {
    .name = "bench",
    .summary = "verify, then time, beside peers in the same run",
    .usage = usage,
    .run = run,
};
