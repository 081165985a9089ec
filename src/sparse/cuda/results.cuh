// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Writes the tones in the order of their frequencies.
#ifndef TCFFT_SPARSE_CUDA_RESULTS_CUH
#define TCFFT_SPARSE_CUDA_RESULTS_CUH

#include "sparse/cuda/check.cuh"

struct sparse_results {
  tcf_i64 *index;
  float *value;
};

// The tones that are given, in r.found: those below half of the sampling rate, and of these the strongest if there are too
// many. Returns how many the team gives; *wide: whether there were too many.
static __device__ tcf_u32 choose_tones(sparse_run &r, tcf_u32 *cells, bool *wide) {
  sparse_board *b = r.board;
  const tcf_u32 tones = tones_of(r);
  const sparse_found *known = r.known[r.list_at];
  const tcf_u64 highest = r.m->real ? r.m->n / 2 : r.m->n;
  // Of real samples every other tone is a mirror image, whose power is the same.
  const tcf_u64 room = (tcf_u64)r.m->capacity * (r.m->real ? 2 : 1);
  tcf_u32 cut = 0, equal = 0;
  *wide = tones > room;
  if (*wide) cut = kth_largest(r, room, cells, &equal);
  TEAM_EACH(i, tones) {
    const tcf_u64 f = known[i].frequency;
    if (f > highest || (*wide && power_key(r, i) < cut)) continue;
    const tcf_u32 at = atomicAdd(&b->given, 1u);
    r.found[at] = known[i];
  }
  meet(r);
  return b->given;
}

INLINE void write_tone(const sparse_run &r, const sparse_results &out, const sparse_found &f, tcf_u64 rank) {
  if (rank >= (tcf_u64)r.m->capacity) return;
  out.index[rank] = (tcf_i64)f.frequency;
  out.value[2 * rank] = (float)(f.amplitude.re * (double)r.m->n);
  out.value[2 * rank + 1] = (float)(f.amplitude.im * (double)r.m->n);
}

// A tone and its rank, as one warp found it.
struct sparse_ranked {
  sparse_found tone;
  tcf_u32 rank;
  bool is_one;
};

// Ranks all tones at once, one a warp, before it is known whether they are right.
static __device__ sparse_ranked rank_tone(const sparse_run &r) {
  const tcf_u32 tones = tones_of(r), i = r.block + r.blocks * (threadIdx.x / 32);
  const sparse_found *known = r.known[r.list_at];
  sparse_ranked mine = {{0, {0, 0}, 0}, 0, i < tones};
  if (!mine.is_one) return mine;
  mine.tone = known[i];
  for (tcf_u32 j = threadIdx.x % 32; j < tones; j += 32) mine.rank += known[j].frequency < mine.tone.frequency;
  for (int bit = 16; bit; bit >>= 1) mine.rank += __shfl_xor_sync(0xffffffffu, mine.rank, bit);
  return mine;
}

// One warp a tone counts those before it among the given ones from `first` to `end`.
INLINE tcf_u32 count_before(const sparse_run &r, tcf_u64 frequency, tcf_u32 first, tcf_u32 end) {
  tcf_u32 before = 0;
  for (tcf_u32 j = first + threadIdx.x % 32; j < end; j += 32) before += r.found[j].frequency < frequency;
  for (int bit = 16; bit; bit >>= 1) before += __shfl_xor_sync(0xffffffffu, before, bit);
  return before;
}

// A few tones: each is compared with all others.
static __device__ void write_few(sparse_run &r, const sparse_results &out, tcf_u32 tones) {
  for (tcf_u32 i = RUN_THREAD / 32; i < tones; i += RUN_THREADS / 32) {
    const sparse_found f = r.found[i];
    const tcf_u32 rank = count_before(r, f.frequency, 0, tones);
    if (threadIdx.x % 32 == 0) write_tone(r, out, f, rank);
  }
}

// Many: with those of its cell of frequencies, of which there are m->cells, once the cells are in order.
static __device__ void write_many(sparse_run &r, const sparse_results &out, tcf_u32 tones) {
  const tcf_u64 cells = (tcf_u64)r.m->cells, width = (r.m->n + cells - 1) / cells;
  tcf_u32 *start = r.counts, *filled = r.counts + cells;
  sparse_found *sorted = r.found + r.m->tones;
  TEAM_EACH(i, tones) atomicAdd(&start[r.found[i].frequency / width], 1u);
  meet(r);
  if (r.block == 0) {  // the sums of the cells before each
    const tcf_u32 each = (tcf_u32)(cells / blockDim.x);
    tcf_u32 mine = 0;
    for (tcf_u32 i = 0; i < each; i++) mine += start[threadIdx.x * each + i];
    tcf_u32 before = sum_before(r, mine);
    for (tcf_u32 i = threadIdx.x * each; i < (threadIdx.x + 1) * each; i++) {
      const tcf_u32 here = start[i];
      start[i] = filled[i] = before;
      before += here;
    }
  }
  meet(r);
  TEAM_EACH(i, tones) sorted[atomicAdd(&filled[r.found[i].frequency / width], 1u)] = r.found[i];
  meet(r);
  for (tcf_u32 i = RUN_THREAD / 32; i < tones; i += RUN_THREADS / 32) {
    const sparse_found f = sorted[i];
    const tcf_u64 cell = f.frequency / width;
    tcf_u32 rank = 0;
    for (tcf_u32 j = start[cell] + threadIdx.x % 32; j < filled[cell]; j += 32) rank += sorted[j].frequency < f.frequency;
    for (int bit = 16; bit; bit >>= 1) rank += __shfl_xor_sync(0xffffffffu, rank, bit);
    if (threadIdx.x % 32 == 0) write_tone(r, out, f, start[cell] + rank);
  }
}

#endif
