// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tile kernel of OpenCL devices: whole transforms, or steps of long ones (Govindaraju et al. 2008, IV.A to IV.C), in local
// memory. Decimation in time, in place: the first pass puts its results where a mixed-radix digit reversal wants them, so
// that one barrier a pass does, no work-item keeps anything across a barrier but sums, and the last pass ends in natural order. A
// tile of one pass is a step of Stockham's algorithm through global memory (Li 2012, 3.1), without local memory if nothing is
// staged.
//
// The program's parameters, TCF_:
//     N, PASSES, R0 .. R6     points of a transform, and the radices of its passes, 1 where there are no more
//     LANES                   of a register: 1, or a vector of as many transforms, by one work-item a group
//     WIDTH, THREADS          registers across the transforms of a tile, work-items of a group
//     KIND, EVEN, LOAD, STORE, CONV, TWIDDLE_OUTER    as tcf_tile of classic/cuda/propose.h
//     POINTS                  of a transform that are loaded and stored; a convolution has more
//     BATCH_FAST_IN, BATCH_FAST_OUT     1: neighbouring work-items take neighbouring transforms on that side, 0: points
//     CONTIGUOUS_IN, CONTIGUOUS_OUT       1: neighbouring points are neighbours in memory
//     PACKED_IN, PACKED_OUT   1: and neighbouring transforms lie one behind the other
//     SMEM_IN, SMEM_OUT     1: elements go through local memory on their way
//     SEVERAL                 elements of a work-item that are under way at once; 0: no more than a compiler makes of it
//     OUT                     elements that a transform of a real kind stores, or pairs of them
//     STRIDE, PAD             of transforms in local memory; 0, or the shift by which points are spread over its banks. (Rader's
//                             point 0 and its result 0 lie behind the other points)
//     GENERATOR, FORWARD, BACK    of sums: see direct.cl
//     WIDE                    1: distances within a tile need 64 bits

__kernel __attribute__((reqd_work_group_size(TCF_THREADS, 1, 1))) void tcf_tile(
    __global const float *in, __global float *out, __global const float *table, const ulong in_at, const ulong out_at,
    const ulong table_at, const tcf_cl_tile_args a) {
#if LOCAL_TILE
  __local local_number points[NUMBERS * TCF_WIDTH * TCF_STRIDE];
#endif
  if (!a.ffts) return;  // only launched to be compiled
  const tcf_u32 number = (tcf_u32)get_group_id(0), rest = number / (tcf_u32)a.groups, group = number - rest * (tcf_u32)a.groups;
  const dims_place place = place_dims(&a, rest);
  const tcf_i64 fft = (tcf_i64)group * TCF_WIDTH * TCF_VECTOR, left = a.ffts - fft;
  const int contiguous_in = TCF_LOAD == OP_COPY || COMPLEX_IN ? 2 : 1, contiguous_out = TCF_STORE != OP_USER || COMPLEX_OUT ? 2 : 1;
  tile x;
  x.l.in = in;
  x.l.out = out;
  x.l.table = table + table_at / 4;
  x.l.a = &a;
  x.in = in + in_at / 4 + contiguous_in * (place.in + fft * a.batch_is);
  x.out = out + out_at / 4 + contiguous_out * (place.out + fft * a.batch_os);
#if LOCAL_TILE
  x.points = points;
#else
  x.points = 0;
#endif
  x.fft = fft;
  x.ffts = (int)min(left, (tcf_i64)TCF_WIDTH * TCF_VECTOR);
  x.outer = place.first;
#if TCF_SMEM_IN
  load_tile(&x);
  barrier(BEFORE_STORES);
#endif
  run_passes(&x);
#if TCF_SMEM_OUT
  barrier(BEFORE_STORES);
  store_tile(&x);
#endif
}
