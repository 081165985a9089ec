// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The vector instruction set of this processor.
#ifndef TCFFT_BASE_CPU_H
#define TCFFT_BASE_CPU_H

// The widest instruction set to use: 0 for the baseline of the architecture, 1 for AVX2 and FMA, 2 for AVX-512 (F, BW, DQ,
// VL). The environment variable TCFFT_ISA=baseline|avx2|avx512 lowers it. The variable is read at every call, so that a
// test can change it.
int tcf_cpu_level(void);

// The value of TCFFT_ISA if it is none of these and so has no effect; NULL otherwise.
const char *tcf_cpu_unknown_level(void);

// Floats in a vector of the instruction set tcf_cpu_level: 4, 8 or 16.
int tcf_cpu_vector(void);

#endif
