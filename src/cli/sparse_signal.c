// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "cli/sparse_signal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/driver.h"
#include "cli/choose.h"
#include "cli/random.h"
#include "core/device_choice.h"

const tcf_choice tcf_support_choices[] = {{"random", TCF_SUPPORT_RANDOM},
                                          {"clustered", TCF_SUPPORT_CLUSTERED},
                                          {"harmonic", TCF_SUPPORT_HARMONIC},
                                          {"lattice", TCF_SUPPORT_LATTICE},
                                          {0}};

const tcf_choice tcf_sparse_method_choices[] = {{"auto", TCFFT_SPARSE_AUTO},     {"peeling", TCFFT_SPARSE_PEELING},
                                                {"voting", TCFFT_SPARSE_VOTING}, {"voting_comb", TCFFT_SPARSE_VOTING_COMB},
                                                {"whole", TCFFT_SPARSE_WHOLE},   {0}};

static const double TURN = 6.28318530717958647692;

static uint64_t draw(tcf_sparse_signal *s) { return tcf_draw(&s->random); }

static double uniform(tcf_sparse_signal *s) { return tcf_draw_uniform(&s->random); }

static int by_number(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

void tcf_sparse_write_head(FILE *file, const char *what, const tcfft_sparse_desc *d, const char *note) {
  tcf_device device;
  char platform[200] = "", date[32] = "";
  const time_t now = time(NULL);
  struct tm parts;
  const tcfft_backend backend = d->backend == TCFFT_BACKEND_AUTO ? TCFFT_BACKEND_HOST : d->backend;
  if (tcf_device_choose(backend, d->device, &device) != TCFFT_SUCCESS) return;
  tcf_bench_platform(backend, device.index, platform, sizeof platform);
  strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &parts));
  fprintf(file, "# %s, %s, %s%s%s\n", what, device.name, date, *platform ? ", " : "", platform);
  if (note) fprintf(file, "# %s\n", note);
}

// ------------------------------------------------------------------------------------------------ memory

static int on_device(const tcf_sparse_signal *s) { return s->backend->launch != NULL; }

// How many different frequencies a support has.
static int64_t most_tones(const tcf_sparse_case *c) {
  if (c->support == TCF_SUPPORT_LATTICE) return c->n / (c->n / 4096 ? c->n / 4096 : 1);
  if (c->support == TCF_SUPPORT_RANDOM) return c->n;
  return c->n / 4;
}

static size_t signal_bytes(const tcf_sparse_signal *s) { return (size_t)s->c->n * 2 * sizeof(float); }

// Power of the noise in a value of the spectrum, for so many tones of this spread.
static double noise_power(const tcf_sparse_case *c) {
  const double decades = c->spread / 10 * log(10);  // of power
  const double tones = (double)c->k * (c->spread > 0 ? (1 - exp(-decades)) / decades : 1);
  return tones / pow(10, c->noise / 10) / (double)c->n;
}

static void draw_noise(tcf_sparse_signal *s) {
  const double deviation = sqrt(noise_power(s->c) / 2);
  for (int64_t i = 0; i < s->c->n; i++) {
    const double size = deviation * sqrt(-2 * log(uniform(s) + 1e-300)), angle = TURN * uniform(s);
    s->spectrum[2 * i] = (float)(size * cos(angle));
    s->spectrum[2 * i + 1] = (float)(size * sin(angle));
  }
}

static tcfft_status allocate_on_device(tcf_sparse_signal *s) {
  const tcf_backend *b = s->backend;
  const size_t indices = (size_t)s->capacity * sizeof *s->found, values = (size_t)s->capacity * 2 * sizeof *s->value;
  TCF_TRY(b->alloc(s->index, signal_bytes(s), &s->x_at));
  TCF_TRY(b->alloc(s->index, signal_bytes(s), &s->spectrum_at));
  TCF_TRY(b->alloc(s->index, indices, &s->index_at));
  TCF_TRY(b->alloc(s->index, values, &s->value_at));
  TCF_TRY(b->alloc(s->index, sizeof s->count, &s->count_at));
  TCF_TRY(b->alloc(s->index, sizeof s->status, &s->status_at));
  return b->copy_in(s->index, s->spectrum_at, s->spectrum, signal_bytes(s));
}

static tcfft_status make_inverse(tcf_sparse_signal *s, const tcfft_sparse_desc *d) {
  tcfft_desc inverse = TCFFT_DESC_INIT;
  inverse.rank = 1;
  inverse.n[0] = s->c->n;
  inverse.backend = d->backend == TCFFT_BACKEND_AUTO ? TCFFT_BACKEND_HOST : d->backend;
  inverse.device = d->device;
  return tcfft_plan_create(&s->inverse, &inverse);
}

static tcfft_status open_signal(tcf_sparse_signal *s, const tcfft_sparse_desc *d) {
  tcf_device device;
  TCF_TRY(tcf_device_choose(d->backend == TCFFT_BACKEND_AUTO ? TCFFT_BACKEND_HOST : d->backend, d->device, &device));
  s->backend = tcf_backend_for(device.backend);
  s->index = device.index;
  TCF_TRY(make_inverse(s, d));
  if (s->c->noisy) draw_noise(s);
  if (on_device(s)) return allocate_on_device(s);
  s->x_at = malloc(signal_bytes(s));
  s->spectrum_at = malloc(signal_bytes(s));
  s->index_at = s->found;
  s->value_at = s->value;
  s->count_at = &s->count;
  s->status_at = &s->status;
  if (!s->x_at || !s->spectrum_at) return TCFFT_ERROR_OUT_OF_MEMORY;
  memcpy(s->spectrum_at, s->spectrum, signal_bytes(s));
  return TCFFT_SUCCESS;
}

int tcf_sparse_signal_open(tcf_sparse_signal *s, const tcf_sparse_case *c, const tcfft_sparse_desc *d, int64_t capacity,
                           uint64_t seed) {
  *s = (tcf_sparse_signal){.c = c, .random = seed, .capacity = capacity};
  if (c->k > most_tones(c))
    return tcf_failure("invalid size", "%lld tones, and the support has %lld frequencies", (long long)c->k,
                       (long long)most_tones(c));
  s->frequency = malloc((size_t)c->k * sizeof *s->frequency);
  s->amplitude = malloc((size_t)c->k * 2 * sizeof *s->amplitude);
  s->spectrum = calloc((size_t)c->n, 2 * sizeof *s->spectrum);
  s->found = malloc((size_t)capacity * sizeof *s->found);
  s->value = malloc((size_t)capacity * 2 * sizeof *s->value);
  if (!s->frequency || !s->amplitude || !s->spectrum || !s->found || !s->value)
    return tcf_failure("out of memory", "signals of %lld samples", (long long)c->n);
  const tcfft_status status = open_signal(s, d);
  return status == TCFFT_SUCCESS ? 0 : tcf_library_failure(status);
}

void tcf_sparse_signal_close(tcf_sparse_signal *s) {
  tcfft_plan_destroy(s->inverse);
  if (s->backend && on_device(s)) {
    void *const at[] = {s->x_at, s->spectrum_at, s->index_at, s->value_at, s->count_at, s->status_at};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) s->backend->release(s->index, at[i]);
  } else {
    free(s->x_at);
    free(s->spectrum_at);
  }
  free(s->frequency);
  free(s->amplitude);
  free(s->spectrum);
  free(s->found);
  free(s->value);
}

// ------------------------------------------------------------------------------------------------ signals

static int64_t draw_frequency(tcf_sparse_signal *s, int64_t base, int64_t i) {
  const int64_t n = s->c->n, k = s->c->k, lattice = n / 4096 ? n / 4096 : 1;
  switch (s->c->support) {
    case TCF_SUPPORT_CLUSTERED:
      return (base + (int64_t)(draw(s) % (uint64_t)(4 * k))) % n;
    case TCF_SUPPORT_HARMONIC:
      return (base % (n / k) + 1) * (i + 1) % n;
    case TCF_SUPPORT_LATTICE:
      return (int64_t)(draw(s) % (uint64_t)(n / lattice)) * lattice;
    default:
      return (int64_t)(draw(s) % (uint64_t)n);
  }
}

// k different frequencies.
static void draw_support(tcf_sparse_signal *s) {
  const int64_t base = (int64_t)(draw(s) % (uint64_t)s->c->n);
  for (int64_t have = 0; have < s->c->k;) {
    for (; have < s->c->k; have++) s->frequency[have] = draw_frequency(s, base, have);
    qsort(s->frequency, (size_t)have, sizeof *s->frequency, by_number);
    int64_t kept = 0;
    for (int64_t i = 0; i < have; i++)
      if (!i || s->frequency[i] != s->frequency[i - 1]) s->frequency[kept++] = s->frequency[i];
    have = kept;
  }
}

// What the spectrum has at a tone's frequency when the tone is in it so many times.
static void bin_of_tone(const tcf_sparse_signal *s, int64_t i, int times, float *bin) {
  const int64_t at = 2 * s->frequency[i];
  bin[0] = (float)(s->spectrum[at] + times * s->amplitude[2 * i]);
  bin[1] = (float)(s->spectrum[at + 1] + times * s->amplitude[2 * i + 1]);
}

// By a channel, whose copies follow each other without a wait for each.
static tcfft_status put_on_device(tcf_sparse_signal *s, int times) {
  const tcf_backend *b = s->backend;
  tcf_channel *channel;
  TCF_TRY(b->take_channel(s->index, &channel));
  const int64_t room = TCF_CHANNEL_BYTES / (2 * sizeof(float));
  float *bin = (float *)channel->host;
  tcfft_status status = TCFFT_SUCCESS;
  for (int64_t first = 0; first < s->c->k && status == TCFFT_SUCCESS; first += room) {
    for (int64_t i = first; i < s->c->k && i < first + room && status == TCFFT_SUCCESS; i++) {
      float *one = bin + 2 * (i - first);
      bin_of_tone(s, i, times, one);
      status = b->channel_in(s->index, channel, (float *)s->spectrum_at + 2 * s->frequency[i], one, 2 * sizeof *one);
    }
    const tcfft_status done = b->sync(s->index, channel->stream);
    if (status == TCFFT_SUCCESS) status = done;
  }
  b->give_channel(s->index, channel);
  return status;
}

// Puts the tones, so many times, into the spectrum where the signal is made.
static tcfft_status put_tones(tcf_sparse_signal *s, int times) {
  if (on_device(s)) return put_on_device(s, times);
  for (int64_t i = 0; i < s->c->k; i++) bin_of_tone(s, i, times, (float *)s->spectrum_at + 2 * s->frequency[i]);
  return TCFFT_SUCCESS;
}

tcfft_status tcf_sparse_signal_next(tcf_sparse_signal *s) {
  const tcf_sparse_case *c = s->c;
  draw_support(s);
  for (int64_t i = 0; i < c->k; i++) {
    const double a = pow(10, -c->spread / 20 * uniform(s)), phase = TURN * uniform(s);
    s->amplitude[2 * i] = a * cos(phase);
    s->amplitude[2 * i + 1] = a * sin(phase);
  }
  TCF_TRY(put_tones(s, 1));
  TCF_TRY(tcfft_exec(s->inverse, s->spectrum_at, s->x_at, TCFFT_INVERSE));
  if (on_device(s)) TCF_TRY(s->backend->sync(s->index, NULL));
  return put_tones(s, 0);
}

// ------------------------------------------------------------------------------------------------ results

tcfft_status tcf_sparse_signal_run(const tcf_sparse_signal *s, const tcfft_sparse_plan *plan, const tcfft_exec_info *info) {
  return tcfft_sparse_exec(plan, s->x_at, s->index_at, s->value_at, s->count_at, s->status_at, info);
}

tcfft_status tcf_sparse_signal_fetch(tcf_sparse_signal *s) {
  if (!on_device(s)) return TCFFT_SUCCESS;
  const tcf_backend *b = s->backend;
  TCF_TRY(b->sync(s->index, NULL));
  TCF_TRY(b->copy_out(s->index, &s->count, s->count_at, sizeof s->count));
  TCF_TRY(b->copy_out(s->index, &s->status, s->status_at, sizeof s->status));
  if (s->count < 0 || s->count > s->capacity) return TCFFT_ERROR_INTERNAL;
  if (!s->count) return TCFFT_SUCCESS;
  TCF_TRY(b->copy_out(s->index, s->found, s->index_at, (size_t)s->count * sizeof *s->found));
  return b->copy_out(s->index, s->value, s->value_at, (size_t)s->count * 2 * sizeof *s->value);
}

tcf_sparse_score tcf_sparse_signal_compare(const tcf_sparse_signal *s) {
  const tcf_sparse_case *c = s->c;
  tcf_sparse_score score = {0};
  int64_t i = 0, j = 0;
  double largest = 0;
  for (int64_t a = 0; a < c->k; a++) largest = fmax(largest, hypot(s->amplitude[2 * a], s->amplitude[2 * a + 1]));
  while (i < c->k || j < s->count) {
    if (j >= s->count || (i < c->k && s->frequency[i] < s->found[j])) {
      score.missed++;
      i++;
    } else if (i >= c->k || s->found[j] < s->frequency[i]) {
      score.invented++;
      j++;
    } else {
      const double re = s->value[2 * j] / (double)c->n - s->amplitude[2 * i];
      const double im = s->value[2 * j + 1] / (double)c->n - s->amplitude[2 * i + 1];
      score.sum += hypot(re, im) / largest;
      score.worst = fmax(score.worst, hypot(re, im) / largest);
      i++;
      j++;
    }
  }
  return score;
}
