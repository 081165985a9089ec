// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How a complex length is computed on the host, as text that schedules carry, and its tables.
//
//   axis := fft                    in one tile: Stockham passes
//         | fft '|' fft            hierarchical (four-step; Govindaraju et al. 2008, section IV.C): columns, twiddle, rows
//         | 'R' p '(' axis ')'     Rader over memory: a convolution of length p - 1
//         | 'B' n '(' axis ')'     Bluestein over memory: a convolution of the axis' length
//   fft  := pass ('.' pass)*       radices in the order of the passes
//   pass := radix | 'r' p '(' fft ')' | 'b' n '(' fft ')'     a radix without codelet: Rader or Bluestein within the tile
//         | 'm' radix              4, 8 or 16 on tensor cores: the twin's alone
//
// e.g. 16.16.4, 16.16|16.16, 5.r17(16), B1000003(16.16.5.2|16.16.5.2), 16.m16.16
#ifndef TCFFT_CLASSIC_HOST_FFT_H
#define TCFFT_CLASSIC_HOST_FFT_H

#include "base/memory.h"
#include "classic/host/axis.h"

// A convolution's kernel is transformed in double up to this length, beyond in FP32 by the plan's own transform: a plan of
// 65536 points must take less than a millisecond, and the error (once more that of a transform) is within what large lengths
// are allowed.
enum { TCF_DOUBLE_SPECTRUM = 2048 };

// What building needs to know beside the text.
typedef struct tcf_fft_context {
  const tcf_simd *lanes;
  const tcf_fft_fn *run;
  int split;
  int tensor;   // the twin's: passes may be on tensor cores
  int compact;  // inside a tile's convolution: its own tables leave no room for full twiddle tables (a plan keeps 2 n
                // elements at most)
  tcf_arena *arena;
} tcf_fft_context;

tcfft_status tcf_axis_build(const tcf_axis **out, const char *text, const tcf_fft_context *context);

#endif
