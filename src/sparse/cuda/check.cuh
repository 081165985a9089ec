// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Checks what was found against fresh random samples; see TCFFT_SPARSE_VERIFIED.
#ifndef TCFFT_SPARSE_CUDA_CHECK_CUH
#define TCFFT_SPARSE_CUDA_CHECK_CUH

#include "sparse/cuda/refit.cuh"

// A key by which powers are compared: the upper half of a double's bits.
INLINE tcf_u32 power_key(const sparse_run &r, tcf_u64 i) {
  return (tcf_u32)(bits_of(power_of(r.known[r.list_at][i].amplitude)) >> 32);
}

// The k-th largest key of the tones from 1 on, and how many of those that equal it are among the k largest; each block does
// it by itself, eleven bits at a time. cells: TCF_CODE_CELLS numbers of shared memory.
static __device__ __noinline__ tcf_u32 kth_largest(sparse_run &r, tcf_u64 k, tcf_u32 *cells, tcf_u32 *equal) {
  const tcf_u32 tones = tones_of(r);
  tcf_u32 prefix = 0;
  for (int low = 22; low >= 0; low -= 11) {
    BLOCK_EACH(i, TCF_CODE_CELLS) cells[i] = 0;
    __syncthreads();
    BLOCK_EACH(i, tones) {
      const tcf_u32 key = power_key(r, i);
      if (low == 22 || key >> (low + 11) == prefix >> (low + 11)) atomicAdd(&cells[key >> low & (TCF_CODE_CELLS - 1)], 1u);
    }
    __syncthreads();
    const tcf_u64 pick = cell_of_rank(r, cells, TCF_CODE_CELLS, k - 1, true);
    prefix |= (tcf_u32)(pick >> 32) << low;
    k = (pick & 0xffffffffu) + 1;
  }
  *equal = (tcf_u32)k;
  return prefix;
}

// The k-th strongest tone's power, or the weakest one's where there are fewer than k.
static __device__ double weakest_wanted(sparse_run &r, tcf_u32 *cells) {
  if (r.m->least > 0) return r.m->least * r.m->least;
  const tcf_u32 tones = tones_of(r);
  tcf_u32 key = 0xffffffffu, equal;
  if (!tones) return 0;
  if (tones > (tcf_u64)r.m->k) return of_bits((tcf_u64)kth_largest(r, (tcf_u64)r.m->k, cells, &equal) << 32);
  BLOCK_EACH(i, tones) key = min(key, power_key(r, i));
  return of_bits((tcf_u64)block_least(r, key) << 32);
}

// The sums of the tones' values, lane's share of them, at the samples from t on.
INLINE void add_tones(const sparse_run &r, tcf_u64 t, tcf_u32 lane, tcf_u32 lanes, tcf_z *sum) {
  const tcf_u32 tones = tones_of(r);
  const sparse_found *known = r.known[r.list_at];
  UNROLL
  for (int c = 0; c < TCF_SPARSE_PHASES; c++) sum[c].re = sum[c].im = 0;
  for (tcf_u32 i = lane; i < tones; i += lanes) {
    const sparse_found tone = known[i];
    const tcf_u64 f = tone.frequency;
    const tcf_z step = sparse_root(r.m->root_scale, f);
    tcf_z w = z_mul(sparse_root(r.m->root_scale, tcf_index_product(f, t, r.m->n)), tone.amplitude);
    UNROLL
    for (int c = 0; c < TCF_SPARSE_PHASES; c++, w = z_mul(w, step)) sum[c] = z_add(sum[c], w);
  }
}

// Power of what is left of the samples from t on, of which all lanes have their share of the tones' sum; in the first lane.
INLINE double left_of(const sparse_run &r, tcf_u64 t, const tcf_z *sum) {
  C left[TCF_SPARSE_PHASES];
  double power = 0;
  load_samples(r, t, left);
  UNROLL
  for (tcf_u32 c = 0; c < TCF_SPARSE_PHASES; c++) {
    const double re = (double)left[c].re - sum[c].re, im = (double)left[c].im - sum[c].im;
    if (c < (tcf_u32)r.m->phases) power += re * re + im * im;
  }
  return power;
}

INLINE void sum_over_warp(tcf_z *sum) {
  UNROLL
  for (int bit = 16; bit; bit >>= 1) UNROLL
  for (int c = 0; c < TCF_SPARSE_PHASES; c++) {
    sum[c].re += __shfl_xor_sync(0xffffffffu, sum[c].re, bit);
    sum[c].im += __shfl_xor_sync(0xffffffffu, sum[c].im, bit);
  }
}

// The block's sums, in thread 0. part: of each warp, in shared memory.
static __device__ void sum_over_block(tcf_z *sum, tcf_z (*part)[TCF_SPARSE_PHASES]) {
  sum_over_warp(sum);
  __syncthreads();
  if (threadIdx.x % 32 == 0)
    for (int c = 0; c < TCF_SPARSE_PHASES; c++) part[threadIdx.x / 32][c] = sum[c];
  __syncthreads();
  if (threadIdx.x) return;
  for (tcf_u32 w = 1; w < blockDim.x / 32; w++)
    for (int c = 0; c < TCF_SPARSE_PHASES; c++) sum[c] = z_add(sum[c], part[w][c]);
}

// Adds the powers of what is left of so many sectors to the board. A sector takes as many threads as leave none idle: a
// block, a warp, or one.
static __device__ void add_left(sparse_run &r, tcf_u64 sectors, tcf_z (*part)[TCF_SPARSE_PHASES]) {
  const tcf_u32 lanes = sectors <= 2 * r.blocks ? blockDim.x : sectors <= 4 * (RUN_THREADS / 32) ? 32 : 1;
  const tcf_u32 lane = threadIdx.x % lanes;
  double power = 0;
  for (tcf_u64 i = RUN_THREAD / lanes; i < sectors; i += RUN_THREADS / lanes) {
    const tcf_u64 m = tcf_index_rest(tcf_sparse_random_at(r.m->draws.check[r.attempt], i), r.m->points);
    tcf_z sum[TCF_SPARSE_PHASES];
    add_tones(r, m * r.m->phases, lane, lanes, sum);
    if (lanes == 32) sum_over_warp(sum);
    if (lanes > 32) sum_over_block(sum, part);
    if (lane == 0) power += left_of(r, m * r.m->phases, sum);
  }
  if (lanes <= 32) power = block_sum(r, power);
  if (threadIdx.x == 0) atomicAdd(&r.board->left, power);
}

// The signal without tones that is verified, unless the caller says what a tone is, is the one of zeros. All samples are
// looked at, since few that are not zero would hardly be met by chance.
static __device__ bool all_zero(sparse_run &r) {
  tcf_u32 bits = 0;
  TEAM_EACH(i, r.m->n * (r.m->real ? 1 : 2)) bits |= tcf_float_bits(r.in[i]) & 0x7fffffff;
  if (bits) r.board->not_zero = 1;
  meet(r);
  return r.board->not_zero == 0;
}

// How a signal is checked: on so many sectors, against these numbers.
struct sparse_check {
  double rounding, spread, error, samples;  // samples 0: it cannot be
  tcf_u64 sectors;
};

static __device__ sparse_check plan_check(sparse_run &r, tcf_u32 *cells) {
  const bool unknown = !tones_of(r) && r.m->least == 0;  // how small a tone may be
  sparse_check c = {1e-12 * r.board->tone_power[r.list_at], r.m->real ? 2. : 1., r.noise_error, 0, 0};
  if (unknown && (r.noise > 0 || !all_zero(r))) return c;
  const double least = unknown ? 1e300 : weakest_wanted(r, cells) - 2 * c.rounding;
  c.samples = tcf_sparse_check_samples(least, r.noise, c.error, c.spread, (double)r.m->n);
  if (c.samples == 0) return c;
  // As many as the blocks look at in the time that one needs.
  c.sectors = max((tcf_u64)ceil(c.samples / (double)r.m->phases), (tcf_u64)r.blocks);
  c.samples = (double)(c.sectors * r.m->phases);
  return c;
}

// Once the team has met since add_left. *broken: a sample was no finite number.
static __device__ bool passes(const sparse_run &r, const sparse_check &c, bool *broken) {
  const double mean = __ldcg(&r.board->left) / c.samples;
  *broken = !(mean < 1e300);
  return !*broken && tcf_sparse_agrees(mean, r.noise, c.error, c.spread, c.samples, c.rounding);
}

#endif
