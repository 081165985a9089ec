// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tile of a GPU kernel: what a block does, as plain numbers. The planner fills these numbers in, a program's parameters
// carry them as text (tile_text.h), and the device's compiler gets them as constants. Nothing here depends on a vendor.
//
// The text `fft` of a stage says how the points are transformed. Its radices stand in the order of the passes:
//
//     16.16.16          three passes of radix 16
//     r(6.6)            Rader's algorithm for the prime 37: a convolution by transforms of 36 points
//     r14(8.9)          14 transforms of 73 points by Rader's algorithm, joined to 1022 points by the prime-factor algorithm
//     h(13.5)           Rader's algorithm for 131 real numbers: a convolution of 130 by transforms of half as many points
//     h5(18.12)         2165 real numbers by five such transforms of 433, joined by the prime-factor algorithm
//     b(16.8)           Bluestein's algorithm: a convolution by transforms of 128 points
//     d(37), d(2.37)    direct DFT of a prime, or of a small number times a prime (direct.h)
//     f(16.16)          the launch of a long convolution in which its two transforms meet (TCF_OP_FILTER_INVERSE)
//     8.8x16            two packed axes, of 64 and of 16 points, outermost axis first
//     10.10+io          elements pass through shared memory on their way in (i) and on their way out (o)
//     20.15.10@5        compiled so that five blocks fit a multiprocessor
//     16.m16.m16        passes with an m run on tensor cores, by mma.sync on registers
//     16.w16.w16        passes with a w do so by WMMA fragments, which go through shared memory
//
// With several axes the first pass is the first radix of the outermost axis. Then follow all passes of the other axes, the
// innermost axis first, and at last the other radices of the outermost axis, which has at least one more.
#ifndef TCFFT_TILE_TILE_H
#define TCFFT_TILE_TILE_H

#include "core/schedule.h"

enum {
  TCF_TILE_PASSES = 7,
  TCF_TILE_PARAMETERS = 640,  // bytes of a program's parameters
  TCF_TILE_MOST_BLOCKS = 32,  // blocks that a multiprocessor of any device can hold
  // Elements per thread: points in registers at once, where the pass does not require another number; half as many of FP64
  // (EPT of classic/cuda/complex.cuh).
  TCF_TILE_EPT = 16,
};

typedef enum tcf_conv {
  TCF_CONV_NONE,
  TCF_CONV_RADER,
  TCF_CONV_BLUESTEIN,
  TCF_CONV_DIRECT,
  TCF_CONV_FILTERED,        // a launch of a long convolution whose store is TCF_OP_FILTER_INVERSE
  TCF_CONV_RADER_OF_REALS,  // R2C and C2R of pfa (2 n + 1) numbers, a prime times pfa (classic/cuda/rader_of_reals.cuh)
} tcf_conv;

// The numbers that a program is compiled for, in the order of its parameters, in which n, passes, radix and axis come first.
// This one list makes the members of tcf_tile and the text of the parameters, and it serves code that compares tiles.
//
// A transform is one FFT that the passes compute. dim[0] is the batch dimension that runs across the transforms of a tile.
//
// In shared memory, point i of transform t lies at t * stride + i + i / row * pad. A simulation chooses the three numbers so
// that there are few bank conflicts (classic/cuda/banks.h). OpenCL has no row: there the place is t * stride +
// tcf_tile_padded(i, pad).
//
// Conjugate-symmetric bins are bins k and n / 2 - k of a spectrum of n real numbers, which C2R reads and R2C writes. Across
// transforms, the two lie in transforms l and L - l of the L transforms of dim[0]: parts of one axis, or rows of a plane
// (tcf_tile_across).
//
// clang-format off
#define TCF_TILE_FIELDS(FIELD)                                                                                           \
  FIELD(fpb)                /* transforms per block, as the passes count them */                                         \
  FIELD(tpt)                /* threads per transform */                                                                  \
  FIELD(pfa)                /* prime-factor algorithm: so many transforms of a prime length, n + 1 points or 2 n + 1 */  \
                            /* real ones (Rader's algorithm, conv), make one of pfa times that; 1: not used */           \
  FIELD(threads)            /* threads per block: fpb * tpt, rounded up to whole warps */                                \
  FIELD(blocks)             /* blocks that must fit a multiprocessor (launch bounds) */                                  \
  FIELD(batch_fast_in)      /* 1: neighbouring threads load from neighbouring transforms, 0: neighbouring points */      \
  FIELD(batch_fast_out)     /* the same for the store */                                                                 \
  FIELD(by_ffts)            /* 1: in all passes neighbouring threads take neighbouring transforms */                     \
  FIELD(stride)             /* shared memory: distance between transforms */                                             \
  FIELD(row)                /* shared memory: points between two paddings */                                             \
  FIELD(pad)                /* shared memory: elements of one padding */                                                 \
  FIELD(contiguous_in)      /* 1: unit stride, neighbouring points are neighbours in memory */                           \
  FIELD(contiguous_out)     /* the same for the output */                                                                \
  FIELD(packed_in)          /* 1: contiguous_in, and each transform of a tile begins where the one before it ends */     \
  FIELD(packed_out)         /* the same for the output */                                                                \
  FIELD(no_batch_step_in)   /* 1: point i of every transform is element i of its axis (in_step 1, in_batch_step 0) */    \
  FIELD(no_batch_step_out)  /* the same for the output */                                                                \
  FIELD(load)               /* tcf_io_op */                                                                              \
  FIELD(store)              /* tcf_io_op */                                                                              \
  FIELD(smem_in)            /* 1: elements pass through shared memory between the load and the first pass */             \
  FIELD(smem_out)           /* 1: elements pass through shared memory between the last pass and the store */             \
  FIELD(hermitian_in)       /* 1: the first pass makes its points from conjugate-symmetric bins of the same transform */ \
  FIELD(hermitian_out)      /* 1: the last pass makes conjugate-symmetric bins from results of the same transform */     \
  FIELD(across_in)          /* tcf_tile_across: as hermitian_in, but with bins of two transforms, which the tile has */  \
                            /* in pairs; 0: none */                                                                      \
  FIELD(across_out)         /* tcf_tile_across: as hermitian_out, but with results of two transforms; 0: none */         \
  FIELD(folded)             /* 1: odd real length. Of two conjugate results of the first pass (R2C), or points of the */   \
                            /* last (C2R), one is kept, the other passes have half of the butterflies */                  \
  FIELD(shift)              /* Bluestein's algorithm of an odd real length, where one side needs half of its numbers: */   \
                            /* results are stored from this one on (R2C), or points begin with this one (C2R); else 0 */ \
  FIELD(twiddle_outer)      /* 1: twiddles of the store go by the index of the dimension beyond dim[0] */                \
  FIELD(kind)               /* tcfft_kind, for the load and store operations */                                          \
  FIELD(even)               /* 1: the logical length of the axis is even */                                              \
  FIELD(conv)               /* tcf_conv; with Rader's or Bluestein's algorithm, n is the length of the convolution, */   \
                            /* of real numbers half of it */                                                             \
  FIELD(points)             /* points of the transform that the launch computes: n without such a convolution */         \
  FIELD(nonzero_in)         /* zero padding: points from this one on are zero in every transform */                      \
  FIELD(needed_out)         /* results from this one on are stored of no transform */                                    \
  FIELD(in)                 /* complex numbers that a transform loads by way of shared memory */                         \
  FIELD(out)                /* elements of the output of a transform */                                                  \
  FIELD(warp)               /* 1: the threads of a transform share a warp, so that __syncwarp suffices */                \
  FIELD(tensor)             /* bit p: pass p runs on tensor cores (wmma/cuda/mma.cuh) */                                 \
  FIELD(split)              /* FP16 terms of a number on tensor cores, 1 or 2; 0: no pass runs there */                  \
  FIELD(via_smem)           /* 1: matrix products go through shared memory (WMMA), 0: by mma.sync on registers */        \
  FIELD(swizzle)            /* 1: n is a power of two, and point i lies at t * stride + swizzled(i) (tile.cuh) */
// clang-format on

typedef enum tcf_tile_across {
  TCF_ACROSS_AXIS = 1,  // transforms l and L - l have the points l + i L and L - l + i L of an axis
  TCF_ACROSS_ROWS,      // they are rows l and L - l of a plane, of whose L rows each holds half of a spectrum
} tcf_tile_across;

typedef struct tcf_tile {
  int n;                               // points of the transform that the passes compute
  int passes, radix[TCF_TILE_PASSES];  // in the order of the passes
  int axis[TCF_TILE_PASSES];           // the axis of each pass, 0 the innermost: a tile can transform several packed axes
#define FIELD(name) int name;
  TCF_TILE_FIELDS(FIELD)
#undef FIELD
  int f64;  // 1: numbers are FP64; a parameter of these programs alone
  // tcf_stage_stored of both sides; parameters of these programs alone.
  int in_type, out_type;
  int ahead;  // CUDA, 1: blocks ask the device's cache for the input of later ones; a parameter of these programs alone
  // For planning only; programs do not depend on these.
  int may_fold;                   // the device's code knows `folded` and `shift`
  int several_axes;               // the transform has them
  int half_needed;                // of the numbers of one side, see tcf_tile_least_bluestein
  int min_blocks;                 // blocks that should fit a multiprocessor; 0: as many as are expected to fit
  int ask_smem_in, ask_smem_out;  // smem_in and smem_out are wanted wherever they are possible
  int in_place;   // OpenCL: passes write results where they read points, and the tables of convolutions are in that order
  size_t shared;  // bytes of shared memory per block
} tcf_tile;

// Bytes of a complex number, in shared memory and in tables.
static inline int tcf_tile_point_bytes(const tcf_tile *t) { return t->f64 ? 16 : 8; }

// Sub-transforms that make one transform of the stage, and how many of the stage's transforms a tile has.
static inline int tcf_tile_pfa(const tcf_tile *t) { return t->pfa > 1 ? t->pfa : 1; }
static inline int tcf_tile_ffts(const tcf_tile *t) { return t->fpb / tcf_tile_pfa(t); }

// Position of point i with bank-conflict padding at two levels: one element after every 2^pad points, and one after every
// 2^(2 pad). pad 0: no padding.
static inline int tcf_tile_padded(int i, int pad) { return pad ? i + (i >> pad) + (i >> 2 * pad) : i; }

#endif
