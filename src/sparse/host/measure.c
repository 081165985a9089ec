// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include <string.h>

#include "base/process.h"
#include "sparse/host/run.h"

// How many sectors ahead of its use a sample is asked for. The positions are far apart, so that no hardware guesses them.
enum { AHEAD = 24, MANY = 1 << 16 };

static void fetch(const tcf_sparse_run *r, uint64_t t) { __builtin_prefetch(r->in + (r->plan->problem.real ? t : 2 * t)); }

// Four samples that lie in the same line of the cache as those that are taken, mostly.
static void keep_next(const tcf_sparse_run *r, uint64_t t, float *to) {
  for (uint32_t c = 0; c < TCF_SPARSE_PHASES; c++) {
    const tcf_z x = tcf_sparse_sample(r, t + c);
    to[2 * c] = (float)x.re;
    to[2 * c + 1] = (float)x.im;
  }
}

// The samples of one group.
static void take_comb(const tcf_sparse_run *r, const tcf_sparse_set *s, uint32_t g) {
  const tcf_hash *h = &s->hash;
  const uint64_t step = h->step;
  uint64_t t = tcf_comb_position(h, g, 0), ahead = tcf_comb_position(h, g, AHEAD % h->bins);
  float *out = s->value + 2 * g * h->phases * h->bins;
  const int keep = g == 0 && tcf_sparse_keeps_next(r);
  for (uint64_t i = 0; i < h->bins; i++) {
    fetch(r, ahead);
    for (uint32_t c = 0; c < h->phases; c++) {
      const tcf_z x = tcf_sparse_sample(r, t + c);
      out[2 * (c * h->bins + i)] = (float)x.re;
      out[2 * (c * h->bins + i) + 1] = (float)x.im;
    }
    if (keep) keep_next(r, tcf_index_sum(t, h->phases, h->n), r->next + 2 * TCF_SPARSE_PHASES * i);
    t = tcf_index_sum(t, step, h->n);
    ahead = tcf_index_sum(ahead, step, h->n);
  }
}

void tcf_sparse_take_window(const tcf_sparse_run *r, const tcf_hash *h, const float *tap, uint32_t g, float *out) {
  uint64_t m = tcf_window_position(h, g, 0), ahead = tcf_window_position(h, g, AHEAD), e = tcf_window_element(h, 0);
  memset(out, 0, (size_t)(2 * h->phases * h->bins) * sizeof *out);
  for (uint64_t i = 0; i < h->taps; i++) {
    fetch(r, h->phases * ahead);
    for (uint32_t c = 0; c < h->phases; c++) {
      const tcf_z x = tcf_sparse_sample(r, h->phases * m + c);
      out[2 * (c * h->bins + e)] += (float)x.re * tap[i];
      out[2 * (c * h->bins + e) + 1] += (float)x.im * tap[i];
    }
    m = tcf_index_sum(m, h->sigma, h->points);
    ahead = tcf_index_sum(ahead, h->sigma, h->points);
    if (++e == h->bins) e = 0;
  }
}

// Threads that take samples. A few thousand sectors are taken before a second thread has begun, and where others use the
// cores, waiting for it takes ten times as long as the samples.
static int threads_for(const tcf_sparse_run *r, const tcf_sparse_set *s, int64_t sectors) {
  static atomic_int first;
  const int cores = (int)r->plan->device.cores, asked = r->plan->problem.threads;
  int threads = asked && asked < cores ? asked : cores;
  if (threads > (int)s->hash.groups) threads = (int)s->hash.groups;
  return sectors < MANY || threads < 2 || !tcf_process_is_first(&first) ? 1 : threads;
}

static void take_samples(const tcf_sparse_run *r, const tcf_sparse_set *s, const float *tap) {
  const int groups = (int)s->hash.groups;
  const int threads = threads_for(r, s, (int64_t)(tap ? s->hash.taps : s->hash.bins) * groups);
  (void)threads;
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
#endif
  for (int g = 0; g < groups; g++)
    if (tap)
      tcf_sparse_take_window(r, &s->hash, tap, (uint32_t)g, s->value + 2 * g * (int64_t)(s->hash.phases * s->hash.bins));
    else
      take_comb(r, s, (uint32_t)g);
}

// Mean power of the values of each bin. A block of bins at a time stays in registers or near.
static void bin_energies(const tcf_sparse_set *s, double *energy) {
  enum { BLOCK = 64 };
  const int64_t bins = (int64_t)s->hash.bins, count = s->hash.groups * s->hash.phases;
  for (int64_t first = 0; first < bins; first += BLOCK) {
    const int64_t width = bins - first < BLOCK ? bins - first : BLOCK;
    double sum[BLOCK] = {0};
    for (int64_t i = 0; i < count; i++) {
      const float *v = s->value + 2 * (i * bins + first);
      for (int64_t b = 0; b < width; b++) sum[b] += (double)v[2 * b] * v[2 * b] + (double)v[2 * b + 1] * v[2 * b + 1];
    }
    for (int64_t b = 0; b < width; b++) energy[first + b] = sum[b] / (double)count;
  }
}

// Hoare's selection.
double tcf_sparse_select_number(double *x, int64_t n, int64_t k) {
  int64_t low = 0, high = n - 1;
  while (low < high) {
    const double pivot = x[low + (high - low) / 2];
    int64_t i = low, j = high;
    while (i <= j) {
      while (x[i] < pivot) i++;
      while (x[j] > pivot) j--;
      if (i > j) break;
      const double t = x[i];
      x[i++] = x[j];
      x[j--] = t;
    }
    if (k <= j)
      high = j;
    else if (k >= i)
      low = i;
    else
      break;
  }
  return x[k];
}

// Copies energies to r->sorted: all, or of many one from each of so many neighbourhoods, drawn since tones may lie evenly.
// Returns how many: their median is within some percent of the whole one.
static int64_t sample_energies(tcf_sparse_run *r, int64_t bins) {
  enum { ENOUGH = 2048 };
  if (bins < 2 * ENOUGH) {
    memcpy(r->sorted, r->energy, (size_t)bins * sizeof *r->energy);
    return bins;
  }
  const int64_t width = bins / ENOUGH;
  for (int64_t i = 0; i < ENOUGH; i++)
    r->sorted[i] = r->energy[i * width + (int64_t)(tcf_sparse_random_at(0, (uint64_t)i) % (uint64_t)width)];
  return ENOUGH;
}

void tcf_sparse_estimate_noise(tcf_sparse_run *r, tcf_sparse_set *s) {
  const int64_t bins = (int64_t)s->hash.bins;
  const double count = tcf_sparse_count(s);
  bin_energies(s, r->energy);
  double mean = 0, sum = 0, degrees = 0;
  for (int64_t b = 0; b < bins; b++) mean += r->energy[b];
  mean /= (double)bins;
  if (!isfinite(mean)) {  // a sample that is not finite reaches every bin
    r->broken = 1;
    return;
  }
  const int64_t some = sample_energies(r, bins);
  // Most bins have no tone, so that the median is near the noise. The mean of the bins that do not stand out of it is more
  // exact.
  const double median = tcf_sparse_mean_of_median(tcf_sparse_select_number(r->sorted, some, some / 2), count);
  const double most = tcf_sparse_outlier(median, count);
  for (int64_t b = 0; b < bins; b++)
    if (r->energy[b] <= most) {
      sum += count * r->energy[b];
      degrees += count;
    }
  // A tone that was fitted to this set took a degree of freedom with it.
  const int fitted = !s->hash.sigma || !r->comb.hash.bins;
  for (int64_t i = 0; i < r->tones && fitted; i++) {
    const uint64_t f = (uint64_t)r->tone[i].frequency;
    degrees -= r->energy[s->hash.sigma ? tcf_window_bin(&s->hash, tcf_window_place(&s->hash, f)) : f % s->hash.bins] <= most;
  }
  s->noise = fmax(degrees > 0 ? sum / degrees : median, tcf_sparse_least_noise(mean, r->largest, (double)bins));
  s->samples = degrees;
}

// Queues the bins that may hold a tone, by their energies in r->energy.
static void queue_bins(tcf_sparse_run *r, tcf_sparse_set *s) {
  const int64_t bins = (int64_t)s->hash.bins;
  s->look_from = tcf_sparse_look_from(s->noise, tcf_sparse_count(s));
  s->queued = 0;
  for (int64_t b = 0; b < bins; b++) {
    const int looks = r->energy[b] > s->look_from;  // without a branch that nothing foretells
    s->state[b] = looks ? TCF_BIN_QUEUED : TCF_BIN_IDLE;
    s->queue[s->queued] = (int32_t)b;
    s->queued += looks;
  }
}

tcfft_status tcf_sparse_fft(const tcf_sparse_run *r, const tcfft_plan *fft, float *rows) {
  const tcfft_exec_info info = {.size = sizeof info, .workspace = r->fft_workspace, .workspace_bytes = fft->workspace_bytes};
  const tcf_execution e = {.in = {.handle = rows}, .out = {.handle = rows}, .info = fft->workspace_bytes ? &info : NULL};
  return tcf_execute(fft, &e);
}

tcfft_status tcf_sparse_measure(tcf_sparse_run *r, tcf_sparse_set *s, const float *tap, const tcfft_plan *fft) {
  const tcf_hash *h = &s->hash;
  take_samples(r, s, tap);
  r->sectors += (int64_t)((tap ? h->taps : h->bins) * h->groups);
  for (uint32_t g = 0; g < h->groups; g++) TCF_TRY(tcf_sparse_fft(r, fft, s->value + 2 * g * h->phases * h->bins));
  for (int64_t i = 0; i < r->tones && tap; i++) tcf_sparse_subtract_window(r, r->tone[i].frequency, r->tone[i].amplitude, 0);
  r->sectors += 10 * r->tones;
  tcf_sparse_estimate_noise(r, s);
  if (tap && !r->comb.hash.bins && r->tones && !r->broken) {
    tcf_sparse_refit_window(r);
    tcf_sparse_estimate_noise(r, s);
  }
  for (uint64_t b = 0; b < h->bins && !tap; b++) r->most_energy = fmax(r->most_energy, r->energy[b]);
  if (!r->broken) queue_bins(r, s);
  return TCFFT_SUCCESS;
}
