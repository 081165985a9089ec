// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "cli/sparse_recording.h"

#include <math.h>
#include <stdlib.h>

#include "cli/command.h"
#include "cli/npy.h"
#include "cli/outfile.h"
#include "cli/random.h"

enum { STEADY, DRIFTING, KEYED, KINDS };
enum { CARRIERS = 36, BLOCK = 1024 };

static const char *const kind_names[KINDS] = {"steady", "drifting", "keyed"};
static const double TURN = 6.28318530717958647692;

// A filter before the converter leaves the edges of the band empty. Stations keep to multiples of 1 kHz, which the best of
// them meet to a hundredth of a hertz; others drift. Powers are in dB relative to that of amplitude 1, those of keyed
// carriers while they are on. A dot of 0.1 s is that of 12 words a minute; a transmitter's edges are soft, for clicks would
// be heard on other frequencies.
static const double USED_BAND = 0.9, RASTER = 1000, NOISE = -20, WEAKEST = -50, STRONGEST = -40, MOST_DRIFT = 0.2, DOT = 0.1,
                    EDGE = 0.01;

typedef struct carrier {
  int kind;
  double frequency;  // in the middle of the recording
  double drift;      // Hz a second
  double amplitude, phase;
  uint64_t dots;  // 1: the transmitter is on; repeats after 64 dots
  double start;   // in dots
  double energy;  // of the samples so far
} carrier;

// ------------------------------------------------------------------------------------------------ drawing carriers

// Marks of one or three dots with pauses of one or three dots between them.
static uint64_t draw_dots(uint64_t *random) {
  uint64_t dots = 0;
  for (int have = 0; have < 61;) {
    const int mark = tcf_draw(random) % 2 ? 3 : 1, pause = tcf_draw(random) % 4 ? 1 : 3;
    for (int i = 0; i < mark; i++) dots |= UINT64_C(1) << have++;
    have += pause;
  }
  return dots;
}

// A frequency that no other carrier has. A band too narrow for the raster gets a finer one.
static double draw_frequency(const carrier *c, int count, double rate, uint64_t *random) {
  const double raster = fmin(RASTER, rate / (16 * CARRIERS));
  for (;;) {
    const double f = raster * floor((tcf_draw_uniform(random) - 0.5) * USED_BAND * rate / raster);
    int i = 0;
    while (i < count && fabs(c[i].frequency - f) > raster / 2) i++;
    if (i == count) return f;
  }
}

// Two thirds are steady, a sixth each drift or are keyed.
static int kind_of(int i) { return i % 6 < 4 ? STEADY : i % 6 == 4 ? DRIFTING : KEYED; }

static int by_frequency(const void *a, const void *b) {
  const double x = ((const carrier *)a)->frequency, y = ((const carrier *)b)->frequency;
  return (x > y) - (x < y);
}

static void draw_carriers(carrier *c, double rate, uint64_t *random) {
  for (int i = 0; i < CARRIERS; i++) {
    c[i] = (carrier){.kind = kind_of(i), .frequency = draw_frequency(c, i, rate, random)};
    c[i].amplitude = pow(10, (WEAKEST + (STRONGEST - WEAKEST) * tcf_draw_uniform(random)) / 20);
    c[i].phase = tcf_draw_uniform(random);
    if (c[i].kind == DRIFTING) c[i].drift = (2 * tcf_draw_uniform(random) - 1) * MOST_DRIFT;
    if (c[i].kind == KEYED) c[i].dots = draw_dots(random);
    c[i].start = 64 * tcf_draw_uniform(random);
  }
  qsort(c, CARRIERS, sizeof *c, by_frequency);
}

// ------------------------------------------------------------------------------------------------ samples

// Amplitude at a time in seconds, with edges that are half a period of a cosine.
static double amplitude_at(const carrier *c, double seconds) {
  if (c->kind != KEYED) return c->amplitude;
  const double dots = seconds / DOT + c->start, into = (dots - floor(dots)) * DOT / EDGE;
  const int64_t now = (int64_t)floor(dots);
  const double level = (double)(c->dots >> (now & 63) & 1), before = (double)(c->dots >> ((now - 1) & 63) & 1);
  const double left = into < 1 ? 0.5 + 0.5 * cos(TURN / 2 * into) : 0;
  return c->amplitude * (level + (before - level) * left);
}

// Adds a carrier to the samples of a block, the first of which is taken at `seconds`. Frequency and slope of the amplitude
// are constant within a block, which is short beside the time in which they change.
static void add_carrier(carrier *c, double *sample, int64_t count, double seconds, double middle, double rate) {
  const double from = amplitude_at(c, seconds), to = amplitude_at(c, seconds + (double)count / rate);
  const double time = seconds - middle, turns = c->phase + c->frequency * time + c->drift * time * time / 2;
  const double now = c->frequency + c->drift * (time + (double)count / rate / 2), angle = TURN * (turns - floor(turns));
  const double step_re = cos(TURN * now / rate), step_im = sin(TURN * now / rate), slope = (to - from) / (double)count;
  double re = cos(angle), im = sin(angle);
  for (int64_t i = 0; i < count; i++) {
    const double a = from + slope * (double)i, next = re * step_re - im * step_im;
    sample[2 * i] += a * re;
    sample[2 * i + 1] += a * im;
    im = re * step_im + im * step_re;
    re = next;
  }
  c->energy += (from * from + from * to + to * to) / 3 * (double)count;
}

static void set_noise(double *sample, int64_t count, uint64_t *random) {
  const double deviation = pow(10, NOISE / 20) / sqrt(2);
  for (int64_t i = 0; i < count; i++) {
    const double size = deviation * sqrt(-2 * log(1 - tcf_draw_uniform(random))), angle = TURN * tcf_draw_uniform(random);
    sample[2 * i] = size * cos(angle);
    sample[2 * i + 1] = size * sin(angle);
  }
}

static void fill(const tcf_sparse_recording *r, carrier *c, float *samples, uint64_t *random) {
  double block[2 * BLOCK];
  for (int64_t first = 0; first < r->n; first += BLOCK) {
    const int64_t count = r->n - first < BLOCK ? r->n - first : BLOCK;
    set_noise(block, count, random);
    for (int i = 0; i < CARRIERS; i++)
      add_carrier(&c[i], block, count, (double)first / r->rate, (double)r->n / r->rate / 2, r->rate);
    for (int64_t i = 0; i < 2 * count; i++) samples[2 * first + i] = (float)block[i];
  }
}

// ------------------------------------------------------------------------------------------------ files

static void write_carriers(FILE *file, const tcf_sparse_recording *r, const carrier *c) {
  fputs("carrier,frequency_hz,power_db,kind,drift_hz_s\n", file);
  for (int i = 0; i < CARRIERS; i++)
    fprintf(file, "%d,%.2f,%.2f,%s,%.2f\n", i + 1, c[i].frequency, 10 * log10(c[i].energy / (double)r->n),
            kind_names[c[i].kind], c[i].drift);
}

static int write_files(const tcf_sparse_recording *r, const carrier *c, const float *samples, tcf_outfile *npy,
                       tcf_outfile *csv) {
  tcf_npy_write(npy->file, samples, TCFFT_F32, true, 1, &r->n);
  const int status = tcf_outfile_commit(npy);
  if (status || !csv->file) return status;
  write_carriers(csv->file, r, c);
  return tcf_outfile_commit(csv);
}

int tcf_sparse_record(const tcf_sparse_recording *r, const char *npy, const char *csv) {
  carrier c[CARRIERS];
  tcf_outfile out = {0}, list = {0};
  uint64_t random = r->seed;
  int status = tcf_outfile_open(&out, npy);
  if (!status) status = tcf_outfile_open(&list, csv);
  float *samples = status ? NULL : malloc((size_t)r->n * 2 * sizeof *samples);
  if (!status && !samples) status = tcf_failure("out of memory", "a recording of %lld samples", (long long)r->n);
  if (!status) {
    draw_carriers(c, r->rate, &random);
    fill(r, c, samples, &random);
    status = write_files(r, c, samples, &out, &list);
  }
  tcf_outfile_discard(&out);
  tcf_outfile_discard(&list);
  free(samples);
  if (!status)
    printf("%lld samples at %g Hz, %.3f s: %d carriers of %g to %g dB, noise of %g dB\n", (long long)r->n, r->rate,
           (double)r->n / r->rate, CARRIERS, WEAKEST, STRONGEST, NOISE);
  return status;
}
