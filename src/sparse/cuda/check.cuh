// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Checks what was found against fresh random samples; see TCFFT_SPARSE_VERIFIED.
#ifndef TCFFT_SPARSE_CUDA_CHECK_CUH
#define TCFFT_SPARSE_CUDA_CHECK_CUH

#include "sparse/cuda/refit.cuh"

// A key by which powers are compared: the upper half of a double's bits.
INLINE tcf_u32 power_key(const sparse_run &r, tcf_u64 i) {
  return (tcf_u32)(bits_of(z_norm(r.tone[r.list[r.list_at][i]].amplitude)) >> 32);
}

// The k-th largest key of the tones from 1 on, and how many of those that equal it are among the k largest; each block does it
// by itself, eleven bits at a time. cells: TCF_CODE_CELLS numbers of shared memory.
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
  tcf_u32 equal;
  if (!tones) return 0;
  const tcf_u32 key = kth_largest(r, min((tcf_u64)r.m->k, (tcf_u64)tones), cells, &equal);
  return of_bits((tcf_u64)key << 32);
}

// The sums of the tones' values, lane's share of them, at the samples from t on.
INLINE void add_tones(const sparse_run &r, tcf_u64 t, tcf_u32 lane, tcf_u32 lanes, C *sum) {
  const tcf_u32 tones = tones_of(r), *list = r.list[r.list_at];
  UNROLL
  for (int c = 0; c < TCF_SPARSE_PHASES; c++) sum[c] = C{0.f, 0.f};
  for (tcf_u32 i = lane; i < tones; i += lanes) {
    const sparse_tone &tone = r.tone[list[i]];
    const tcf_u64 f = tone.key - 1;
    const C step = sparse_root_f32(r.m->root_scale, f);
    C w = c_mul(sparse_root_f32(r.m->root_scale, tcf_index_product(f, t, r.m->n)),
                C{(float)tone.amplitude.re, (float)tone.amplitude.im});
    UNROLL
    for (int c = 0; c < TCF_SPARSE_PHASES; c++, w = c_mul(w, step)) sum[c] = c_add(sum[c], w);
  }
}

// Power of what is left of the samples of one sector. Its tones are shared by the block, by a warp, or by none: a sector takes as
// many threads as leave none idle. All of the lanes get the result.
static __device__ double left_at(sparse_run &r, tcf_u64 t, tcf_u32 lane, tcf_u32 lanes) {
  C left[TCF_SPARSE_PHASES], sum[TCF_SPARSE_PHASES];
  double power = 0;
  add_tones(r, t, lane, lanes, sum);
  load_samples(r, t, left);
  UNROLL
  for (tcf_u32 c = 0; c < TCF_SPARSE_PHASES; c++) {
    double re = sum[c].re, im = sum[c].im;
    if (lanes == 32) re = warp_sum(re), im = warp_sum(im);
    if (lanes > 32) re = block_sum(r, re), im = block_sum(r, im);
    re = left[c].re - re;
    im = left[c].im - im;
    if (c < (tcf_u32)r.m->phases) power += re * re + im * im;
  }
  return power;
}

// Adds the powers of what is left of so many sectors to the board.
static __device__ void add_left(sparse_run &r, tcf_u64 sectors) {
  const tcf_u32 lanes = sectors <= 2 * r.blocks ? blockDim.x : sectors <= 4 * (RUN_THREADS / 32) ? 32 : 1;
  const tcf_u32 lane = threadIdx.x % lanes;
  double sum = 0;
  for (tcf_u64 i = RUN_THREAD / lanes; i < sectors; i += RUN_THREADS / lanes) {
    const tcf_u64 m = tcf_index_rest(tcf_sparse_random_at(r.m->draws.check[r.attempt], i), r.m->points);
    sum += left_at(r, m * r.m->phases, lane, lanes);
  }
  sum = block_sum(r, lane ? 0 : sum);
  if (threadIdx.x == 0) atomicAdd(&r.board->left, sum);
}

// The signal without tones that is verified, unless the caller says what a tone is, is the one of zeros. All samples are looked
// at, since few that are not zero would hardly be met by chance.
static __device__ bool all_zero(sparse_run &r) {
  tcf_u32 bits = 0;
  TEAM_EACH(i, r.m->n * (r.m->real ? 1 : 2)) bits |= tcf_float_bits(r.in[i]) & 0x7fffffff;
  if (bits) r.board->not_zero = 1;
  meet(r);
  return r.board->not_zero == 0;
}

static __device__ __noinline__ bool check(sparse_run &r, tcf_u32 *cells) {
  sparse_board *b = r.board;
  const bool unknown = !tones_of(r) && r.m->least == 0;  // how small a tone may be
  if (unknown && (r.noise > 0 || !all_zero(r))) return false;
  const double rounding = 1e-12 * b->tone_power[r.list_at], spread = r.m->real ? 2 : 1, error = r.noise_error;
  const double least = unknown ? 1e300 : weakest_wanted(r, cells) - 2 * rounding;
  double samples = tcf_sparse_check_samples(least, r.noise, error, spread, (double)r.m->n);
  if (samples == 0) return false;
  // As many as the blocks look at in the time that one needs.
  const tcf_u64 sectors = max((tcf_u64)ceil(samples / (double)r.m->phases), (tcf_u64)r.blocks);
  samples = (double)(sectors * r.m->phases);
  add_left(r, sectors);
  meet(r);
  const double mean = __ldcg(&b->left) / samples;
  if (!(mean < 1e300)) return false;
  return tcf_sparse_agrees(mean, r.noise, error, spread, samples, rounding);
}

#endif
