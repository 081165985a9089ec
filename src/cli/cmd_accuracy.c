// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft accuracy: errors against double precision, over sizes and data ranges, beside the bound that each plan predicts.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/trial.h"
#include "cli/accuracy.h"
#include "cli/choose.h"
#include "cli/choose_peers.h"
#include "cli/list.h"
#include "cli/outfile.h"
#include "cli/picture.h"
#include "core/desc.h"

extern const tcf_command tcf_cmd_accuracy;

enum { MAX_VARIANTS = 8, MIN_POINTS = 1 << 16 };

// Counts the rows of a variant or a peer: above the bound, above a peer, left out because the problem is not supported, or
// left out because a call failed that should not. why is the reason of the first one left out, failures first.
typedef struct tally {
  int rows, above_bound, above_peer, left_out, failed;
  char why[300];
} tally;

typedef struct request {
  const char *sizes, *ranges, *algorithms, *inputs, *device, *peers, *csv, *plot, *note;
  int kind, type;
  const tcf_variant *variants[MAX_VARIANTS];
  int variant_count;
  tcf_input input[TCF_INPUTS];
  int input_count;
  tcf_bench_options options;  // the peers
  int device_index;
  tcfft_desc desc;
  tally ours[MAX_VARIANTS], theirs[TCF_MAX_PEERS];  // tcfft's variants and the peers, in one sweep
  int rows, above_bound, failed;                    // of tcfft's variants, in all sweeps
} request;

// ------------------------------------------------------------------------------------------------ one input

static void leave_out(tally *t, tcfft_status status) {
  const int failed = status != TCFFT_ERROR_UNSUPPORTED && status != TCFFT_ERROR_TOLERANCE;
  if (!t->left_out || (failed && !t->failed))
    snprintf(t->why, sizeof t->why, "%s: %s", tcfft_status_string(status), tcfft_last_error());
  t->left_out++;
  t->failed += failed;
}

static void measure_peers(request *r, tcf_trial *trial, tcf_accuracy_row *row) {
  for (int i = 0; i < r->options.peer_count; i++) {
    tcf_error error;
    const tcfft_status status = tcf_trial_peer(trial, r->options.peers[i], r->device_index, &error);
    row->peer[i].measured = status == TCFFT_SUCCESS;
    if (status == TCFFT_SUCCESS) row->peer[i].rel_l2 = tcf_error_rel_l2(&error);
    r->theirs[i].rows++;
    if (status != TCFFT_SUCCESS) leave_out(&r->theirs[i], status);
  }
}

static tcfft_status measure_plan(tcf_trial *trial, const tcfft_plan *plan, tcf_accuracy_row *row) {
  tcf_error error;
  TCF_TRY(tcf_trial_ours(trial, plan, &error));
  row->rel_l2 = tcf_error_rel_l2(&error);
  row->max_rel = tcf_error_max(&error);
  row->bound = tcfft_plan_error_bound(plan);
  return TCFFT_SUCCESS;
}

// Appends a row and prints it. A problem that the variant cannot do is counted and left out.
static tcfft_status measure_variant(request *r, int v, tcfft_desc *d, tcf_trial *trial, tcf_accuracy_row *row,
                                    tcf_accuracy_table *t) {
  tally *sum = &r->ours[v];
  tcfft_plan *plan = NULL;
  row->algorithm = r->variants[v]->name;
  d->algorithm = r->variants[v]->algorithm;
  d->split = r->variants[v]->split;
  d->tolerance = r->variants[v]->tolerance;
  tcfft_status status = tcfft_plan_create(&plan, d);
  if (status == TCFFT_SUCCESS) status = measure_plan(trial, plan, row);
  tcfft_plan_destroy(plan);
  sum->rows++;
  if (status != TCFFT_SUCCESS) {
    leave_out(sum, status);
    return TCFFT_SUCCESS;
  }
  if (tcf_accuracy_append(t, row)) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "%zu rows", t->count + 1);
  sum->above_bound += tcf_accuracy_above_bound(row);
  bool above = false;
  for (int i = 0; i < r->options.peer_count; i++) above |= tcf_accuracy_above_peer(t, row, i);
  sum->above_peer += above;
  tcf_progress("%s", "");
  tcf_accuracy_print_row(t, row);
  return TCFFT_SUCCESS;
}

// Measures all peers and variants on one input.
static tcfft_status measure_input(request *r, tcf_input input, int64_t n, double range, bool over_ranges,
                                  tcf_accuracy_table *t) {
  tcfft_desc d = r->desc;
  d.kind = (tcfft_kind)r->kind;
  d.rank = 1;
  d.n[0] = n;
  d.batch = n < MIN_POINTS ? (MIN_POINTS + n - 1) / n : 1;
  // Results are about as large as the input, where they would soon exceed the type.
  if (d.out_type == TCFFT_F16) d.scale[tcf_natural_direction(d.kind)] = 1 / sqrt((double)n);
  tcf_problem p;
  TCF_TRY(tcf_problem_from_desc(&p, &d));
  tcf_trial trial;
  tcf_accuracy_row row = {.input = tcf_input_name(input), .n = n, .range = range, .over_ranges = over_ranges};
  tcfft_status status = tcf_trial_begin(&trial, &p, input, range);
  if (status == TCFFT_ERROR_UNSUPPORTED) {
    tcf_progress("%s", "");
    printf("n = %lld is left out: %s\n", (long long)n, tcfft_last_error());
    status = TCFFT_SUCCESS;
  } else if (status == TCFFT_SUCCESS) {
    measure_peers(r, &trial, &row);
    for (int v = 0; v < r->variant_count && status == TCFFT_SUCCESS; v++)
      status = measure_variant(r, v, &d, &trial, &row, t);
  }
  tcf_trial_end(&trial);
  return status;
}

// ------------------------------------------------------------------------------------------------ the table

static void print_left_out(const char *name, const tally *sum) {
  if (!sum->left_out) return;
  printf("%s: %d of %d rows left out", name, sum->left_out, sum->rows);
  if (sum->failed) printf(", %d FAILED", sum->failed);
  printf(": %s\n", sum->why);
}

static void conclude(request *r) {
  bool compared = false;  // with a peer in FP32
  for (int i = 0; i < r->options.peer_count; i++)
    compared |= !r->options.peers[i]->half && r->theirs[i].left_out < r->theirs[i].rows;
  for (int v = 0; v < r->variant_count; v++) {
    const tally *sum = &r->ours[v];
    const int rows = sum->rows - sum->left_out;
    if (rows) printf("%s: %d rows, %d above their bound", r->variants[v]->name, rows, sum->above_bound);
    if (rows && compared) printf(", %d above a peer in FP32", sum->above_peer);
    if (rows) putchar('\n');
    print_left_out(r->variants[v]->name, sum);
    r->rows += sum->rows;
    r->above_bound += sum->above_bound;
    r->failed += sum->failed;
  }
  for (int i = 0; i < r->options.peer_count; i++) print_left_out(r->options.peers[i]->name, &r->theirs[i]);
  fflush(stdout);
}

// Measures all peers and variants over inputs, ranges and sizes. The rows are appended to the table and printed.
static int sweep(request *r, tcf_accuracy_table *t, const int64_t *sizes, size_t size_count, const double *ranges,
                 size_t range_count) {
  const size_t per_input = size_count * range_count, total = per_input * (size_t)r->input_count;
  memset(r->ours, 0, sizeof r->ours);
  memset(r->theirs, 0, sizeof r->theirs);
  tcf_accuracy_print_head(t);
  for (size_t i = 0; i < total; i++) {
    const tcf_input input = r->input[i / per_input];
    const int64_t n = sizes[i % size_count];
    const double range = ranges[i % per_input / size_count];
    tcf_progress("accuracy %zu of %zu: %s n=%lld range=%g", i + 1, total, tcf_input_name(input), (long long)n, range);
    const tcfft_status status = measure_input(r, input, n, range, range_count > 1 && size_count == 1, t);
    tcf_progress("%s", "");
    if (status != TCFFT_SUCCESS) return tcf_library_failure(status);
  }
  conclude(r);
  return 0;
}

// ------------------------------------------------------------------------------------------------ options

static int choose_variants(request *r, const char *names) {
  r->variant_count = 0;
  for (const char *p = names;; p++) {
    const size_t length = strcspn(p, ",");
    const tcf_variant *v = tcf_variants;
    while (v->name && (strlen(v->name) != length || strncmp(v->name, p, length) != 0)) v++;
    if (!v->name)
      return tcf_usage_error(&tcf_cmd_accuracy, "--algorithm '%s': '%.*s' is none of classic, tensor, half1, paper", names,
                             (int)length, p);
    if (r->variant_count == MAX_VARIANTS) return tcf_usage_error(&tcf_cmd_accuracy, "--algorithm '%s': too many", names);
    r->variants[r->variant_count++] = v;
    p += length;
    if (!*p) return 0;
  }
}

static int choose_inputs(request *r) {
  for (const char *p = r->inputs ? r->inputs : "uniform";; p++) {
    const size_t length = strcspn(p, ",");
    int i = 0;
    while (i < TCF_INPUTS && (strlen(tcf_input_name(i)) != length || strncmp(tcf_input_name(i), p, length) != 0)) i++;
    if (i == TCF_INPUTS || r->input_count == TCF_INPUTS)
      return tcf_usage_error(&tcf_cmd_accuracy,
                             "--inputs '%s': expected some of uniform, tone, impulse, constant, dc, real, mixed", r->inputs);
    r->input[r->input_count++] = (tcf_input)i;
    p += length;
    if (!*p) return 0;
  }
}

// Without lists: the table of the paper, with more ranges below and above, then a sweep over sizes.
static int run_default(request *r, tcf_accuracy_table *t) {
  enum { MORE = 2, RANGES = TCF_PUBLISHED_ERRORS + 2 * MORE, SIZES = 23 };
  static const double less[MORE] = {1e-30, 1e-20}, more[MORE] = {1e20, 1e30};
  const int64_t paper_size = TCF_PUBLISHED_SIZE;
  const double one = 1;
  double ranges[RANGES];
  int64_t sizes[SIZES];
  memcpy(ranges, less, sizeof less);
  for (int i = 0; i < TCF_PUBLISHED_ERRORS; i++) ranges[MORE + i] = tcf_published_errors[i].range;
  memcpy(ranges + MORE + TCF_PUBLISHED_ERRORS, more, sizeof more);
  for (int i = 0; i < SIZES; i++) sizes[i] = (int64_t)4 << i;
  const int on_host = t->report->backend == TCFFT_BACKEND_HOST;  // fewer rows there: the twin of the tensor cores is slow
  int status = choose_variants(r, r->algorithms ? r->algorithms : r->type ? "classic" : "classic,tensor,half1,paper");
  if (!status) status = sweep(r, t, &paper_size, 1, ranges, RANGES);
  if (!status) putchar('\n');
  if (!status)
    status = choose_variants(r, r->algorithms ? r->algorithms : on_host ? "classic,tensor" : "classic,tensor,half1");
  return status ? status : sweep(r, t, sizes, on_host ? SIZES - 4 : SIZES, &one, 1);
}

static int run_lists(request *r, tcf_accuracy_table *t) {
  int64_t *sizes = NULL;
  double *ranges = NULL;
  size_t size_count, range_count;
  char why[256];
  const char *size_text = r->sizes ? r->sizes : "4096", *range_text = r->ranges ? r->ranges : "1";
  int status = choose_variants(r, r->algorithms ? r->algorithms : r->type ? "classic" : "classic,tensor");
  if (!status && tcf_list_sizes(size_text, &sizes, &size_count, why, sizeof why))
    status = tcf_usage_error(&tcf_cmd_accuracy, "--sizes %s", why);
  if (!status && tcf_list_reals(range_text, &ranges, &range_count, why, sizeof why))
    status = tcf_usage_error(&tcf_cmd_accuracy, "--ranges %s", why);
  if (!status) status = sweep(r, t, sizes, size_count, ranges, range_count);
  free(sizes);
  free(ranges);
  return status;
}

static int run_table(request *r, tcf_accuracy_table *t) {
  tcf_outfile csv = {0}, picture = {0};
  // Output files are opened before the long work. If one is standard output, the printed table then goes to standard error.
  int status = tcf_outfile_open(&csv, r->csv);
  if (!status) status = tcf_outfile_open(&picture, r->plot);
  if (!status) status = r->sizes || r->ranges ? run_lists(r, t) : run_default(r, t);
  if (!status && !t->count) status = tcf_failure("not possible for this problem", "no row could be computed");
  if (!status && r->csv) {
    tcf_accuracy_write_csv(t, csv.file);
    status = tcf_outfile_commit(&csv);
  }
  if (!status && r->plot) {
    char why[256];
    status = tcf_accuracy_plot(t, picture.file, why, sizeof why) ? tcf_failure("cannot plot", "%s: %s", r->plot, why)
                                                                 : tcf_outfile_commit(&picture);
  }
  tcf_outfile_discard(&csv);
  tcf_outfile_discard(&picture);
  if (!status && r->failed) status = tcf_failure("rows failed", "%d of %d", r->failed, r->rows);
  if (!status && r->above_bound) status = tcf_failure("rows are above their bound", "%d of %d", r->above_bound, r->rows);
  return status;
}

static int run_request(request *r) {
  tcfft_device_info device;
  const tcfft_status found = tcf_resolve_device(&r->desc, &device);
  if (found != TCFFT_SUCCESS) return tcf_library_failure(found);
  r->device_index = device.index;
  const char *usual = device.backend == TCFFT_BACKEND_CUDA ? "cufft,cufft_half" : "";
  int status = tcf_choose_peers(&tcf_cmd_accuracy, r->peers, usual, device.backend, &r->options);
  if (status) return status;
  const tcf_report report = {.device = device.name,
                             .backend = device.backend,
                             .index = device.index,
                             .note = r->note,
                             .options = &r->options,
                             .threads = 1};
  char kind[32];
  snprintf(kind, sizeof kind, r->type ? "%s:%s" : "%s", tcf_choice_name(tcf_kind_choices, r->kind),
           tcf_choice_name(tcf_type_choices, r->type));
  tcf_accuracy_table t = {.kind = kind, .report = &report};
  status = run_table(r, &t);
  free(t.rows);
  return status;
}

static int run(int argc, char **argv) {
  request r = {.kind = TCFFT_C2C, .desc = TCFFT_DESC_INIT};
  int status = 0;
  const tcf_option options[] = {
      {.name = "sizes", .type = TCF_OPTION_TEXT, .value = &r.sizes},
      {.name = "ranges", .type = TCF_OPTION_TEXT, .value = &r.ranges},
      {.name = "inputs", .type = TCF_OPTION_TEXT, .value = &r.inputs},
      {.name = "algorithm", .type = TCF_OPTION_TEXT, .value = &r.algorithms},
      {.name = "kind", .type = TCF_OPTION_CHOICE, .value = &r.kind, .choices = tcf_kind_choices},
      {.name = "type", .type = TCF_OPTION_CHOICE, .value = &r.type, .choices = tcf_type_choices},
      {.name = "device", .type = TCF_OPTION_TEXT, .value = &r.device},
      {.name = "peers", .type = TCF_OPTION_TEXT, .value = &r.peers},
      {.name = "csv", .type = TCF_OPTION_TEXT, .value = &r.csv},
      {.name = "note", .type = TCF_OPTION_TEXT, .value = &r.note},
      {.name = "plot", .type = TCF_OPTION_TEXT, .value = &r.plot},
      {0},
  };
  if (!tcf_options_parse(&tcf_cmd_accuracy, options, &argc, argv, &status)) return status;
  if (argc) return tcf_usage_error(&tcf_cmd_accuracy, "'%s': no argument expected", argv[0]);
  if ((status = tcf_choose_device(&tcf_cmd_accuracy, r.device, &r.desc)) != 0) return status;
  if (r.csv && r.plot && tcf_outfile_same(r.csv, r.plot))
    return tcf_usage_error(&tcf_cmd_accuracy, "--csv '%s' and --plot '%s' are the same file", r.csv, r.plot);
  if ((status = tcf_picture_name(&tcf_cmd_accuracy, "--plot ", r.plot)) != 0) return status;
  if ((status = choose_inputs(&r)) != 0) return status;
  r.desc.in_type = r.desc.out_type = (tcfft_type)r.type;
  return run_request(&r);
}

static const char usage[] =
    "usage: tcfft accuracy [--sizes LIST] [--ranges LIST] [--inputs I,..] [--algorithm A,B] [--kind K] [--type T]"
    " [--device D] [--peers P,..] [--csv F] [--note T] [--plot F.png]\n"
    "\n"
    "Prints for each row the relative L2 error, the largest error over the largest value, the bound that the plan predicts\n"
    "(for the relative L2 error, on uniform data), the relative L2 errors of peers on the same data in the same run, and a\n"
    "verdict: ok, or what tcfft's error exceeds (its bound, or a peer in FP32). An error is computed over all points of a\n"
    "row, at least 2^16, so single right values may be zero; if all of them are, the error is 0 or inf.\n"
    "A row above its bound, or one that fails, makes the exit status 1; the other rows are still measured and written.\n"
    "Without lists, the rows are those of Table 1 of Sorna et al. 2018 beside the published values (with ranges 1e-30 to\n"
    "1e30 instead of 1e-9 to 1e10, and n = 4096, which the paper does not say), then n = 4 to 2^20 (2^24 on a GPU) at\n"
    "range 1.\n"
    "\n"
    "  --sizes LIST     such as 4:2^20 (doubling), 100:1000:100 (in steps of 100), 2^10, 17,257,1009\n"
    "  --ranges LIST    such as 1e-30,1,1e30: the range r of the inputs\n"
    "  --inputs I,..    uniform (default: in [-r, r]), tone (one harmonic of amplitude r), impulse (one r among zeros),\n"
    "                   constant (all r), dc (r with noise of r/1000), real (uniform without imaginary parts), mixed (one\n"
    "                   element r * 1e30 among r * 1e-30)\n"
    "  --algorithm A,B  classic (FP32 or FP64), tensor (two FP16 terms), half1 (one FP16 term), paper (as published in "
    "2018)\n"
    "  --kind K         c2c (default), r2c, c2r, dct1, dct2, dct3, dct4\n"
    "  --type T         of the numbers: f32 (default), f64 (against long double, by classic alone), bf16,\n"
    "                   f16 (results are divided by the root of n, since they would exceed it)\n"
    "  --device D       auto, host, cuda, opencl; cuda:1 or 'opencl:Intel' names one of several devices\n"
    "  --peers P,..     host: fftw, mkl; cuda: cufft, cufft_half (FP16), vkfft; or none. Default: none on the host,\n"
    "                   cufft,cufft_half on a CUDA device if they are installed\n"
    "  --csv F          also write the rows to a file; - is standard output, the table then goes to standard error\n"
    "  --note T         text for the head of a GPU's CSV, such as a commit\n"
    "  --plot F.png     also plot tcfft's errors (needs gnuplot)";

const tcf_command tcf_cmd_accuracy = {
    .name = "accuracy",
    .summary = "errors against double precision, over sizes and data ranges",
    .usage = usage,
    .run = run,
};
