// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The host's kernels work on tiles: `width` transforms side by side, each in a lane of the vectors. So every butterfly of
// every length is vector arithmetic without a shuffle, and a bad value in one transform affects no other.
//
// Numbers are floats or doubles. What is said of one type holds for the other: pointers to numbers are void where both meet.
//
// A tile has n rows. A row is a vector of real parts and a vector of imaginary parts, 2 * width numbers. A tile of real data
// is the same memory read as 2 n rows of one vector each: real row j is part j % 2 of complex row j / 2.
//
// An inverse transform is the forward transform with real and imaginary parts exchanged on the way in and on the way out
// (`swap`).
//
// One source (simd_instance.c) is compiled for several instruction sets and for both types. The table tcf_simd has what all
// of them offer.
#ifndef TCFFT_CLASSIC_HOST_SIMD_H
#define TCFFT_CLASSIC_HOST_SIMD_H

#include <stdint.h>

#include "math/twiddle.h"
#include "num/modular.h"
#include "tcfft/tcfft.h"

enum { TCF_MAX_PASSES = 16 };  // passes of a tile
enum { TCF_TYPES = TCFFT_I16 + 1 };

struct tcf_convolution;
struct tcf_fft;

// Transforms the tile a of f->n rows. b is a second tile, and scratch holds f->scratch_rows rows. Returns the tile that has
// the result, a or b.
typedef void *(*tcf_fft_fn)(const struct tcf_fft *f, void *a, void *b, void *scratch);

// One Stockham pass (Govindaraju et al. 2008, Fig. 2). Rows j + q n / radix are multiplied by the twiddles
// exp(-2 pi i (j mod ns) q / (ns radix)), transformed, and written ns rows apart.
typedef struct tcf_pass {
  int64_t radix;
  int64_t ns;           // product of the radices before this one
  int tensor;           // 1: FP32 butterflies of radix / 4 points, then radix-4 products on emulated tensor cores
  const void *twiddle;  // [ns][radix - 1] complex
  // Where tables must stay short, twiddle is NULL, and row i is the product of row i / fine of coarse [ns / fine][radix - 1]
  // and row i % fine of low [fine][radix - 1]. These are in double: products of FP32 factors cost a third more error. So
  // would those of doubles in FP64, which has no such tables.
  const double *coarse, *low;
  int64_t fine;
  const struct tcf_convolution *conv;  // a radix without a codelet: the convolution that transforms its rows
} tcf_pass;

typedef struct tcf_fft {
  int64_t n;
  int passes;
  const tcf_pass *pass;
  int64_t scratch_rows;
  const tcf_fft_fn *run;  // shared by a stage: FP32 passes while its tables are made, then the stage's own
  int split;              // for the twin: tcfft_split
} tcf_fft;

static inline void *tcf_fft_run(const tcf_fft *f, void *a, void *b, void *scratch) { return (*f->run)(f, a, b, scratch); }

// A DFT of length n as a cyclic convolution of length m: Rader's for a prime n (m = n - 1, indices are powers of a
// generator) or Bluestein's (m >= 2 n - 1, with a chirp). Only half of the kernel's spectrum is stored; spectrum_at
// (convolution.h) has the other half.
typedef struct tcf_convolution {
  int64_t n, m;
  const tcf_fft *fft;       // of length m, where the whole convolution lives in a tile
  const void *spectrum;     // m / 2 + 1 complex: DFT of the kernel, divided by m
  tcf_roots chirp;          // Bluestein: of order 2 n, for exp(-pi i j^2 / n)
  const void *chirp_table;  // FP64, in place of chirp: [n] complex exp(-pi i j^2 / n)
  const int32_t *order;     // Rader: order[q] = generator^q mod n, q < m; NULL for Bluestein
} tcf_convolution;

// How a real transform of length n becomes a complex one of length m. The rows in and out are real or complex as the kind
// says, and the kind is that after the direction was applied (an inverse DCT-II is a DCT-III).
typedef struct tcf_real {
  tcfft_kind kind;
  int64_t n, m;
  // Even n: exp(-2 pi i k / n), k <= m / 2. DCT-I, any n: the same of order 2 (n - 1). DCT-IV, even n: exp(-pi i k / n), k <
  // m.
  const void *half;
  // DCT-II and DCT-III: exp(-pi i k / 2n), k <= n / 2. DCT-IV, even n: exp(-pi i (4 j + 1) / 4n).
  const void *quarter;
  int64_t eighth;  // DCT-IV, odd n: the inverse of 8 modulo n
} tcf_real;

// Whether short.h has a radix, and so transforms of that radix alone, or of two, for vectors of this width. The rows of a
// transform have to fill a vector.
static inline int tcf_short_radix(int64_t r) { return r >= 2 && r <= 16 && r != 11 && r != 13 && r != 14; }
static inline int tcf_single_possible(int64_t n, int64_t width) { return width > 1 && tcf_short_radix(n) && 2 * n >= width; }
// The lanes of the vectors along a transform of two radices: all, or half of 8 with two transforms side by side. 0: not
// possible.
static inline int64_t tcf_pair_lanes(int64_t n1, int64_t n2, int64_t width) {
  const int64_t least = n1 < n2 ? n1 : n2;
  if (width == 1 || !tcf_short_radix(n1) || !tcf_short_radix(n2)) return 0;
  return least >= width ? width : width == 8 && least >= 4 ? 4 : 0;
}

// A transform of n1 n2 points by one radix for its columns and one for its rows.
typedef struct tcf_pair {
  int64_t n1, n2, lanes;
  const void *twiddle;  // [groups of columns][n1] rows of `lanes`: exp(-2 pi i j k / n) of column j and row k
} tcf_pair;

// Transforms that are packed each, `in_step` and `out_step` numbers apart.
typedef struct tcf_pair_io {
  const void *in;
  void *out;
  int64_t in_step, out_step, count;
  double scale[2];  // of real and imaginary parts
  int swap;
} tcf_pair_io;

// The columns of a transform of fft->n times n2 packed points, with the twiddles of `twiddle` below.
typedef struct tcf_columns {
  const tcf_fft *fft;
  int64_t n2;
  const void *in, *base, *lane;
  const void *next;  // what is fetched while these are computed: the next transform's input, or NULL
  int swap;
} tcf_columns;

// Whether hierarchical.h has columns of so many passes, of which these radices are the first and the last one. Each group of
// columns has to fill a vector; a single radix is there where it does so, too.
static inline int tcf_columns_possible(int64_t first, int64_t last, int passes, int64_t n2, int64_t width) {
  return width > 1 && tcf_short_radix(first) && tcf_short_radix(last) && (passes > 1 || first >= width) && n2 % width == 0;
}

// The rows of a transform of n1 n2 packed points by two radices, those of pass[0] and pass[1].
typedef struct tcf_rows {
  int64_t n1;
  const tcf_pass *pass;
  void *out;
  const void *next;  // where the next transform's results go, or NULL
  double scale[2];   // of real and imaginary parts
  int swap;
} tcf_rows;

// Whether hierarchical.h has rows of these two passes: squares of a vector's width fill the last radix and n1.
static inline int tcf_rows_possible(int64_t first, int64_t last, int64_t n1, int64_t width) {
  return width > 1 && tcf_short_radix(first) && tcf_short_radix(last) && last % width == 0 && n1 >= width;
}

// Moves between memory and an instance's numbers. Strides count numbers; the parts of a complex number are neighbours.
typedef struct tcf_moves {
  // n rows of a tile, whose lanes lie lane_stride apart. Lanes from `lanes` on are zero after a load and are not stored.
  void (*load_complex)(void *tile, const void *src, int64_t n, int64_t stride, int64_t lane_stride, int lanes, int swap);
  void (*load_real)(void *tile, const void *src, int64_t n, int64_t stride, int64_t lane_stride, int lanes);
  void (*store_complex)(void *dst, const void *tile, int64_t n, int64_t stride, int64_t lane_stride, int lanes, int swap,
                        double scale_re, double scale_im);
  void (*store_real)(void *dst, const void *tile, int64_t n, int64_t stride, int64_t lane_stride, int lanes, double scale);
  // `count` elements of `unit` numbers each, packed on the instance's side.
  void (*read)(void *to, const void *from, int64_t count, int64_t stride, int unit);
  void (*write)(void *to, const void *from, int64_t count, int64_t stride, int unit);
} tcf_moves;

struct tcf_numbers;

typedef struct tcf_simd {
  const char *isa;
  int width;        // numbers in a vector
  tcfft_type type;  // F32 or F64
  int bytes;        // of a number
  const struct tcf_numbers *numbers;
  tcf_fft_fn fft;
  // By the type of the numbers in memory. Instances of floats have all but F64, those of doubles F64 and F32.
  tcf_moves moves[TCF_TYPES];
  // Twiddles of the hierarchical FFT: dst[k] = src[k] * base[k] * lane[k]. base: [n] complex numbers, or NULL for 1. lane:
  // [n] complex rows.
  void (*twiddle)(void *dst, const void *src, int64_t n, const void *base, const void *lane);
  // Rows of a tile from blocks that lie transposed: lane i of row b * width + l is lane l of row first + i of block b.
  // Blocks are `rows` rows apart. The tile has n rows, and its lanes from `lanes` on are zero.
  void (*transpose)(void *tile, const void *blocks, int64_t rows, int64_t first, int64_t n, int lanes);
  // Real kinds: from raw input rows to a complex tile of r->m rows, and from the complex result to raw output rows.
  void (*real_pre)(const tcf_real *r, void *z, const void *raw, int conjugate);
  void (*real_post)(const tcf_real *r, void *raw, const void *z);
  // One transform of even length, in memory: bins begin .. end - 1 of 0 .. m / 2 with their mates m - k, of R2C from the
  // complex result, and of C2R the complex input (times 2) from the bins. The arrays are different ones.
  void (*split_spectrum)(const tcf_real *r, void *spectrum, const void *half, int64_t begin, int64_t end);
  void (*join_spectrum)(const tcf_real *r, void *half, const void *spectrum, int conjugate, int64_t begin, int64_t end);
  // Short transforms of packed complex numbers (short.h). single: `groups` times `width` transforms of n points, one after
  // the other. pair: some transforms; middle has room for groups of columns times n1 rows. The input may be the output.
  void (*single)(int64_t n, const void *in, void *out, int64_t groups, const double *scale, int swap);
  void (*pair)(const tcf_pair *p, const tcf_pair_io *io, void *middle);
  // Groups begin .. end of columns, where they are possible, into blocks that `transpose` takes. tile has room for two
  // tiles.
  void (*columns)(const tcf_columns *c, int64_t begin, int64_t end, void *middle, void *tile);
  // Groups begin .. end of `width` rows, where they are possible, from blocks that `transpose` takes. tile has room for a
  // group.
  void (*rows)(const tcf_rows *r, int64_t begin, int64_t end, const void *middle, void *tile);
} tcf_simd;

extern const tcf_simd tcf_simd_w1, tcf_simd_baseline, tcf_simd_f64_w1, tcf_simd_f64_baseline;
#if defined(__x86_64__)
extern const tcf_simd tcf_simd_avx2_w1, tcf_simd_avx2, tcf_simd_avx512_w4, tcf_simd_avx512_w8, tcf_simd_avx512;
extern const tcf_simd tcf_simd_f64_avx2_w1, tcf_simd_f64_avx2, tcf_simd_f64_avx512_w4, tcf_simd_f64_avx512;
#endif

// The widest instance of a type, F32 or F64, that this processor runs and that is at most `vector` numbers wide (1: one
// transform at a time).
// TCFFT_ISA=baseline|avx2|avx512 in the environment lowers it. The variable is read at every plan, since tests change it.
const tcf_simd *tcf_simd_for(tcfft_type type, int64_t vector);

#endif
