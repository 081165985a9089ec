// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Estimates made in a small hash are noisier than the comb, and what their subtraction leaves there would look like tones.
// So the amplitudes of tones that a window found, and of those that share a bin, are fitted to the comb after each round
// (least squares; a bin's tones together, by one warp).
#ifndef TCFFT_SPARSE_CUDA_REFIT_CUH
#define TCFFT_SPARSE_CUDA_REFIT_CUH

#include "sparse/cuda/peel.cuh"

// One warp's equations a x = b, in shared memory: a Hermitian and positive definite. In double, since tones that are close
// to each other differ little in the comb.
struct refit_equations {
  z_double a[TCF_MOST_TOGETHER][TCF_MOST_TOGETHER], x[TCF_MOST_TOGETHER];
  z_double column[TCF_MOST_TOGETHER][TCF_SPARSE_VALUES];  // what a tone of amplitude 1 adds to the values of its bin
  tcf_u32 tone[TCF_MOST_TOGETHER];                        // slots, strongest first
  int count, solved;
};

static __device__ bool solve(refit_equations &e, double *variance) {
  const int n = e.count;
  for (int j = 0; j < n; j++) {
    const double whole = e.a[j][j].re;
    for (int k = 0; k < j; k++) e.a[j][j].re -= zd_norm(e.a[j][k]);
    if (e.a[j][j].re < 1e-5 * whole) return false;
    const double pivot = sqrt(e.a[j][j].re);
    e.a[j][j].re = pivot;
    for (int i = j + 1; i < n; i++) {
      for (int k = 0; k < j; k++) e.a[i][j] = zd_sub(e.a[i][j], zd_mul_conj(e.a[i][k], e.a[j][k]));
      e.a[i][j] = zd_scale(e.a[i][j], 1 / pivot);
    }
  }
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) e.x[i] = zd_sub(e.x[i], zd_mul(e.a[i][k], e.x[k]));
    e.x[i] = zd_scale(e.x[i], 1 / e.a[i][i].re);
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) e.x[i] = zd_sub(e.x[i], zd_mul_conj(e.x[k], e.a[k][i]));
    e.x[i] = zd_scale(e.x[i], 1 / e.a[i][i].re);
  }
  *variance = 1 / (e.a[n - 1][n - 1].re * e.a[n - 1][n - 1].re);
  return true;
}

// The warp's lanes share the values of the bin, then the equations' numbers.
static __device__ void set_up(const sparse_run &r, refit_equations &e, const float2 *left) {
  const tcf_hash &h = r.set[COMB].hash;
  const tcf_u32 values = values_of(r.set[COMB]), lane = threadIdx.x % 32;
  const int count = e.count;
  for (tcf_u32 v = lane; v < values; v += 32) {
    const tcf_u32 g = v / h.phases, c = v - g * h.phases;
    const tcf_u64 at = tcf_index_rest(h.start + h.delay[g] + c, h.n);
    for (int i = 0; i < count; i++) {
      z_double *w = &e.column[i][v];
      sincospi(2 * (double)tcf_index_product(r.tone[e.tone[i]].key - 1, at, h.n) * r.m->root_scale, &w->im, &w->re);
    }
  }
  __syncwarp();
  for (int id = (int)lane; id < count * (count + 1); id += 32) {
    const int i = id / (count + 1), j = id - i * (count + 1);
    if (j > i && j < count) continue;  // the other half; j == count: the right side
    z_double sum = {0, 0};
    for (tcf_u32 v = 0; v < values; v++) {
      const z_double other = j < count ? e.column[j][v] : z_double{left[v].x, left[v].y};
      sum = zd_add(sum, zd_mul_conj(other, e.column[i][v]));
    }
    *(j < count ? &e.a[i][j] : &e.x[i]) = sum;
  }
  __syncwarp();
}

INLINE void subtract_here(const sparse_run &r, const refit_equations &e, int i, float2 *left) {
  for (tcf_u32 v = threadIdx.x % 32; v < values_of(r.set[COMB]); v += 32) {
    const z_double w = zd_mul(e.column[i][v], e.x[i]);
    left[v] = make_float2((float)(left[v].x - w.re), (float)(left[v].y - w.im));
  }
}

// Whether the comb tells the amplitudes that were solved for not much worse than the last window would, at most by twice.
// Tones that are alike in the comb share any amplitude.
INLINE bool tells_amplitudes(const sparse_run &r, const refit_equations &e) {
  const sparse_set &comb = r.set[COMB], &window = r.set[WINDOW];
  double worst = 0;
  for (int j = 0; j < e.count; j++) worst = fmax(worst, 1 / (e.a[j][j].re * e.a[j][j].re));
  return worst * comb.noise <= 4 * window.noise / values_of(window);
}

// Fits the tones of one bin. What one tone's first estimate left over may have passed for another tone; beside the first, as
// it is fitted now, that one is noise and goes. What is left of tones that are alike in the comb keeps what windows said.
static __device__ void fit_bin(const sparse_run &r, refit_equations &e, float2 *left) {
  const tcf_u32 lane = threadIdx.x % 32;
  while (e.count > 0) {
    double variance = 0;
    set_up(r, e, left);
    if (lane == 0) {
      const bool there = solve(e, &variance), tells = there && tells_amplitudes(r, e);
      sparse_tone &last = r.tone[e.tone[e.count - 1]];
      e.solved = tells;
      if (there && e.count > 1 &&
          zd_norm(zd_add(zd(last.amplitude), e.x[e.count - 1])) <= 30 * r.set[COMB].noise * variance) {
        e.solved = -1;
        e.x[e.count - 1] = zd_scale(zd(last.amplitude), -1);
      }
    }
    __syncwarp();
    const int solved = e.solved, count = e.count;
    if (!solved) return;  // they keep what a window said
    for (int i = solved > 0 ? 0 : count - 1; i < count; i++) {
      subtract_here(r, e, i, left);
      __syncwarp();
      if (lane == 0) {
        sparse_tone &t = r.tone[e.tone[i]];
        t.amplitude.re = (float)(t.amplitude.re + e.x[i].re);
        t.amplitude.im = (float)(t.amplitude.im + e.x[i].im);
      }
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
    for (; i > 0 && power_of(r.tone[e.tone[i - 1]].amplitude) < power_of(r.tone[at - 1].amplitude); i--)
      e.tone[i] = e.tone[i - 1];
    e.tone[i] = at - 1;
  }
  return needed || e.count > 1;
}

// A bin with more tones than can be fitted keeps what windows said of them, with the errors of that. What the errors leave
// of the bin looks like a weak tone: none is taken from there that is not far above the noise.
static __device__ void doubt_crowd(sparse_run &r, tcf_u32 first) {
  const sparse_set &s = r.set[COMB];
  tcf_u32 count = 0;
  for (tcf_u32 at = first; at; at = r.next[at - 1]) count++;
  for (tcf_u32 at = first; at; at = r.next[at - 1]) {
    sparse_tone &t = r.tone[at - 1];
    if (t.by_window || power_of(t.amplitude) > 30 * s.noise * count) continue;
    for (tcf_u32 g = 0; g < s.hash.groups; g++) subtract_from_comb(r, t.key - 1, z_scale(t.amplitude, -1), g, false);
    t.amplitude.re = t.amplitude.im = 0;  // drop_weak removes it
  }
}

INLINE tcf_u64 comb_place(const sparse_run &r, tcf_u64 frequency) {
  return place_of_bin(r.set[COMB].fft, tcf_index_rest(frequency, r.set[COMB].hash.bins));
}

// Whether the tones as they are fitted now leave nothing in a bin that was looked at in vain.
INLINE void look_again(sparse_run &r, tcf_u64 bin) {
  const sparse_set &s = r.set[COMB];
  if (s.state[bin] != BIN_FAILED || bin_energy(s, bin) > fmax(s.outlier, tcf_sparse_rounding(largest_power(r)))) return;
  s.state[bin] = BIN_IDLE;
  atomicAdd(&r.board->failed, 0u - 1u);
}

// As many warps work as have room for their equations.
static __device__ void fit_to_comb(sparse_run &r, refit_equations *equations, tcf_u32 room) {
  const sparse_set &s = r.set[COMB];
  const tcf_u32 tones = tones_of(r), *list = r.list[r.list_at], lane = threadIdx.x % 32;
  refit_equations &e = equations[threadIdx.x / 32];
  TEAM_EACH(i, tones) r.next[list[i]] = atomicExch(&r.head[comb_place(r, r.tone[list[i]].key - 1)], list[i] + 1);
  meet(r);
  const tcf_u32 warp = threadIdx.x / 32, warps = min(room, blockDim.x / 32);
  for (tcf_u32 i = r.block + r.blocks * warp; warp < warps && i < tones; i += r.blocks * warps) {
    const tcf_u32 slot = list[i];
    const tcf_u64 bin = comb_place(r, r.tone[slot].key - 1);
    if (r.head[bin] != slot + 1) continue;  // another warp takes this bin
    __syncwarp();
    if (lane == 0) {
      r.head[bin] = 0;
      e.solved = gather_tones(r, e, slot + 1);
      if (!e.solved && e.count > 1) doubt_crowd(r, slot + 1);
    }
    __syncwarp();
    if (!e.solved) continue;
    fit_bin(r, e, s.value + bin * values_of(s));
    __syncwarp();
    if (lane == 0) look_again(r, bin);
  }
}

// Without a comb: corrects each tone by what the window has at its place, all at once, as tones that share a bin correct
// each other in the next turn. What one tone's error in an earlier window made look like another tone is noise here, where
// both lie elsewhere.
static __device__ __noinline__ void fit_to_window(sparse_run &r) {
  enum { TURNS = 4 };
  const sparse_set &s = r.set[WINDOW];
  const tcf_hash &h = s.hash;
  for (int turn = 0; turn < TURNS; turn++) {
    TEAM_EACH(i, tones_of(r)) {
      const sparse_found &t = r.known[r.list_at][i];
      const tcf_u64 frequency = t.frequency;
      const window_spot at = find_spot(r, frequency, 0);
      const tcf_z step = sparse_root(r.m->root_scale, frequency);
      tcf_z sum = {0, 0};
      for (tcf_u32 g = 0; g < h.groups; g++) {
        tcf_z w = window_phase(&h, &r.m->root_scale, at.place, tcf_index_rest(frequency, h.points), g);
        const float2 *v = s.value + at.bin * values_of(s) + g * h.phases;
        for (tcf_u32 c = 0; c < h.phases; c++, w = z_mul(w, step)) {
          const tcf_z left = {v[c].x, v[c].y};
          sum = z_add(sum, z_mul_conj(left, w));
        }
      }
      r.found[i] = sparse_found{frequency, z_scale(sum, 1 / ((float)values_of(s) * at.response)), t.which};
    }
    meet(r);
    const tcf_u32 each = SPOTS * h.groups;
    TEAM_EACH(id, (tcf_u64)tones_of(r) * each) {
      const sparse_found &f = r.found[id / each];
      const tcf_u32 unit = (tcf_u32)(id % each);
      subtract_from_window(r, f.frequency, f.amplitude, unit / SPOTS, (int)(unit % SPOTS) - 1, false);
      if (unit) continue;
      sparse_found &t = r.known[r.list_at][id / each];
      r.tone[f.which].amplitude = t.amplitude = z_add(t.amplitude, f.amplitude);
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
    const double power = power_of(t.amplitude);
    if (power >= least) {
      const tcf_u32 at = atomicAdd(&b->tones[to], 1u);
      r.list[to][at] = slot;
      r.known[to][at] = sparse_found{t.key - 1, t.amplitude, slot};
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
static __device__ __noinline__ void refit(sparse_run &r, refit_equations *equations, tcf_u32 room) {
  if (RUN_THREAD == 0) r.board->tones[!r.list_at] = 0, r.board->tone_power[!r.list_at] = 0;
  if (r.set[COMB].hash.bins) fit_to_comb(r, equations, room);
  meet(r);
  drop_weak(r);
}

#endif
