// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The source text of a program for CUDA devices. It is the same for the compiler that builds the library, for NVRTC, and for
// the emulation in the tests. A program of family F with parameters "n=4096:radix=16,16,16,:threads=256" becomes
//
//     #include "classic/cuda/F.cuh"                  (the header of the family: tcf_cuda_program_room)
//     struct tcf_parameters_0 { static constexpr int n = 4096; static constexpr int radix[] = {16, 16, 16, }; .. };
//     extern "C" __global__ void __launch_bounds__(tcf_parameters_0::threads, tcf_parameters_0::blocks)
//     tcf_program_0(const tcf_F_args args) { tcf_F<tcf_parameters_0>(args); }
//
// A value with a comma is a list; "16," is a list of one element. Parameters behind a bar, as in "threads=256|n=16|n=32",
// are members of a struct within, step_0, step_1, .. Programs in FP64, whose parameters end with TCF_PROGRAM_F64, have
// TCF_F64 defined in front of the header, so that one source has programs of one type.
#ifndef TCFFT_BACKEND_CUDA_PROGRAM_H
#define TCFFT_BACKEND_CUDA_PROGRAM_H

#include "base/text.h"
#include "core/backend.h"

enum {
  TCF_PROGRAM_PARAMETERS = 2048,                    // bytes of the longest parameters, with the terminating 0
  TCF_PROGRAM_SOURCE = 5 * TCF_PROGRAM_PARAMETERS,  // and of the text that they become
};

// The folder of a family's template, which is FAMILY.cuh there.
const char *tcf_cuda_program_room(const char *family);

int tcf_cuda_program_is_f64(const tcf_program *program);

// Writes the #include line (if first = 1) and the entry tcf_program_<index>. PARSE if the
// parameters do not parse.
tcfft_status tcf_cuda_program_print(const tcf_program *program, int index, int first, tcf_writer *w);

#endif
