// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "cli/accuracy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/outfile.h"
#include "cli/plot.h"

int tcf_accuracy_append(tcf_accuracy_table *t, const tcf_accuracy_row *row) {
  if (t->count == t->cap) {
    const size_t cap = t->cap ? 2 * t->cap : 64;
    tcf_accuracy_row *rows = realloc(t->rows, cap * sizeof *rows);
    if (!rows) return -1;
    t->rows = rows;
    t->cap = cap;
  }
  t->rows[t->count++] = *row;
  return 0;
}

const tcf_published tcf_published_errors[] = {
    {1e-9, 14.6843805313, 0.0000568428},
    {1e-6, 0.5265535712, 0.0000029240},
    {1e-3, 0.0126493834, 0.0000029515},
    {1, 0.0126134995, 0.0000029261},
    {1e2, 0.0125578260, 0.0000029014},
    {1e4, -1, 0.0000028950},
    {1e10, -1, 0.0000030171},
    {0, -1, -1},
};

// The published errors for the input and size of this row; a row without numbers if there are none.
static const tcf_published *published(const tcf_accuracy_table *t, const tcf_accuracy_row *row) {
  const tcf_published *p = tcf_published_errors;
  if (row->n != TCF_PUBLISHED_SIZE || strcmp(row->input, "uniform") != 0 || strcmp(t->kind, "c2c") != 0)
    return p + TCF_PUBLISHED_ERRORS;
  while (p->range > 0 && p->range != row->range) p++;
  return p;
}

// ------------------------------------------------------------------------------------------------ verdicts

bool tcf_accuracy_above_bound(const tcf_accuracy_row *row) { return !(row->rel_l2 <= row->bound); }

bool tcf_accuracy_above_peer(const tcf_accuracy_table *t, const tcf_accuracy_row *row, int peer) {
  const tcf_accuracy_peer *other = &row->peer[peer];
  if (t->report->options->peers[peer]->half || !other->measured || isnan(other->rel_l2)) return false;
  return !(row->rel_l2 <= other->rel_l2);
}

// Writes "ok", or "above" and what the error exceeds: "bound" or names of peers.
static void write_verdict(const tcf_accuracy_table *t, const tcf_accuracy_row *row, FILE *file) {
  bool above = tcf_accuracy_above_bound(row);
  if (above) fputs("above bound", file);
  for (int i = 0; i < t->report->options->peer_count; i++) {
    if (!tcf_accuracy_above_peer(t, row, i)) continue;
    fprintf(file, "%s %s", above ? "" : "above", t->report->options->peers[i]->name);
    above = true;
  }
  if (!above) fputs("ok", file);
}

// ------------------------------------------------------------------------------------------------ table on the terminal

void tcf_accuracy_print_head(const tcf_accuracy_table *t) {
  const tcf_bench_options *o = t->report->options;
  printf("%s on %s, relative L2 errors against %s precision\n", t->kind, t->report->device,
         strstr(t->kind, ":f64") ? "more than double" : "double");
  printf("%-9s %-8s %9s %8s %10s %10s %10s", "algorithm", "input", "n", "r", "rel L2", "max", "bound");
  for (int i = 0; i < o->peer_count; i++) printf(" %10s", o->peers[i]->name);
  puts("  verdict");
}

void tcf_accuracy_print_row(const tcf_accuracy_table *t, const tcf_accuracy_row *row) {
  printf("%-9s %-8s %9lld %8.3g %10.3e %10.3e %10.3e", row->algorithm, row->input, (long long)row->n, row->range,
         fabs(row->rel_l2), fabs(row->max_rel), row->bound);
  for (int i = 0; i < t->report->options->peer_count; i++) {
    if (row->peer[i].measured)
      printf(" %10.3e", fabs(row->peer[i].rel_l2));  // fabs drops the sign of a NaN
    else
      printf(" %10s", "-");
  }
  fputs("  ", stdout);
  write_verdict(t, row, stdout);
  const tcf_published *p = published(t, row);
  if (p->dynamic_splitting > 0) printf("; 2018: %.3e", p->dynamic_splitting);
  if (p->half_cufft > 0) printf(", FP16 cuFFT %.3e", p->half_cufft);
  putchar('\n');
  fflush(stdout);
}

// ------------------------------------------------------------------------------------------------ CSV

static void write_number(FILE *file, bool there, double value) {
  fputc(',', file);
  if (there) fprintf(file, "%.6g", isnan(value) ? fabs(value) : value);
}

void tcf_accuracy_write_csv(const tcf_accuracy_table *t, FILE *file) {
  const tcf_bench_options *o = t->report->options;
  if (t->report->backend != TCFFT_BACKEND_HOST) tcf_report_origin(t->report, file);
  fputs("device,algorithm,kind,input,n,range,rel_l2,max_rel,bound", file);
  for (int i = 0; i < o->peer_count; i++) fprintf(file, ",%s_rel_l2", o->peers[i]->name);
  fputs(",published_half_cufft,published_splitting,verdict\n", file);
  for (size_t i = 0; i < t->count; i++) {
    const tcf_accuracy_row *row = &t->rows[i];
    const tcf_published *p = published(t, row);
    tcf_csv_text(file, t->report->device);
    fprintf(file, ",%s,%s,%s,%lld", row->algorithm, t->kind, row->input, (long long)row->n);
    const double numbers[] = {row->range, row->rel_l2, row->max_rel, row->bound};
    for (int k = 0; k < 4; k++) write_number(file, true, numbers[k]);
    for (int k = 0; k < o->peer_count; k++) write_number(file, row->peer[k].measured, row->peer[k].rel_l2);
    write_number(file, p->half_cufft > 0, p->half_cufft);
    write_number(file, p->dynamic_splitting > 0, p->dynamic_splitting);
    fputc(',', file);
    write_verdict(t, row, file);
    fputc('\n', file);
  }
}

// ------------------------------------------------------------------------------------------------ the plot

// The order of curves: rows of one curve compare as equal.
static int compare_curves(const tcf_accuracy_row *a, const tcf_accuracy_row *b) {
  if (a->over_ranges != b->over_ranges) return a->over_ranges ? -1 : 1;
  int order = strcmp(a->algorithm, b->algorithm);
  if (!order) order = strcmp(a->input, b->input);
  if (!order && a->over_ranges) order = (a->n > b->n) - (a->n < b->n);
  if (!order && !a->over_ranges) order = (a->range > b->range) - (a->range < b->range);
  return order;
}

static int compare_rows(const void *x, const void *y) {
  const tcf_accuracy_row *a = x, *b = y;
  const int order = compare_curves(a, b);
  if (order) return order;
  return a->over_ranges ? (a->range > b->range) - (a->range < b->range) : (a->n > b->n) - (a->n < b->n);
}

static size_t curve_end(const tcf_accuracy_table *t, size_t start) {
  size_t end = start + 1;
  while (end < t->count && !compare_curves(&t->rows[start], &t->rows[end])) end++;
  return end;
}

// Writes the curves as data blocks $c0, $c1, .. with the columns x, error, bound.
static void write_data(const tcf_accuracy_table *t, FILE *file) {
  int curve = 0;
  for (size_t i = 0, end; i < t->count; i = end) {
    end = curve_end(t, i);
    fprintf(file, "$c%d << EOD\n", curve++);
    for (size_t j = i; j < end; j++) {
      const tcf_accuracy_row *row = &t->rows[j];
      fprintf(file, "%.9g %.9g %.9g\n", row->over_ranges ? row->range : (double)row->n, row->rel_l2, row->bound);
    }
    fputs("EOD\n", file);
  }
}

// If all points have the same x, the span has to be given: gnuplot would choose one and print a warning.
static void write_span(const tcf_accuracy_table *t, FILE *file, bool over_ranges) {
  double low = INFINITY, high = 0;
  for (size_t i = 0; i < t->count; i++) {
    const double x = over_ranges ? t->rows[i].range : (double)t->rows[i].n;
    if (t->rows[i].over_ranges == over_ranges) low = fmin(low, x), high = fmax(high, x);
  }
  if (low < high)
    fputs("set xrange [*:*]\n", file);
  else
    fprintf(file, "set xrange [%.9g:%.9g]\n", low / 2, high * 2);
}

// Writes one panel: the curves over ranges, or those over sizes.
static void write_panel(const tcf_accuracy_table *t, tcf_plot *plot, bool over_ranges) {
  FILE *file = plot->file;
  fprintf(file, "set xlabel '%s'\nset logscale x %d\n",
          over_ranges ? "range r of the data (values from -r to r)" : "length n (points)", over_ranges ? 10 : 2);
  fprintf(file, "set format x '%s'\n", over_ranges ? "10^{%L}" : "2^{%L}");
  write_span(t, file, over_ranges);
  int curve = 0, drawn = 0;
  for (size_t i = 0, end; i < t->count; i = end, curve++) {
    const tcf_accuracy_row *row = &t->rows[i];
    char title[120];
    end = curve_end(t, i);
    if (row->over_ranges != over_ranges) continue;
    const tcf_plot_style style = tcf_plot_style_of(row->algorithm);
    if (over_ranges)
      snprintf(title, sizeof title, "%s: %s, n = %lld", style.title, row->input, (long long)row->n);
    else
      snprintf(title, sizeof title, "%s: %s, range %g", style.title, row->input, row->range);
    // Curves of one algorithm share its colour and differ in the type of points.
    fputs(drawn ? ", " : "plot ", file);
    fprintf(file, "$c%d using 1:2 with linespoints lc rgb '%s' pt %d title ", curve, style.colour, 4 + drawn);
    tcf_plot_text(plot, title);
    fprintf(file, ", $c%d using 1:3 with lines lc rgb '%s' dt 2 notitle", curve, style.colour);
    drawn++;
  }
  fputc('\n', file);
}

int tcf_accuracy_plot(tcf_accuracy_table *t, FILE *out, char *why, size_t why_cap) {
  qsort(t->rows, t->count, sizeof *t->rows, compare_rows);
  int panels[2] = {0, 0};
  for (size_t i = 0; i < t->count; i++) panels[t->rows[i].over_ranges] = 1;
  tcf_plot plot;
  if (tcf_plot_begin(&plot, 900, 450 * (panels[0] + panels[1]), why, why_cap)) return -1;
  write_data(t, plot.file);
  fputs("set ylabel 'relative L2 error, 1 = 100 % (dashed: bound)'\nset logscale y\nset format y '10^{%L}'\n", plot.file);
  char what[100];
  snprintf(what, sizeof what, "%s against double precision", t->kind);
  fprintf(plot.file, "set multiplot layout %d,1 title ", panels[0] + panels[1]);
  tcf_plot_title(&plot, what, t->report->device);
  fputs(" noenhanced\n", plot.file);
  for (int over_ranges = 1; over_ranges >= 0; over_ranges--)
    if (panels[over_ranges]) write_panel(t, &plot, over_ranges != 0);
  fputs("unset multiplot\n", plot.file);
  return tcf_plot_finish(&plot, out, why, why_cap);
}
