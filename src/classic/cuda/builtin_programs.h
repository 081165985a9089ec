// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Programs for GPUs that are compiled ahead of time, with the library: the generic ones, which do whatever a device without
// a compiler is asked for, and what is made of the tiles that happen to be there (tcf_device.built_in).
#ifndef TCFFT_CLASSIC_CUDA_BUILTIN_PROGRAMS_H
#define TCFFT_CLASSIC_CUDA_BUILTIN_PROGRAMS_H

#include "tile/tile.h"

enum { TCF_GENERIC_THREADS = 256, TCF_REAL_POST_THREADS = 256, TCF_GEMM_THREADS = 256 };  // launch bounds

// Parameters of the generic tile: with the real kinds or without, with radices beyond 16 or without.
void tcf_generic_print(int real, int large, char parameters[TCF_TILE_PARAMETERS]);

// Of the edges' kernel, `transforms` of them in a block (1 or 32).
void tcf_real_post_print(tcfft_kind kind, int even, int ffts, char parameters[TCF_TILE_PARAMETERS]);

// Of everything around the matrix products of cuda_gemm.
void tcf_gemm_print(char parameters[TCF_TILE_PARAMETERS]);

// The generic programs, from number 0 on: all that a device without a compiler must have. 0: there are no more.
int tcf_generic_program(int index, const char **family, char parameters[TCF_TILE_PARAMETERS]);

// The device's built-in program that does what these parameters say, by its own parameters, which may ask for other blocks
// of a multiprocessor: that is a hint. NULL: there is none.
const char *tcf_builtin_find(const tcf_device *d, const char *family, const char *parameters);

// As tcf_tile_propose, by the tiles that are built in alone.
int tcf_builtin_propose(tcf_stage *s, const tcf_device *d, int index);

#endif
