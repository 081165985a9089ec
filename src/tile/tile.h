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
  TCF_TILE_HELD =
      16,  // points that a thread holds at once, if a pass leaves it the choice (HELD of classic/cuda/complex.cuh)
};

typedef enum tcf_conv {
  TCF_CONV_NONE,
  TCF_CONV_RADER,
  TCF_CONV_BLUESTEIN,
  TCF_CONV_DENSE,
  TCF_CONV_FILTERED,  // TCF_EDGE_CONVOLVE
} tcf_conv;

// The numbers of a tile that a program is compiled for, in the order of its parameters; n, passes, radix and axis stand
// before them. One list for the struct, for the text, and for whoever compares tiles.
//
// clang-format off
#define TCF_TILE_FIELDS(FIELD)                                                                                                  \
  FIELD(width)      /* lanes of a tile */                                                                                      \
  FIELD(tpt)        /* threads of a lane */                                                                                    \
  FIELD(parts)      /* so many of those lanes make one of the data's, whose length is parts * (n + 1): Rader's convolutions */ \
                    /* of a prime, joined by Good's numbering; 1 elsewhere */                                                  \
  FIELD(threads)    /* width * tpt, rounded up to warps */                                                                     \
  FIELD(blocks)     /* of a multiprocessor, at least */                                                                        \
  FIELD(order_in)   /* 1: neighbouring threads take neighbouring lanes, 0: neighbouring points */                              \
  FIELD(order_out)                                                                                                             \
  FIELD(by_lanes)   /* 1: between stage_in and stage_out they take lanes */                                                    \
  FIELD(stride)     /* point i of lane t lies at t * stride + i + i / row * pad: few bank conflicts, by simulation */          \
  FIELD(row)                                                                                                                   \
  FIELD(pad)                                                                                                                   \
  FIELD(unit_in)    /* 1: neighbouring points are neighbours in memory */                                                      \
  FIELD(unit_out)                                                                                                              \
  FIELD(packed_in)  /* 1: and neighbouring lanes follow each other */                                                          \
  FIELD(packed_out)                                                                                                            \
  FIELD(lone_in)    /* 1: point i is element i of its axis, whatever the lane */                                               \
  FIELD(lone_out)                                                                                                              \
  FIELD(load)       /* tcf_edge */                                                                                             \
  FIELD(store)                                                                                                                 \
  FIELD(stage_in)   /* whether elements pass through shared memory on their way in, out: for other orders */                   \
  FIELD(stage_out)                                                                                                             \
  FIELD(mirror_in)  /* whether the first pass unfolds, the last one folds a spectrum of real numbers */                        \
  FIELD(mirror_out)                                                                                                            \
  FIELD(pair_in)    /* the same, for points whose mates lie in other lanes: the tile's lanes come in pairs */                  \
  FIELD(pair_out)                                                                                                              \
  FIELD(turn_outer) /* 1: the turn goes by the loop beyond the lanes */                                                        \
  FIELD(kind)       /* for the edges: tcfft_kind */                                                                            \
  FIELD(even)       /* whether the logical length is even */                                                                   \
  FIELD(conv)       /* tcf_conv; of a convolution n is the length that it computes with */                                     \
  FIELD(points)     /* what a lane transforms: n, but where a convolution computes it */                                       \
  FIELD(filled)     /* points from this one on are zero in every lane */                                                       \
  FIELD(kept)       /* points from this one on are stored of none */                                                           \
  FIELD(in)         /* complex numbers of a lane's input that are staged */                                                    \
  FIELD(out)        /* elements of a lane's output */                                                                          \
  FIELD(warp)       /* a lane's threads share a warp, which is all that must wait */                                           \
  FIELD(tensor)     /* the passes on tensor cores, a bit each (wmma/cuda/mma.cuh) */                                           \
  FIELD(split)      /* FP16 terms of a number there */                                                                         \
  FIELD(by_memory)  /* 1: their products go through shared memory */                                                           \
  FIELD(swizzle)    /* 1: point i lies at t * stride + swizzled(i), n a power of two */
// clang-format on

typedef struct tcf_tile {
  int n;                               // points of the transform that the passes compute
  int passes, radix[TCF_TILE_PASSES];  // in their order
  int axis[TCF_TILE_PASSES];           // of each pass, 0 the innermost: where a lane is a transform of several axes
#define FIELD(name) int name;
  TCF_TILE_FIELDS(FIELD)
#undef FIELD
  // Of planning alone.
  int asked;                  // blocks of a multiprocessor, 0: as many as are expected to fit
  int staged_in, staged_out;  // wanted, wherever it is possible
  int in_place;               // OpenCL: passes leave points where they were, and the table of a convolution is in that order
  size_t shared;              // bytes
} tcf_tile;

// Parts of a stage's lane, and how many of its lanes a tile has.
static inline int tcf_tile_parts(const tcf_tile *t) { return t->parts > 1 ? t->parts : 1; }
static inline int tcf_tile_lanes(const tcf_tile *t) { return t->width / tcf_tile_parts(t); }

// Where point i of a lane lies that is padded twice: after every 2^pad points, and after every 2^(2 pad); pad 0: not at all.
static inline int tcf_tile_padded(int i, int pad) { return pad ? i + (i >> pad) + (i >> 2 * pad) : i; }

#endif
