// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Where the points of a block's transforms are in each pass of half.cuh.
//
// n = R1 R2 R3, point j = (j1 R2 + j2) R3 + j3, result k = k1 + R1 (k2 + R2 k3): the first pass is over j1 and leaves k1, and so on.
// The lines of a pass have numbers in which the eight lines of a matrix product follow one another: neighbours in the input, of
// the first pass, and neighbours in the output, of the others. All sizes are powers of two, so that a place is the sum of what
// each bit of a line's number adds to it, and a thread adds constants to one place.
#ifndef TCFFT_WMMA_CUDA_HALF_LINES_CUH
#define TCFFT_WMMA_CUDA_HALF_LINES_CUH

#include "classic/cuda/stored.cuh"
#include "wmma/cuda/half_args.h"
#include "wmma/cuda/instructions.cuh"

// Parameters P: n, passes and radix (of each pass: 8, 16 or 32), ffts (transforms of a block), columns_in, columns_out (1: neighbouring
// transforms are neighbours in memory, eight at least of them in a block; 0: neighbouring points are), pairs_in, pairs_out (1: pair6
// in place of FP16), twiddles (1: results are multiplied by roots), threads, blocks.
template <class P>
struct half_shape {
  static constexpr tcf_u32 FFTS = P::ffts, POINTS = P::n * P::ffts, WARPS = P::threads / 32, EPT = POINTS / P::threads;
};

// Digits of a line: its transform, its results of passes before (k1 + R1 k2), its points of passes after (j2 R3 + j3).
struct half_line {
  tcf_u32 fft, before, after;
};
typedef const half_line constexpr_line;

COMPILED int half_product(const int *radix, int from, int to) {
  int n = 1;
  for (int i = from; i < to; i++) n *= radix[i];
  return n;
}

COMPILED int half_fragments(int radix) { return (radix == 8 ? 1 : radix == 16 ? 4 : 8) * TCF_HALF_FRAGMENT; }

template <class P, int PASS>
struct half_pass {
  typedef half_shape<P> S;
  static constexpr tcf_u32 RADIX = P::radix[PASS], BEFORE = half_product(P::radix, 0, PASS),
                       AFTER = half_product(P::radix, PASS + 1, P::passes), LINES = S::POINTS / RADIX;
  static constexpr tcf_u32 TILES = LINES / 8 / S::WARPS, WORDS = RADIX / 4;  // of a warp, and of a thread and a tile
  static_assert(TILES > 0 && LINES % (8 * S::WARPS) == 0, "whole tiles for each warp");
  static constexpr bool COLUMNS = PASS ? P::columns_out : P::columns_in;
  // Words of the table of fragments before those of this pass.
  static constexpr tcf_u32 FRAGMENTS =
      (PASS > 0 ? half_fragments(P::radix[0]) : 0) + (PASS > 1 ? half_fragments(P::radix[1]) : 0);

  static __device__ __forceinline__ tcf_u32 first_line() { return threadIdx.x / 32 * (8 * TILES); }
  static COMPILED half_line line_of(tcf_u32 line) {
    if (PASS == 0 && !COLUMNS) return {line / AFTER, 0, line % AFTER};
    if (COLUMNS) return {line % S::FFTS, line / S::FFTS % BEFORE, line / S::FFTS / BEFORE};
    return {line / BEFORE % S::FFTS, line % BEFORE, line / BEFORE / S::FFTS};
  }

  // Places in shared memory, of a line's first point and between its points. Those that the threads of a warp write or read at
  // once lie in different banks: points 2 t of eight neighbouring lines here; in half_move, results g and lines 2 t of the pass before.
  static constexpr tcf_u32 FIRST = P::radix[0];
  static constexpr tcf_u32 OF_K1 = COLUMNS ? S::FFTS : 1, OF_K2 = FIRST * OF_K1 + (COLUMNS ? 8 : 0);
  static constexpr tcf_u32 OF_AFTER = COLUMNS ? FIRST * OF_K1 : FIRST + 4;
  static constexpr tcf_u32 ROOM = PASS < 2 ? (AFTER > 1 ? OF_AFTER * AFTER : FIRST * OF_K1) : OF_K2 * (BEFORE / FIRST);
  static constexpr tcf_u32 OF_FFT = COLUMNS ? 1 : ROOM, SLOTS = COLUMNS ? ROOM : ROOM * S::FFTS;
  static constexpr tcf_u32 PITCH = (SLOTS + 27) / 32 * 32 + 4;
  static COMPILED tcf_u32 slot_of(half_line l) {
    return l.fft * OF_FFT + l.before % FIRST * OF_K1 + l.before / FIRST * OF_K2 + l.after * OF_AFTER;
  }
  static COMPILED tcf_u32 slot(tcf_u32 line) { return slot_of(line_of(line)); }
};

// From a pass to the next one: where result k of a line of PASS waits.
template <class P, int PASS>
struct half_move {
  typedef half_pass<P, PASS> from;
  typedef half_pass<P, PASS + 1> to;
  static COMPILED tcf_u32 place(tcf_u32 line, tcf_u32 k) {
    const half_line l = from::line_of(line);
    return to::slot_of({l.fft, l.before + from::BEFORE * k, l.after % to::AFTER}) + l.after / to::AFTER * to::PITCH;
  }
};

template <class P>
INLINE void half_barrier() {
  if constexpr (P::threads == 32)
    __syncwarp();
  else
    __syncthreads();
}

// Whose transforms a block has: how many are left of its dimension, its first one's number there, and where it lies.
struct half_block {
  int ffts;
  tcf_i64 fft, in, out;
};

template <class P>
INLINE half_block half_block_of(const tcf_half_args &a) {
  half_block x;
  tcf_i64 rest = blockIdx.x / (tcf_u32)a.groups;
  x.fft = blockIdx.x % (tcf_u32)a.groups * (tcf_i64)P::ffts;
  const tcf_i64 left = a.ffts - x.fft;
  x.ffts = left < P::ffts ? (int)left : P::ffts;
  x.in = x.fft * a.fft_is;
  x.out = x.fft * a.fft_os;
  for (int i = 0; i < TCF_HALF_DIMS && rest; i++) {
    const tcf_i64 n = a.dim_n[i], k = rest % n;
    x.in += k * a.dim_is[i];
    x.out += k * a.dim_os[i];
    rest /= n;
  }
  return x;
}

#endif
