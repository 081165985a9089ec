// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include <string.h>

#include "sparse/host/run.h"

// ------------------------------------------------------------------------------------------------ the tones

static int64_t slot_of(const tcf_sparse_run *r, int64_t frequency) {
  int64_t at = (int64_t)((uint64_t)frequency * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (r->slots - 1);
  while (r->slot[at] >= 0 && r->tone[r->slot[at]].frequency != frequency) at = (at + 1) & (r->slots - 1);
  return at;
}

void tcf_sparse_forget(tcf_sparse_run *r) {
  r->tones = 0;
  r->largest = 0;
  r->full = 0;
  memset(r->slot, 0xff, (size_t)r->slots * sizeof *r->slot);
}

int tcf_sparse_add(tcf_sparse_run *r, int64_t frequency, tcf_z amplitude, int by_window) {
  const int64_t at = slot_of(r, frequency);
  if (r->slot[at] < 0) {
    if (r->tones == r->plan->tones) {
      r->full = 1;
      return 0;
    }
    r->slot[at] = (int32_t)r->tones;
    r->tone[r->tones++] = (tcf_sparse_tone){.frequency = frequency};
  }
  tcf_sparse_tone *t = &r->tone[r->slot[at]];
  t->amplitude = z_add(t->amplitude, amplitude);
  t->by_window |= by_window;
  r->largest = fmax(r->largest, z_norm(t->amplitude));
  return 1;
}

// ------------------------------------------------------------------------------------------------ subtracting

static double bin_energy(const tcf_sparse_set *s, int64_t bin) {
  tcf_z value[TCF_SPARSE_VALUES];
  const double count = tcf_sparse_count(s);
  double energy = 0;
  tcf_sparse_bin(s, bin, value);
  for (int i = 0; i < (int)count; i++) energy += z_norm(value[i]);
  return energy / count;
}

static void queue_bin(const tcf_sparse_run *r, tcf_sparse_set *s, int64_t bin) {
  if (s->state[bin] == TCF_BIN_QUEUED ||
      bin_energy(s, bin) <= fmax(s->look_from, tcf_sparse_rounding(tcf_sparse_largest(r)) / 4))
    return;
  s->state[bin] = TCF_BIN_QUEUED;
  s->queue[s->queued++] = (int32_t)bin;
}

static void take_from(tcf_sparse_set *s, int64_t at, int64_t bin, tcf_z v) {
  float *value = s->value + 2 * (at * (int64_t)s->hash.bins + bin);
  value[0] -= (float)v.re;
  value[1] -= (float)v.im;
}

void tcf_sparse_subtract_comb(tcf_sparse_run *r, int64_t signed_frequency, tcf_z amplitude, int queue) {
  const uint64_t frequency = (uint64_t)signed_frequency;
  tcf_sparse_set *s = &r->comb;
  const tcf_hash *h = &s->hash;
  const int64_t bin = (int64_t)(frequency % h->bins);
  const tcf_z step = root(&r->plan->roots, frequency);
  for (uint32_t g = 0; g < h->groups; g++) {
    tcf_z w = z_mul(comb_phase(h, &r->plan->roots, frequency, g), amplitude);
    for (uint32_t c = 0; c < h->phases; c++, w = z_mul(w, step)) take_from(s, g * h->phases + c, bin, w);
  }
  if (queue) queue_bin(r, s, bin);
}

// The response of a window reaches over the bin that a tone is nearest to and one on both sides.
void tcf_sparse_subtract_window(tcf_sparse_run *r, int64_t signed_frequency, tcf_z amplitude, int queue) {
  const uint64_t frequency = (uint64_t)signed_frequency;
  tcf_sparse_set *s = &r->window;
  const tcf_hash *h = &s->hash;
  const uint64_t place = tcf_window_place(h, frequency), middle = tcf_window_bin(h, place);
  const tcf_z step = root(&r->plan->roots, frequency);
  for (int aside = -1; aside <= 1; aside++) {
    const uint64_t bin = (middle + h->bins + (uint64_t)(int64_t)aside) % h->bins;
    const double turns = turns_left((double)place / (double)h->points - (double)bin / (double)h->bins);
    const double response = tcf_flat_response(&r->plan->window, turns * (double)h->bins);
    if (response == 0) continue;
    for (uint32_t g = 0; g < h->groups; g++) {
      tcf_z w = z_scale(z_mul(window_phase(h, &r->plan->roots, place, frequency % h->points, g), amplitude), response);
      for (uint32_t c = 0; c < h->phases; c++, w = z_mul(w, step)) take_from(s, g * h->phases + c, (int64_t)bin, w);
    }
    if (queue) queue_bin(r, s, (int64_t)bin);
  }
}

void tcf_sparse_subtract(tcf_sparse_run *r, int64_t frequency, tcf_z amplitude, int queue) {
  if (r->comb.hash.bins) tcf_sparse_subtract_comb(r, frequency, amplitude, queue);
  if (r->window.hash.bins) tcf_sparse_subtract_window(r, frequency, amplitude, queue);
}

// ------------------------------------------------------------------------------------------------ finding

static int is_single(const tcf_sparse_set *s, const tcf_decoded *d, double degrees) {
  return tcf_sparse_is_single(d->rest, d->energy, s->noise, degrees);
}

// Takes a tone out. 1: there was one.
int tcf_sparse_take(tcf_sparse_run *r, int64_t frequency, tcf_z amplitude, int by_window) {
  if (!tcf_sparse_add(r, frequency, amplitude, by_window)) return 0;
  tcf_sparse_subtract(r, frequency, amplitude, 1);
  r->taken++;
  return 1;
}

// Two tones that share a bin. The weaker may be what rounding left of the other.
static int look_for_pair(tcf_sparse_run *r, int64_t bin, double energy) {
  const tcf_sparse_set *s = &r->comb;
  const double least = tcf_sparse_least(r, s), degrees = tcf_sparse_count(s) - 2;
  tcf_z value[TCF_SPARSE_VALUES];
  tcf_pair p;
  tcf_sparse_bin(s, bin, value);
  if (!decode_pair(&s->hash, &r->plan->roots, (uint64_t)bin, value, &p)) return 0;
  if (!tcf_sparse_is_single(p.rest, energy, s->noise, degrees)) return 0;
  const double rounding = tcf_sparse_rounding(tcf_sparse_largest(r));
  for (int i = 0; i < 2; i++) {
    const double power = z_norm(p.amplitude[i]);
    if (power < least * p.variance && power >= rounding) return 0;  // it may be noise, and then the other one is not right
  }
  int found = 0;
  for (int i = 0; i < 2; i++)
    if (z_norm(p.amplitude[i]) >= rounding) found |= tcf_sparse_take(r, (int64_t)p.frequency[i], p.amplitude[i], 0);
  return found;
}

static int look_at_comb(tcf_sparse_run *r, int64_t bin) {
  const tcf_sparse_set *s = &r->comb;
  tcf_z value[TCF_SPARSE_VALUES];
  tcf_decoded d;
  tcf_sparse_bin(s, bin, value);
  decode_comb(&s->hash, &r->plan->roots, (uint64_t)bin, value, &d);
  if (!is_single(s, &d, tcf_sparse_count(s) - 1)) return look_for_pair(r, bin, d.energy);
  if (z_norm(d.amplitude[0]) < tcf_sparse_least(r, s)) return 0;
  return tcf_sparse_take(r, (int64_t)d.frequency, d.amplitude[0], 0);
}

static int look_at_window(tcf_sparse_run *r, int64_t bin) {
  const tcf_sparse_set *s = &r->window;
  const tcf_hash *h = &s->hash;
  tcf_z value[TCF_SPARSE_VALUES], amplitude[TCF_SPARSE_PHASES];
  tcf_decoded d;
  tcf_sparse_bin(s, bin, value);
  decode_window(h, &r->plan->roots, (uint64_t)bin, value, &d);
  if (fabs(d.offset) > TCF_SPARSE_MOST_OFFSET || !is_single(s, &d, tcf_sparse_count(s) - h->phases)) return 0;
  const double response = tcf_flat_response(&r->plan->window, d.offset);
  split_phases(h, &r->plan->roots, &d, amplitude);
  int found = 0;
  for (uint32_t q = 0; q < h->phases; q++) {
    const tcf_z a = z_scale(amplitude[q], 1 / response);
    if (z_norm(amplitude[q]) < tcf_sparse_least(r, s)) continue;
    found |= tcf_sparse_take(r, (int64_t)(d.residue + q * h->points), a, 1);
  }
  return found;
}

int tcf_sparse_has_failed(const tcf_sparse_run *r, const tcf_sparse_set *s, int64_t bin) {
  if (s->state[bin] != TCF_BIN_FAILED) return 0;
  return bin_energy(s, bin) >
         fmax(tcf_sparse_outlier(s->noise, tcf_sparse_count(s)), tcf_sparse_rounding(tcf_sparse_largest(r)));
}

static int64_t count_failed(const tcf_sparse_run *r, const tcf_sparse_set *s) {
  int64_t failed = 0;
  for (int64_t b = 0; b < (int64_t)s->hash.bins; b++) failed += tcf_sparse_has_failed(r, s, b);
  return failed;
}

int64_t tcf_sparse_peel(tcf_sparse_run *r) {
  tcf_sparse_set *sets[2] = {&r->comb, &r->window};
  int (*const look[2])(tcf_sparse_run *, int64_t) = {look_at_comb, look_at_window};
  // A bin of the comb whose tones passed for fewer, and a window that knows better, would correct each other for ever.
  enum { MOST_LOOKS = 16 };
  for (int which = 0; which < 2; which++) memset(sets[which]->looks, 0, (size_t)sets[which]->hash.bins);
  for (int which = 0; which < 2;) {
    tcf_sparse_set *s = sets[which];
    if (!s->hash.bins || !s->queued || r->full) {
      which++;
      continue;
    }
    const int64_t bin = s->queue[--s->queued];
    s->state[bin] = TCF_BIN_IDLE;
    r->sectors += 10;
    if (s->looks[bin] < MOST_LOOKS && (s->looks[bin]++, look[which](r, bin)))
      which = 0;  // the comb is the cleaner one
    else
      s->state[bin] = TCF_BIN_FAILED;
  }
  return count_failed(r, r->comb.hash.bins ? &r->comb : &r->window);
}
