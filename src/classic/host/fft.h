// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How a complex length is computed on the host: the text that schedules carry, and the tables made from it.
//
//     axis := fft                    in one tile, by Stockham passes
//           | fft '|' fft            hierarchical (four-step; Govindaraju et al. 2008, IV.C): columns, twiddle, rows;
//                                    of two radices alone a pair, which needs no tile (short.h)
//           | 'R' p '(' axis ')'     Rader over memory: a convolution of length p - 1
//           | 'B' n '(' axis ')'     Bluestein over memory: a convolution of the length of the axis in parentheses
//     fft  := pass ('.' pass)*       radices in the order of the passes
//     pass := radix                  a radix with a codelet
//           | 'r' p '(' fft ')'      any prime radix, by Rader's algorithm within the tile
//           | 'b' n '(' fft ')'      any radix, by Bluestein's algorithm within the tile
//           | 'm' radix              4, 8 or 16 on emulated tensor cores: for the twin only (wmma/host/twin.h)
//
// For example 16.16.4, 16.16|16.16, 5.r17(16), B1000003(16.16.5.2|16.16.5.2), 16.m16.16.
#ifndef TCFFT_CLASSIC_HOST_FFT_H
#define TCFFT_CLASSIC_HOST_FFT_H

#include "base/memory.h"
#include "classic/host/axis.h"

// What the tables depend on besides the text.
typedef struct tcf_fft_context {
  const tcf_simd *simd;
  const tcf_fft_fn *run;
  int split;
  int tensor;  // the twin: passes may be on emulated tensor cores
  // Inside a tile's convolution, whose own tables leave no room for full twiddles: a plan keeps 2 n elements, of FP64 6 n.
  int compact;
  tcf_arena *arena;
} tcf_fft_context;

tcfft_status tcf_axis_build(const tcf_axis **out, const char *text, const tcf_fft_context *context);

#endif
