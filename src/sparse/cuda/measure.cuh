// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Measures a hash: takes its samples and transforms them in two steps, with the team's meeting between.
#ifndef TCFFT_SPARSE_CUDA_MEASURE_CUH
#define TCFFT_SPARSE_CUDA_MEASURE_CUH

#include "sparse/cuda/bins.cuh"

// Samples t .. t + phases - 1: one sector of memory where the signal is aligned.
INLINE void load_samples(const sparse_run &r, tcf_u64 t, C *v) {
  const bool real = r.m->real != 0;
  if (r.aligned) {
    const float4 a = __ldg((const float4 *)(r.in + (real ? t : 2 * t)));
    if (real) {
      v[0] = C{a.x, 0.f}, v[1] = C{a.y, 0.f}, v[2] = C{a.z, 0.f}, v[3] = C{a.w, 0.f};
    } else {
      const float4 b = __ldg((const float4 *)(r.in + 2 * t + 4));
      v[0] = C{a.x, a.y}, v[1] = C{a.z, a.w}, v[2] = C{b.x, b.y}, v[3] = C{b.z, b.w};
    }
    return;
  }
  UNROLL
  for (tcf_u32 c = 0; c < TCF_SPARSE_PHASES; c++) {
    const tcf_u64 at = c < (tcf_u32)r.m->phases ? t + c : t;
    v[c] = real ? C{r.in[at], 0.f} : C{r.in[2 * at], r.in[2 * at + 1]};
  }
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
  BLOCK_EACH(id, count * length) {
    const tcf_u32 i = (tcf_u32)id / count, q = (tcf_u32)id - i * count;
    const tcf_u64 e = (tcf_u64)i * f.length[1] + first + q;
    C v[TCF_SPARSE_PHASES];
    if (s.tap)
      fold_window(r, s, g, e, v);
    else
      load_samples(r, tcf_comb_position(&s.hash, g, e), v);
    const tcf_u32 at = in_row(reversed_digits(f.radix[0], length, i));
    UNROLL
    for (tcf_u32 c = 0; c < TCF_SPARSE_PHASES; c++)
      if (c < phases) rows[(q * phases + c) * stride + at] = make_float2(v[c].re, v[c].im);
  }
  transform_rows(rows, count * phases, length, f.radix[0], r.roots + f.root[0]);
  BLOCK_EACH(id, count * length) {
    const tcf_u32 k = (tcf_u32)id / count, q = (tcf_u32)id - k * count;
    const C w = sparse_root_f32(f.inverse, (tcf_u64)k * (first + q));
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
  BLOCK_EACH(id, count * length) {
    const tcf_u32 group = (tcf_u32)id / (length * phases), rest = (tcf_u32)id - group * length * phases;
    const tcf_u32 i = rest / phases, c = rest - i * phases;
    const float2 x = r.between[((tcf_u64)(g + group) * f.length[0] + k) * length * phases + rest];
    rows[(group * phases + c) * stride + in_row(reversed_digits(f.radix[1], length, i))] = x;
  }
  transform_rows(rows, count, length, f.radix[1], r.roots + f.root[1]);
  float2 *value = s.value + (tcf_u64)k * length * values_of(s) + g * phases;
  BLOCK_EACH(id, count * length) {
    const tcf_u32 bin = (tcf_u32)id / count, j = (tcf_u32)id - bin * count;
    value[(tcf_u64)bin * values_of(s) + j] = rows[j * stride + in_row(bin)];
  }
}

static __device__ __noinline__ void second_step(sparse_run &r, const sparse_set &s, float2 *rows, tcf_u32 scratch) {
  const tcf_u32 room = scratch / (row_stride(s.fft.length[1]) * s.hash.phases), groups = s.hash.groups;
  for (tcf_u32 k = r.block; k < s.fft.length[0]; k += r.blocks)
    for (tcf_u32 g = 0; g < groups; g += room) {
      __syncthreads();
      second_rows(r, s, rows, k, g, min(room, groups - g));
    }
}

// ------------------------------------------------------------------------------------------------ energies and noise

INLINE tcf_u32 cell_of(double energy) {
  const tcf_i64 cell = (tcf_i64)(bits_of(energy) >> 49) - ((1023 - 300) << 3);
  return cell < 0 ? 0 : cell < TCF_ENERGY_CELLS ? (tcf_u32)cell : TCF_ENERGY_CELLS - 1;
}
INLINE double cell_edge(tcf_u32 cell) { return cell ? of_bits((tcf_u64)(cell + ((1023 - 300) << 3)) << 49) : 0; }

INLINE double bin_energy(const sparse_set &s, tcf_u64 bin) {
  const tcf_u32 values = values_of(s);
  const float2 *v = s.value + bin * values;
  double energy = 0;
  for (tcf_u32 i = 0; i < values; i++) energy += (double)v[i].x * v[i].x + (double)v[i].y * v[i].y;
  return energy / values;
}

// Counts the bins by their energies, which the board's cells hold once the team has met. fitted: the tones, too, by those of the
// bins that they lie in. cells: the block's own, in shared memory.
static __device__ __noinline__ void count_energies(sparse_run &r, const sparse_set &s, tcf_u32 *cells, bool fitted) {
  sparse_board *b = r.board;
  double sum = 0;
  tcf_u64 most = 0;
  BLOCK_EACH(i, TCF_ENERGY_CELLS) cells[i] = 0;
  __syncthreads();
  TEAM_EACH(bin, s.hash.bins) {
    const double energy = bin_energy(s, bin);
    s.energy[bin] = energy;
    sum += energy;
    if (energy < 1e300) {  // not where a sample was no finite number
      most = max(most, bits_of(energy));
      atomicAdd(&cells[cell_of(energy)], 1u);
    }
  }
  sum = block_sum(r, sum);
  if (threadIdx.x == 0 && !(sum < 1e300)) b->broken = 1;
  if (threadIdx.x == 0) atomicAdd(&b->power, sum);
  if (most) atomicMax((unsigned long long *)&b->most_energy, (unsigned long long)most);
  BLOCK_EACH(i, TCF_ENERGY_CELLS) if (cells[i]) atomicAdd(&b->cells[0][i], cells[i]);
  if (!fitted) return;
  TEAM_EACH(i, tones_of(r)) {
    const tcf_u64 f = r.tone[r.list[r.list_at][i]].key - 1;
    const tcf_u64 bin = s.tap ? tcf_window_bin(&s.hash, tcf_window_place(&s.hash, f)) : tcf_index_rest(f, s.hash.bins);
    atomicAdd(&b->cells[1][cell_of(bin_energy(s, place_of_bin(s.fft, bin)))], 1u);
  }
}

// For the next count; the team meets between.
static __device__ void clear_cells(sparse_run &r) {
  TEAM_EACH(i, TCF_ENERGY_CELLS) r.board->cells[0][i] = r.board->cells[1][i] = 0;
  if (RUN_THREAD == 0) r.board->power = 0;
}

// The noise of a set, from the counts that the team made: the mean of the bins that do not stand out. Most bins have no tone,
// so that the median tells which do.
static __device__ __noinline__ void estimate_noise(sparse_run &r, sparse_set &s, tcf_u32 *cells) {
  const sparse_board *b = r.board;
  const double values = values_of(s), bins = (double)s.hash.bins;
  __syncthreads();
  BLOCK_EACH(i, TCF_ENERGY_CELLS) cells[i] = __ldcg(&b->cells[0][i]);
  __syncthreads();
  const tcf_u64 pick = cell_of_rank(r, cells, TCF_ENERGY_CELLS, s.hash.bins / 2, false);
  const tcf_u32 at = (tcf_u32)(pick >> 32);
  const double share = ((double)(pick & 0xffffffffu) + 0.5) / fmax(1.0, (double)cells[at]);
  const double median =
      tcf_sparse_mean_of_median(cell_edge(at) + (cell_edge(at + 1) - cell_edge(at)) * (at ? share : 0), values);
  const double most = tcf_sparse_outlier(median, values);
  double sum = 0, degrees = 0;
  BLOCK_EACH(i, TCF_ENERGY_CELLS) {
    const double energy = i ? (cell_edge((tcf_u32)i) + cell_edge((tcf_u32)i + 1)) / 2 : 0;
    if (!cells[i] || energy > most) continue;
    sum += values * cells[i] * energy;
    degrees += values * cells[i] - __ldcg(&b->cells[1][i]);  // a tone that was fitted took a degree of freedom with it
  }
  sum = block_sum(r, sum);
  degrees = block_sum(r, degrees);
  if (threadIdx.x == 0) {
    const double mean = __ldcg(&b->power) / bins;
    s.noise = fmax(degrees > 0 ? sum / degrees : median, tcf_sparse_least_noise(mean, r.largest, bins));
    s.samples = degrees;
    s.look_from = tcf_sparse_look_from(s.noise, values);
    s.outlier = tcf_sparse_outlier(s.noise, values);
  }
  __syncthreads();
}

#endif
