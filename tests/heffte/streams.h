// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// heFFTe's tests ask for a stream of a backend by its tag.
#ifndef TCFFT_TESTS_HEFFTE_STREAMS_H
#define TCFFT_TESTS_HEFFTE_STREAMS_H

#include "test_common.h"

#include "tcfft/tcfft_heffte.hpp"

#ifdef Heffte_ENABLE_CUDA
namespace heffte {
namespace backend {
inline cudaStream_t make_stream(tcfft_cuda) { return ::make_stream(cufft()); }
}  // namespace backend
}  // namespace heffte
#endif

#endif
