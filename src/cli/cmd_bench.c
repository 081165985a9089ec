// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft bench: the bench driver over a list of problems.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/driver.h"
#include "bench/report.h"
#include "cli/bench_first.h"
#include "cli/bench_several.h"
#include "cli/choose.h"
#include "cli/choose_peers.h"
#include "cli/outfile.h"
#include "cli/picture.h"
#include "cli/plot.h"
#include "cli/problem_list.h"
#include "planner/wisdom.h"

extern const tcf_command tcf_cmd_bench;

typedef struct request {
  const char *device, *devices, *csv, *plot, *peers, *note;
  int effort;
  int64_t threads, radix;
  double seconds;
  bool first, forms;
  tcf_bench_options options;
  tcf_problem_choice choice;
  tcf_problem_list list;
} request;

// ------------------------------------------------------------------------------------------------ the rows

static int plot_rows(const request *r, const char *device, const tcf_bench_row *rows, FILE *out, char *why, size_t why_cap) {
  tcf_plot plot;
  if (tcf_plot_begin(&plot, 900, 500, why, why_cap)) return -1;
  FILE *file = plot.file;
  // Problem texts become labels. They are set one by one, because gnuplot's data has no quoting that fits all of them.
  fputs("$rows << EOD\n", file);
  for (size_t i = 0; i < r->list.count; i++) {
    if (!rows[i].verified) continue;
    fprintf(file, "%zu %.6g", i, rows[i].gflops);
    for (int p = 0; p < rows[i].peers; p++)
      fprintf(file, " %.6g", rows[i].peer[p].timed ? rows[i].gflops * rows[i].ms / rows[i].peer[p].ms : (double)NAN);
    fputc('\n', file);
  }
  fputs(
      "EOD\nset xlabel 'problem (kind:lengths*batch)'\nset ylabel 'GFLOP/s (counted as 5 n log2 n)'\nset yrange [0:*]\n"
      "set xtics rotate by -60 noenhanced\nset xtics (",
      file);
  for (size_t i = 0; i < r->list.count; i++) {
    fputs(i ? ", " : "", file);
    tcf_plot_text(&plot, rows[i].problem);
    fprintf(file, " %zu", i);
  }
  fputs(")\nset title noenhanced ", file);
  tcf_plot_title(&plot, "speed of FFTs", device);
  fprintf(file, "\nset xrange [-0.5:%zu.5]\n", r->list.count - 1);
  for (int p = -1; p < r->options.peer_count; p++) {
    const tcf_plot_style style = tcf_plot_style_of(p < 0 ? "tcfft" : r->options.peers[p]->name);
    fprintf(file, "%s$rows using 1:%d with linespoints lc rgb '%s' pt %d title '%s'", p < 0 ? "plot " : ", ", p + 3,
            style.colour, style.point, style.title);
  }
  fputc('\n', file);
  return tcf_plot_finish(&plot, out, why, why_cap);
}

// Prints the means of one set: the rows from .. to - 1.
static void print_means(const request *r, const tcf_report *report, const tcf_bench_row *rows, size_t from, size_t to) {
  const tcf_bench_row **some = malloc((to - from) * sizeof *some);
  if (!some) return;
  for (size_t i = from; i < to; i++) some[i - from] = &rows[i];
  tcf_report_means(report, r->list.set[from], some, to - from);
  if (r->choice.random) tcf_report_slowest(report, some, to - from, stdout);
  free(some);
}

// Measures and prints every row. Returns 0, or 1 if some failed; the others are still measured.
static int measure(const request *r, const tcf_report *report, tcf_bench *bench, tcf_bench_row *rows, tcf_outfile *csv) {
  size_t failed = 0;
  for (size_t i = 0, begin = 0; i < r->list.count; i++) {
    tcf_progress("bench %zu of %zu", i + 1, r->list.count);
    const tcfft_status measured = tcf_bench_measure(bench, &r->list.problem[i], &rows[i]);
    tcf_progress("%s", "");
    if (measured != TCFFT_SUCCESS) {
      rows[i].verified = 0;
      snprintf(rows[i].why, sizeof rows[i].why, "%s: %s", tcfft_status_string(measured), tcfft_last_error());
      if (*rows[i].problem) tcf_report_row(report, &rows[i]);
      tcf_library_failure(measured);
    } else {
      tcf_report_row(report, &rows[i]);
    }
    failed += !rows[i].verified;
    if (csv->file)
      tcf_report_csv_row(report, csv->file, r->list.set[i],
                         tcf_choice_name(tcf_algorithm_choices, (int)r->list.problem[i].algorithm), &rows[i]);
    tcf_outfile_keep(csv);
    if (i + 1 < r->list.count && r->list.set[i + 1] == r->list.set[i]) continue;
    print_means(r, report, rows, begin, i + 1);
    begin = i + 1;
  }
  return failed ? tcf_failure("rows failed", "%zu of %zu", failed, r->list.count) : 0;
}

static int run_rows(const request *r, const tcfft_device_info *device, tcf_bench *bench, tcf_bench_row *rows,
                    tcf_outfile *csv, tcf_outfile *picture) {
  char why[256];
  const tcf_report report = {.device = device->name,
                             .backend = device->backend,
                             .index = device->index,
                             .threads = (int)r->threads,
                             .note = r->note,
                             .options = &r->options};
  tcf_report_head(&report);
  const int known = tcf_wisdom_count();
  if (known) printf("%d records of wisdom: measured plans are taken where there are some\n", known);
  if (r->list.too_large) printf("%zu problems of more than %.3g bytes are left out\n", r->list.too_large, r->list.max_bytes);
  if (r->csv) tcf_report_csv_head(&report, csv->file);
  int status = measure(r, &report, bench, rows, csv);
  if (tcf_outfile_commit(csv)) status = TCF_EXIT_FAILURE;
  if (r->plot && plot_rows(r, device->name, rows, picture->file, why, sizeof why))
    status = tcf_failure("cannot plot", "%s: %s", r->plot, why);
  else if (tcf_outfile_commit(picture))
    status = TCF_EXIT_FAILURE;
  return status;
}

// Output files are opened before the long work. If one is standard output, the printed table then goes to standard error.
static int run_files(const request *r, const tcfft_device_info *device, tcf_bench *bench, tcf_bench_row *rows) {
  tcf_outfile csv = {0}, picture = {0};
  int status = tcf_outfile_open(&csv, r->csv);
  if (!status) status = tcf_outfile_open(&picture, r->plot);
  if (!status) status = run_rows(r, device, bench, rows, &csv, &picture);
  tcf_outfile_discard(&csv);
  tcf_outfile_discard(&picture);
  return status;
}

static int add_problems(request *r, int argc, char **argv) {
  const tcf_problem_choice *c = &r->choice;
  int status = tcf_problem_list_add_chosen(&r->list, c, argc, argv);
  if (!status && !argc && !c->set && !c->sweep && !c->random) status = tcf_problem_list_add_sets(&r->list, "pow2");
  if (!status && !r->list.count)
    status = tcf_failure("nothing to do", "every problem takes more than %.3g bytes", r->list.max_bytes);
  return status;
}

static int run_request(request *r, int argc, char **argv) {
  int status = tcf_choose_device(&tcf_cmd_bench, r->device, &r->list.base);
  if (status) return status;
  tcfft_device_info device;
  const tcfft_status found = tcf_resolve_device(&r->list.base, &device);
  if (found != TCFFT_SUCCESS) return tcf_library_failure(found);
  r->list.small_sets = device.backend == TCFFT_BACKEND_OPENCL && !tcf_is_gpu(device.backend, device.index);
  char usual[100];
  tcf_peer_names(r->list.base.backend, 0, usual, sizeof usual);
  status = tcf_choose_peers(&tcf_cmd_bench, r->peers, usual, r->list.base.backend, &r->options);
  const int on_host = device.backend == TCFFT_BACKEND_HOST;
  r->list.base.threads = (int)(r->threads || !on_host ? r->threads : device.cores);
  r->threads = r->list.base.threads;
  r->list.base.effort = (tcfft_effort)r->effort;
  if (!status && r->radix && on_host)
    status = tcf_usage_error(&tcf_cmd_bench, "--radix %d: the host has no steps through global memory", (int)r->radix);
  r->options.radix = (int)r->radix;
  r->options.seconds = r->seconds >= 0 ? r->seconds : on_host ? 0.3 : 0.15;
  if (!status) status = add_problems(r, argc, argv);
  if (status) return status;
  tcf_bench *bench = NULL;
  tcf_bench_row *rows = calloc(r->list.count, sizeof *rows);
  if (!rows || tcf_bench_open(&bench, &r->options) != TCFFT_SUCCESS)
    status = tcf_failure("out of memory", "%zu rows", r->list.count);
  else
    status = run_files(r, &device, bench, rows);
  tcf_bench_close(bench);
  free(rows);
  return status;
}

// How long new lengths keep their users waiting, in place of how fast they are in the end.
static int run_first(request *r) {
  if (!r->choice.random) return tcf_usage_error(&tcf_cmd_bench, "--first: needs --random SEED");
  if (r->csv || r->plot || r->peers || r->note || r->radix || r->list.type >= 0 || r->effort || r->seconds >= 0 ||
      r->list.max_bytes > 0)
    return tcf_usage_error(&tcf_cmd_bench, "--first: takes --random, --count, --device, --algorithm and --threads alone");
  int status = tcf_choose_device(&tcf_cmd_bench, r->device, &r->list.base);
  if (r->list.algorithm >= 0) r->list.base.algorithm = (tcfft_algorithm)r->list.algorithm;
  r->list.base.threads = (int)r->threads;
  if (!status) status = tcf_bench_first(&tcf_cmd_bench, &r->list.base, r->choice.seed, r->choice.count);
  return status;
}

// Plans on several devices, which are timed by another clock and beside other peers.
static int run_several(request *r, int argc, char **argv) {
  if (r->device || r->plot || r->radix || r->first)
    return tcf_usage_error(&tcf_cmd_bench, "--devices: takes neither --device nor --plot, --radix, --first");
  const tcf_bench_several_request several = {.devices = r->devices,
                                             .peers = r->peers,
                                             .csv = r->csv,
                                             .note = r->note,
                                             .seconds = r->seconds >= 0 ? r->seconds : 0.5,
                                             .forms = r->forms};
  r->list.base.effort = (tcfft_effort)r->effort;
  const int status = add_problems(r, argc, argv);
  return status ? status : tcf_cmd_bench_several(&tcf_cmd_bench, &several, &r->list);
}

static int run(int argc, char **argv) {
  static const tcf_choice efforts[] = {{"estimate", TCFFT_EFFORT_ESTIMATE}, {"measure", TCFFT_EFFORT_MEASURE}, {0}};
  request r = {.list = {.command = &tcf_cmd_bench, .base = TCFFT_DESC_INIT, .algorithm = -1, .type = -1},
               .threads = 1,
               .seconds = -1};
  int status = 0;
  const tcf_option options[] = {
      {.name = "device", .type = TCF_OPTION_TEXT, .value = &r.device},
      {.name = "devices", .type = TCF_OPTION_TEXT, .value = &r.devices},
      {.name = "algorithm", .type = TCF_OPTION_CHOICE, .value = &r.list.algorithm, .choices = tcf_algorithm_choices},
      {.name = "type", .type = TCF_OPTION_CHOICE, .value = &r.list.type, .choices = tcf_type_choices},
      {.name = "threads", .type = TCF_OPTION_INTEGER, .value = &r.threads, .min = 0, .max = 4096},
      {.name = "radix", .type = TCF_OPTION_INTEGER, .value = &r.radix, .min = 0, .max = 16},
      {.name = "effort", .type = TCF_OPTION_CHOICE, .value = &r.effort, .choices = efforts},
      {.name = "seconds", .type = TCF_OPTION_REAL, .value = &r.seconds, .min = 0, .max = 3600},
      {.name = "set", .type = TCF_OPTION_TEXT, .value = &r.choice.set},
      {.name = "random", .type = TCF_OPTION_TEXT, .value = &r.choice.random},
      {.name = "count", .type = TCF_OPTION_INTEGER, .value = &r.choice.count, .min = 1, .max = 10000},
      {.name = "first", .type = TCF_OPTION_FLAG, .value = &r.first},
      {.name = "forms", .type = TCF_OPTION_FLAG, .value = &r.forms},
      {.name = "sweep", .type = TCF_OPTION_FLAG, .value = &r.choice.sweep},
      {.name = "max-bytes", .type = TCF_OPTION_REAL, .value = &r.list.max_bytes, .min = 0, .max = 1e18},
      {.name = "peers", .type = TCF_OPTION_TEXT, .value = &r.peers},
      {.name = "csv", .type = TCF_OPTION_TEXT, .value = &r.csv},
      {.name = "note", .type = TCF_OPTION_TEXT, .value = &r.note},
      {.name = "plot", .type = TCF_OPTION_TEXT, .value = &r.plot},
      {0},
  };
  if (!tcf_options_parse(&tcf_cmd_bench, options, &argc, argv, &status)) return status;
  if (r.csv && r.plot && tcf_outfile_same(r.csv, r.plot))
    return tcf_usage_error(&tcf_cmd_bench, "--csv '%s' and --plot '%s' are the same file", r.csv, r.plot);
  status = tcf_picture_name(&tcf_cmd_bench, "--plot ", r.plot);
  if (!status) status = tcf_problem_choice_check(&tcf_cmd_bench, &r.choice, argc);
  if (!status && r.forms && !r.devices) status = tcf_usage_error(&tcf_cmd_bench, "--forms: needs --devices");
  if (!status) status = r.devices ? run_several(&r, argc, argv) : r.first ? run_first(&r) : run_request(&r, argc, argv);
  tcf_problem_list_free(&r.list);
  return status;
}

static const char usage[] =
    "usage: tcfft bench [PROBLEM..] [--set S,..] [--sweep] [--random SEED [--count N] [--first]] [--device D | --devices L "
    "[--forms]] "
    "[--algorithm "
    "A] [--type T] "
    "[--threads N] [--effort E]"
    " [--radix R] [--seconds S] [--max-bytes B] [--peers P,..] [--csv F] [--note T] [--plot F.png]\n"
    "\n"
    "Checks each result against double precision (FP64 against long double), then times tcfft, its peers and a copy of the "
    "same bytes alternately.\n"
    "Columns: copy is the copy's time over tcfft's (1 = as fast as a copy); ratio is the peer's time over tcfft's (above\n"
    "1, tcfft is faster); GFLOP/s count 5 n log2 n, half of that for real kinds; path says whether the plan uses tensor\n"
    "cores, FP32 alone or FP64. A row that fails its check is not timed and makes the exit status 1; the other rows are "
    "still\n"
    "measured and written.\n"
    "\n"
    "  PROBLEM..        such as c2c:4096*64, r2c:1024x1024, dct2:1000*8:inplace\n"
    "  --set S,..       sets of problems, each problem with a batch of 2^20 points in all: pow2 (default without PROBLEM:\n"
    "                   c2c, n = 2^4 to 2^20), smooth, primes, real, nd; for GPUs with 2^26 points: sweep_pow2 (n = 2 to\n"
    "                   2^27), sweep_smooth, sweep_primes, sweep_awkward, sweep_2d, sweep_3d, sweep_r2c (and c2r),\n"
    "                   sweep_one (batch 1); with 2^24 points, 2^20 if OpenCL's device is a processor: opencl_pow2\n"
    "                   (n = 2^10 to 2^22), opencl_smooth, opencl_primes; a mixture: demo, demo_gpu (2^25 points)\n"
    "  --sweep          every set that begins with sweep_, on OpenCL devices every set that begins with opencl_\n"
    "  --random SEED    problems that are drawn by a seed of 64 bits: half of them 1D, n to 2^20 (a third each of any\n"
    "                   length, smooth, of a prime above 31); 2D and 3D; real kinds; columns; single transforms; 2^25\n"
    "                   points in all, on processors 2^20. Ends with the geometric mean and the least ratios to each peer\n"
    "  --count N        how many, 1 to 10000; default 100. The first ones are the same for every N\n"
    "  --first          instead: how long c2c lengths that are new to the process keep users waiting, n = 2 to 2^20, each "
    "with\n"
    "                   2^22 points, on processors 2^20: milliseconds from the call until the plan is there, its first "
    "result,\n"
    "                   and its final schedule (compile = background). Programs that TCFFT_CACHE holds are not new\n"
    "  --device D       auto, host, cuda, cuda:0, opencl, ..\n"
    "  --devices 0,1,.. CUDA: instead, plans on several devices by the host's clock, from natural to transposed and to\n"
    "                   natural order, beside tcfft and cuFFT on the first one; --peers cufft_xt: and cuFFT Xt\n"
    "  --forms          with --devices: also the plan in 1 to 8 pieces\n"
    "  --algorithm A    auto, classic, tensor\n"
    "  --type T         of the numbers of all problems: f32, f64 (peers then compute in double precision), f16 or bf16\n"
    "                   (of the peers cuFFT alone)\n"
    "  --threads N      host: threads of tcfft, of the peer and of the copy; default 1, 0 = as many as there are.\n"
    "                   `tcfft tune` takes 0 by default, and what it measures is for that number of threads alone\n"
    "  --effort E       estimate (default) or measure: how tcfft plans; FFTW plans with FFTW_MEASURE\n"
    "  --radix R        on devices, for packed c2c of rank 1, out of place: plan with Stockham steps of radix R alone\n"
    "  --seconds S      how long each row is measured; default 0.3, on a GPU 0.15\n"
    "  --max-bytes B    leave out problems whose input and output take more; default 0 = no limit\n"
    "  --peers P,..     host: fftw, mkl (one thread); cuda: cufft, vkfft, cufft_half (FP16); opencl: clfft; or none.\n"
    "                   Default: those that are installed, except cufft_half\n"
    "  --csv F          also write the rows to a file; - is standard output, the table then goes to standard error\n"
    "  --note T         text for the head of a GPU's CSV, such as a commit\n"
    "  --plot F.png     also plot the rows (needs gnuplot)";

const tcf_command tcf_cmd_bench = {
    .name = "bench",
    .summary = "verify, then time, beside peers in the same run",
    .usage = usage,
    .run = run,
};
