// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms a recording forward and back on the best device of this machine, and prints the error and the time.
//     tcfft_demo [RECORDING.wav]        without a recording, transforms a synthetic signal
//     tcfft_demo --signal FILE.wav      only writes that signal
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/riff.h"
#include "cli/wav.h"
#include "tcfft/tcfft.h"

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Two seconds of signals that show well in a spectrogram: a chirp from 100 Hz to 8 kHz, two steady tones, a click each half
// second, and noise 60 dB below.
static int make_signal(tcf_recording *s) {
  enum { RATE = 48000, SECONDS = 2 };
  const double circle = 6.283185307179586;
  uint32_t noise = 1;
  *s = (tcf_recording){.count = RATE * SECONDS, .rate = RATE, .channels = 1};
  float *samples = malloc((size_t)s->count * sizeof *samples);
  if (!samples) return -1;
  s->samples = samples;
  for (int64_t i = 0; i < s->count; i++) {
    const double t = (double)i / RATE, chirp = sin(circle * t * (100 + 1975 * t)),
                 tones = sin(circle * 1000 * t) + sin(circle * 12000 * t), click = i % (RATE / 2) == RATE / 4 ? 0.3 : 0;
    noise = 1664525 * noise + 1013904223;
    samples[i] = (float)(0.4 * chirp + 0.1 * tones + click + 0.001 * ((double)noise / 0x1p31 - 1));
  }
  return 0;
}

static int write_signal(const char *path) {
  tcf_recording s = {0};
  FILE *file = make_signal(&s) ? NULL : fopen(path, "wb");
  if (file) tcf_riff_write(file, s.samples, (uint32_t)s.count, s.rate);
  const int written = file && !ferror(file);
  const int closed = file && !fclose(file);
  free(s.samples);
  if (written && closed) return 0;
  perror(path);
  return -1;
}

// Reads the mean of a recording's channels.
static int read_recording(tcf_recording *s, const char *path) {
  char why[256];
  if (tcf_wav_read(s, path, why, sizeof why)) {
    fprintf(stderr, "%s: %s\n", path, why);
    return -1;
  }
  void *samples = s->samples;
  s->samples = tcf_recording_mean(s);
  s->type = TCFFT_F32;
  s->channels = 1;
  free(samples);
  if (s->samples) return 0;
  fprintf(stderr, "%s: out of memory\n", path);
  return -1;
}

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

// Prints the device and the time, and says what the time includes on a GPU.
static void print_device(const tcfft_plan *plan, double ms, int repeats) {
  tcfft_plan_describe(plan, NULL, 0);
  const size_t bytes = tcfft_last_text_size();
  char *text = calloc(bytes + 1, 1);
  const char *device = text && tcfft_plan_describe(plan, text, bytes) == TCFFT_SUCCESS ? strstr(text, "\ndevice:") : NULL;
  const char *name = device ? strstr(device, "name=") : NULL;
  const int on_host = device && !strncmp(device, "\ndevice:host:", strlen("\ndevice:host:"));
  if (name) printf("on %.*s: ", (int)strcspn(name, ":\n") - 5, name + 5);
  printf("forward and back in %.3f ms%s (median of %d)\n", ms,
         on_host ? "" : ", with the copies from and to the host's memory", repeats);
  free(text);
}

static int round_trip(const tcf_recording *s, const tcfft_plan *forward, const tcfft_plan *inverse) {
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
    print_device(forward, 1e3 * seconds[REPEATS / 2], REPEATS);
    const double error = relative_error(back, s->samples, s->count),
                 bound = tcfft_plan_error_bound(forward) + tcfft_plan_error_bound(inverse);
    printf("relative L2 error %.2e; predicted bound %.1e\n", error, bound);
    bad = !(error <= bound);
    if (bad) fprintf(stderr, "the error is above the predicted bound\n");
  }
  free(spectrum);
  free(back);
  return bad;
}

int main(int argc, char **argv) {
  tcf_recording s = {0};
  if (argc == 3 && !strcmp(argv[1], "--signal")) return write_signal(argv[2]) ? EXIT_FAILURE : EXIT_SUCCESS;
  if (argc > 1 ? read_recording(&s, argv[1]) : make_signal(&s)) return EXIT_FAILURE;
  printf("%s: %lld samples at %d Hz\n", argc > 1 ? argv[1] : "a chirp, tones and noise", (long long)s.count, s.rate);
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
