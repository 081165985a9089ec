// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Measures a hash: takes its samples and transforms them in two steps, with the team's meeting between.
#ifndef TCFFT_SPARSE_CUDA_MEASURE_CUH
#define TCFFT_SPARSE_CUDA_MEASURE_CUH

#include "sparse/cuda/bins.cuh"

INLINE void load_samples(const sparse_run &r, tcf_u64 t, C *v) {
  load_neighbours(r.in, r.m->real != 0, r.aligned != 0, (tcf_u32)r.m->phases, t, v);
}

// The phases of element e of group g of a window: the taps that are folded onto it.
INLINE void fold_window(const sparse_run &r, const sparse_set &s, tcf_u32 g, tcf_u64 e, C *v) {
  const tcf_hash &h = s.hash;
  const tcf_u64 step = tcf_index_product(h.sigma, tcf_index_rest(h.bins, h.points), h.points);
  tcf_u64 i = tcf_index_rest(e + h.taps / 2, h.bins), m = tcf_window_position(&h, g, i);
  UNROLL
  for (int c = 0; c < TCF_SPARSE_PHASES; c++) v[c] = C{0.f, 0.f};
#pragma unroll 4
  for (; i < h.taps; i += h.bins, m = tcf_index_sum(m, step, h.points)) {
    C x[TCF_SPARSE_PHASES];
    load_samples(r, m * h.phases, x);
    const float tap = __ldg(s.tap + i);
    UNROLL
    for (int c = 0; c < TCF_SPARSE_PHASES; c++) v[c] = C{v[c].re + x[c].re * tap, v[c].im + x[c].im * tap};
  }
}

// Takes the elements first .. first + count - 1, and those length[1] apart, of group g, and transforms each such column.
static __device__ void first_columns(sparse_run &r, const sparse_set &s, float2 *rows, tcf_u32 g, tcf_u32 first,
                                     tcf_u32 count) {
  const tcf_bins_fft &f = s.fft;
  const tcf_u32 length = f.length[0], phases = s.hash.phases, stride = row_stride(length);
  const float scale = s.tap ? 1.f : (float)f.inverse;
#pragma unroll 4
  BLOCK_EACH(id, count * length) {
    const tcf_u32 i = (tcf_u32)id / count, q = (tcf_u32)id - i * count;
    const tcf_u64 e = (tcf_u64)i * f.length[1] + first + q;
    C v[TCF_SPARSE_PHASES];
    const tcf_u32 place = r.order_at[0][i];
    if (s.tap)
      fold_window(r, s, g, e, v);
    else
      load_samples(r, tcf_comb_position(&s.hash, g, e), v);
    const tcf_u32 at = in_row(place);
    UNROLL
    for (tcf_u32 c = 0; c < TCF_SPARSE_PHASES; c++)
      if (c < phases) rows[(q * phases + c) * stride + at] = make_float2(v[c].re, v[c].im);
  }
  transform_rows(rows, count * phases, length, f.radix[0], r.root_at[0]);
  BLOCK_EACH(id, count * length) {
    const tcf_u32 k = (tcf_u32)id / count, q = (tcf_u32)id - k * count;
    const tcf_z w = sparse_root(f.inverse, (tcf_u64)k * (first + q));
    for (tcf_u32 c = 0; c < phases; c++) {
      const float2 x = rows[(q * phases + c) * stride + in_row(k)];
      const C y = c_mul(C{x.x * scale, x.y * scale}, w.re, -w.im);
      r.between[(((tcf_u64)g * length + k) * f.length[1] + first + q) * phases + c] = make_float2(y.re, y.im);
    }
  }
  __syncthreads();
}

static __device__ __noinline__ void first_step(sparse_run &r, const sparse_set &s, float2 *rows, tcf_u32 scratch) {
  const tcf_u32 columns = s.fft.length[1], groups = s.hash.groups;
  const tcf_u32 room = scratch / (row_stride(s.fft.length[0]) * s.hash.phases);
  const tcf_u32 share = (columns * groups + r.blocks - 1) / r.blocks;
  const tcf_u32 pack = min(min(share, room), columns), packs = (columns + pack - 1) / pack;
  for (tcf_u32 item = r.block; item < packs * groups; item += r.blocks) {
    const tcf_u32 g = item / packs, first = (item - g * packs) * pack;
    first_columns(r, s, rows, g, first, min(pack, columns - first));
  }
}

// Transforms rows k of all phases of groups g .. g + groups - 1, and stores the values of their bins.
static __device__ void second_rows(sparse_run &r, const sparse_set &s, float2 *rows, tcf_u32 k, tcf_u32 g, tcf_u32 groups) {
  const tcf_bins_fft &f = s.fft;
  const tcf_u32 length = f.length[1], phases = s.hash.phases, stride = row_stride(length), count = groups * phases;
#pragma unroll 4
  BLOCK_EACH(id, count * length) {
    const tcf_u32 group = (tcf_u32)id / (length * phases), rest = (tcf_u32)id - group * length * phases;
    const tcf_u32 i = rest / phases, c = rest - i * phases;
    const float2 x = __ldcg(&r.between[((tcf_u64)(g + group) * f.length[0] + k) * length * phases + rest]);
    rows[(group * phases + c) * stride + in_row(r.order_at[1][i])] = x;
  }
  transform_rows(rows, count, length, f.radix[1], r.root_at[1]);
  float2 *value = s.value + (tcf_u64)k * length * values_of(s) + g * phases;
  BLOCK_EACH(id, count * length) {
    const tcf_u32 bin = (tcf_u32)id / count, j = (tcf_u32)id - bin * count;
    value[(tcf_u64)bin * values_of(s) + j] = rows[j * stride + in_row(bin)];
  }
}

// ------------------------------------------------------------------------------------------------ energies and noise

// A block's counts of energies, in shared memory.
struct energy_cells {
  tcf_u32 bins[TCF_ENERGY_CELLS];
  tcf_u32 energies[TCF_ENERGY_CELLS];  // sums of shares
};

// The energy over the power of two below it, a number between 1 and 2, as so many 256ths: whole numbers are added in shared
// memory at once, others are not, and what this cuts off is known in the mean.
INLINE tcf_u32 cell_share(double energy) { return (tcf_u32)(bits_of(energy) >> 44 & 255) | 256; }

INLINE tcf_u32 cell_of(double energy) {
  const tcf_i32 cell = (tcf_i32)(bits_of(energy) >> 51) - ((1023 - 256) << 1);
  return (tcf_u32)max(0, min(cell, TCF_ENERGY_CELLS - 1));
}
INLINE double cell_edge(tcf_u32 cell) { return of_bits((tcf_u64)(cell + ((1023 - 256) << 1)) << 51); }

INLINE void clear_block_cells(energy_cells &cells) {
  BLOCK_EACH(i, TCF_ENERGY_CELLS) {
    cells.bins[i] = 0;
    cells.energies[i] = 0;
  }
}

// What a thread knows of the energies that it counted.
struct energy_count {
  double sum, most;
};

INLINE void count_energy(energy_cells &cells, energy_count &count, double energy) {
  count.sum += energy;
  if (!(energy < 1e300)) return;  // a sample was no finite number
  count.most = fmax(count.most, energy);
  const tcf_u32 cell = cell_of(energy);
  atomicAdd(&cells.bins[cell], 1u);
  atomicAdd(&cells.energies[cell], cell_share(energy));
}

INLINE float sum_of_shares(const energy_cells &cells, tcf_u32 cell) {
  return ((float)cells.energies[cell] + 0.5f * (float)cells.bins[cell]) * (1.f / 256);
}

// Adds a block's counts to the board.
static __device__ __noinline__ void give_counts(sparse_run &r, energy_cells &cells, energy_count count) {
  sparse_board *b = r.board;
  for (int bit = 16; bit; bit >>= 1) {
    count.sum += __shfl_xor_sync(0xffffffffu, count.sum, bit);
    count.most = fmax(count.most, __shfl_xor_sync(0xffffffffu, count.most, bit));
  }
  if (threadIdx.x % 32 == 0) {
    if (!(count.sum < 1e300)) b->broken = 1;
    atomicAdd(&b->power, count.sum);
    if (count.most > 0) atomicMax((unsigned long long *)&b->most_energy, (unsigned long long)bits_of(count.most));
  }
  __syncthreads();
  BLOCK_EACH(i, TCF_ENERGY_CELLS) if (cells.bins[i]) {
    atomicAdd(&b->bins[i], cells.bins[i]);
    atomicAdd(&b->energies[i], sum_of_shares(cells, (tcf_u32)i));
  }
}

INLINE double bin_energy(const sparse_set &s, tcf_u64 bin) {
  const tcf_u32 values = values_of(s);
  const float2 *v = s.value + bin * values;
  double energy = 0;
  for (tcf_u32 i = 0; i < values; i++) energy += (double)v[i].x * v[i].x + (double)v[i].y * v[i].y;
  return energy * s.per_value;
}

// Counts the bins by their energies, which the board holds once the team has met. fitted: the tones, too, by those of the
// bins that they lie in.
static __device__ __noinline__ void count_energies(sparse_run &r, const sparse_set &s, energy_cells &cells, bool fitted) {
  sparse_board *b = r.board;
  energy_count count = {0, 0};
  clear_block_cells(cells);
  __syncthreads();
  TEAM_EACH(bin, s.hash.bins) {
    const double energy = bin_energy(s, bin);
    s.energy[bin] = energy;
    count_energy(cells, count, energy);
  }
  give_counts(r, cells, count);
  if (!fitted) return;
  TEAM_EACH(i, tones_of(r)) {
    const tcf_u64 f = r.known[r.list_at][i].frequency;
    const tcf_u64 bin = s.tap ? tcf_window_bin(&s.hash, tcf_window_place(&s.hash, f)) : tcf_index_rest(f, s.hash.bins);
    atomicAdd(&b->fitted[cell_of(bin_energy(s, place_of_bin(s.fft, bin)))], 1u);
  }
}

// For the next count; the team meets between.
static __device__ void clear_cells(sparse_run &r) {
  IDLE_EACH(i, TCF_ENERGY_CELLS) {
    r.board->bins[i] = r.board->fitted[i] = 0;
    r.board->energies[i] = 0;
  }
  if (RUN_THREAD == blockDim.x - 1) r.board->power = 0;
}

// The energy of a bin whose values are all among the rows.
INLINE double row_energy(const sparse_set &s, const float2 *rows, tcf_u32 bin) {
  const tcf_u32 values = values_of(s), stride = row_stride(s.fft.length[1]);
  double energy = 0;
  for (tcf_u32 j = 0; j < values; j++) {
    const float2 v = rows[j * stride + in_row(bin)];
    energy += (double)v.x * v.x + (double)v.y * v.y;
  }
  return energy * s.per_value;
}

static __device__ __noinline__ void second_step(sparse_run &r, const sparse_set &s, float2 *rows, tcf_u32 scratch,
                                                energy_cells &cells) {
  const tcf_u32 room = scratch / (row_stride(s.fft.length[1]) * s.hash.phases), groups = s.hash.groups;
  const tcf_u32 length = s.fft.length[1];
  energy_count count = {0, 0};
  if (!s.tap) clear_block_cells(cells);
  for (tcf_u32 k = r.block; k < s.fft.length[0]; k += r.blocks) {
    for (tcf_u32 g = 0; g < groups; g += room) {
      __syncthreads();
      second_rows(r, s, rows, k, g, min(room, groups - g));
    }
    if (s.tap) continue;
    if (groups > room) __syncthreads();
    BLOCK_EACH(i, length) {
      const tcf_u64 bin = (tcf_u64)k * length + i;
      const double energy = groups > room ? bin_energy(s, bin) : row_energy(s, rows, (tcf_u32)i);
      s.energy[bin] = energy;
      count_energy(cells, count, energy);
    }
  }
  if (!s.tap) give_counts(r, cells, count);
}

// What follows of a set's noise.
INLINE void set_limits(const sparse_run &r, sparse_set &s) {
  const tcf_u32 values = values_of(s);
  s.look_from = s.noise * r.m->look_share[values];
  s.outlier = s.noise * r.m->outlier_share[values];
  s.single = s.noise * r.m->single_share[s.tap != nullptr][values];
  s.least = s.noise * r.m->least_share[values];
}

// The mean energy of noise, and the number of values that it is the mean of.
struct cells_noise {
  double mean, samples;
};

// The noise of so many bins, of `values` values each, by the counts of their energies and of the tones that were fitted
// (NULL: none): the mean of the bins that do not stand out. Most bins have no tone, so that the median tells which do.
static __device__ __noinline__ cells_noise noise_of_cells(sparse_run &r, const tcf_u32 *bins_of, const float *energies_of,
                                                          const tcf_u32 *fitted_of, tcf_u64 bins, double values,
                                                          double outlier_share) {
  enum { EACH = TCF_ENERGY_CELLS / TCF_SPARSE_THREADS };
  tcf_u32 count[EACH], mine = 0;
  float energies[EACH], fitted[EACH];
  UNROLL
  for (int i = 0; i < EACH; i++) {
    count[i] = __ldcg(&bins_of[threadIdx.x * EACH + i]);
    energies[i] = __ldcg(&energies_of[threadIdx.x * EACH + i]);
    fitted[i] = fitted_of ? (float)__ldcg(&fitted_of[threadIdx.x * EACH + i]) : 0.f;
    mine += count[i];
  }
  tcf_u32 before = sum_before(r, mine);
  const tcf_u32 rank = (tcf_u32)(bins / 2);
  if (threadIdx.x == 0) r.median = 0;
  __syncthreads();
  UNROLL
  for (int i = 0; i < EACH; i++, before += count[i - 1])
    if (before <= rank && rank < before + count[i] && threadIdx.x + i) {
      const double low = cell_edge(threadIdx.x * EACH + i);
      r.median = low + (cell_edge(threadIdx.x * EACH + i + 1) - low) * ((float)(rank - before) + 0.5f) / (float)count[i];
    }
  __syncthreads();
  const double median = tcf_sparse_mean_of_median(r.median, values), most = median * outlier_share;
  double sum = 0, degrees = 0;
  UNROLL
  for (int i = 0; i < EACH; i++) {
    const double low = threadIdx.x + i ? cell_edge(threadIdx.x * EACH + i) : 0;
    if (low > most) continue;
    sum += values * of_bits(bits_of(low) >> 52 << 52) * energies[i];
    degrees += values * count[i] - fitted[i];  // a tone that was fitted took a degree of freedom with it
  }
  sum = block_sum(r, sum);
  degrees = block_sum(r, degrees);
  const cells_noise noise = {degrees > 0 ? sum / degrees : median, degrees};
  return noise;
}

// The noise of a set, from the counts that the team made.
static __device__ __noinline__ void estimate_noise(sparse_run &r, sparse_set &s) {
  const sparse_board *b = r.board;
  const double bins = (double)s.hash.bins;
  const cells_noise noise =
      noise_of_cells(r, b->bins, b->energies, b->fitted, s.hash.bins, values_of(s), r.m->outlier_share[values_of(s)]);
  if (threadIdx.x == 0) {
    s.noise = fmax(noise.mean, tcf_sparse_least_noise(__ldcg(&b->power) / bins, r.largest, bins));
    s.samples = noise.samples;
    set_limits(r, s);
  }
  __syncthreads();
}

#endif
