// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "cli/recording.h"

#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

int tcf_recording_reserve(tcf_recording *r, int64_t *cap, int64_t count, char *why, size_t why_cap) {
  if (count <= *cap) return 0;
  const int64_t larger = count > 2 * *cap ? count : 2 * *cap;
  const size_t bytes = (size_t)r->channels * (r->type == TCFFT_I16 ? sizeof(int16_t) : sizeof(float));
  char *samples = realloc(r->samples, (size_t)larger * bytes);
  if (!samples) return tcf_because(why, why_cap, "out of memory after %lld samples", (long long)r->count);
  memset(samples + (size_t)r->count * bytes, 0, (size_t)(larger - r->count) * bytes);
  r->samples = samples;
  *cap = larger;
  return 0;
}

float *tcf_recording_mean(const tcf_recording *r) {
  float *mean = malloc((size_t)r->count * sizeof *mean);
  for (int64_t i = 0; mean && i < r->count; i++) {
    float sum = 0;
    for (int c = 0; c < r->channels; c++) {
      const int64_t at = i * r->channels + c;
      sum += r->type == TCFFT_I16 ? (float)((const int16_t *)r->samples)[at] / 0x1p15f : ((const float *)r->samples)[at];
    }
    mean[i] = sum / (float)r->channels;
  }
  return mean;
}
