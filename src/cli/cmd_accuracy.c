// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft accuracy: errors against double precision, over sizes and data ranges, beside the bound that each plan predicts.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accuracy.h"
#include "choose.h"
#include "desc.h"
#include "list.h"
#include "outfile.h"
#include "verify.h"

extern const tcf_command tcf_cmd_accuracy;

enum { MAX_VARIANTS = 8, MIN_POINTS = 1 << 16 };

typedef struct request {
  const char *sizes, *ranges, *algorithms, *device, *csv, *plot;
  int kind;
  const tcf_variant *variants[MAX_VARIANTS];
  int variant_count;
  tcfft_desc desc;
} request;

// Half-precision cuFFT and the dynamic splitting of Sorna et al. 2018, Table 1, as printed there. Negative: none given.
static const struct {
  double range, half_cufft, dynamic_splitting;
} published[] = {
    {1e-9, 14.6843805313, 0.0000568428},
    {1e-6, 0.5265535712, 0.0000029240},
    {1e-3, 0.0126493834, 0.0000029515},
    {1, 0.0126134995, 0.0000029261},
    {1e2, 0.0125578260, 0.0000029014},
    {1e4, -1, 0.0000028950},
    {1e10, -1, 0.0000030171},
};
enum { PUBLISHED = sizeof published / sizeof *published };

// ------------------------------------------------------------------------------------------------ one row

typedef struct buffers {
  float *in, *out;
} buffers;

static tcfft_status fill_and_run(const tcf_problem *p, const tcfft_plan *plan, double range, buffers *b,
                                 tcf_accuracy_row *row) {
  const int64_t in_floats = tcf_problem_span(p, 0) * (tcf_kind_complex_in(p->kind) ? 2 : 1);
  const int64_t out_floats = tcf_problem_span(p, 1) * (tcf_kind_complex_out(p->kind) ? 2 : 1);
  b->in = malloc((size_t)in_floats * sizeof *b->in);
  b->out = malloc((size_t)out_floats * sizeof *b->out);
  if (!b->in || !b->out)
    return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "buffers of %lld floats", (long long)(in_floats + out_floats));
  tcf_fill_uniform(b->in, in_floats, range, (uint64_t)p->n[0]);
  memset(b->out, 0xff, (size_t)out_floats * sizeof *b->out);
  const tcfft_direction direction = tcf_natural_direction(p->kind);
  TCF_TRY(tcfft_exec_host(plan, b->in, b->out, direction));
  tcf_error error = {0};
  if (tcf_error_add(&error, p, direction, b->in, b->out, 0, 1))
    return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "the double-precision reference of n = %lld", (long long)p->n[0]);
  row->rel_l2 = tcf_error_rel_l2(&error);
  row->max_rel = tcf_error_max(&error);
  row->bound = tcfft_plan_error_bound(plan);
  return TCFFT_SUCCESS;
}

static tcfft_status measure(const request *r, const tcf_variant *variant, int64_t n, double range, tcf_accuracy_row *row) {
  tcfft_desc d = r->desc;
  d.kind = (tcfft_kind)r->kind;
  d.rank = 1;
  d.n[0] = n;
  d.batch = n < MIN_POINTS ? (MIN_POINTS + n - 1) / n : 1;
  d.algorithm = variant->algorithm;
  d.split = variant->split;
  d.tolerance = variant->tolerance;
  *row = (tcf_accuracy_row){.algorithm = variant->name, .n = n, .range = range};
  tcf_problem p;
  tcfft_plan *plan = NULL;
  buffers b = {0};
  tcfft_status status = tcf_problem_from_desc(&p, &d);
  if (status == TCFFT_SUCCESS) status = tcfft_plan_create(&plan, &d);
  if (status == TCFFT_SUCCESS) status = fill_and_run(&p, plan, range, &b, row);
  tcfft_plan_destroy(plan);
  free(b.in);
  free(b.out);
  return status;
}

// ------------------------------------------------------------------------------------------------ the table

static void print_head(const request *r, const tcfft_device_info *device, bool with_published) {
  printf("%s on %s, uniform data in [-r, r], against double precision\n", tcf_choice_name(tcf_kind_choices, r->kind),
         device->name);
  printf("%-10s %9s %8s %10s %10s %10s%s\n", "algorithm", "n", "r", "rel L2", "max", "bound",
         with_published ? "   published 2018: FP16 cuFFT, dynamic splitting" : "");
}

static void print_row(const tcf_accuracy_row *row, bool with_published) {
  printf("%-10s %9lld %8.3g %10.3e %10.3e %10.3e", row->algorithm, (long long)row->n, row->range, row->rel_l2, row->max_rel,
         row->bound);
  for (int i = 0; i < PUBLISHED && with_published; i++) {
    if (published[i].range != row->range) continue;
    if (published[i].half_cufft < 0)
      printf("   %26s", "N/A");
    else
      printf("   %26.3e", published[i].half_cufft);
    printf(", %17.3e", published[i].dynamic_splitting);
  }
  putchar('\n');
  fflush(stdout);
}

// Every algorithm over sizes and ranges, appended to the table and printed. A problem that an algorithm cannot do is said
// and left out.
static int sweep(const request *r, const tcfft_device_info *device, tcf_accuracy_table *t, const int64_t *sizes,
                 size_t size_count, const double *ranges, size_t range_count, bool with_published) {
  const bool over_ranges = range_count > 1 && size_count == 1;
  const size_t per_variant = size_count * range_count, total = per_variant * (size_t)r->variant_count;
  print_head(r, device, with_published);
  for (size_t i = 0; i < total; i++) {
    const tcf_variant *variant = r->variants[i / per_variant];
    const size_t at = i % per_variant;
    const int64_t n = sizes[at % size_count];
    const double range = ranges[at / size_count];
    tcf_accuracy_row row;
    tcf_progress("accuracy %zu of %zu: %s n=%lld range=%g", i + 1, total, variant->name, (long long)n, range);
    const tcfft_status status = measure(r, variant, n, range, &row);
    tcf_progress("%s", "");
    if (status == TCFFT_ERROR_UNSUPPORTED || status == TCFFT_ERROR_TOLERANCE) {
      printf("%-10s %9lld %8.3g  %s: %s\n", variant->name, (long long)n, range, tcfft_status_string(status),
             tcfft_last_error());
      continue;
    }
    if (status != TCFFT_SUCCESS) return tcf_library_failure(status);
    row.over_ranges = over_ranges;
    if (tcf_accuracy_append(t, &row)) return tcf_failure("out of memory", "%zu rows", t->count + 1);
    print_row(&row, with_published);
  }
  return 0;
}

// ------------------------------------------------------------------------------------------------ what is asked for

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

// The table of the paper, then the sizes.
static int run_default(request *r, const tcfft_device_info *device, tcf_accuracy_table *t) {
  const int64_t paper_size = 4096;
  const double one = 1;
  double ranges[PUBLISHED];
  int64_t sizes[19];
  for (int i = 0; i < PUBLISHED; i++) ranges[i] = published[i].range;
  for (int i = 0; i < 19; i++) sizes[i] = (int64_t)4 << i;
  int status = choose_variants(r, r->algorithms ? r->algorithms : "classic,tensor,half1,paper");
  if (!status) status = sweep(r, device, t, &paper_size, 1, ranges, PUBLISHED, r->kind == TCFFT_C2C);
  if (!status) putchar('\n');
  if (!status) status = choose_variants(r, r->algorithms ? r->algorithms : "classic,tensor");
  return status ? status : sweep(r, device, t, sizes, 19, &one, 1, false);
}

static int run_lists(request *r, const tcfft_device_info *device, tcf_accuracy_table *t) {
  int64_t *sizes = NULL;
  double *ranges = NULL;
  size_t size_count, range_count;
  char why[256];
  const char *size_text = r->sizes ? r->sizes : "4096", *range_text = r->ranges ? r->ranges : "1";
  int status = choose_variants(r, r->algorithms ? r->algorithms : "classic,tensor");
  if (!status && tcf_list_sizes(size_text, &sizes, &size_count, why, sizeof why))
    status = tcf_usage_error(&tcf_cmd_accuracy, "--sizes %s", why);
  if (!status && tcf_list_reals(range_text, &ranges, &range_count, why, sizeof why))
    status = tcf_usage_error(&tcf_cmd_accuracy, "--ranges %s", why);
  if (!status) status = sweep(r, device, t, sizes, size_count, ranges, range_count, false);
  free(sizes);
  free(ranges);
  return status;
}

static int run_request(request *r) {
  char why[256];
  tcfft_device_info device;
  tcf_accuracy_table t = {.kind = tcf_choice_name(tcf_kind_choices, r->kind)};
  tcf_outfile csv = {0};
  const tcfft_status found = tcf_resolve_device(&r->desc, &device);
  if (found != TCFFT_SUCCESS) return tcf_library_failure(found);
  t.device = device.name;
  int status = 0;
  if (r->plot && tcf_outfile_probe(r->plot, why, sizeof why)) return tcf_failure("cannot write", "%s", why);
  if (r->csv && tcf_outfile_open(&csv, r->csv, why, sizeof why)) return tcf_failure("cannot write", "%s", why);
  status = r->sizes || r->ranges ? run_lists(r, &device, &t) : run_default(r, &device, &t);
  if (!status && !t.count) status = tcf_failure("not possible for this problem", "no row could be computed");
  if (!status && r->csv) {
    tcf_accuracy_write_csv(&t, csv.file);
    if (tcf_outfile_commit(&csv, why, sizeof why)) status = tcf_failure("cannot write", "%s", why);
  }
  if (!status && r->plot && tcf_accuracy_plot(&t, r->plot, why, sizeof why)) status = tcf_failure("cannot plot", "%s", why);
  tcf_outfile_discard(&csv);
  free(t.rows);
  return status;
}

static int run(int argc, char **argv) {
  request r = {.kind = TCFFT_C2C, .desc = TCFFT_DESC_INIT};
  int status = 0;
  const tcf_option options[] = {
      {.name = "sizes", .type = TCF_OPTION_TEXT, .value = &r.sizes},
      {.name = "ranges", .type = TCF_OPTION_TEXT, .value = &r.ranges},
      {.name = "algorithm", .type = TCF_OPTION_TEXT, .value = &r.algorithms},
      {.name = "kind", .type = TCF_OPTION_CHOICE, .value = &r.kind, .choices = tcf_kind_choices},
      {.name = "device", .type = TCF_OPTION_TEXT, .value = &r.device},
      {.name = "csv", .type = TCF_OPTION_TEXT, .value = &r.csv},
      {.name = "plot", .type = TCF_OPTION_TEXT, .value = &r.plot},
      {0},
  };
  if (!tcf_options_parse(&tcf_cmd_accuracy, options, &argc, argv, &status)) return status;
  if (argc) return tcf_usage_error(&tcf_cmd_accuracy, "'%s': no argument expected", argv[0]);
  if ((status = tcf_choose_device(&tcf_cmd_accuracy, r.device, &r.desc)) != 0) return status;
  return run_request(&r);
}

static const char usage[] =
    "usage: tcfft accuracy [--sizes LIST] [--ranges LIST] [--algorithm A,B] [--kind K] [--device D]"
    " [--csv F] [--plot F.png]\n"
    "\n"
    "Prints the relative L2 error, the largest error over the largest value, and the bound that the plan predicts; at\n"
    "least 2^16 points enter a row. Without lists: the table of Sorna et al. 2018 (n = 4096, ranges 1e-9 to 1e10) beside\n"
    "the values published there, then n = 4 to 2^20 at range 1.\n"
    "\n"
    "  --sizes LIST     4:2^20 (doubling), 100:1000:100 (by a step), 2^10, 17,257,1009\n"
    "  --ranges LIST    1e-30,1,1e30: data are uniform in [-r, r]\n"
    "  --algorithm A,B  of classic, tensor (two FP16 terms), half1 (one), paper (as published in 2018)\n"
    "  --kind K         c2c (default), r2c, c2r, dct1, dct2, dct3, dct4\n"
    "  --device D       auto, host, cuda, opencl; cuda:1 or 'opencl:Intel' names one of several devices\n"
    "  --csv F          also write the rows to a file\n"
    "  --plot F.png     also plot them (gnuplot)";

const tcf_command tcf_cmd_accuracy = {
    .name = "accuracy",
    .summary = "errors against double precision, over sizes and data ranges",
    .usage = usage,
    .run = run,
};
