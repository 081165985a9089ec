// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tile kernel of OpenCL devices: whole transforms, or steps of long ones (Govindaraju et al. 2008, IV.A to IV.C), in
// local memory. The passes are decimation in time and work in place: the first pass stores its results in mixed-radix
// digit-reversed places. Therefore one barrier a pass is enough, no work-item keeps anything across a barrier except the
// sums of direct DFTs, and the last pass ends in natural order. A tile of one pass is a step of Stockham's algorithm
// through global memory (Li 2012, 3.1), and uses no local memory unless SMEM_IN or SMEM_OUT is set.
//
// The program's parameters (tcf_opencl_print in classic/opencl/propose.c), each with the prefix TCF_:
//     N, PASSES, R0 .. R6             points of a transform, and the radices of its passes; 1 beyond the last pass
//     VECTOR                          transforms of a register: 1, or a vector of that many with one work-item a group
//     WIDTH, THREADS                  registers across the transforms of a tile, work-items of a group
//     KIND, EVEN, LOAD, STORE, CONV, TWIDDLE_OUTER    as in TCF_TILE_FIELDS of tile/tile.h
//     POINTS                          points of a transform that are loaded and stored; a convolution computes with more
//     BATCH_FAST_IN, BATCH_FAST_OUT   1: neighbouring work-items take neighbouring transforms on that side, 0: points
//     CONTIGUOUS_IN, CONTIGUOUS_OUT   1: neighbouring points are adjacent in memory
//     PACKED_IN, PACKED_OUT           1: neighbouring transforms follow each other without gaps as well
//     SMEM_IN, SMEM_OUT               1: elements pass through local memory on their way in, out
//     SEVERAL                         elements of a work-item that are in flight at once; 0: left to the compiler
//     OUT                             elements, or pairs of them, that a transform of a real kind stores
//     STRIDE                          distance of transforms in local memory
//     PAD                             bank-conflict padding: 0, or the shift in SPREAD of thread_map.cl. (The point 0 and
//                                     the result 0 of Rader's algorithm lie behind the other points.)
//     WIDE                            1: distances within a tile need 64 bits
//     GENERATOR, FORWARD, BACK        of direct DFTs alone, see direct.cl
//     IN_TYPE, OUT_TYPE               of numbers in memory of another type than the arithmetic's alone, see stored.cl
//     F64                             1: the arithmetic is FP64's; not there: FP32's

__kernel __attribute__((reqd_work_group_size(TCF_THREADS, 1, 1))) void tcf_tile(
    __global const in_number *in, __global out_number *out, __global const SCALAR *table, const ulong in_at,
    const ulong out_at, const ulong table_at, const tcf_cl_tile_args a) {
#if LOCAL_TILE
  __local local_number points[NUMBERS * TCF_WIDTH * TCF_STRIDE];
#endif
  if (!a.ffts) return;  // launched only to make the driver compile it
  const tcf_u32 number = (tcf_u32)get_group_id(0), rest = number / (tcf_u32)a.groups,
                group = number - rest * (tcf_u32)a.groups;
  const dims_place place = place_dims(&a, rest);
  const tcf_i64 fft = (tcf_i64)group * TCF_WIDTH * TCF_VECTOR, left = a.ffts - fft;
  const int contiguous_in = TCF_LOAD == OP_COPY || COMPLEX_IN ? 2 : 1,
            contiguous_out = (TCF_STORE != OP_USER && !STORES_ALONE) || COMPLEX_OUT ? 2 : 1;
  tile x;
  x.l.in = in;
  x.l.out = out;
  x.l.table = table + table_at / sizeof *table;
  x.l.a = &a;
  x.in = in + in_at / sizeof *in + contiguous_in * (place.in + fft * a.batch_is);
  x.out = out + out_at / sizeof *out + contiguous_out * (place.out + fft * a.batch_os);
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
