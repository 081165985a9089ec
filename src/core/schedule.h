// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A schedule: the stages of a plan as pure data. A stage is one launch of one kernel and covers all transforms along its
// axis. The text form uses the grammar of base/text.h, one line for each stage:
//
//     schedule:stages=2:work=4096,0,0:bytes=33554432:time=0.00123:bound=2.1e-07
//     stage:host_row:c2c:axis=1:n=1024:is=1:os=1:in=in:out=out:width=16:threads=2:fft=16.16.4:d0=64,1024,1024
//
// d0 = length, input stride and output stride of batch dimension 0, whose transforms a vector or a block takes side by
// side; d1 .. are the other batch dimensions. fft = how the (complex) length is computed, see classic/host/fft.h and
// tile/tile_text.h.
//
// On the host one stage transforms a whole axis. On a GPU an axis may take several stages, such as the steps of a
// four-step transform or of a long convolution. Their lines also have
//
//     :points=512:load=user:store=twiddle:twiddle_n=262144:ie=512,1:oe=512,1
//
// points = length of the transforms of this stage; load and store = operations on loaded and stored elements (tcf_io_op);
// ie = a,b: point i of transform l (of dimension 0) is element e = i * a + l * b of the axis, at offset e * is; oe is the
// same for the output.
//
// A stage that transforms several axes at once has :axes=64,64, outermost first. One that reads or writes other numbers than
// FP32 has :types=f64,f64, of its input and its output; one that computes in FP64 between FP32 numbers has :arithmetic=f64.
#ifndef TCFFT_CORE_SCHEDULE_H
#define TCFFT_CORE_SCHEDULE_H

#include "core/device.h"
#include "core/problem.h"

// Where the input or output of a stage is: in the caller's memory or in one of the TCF_WORKS slots of the workspace.
typedef enum tcf_slot { TCF_SLOT_IN, TCF_SLOT_OUT, TCF_SLOT_WORK, TCF_SLOT_WORK1, TCF_SLOT_WORK2 } tcf_slot;
enum { TCF_WORKS = 3, TCF_SLOTS = TCF_SLOT_WORK + TCF_WORKS };

// Operation of a stage on the elements that it loads or stores. k is the index of a point and l that of a transform (in
// dimension 0).
typedef enum tcf_io_op {
  // On the host: the kernel transforms a whole axis and has no separate operations. As the load of a stage with points:
  // the stage transforms nothing and only applies its store operation.
  TCF_OP_NONE,
  // Complex elements as they are, between stages of an axis.
  TCF_OP_COPY,
  // The caller's data: the pre- or post-processing of the kind and the direction, and the scale. R2C stores either need
  // the whole axis in one transform, or an even length whose L transforms are dimension 0 with oe = L,1;
  // conjugate-symmetric bins are then in transforms l and L - l.
  TCF_OP_USER,
  // Times exp(-2 pi i k l / twiddle_n), the twiddles between steps, at the store of the first or at the load of the second.
  // If the second numbers of ie and oe are 0, l is the index in dimension 1 instead. Few kernels load so: tcf_loads_plainly.
  TCF_OP_TWIDDLE,
  // Bluestein: times the chirp, whose length is the complex length of the axis. A load multiplies after the pre-processing
  // of the kind and is zero beyond the chirp; a store multiplies before the post-processing. Of odd real lengths the
  // convolution is shifted (tcf_convolution_shift).
  TCF_OP_CHIRP,
  // Bluestein, store: times the spectrum of the chirp, of twiddle_n bins, with real and imaginary parts exchanged, so that
  // the forward transforms of the next stages compute the inverse.
  TCF_OP_FILTER,
  // Bluestein, store: as TCF_OP_FILTER for bins l + twiddle_n / points * k, then one more transform of the points, then as
  // TCF_OP_TWIDDLE. This joins the last step of one transform with the first step of the transform back.
  TCF_OP_FILTER_INVERSE,
  // The end of an odd real length in several stages, whose result e is element e of the output, with the scale: a bin up to
  // n / 2 of R2C (the results beyond are left out), or of C2R the imaginary part, since real and imaginary parts of an
  // inverse transform are swapped.
  TCF_OP_ALONE,
  // Bluestein, store: as TCF_OP_CHIRP, then as TCF_OP_ALONE.
  TCF_OP_CHIRP_ALONE,
  // An odd real length in two steps, which compute one of each two conjugate numbers (Sorensen et al. 1987, for any radix).
  // Load: point i of the lower half as TCF_OP_COPY, and of the upper one what follows from point `points` - i, since the
  // transform's result is real. (Its real and imaginary parts are swapped, so that the real part changes its sign.)
  TCF_OP_HALF,
  // Store: as TCF_OP_TWIDDLE, but of a transform of real numbers, whose results beyond the lower half are left out.
  TCF_OP_HALF_TWIDDLE,
  // Store: result e is bin e, and beyond n / 2 the conjugate of bin n - e, with the scale. Transforms l and out_step - l are
  // conjugates, so that there are those of the lower half alone. Transform 0 has both of two conjugate bins: the second is
  // left out.
  TCF_OP_MIRROR,
} tcf_io_op;

static inline int tcf_op_is_alone(tcf_io_op op) { return op == TCF_OP_ALONE || op == TCF_OP_CHIRP_ALONE; }
static inline int tcf_op_has_chirp(tcf_io_op op) { return op == TCF_OP_CHIRP || op == TCF_OP_CHIRP_ALONE; }
static inline int tcf_op_has_twiddles(tcf_io_op op) { return op == TCF_OP_TWIDDLE || op == TCF_OP_HALF_TWIDDLE; }
static inline int tcf_op_is_halved(tcf_io_op op) {
  return op == TCF_OP_HALF || op == TCF_OP_HALF_TWIDDLE || op == TCF_OP_MIRROR;
}
// Whether an operation is part of a convolution over several stages.
static inline int tcf_op_convolves(tcf_io_op op) {
  return tcf_op_has_chirp(op) || op == TCF_OP_FILTER || op == TCF_OP_FILTER_INVERSE;
}

// A batch dimension, as FFTW's iodim: its length and its strides in the input and the output.
typedef struct tcf_iodim {
  int64_t n, is, os;
} tcf_iodim;

// Most complex points of an axis. The host's limit is two factors of 2^17 points; on other devices the indices of twiddles
// have 32 bits.
#define TCF_LONGEST_ON_HOST (INT64_C(1) << 34)
#define TCF_LONGEST_ON_DEVICE (INT64_C(1) << 31)

enum {
  TCF_MAX_DIMS = TCFFT_MAX_RANK + 3,  // the other axes, the batch, and the dimensions of a four-step transform
  TCF_MAX_LAUNCHES = 16,              // stages of one axis: a convolution by two transforms of seven steps, and its ends
  TCF_MAX_STAGES = TCFFT_MAX_RANK * TCF_MAX_LAUNCHES,
  TCF_FFT_TEXT = 128,
};

// What the predicted time of a stage rests on.
typedef enum tcf_time_source {
  TCF_TIME_MODEL,     // the cost model alone
  TCF_TIME_MEASURED,  // what was measured of a stage alike on this device
  TCF_TIME_RELATED    // the same, on another device of its kind
} tcf_time_source;

struct tcf_kernel;

// One launch of one kernel. Strides and steps count elements of their side: complex numbers, or floats where it is real.
typedef struct tcf_stage {
  const struct tcf_kernel *kernel;
  tcfft_kind kind;            // C2C, or the real kind for the axis that it transforms
  tcfft_algorithm algorithm;  // never AUTO in a schedule
  tcfft_split split;
  int axis;
  int64_t n;       // logical length of the axis
  int64_t is, os;  // strides of the axis
  tcf_slot in, out;
  tcfft_type in_type, out_type;  // of the numbers that it reads and writes
  tcfft_type between;            // of an axis: that of complex numbers between its launches; no part of the text
  int wide;                      // 1: it computes in FP64 what it reads and writes in FP32
  int dims;
  tcf_iodim dim[TCF_MAX_DIMS];
  int64_t width;           // host: transforms in a vector; GPU: transforms in a block
  int64_t threads;         // host: threads of the launch; GPU: threads of a block
  char fft[TCF_FFT_TEXT];  // how the length is computed
  int axes;                // 0, or how many packed axes are transformed at once; n is their product, `axis` the outermost
  int64_t length[TCFFT_MAX_RANK];    // logical lengths of these axes, outermost first
  int64_t points;                    // length of this stage's transforms; 0 on the host, which transforms a whole axis
  tcf_io_op load, store;             // GPU only, as are the fields up to out_batch_step
  int64_t twiddle_n;                 // see tcf_io_op
  int64_t in_step, in_batch_step;    // ie: elements of the axis between points, and between transforms of dimension 0
  int64_t out_step, out_batch_step;  // oe: the same for the output
  double time;                       // predicted seconds
  tcf_time_source source;            // what the prediction rests on; no part of the text
  double variance;                   // predicted squared relative L2 error
  int64_t bytes;                     // bytes of in and out that are read and written
} tcf_stage;

typedef struct tcf_schedule {
  int stages;
  tcf_stage stage[TCF_MAX_STAGES];
  int64_t work[TCF_WORKS];  // bytes of the workspace slots TCF_SLOT_WORK ..
  double time;              // predicted seconds
  double bound;             // predicted relative L2 error, with a margin
  int64_t bytes;            // sum over the stages
} tcf_schedule;

// The logical length of the axis that a stage's kind is about: of several axes at once, which C2C, R2C and C2R have, the
// last one.
static inline int64_t tcf_kind_length(const tcf_stage *s) { return s->axes ? s->length[s->axes - 1] : s->n; }

// Complex points of a stage's axes.
static inline int64_t tcf_stage_points(const tcf_stage *s) {
  const int64_t last = tcf_kind_length(s);
  return s->n / last * tcf_complex_length(s->kind, last);
}

// Complex points of axis `a` of several.
static inline int64_t tcf_axis_points(const tcf_stage *s, int a) {
  return a == s->axes - 1 ? tcf_complex_length(s->kind, s->length[a]) : s->length[a];
}

// Elements along the axis, or in all axes, of the input and the output; the complex side of R2C and C2R has n / 2 + 1 of the
// last axis.
static inline int64_t tcf_bins(const tcf_stage *s) {
  const int64_t last = tcf_kind_length(s);
  return s->n / last * (last / 2 + 1);
}
static inline int64_t tcf_in_rows(const tcf_stage *s) { return s->kind == TCFFT_C2R ? tcf_bins(s) : s->n; }
static inline int64_t tcf_out_rows(const tcf_stage *s) { return s->kind == TCFFT_R2C ? tcf_bins(s) : s->n; }

// Half of the bins of an odd real length follows from the others. A long convolution has bins 0 .. (n - 1) / 2 alone (C2R
// takes all but the first one twice, and stores the real part of a result). Its lags would reach from -(n - 1) to (n - 1)
// / 2, or from -(n - 1) / 2 to n - 1. With a shift of a quarter they reach equally far on both sides of 0, so that the
// filter is even, and 3/2 n points suffice: bin k is point k + shift of the convolution with the chirp of k + shift, real
// number j is point j with the chirp of j - shift, and the filter is multiplied by exp(pi i shift^2 / n).
static inline int64_t tcf_convolution_shift(tcfft_kind kind, int64_t n) {
  return n % 2 && (kind == TCFFT_R2C || kind == TCFFT_C2R) ? (n - 1) / 4 : 0;
}

// The fewest points of a convolution over several stages.
static inline int64_t tcf_least_convolution(tcfft_kind kind, int64_t n) {
  const int odd_real = n % 2 && (kind == TCFFT_R2C || kind == TCFFT_C2R);
  return 2 * (tcf_complex_length(kind, n) - 1 - (odd_real ? (n - 1) / 4 : 0)) + 1;
}

// Whether a stage leaves out conjugate numbers on its way in or out. (A stage may also have fewer transforms for the sake of
// a later one that does. It does not differ from others.)
static inline int tcf_stage_is_halved(const tcf_stage *s) { return tcf_op_is_halved(s->load) || tcf_op_is_halved(s->store); }

// Whether a stage transforms points as it loads them, but for what its kind and a convolution need: neither takes it
// twiddles on the way in, nor is it only what follows the transforms.
static inline int tcf_loads_plainly(const tcf_stage *s) { return s->load != TCF_OP_NONE && s->load != TCF_OP_TWIDDLE; }

// Number of transforms in the batch dimensions from `first` on.
static inline int64_t tcf_dim_count(const tcf_stage *s, int first) {
  int64_t count = 1;
  for (int i = first; i < s->dims; i++) count *= s->dim[i].n;
  return count;
}

#endif
