// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Finds tones by sweeps: in one step all bins that may hold a tone are looked at, in the next what was found is subtracted
// from both hashes, and the bins that it lay in are looked at again.
#ifndef TCFFT_SPARSE_CUDA_PEEL_CUH
#define TCFFT_SPARSE_CUDA_PEEL_CUH

#include "sparse/cuda/measure.cuh"

// Where bins that share tones mislead each other in turns, another window helps more than another sweep.
enum { MOST_SWEEPS = 32 };

INLINE tcf_u64 slot_of_key(const sparse_run &r, tcf_u64 key) {
  return (key * 0x9e3779b97f4a7c15u >> 20) & (tcf_u64)(r.m->slots - 1);
}

// The number of a tone's slot, a new one if there is none yet; -1: there is no room.
static __device__ tcf_i64 find_tone(sparse_run &r, tcf_u64 frequency) {
  const tcf_u64 key = frequency + 1;
  tcf_u64 at = slot_of_key(r, key);
  for (tcf_i64 tries = 0; tries < r.m->slots; tries++) {
    const tcf_u64 there = atomicCAS((unsigned long long *)&r.tone[at].key, 0ull, (unsigned long long)key);
    if (there == 0 || there == key) return (tcf_i64)at;
    at = (at + 1) & (tcf_u64)(r.m->slots - 1);
  }
  return -1;
}

INLINE void note_tone(sparse_run &r, double power, double before) {
  sparse_board *b = r.board;
  atomicMax((unsigned long long *)&b->largest, (unsigned long long)bits_of(power));
  atomicAdd(&b->tone_power[r.list_at], power - before);
  atomicAdd(&b->taken, 1u);
}

// Adds a tone that the comb finds before there is a window. A frequency is then that of one bin alone.
INLINE bool take_alone(sparse_run &r, tcf_u64 frequency, tcf_z amplitude) {
  const tcf_u32 i = atomicAdd(&r.board->tones[r.list_at], 1u);
  if (i >= r.m->tones) {
    r.board->full = 1;
    return false;
  }
  r.known[r.list_at][i] = sparse_found{frequency, amplitude, 0};
  note_tone(r, power_of(amplitude), 0);
  return true;
}

// Puts those tones into the table, in which a window's are found again.
static __device__ void enter_known(sparse_run &r) {
  TEAM_EACH(i, tones_of(r)) {
    sparse_found &f = r.known[r.list_at][i];
    const tcf_i64 at = find_tone(r, f.frequency);
    r.tone[at].amplitude = f.amplitude;
    r.tone[at].stamp = 1;
    r.tone[at].by_window = 0;
    r.list[r.list_at][i] = f.which = (tcf_u32)at;
  }
}

// Adds what was found to the tones, unless another bin found the same tone in this sweep. Returns whether it did.
static __device__ __noinline__ bool take_tone(sparse_run &r, tcf_u64 frequency, tcf_z amplitude, tcf_u32 which) {
  sparse_board *b = r.board;
  const tcf_i64 at = find_tone(r, frequency);
  if (at < 0) {
    b->full = 1;
    return false;
  }
  sparse_tone *t = r.tone + at;
  const tcf_u32 last = atomicExch(&t->stamp, r.sweep);
  if (last == r.sweep) return false;
  double before = 0;
  if (last == 0) {
    const tcf_u32 i = atomicAdd(&b->tones[r.list_at], 1u);
    if (i >= r.m->tones) {
      b->full = 1;
      return false;
    }
    r.list[r.list_at][i] = (tcf_u32)at;
    t->by_window = which;
    t->amplitude = amplitude;
  } else {
    if (which == WINDOW) t->by_window = 1;
    before = power_of(t->amplitude);
    t->amplitude = z_add(t->amplitude, amplitude);
  }
  note_tone(r, power_of(t->amplitude), before);
  const tcf_u32 i = atomicAdd(&b->found[r.sweep % 3], 1u);
  if (i < r.m->tones)
    r.found[i] = sparse_found{frequency, amplitude, which};
  else
    b->full = 1;
  return true;
}

// The largest power of a tone, also of those that have not been found.
INLINE double largest_power(const sparse_run &r) { return fmax(r.largest, of_bits(r.board->most_energy)); }

// A bin with more than noise in which no tone was found.
INLINE void look_in_vain(sparse_run &r, int which, tcf_u64 bin, double energy) {
  const sparse_set &s = r.set[which];
  const bool counts = which == COMB || !r.set[COMB].hash.bins;
  if (!counts || energy <= fmax(s.outlier, tcf_sparse_rounding(largest_power(r)))) return;
  s.state[bin] = BIN_FAILED;
  atomicAdd(&r.board->failed, 1u);
}

// Loads the values of a bin, multiplied by a power of two that makes the largest about 1. Returns their mean power; *unit is
// what they are multiplied by to be the signal's again.
INLINE double load_bin(const sparse_set &s, tcf_u64 bin, tcf_z *value, float *unit) {
  const tcf_u32 values = values_of(s);
  const float2 *v = s.value + bin * values;
  float most = 0, energy = 0;
  for (tcf_u32 i = 0; i < values; i++) {
    const float2 x = v[i];
    value[i].re = x.x;
    value[i].im = x.y;
    most = fmaxf(most, fmaxf(fabsf(x.x), fabsf(x.y)));
  }
  const tcf_u32 exponent = min(max(tcf_float_bits(most) >> 23, 2u), 252u);
  const float scale = tcf_bits_float((254 - exponent) << 23);
  for (tcf_u32 i = 0; i < values; i++) {
    value[i] = z_scale(value[i], scale);
    energy += z_norm(value[i]);
  }
  *unit = tcf_bits_float(exponent << 23);
  return (double)energy * *unit * *unit * s.per_value;
}

INLINE void add_to(float2 *at, tcf_z v) {
  atomicAdd(&at->x, v.re);
  atomicAdd(&at->y, v.im);
}

INLINE void queue_bin(sparse_run &r, const sparse_set &s, int which, tcf_u64 bin) {
  const tcf_u32 was = atomicExch(&s.state[bin], (tcf_u32)BIN_QUEUED);
  if (was == BIN_FAILED) atomicAdd(&r.board->failed, 0u - 1u);
  if (was != BIN_QUEUED)
    s.queue[((r.sweep + 1) & 1) * s.hash.bins + atomicAdd(&r.board->queued[which][(r.sweep + 1) % 3], 1u)] = (tcf_u32)bin;
}

// Takes a tone out of one group of the comb.
INLINE void subtract_from_comb(sparse_run &r, tcf_u64 frequency, tcf_z amplitude, tcf_u32 g, bool queue) {
  const sparse_set &s = r.set[COMB];
  const tcf_hash &h = s.hash;
  const tcf_u64 bin = place_of_bin(s.fft, tcf_index_rest(frequency, h.bins));
  const tcf_z step = sparse_root(r.m->root_scale, frequency);
  tcf_z w = z_mul(comb_phase(&h, &r.m->root_scale, frequency, g), amplitude);
  float2 *v = s.value + bin * values_of(s) + g * h.phases;
  for (tcf_u32 c = 0; c < h.phases; c++, w = z_mul(w, step)) add_to(v + c, z_scale(w, -1));
  if (queue && g == 0) queue_bin(r, s, COMB, bin);
}

// Two tones that share a bin of the comb, the weaker of which may be what rounding left of the other. No other thread
// touches this bin in this step.
static __device__ __noinline__ bool look_for_pair(sparse_run &r, tcf_u64 bin) {
  const sparse_set &s = r.set[COMB];
  const double rounding = tcf_sparse_rounding(largest_power(r)), least = fmax(s.least, rounding);
  tcf_z value[TCF_SPARSE_VALUES];
  float unit;
  tcf_pair p;
  const double energy = load_bin(s, bin, value, &unit);
  if (!decode_pair(&s.hash, &r.m->root_scale, bin_at_place(s.fft, bin), value, &p)) return false;
  if ((double)p.rest * unit * unit > s.single + 1e-12 * energy) return false;
  for (int i = 0; i < 2; i++) {
    p.amplitude[i] = z_scale(p.amplitude[i], unit);
    const double power = power_of(p.amplitude[i]);
    if (power < least * p.variance && power >= rounding) return false;
  }
  const bool alone = !r.set[WINDOW].hash.bins;
  bool found = false;
  for (int i = 0; i < 2; i++) {
    if (power_of(p.amplitude[i]) < rounding) continue;
    if (!(alone ? take_alone(r, p.frequency[i], p.amplitude[i]) : take_tone(r, p.frequency[i], p.amplitude[i], COMB)))
      continue;
    found = true;
    for (tcf_u32 g = 0; g < s.hash.groups; g++) subtract_from_comb(r, p.frequency[i], p.amplitude[i], g, false);
  }
  return found;
}

// Takes the tones of a bin one after the other, as long as what is left is more than noise. No other thread touches this bin
// in this step, so that they are subtracted from it at once.
static __device__ __noinline__ void look_at_comb(sparse_run &r, tcf_u64 bin) {
  enum { MOST = 8 };
  const sparse_set &s = r.set[COMB];
  const double largest = largest_power(r), look_from = fmax(s.look_from, tcf_sparse_rounding(largest) / 4);
  const double least = fmax(s.least, tcf_sparse_rounding(largest));
  const bool alone = !r.set[WINDOW].hash.bins;
  tcf_z value[TCF_SPARSE_VALUES];
  float unit;
  float2 *v = s.value + bin * values_of(s);
  tcf_u64 before = ~(tcf_u64)0;
  double energy = load_bin(s, bin, value, &unit);
  for (int taken = 0; energy > look_from; taken++) {
    tcf_decoded d;
    decode_comb(&s.hash, &r.m->root_scale, bin_at_place(s.fft, bin), value, &d);
    const tcf_z a = z_scale(d.amplitude[0], unit);
    const double rest = (double)d.rest * unit * unit;
    if (rest > s.single + 1e-12 * energy && taken < MOST && look_for_pair(r, bin)) return;
    if (taken == MOST || rest > s.single + 1e-12 * energy || power_of(a) < least || d.frequency == before ||
        !(alone ? take_alone(r, d.frequency, a) : take_tone(r, d.frequency, a, COMB))) {
      look_in_vain(r, COMB, bin, energy);
      return;
    }
    for (tcf_u32 i = 0; i < values_of(s); i++) v[i] = make_float2(value[i].re * unit, value[i].im * unit);
    before = d.frequency;
    energy = rest;  // almost
    if (energy > look_from) energy = load_bin(s, bin, value, &unit);
  }
}

INLINE float response_at(const sparse_run &r, float offset) {
  return flat_response(r.m->response, r.m->per_response_step, offset);
}

static __device__ __noinline__ void look_at_window(sparse_run &r, tcf_u64 bin) {
  const sparse_set &s = r.set[WINDOW];
  const tcf_hash &h = s.hash;
  tcf_z value[TCF_SPARSE_VALUES], amplitude[TCF_SPARSE_PHASES];
  tcf_decoded d;
  float unit;
  const double energy = load_bin(s, bin, value, &unit);
  if (!(energy < 1e300)) r.board->spoiled = 1;
  if (!(energy < 1e300) || energy <= fmax(s.look_from, tcf_sparse_rounding(r.largest) / 4)) return;
  decode_window(&h, &r.m->root_scale, bin_at_place(s.fft, bin), value, &d);
  int found = 0;
  if (fabsf(d.offset) <= TCF_SPARSE_MOST_OFFSET && (double)d.rest * unit * unit <= s.single + 1e-12 * energy) {
    const float response = response_at(r, d.offset);
    const double least = fmax(s.least, tcf_sparse_rounding(r.largest)) / ((double)unit * unit);
    split_phases(&h, &r.m->root_scale, &d, amplitude);
    for (tcf_u32 q = 0; q < h.phases; q++)
      if (z_norm(amplitude[q]) >= least)
        found |= take_tone(r, d.residue + q * h.points, z_scale(amplitude[q], unit / response), WINDOW);
  }
  if (!found) look_in_vain(r, WINDOW, bin, energy);
}

INLINE void look_at(sparse_run &r, int which, tcf_u64 bin) {
  if (which == COMB)
    look_at_comb(r, bin);
  else
    look_at_window(r, bin);
}

// first: the sets whose bins were just measured, all of which are looked at.
static __device__ void look_step(sparse_run &r, int first) {
  sparse_board *b = r.board;
  if (RUN_THREAD == 0) {
    b->found[(r.sweep + 1) % 3] = 0;
    b->queued[COMB][(r.sweep + 2) % 3] = b->queued[WINDOW][(r.sweep + 2) % 3] = 0;
  }
  for (int which = COMB; which <= WINDOW; which++) {
    const sparse_set &s = r.set[which];
    if (!s.hash.bins) continue;
    if (first >> which & 1) {
      SPREAD_EACH(bin, s.hash.bins) if (which == WINDOW || s.energy[bin] > s.look_from) look_at(r, which, bin);
      continue;
    }
    const tcf_u32 *queue = s.queue + (r.sweep & 1) * s.hash.bins;
    SPREAD_EACH(i, b->queued[which][r.sweep % 3]) {
      s.state[queue[i]] = BIN_IDLE;
      look_at(r, which, queue[i]);
    }
  }
}

// ------------------------------------------------------------------------------------------------ subtracting

// A frequency's place in a window, the bin that is nearest, and the response there or `aside` bins further.
struct window_spot {
  tcf_u64 place, bin;  // bin: where it is after the transform
  float response;
};

INLINE window_spot find_spot(const sparse_run &r, tcf_u64 frequency, int aside) {
  const sparse_set &s = r.set[WINDOW];
  const tcf_hash &h = s.hash;
  window_spot at;
  at.place = tcf_window_place(&h, frequency);
  const tcf_u64 bin = tcf_index_rest(tcf_window_bin(&h, at.place) + h.bins + (tcf_u64)(tcf_i64)aside, h.bins);
  const double turns = turns_left((double)at.place * r.m->per_point - (double)bin * h.per_bin);
  at.bin = place_of_bin(s.fft, bin);
  at.response = response_at(r, (float)(turns * (double)h.bins));
  return at;
}

// The response reaches one bin further than the bins that a tone lies between.
enum { SPOTS = 3 };

// Takes a tone out of one group of one bin of the window.
INLINE void subtract_from_window(sparse_run &r, tcf_u64 frequency, tcf_z amplitude, tcf_u32 g, int aside, bool queue) {
  const sparse_set &s = r.set[WINDOW];
  const tcf_hash &h = s.hash;
  const window_spot at = find_spot(r, frequency, aside);
  if (at.response == 0) return;
  const tcf_z step = sparse_root(r.m->root_scale, frequency);
  const tcf_z phase = window_phase(&h, &r.m->root_scale, at.place, tcf_index_rest(frequency, h.points), g);
  tcf_z w = z_scale(z_mul(phase, amplitude), -at.response);
  float2 *v = s.value + at.bin * values_of(s) + g * h.phases;
  for (tcf_u32 c = 0; c < h.phases; c++, w = z_mul(w, step)) add_to(v + c, w);
  if (queue && g == 0) queue_bin(r, s, WINDOW, at.bin);
}

static __device__ void subtract_found(sparse_run &r) {
  const tcf_u32 found = r.board->found[r.sweep % 3], from_comb = r.set[COMB].hash.bins ? r.set[COMB].hash.groups : 0;
  const tcf_u32 each = from_comb + SPOTS * r.set[WINDOW].hash.groups;
  SPREAD_EACH(id, (tcf_u64)found * each) {
    const tcf_u32 i = (tcf_u32)id / each, unit = (tcf_u32)id - i * each;
    const sparse_found &f = r.found[i];
    if (unit >= from_comb)
      subtract_from_window(r, f.frequency, f.amplitude, (unit - from_comb) / SPOTS, (int)((unit - from_comb) % SPOTS) - 1,
                           true);
    else if (f.which == WINDOW)
      subtract_from_comb(r, f.frequency, f.amplitude, unit, true);
  }
}

// Takes all tones out of a window that was just measured.
static __device__ void subtract_all(sparse_run &r) {
  const tcf_u32 each = SPOTS * r.set[WINDOW].hash.groups;
  TEAM_EACH(id, (tcf_u64)tones_of(r) * each) {
    const tcf_u32 i = (tcf_u32)id / each, unit = (tcf_u32)id - i * each;
    const sparse_found &t = r.known[r.list_at][i];
    subtract_from_window(r, t.frequency, t.amplitude, unit / SPOTS, (int)(unit % SPOTS) - 1, false);
  }
}

// Sweeps until none finds anything. Returns how many bins hold more than noise that is not understood.
static __device__ __noinline__ tcf_i64 peel(sparse_run &r, int first) {
  sparse_board *b = r.board;
  for (int sweep = 0; sweep < MOST_SWEEPS; sweep++, first = 0) {
    look_step(r, first);
    meet(r);
    const tcf_u32 found = b->found[r.sweep % 3], full = b->full;
    if (found && r.set[WINDOW].hash.bins && !full) {
      subtract_found(r);
      meet(r);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      r.sweep++;
      r.largest = of_bits(b->largest);
    }
    __syncthreads();
    if (!found || !r.set[WINDOW].hash.bins || full) return b->failed;
  }
  return b->failed;
}

#endif
