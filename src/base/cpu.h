// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The vectors of this processor.
#ifndef TCFFT_BASE_CPU_H
#define TCFFT_BASE_CPU_H

// 0: those that every processor of its kind has, 1: AVX2 and FMA, 2: AVX-512 (F, BW, DQ, VL). TCFFT_ISA=baseline|avx2|avx512
// in the environment lowers it (read at every call: a test may change it).
int tcf_cpu_level(void);

// Floats in a vector of that level.
int tcf_cpu_vector(void);

#endif
