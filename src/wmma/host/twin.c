// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "wmma/host/twin.h"

#include <stddef.h>

tcf_fft_fn tcf_twin_fft(const tcf_simd *simd) {
  static const struct {
    const tcf_simd *simd;
    const tcf_fft_fn *twin;
  } twins[] = {
#if defined(__x86_64__)
    {&tcf_simd_avx512, &tcf_twin_avx512},
    {&tcf_simd_avx512_w8, &tcf_twin_avx2},  // of the same width, as below
    {&tcf_simd_avx512_w4, &tcf_twin_baseline},
    {&tcf_simd_avx2, &tcf_twin_avx2},
    {&tcf_simd_avx2_w1, &tcf_twin_avx2_w1},
#endif
    {&tcf_simd_baseline, &tcf_twin_baseline},
  };
  for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
    if (twins[i].simd == simd) return *twins[i].twin;
  return tcf_twin_w1;
}
