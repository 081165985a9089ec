// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A recording, transformed forward and back on the best device of this machine: how far off it comes back, by which path,
// how fast.
//     tcfft_demo [RECORDING.wav]        without one, or without libsndfile, a tone that rises
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef TCF_HAVE_SNDFILE
#include <sndfile.h>
#endif

#include "tcfft/tcfft.h"

typedef struct sound {
  float *samples;
  int64_t count;
  int rate;
} sound;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Two seconds from 100 Hz to 8 kHz.
static int make_tone(sound *s) {
  *s = (sound){.count = 96000, .rate = 48000};
  s->samples = malloc((size_t)s->count * sizeof *s->samples);
  if (!s->samples) return -1;
  for (int64_t i = 0; i < s->count; i++) {
    const double t = (double)i / s->rate;
    s->samples[i] = (float)(0.5 * sin(6.283185307179586 * t * (100 + 1975 * t)));
  }
  return 0;
}

#ifdef TCF_HAVE_SNDFILE
// The first channel of a recording.
static int read_recording(sound *s, const char *path) {
  SF_INFO info = {0};
  SNDFILE *file = sf_open(path, SFM_READ, &info);
  if (!file || info.frames < 1) {
    fprintf(stderr, "%s: %s\n", path, file ? "is empty" : sf_strerror(NULL));
    if (file) sf_close(file);
    return -1;
  }
  float *all = malloc((size_t)info.frames * (size_t)info.channels * sizeof *all);
  *s = (sound){.rate = info.samplerate};
  s->samples = malloc((size_t)info.frames * sizeof *s->samples);
  if (all && s->samples) s->count = sf_readf_float(file, all, info.frames);
  for (int64_t i = 0; i < s->count; i++) s->samples[i] = all[i * info.channels];
  free(all);
  sf_close(file);
  return s->count > 0 ? 0 : -1;
}
#else
static int read_recording(sound *s, const char *path) {
  fprintf(stderr, "%s: built without libsndfile, taking a tone instead\n", path);
  return make_tone(s);
}
#endif

static int failed(const char *what, tcfft_status status) {
  if (status == TCFFT_SUCCESS) return 0;
  fprintf(stderr, "%s: %s: %s\n", what, tcfft_status_string(status), tcfft_last_error());
  return 1;
}

static double relative_error(const float *a, const float *b, int64_t count) {
  double error = 0, norm = 0;
  for (int64_t i = 0; i < count; i++) {
    error += ((double)a[i] - b[i]) * ((double)a[i] - b[i]);
    norm += (double)b[i] * b[i];
  }
  return norm > 0 ? sqrt(error / norm) : 0;
}

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void show_path(const char *name, const tcfft_plan *plan) {
  tcfft_plan_describe(plan, NULL, 0);
  const size_t bytes = tcfft_last_text_size();
  char *text = malloc(bytes);
  if (!text || tcfft_plan_describe(plan, text, bytes) != TCFFT_SUCCESS) {
    free(text);
    return;
  }
  printf("%s\n", name);
  for (const char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) printf("  %s\n", line);
  free(text);
}

static int round_trip(const sound *s, const tcfft_plan *forward, const tcfft_plan *inverse) {
  enum { REPEATS = 21 };
  float *spectrum = malloc((size_t)(s->count / 2 + 1) * 2 * sizeof *spectrum);
  float *back = malloc((size_t)s->count * sizeof *back);
  double seconds[REPEATS];
  int bad = !spectrum || !back;
  for (int r = 0; r < REPEATS && !bad; r++) {
    const double start = now();
    bad = failed("forward", tcfft_exec_host(forward, s->samples, spectrum, TCFFT_FORWARD)) ||
          failed("inverse", tcfft_exec_host(inverse, spectrum, back, TCFFT_INVERSE));
    seconds[r] = now() - start;
  }
  if (!bad) {
    qsort(seconds, REPEATS, sizeof *seconds, by_value);
    printf("round trip: relative L2 error %.2e (predicted %.1e each way), %.3f ms there and back (median of %d)\n",
           relative_error(back, s->samples, s->count), tcfft_plan_error_bound(forward), 1e3 * seconds[REPEATS / 2], REPEATS);
    show_path("path forward:", forward);
    show_path("path back:", inverse);
  }
  free(spectrum);
  free(back);
  return bad;
}

int main(int argc, char **argv) {
  sound s = {0};
  if (argc > 1 ? read_recording(&s, argv[1]) : make_tone(&s)) return EXIT_FAILURE;
  printf("%s: %lld samples at %d Hz\n", argc > 1 ? argv[1] : "a rising tone", (long long)s.count, s.rate);
  tcfft_desc d = TCFFT_DESC_INIT;
  d.kind = TCFFT_R2C;
  d.rank = 1;
  d.n[0] = s.count;
  d.scale[TCFFT_INVERSE] = 1.0 / (double)s.count;
  tcfft_plan *forward = NULL, *inverse = NULL;
  int bad = failed("planning forward", tcfft_plan_create(&forward, &d));
  d.kind = TCFFT_C2R;
  bad = bad || failed("planning back", tcfft_plan_create(&inverse, &d)) || round_trip(&s, forward, inverse);
  tcfft_plan_destroy(forward);
  tcfft_plan_destroy(inverse);
  free(s.samples);
  return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
