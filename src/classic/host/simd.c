// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/host/simd.h"

#include <stdlib.h>
#include <string.h>

// Widest first; the last of each kind runs everywhere.
static const struct {
  const tcf_lanes *lanes;
  int level;  // 0: any processor, 1: AVX2 and FMA, 2: AVX-512 (F, BW, DQ, VL)
} instances[] = {
#if defined(__x86_64__)
    {&tcf_lanes_avx512, 2}, {&tcf_lanes_avx2, 1}, {&tcf_lanes_baseline, 0}, {&tcf_lanes_avx2_w1, 1}, {&tcf_lanes_w1, 0},
#else
    {&tcf_lanes_baseline, 0},
    {&tcf_lanes_w1, 0},
#endif
};

static int processor_level(void) {
  int level = 0;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) level = 1;
  if (level && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    level = 2;
#endif
  const char *asked = getenv("TCFFT_ISA");
  static const char *const names[] = {"baseline", "avx2", "avx512"};
  for (int i = 0; asked && i < 3; i++)
    if (!strcmp(asked, names[i]) && i < level) level = i;
  return level;
}

const tcf_lanes *tcf_lanes_for(int64_t vector) {
  const int level = processor_level();
  for (size_t i = 0; i < sizeof instances / sizeof *instances; i++)
    if (instances[i].level <= level && instances[i].lanes->width <= vector) return instances[i].lanes;
  return &tcf_lanes_w1;
}
