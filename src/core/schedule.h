// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A schedule is what a plan will do, as pure data: stages in order, each one launch of one kernel over every transform along
// one axis. It prints and parses in the common grammar, one line a stage:
//
//     schedule:stages=2:work=4096,0,0:bytes=33554432:time=0.00123:bound=2.1e-07
//     stage:host_row:c2c:axis=1:n=1024:is=1:os=1:in=in:out=out:width=16:threads=2:fft=16.16.4:d0=64,1024,1024
//
// l0 = count, input stride, output stride of the loop whose transforms lie side by side in vector lanes; l1.. are the
// others. fft = how the (complex) length is computed, see classic/host/fft.h and tile/tile_args.h.
//
// On the host one stage is one axis. A GPU's launch may be a part of an axis, a step of a transform through memory or of a
// long convolution; then these fields follow:
//
//     :points=512:load=user:store=twiddle:twiddle_n=262144:ie=512,1:oe=512,1
//
// A launch that transforms several axes at once has :axes=64,64, outermost first.
//
// points = what this launch transforms; load and store = what happens on the way in and out (tcf_io_op); ie = i, l: point i
// of lane l (of loop 0) is element i * ie.i + l * ie.l of its axis, which lies at (that) * is; oe likewise.
#ifndef TCFFT_CORE_SCHEDULE_H
#define TCFFT_CORE_SCHEDULE_H

#include "core/device.h"
#include "core/problem.h"

typedef enum tcf_slot { TCF_SLOT_IN, TCF_SLOT_OUT, TCF_SLOT_WORK, TCF_SLOT_WORK1, TCF_SLOT_WORK2 } tcf_slot;
enum { TCF_WORKS = 3, TCF_SLOTS = TCF_SLOT_WORK + TCF_WORKS };

// What a part of an axis does to the elements that it loads or stores.
typedef enum tcf_io_op {
  TCF_OP_NONE,     // not a part: the kernel does the whole axis (host); load: nothing is transformed, only the store's edge
  TCF_OP_COPY,     // nothing: complex numbers between the parts
  TCF_OP_USER,     // what the kind and the direction ask for, and the scale; R2C's store: the part has all of the axis, or
                   // loop 0 is its lanes, of even length (oe.l = 1, oe.i = their number): mates lie in lanes l and L - l
  TCF_OP_TWIDDLE,  // store: times exp(-2 pi i k l / whole), the twiddle between steps; l: the lane, or where ie.l and oe.l
                   // are 0, where loop 1 stands
  TCF_OP_CHIRP,    // Bluestein: times the chirp of length `whole`; load: after KIND, zero beyond; store: before KIND
  TCF_OP_FILTER,   // store: times the spectrum of that chirp, real and imaginary parts swapped: the next parts run inverse
  // store: the same for points k and lanes l, bins l + whole / points * k of the spectrum, transformed once more and then
  // as TURN: the last step of one transform and the first step of the transform back
  TCF_OP_FILTER_INVERSE,
} tcf_io_op;

typedef struct tcf_iodim {
  int64_t n, is, os;
} tcf_iodim;

// Complex points of an axis: on the host two tiles of 2^17; on other devices those whose twiddles are found by 32 bits.
#define TCF_LONGEST_ON_HOST (INT64_C(1) << 34)
#define TCF_LONGEST_ON_DEVICE (INT64_C(1) << 31)

enum {
  TCF_MAX_DIMS = TCFFT_MAX_RANK + 3,  // the other axes, the batch, and what a hierarchical transform adds
  TCF_MAX_LAUNCHES = 16,              // of one axis: a convolution of two transforms in seven steps, and what is around it
  TCF_MAX_STAGES = TCFFT_MAX_RANK * TCF_MAX_LAUNCHES,
  TCF_FFT_TEXT = 128,
};

struct tcf_kernel;

typedef struct tcf_stage {
  const struct tcf_kernel *kernel;
  tcfft_kind kind;            // C2C along an axis, or the real kind
  tcfft_algorithm algorithm;  // never AUTO in a schedule
  tcfft_split split;
  int axis;
  int64_t n;       // logical length
  int64_t is, os;  // elements along the axis, in units of each side
  tcf_slot in, out;
  int dims;
  tcf_iodim dim[TCF_MAX_DIMS];
  int64_t width;    // transforms side by side: in vector lanes, in a block
  int64_t threads;  // host: of the launch; GPU: of a block
  char fft[TCF_FFT_TEXT];
  int axes;  // 0, or several that lie packed and are transformed at once: n is their product, `axis` the outermost
  int64_t length[TCFFT_MAX_RANK];  // of each, outermost first
  int64_t points;                  // of a part; 0 where the stage is the whole axis
  tcf_io_op load, store;
  int64_t twiddle_n;                 // see tcf_io_op
  int64_t in_step, in_batch_step;    // elements of the axis between points and between lanes of a part
  int64_t out_step, out_batch_step;  // likewise
  double time;                       // predicted seconds
  int timed;                         // they go by a run of this very kernel on such a device
  double variance;                   // predicted squared relative L2 error
  int64_t bytes;                     // read and written in the memory that the loops walk
} tcf_stage;

typedef struct tcf_schedule {
  int stages;
  tcf_stage stage[TCF_MAX_STAGES];
  int64_t work[TCF_WORKS];  // bytes of TCF_SLOT_WORK ..
  double time;
  double bound;  // predicted relative L2 error, with its margin
  int64_t bytes;
} tcf_schedule;

// Elements along the axis on each side: R2C and C2R halve their complex one.
static inline int64_t tcf_in_rows(const tcf_stage *s) { return s->kind == TCFFT_C2R ? s->n / 2 + 1 : s->n; }
static inline int64_t tcf_out_rows(const tcf_stage *s) { return s->kind == TCFFT_R2C ? s->n / 2 + 1 : s->n; }

// Transforms of the loops from `first` on.
static inline int64_t tcf_dim_count(const tcf_stage *s, int first) {
  int64_t count = 1;
  for (int i = first; i < s->dims; i++) count *= s->dim[i].n;
  return count;
}

#endif
