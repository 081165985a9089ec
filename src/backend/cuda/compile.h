// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Compiles programs for CUDA devices at run time, with NVRTC. libnvrtc is opened at first use (dlopen), because built-in
// programs run without it. The headers that a program includes are embedded in the library.
#ifndef TCFFT_BACKEND_CUDA_COMPILE_H
#define TCFFT_BACKEND_CUDA_COMPILE_H

#include "base/status.h"

// Whether there is a compiler for devices of this capability (10 * major + minor). A compiler that fails at first use is
// counted as missing from then on.
int tcf_cuda_can_compile(int capability);

// What the compiled code depends on besides the program and the capability: the versions of compiler and headers, and the
// options. "" without a compiler.
enum { TCF_CUDA_COMPILER_TEXT = 160 };
void tcf_cuda_compiler_text(char text[TCF_CUDA_COMPILER_TEXT]);

// Compiles source to code for cudaLibraryLoadData. The caller frees *code.
//   UNSUPPORTED  there is no compiler, or none for this capability, or it does not work: the text says what was looked for
//   INTERNAL     the source does not compile: the text holds the beginning of the compiler's log
tcfft_status tcf_cuda_compile(const char *source, int capability, void **code, size_t *bytes);

// The device's driver does not take what was compiled, for this reason: from now on there is no compiler. Returns
// UNSUPPORTED, as tcf_cuda_compile does then.
tcfft_status tcf_cuda_refuse_compiler(const char *error);

// For the thread of background work: compiles something little once for a capability, so that the process's end waits for
// what the thread compiles later (tcf_worker_precede).
void tcf_cuda_compile_little_first(int capability);

// The embedded headers, written by the build (src/cmake/cuda_embed.cmake).
typedef struct tcf_cuda_header {
  const char *name, *text;
} tcf_cuda_header;
extern const tcf_cuda_header tcf_cuda_headers[];
extern const int tcf_cuda_header_count;
extern const char tcf_cuda_headers_digest[];

#endif
