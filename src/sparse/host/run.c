// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "sparse/host/run.h"

#include "sparse/host/host.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------ workspace

typedef struct layout {
  int64_t comb_bins, comb_values, window_bins, window_values;
  size_t fft_bytes;
} layout;

static void at_least(size_t *x, size_t y) {
  if (*x < y) *x = y;
}

static layout layout_of(const tcfft_sparse_plan *plan) {
  layout l = {0};
  for (int a = 0; a < plan->attempts && plan->attempt[a].bins; a++) {
    const tcf_sparse_attempt *t = &plan->attempt[a];
    if (t->bins > l.comb_bins) l.comb_bins = t->bins;
    if (t->bins * t->groups * plan->phases > l.comb_values) l.comb_values = t->bins * t->groups * plan->phases;
    at_least(&l.fft_bytes, t->fft->workspace_bytes);
  }
  if (plan->sizes) l.window_bins = plan->size[plan->sizes - 1].bins;
  l.window_values = l.window_bins * TCF_SPARSE_WINDOW_GROUPS * plan->phases;
  for (int s = 0; s < plan->sizes; s++) at_least(&l.fft_bytes, plan->size[s].fft->workspace_bytes);
  return l;
}

static int64_t slots_of(const tcfft_sparse_plan *plan) {
  int64_t slots = 64;
  while (slots < 2 * plan->tones) slots *= 2;
  return slots;
}

// Sets the pointers of a run; with memory NULL only counts the bytes.
static size_t place(tcf_sparse_run *r, const tcfft_sparse_plan *plan, char *memory) {
  const layout l = layout_of(plan);
  const int64_t bins = l.comb_bins > l.window_bins ? l.comb_bins : l.window_bins;
  const struct {
    void *pointer;
    size_t bytes;
  } parts[] = {{&r->comb.value, (size_t)l.comb_values * 8},
               {&r->comb.queue, (size_t)l.comb_bins * 4},
               {&r->comb.state, (size_t)l.comb_bins},
               {&r->comb.looks, (size_t)l.comb_bins},
               {&r->window.value, (size_t)l.window_values * 8},
               {&r->window.queue, (size_t)l.window_bins * 4},
               {&r->window.state, (size_t)l.window_bins},
               {&r->window.looks, (size_t)l.window_bins},
               {&r->tone, (size_t)plan->tones * sizeof *r->tone},
               {&r->slot, (size_t)slots_of(plan) * 4},
               {&r->order, (size_t)plan->tones * 4},
               {&r->key[0], (size_t)plan->tones * 8},
               {&r->key[1], (size_t)plan->tones * 8},
               {&r->next, (size_t)(plan->phases == TCF_SPARSE_PHASES ? plan->attempt[0].bins : 0) * TCF_SPARSE_PHASES * 8},
               {&r->energy, (size_t)bins * 8},
               {&r->sorted, (size_t)bins * 8},
               {&r->fft_workspace, l.fft_bytes}};
  size_t used = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (memory) *(void **)parts[i].pointer = memory + used;
    used += tcf_round_up(parts[i].bytes);
  }
  return used;
}

static size_t workspace_bytes(const tcfft_sparse_plan *plan) {
  tcf_sparse_run r;
  const size_t hashes = plan->voting ? tcf_sparse_place_votes(&r, plan, NULL) : plan->attempts ? place(&r, plan, NULL) : 0;
  const size_t dense = tcf_sparse_dense_bytes(plan);
  return hashes > dense ? hashes : dense;
}

// ------------------------------------------------------------------------------------------------ an attempt

// The power of a tone that has to be found, as far as it is known by now: what the caller says, the mean of those found, or
// the signal's power shared by k.
static double tone_power(const tcf_sparse_run *r) {
  const tcf_sparse_problem *p = &r->plan->problem;
  const int64_t k = p->real ? 2 * p->k : p->k;
  if (p->least > 0) return p->least * p->least;
  double found = 0;
  for (int64_t i = 0; i < r->tones; i++) found += z_norm(r->tone[i].amplitude);
  if (r->tones > k / 2) return found / (double)r->tones;
  return fmax(r->power - r->noise, 0) / (double)k;
}

static tcfft_status measure_comb(tcf_sparse_run *r, const tcf_sparse_attempt *a, double ratio) {
  tcf_hash *h = &r->comb.hash;
  *h = (tcf_hash){.n = (tcf_u64)r->plan->problem.n, .phases = (tcf_u32)r->plan->phases};
  h->points = h->n / h->phases;
  r->most_energy = 0;
  if (!a->bins) return TCFFT_SUCCESS;
  h->bins = (tcf_u64)a->bins;
  h->start = r->plan->draws.comb[r->attempt][r->again];
  tcf_sparse_delays(h, ratio, TCF_SPARSE_COMB_GROUPS, a->groups);
  TCF_TRY(tcf_sparse_measure(r, &r->comb, NULL, a->fft));
  r->noise = r->comb.noise * (double)h->bins;
  r->noise_error = 1 / r->comb.samples;
  r->power = 0;
  for (int64_t b = 0; b < a->bins; b++) r->power += r->energy[b];
  return TCFFT_SUCCESS;
}

// A window with enough bins for so many tones, and for the noise.
static tcfft_status measure_window(tcf_sparse_run *r, int64_t tones) {
  const tcfft_sparse_plan *plan = r->plan;
  const tcf_sparse_size *size = &plan->size[0];
  const double tone = tone_power(r);
  while (size < &plan->size[plan->sizes - 1] && tcf_sparse_window_is_small((tcf_u64)size->bins, size->gain, tones, tone,
                                                                           r->noise, r->comb.hash.bins != 0, plan->phases))
    size++;
  tcf_hash *h = &r->window.hash;
  *h = (tcf_hash){.n = (tcf_u64)plan->problem.n, .phases = (tcf_u32)plan->phases};
  h->points = h->n / h->phases;
  h->bins = (tcf_u64)size->bins;
  h->taps = (tcf_u64)size->taps;
  const tcf_window_draw *draw = &plan->draws.window[r->attempt][r->round];
  h->start = draw->start;
  h->sigma = draw->sigma;
  h->inverse = draw->inverse;
  tcf_sparse_delays(h, tcf_sparse_window_ratio(tone, r->noise, size->gain),
                    tcf_sparse_window_groups(r->comb.hash.bins != 0, plan->phases), TCF_SPARSE_WINDOW_GROUPS);
  TCF_TRY(tcf_sparse_measure(r, &r->window, size->tap, size->fft));
  if (r->comb.hash.bins) return TCFFT_SUCCESS;
  r->noise = r->window.noise / size->gain;
  r->noise_error = 1 / r->window.samples;
  return TCFFT_SUCCESS;
}

// Measures the comb, again if the noise turns out to be more than its delays are for.
static tcfft_status choose_comb(tcf_sparse_run *r, const tcf_sparse_attempt *a) {
  const double bins = (double)a->bins;
  double ratio = a->ratio;
  for (r->again = 0; r->again < 2; r->again++) {
    if (ratio == 0) ratio = tcf_sparse_comb_ratio(tone_power(r), r->noise, bins);
    TCF_TRY(measure_comb(r, a, ratio));
    if (!a->bins || r->broken || !tcf_sparse_comb_is_noisy(ratio, tone_power(r), r->noise, bins)) break;
    ratio = 0;
  }
  return TCFFT_SUCCESS;
}

// Seconds that a run spends for each sector, all in all, and those of a whole transform of n log2 n = 1 (two cores,
// measured). With the whole transform to fall back on, hashes may cost a quarter of its time; without, some tens of it.
static const double SECONDS_A_SECTOR = 4e-8, SECONDS_DENSE = 2.5e-10, SHARE = 0.25, SHARE_ALONE = 40, LEAST_ALONE = 0.02;

static int worth_it(const tcf_sparse_run *r) {
  const double n = (double)r->plan->problem.n, dense = SECONDS_DENSE * n * log2(n);
  const double allowed = r->plan->dense ? SHARE * dense : fmax(SHARE_ALONE * dense, LEAST_ALONE);
  return !r->sectors || (double)r->sectors * SECONDS_A_SECTOR < allowed;
}

// Whether tones of the power that k shares would not stand out in any comb of the plan.
static int hopeless(const tcf_sparse_run *r) {
  const tcf_sparse_attempt *last = &r->plan->attempt[r->plan->attempts - 1];
  return last->bins && tcf_sparse_is_hopeless(tone_power(r), r->noise, (double)last->bins);
}

// One comb, and windows for the tones that share its bins. *understood: no bin is left that holds more than noise.
static tcfft_status attempt(tcf_sparse_run *r, const tcf_sparse_attempt *a, int *understood) {
  const tcf_sparse_problem *p = &r->plan->problem;
  const int64_t k = p->real ? 2 * p->k : p->k;
  tcf_sparse_forget(r);
  r->window.hash.bins = 0;
  TCF_TRY(choose_comb(r, a));
  *understood = 0;
  const int more = r->attempt + 1 < r->plan->attempts && !hopeless(r) && worth_it(r);
  if (more && tcf_sparse_comb_is_small(tone_power(r), r->noise, (double)a->bins, a->groups * r->plan->phases))
    return TCFFT_SUCCESS;
  int64_t failed = 1;
  if (a->bins && !r->broken) {
    failed = tcf_sparse_peel(r);
    if (failed && tcf_sparse_take_threes(r)) failed = tcf_sparse_peel(r);
  }
  // Without a comb a window's tones are believed once another one, in which they lie elsewhere, has nothing to add.
  int stale = 0, confirmed = a->bins != 0;
  for (r->round = 0;
       r->round < TCF_SPARSE_ROUNDS && (failed || !confirmed) && stale < 3 && !r->broken && !r->full && worth_it(r);
       r->round++) {
    const int64_t expected = k - r->tones > 2 * failed ? k - r->tones : 2 * failed, before = r->taken, left = failed;
    TCF_TRY(measure_window(r, a->bins ? expected : 2 * k));
    if (r->broken) break;
    failed = tcf_sparse_peel(r);
    tcf_sparse_refit(r);
    confirmed |= r->round > 0 && r->taken == before;
    stale = failed && failed >= left && r->round > 0 ? stale + 1 : 0;
  }
  if (!confirmed) failed = 1;
  if (a->bins && !r->broken && r->noise > 1e-12 * r->power) {  // more than rounding: it decides what is verified
    tcf_sparse_estimate_noise(r, &r->comb);
    r->noise = r->comb.noise * (double)a->bins;
    r->noise_error = 1 / r->comb.samples;
  }
  *understood = !failed && !r->full && !r->broken;
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ results

// What results are sorted by: a number of 36 bits, and the tone's index below it. MOST_PEELED tones have 27 bits.
enum { INDEX_BITS = 28, DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };
static uint64_t key_of(uint64_t number, int64_t tone) { return number << INDEX_BITS | (uint64_t)tone; }
static int64_t tone_of(uint64_t key) { return (int64_t)(key & ((UINT64_C(1) << INDEX_BITS) - 1)); }

// The strongest tone first.
static uint64_t power_key(const tcf_sparse_run *r, int64_t tone) {
  return key_of(~(uint64_t)tcf_float_bits((float)sqrt(z_norm(r->tone[tone].amplitude))) & UINT32_MAX, tone);
}

// Sorts r->key[0] by numbers below 2^bits, a digit at a time from the lowest.
static void sort(tcf_sparse_run *r, int64_t count, int bits) {
  for (int low = 0; low < bits; low += DIGIT_BITS) {
    int64_t end[DIGITS] = {0}, before = 0;
    const uint64_t *from = r->key[0];
    uint64_t *to = r->key[1];
    for (int64_t i = 0; i < count; i++) end[from[i] >> (INDEX_BITS + low) & (DIGITS - 1)]++;
    for (int d = 0; d < DIGITS; d++) {
      const int64_t here = end[d];
      end[d] = before;
      before += here;
    }
    for (int64_t i = 0; i < count; i++) to[end[from[i] >> (INDEX_BITS + low) & (DIGITS - 1)]++] = from[i];
    r->key[1] = r->key[0];
    r->key[0] = to;
  }
}

// trusted: the tones are believed to be all and right, so that more than the capacity is worth a status of its own.
static void give(tcf_sparse_run *r, int trusted, tcf_sparse_out *out) {
  const tcf_sparse_problem *p = &r->plan->problem;
  int64_t count = 0;
  if (sqrt(r->largest) * (double)p->n > (double)FLT_MAX) {
    out->outcome = TCFFT_SPARSE_UNVERIFIED;  // a coefficient beyond FP32
    return;
  }
  const int64_t highest = p->real ? p->n / 2 : p->n;
  int bits = 1;
  while (p->n >> bits) bits++;
  for (int64_t i = 0; i < r->tones; i++)
    if (r->tone[i].frequency <= highest) r->key[0][count++] = key_of((uint64_t)r->tone[i].frequency, i);
  if (count > p->capacity) {
    for (int64_t i = 0; i < count; i++) r->key[0][i] = power_key(r, tone_of(r->key[0][i]));
    sort(r, count, 32);
    count = p->capacity;
    for (int64_t i = 0; i < count; i++) {
      const int64_t tone = tone_of(r->key[0][i]);
      r->key[0][i] = key_of((uint64_t)r->tone[tone].frequency, tone);
    }
    if (trusted) out->outcome = TCFFT_SPARSE_OVERFLOW;
  }
  sort(r, count, bits);
  for (int64_t i = 0; i < count; i++) {
    const tcf_sparse_tone *t = &r->tone[tone_of(r->key[0][i])];
    out->index[i] = t->frequency;
    out->value[2 * i] = (float)(t->amplitude.re * (double)p->n);
    out->value[2 * i + 1] = (float)(t->amplitude.im * (double)p->n);
  }
  out->count = count;
}

static tcfft_status run_signal(const tcfft_sparse_plan *plan, const float *in, void *workspace, tcf_sparse_out *out) {
  const tcf_sparse_problem *p = &plan->problem;
  if (!plan->attempts) return tcf_sparse_dense(plan, in, workspace, out);
  tcf_sparse_run r = {.plan = plan, .in = in, .slots = slots_of(plan)};
  int understood = 0, verified = 0;
  if (plan->voting) {
    tcf_sparse_place_votes(&r, plan, workspace);
    TCF_TRY(tcf_sparse_vote(&r));
    understood = !r.full && !r.broken;
    verified = understood && p->verify && tcf_sparse_verify(&r);
  } else {
    place(&r, plan, workspace);
  }
  for (int a = 0; a < plan->attempts && !plan->voting && !verified && !r.broken && worth_it(&r); a++) {
    r.attempt = a;
    TCF_TRY(attempt(&r, &plan->attempt[a], &understood));
    verified = understood && p->verify && tcf_sparse_verify(&r);
    if ((understood && !p->verify) || hopeless(&r)) break;
  }
  out->outcome = verified ? TCFFT_SPARSE_VERIFIED : TCFFT_SPARSE_UNVERIFIED;
  out->count = 0;
  if (r.broken) return TCFFT_SUCCESS;
  if (!verified && p->fallback && !(understood && !p->verify)) return tcf_sparse_dense(plan, in, workspace, out);
  give(&r, verified || (understood && !p->verify), out);
  return TCFFT_SUCCESS;
}

static tcfft_status run(const tcfft_sparse_plan *plan, const tcf_sparse_execution *e, void *workspace, void *stream) {
  const tcf_sparse_problem *p = &plan->problem;
  (void)stream;
  for (int64_t b = 0; b < p->batch; b++) {
    const float *in = (const float *)e->in + b * p->distance * (p->real ? 1 : 2);
    tcf_sparse_out out = {.index = e->index + b * p->capacity, .value = e->value + 2 * b * p->capacity};
    TCF_TRY(run_signal(plan, in, workspace, &out));
    e->count[b] = out.count;
    e->status[b] = out.outcome;
  }
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ plans

static tcfft_status prepare(tcfft_sparse_plan *plan) {
  if (plan->voting) TCF_TRY(tcf_voting_make_ffts(plan));
  for (int a = 0; a < plan->attempts && plan->attempt[a].bins; a++) {
    tcf_sparse_attempt *t = &plan->attempt[a];
    TCF_TRY(tcf_sparse_make_fft(&t->fft, plan, plan->phases, t->bins, 1 / (double)t->bins));
  }
  for (int s = 0; s < plan->sizes; s++)
    TCF_TRY(tcf_sparse_make_fft(&plan->size[s].fft, plan, plan->phases, plan->size[s].bins, 1));
  plan->workspace_bytes = workspace_bytes(plan);
  plan->workspace = tcf_alloc(plan->workspace_bytes);
  if (!plan->workspace)
    return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes of workspace", plan->workspace_bytes);
  return TCFFT_SUCCESS;
}

static void release(tcfft_sparse_plan *plan) {
  for (int a = 0; a < TCF_SPARSE_ATTEMPTS; a++) tcf_plan_destroy(plan->attempt[a].fft);
  for (int s = 0; s < TCF_SPARSE_SIZES; s++) tcf_plan_destroy(plan->size[s].fft);
  free(plan->workspace);
}

const tcf_sparse_executor tcf_sparse_on_host = {
    .backend = TCFFT_BACKEND_HOST, .prepare = prepare, .release = release, .run = run};
