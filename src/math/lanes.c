// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "math/lanes.h"

#include <stdlib.h>

#include "base/cpu.h"
#include "math/twiddle.h"

// ------------------------------------------------------------------------------------------------ instances

void tcf_lanes_run_baseline(const tcf_lanes *lanes, double *rows);
#if defined(__x86_64__)
void tcf_lanes_run_avx2(const tcf_lanes *lanes, double *rows);
void tcf_lanes_run_avx512(const tcf_lanes *lanes, double *rows);
static tcf_lanes_runner *const runners[] = {tcf_lanes_run_baseline, tcf_lanes_run_avx2, tcf_lanes_run_avx512};
#else
static tcf_lanes_runner *const runners[] = {tcf_lanes_run_baseline};
#endif

void tcf_lanes_run(const tcf_lanes *lanes, double *rows) { lanes->run(lanes, rows); }

// ------------------------------------------------------------------------------------------------ tables

// Sets the radices and returns what remains of n. Passes by 4 come last of all in time, as they are the fastest ones and the
// first passes in time, with few columns, have the best of the cache anyway.
static int64_t factor(tcf_lanes *lanes, int64_t n) {
  static const int radices[] = {4, 2, 3, 5, 7, 11, TCF_LARGEST_LANE_RADIX};
  *lanes = (tcf_lanes){.n = n};
  for (size_t i = 0; i < sizeof radices / sizeof *radices; i++)
    for (; n % radices[i] == 0 && lanes->passes < TCF_LANE_PASSES; n /= radices[i])
      lanes->radix[lanes->passes++] = radices[i];
  return n;
}

int tcf_lanes_can(int64_t n) {
  tcf_lanes lanes;
  return n > 0 && n <= INT32_MAX && factor(&lanes, n) == 1;
}

// The place of element j is its digits in reverse order: the first pass has the lowest digit, and its parts lie farthest
// apart.
static void fill_places(tcf_lanes *lanes) {
  lanes->place[0] = 0;
  int64_t known = 1, apart = lanes->n;
  for (int p = 0; p < lanes->passes; p++) {
    apart /= lanes->radix[p];
    for (int r = 1; r < lanes->radix[p]; r++)
      for (int64_t j = 0; j < known; j++) lanes->place[r * known + j] = (int32_t)(lanes->place[j] + r * apart);
    known *= lanes->radix[p];
  }
}

static void fill_twiddles(tcf_lanes *lanes, const tcf_roots *roots) {
  double *to = lanes->memory;
  int64_t n = lanes->n, unit = 1;
  for (int p = 0; p < lanes->passes; unit *= lanes->radix[p++]) {
    const int radix = lanes->radix[p];
    n /= radix;
    lanes->root[p] = to;
    for (int r = 0; r < radix; r++, to += 2) tcf_root(roots, r * n * unit, to);
    lanes->twiddle[p] = to;
    for (int64_t k = 0; k < n; k++)
      for (int r = 1; r < radix; r++, to += 2) tcf_root(roots, r * k * unit, to);
  }
}

tcfft_status tcf_lanes_init(tcf_lanes *lanes, int64_t n) {
  tcf_roots roots;
  factor(lanes, n);
  lanes->run = runners[tcf_cpu_level()];
  int64_t count = 0, rest = n;
  for (int p = 0; p < lanes->passes; p++) {
    rest /= lanes->radix[p];
    count += lanes->radix[p] + (lanes->radix[p] - 1) * rest;
  }
  lanes->memory = tcf_alloc((size_t)(2 * count) * sizeof *lanes->memory);
  lanes->place = tcf_alloc((size_t)n * sizeof *lanes->place);
  const int failed = !lanes->memory || !lanes->place || tcf_roots_init(&roots, n) != TCFFT_SUCCESS;
  if (failed) {
    tcf_lanes_free(lanes);
    return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory to transform %lld points", (long long)n);
  }
  fill_twiddles(lanes, &roots);
  fill_places(lanes);
  tcf_roots_free(&roots);
  return TCFFT_SUCCESS;
}

void tcf_lanes_free(tcf_lanes *lanes) {
  free(lanes->memory);
  free(lanes->place);
  *lanes = (tcf_lanes){0};
}
