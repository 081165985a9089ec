// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Sparse transforms by voting, step by step as they were published (see sparse/voting_loops.h): permute and filter,
// transform the buckets, choose those that stand out by a threshold, vote, estimate, take the medians.
#include <string.h>

#include "base/process.h"
#include "sparse/host/run.h"

static const tcf_voting_loops *loops_of(const tcf_sparse_run *r) { return &r->plan->voting->numbers; }

// ------------------------------------------------------------------------------------------------ samples

static float *values_of(const tcf_sparse_run *r, int loop) {
  const tcf_voting_loops *v = loops_of(r);
  const int which = loop >= v->locate;
  return r->votes.value[which] + 2 * (loop - which * v->locate) * (int64_t)v->loop[loop].bins;
}

static void take_combs(const tcf_sparse_run *r) {
  const tcf_voting_loops *v = loops_of(r);
  const uint64_t n = (uint64_t)r->plan->problem.n, step = v->comb_bins ? n / v->comb_bins : 0;
  float *out = r->votes.comb;
  for (int c = 0; c < v->combs; c++)
    for (uint64_t i = 0, t = v->comb_start[c]; i < v->comb_bins; i++, t = tcf_index_sum(t, step, n)) {
      const tcf_z x = tcf_sparse_sample(r, t);
      *out++ = (float)x.re;
      *out++ = (float)x.im;
    }
}

static void take_samples(const tcf_sparse_run *r) {
  static atomic_int first;
  const int loops = loops_of(r)->loops, cores = (int)r->plan->device.cores, asked = r->plan->problem.threads;
  const int threads = !tcf_process_is_first(&first) ? 1 : asked && asked < cores ? asked : cores;
  (void)threads;
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(dynamic) if (threads > 1)
#endif
  for (int l = 0; l < loops; l++)
    tcf_sparse_take_window(r, &loops_of(r)->loop[l], r->plan->voting->size[l >= loops_of(r)->locate].tap, 0,
                           values_of(r, l));
  take_combs(r);
}

// ------------------------------------------------------------------------------------------------ buckets that stand out

// Powers of the buckets in r->energy, and what is known of them.
typedef struct bucket_powers {
  double noise, samples, largest;
} bucket_powers;

static bucket_powers powers_of(tcf_sparse_run *r, const float *value, int64_t bins) {
  bucket_powers p = {0};
  double mean = 0, sum = 0;
  for (int64_t b = 0; b < bins; b++) {
    r->energy[b] = (double)value[2 * b] * value[2 * b] + (double)value[2 * b + 1] * value[2 * b + 1];
    p.largest = fmax(p.largest, r->energy[b]);
    mean += r->energy[b] / (double)bins;
  }
  if (!isfinite(mean)) r->broken = 1;
  if (r->broken) return p;
  memcpy(r->sorted, r->energy, (size_t)bins * sizeof *r->energy);
  const double median = tcf_sparse_mean_of_median(tcf_sparse_select_number(r->sorted, bins, bins / 2), 1);
  const double most = tcf_sparse_outlier(median, 1);
  for (int64_t b = 0; b < bins; b++)
    if (r->energy[b] <= most) {
      sum += r->energy[b];
      p.samples++;
    }
  p.noise = fmax(p.samples > 0 ? sum / p.samples : median, tcf_sparse_least_noise(mean, p.largest, (double)bins));
  return p;
}

// The power from which on a bucket stands out: above the noise, and among the 2 k largest.
static double threshold(tcf_sparse_run *r, const bucket_powers *p, int64_t bins) {
  const int64_t k = r->plan->problem.real ? 2 * r->plan->problem.k : r->plan->problem.k;
  const double from = tcf_voting_from(p->noise, p->largest);
  int64_t above = 0;
  for (int64_t b = 0; b < bins; b++) above += r->energy[b] > from;
  if (above <= 2 * k) return from;
  memcpy(r->sorted, r->energy, (size_t)bins * sizeof *r->energy);
  return fmax(from, tcf_sparse_select_number(r->sorted, bins, bins - 2 * k - 1));
}

// ------------------------------------------------------------------------------------------------ voting

// Marks the buckets of a row that stand out.
static void mark_buckets(tcf_sparse_run *r, const float *value, int64_t bins, uint32_t *map) {
  const bucket_powers p = powers_of(r, value, bins);
  const double from = r->broken ? 0 : threshold(r, &p, bins);
  for (int64_t b = 0; b < bins && !r->broken; b++)
    if (r->energy[b] > from) map[b / 32] |= 1u << b % 32;
}

// A candidate is met once.
static void vote_bucket(tcf_sparse_run *r, int loop, uint64_t bucket) {
  const tcf_voting_loops *v = loops_of(r);
  const tcf_hash *h = &v->loop[loop];
  const uint64_t first = tcf_voting_first(h, bucket), end = tcf_voting_first(h, bucket + 1);
  uint64_t f = tcf_index_product(first % h->n, h->inverse, h->n);
  for (uint64_t place = first; place < end; place++, f = tcf_index_sum(f, h->inverse, h->n)) {
    if (!tcf_voting_is_candidate(v, r->votes.marked, r->votes.allowed, loop, f)) continue;
    if (r->tones == r->plan->tones)
      r->full = 1;
    else
      r->tone[r->tones++] = (tcf_sparse_tone){.frequency = (int64_t)f};
  }
}

static void vote(tcf_sparse_run *r) {
  const tcf_voting_loops *v = loops_of(r);
  const uint64_t bins = v->loop[0].bins, words = tcf_voting_words(bins);
  memset(r->votes.allowed, 0, tcf_voting_words(v->comb_bins) * sizeof *r->votes.allowed);
  memset(r->votes.marked, 0, (size_t)v->locate * words * sizeof *r->votes.marked);
  for (int c = 0; c < v->combs && !r->broken; c++)
    mark_buckets(r, r->votes.comb + 2 * (uint64_t)c * v->comb_bins, (int64_t)v->comb_bins, r->votes.allowed);
  for (int l = 0; l < v->locate && !r->broken; l++)
    mark_buckets(r, values_of(r, l), (int64_t)bins, r->votes.marked + (uint64_t)l * words);
  for (int l = 0; l < tcf_voting_starts(v) && !r->broken; l++)
    for (uint64_t b = 0; b < bins && !r->full; b++)
      if (tcf_voting_bit(r->votes.marked + (uint64_t)l * words, b)) vote_bucket(r, l, b);
}

// ------------------------------------------------------------------------------------------------ estimates

// The median; of an even number of values the mean of the two in the middle.
static double median_of(double *x, int count) {
  for (int i = 1; i < count; i++) {
    const double moved = x[i];
    int j = i;
    for (; j > 0 && x[j - 1] > moved; j--) x[j] = x[j - 1];
    x[j] = moved;
  }
  return count % 2 ? x[count / 2] : (x[count / 2 - 1] + x[count / 2]) / 2;
}

// What a frequency of amplitude 1 adds to the bucket that is nearest to it, or `aside` buckets further.
typedef struct vote_spot {
  float *value;
  double response;
  tcf_z phase;
} vote_spot;

static vote_spot find_spot(const tcf_sparse_run *r, int loop, uint64_t f, int aside) {
  const tcf_hash *h = &loops_of(r)->loop[loop];
  const uint64_t place = tcf_window_place(h, f), middle = tcf_window_bin(h, place);
  const uint64_t bucket = (middle + h->bins + (uint64_t)(int64_t)aside) % h->bins;
  const double turns = turns_left((double)place / (double)h->n - (double)bucket / (double)h->bins);
  const tcf_flat_window *window = &r->plan->voting->window[loop >= loops_of(r)->locate];
  return (vote_spot){.value = values_of(r, loop) + 2 * bucket,
                     .response = tcf_flat_response(window, turns * (double)h->bins),
                     .phase = root(&r->plan->roots, tcf_index_product(f, h->start, h->n))};
}

static tcf_z estimate(const tcf_sparse_run *r, uint64_t f) {
  const tcf_voting_loops *v = loops_of(r);
  for (int l = 0; l < v->loops; l++) {
    const vote_spot s = find_spot(r, l, f, 0);
    const tcf_z a = z_mul_conj((tcf_z){s.value[0], s.value[1]}, s.phase);
    r->votes.part[0][l] = a.re / s.response;
    r->votes.part[1][l] = a.im / s.response;
  }
  return (tcf_z){median_of(r->votes.part[0], v->loops), median_of(r->votes.part[1], v->loops)};
}

// The noise of a sample, by the buckets of the estimating loops. Returns that of a bucket.
static double set_noise(tcf_sparse_run *r) {
  const tcf_voting_loops *v = loops_of(r);
  const tcf_sparse_size *s = &r->plan->voting->size[1];
  double noise = 0, samples = 0;
  for (int l = v->locate; l < v->loops && !r->broken; l++) {
    const bucket_powers p = powers_of(r, values_of(r, l), s->bins);
    noise += p.noise / tcf_voting_rows(v, 1);
    samples += p.samples;
  }
  r->noise = noise / s->gain;
  // Neighbouring buckets share some of their noise.
  r->noise_error = 2 / fmax(samples, 1);
  return noise;
}

static void subtract_tone(const tcf_sparse_run *r, int64_t f, tcf_z amplitude) {
  for (int l = 0; l < loops_of(r)->loops; l++)
    for (int aside = -1; aside <= 1; aside++) {
      const vote_spot s = find_spot(r, l, (uint64_t)f, aside);
      const tcf_z x = z_scale(z_mul(s.phase, amplitude), s.response);
      s.value[0] -= (float)x.re;
      s.value[1] -= (float)x.im;
    }
}

// Takes the tones out of all loops and adds the medians of what they left: two tones that share buckets in most loops had
// each other in their first medians, which with the published numbers of loops happens to one tone of some thousands. The
// buckets then tell the noise, for which a tone's share in its neighbours would pass, too.
static void correct_estimates(const tcf_sparse_run *r) {
  enum { SWEEPS = 2 };
  for (int sweep = 0; sweep <= SWEEPS; sweep++)
    for (int64_t i = 0; i < r->tones; i++) {
      tcf_sparse_tone *t = &r->tone[i];
      const tcf_z change = sweep ? estimate(r, (uint64_t)t->frequency) : t->amplitude;
      subtract_tone(r, t->frequency, change);
      if (sweep) t->amplitude = z_add(t->amplitude, change);
    }
}

// Keeps the `most` strongest candidates, and none that may be noise.
static void keep_candidates(tcf_sparse_run *r, int64_t most, double noise) {
  double least = tcf_voting_least(noise, loops_of(r)->loops, r->largest);
  if (r->tones > most) {
    for (int64_t i = 0; i < r->tones; i++) r->sorted[i] = z_norm(r->tone[i].amplitude);
    least = fmax(least, tcf_sparse_select_number(r->sorted, r->tones, r->tones - most));
  }
  int64_t kept = 0;
  for (int64_t i = 0; i < r->tones && kept < most; i++)
    if (z_norm(r->tone[i].amplitude) >= least) r->tone[kept++] = r->tone[i];
  r->tones = kept;
}

tcfft_status tcf_sparse_vote(tcf_sparse_run *r) {
  const tcf_voting *v = r->plan->voting;
  r->tones = 0;
  r->largest = 0;
  r->full = r->broken = 0;
  take_samples(r);
  for (int which = 0; which < 2; which++) TCF_TRY(tcf_sparse_fft(r, v->size[which].fft, r->votes.value[which]));
  if (v->comb_fft) TCF_TRY(tcf_sparse_fft(r, v->comb_fft, r->votes.comb));
  const double noise = set_noise(r);
  if (!r->broken) vote(r);
  if (r->broken || r->full) {
    r->tones = 0;
    return TCFFT_SUCCESS;
  }
  for (int64_t i = 0; i < r->tones; i++) {
    r->tone[i].amplitude = estimate(r, (uint64_t)r->tone[i].frequency);
    r->largest = fmax(r->largest, z_norm(r->tone[i].amplitude));
  }
  // What shares its buckets with tones in most loops looks like one until the estimates are corrected.
  const int64_t k = r->plan->problem.real ? 2 * r->plan->problem.k : r->plan->problem.k;
  keep_candidates(r, 2 * k, noise);
  correct_estimates(r);
  keep_candidates(r, k, set_noise(r));
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ plans

size_t tcf_sparse_place_votes(tcf_sparse_run *r, const tcfft_sparse_plan *plan, char *memory) {
  const tcf_voting *v = plan->voting;
  const tcf_voting_loops *m = &v->numbers;
  size_t most = plan->tones > (int64_t)m->comb_bins ? (size_t)plan->tones : (size_t)m->comb_bins, fft_bytes = 0;
  for (int which = 0; which < 2; which++) {
    if (most < (size_t)v->size[which].bins) most = (size_t)v->size[which].bins;
    if (fft_bytes < v->size[which].fft->workspace_bytes) fft_bytes = v->size[which].fft->workspace_bytes;
  }
  if (v->comb_fft && fft_bytes < v->comb_fft->workspace_bytes) fft_bytes = v->comb_fft->workspace_bytes;
  const struct {
    void *pointer;
    size_t bytes;
  } parts[] = {{&r->votes.value[0], (size_t)(tcf_voting_rows(m, 0) * v->size[0].bins) * 8},
               {&r->votes.value[1], (size_t)(tcf_voting_rows(m, 1) * v->size[1].bins) * 8},
               {&r->votes.comb, (size_t)m->combs * m->comb_bins * 8},
               {&r->votes.allowed, tcf_voting_words(m->comb_bins) * sizeof *r->votes.allowed},
               {&r->votes.marked, (size_t)m->locate * tcf_voting_words((uint64_t)v->size[0].bins) * sizeof *r->votes.marked},
               {&r->votes.part[0], TCF_VOTING_LOOPS * sizeof(double)},
               {&r->votes.part[1], TCF_VOTING_LOOPS * sizeof(double)},
               {&r->tone, (size_t)plan->tones * sizeof *r->tone},
               {&r->key[0], (size_t)plan->tones * sizeof **r->key},
               {&r->key[1], (size_t)plan->tones * sizeof **r->key},
               {&r->energy, most * sizeof *r->energy},
               {&r->sorted, most * sizeof *r->sorted},
               {&r->fft_workspace, fft_bytes}};
  size_t used = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (memory) *(void **)parts[i].pointer = memory + used;
    used += tcf_round_up(parts[i].bytes);
  }
  return used;
}
