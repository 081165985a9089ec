// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the host's kernels share: the tables of a stage, its batch dimensions, and the candidates that they propose.
#ifndef TCFFT_CLASSIC_HOST_STAGE_H
#define TCFFT_CLASSIC_HOST_STAGE_H

#include "classic/host/fft.h"
#include "core/element.h"
#include "core/kernel.h"

typedef struct tcf_host_stage {
  const tcf_simd *simd;
  const tcf_simd *one;  // the instance of width 1, whose tiles are arrays of numbers
  const tcf_axis *axis;
  tcf_real op[2];     // forward, inverse
  int single;         // host_row: transforms of one radix that need no tile
  int64_t tile_rows;  // complex rows that hold the raw input, the transform and the raw output
} tcf_host_stage;

// The kind that a direction makes of a kind: an inverse DCT-II is a DCT-III, and so on.
tcfft_kind tcf_directed_kind(tcfft_kind kind, int inverse);

// Whether the complex transform of a kind runs inverse. Real kinds have their direction in the kind.
static inline int tcf_runs_inverse(tcfft_kind kind, int inverse) { return kind == TCFFT_C2C && inverse; }

// Chooses the function that computes the passes for an instance. NULL: the instance's own FP32 passes.
typedef tcf_fft_fn (*tcf_engine)(const tcf_simd *simd);

// UNSUPPORTED if this processor has no vectors of the width that a stage which is to run here was planned with.
tcfft_status tcf_host_check_width(const tcf_stage *stage, const tcf_prepare *with);

tcfft_status tcf_host_stage_build(tcf_host_stage **out, const tcf_stage *stage, tcf_engine engine, tcf_arena *tables);

// Offsets, in numbers, of transform `item` of the batch dimensions from `first` on.
typedef struct tcf_offsets {
  int64_t in, out;
} tcf_offsets;
tcf_offsets tcf_dim_offsets(const tcf_stage *s, int first, int64_t item);

static inline int64_t tcf_in_unit(const tcf_stage *s) { return tcf_kind_complex_in(s->kind) ? 2 : 1; }
static inline int64_t tcf_out_unit(const tcf_stage *s) { return tcf_kind_complex_out(s->kind) ? 2 : 1; }

// Numbers of a type in the widest vectors.
static inline int64_t tcf_host_vector(const tcf_device *d, tcfft_type type) {
  return type == TCFFT_F64 && d->vector > 1 ? d->vector / 2 : d->vector;
}

// How many of `threads` are busy on average with `items` equal pieces of work: in the last round some may be idle.
static inline double tcf_busy_threads(int64_t items, int threads) {
  const int64_t rounds = (items + threads - 1) / threads;
  return (double)items / (double)rounds;
}

// The time of an operation on vectors of this width, over that of the widest. Most processors with vectors of 16 floats
// compute them as two halves, or at a lower clock.
static inline double tcf_host_op(const tcf_device *d, const tcf_stage *s) {
  return d->vector == 16 && s->width < tcf_host_vector(d, tcf_arithmetic_of(s)) ? 0.55 : 1;
}

// Whether a stage reads and writes numbers of its arithmetic's type, as short transforms without tiles do. Others pass
// through a buffer of so many transforms, that of `elements` each.
static inline int tcf_host_keeps_types(const tcf_stage *s, const tcf_simd *simd) {
  return s->in_type == simd->type && s->out_type == simd->type;
}
static inline int64_t tcf_host_buffered(int64_t elements) { return elements < 256 ? 512 / elements : 2; }

// How a stage goes through memory: in its order, which the processor fetches while it computes; tile by tile, in bursts for
// which the computation waits, or by columns whose memory was fetched in part meanwhile; or by columns of one transform
// after the other, which the processor does not foresee.
typedef enum tcf_host_order { TCF_HOST_IN_ORDER, TCF_HOST_BY_TILES, TCF_HOST_BY_COLUMNS } tcf_host_order;

// Seconds for `ops` vector operations divided among `threads` and for the memory traffic; bytes that the stage reads and
// writes.
double tcf_host_time(const tcf_stage *s, const tcf_device *d, double ops, int threads, tcf_host_order order);
int64_t tcf_host_bytes(const tcf_stage *s);

// The two host kernels, tile by tile and one transform at a time. A kernel of another algorithm proposes and launches the
// same and prepares with an engine of its own.
void tcf_host_row_propose(const tcf_stage *stage, const tcf_device *device, int threads, tcf_candidates *out);
tcfft_status tcf_host_row_prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_engine engine,
                                  tcf_prepared *prepared);
tcfft_status tcf_host_row_launch(const tcf_launch *launch);
void tcf_host_whole_propose(const tcf_stage *stage, const tcf_device *device, int threads, tcf_candidates *out);
tcfft_status tcf_host_whole_prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_engine engine,
                                    tcf_prepared *prepared);
tcfft_status tcf_host_whole_launch(const tcf_launch *launch);

#endif
