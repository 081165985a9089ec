// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Sparse transforms by voting, a launch a step. What sparse/host/vote.c does, with the same hashes and thresholds; comments
// there say why. The paper's optimizations are in it: one thread a bucket folds its samples without atomic additions (loop
// partition), positions are computed and not carried along, buckets are chosen by a threshold. Its asynchronous layout
// transformation, which copies the samples into the order of the buckets before they are folded, reads the same sectors of
// memory and then the copy, and is not: loads of several samples are in flight at once without it.
//
//     P: threads, blocks          launch bounds
#ifndef TCFFT_SPARSE_CUDA_SPARSE_VOTES_CUH
#define TCFFT_SPARSE_CUDA_SPARSE_VOTES_CUH

#include "sparse/cuda/measure.cuh"
#include "sparse/cuda/sparse_votes_args.h"

// In each block's shared memory. run: for the sums over a block.
struct votes_state {
  sparse_run run;
  tcf_hash hash;
  tcf_voting_loops loops;
  energy_cells cells;
  tcf_u32 bucket[TCF_SPARSE_THREADS], buckets;
};

#define GRID_THREAD ((tcf_u64)blockIdx.x * blockDim.x + threadIdx.x)
#define GRID_THREADS ((tcf_u64)gridDim.x * blockDim.x)
#define GRID_EACH(i, count) for (tcf_u64 i = GRID_THREAD; i < (tcf_u64)(count); i += GRID_THREADS)

// ------------------------------------------------------------------------------------------------ rows

// A loop's or a comb's buckets.
struct votes_row {
  float2 *value;
  tcf_u64 bins;
};

INLINE votes_row row_at(const tcf_sparse_votes_args &a, int row) {
  const tcf_voting_loops &v = a.numbers->loops;
  votes_row x;
  if (row >= v.loops) {
    x.bins = v.comb_bins;
    x.value = (float2 *)a.comb + (row - v.loops) * x.bins;
    return x;
  }
  const int which = row >= v.locate;
  x.bins = v.loop[row].bins;
  x.value = (float2 *)a.value[which] + (row - which * v.locate) * x.bins;
  return x;
}

INLINE double power_at(const votes_row &row, tcf_u64 bucket) {
  const float2 z = row.value[bucket];
  return (double)z.x * z.x + (double)z.y * z.y;
}

// The blocks share the rows from `first` to `end`: each takes part `part` of `parts` of a row.
struct votes_share {
  int row;
  tcf_u32 part, parts;
};
INLINE votes_share share_of(int first, int end) {
  const tcf_u32 rows = end - first;
  votes_share s;
  s.parts = max(gridDim.x / rows, 1u);
  s.row = first + (int)(blockIdx.x / s.parts);
  s.part = blockIdx.x % s.parts;
  return s;
}

// ------------------------------------------------------------------------------------------------ samples

INLINE float2 sample_at(const tcf_sparse_votes_args &a, tcf_u64 t) {
  return a.numbers->real ? make_float2(__ldg(a.in + t), 0.f) : __ldg((const float2 *)a.in + t);
}

INLINE float2 fold_bucket(const tcf_sparse_votes_args &a, const tcf_hash &h, const float *taps, tcf_u64 bucket) {
  const tcf_u64 step = tcf_index_product(h.sigma, tcf_index_rest(h.bins, h.n), h.n);
  tcf_u64 i = tcf_index_rest(bucket + h.taps / 2, h.bins), m = tcf_window_position(&h, 0, i);
  float2 sum = make_float2(0.f, 0.f);
#pragma unroll 4
  for (; i < h.taps; i += h.bins, m = tcf_index_sum(m, step, h.n)) {
    const float2 x = sample_at(a, m);
    const float tap = __ldg(taps + i);
    sum = make_float2(sum.x + x.x * tap, sum.y + x.y * tap);
  }
  return sum;
}

static __device__ void take_samples(const tcf_sparse_votes_args &a, votes_state &s) {
  const tcf_voting_loops &v = a.numbers->loops;
  const votes_share share = share_of(0, v.loops + v.combs);
  for (int row = share.row; row < v.loops + v.combs; row += max(gridDim.x / share.parts, 1u)) {
    const votes_row x = row_at(a, row);
    __syncthreads();
    if (row < v.loops) copy_shared(s.hash, v.loop[row]);
    __syncthreads();
    for (tcf_u64 b = (tcf_u64)share.part * blockDim.x + threadIdx.x; b < x.bins; b += (tcf_u64)share.parts * blockDim.x)
      x.value[b] =
          row < v.loops
              ? fold_bucket(a, s.hash, a.tap[row >= v.locate], b)
              : sample_at(a, tcf_index_rest(v.comb_start[row - v.loops] + b * (a.numbers->n / x.bins), a.numbers->n));
  }
}

// ------------------------------------------------------------------------------------------------ buckets that stand out

static __device__ void count_powers(const tcf_sparse_votes_args &a, votes_state &s, int first, int end, int which) {
  const votes_share share = share_of(first, end);
  for (int row = share.row; row < end; row += max(gridDim.x / share.parts, 1u)) {
    const votes_row x = row_at(a, row);
    tcf_votes_cells &cells = a.board->cells[which][row];
    energy_count count = {0, 0};
    __syncthreads();
    clear_block_cells(s.cells);
    __syncthreads();
    for (tcf_u64 b = (tcf_u64)share.part * blockDim.x + threadIdx.x; b < x.bins; b += (tcf_u64)share.parts * blockDim.x)
      count_energy(s.cells, count, power_at(x, b));
    if (!(count.sum < 1e300)) a.board->broken = 1;
    const double sum = block_sum(s.run, count.sum);
    if (threadIdx.x == 0) atomicAdd(&a.board->power[which][row], sum);
    for (int bit = 16; bit; bit >>= 1) count.most = fmax(count.most, __shfl_xor_sync(0xffffffffu, count.most, bit));
    if (threadIdx.x % 32 == 0 && count.most > 0)
      atomicMax((unsigned long long *)&a.board->largest[which][row], (unsigned long long)bits_of(count.most));
    __syncthreads();
    BLOCK_EACH(i, TCF_ENERGY_CELLS) if (s.cells.bins[i]) {
      atomicAdd(&cells.buckets[i], s.cells.bins[i]);
      atomicAdd(&cells.powers[i], sum_of_shares(s.cells, (tcf_u32)i));
    }
  }
}

INLINE cells_noise noise_of_row(const tcf_sparse_votes_args &a, votes_state &s, int row, int which) {
  const tcf_votes_cells &cells = a.board->cells[which][row];
  const tcf_u64 bins = row_at(a, row).bins;
  cells_noise noise = noise_of_cells(s.run, cells.buckets, cells.powers, nullptr, bins, 1, (float)tcf_sparse_outlier(1, 1));
  const double largest = of_bits(a.board->largest[which][row]), mean = a.board->power[which][row] / (double)bins;
  noise.mean = fmax(noise.mean, tcf_sparse_least_noise(mean, largest, (double)bins));
  return noise;
}

// The power from which on a bucket of a row stands out: above the noise, and in the cells that hold the 2 k largest.
static __device__ double threshold_of(const tcf_sparse_votes_args &a, votes_state &s, int row) {
  const tcf_votes_cells &cells = a.board->cells[0][row];
  const double from = tcf_voting_from(noise_of_row(a, s, row, 0).mean, of_bits(a.board->largest[0][row]));
  const tcf_u64 pick = cell_of_rank(s.run, cells.buckets, TCF_ENERGY_CELLS, (tcf_u64)(2 * a.numbers->k), true);
  return fmax(from, cell_edge((tcf_u32)(pick >> 32)));
}

// ------------------------------------------------------------------------------------------------ voting

// The blocks share the loops that vote and the combs, which follow the other loops.
static __device__ void mark_buckets(const tcf_sparse_votes_args &a, votes_state &s) {
  const tcf_voting_loops &v = a.numbers->loops;
  const int rows = v.locate + v.combs;
  const votes_share share = share_of(0, rows);
  for (int i = share.row; i < rows; i += max(gridDim.x / share.parts, 1u)) {
    const int row = i < v.locate ? i : v.loops + i - v.locate;
    const votes_row x = row_at(a, row);
    tcf_u32 *map = i < v.locate ? a.marked + (tcf_u64)i * tcf_voting_words(x.bins) : a.allowed;
    const double from = threshold_of(a, s, row);
    for (tcf_u64 b = (tcf_u64)share.part * blockDim.x + threadIdx.x; b < x.bins; b += (tcf_u64)share.parts * blockDim.x)
      if (power_at(x, b) > from) atomicOr(&map[b / 32], 1u << b % 32);
  }
}

INLINE void note_candidate(const tcf_sparse_votes_args &a, tcf_u64 f) {
  const tcf_u32 i = atomicAdd(&a.board->tones, 1u);
  if (i < a.numbers->tones)
    a.candidate[i].frequency = f;
  else
    a.board->full = 1;
}

// A warp goes through all frequencies of a bucket.
INLINE void vote_bucket(const tcf_sparse_votes_args &a, const tcf_voting_loops &v, int row, tcf_u64 bucket) {
  const tcf_hash &h = v.loop[row];
  const tcf_u64 first = tcf_voting_first(&h, bucket), end = tcf_voting_first(&h, bucket + 1);
  const tcf_u64 step = tcf_index_product(h.inverse, tcf_index_rest(32, h.n), h.n);
  tcf_u64 place = first + threadIdx.x % 32, f = tcf_index_product(tcf_index_rest(place, h.n), h.inverse, h.n);
  for (; place < end; place += 32, f = tcf_index_sum(f, step, h.n))
    if (tcf_voting_is_candidate(&v, a.marked, a.allowed, row, f)) note_candidate(a, f);
}

static __device__ void vote(const tcf_sparse_votes_args &a, votes_state &s) {
  copy_shared(s.loops, a.numbers->loops);
  __syncthreads();
  const tcf_voting_loops &v = s.loops;
  const int rows = tcf_voting_starts(&v);
  const votes_share share = share_of(0, rows);
  for (int row = share.row; row < rows; row += max(gridDim.x / share.parts, 1u)) {
    const tcf_u64 bins = v.loop[row].bins;
    const tcf_u32 *map = a.marked + (tcf_u64)row * tcf_voting_words(bins);
    for (tcf_u64 first = (tcf_u64)share.part * blockDim.x; first < bins; first += (tcf_u64)share.parts * blockDim.x) {
      __syncthreads();
      if (threadIdx.x == 0) s.buckets = 0;
      __syncthreads();
      const tcf_u64 b = first + threadIdx.x;
      if (b < bins && tcf_voting_bit(map, b)) s.bucket[atomicAdd(&s.buckets, 1u)] = (tcf_u32)b;
      __syncthreads();
      for (tcf_u32 i = threadIdx.x / 32; i < s.buckets; i += blockDim.x / 32) vote_bucket(a, v, row, s.bucket[i]);
    }
  }
}

// ------------------------------------------------------------------------------------------------ estimates

// What a frequency of amplitude 1 adds to the bucket that is nearest to it, or `aside` buckets further.
struct votes_spot {
  float2 *value;
  float response;
  tcf_z phase;
};

INLINE votes_spot spot_of(const tcf_sparse_votes_args &a, int row, tcf_u64 f, int aside) {
  const tcf_votes_numbers &m = *a.numbers;
  const tcf_hash &h = m.loops.loop[row];
  const int which = row >= m.loops.locate;
  const tcf_u64 place = tcf_window_place(&h, f);
  const tcf_u64 bucket = tcf_index_rest(tcf_window_bin(&h, place) + h.bins + (tcf_u64)(tcf_i64)aside, h.bins);
  const double turns = turns_left((double)place * m.root_scale - (double)bucket * h.per_bin);
  votes_spot s;
  s.value = row_at(a, row).value + bucket;
  s.response = flat_response(m.response[which], m.per_response_step[which], (float)(turns * (double)h.bins));
  s.phase = sparse_root(m.root_scale, tcf_index_product(f, h.start, m.n));
  return s;
}

// The median of the first `count` lanes' numbers, in all lanes: a lane's rank is how many are below it.
INLINE float warp_median(float x, tcf_u32 count) {
  const tcf_u32 lane = threadIdx.x % 32;
  tcf_u32 rank = 0;
  for (tcf_u32 j = 0; j < count; j++) {
    const float other = __shfl_sync(0xffffffffu, x, (int)j);
    rank += other < x || (other == x && j < lane);
  }
  const tcf_u32 low = __ballot_sync(0xffffffffu, lane < count && rank == (count - 1) / 2);
  const tcf_u32 high = __ballot_sync(0xffffffffu, lane < count && rank == count / 2);
  if (!low || !high) return __shfl_sync(0xffffffffu, x, 0);  // some are no numbers
  return 0.5f * (__shfl_sync(0xffffffffu, x, __ffs((int)low) - 1) + __shfl_sync(0xffffffffu, x, __ffs((int)high) - 1));
}

// The medians of a frequency's estimates by all loops; a lane a loop.
INLINE tcf_z estimate(const tcf_sparse_votes_args &a, tcf_u64 f) {
  const tcf_u32 loops = a.numbers->loops.loops, lane = threadIdx.x % 32;
  tcf_z x = {0, 0};
  if (lane < loops) {
    const votes_spot s = spot_of(a, (int)lane, f, 0);
    const tcf_z z = {s.value->x, s.value->y};
    x = z_scale(z_mul_conj(z, s.phase), 1 / s.response);
  }
  __syncwarp();
  const tcf_z median = {warp_median(x.re, loops), warp_median(x.im, loops)};
  return median;
}

static __device__ void estimate_candidates(const tcf_sparse_votes_args &a) {
  const tcf_u32 tones = a.board->full ? 0 : a.board->tones;
  for (tcf_u64 i = GRID_THREAD / 32; i < tones; i += GRID_THREADS / 32) {
    tcf_votes_candidate &c = a.candidate[i];
    const tcf_z x = estimate(a, c.frequency);
    if (threadIdx.x % 32) continue;
    c.re = x.re;
    c.im = x.im;
  }
}

static __device__ void correct_estimates(const tcf_sparse_votes_args &a) {
  for (tcf_u64 i = GRID_THREAD / 32; i < a.board->chosen; i += GRID_THREADS / 32) {
    tcf_votes_candidate &c = a.chosen[i];
    const tcf_z x = estimate(a, c.frequency);
    if (threadIdx.x % 32) continue;
    c.change_re = x.re;
    c.change_im = x.im;
    c.re += x.re;
    c.im += x.im;
  }
}

static __device__ void subtract_chosen(const tcf_sparse_votes_args &a) {
  enum { SPOTS = 3 };
  const tcf_u32 each = SPOTS * (tcf_u32)a.numbers->loops.loops;
  GRID_EACH(id, (tcf_u64)a.board->chosen * each) {
    const tcf_votes_candidate &c = a.chosen[id / each];
    const tcf_u32 unit = (tcf_u32)(id % each);
    const votes_spot s = spot_of(a, (int)(unit / SPOTS), c.frequency, (int)(unit % SPOTS) - 1);
    const tcf_z change = {c.change_re, c.change_im}, x = z_scale(z_mul(s.phase, change), s.response);
    if (s.response == 0) continue;
    atomicAdd(&s.value->x, -x.re);
    atomicAdd(&s.value->y, -x.im);
  }
}

// ------------------------------------------------------------------------------------------------ one block's steps

INLINE double candidate_power(const tcf_votes_candidate &c) { return (double)c.re * c.re + (double)c.im * c.im; }

// The mean noise of a bucket of the estimating loops, and of how many it is told.
static __device__ cells_noise estimating_noise(const tcf_sparse_votes_args &a, votes_state &s, int which) {
  const tcf_voting_loops &v = a.numbers->loops;
  cells_noise all = {0, 0};
  for (int row = v.locate; row < v.loops; row++) {
    const cells_noise one = noise_of_row(a, s, row, which);
    all.mean += one.mean / (v.loops - v.locate);
    all.samples += one.samples;
  }
  return all;
}

// The key of the k-th strongest of so many candidates, by the upper half of the bits of its power, eleven bits at a time; 0
// if there are no more.
static __device__ tcf_u32 kth_key(votes_state &s, const tcf_votes_candidate *candidate, tcf_u32 tones, tcf_i64 k) {
  tcf_u32 prefix = 0;
  tcf_u64 rank = (tcf_u64)k - 1;
  tcf_u32 *cells = s.cells.bins;  // and what lies behind
  static_assert(sizeof(energy_cells) >= TCF_CODE_CELLS * sizeof(tcf_u32), "cells");
  if (tones <= k) return 0;
  for (int low = 22; low >= 0; low -= 11) {
    __syncthreads();
    BLOCK_EACH(i, TCF_CODE_CELLS) cells[i] = 0;
    __syncthreads();
    BLOCK_EACH(i, tones) {
      const tcf_u32 key = (tcf_u32)(bits_of(candidate_power(candidate[i])) >> 32);
      if (low == 22 || key >> (low + 11) == prefix >> (low + 11)) atomicAdd(&cells[key >> low & (TCF_CODE_CELLS - 1)], 1u);
    }
    __syncthreads();
    const tcf_u64 pick = cell_of_rank(s.run, cells, TCF_CODE_CELLS, rank, true);
    prefix |= (tcf_u32)(pick >> 32) << low;
    rank = pick & 0xffffffffu;
  }
  return prefix;
}

// The largest power of so many candidates, in all threads.
static __device__ double largest_candidate(votes_state &s, const tcf_votes_candidate *candidate, tcf_u32 tones) {
  double most = 0;
  BLOCK_EACH(i, tones) most = fmax(most, candidate_power(candidate[i]));
  for (int bit = 16; bit; bit >>= 1) most = fmax(most, __shfl_xor_sync(0xffffffffu, most, bit));
  __syncthreads();
  if (threadIdx.x % 32 == 0) s.run.sum[threadIdx.x / 32] = most;
  __syncthreads();
  for (tcf_u32 w = 0; w < blockDim.x / 32; w++) most = fmax(most, s.run.sum[w]);
  __syncthreads();
  return most;
}

// Keeps the 2 k strongest candidates, and none that may be noise: what shares its buckets with tones in most loops looks
// like one until the estimates are corrected.
static __device__ void choose_candidates(const tcf_sparse_votes_args &a, votes_state &s) {
  const tcf_u32 tones = a.board->full || a.board->broken ? 0 : a.board->tones;
  const double noise = estimating_noise(a, s, 0).mean, most = largest_candidate(s, a.candidate, tones);
  const tcf_i64 room = 2 * a.numbers->k;
  if (threadIdx.x == 0) a.board->chosen = 0;
  const double least = tcf_voting_least(noise, a.numbers->loops.loops, most);
  const tcf_u32 key = kth_key(s, a.candidate, tones, room);
  __syncthreads();
  BLOCK_EACH(i, tones) {
    tcf_votes_candidate c = a.candidate[i];
    const double power = candidate_power(c);
    if (power < least || (tcf_u32)(bits_of(power) >> 32) < key) continue;
    const tcf_u32 at = atomicAdd(&a.board->chosen, 1u);
    c.change_re = c.re;
    c.change_im = c.im;
    if (at < room) a.chosen[at] = c;
  }
  __syncthreads();
  if (threadIdx.x == 0) a.board->chosen = (tcf_u32)min((tcf_i64)a.board->chosen, room);
}

// Leaves the k strongest where the program that checks and gives them looks for them.
static __device__ void finish(const tcf_sparse_votes_args &a, votes_state &s) {
  sparse_board *b = (sparse_board *)a.run_board;
  sparse_found *known = (sparse_found *)a.known;
  const tcf_u32 chosen = a.board->chosen;
  const cells_noise noise = estimating_noise(a, s, 1);
  const double most = largest_candidate(s, a.chosen, chosen);
  const double least = tcf_voting_least(noise.mean, a.numbers->loops.loops, most);
  const tcf_u32 key = kth_key(s, a.chosen, chosen, a.numbers->k);
  double power = 0;
  if (threadIdx.x == 0) s.buckets = 0;
  __syncthreads();
  BLOCK_EACH(i, chosen) {
    const tcf_votes_candidate c = a.chosen[i];
    const double mine = candidate_power(c);
    if (mine < least || (tcf_u32)(bits_of(mine) >> 32) < key) continue;
    const tcf_u32 at = atomicAdd(&s.buckets, 1u);
    if (at >= a.numbers->k) continue;
    known[at] = sparse_found{c.frequency, {c.re, c.im}, 0};
    power += mine;
  }
  power = block_sum(s.run, power);
  if (threadIdx.x) return;
  b->tones[0] = (tcf_u32)min((tcf_i64)s.buckets, a.numbers->k);
  b->tone_power[0] = power;
  b->largest = bits_of(most);
  b->full = a.board->full;
  b->broken = a.board->broken;
  b->voted_noise = noise.mean / a.numbers->gain;
  b->voted_error = 2 / fmax(noise.samples, 1.0);  // neighbouring buckets share some of their noise
  b->given = 0;
  b->left = 0;
  b->not_zero = 0;
}

static __device__ void clear_votes(const tcf_sparse_votes_args &a) {
  tcf_u32 *words = (tcf_u32 *)a.board;
  GRID_EACH(i, sizeof *a.board / sizeof *words) words[i] = 0;
  const tcf_voting_loops &v = a.numbers->loops;
  GRID_EACH(i, v.combs ? tcf_voting_words(v.comb_bins) : 0) a.allowed[i] = 0;
  GRID_EACH(i, v.locate * tcf_voting_words(v.loop[0].bins)) a.marked[i] = 0;
}

template <class P>
INLINE void tcf_sparse_votes(const tcf_sparse_votes_args &a) {
  __shared__ votes_state s;
  const tcf_voting_loops &v = a.numbers->loops;
  await_input();
  switch (a.step) {
    case TCF_VOTES_CLEAR:
      clear_votes(a);
      break;
    case TCF_VOTES_TAKE:
      take_samples(a, s);
      break;
    case TCF_VOTES_COUNT:
      count_powers(a, s, 0, v.loops + v.combs, 0);
      break;
    case TCF_VOTES_MARK:
      mark_buckets(a, s);
      break;
    case TCF_VOTES_VOTE:
      vote(a, s);
      break;
    case TCF_VOTES_ESTIMATE:
      estimate_candidates(a);
      break;
    case TCF_VOTES_CHOOSE:
      choose_candidates(a, s);
      break;
    case TCF_VOTES_SUBTRACT:
      subtract_chosen(a);
      break;
    case TCF_VOTES_CORRECT:
      correct_estimates(a);
      break;
    case TCF_VOTES_RECOUNT:
      count_powers(a, s, v.locate, v.loops, 1);
      break;
    case TCF_VOTES_FINISH:
      finish(a, s);
      break;
  }
}

#endif
