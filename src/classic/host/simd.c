// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/host/simd.h"

#include "base/arith.h"
#include "base/cpu.h"

// Widest first of each type. The last wide instance and the last one of width 1 run on every processor.
static const struct {
  const tcf_simd *simd;
  int level;  // tcf_cpu_level
} instances[] = {
#if defined(__x86_64__)
    {&tcf_simd_avx512, 2},        {&tcf_simd_avx512_w8, 2}, {&tcf_simd_avx2, 1},         {&tcf_simd_avx512_w4, 2},
    {&tcf_simd_baseline, 0},      {&tcf_simd_avx2_w1, 1},   {&tcf_simd_w1, 0},           {&tcf_simd_f64_avx512, 2},
    {&tcf_simd_f64_avx512_w4, 2}, {&tcf_simd_f64_avx2, 1},  {&tcf_simd_f64_baseline, 0}, {&tcf_simd_f64_avx2_w1, 1},
    {&tcf_simd_f64_w1, 0},
#else
    {&tcf_simd_baseline, 0},
    {&tcf_simd_w1, 0},
    {&tcf_simd_f64_baseline, 0},
    {&tcf_simd_f64_w1, 0},
#endif
};

const tcf_simd *tcf_simd_for(tcfft_type type, int64_t vector) {
  const int level = tcf_cpu_level();
  for (int i = 0; i < TCF_COUNT(instances); i++)
    if (instances[i].simd->type == type && instances[i].level <= level && instances[i].simd->width <= vector)
      return instances[i].simd;
  return type == TCFFT_F64 ? &tcf_simd_f64_w1 : &tcf_simd_w1;
}
