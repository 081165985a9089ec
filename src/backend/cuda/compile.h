// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Programs for CUDA devices compiled at run time, by NVRTC. The compiler is found when it is first wanted (libnvrtc by
// dlopen): the library needs none to run what is built in. Headers that a program includes are part of the library.
#ifndef TCFFT_BACKEND_CUDA_COMPILE_H
#define TCFFT_BACKEND_CUDA_COMPILE_H

#include "base/status.h"

// Whether there is a compiler for devices of this capability (10 * major + minor). It may turn out broken when it is first
// used; then there is none.
int tcf_cuda_can_compile(int capability);

// What decides over the result beside the program and the capability: compiler, headers, options. "" without a compiler.
enum { TCF_CUDA_COMPILER_TEXT = 160 };
void tcf_cuda_compiler_text(char text[TCF_CUDA_COMPILER_TEXT]);

// Compiles source to code that cudaLibraryLoadData takes, in *code, to be freed by free().
//   UNSUPPORTED  there is no compiler, or none for this capability, or it does not work: the text says which was looked for
//   INTERNAL     it does not compile: the text is the beginning of the compiler's log
tcfft_status tcf_cuda_compile(const char *source, int capability, void **code, size_t *bytes);

// The headers, made by the build (cuda_embed.cmake).
typedef struct tcf_cuda_header {
  const char *name, *text;
} tcf_cuda_header;
extern const tcf_cuda_header tcf_cuda_headers[];
extern const int tcf_cuda_header_count;
extern const char tcf_cuda_headers_digest[];

#endif
