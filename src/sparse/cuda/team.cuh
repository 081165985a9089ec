// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A team is the blocks that work on one signal. They go through the same steps together, wait for each other between steps
// at a barrier in device memory, and take each decision alike, from numbers that are complete before the barrier. All blocks
// of a launch must be resident at once (a cooperative launch). A team of one block needs no other.
#ifndef TCFFT_SPARSE_CUDA_TEAM_CUH
#define TCFFT_SPARSE_CUDA_TEAM_CUH

#include "sparse/cuda/meeting.cuh"
#include "sparse/cuda/reading.cuh"
#include "sparse/cuda/sparse_args.h"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
// Devices that have none; the library makes no plans for them, but may be built for them.
INLINE double atomicAdd(double *to, double x) {
  unsigned long long *word = (unsigned long long *)to, old = *word, seen;
  do {
    seen = old;
    old = atomicCAS(word, seen, (unsigned long long)__double_as_longlong(x + __longlong_as_double((long long)seen)));
  } while (old != seen);
  return __longlong_as_double((long long)old);
}
#endif

// ------------------------------------------------------------------------------------------------ what a team shares

// The structs below are as large as the host counts on (sparse_args.h).

// In device memory, zeros before a signal's run but for the barriers, which are at rest then. What a step counts up, a step
// read later has one of three numbers for, by the number of the sweep, so that none is reset while others look at it.
struct sparse_board {
  tcf_u32 arrived, gone;                 // the barrier
  tcf_u32 looks[TCF_BARRIER_WORDS - 2];  // those of a look by all blocks (grid_memory.cuh)
  // broken: a sample was no finite number; spoiled: the same, found by a look at a bin, which is no step that all wait for
  // before they ask for the other.
  tcf_u32 spoiled;
  tcf_u32 tones[2], taken, full, broken, failed, given, not_zero;
  tcf_u32 found[3], queued[2][3];
  tcf_u64 largest, most_energy;  // bits of doubles that are not negative, which are in their order
  double power, left, tone_power[2];
  double voted_noise, voted_error;  // what voting tells of the noise of a sample, and the square of its relative error
  // By cells of energy: bins, the sum of their energies over the power of two below, and tones by the energy of their bins.
  tcf_u32 bins[TCF_ENERGY_CELLS];
  float energies[TCF_ENERGY_CELLS];
  tcf_u32 fitted[TCF_ENERGY_CELLS];
};

struct sparse_tone {  // a slot of a hash table by frequency
  tcf_u64 key;        // the frequency plus 1; 0: free
  tcf_z amplitude;
  tcf_u32 stamp;      // number of the sweep that touched it last; 0: no tone
  tcf_u32 by_window;  // 1: a window found it
};

struct sparse_found {
  tcf_u64 frequency;
  tcf_z amplitude;
  tcf_u32 which;  // the set in which it was found; of a known tone: its slot
};

// A measured hash. Bins are numbered as tcf_bins_fft leaves them.
struct sparse_set {
  tcf_hash hash;  // bins 0: there is none
  tcf_bins_fft fft;
  const float *tap;  // of a window
  float2 *value;     // [bin][groups * phases]
  double *energy;    // mean power of a bin's values, when it was last asked for
  tcf_u32 *state, *queue;
  double noise, samples;
  double look_from, outlier, single, least;  // what follows of the noise; see thresholds.h
  float per_value;
};
enum { COMB, WINDOW };
enum { BIN_IDLE, BIN_QUEUED, BIN_FAILED };

// A run's state, in each block's shared memory and the same in all of them.
struct sparse_run {
  sparse_set set[2];
  const tcf_sparse_numbers *m;
  sparse_board *board;
  const float *in;
  const float2 *roots;
  const float *taps;
  sparse_tone *tone;
  sparse_found *found;
  sparse_found *known[2];  // the tones, when none is being searched for
  const tcf_u32 *orders;
  // Of the transform that is under way: tables of both lengths, in shared memory if they are short.
  const float2 *root_at[2];
  const tcf_u32 *order_at[2];
  tcf_u32 *list[2], *next, *head, *counts;
  float2 *between;
  tcf_u32 block, blocks, turn;  // of the team; how often it met
  tcf_u32 sweep;
  int list_at, attempt, round, aligned;
  tcf_u64 sectors;
  double noise, noise_error, power, largest;
  double sum[32];  // for block_sum
  double median;
  tcf_u64 pick;  // for what one thread tells the others
};

static_assert(sizeof(sparse_board) <= TCF_BOARD_BYTES, "the board");
static_assert(sizeof(sparse_tone) == TCF_TONE_BYTES, "a tone");
static_assert(sizeof(sparse_found) == TCF_FOUND_BYTES, "a found tone");
static_assert(sizeof(tcf_sparse_numbers) <= TCF_NUMBERS_BYTES && sizeof(tcf_sparse_numbers) % 8 == 0, "a plan's numbers");
static_assert(sizeof(sparse_run) <= TCF_RUN_BYTES, "a run");

#define RUN_THREAD (r.block * blockDim.x + threadIdx.x)
#define RUN_THREADS (r.blocks * blockDim.x)
#define BLOCK_EACH(i, count) for (tcf_u64 i = threadIdx.x; i < (tcf_u64)(count); i += blockDim.x)
#define TEAM_EACH(i, count) for (tcf_u64 i = RUN_THREAD; i < (tcf_u64)(count); i += RUN_THREADS)

// A thread's number among those of the team, so that few things, one a thread, are spread over all multiprocessors and
// warps.
INLINE tcf_u32 spread_thread(const sparse_run &r) {
  const tcf_u32 warps = blockDim.x / 32;
  return ((threadIdx.x % 32) * warps + threadIdx.x / 32) * r.blocks + r.block;
}
// Threads that have no samples to take where there are few: the upper half of each block.
#define IDLE_EACH(i, count)                                                   \
  for (tcf_u64 i = r.block * (blockDim.x / 2) + threadIdx.x - blockDim.x / 2; \
       threadIdx.x >= blockDim.x / 2 && i < (tcf_u64)(count); i += r.blocks * (blockDim.x / 2))
#define SPREAD_EACH(i, count) for (tcf_u64 i = spread_thread(r); i < (tcf_u64)(count); i += RUN_THREADS)

// What all threads of the team wrote before is seen by all of them behind it.
INLINE void meet(sparse_run &r) { meet_at(&r.board->arrived, r.blocks, &r.turn); }

// Leaves the barrier as the next launch expects it.
static __device__ void part(sparse_run &r) {
  __syncthreads();
  if (threadIdx.x) return;
  if (atomicAdd(&r.board->gone, 1u) + 1 == r.blocks) r.board->arrived = r.board->gone = 0;
}

// The sum over the block's threads, in an order that does not change, for all of them.
static __device__ __noinline__ double block_sum(sparse_run &r, double x) {
  for (int bit = 16; bit; bit >>= 1) x += __shfl_xor_sync(0xffffffffu, x, bit);
  __syncthreads();
  if (threadIdx.x % 32 == 0) r.sum[threadIdx.x / 32] = x;
  __syncthreads();
  x = r.sum[threadIdx.x % (TCF_SPARSE_THREADS / 32)];
  for (int bit = TCF_SPARSE_THREADS / 64; bit; bit >>= 1) x += __shfl_xor_sync(0xffffffffu, x, bit);
  return x;
}

// The least of the block's numbers, for all of its threads.
static __device__ tcf_u32 block_least(sparse_run &r, tcf_u32 x) {
  for (int bit = 16; bit; bit >>= 1) x = min(x, __shfl_xor_sync(0xffffffffu, x, bit));
  __syncthreads();
  if (threadIdx.x % 32 == 0) r.sum[threadIdx.x / 32] = x;
  __syncthreads();
  for (tcf_u32 w = 0; w < blockDim.x / 32; w++) x = min(x, (tcf_u32)r.sum[w]);
  return x;
}

// The sum of the numbers of the threads before this one in the block.
static __device__ __noinline__ tcf_u32 sum_before(sparse_run &r, tcf_u32 mine) {
  tcf_u32 before = mine;
  for (tcf_u32 by = 1; by < 32; by *= 2) {
    const tcf_u32 other = __shfl_up_sync(0xffffffffu, before, by);
    if (threadIdx.x % 32 >= by) before += other;
  }
  __syncthreads();
  if (threadIdx.x % 32 == 31) r.sum[threadIdx.x / 32] = before;
  __syncthreads();
  before -= mine;
  for (tcf_u32 w = 0; w < threadIdx.x / 32; w++) before += (tcf_u32)r.sum[w];
  return before;
}

// Finds the cell in which number `rank` of the counted things lies: cell << 32 | how many of the cell come before it.
// from_top: cells are counted from the last one down. `count` is a multiple of the block's threads.
static __device__ __noinline__ tcf_u64 cell_of_rank(sparse_run &r, const tcf_u32 *cells, tcf_u32 count, tcf_u64 rank,
                                                    bool from_top) {
  const tcf_u32 each = count / blockDim.x, first = threadIdx.x * each;
  tcf_u32 mine = 0;
  for (tcf_u32 i = first; i < first + each; i++) mine += cells[from_top ? count - 1 - i : i];
  if (threadIdx.x == 0) r.pick = 0;
  tcf_u64 below = sum_before(r, mine);
  if (below <= rank && rank < below + mine) {
    tcf_u32 i = first, cell = from_top ? count - 1 - i : i;
    for (; below + cells[cell] <= rank; i++, cell = from_top ? count - 1 - i : i) below += cells[cell];
    r.pick = (tcf_u64)cell << 32 | (rank - below);
  }
  __syncthreads();
  const tcf_u64 pick = r.pick;
  __syncthreads();
  return pick;
}

// Copies between places of the block's shared memory.
template <class T>
INLINE void copy_shared(T &to, const T &from) {
  static_assert(sizeof(T) % 4 == 0, "words");
  BLOCK_EACH(i, sizeof(T) / 4)((tcf_u32 *)&to)[i] = ((const tcf_u32 *)&from)[i];
}

// Where a bin is after the transform.
INLINE tcf_u64 place_of_bin(const tcf_bins_fft &f, tcf_u64 bin) {
  const tcf_u32 b = (tcf_u32)bin, q = b / f.length[0];
  return (tcf_u64)(b - q * f.length[0]) * f.length[1] + q;
}
INLINE tcf_u64 bin_at_place(const tcf_bins_fft &f, tcf_u64 place) {
  const tcf_u32 p = (tcf_u32)place, q = p / f.length[1];
  return q + (tcf_u64)f.length[0] * (p - q * f.length[1]);
}

// Those beyond the plan's room are in no list.
INLINE tcf_u32 tones_of(const sparse_run &r) { return min(r.board->tones[r.list_at], (tcf_u32)r.m->tones); }

// A window's response, by a table of values and slopes: rows are 1 / per_step bins apart.
INLINE float flat_response(const float (*rows)[2], float per_step, float offset) {
  const float x = fabsf(offset) * per_step;
  if (!(x < TCF_RESPONSE_ROWS - 1)) return 0;
  const int i = (int)x;
  const float t = x - i, u = 1 - t;
  const float *a = rows[i], *b = rows[i + 1];
  return u * u * ((1 + 2 * t) * a[0] + t * a[1]) + t * t * ((1 + 2 * u) * b[0] - u * b[1]);
}

INLINE tcf_u32 values_of(const sparse_set &s) { return s.hash.groups * s.hash.phases; }

#endif
