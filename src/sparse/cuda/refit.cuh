// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Estimates made in a small hash are noisier than the comb, and what their subtraction leaves there would look like tones. So
// the amplitudes of tones that a window found, and of those that share a bin, are fitted to the comb after each round (least
// squares; a bin's tones together, by one warp).
#ifndef TCFFT_SPARSE_CUDA_REFIT_CUH
#define TCFFT_SPARSE_CUDA_REFIT_CUH

#include "sparse/cuda/peel.cuh"

// One warp's equations a x = b, in shared memory: a Hermitian and positive definite.
struct refit_equations {
  tcf_z a[TCF_MOST_TOGETHER][TCF_MOST_TOGETHER], x[TCF_MOST_TOGETHER];
  tcf_u32 tone[TCF_MOST_TOGETHER];  // slots, strongest first
  int count, solved;
};

INLINE double warp_sum(double x) {
  for (int bit = 16; bit; bit >>= 1) x += __shfl_xor_sync(0xffffffffu, x, bit);
  return x;
}

// By Cholesky's factorisation. False: a is too close to singular. variance: of the last unknown, in units of a value's noise.
static __device__ bool solve(refit_equations &e, double *variance) {
  const int n = e.count;
  for (int j = 0; j < n; j++) {
    const double whole = e.a[j][j].re;
    for (int k = 0; k < j; k++) e.a[j][j].re -= z_norm(e.a[j][k]);
    if (e.a[j][j].re < 1e-5 * whole) return false;
    const double pivot = sqrt(e.a[j][j].re);
    e.a[j][j].re = pivot;
    for (int i = j + 1; i < n; i++) {
      for (int k = 0; k < j; k++) e.a[i][j] = z_sub(e.a[i][j], z_mul_conj(e.a[i][k], e.a[j][k]));
      e.a[i][j] = z_scale(e.a[i][j], 1 / pivot);
    }
  }
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) e.x[i] = z_sub(e.x[i], z_mul(e.a[i][k], e.x[k]));
    e.x[i] = z_scale(e.x[i], 1 / e.a[i][i].re);
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) e.x[i] = z_sub(e.x[i], z_mul_conj(e.x[k], e.a[k][i]));
    e.x[i] = z_scale(e.x[i], 1 / e.a[i][i].re);
  }
  *variance = 1 / (e.a[n - 1][n - 1].re * e.a[n - 1][n - 1].re);
  return true;
}

// What a tone of amplitude 1 adds to value v of its bin.
INLINE tcf_z tone_value(const sparse_run &r, tcf_u64 frequency, tcf_u32 v) {
  const tcf_hash &h = r.set[COMB].hash;
  const tcf_u32 g = v / h.phases, c = v - g * h.phases;
  return sparse_root(&r.m->root_scale, tcf_index_product(frequency, tcf_index_rest(h.start + h.delay[g] + c, h.n), h.n));
}

// The warp's lanes share the values of the bin.
static __device__ void set_up(const sparse_run &r, refit_equations &e, const float2 *left) {
  const tcf_u32 values = values_of(r.set[COMB]), lane = threadIdx.x % 32;
  for (int i = 0; i < e.count; i++)
    for (int j = -1; j <= i; j++) {  // j = -1: the right side
      const tcf_u64 fi = r.tone[e.tone[i]].key - 1, fj = j < 0 ? 0 : r.tone[e.tone[j]].key - 1;
      tcf_z sum = {0, 0};
      for (tcf_u32 v = lane; v < values; v += 32) {
        tcf_z other = {left[v].x, left[v].y};
        if (j >= 0) other = tone_value(r, fj, v);
        sum = z_add(sum, z_mul_conj(other, tone_value(r, fi, v)));
      }
      sum.re = warp_sum(sum.re);
      sum.im = warp_sum(sum.im);
      if (lane == 0) *(j < 0 ? &e.x[i] : &e.a[i][j]) = sum;
    }
  __syncwarp();
}

INLINE void subtract_here(const sparse_run &r, float2 *left, tcf_u64 frequency, tcf_z amplitude) {
  for (tcf_u32 v = threadIdx.x % 32; v < values_of(r.set[COMB]); v += 32) {
    const tcf_z w = z_mul(tone_value(r, frequency, v), amplitude);
    left[v] = make_float2((float)(left[v].x - w.re), (float)(left[v].y - w.im));
  }
}

// Fits the tones of one bin. What one tone's first estimate left over may have passed for another tone; beside the first, as it
// is fitted now, that one is noise and goes.
static __device__ void fit_bin(const sparse_run &r, refit_equations &e, float2 *left) {
  const tcf_u32 lane = threadIdx.x % 32;
  while (e.count > 0) {
    double variance = 0;
    set_up(r, e, left);
    if (lane == 0) {
      e.solved = solve(e, &variance);
      sparse_tone &last = r.tone[e.tone[e.count - 1]];
      if (e.solved && e.count > 1 && z_norm(z_add(last.amplitude, e.x[e.count - 1])) <= 30 * r.set[COMB].noise * variance) {
        e.solved = -1;
        e.x[e.count - 1] = z_scale(last.amplitude, -1);
      }
    }
    __syncwarp();
    const int solved = e.solved, count = e.count;
    if (!solved) return;  // they keep what a window said
    for (int i = solved > 0 ? 0 : count - 1; i < count; i++) {
      subtract_here(r, left, r.tone[e.tone[i]].key - 1, e.x[i]);
      __syncwarp();
      if (lane == 0) r.tone[e.tone[i]].amplitude = z_add(r.tone[e.tone[i]].amplitude, e.x[i]);
    }
    __syncwarp();
    if (lane == 0) e.count = solved > 0 ? 0 : count - 1;
    __syncwarp();
  }
}

// Gathers the tones of a bin's list, strongest first. False: there is nothing to fit, or too much.
static __device__ bool gather_tones(const sparse_run &r, refit_equations &e, tcf_u32 first) {
  const int most = min((int)values_of(r.set[COMB]) / 2, (int)TCF_MOST_TOGETHER);
  bool needed = false;
  e.count = 0;
  for (tcf_u32 at = first; at; at = r.next[at - 1]) {
    needed |= r.tone[at - 1].by_window != 0;
    if (e.count == most) return false;
    int i = e.count++;
    for (; i > 0 && z_norm(r.tone[e.tone[i - 1]].amplitude) < z_norm(r.tone[at - 1].amplitude); i--)
      e.tone[i] = e.tone[i - 1];
    e.tone[i] = at - 1;
  }
  return needed || e.count > 1;
}

INLINE tcf_u64 comb_place(const sparse_run &r, tcf_u64 frequency) {
  return place_of_bin(r.set[COMB].fft, tcf_index_rest(frequency, r.set[COMB].hash.bins));
}

static __device__ void fit_to_comb(sparse_run &r, refit_equations *equations) {
  const sparse_set &s = r.set[COMB];
  const tcf_u32 tones = tones_of(r), *list = r.list[r.list_at], lane = threadIdx.x % 32;
  refit_equations &e = equations[threadIdx.x / 32];
  TEAM_EACH(i, tones) r.next[list[i]] = atomicExch(&r.head[comb_place(r, r.tone[list[i]].key - 1)], list[i] + 1);
  meet(r);
  for (tcf_u32 from = RUN_THREAD - lane; from < tones; from += RUN_THREADS) {
    const tcf_u32 slot = from + lane < tones ? list[from + lane] : 0;
    tcf_u64 bin = 0;
    bool heads = false;
    if (from + lane < tones) {
      bin = comb_place(r, r.tone[slot].key - 1);
      heads = r.head[bin] == slot + 1;
    }
    for (tcf_u32 left = __ballot_sync(0xffffffffu, heads); left; left &= left - 1) {
      const int which = __ffs((int)left) - 1;
      const tcf_u32 first = __shfl_sync(0xffffffffu, slot, which) + 1;
      const tcf_u64 there = __shfl_sync(0xffffffffu, bin, which);
      if (lane == 0) e.solved = gather_tones(r, e, first);
      __syncwarp();
      if (e.solved) fit_bin(r, e, s.value + there * values_of(s));
      __syncwarp();
    }
    if (heads) r.head[bin] = 0;
  }
}

// Without a comb: corrects each tone by what the window has at its place, all at once, as tones that share a bin correct each
// other in the next turn. What one tone's error in an earlier window made look like another tone is noise here, where both lie
// elsewhere.
static __device__ __noinline__ void fit_to_window(sparse_run &r) {
  enum { TURNS = 4 };
  const sparse_set &s = r.set[WINDOW];
  const tcf_hash &h = s.hash;
  for (int turn = 0; turn < TURNS; turn++) {
    TEAM_EACH(i, tones_of(r)) {
      const sparse_tone &t = r.tone[r.list[r.list_at][i]];
      const tcf_u64 frequency = t.key - 1;
      const window_spot at = find_spot(r, frequency, 0);
      const tcf_z step = sparse_root(&r.m->root_scale, frequency);
      tcf_z sum = {0, 0};
      for (tcf_u32 g = 0; g < h.groups; g++) {
        tcf_z w = window_phase(&h, &r.m->root_scale, at.place, tcf_index_rest(frequency, h.points), g);
        const float2 *v = s.value + at.bin * values_of(s) + g * h.phases;
        for (tcf_u32 c = 0; c < h.phases; c++, w = z_mul(w, step)) {
          const tcf_z left = {v[c].x, v[c].y};
          sum = z_add(sum, z_mul_conj(left, w));
        }
      }
      r.found[i] = sparse_found{frequency, z_scale(sum, 1 / (values_of(s) * at.response)), r.list[r.list_at][i]};
    }
    meet(r);
    const tcf_u32 each = SPOTS * h.groups;
    TEAM_EACH(id, (tcf_u64)tones_of(r) * each) {
      const sparse_found &f = r.found[id / each];
      const tcf_u32 unit = (tcf_u32)(id % each);
      subtract_from_window(r, f.frequency, f.amplitude, unit / SPOTS, (int)(unit % SPOTS) - 1, false);
      if (unit == 0) r.tone[f.which].amplitude = z_add(r.tone[f.which].amplitude, f.amplitude);
    }
    meet(r);
  }
}

// Tones that turn out to be noise go back into the comb. Ends with the team's meeting.
static __device__ void drop_weak(sparse_run &r) {
  sparse_board *b = r.board;
  const bool comb = r.set[COMB].hash.bins != 0;
  const sparse_set &s = r.set[comb ? COMB : WINDOW];
  const int to = !r.list_at;
  const double least = 2. / 3 * tcf_sparse_least_tone(s.noise, values_of(s), r.largest);
  TEAM_EACH(i, tones_of(r)) {
    const tcf_u32 slot = r.list[r.list_at][i];
    sparse_tone &t = r.tone[slot];
    const double power = z_norm(t.amplitude);
    if (power >= least) {
      r.list[to][atomicAdd(&b->tones[to], 1u)] = slot;
      atomicAdd(&b->tone_power[to], power);
      continue;
    }
    for (tcf_u32 g = 0; comb && g < s.hash.groups; g++) subtract_from_comb(r, t.key - 1, z_scale(t.amplitude, -1), g, false);
    t.amplitude.re = t.amplitude.im = 0;
    t.stamp = 0;
  }
  meet(r);
  if (threadIdx.x == 0) r.list_at = to;
  __syncthreads();
}

// After a window. Without a comb the tones have been fitted when the window was measured.
static __device__ __noinline__ void refit(sparse_run &r, refit_equations *equations) {
  if (RUN_THREAD == 0) r.board->tones[!r.list_at] = 0, r.board->tone_power[!r.list_at] = 0;
  if (r.set[COMB].hash.bins) fit_to_comb(r, equations);
  meet(r);
  drop_weak(r);
}

#endif
