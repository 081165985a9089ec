// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What heFFTe's tests ask for of a backend by its tag: a stream; and whether tcfft transforms doubles there.
#ifndef TCFFT_TESTS_HEFFTE_STREAMS_H
#define TCFFT_TESTS_HEFFTE_STREAMS_H

#include "test_common.h"

#include "tcfft/tcfft_heffte.hpp"

template <typename tag>
inline bool transforms_doubles() {
  tcfft_desc d = TCFFT_DESC_INIT;
  d.rank = 1;
  d.n[0] = 64;
  d.in_type = d.out_type = TCFFT_F64;
  d.backend = std::is_same<tag, heffte::backend::tcfft>::value ? TCFFT_BACKEND_HOST : TCFFT_BACKEND_CUDA;
  tcfft_plan *plan = nullptr;
  const tcfft_status status = tcfft_plan_create(&plan, &d);
  tcfft_plan_destroy(plan);
  return status == TCFFT_SUCCESS;
}

#ifdef Heffte_ENABLE_CUDA
namespace heffte {
namespace backend {
inline cudaStream_t make_stream(tcfft_cuda) { return ::make_stream(cufft()); }
}  // namespace backend
}  // namespace heffte
#endif

#endif
