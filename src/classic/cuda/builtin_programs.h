// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// CUDA programs that are compiled with the library: the generic ones, which transform any length on a device without a
// run-time compiler, and the tiles of selected lengths (tcf_device.built_in).
#ifndef TCFFT_CLASSIC_CUDA_BUILTIN_PROGRAMS_H
#define TCFFT_CLASSIC_CUDA_BUILTIN_PROGRAMS_H

#include "core/kernel.h"
#include "tile/tile.h"

enum { TCF_GENERIC_THREADS = 256, TCF_REAL_POST_THREADS = 256, TCF_GEMM_THREADS = 256 };  // launch bounds

// The numbers of generic programs and of those of real kinds: FP32, FP64, or one of both where arguments say the types of
// numbers in memory. Those with FP64 inside are not built in.
typedef enum tcf_program_numbers {
  TCF_PROGRAM_OF_F32,
  TCF_PROGRAM_OF_F64,
  TCF_PROGRAM_TYPED,
  TCF_PROGRAM_TYPED_F64
} tcf_program_numbers;
tcf_program_numbers tcf_program_numbers_of(const tcf_stage *s);

// Writes the parameters of a generic tile. real: with the real kinds; large: with radices beyond 16.
void tcf_generic_print(int real, int large, tcf_program_numbers numbers, char parameters[TCF_TILE_PARAMETERS]);

// Writes those of cuda_real_post for blocks of `ffts` transforms, 1 or 32.
void tcf_real_post_print(tcfft_kind kind, int even, int ffts, tcf_program_numbers numbers,
                         char parameters[TCF_TILE_PARAMETERS]);

// Writes those of the launches around the matrix products of cuda_gemm.
void tcf_gemm_print(char parameters[TCF_TILE_PARAMETERS]);

// Writes those of the program that computes tables of convolutions.
void tcf_spectrum_print(int f64, char parameters[TCF_TILE_PARAMETERS]);

// Writes generic program number `index`, from 0 on. A device without a compiler must have all of them. 0: there are no more.
int tcf_generic_program(int index, const char **family, char parameters[TCF_TILE_PARAMETERS]);

// Whether a program for a stage may be built in, by what its tile need not be laid out for. A stage that it refuses has
// none.
int tcf_builtin_may_have(const tcf_stage *stage, const tcf_device *d);

// Finds the built-in program for these parameters and returns its own ones. The two may differ in `blocks`, which is a hint
// for the compiler. NULL: there is none.
const char *tcf_builtin_find(const tcf_device *d, const char *family, const char *parameters);

// As tcf_tile_propose, but only with built-in programs.
void tcf_builtin_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out);

#endif
