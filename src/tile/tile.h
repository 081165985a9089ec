// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tile of a GPU's kernel: what a block does, as numbers. The planner fills them, a program's text carries them, and the
// device's compiler gets them as constants. No vendor is known here.
//
// A stage's fft text is the radices in the order of the passes, "16.16.16"; "r(6.6)" is Rader's convolution of a prime
// length 37 by transforms of 36 points, "r14(8.9)" fourteen of 73 points that make 1022, "b(16.8)" Bluestein's by transforms
// of 128, "d(37)" and "d(2.37)" sums for every result of the prime, "f(16.16)" a step of a long convolution. "8.8x16" is a
// transform of two axes that lie packed, of 64 times 16 points; the outermost one's first radix is the first pass, then come
// the others' from the innermost one on, then the rest of the outermost one's, one at least. "10.10+io" passes its elements
// through shared memory on their way in and out; "20.15.10@5" is compiled for five blocks a multiprocessor. Passes of
// "16.m16.m16" with an m run on tensor cores; with a w, by fragments in memory.
#ifndef TCFFT_TILE_TILE_H
#define TCFFT_TILE_TILE_H

#include "core/schedule.h"

enum {
  TCF_TILE_PASSES = 7,
  TCF_TILE_PARAMETERS = 512,  // bytes of a program's parameters
  TCF_TILE_MOST_BLOCKS = 32,  // of a multiprocessor, on any device
  TCF_TILE_EPT = 16,  // points that a thread holds at once, if a pass leaves it the choice (EPT of classic/cuda/complex.cuh)
};

typedef enum tcf_conv {
  TCF_CONV_NONE,
  TCF_CONV_RADER,
  TCF_CONV_BLUESTEIN,
  TCF_CONV_DIRECT,
  TCF_CONV_FILTERED,  // TCF_OP_FILTER_INVERSE
} tcf_conv;

// The numbers of a tile that a program is compiled for, in the order of its parameters; n, passes, radix and axis stand
// before them. One list for the struct, for the text, and for whoever compares tiles.
//
// clang-format off
#define TCF_TILE_FIELDS(FIELD)                                                                                                  \
  FIELD(fpb)        /* transforms of a tile */                                                                                      \
  FIELD(tpt)        /* threads of a transform */                                                                                    \
  FIELD(pfa)        /* so many of those transforms make one of the data's, whose length is parts * (n + 1): Rader's convolutions */ \
                    /* of a prime, joined by Good's numbering; 1 elsewhere */                                                  \
  FIELD(threads)    /* width * tpt, rounded up to warps */                                                                     \
  FIELD(blocks)     /* of a multiprocessor, at least */                                                                        \
  FIELD(batch_fast_in)   /* 1: neighbouring threads take neighbouring transforms, 0: neighbouring points */                              \
  FIELD(batch_fast_out)                                                                                                             \
  FIELD(by_ffts)   /* 1: between smem_in and smem_out they take transforms */                                                    \
  FIELD(stride)     /* point i of transform t lies at t * stride + i + i / row * pad: few bank conflicts, by simulation */          \
  FIELD(row)                                                                                                                   \
  FIELD(pad)                                                                                                                   \
  FIELD(contiguous_in)    /* 1: neighbouring points are neighbours in memory */                                                      \
  FIELD(contiguous_out)                                                                                                              \
  FIELD(packed_in)  /* 1: and neighbouring transforms follow each other */                                                          \
  FIELD(packed_out)                                                                                                            \
  FIELD(no_batch_step_in)    /* 1: point i is element i of its axis, whatever the transform */                                               \
  FIELD(no_batch_step_out)                                                                                                              \
  FIELD(load)       /* tcf_io_op */                                                                                             \
  FIELD(store)                                                                                                                 \
  FIELD(smem_in)   /* whether elements pass through shared memory on their way in, out: for other orders */                   \
  FIELD(smem_out)                                                                                                             \
  FIELD(hermitian_in)  /* whether the first pass unfolds, the last one folds a spectrum of real numbers */                        \
  FIELD(hermitian_out)                                                                                                            \
  FIELD(across_in)    /* the same, for points whose mates lie in other transforms: the tile's transforms come in pairs */                  \
  FIELD(across_out)                                                                                                              \
  FIELD(twiddle_outer) /* 1: the turn goes by the loop beyond the transforms */                                                        \
  FIELD(kind)       /* for the edges: tcfft_kind */                                                                            \
  FIELD(even)       /* whether the logical length is even */                                                                   \
  FIELD(conv)       /* tcf_conv; of a convolution n is the length that it computes with */                                     \
  FIELD(points)     /* what a transform transforms: n, but where a convolution computes it */                                       \
  FIELD(nonzero_in)     /* points from this one on are zero in every transform */                                                       \
  FIELD(needed_out)       /* points from this one on are stored of none */                                                           \
  FIELD(in)         /* complex numbers of a transform's input that are staged */                                                    \
  FIELD(out)        /* elements of a transform's output */                                                                          \
  FIELD(warp)       /* a transform's threads share a warp, which is all that must wait */                                           \
  FIELD(tensor)     /* the passes on tensor cores, a bit each (wmma/cuda/mma.cuh) */                                           \
  FIELD(split)      /* FP16 terms of a number there */                                                                         \
  FIELD(via_smem)  /* 1: their products go through shared memory */                                                           \
  FIELD(swizzle)    /* 1: point i lies at t * stride + swizzled(i), n a power of two */
// clang-format on

typedef struct tcf_tile {
  int n;                               // points of the transform that the passes compute
  int passes, radix[TCF_TILE_PASSES];  // in their order
  int axis[TCF_TILE_PASSES];           // of each pass, 0 the innermost: where a transform is a transform of several axes
#define FIELD(name) int name;
  TCF_TILE_FIELDS(FIELD)
#undef FIELD
  // Of planning alone.
  int min_blocks;                 // blocks of a multiprocessor, 0: as many as are expected to fit
  int ask_smem_in, ask_smem_out;  // wanted, wherever it is possible
  int in_place;   // OpenCL: passes leave points where they were, and the table of a convolution is in that order
  size_t shared;  // bytes
} tcf_tile;

// Parts of a stage's transform, and how many of its transforms a tile has.
static inline int tcf_tile_pfa(const tcf_tile *t) { return t->pfa > 1 ? t->pfa : 1; }
static inline int tcf_tile_ffts(const tcf_tile *t) { return t->fpb / tcf_tile_pfa(t); }

// Where point i of a transform lies that is padded twice: after every 2^pad points, and after every 2^(2 pad); pad 0: not at
// all.
static inline int tcf_tile_padded(int i, int pad) { return pad ? i + (i >> pad) + (i >> 2 * pad) : i; }

#endif
