// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/report.h"

#include <math.h>
#include <string.h>
#include <time.h>

static int on_host(const tcf_report *r) { return r->backend == TCFFT_BACKEND_HOST; }

// ------------------------------------------------------------------------------------------------ tables on the terminal

// The versions of the device's software and of the peers.
static void print_software(const tcf_report *r, FILE *file, const char *separator) {
  char text[200];
  tcf_bench_platform(r->backend, r->index, text, sizeof text);
  if (*text) fprintf(file, "%s%s", separator, text);
  for (int i = 0; i < r->options->peer_count; i++) {
    if (!r->options->peers[i]->describe) continue;
    r->options->peers[i]->describe(text, sizeof text);
    fprintf(file, "%s%s", separator, text);
  }
}

void tcf_report_head(const tcf_report *r) {
  fputs(r->device, stdout);
  if (on_host(r))
    printf(", %d thread%s", r->threads, r->threads == 1 ? "" : "s");
  else
    print_software(r, stdout, ", ");
  printf(", medians\n%-28s %11s %8s %6s %8s %10s  %-12s", "problem", "ms", "GB/s", "copy", "GFLOP/s", "rel L2", "path");
  if (!on_host(r)) printf(" %8s %8s", "launches", "plan ms");
  for (int i = 0; i < r->options->peer_count; i++) {
    printf(" %11s %7s", r->options->peers[i]->name, "ratio");
    if (!on_host(r)) printf(" %9s", "rel L2");
  }
  putchar('\n');
  fflush(stdout);
}

static void print_peer(const tcf_report *r, const tcf_bench_peer *peer) {
  if (peer->timed)
    printf(" %11.5f %7.3f", peer->ms, peer->ratio);
  else
    printf(" %11s %7s", "-", "-");
  if (on_host(r)) return;
  if (isnan(peer->rel_l2))
    printf(" %9s", "-");
  else
    printf(" %9.1e", peer->rel_l2);
}

void tcf_report_row(const tcf_report *r, const tcf_bench_row *row) {
  printf("%-28s ", row->problem);
  if (!row->verified) {
    printf("FAIL: %s\n", row->why);
  } else {
    printf("%11.5f %8.2f %6.3f %8.2f %10.2e  %-12s", row->ms, row->gbps, row->copy_fraction, row->gflops, row->rel_l2,
           row->path);
    if (!on_host(r)) printf(" %8d %8.2f", row->launches, row->plan_ms);
    for (int i = 0; i < row->peers; i++)
      if (row->peer[i].timed || !on_host(r)) print_peer(r, &row->peer[i]);
    putchar('\n');
  }
  fflush(stdout);
}

static void print_mean(const tcf_report *r, int peer, const tcf_bench_row *const *rows, size_t count) {
  double sum = 0;
  int compared = 0;
  for (size_t i = 0; i < count; i++) {
    if (!rows[i]->verified || !rows[i]->peer[peer].timed) continue;
    sum += log(rows[i]->peer[peer].ratio);
    compared++;
  }
  if (!compared) return;
  if (on_host(r))
    printf("geometric mean of the ratios over %d rows: %.3f\n", compared, exp(sum / compared));
  else
    printf("geometric mean of the ratio to %s over %d rows: %.3f\n", r->options->peers[peer]->name, compared,
           exp(sum / compared));
}

void tcf_report_means(const tcf_report *r, const char *set, const tcf_bench_row *const *rows, size_t count) {
  double sum = 0;
  int verified = 0;
  for (size_t i = 0; i < count; i++) {
    if (!rows[i]->verified) continue;
    sum += log(rows[i]->copy_fraction);
    verified++;
  }
  if (!on_host(r)) {
    printf("%s%s%d of %zu rows are right", set ? set : "", set ? ": " : "", verified, count);
    if (verified) printf("; geometric mean of the fraction of a copy's speed: %.3f", exp(sum / verified));
    putchar('\n');
  }
  for (int i = 0; i < r->options->peer_count; i++) print_mean(r, i, rows, count);
  fflush(stdout);
}

static void print_slowest(const tcf_report *r, int peer, const tcf_bench_row *const *rows, size_t count, FILE *file) {
  enum { SHOWN = 5 };
  const tcf_bench_row *least[SHOWN] = {NULL};  // in order
  int slower = 0, much_slower = 0;
  for (size_t i = 0; i < count; i++) {
    const tcf_bench_row *row = rows[i];
    if (!row->verified || !row->peer[peer].timed) continue;
    slower += row->peer[peer].ratio < 0.97;
    much_slower += row->peer[peer].ratio < 0.90;
    for (int k = 0; k < SHOWN && row; k++) {
      if (least[k] && least[k]->peer[peer].ratio <= row->peer[peer].ratio) continue;
      const tcf_bench_row *next = least[k];
      least[k] = row;
      row = next;
    }
  }
  if (!least[0]) return;
  fprintf(file, "ratios to %s below 0.97: %d rows, below 0.90: %d rows; the least:\n", r->options->peers[peer]->name, slower,
          much_slower);
  for (int k = 0; k < SHOWN && least[k]; k++) fprintf(file, "  %7.3f  %s\n", least[k]->peer[peer].ratio, least[k]->problem);
}

void tcf_report_slowest(const tcf_report *r, const tcf_bench_row *const *rows, size_t count, FILE *file) {
  for (int i = 0; i < r->options->peer_count; i++) print_slowest(r, i, rows, count, file);
  fflush(file);
}

// ------------------------------------------------------------------------------------------------ CSV

void tcf_report_origin(const tcf_report *r, FILE *file) {
  char date[32];
  const time_t now = time(NULL);
  struct tm utc;
  strftime(date, sizeof date, "%Y-%m-%dT%H:%MZ", gmtime_r(&now, &utc));
  fprintf(file, "# %s, %s", date, r->device);
  print_software(r, file, ", ");
  fprintf(file, "\n");
  if (r->note) fprintf(file, "# %s\n", r->note);
}

void tcf_report_csv_head(const tcf_report *r, FILE *file) {
  if (on_host(r)) {
    fputs("device,algorithm,problem,ms,gbps,copy_fraction,gflops,peer,peer_ms,peer_ratio\n", file);
    return;
  }
  tcf_report_origin(r, file);
  fputs("device,set,algorithm,problem,ms,gbps,copy_fraction,gflops,rel_l2,launches,plan_ms", file);
  for (int i = 0; i < r->options->peer_count; i++) {
    const char *name = r->options->peers[i]->name;
    fprintf(file, ",%s_ms,%s_ratio,%s_rel_l2,%s_plan_ms", name, name, name, name);
  }
  fputs(",failure\n", file);
}

// Quotes a text that needs it: problems and device names have commas in them.
static void csv_text(FILE *file, const char *text) {
  if (!strpbrk(text, ",\"\n")) {
    fputs(text, file);
    return;
  }
  fputc('"', file);
  for (; *text; text++) {
    if (*text == '"') fputc('"', file);
    fputc(*text, file);
  }
  fputc('"', file);
}

static void csv_host_row(FILE *file, const tcf_bench_row *row) {
  fprintf(file, ",%.6g,%.6g,%.6g,%.6g,", row->ms, row->gbps, row->copy_fraction, row->gflops);
  if (row->peers && row->peer[0].timed)
    fprintf(file, "%s,%.6g,%.6g\n", row->peer[0].name, row->peer[0].ms, row->peer[0].ratio);
  else
    fputs("none,,\n", file);
}

void tcf_report_csv_row(const tcf_report *r, FILE *file, const char *set, const char *algorithm, const tcf_bench_row *row) {
  if (on_host(r) && !row->verified) return;
  csv_text(file, r->device);
  if (!on_host(r)) fprintf(file, ",%s", set ? set : "");
  fprintf(file, ",%s,", algorithm);
  csv_text(file, row->problem);
  if (on_host(r)) {
    csv_host_row(file, row);
    return;
  }
  if (row->verified)
    fprintf(file, ",%.6g,%.6g,%.6g,%.6g,%.3g,%d,%.4g", row->ms, row->gbps, row->copy_fraction, row->gflops, row->rel_l2,
            row->launches, row->plan_ms);
  else
    fputs(",,,,,,,", file);
  for (int i = 0; i < row->peers; i++) {
    const tcf_bench_peer *peer = &row->peer[i];
    if (peer->timed)
      fprintf(file, ",%.6g,%.6g,%.3g,%.4g", peer->ms, peer->ratio, peer->rel_l2, peer->plan_ms);
    else
      fputs(",,,,", file);
  }
  fputc(',', file);
  if (!row->verified) csv_text(file, row->why);
  fputc('\n', file);
  fflush(file);
}
