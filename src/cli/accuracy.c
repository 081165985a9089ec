// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "accuracy.h"

#include <stdlib.h>
#include <string.h>

#include "outfile.h"
#include "plot.h"

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

void tcf_accuracy_write_csv(const tcf_accuracy_table *t, FILE *file) {
  fputs("device,algorithm,kind,n,range,rel_l2,max_rel,bound\n", file);
  for (size_t i = 0; i < t->count; i++) {
    const tcf_accuracy_row *row = &t->rows[i];
    tcf_csv_text(file, t->device);
    fprintf(file, ",%s,%s,%lld,%.6g,%.6g,%.6g,%.6g\n", row->algorithm, t->kind, (long long)row->n, row->range, row->rel_l2,
            row->max_rel, row->bound);
  }
}

// Rows that belong to one curve follow each other.
static bool same_curve(const tcf_accuracy_row *a, const tcf_accuracy_row *b) {
  if (strcmp(a->algorithm, b->algorithm) != 0 || a->over_ranges != b->over_ranges) return false;
  return a->over_ranges ? a->n == b->n : a->range == b->range;
}

static size_t curve_end(const tcf_accuracy_table *t, size_t start) {
  size_t end = start + 1;
  while (end < t->count && same_curve(&t->rows[start], &t->rows[end])) end++;
  return end;
}

// The curves as data blocks $c0, $c1, ..: x, error, bound.
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

// One panel: the curves over ranges, or those over sizes.
static void write_panel(const tcf_accuracy_table *t, tcf_plot *plot, bool over_ranges) {
  FILE *file = plot->file;
  fprintf(file, "set xlabel '%s'\nset logscale x %d\n", over_ranges ? "data range" : "n", over_ranges ? 10 : 2);
  fprintf(file, "set format x '%s'\n", over_ranges ? "10^{%L}" : "2^{%L}");
  int curve = 0, drawn = 0;
  for (size_t i = 0, end; i < t->count; i = end, curve++) {
    const tcf_accuracy_row *row = &t->rows[i];
    char title[64];
    end = curve_end(t, i);
    if (row->over_ranges != over_ranges) continue;
    if (over_ranges)
      snprintf(title, sizeof title, "%s, n = %lld", row->algorithm, (long long)row->n);
    else
      snprintf(title, sizeof title, "%s, range %g", row->algorithm, row->range);
    fputs(drawn ? ", " : "plot ", file);
    fprintf(file, "$c%d using 1:2 with linespoints lc %d pt 7 title ", curve, drawn + 1);
    tcf_plot_text(plot, title);
    fprintf(file, ", $c%d using 1:3 with lines lc %d dt 2 notitle", curve, drawn + 1);
    drawn++;
  }
  fputc('\n', file);
}

int tcf_accuracy_plot(const tcf_accuracy_table *t, const char *path, char *why, size_t why_cap) {
  int panels[2] = {0, 0};
  for (size_t i = 0; i < t->count; i++) panels[t->rows[i].over_ranges] = 1;
  tcf_plot plot;
  if (tcf_plot_begin(&plot, 900, 450 * (panels[0] + panels[1]), why, why_cap)) return -1;
  write_data(t, plot.file);
  fputs("set ylabel 'relative L2 error (dashed: bound)'\nset logscale y\nset format y '10^{%L}'\n", plot.file);
  char title[256];
  snprintf(title, sizeof title, "%s on %s", t->kind, t->device);
  fprintf(plot.file, "set multiplot layout %d,1 title ", panels[0] + panels[1]);
  tcf_plot_text(&plot, title);
  fputc('\n', plot.file);
  for (int over_ranges = 1; over_ranges >= 0; over_ranges--)
    if (panels[over_ranges]) write_panel(t, &plot, over_ranges != 0);
  fputs("unset multiplot\n", plot.file);
  return tcf_plot_finish(&plot, path, why, why_cap);
}
