// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tunes problems on CUDA device 0 and prints the fastest tiles as rows of classic/cuda/tuned_rows.h. It reads one problem
// from each line of its input. bench/tile_table.sh runs this tool; it is no part of the library.
//     tcfft_cuda_tiles < PROBLEMS
#include <stdio.h>
#include <string.h>

#include "classic/cuda/tuned.h"
#include "core/desc.h"
#include "core/registry.h"
#include "planner/tune.h"
#include "tile/io.h"

static int failure(const char *what) {
  fprintf(stderr, "tcfft_cuda_tiles: %s: %s\n", what, tcfft_last_error());
  return 1;
}

// Prints the row of a stage: layout, kind, points, fft, transforms and threads per transform, fraction of a copy's speed.
static void print_row(const tcf_stage *s, const tcf_device *d) {
  static const char *const layouts[] = {"ROWS", "COLUMNS", "FIRST", "LAST", "FOLD", "UNFOLD"};
  static const char *const kinds[] = {"C2C", "R2C", "C2R"};
  tcf_tile with_io = {0};
  tcf_tile_set_io(&with_io, s);
  const tcf_tuned_layout layout = tcf_tuned_layout_of(s, &with_io);
  if (strcmp(s->kernel->name, "cuda_tile") != 0 || layout == TCF_TUNED_LAYOUTS || s->kind > TCFFT_C2R) return;
  char fft[TCF_FFT_TEXT + 3];
  snprintf(fft, sizeof fft, "\"%s\",", s->fft);
  printf("{TCF_TUNED_%s,%*s TCFFT_%s, %5d, %-16s %3d, %4d, %.2f},\n", layouts[layout], 7 - (int)strlen(layouts[layout]), "",
         kinds[s->kind], (int)s->points, fft, (int)s->width, (int)(s->threads / s->width),
         (double)s->bytes / s->time / d->copy);
}

int main(void) {
  const tcf_backend *backend = tcf_backend_for(TCFFT_BACKEND_CUDA);
  const tcf_tune_options measured = {.again = 1, .thorough = 1};  // rows are of one run
  tcf_device d;
  if (!backend || backend->query(0, &d) != TCFFT_SUCCESS) return failure("no device");
  char line[200];
  while (fgets(line, sizeof line, stdin)) {
    tcfft_desc desc = TCFFT_DESC_INIT;
    tcf_problem p;
    tcf_schedule s;
    line[strcspn(line, "\n")] = 0;
    if (tcfft_desc_parse(&desc, line) != TCFFT_SUCCESS || tcf_problem_from_desc(&p, &desc) != TCFFT_SUCCESS ||
        tcf_tune_run(&s, &p, &d, backend, 1, &measured, NULL) != TCFFT_SUCCESS)
      return failure(line);
    for (int i = 0; i < s.stages; i++) print_row(&s.stage[i], &d);
    fflush(stdout);
  }
  return 0;
}
