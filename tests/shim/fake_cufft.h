// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A library in place of the real cuFFT: it records calls and answers them, and computes nothing. Tests take its own
// functions by dlsym.
#ifndef TCFFT_TESTS_FAKE_CUFFT_H
#define TCFFT_TESTS_FAKE_CUFFT_H

#include <stddef.h>

// What its plans ask for as work area, and the first of its handles.
enum { FAKE_SIZE = 1000, FAKE_FIRST = 100, FAKE_ARGUMENTS = 16 };

typedef struct fake_cufft {
  char
      log[1 << 16];  // "cufftName 1 2 3\n" for each call: its arguments that are numbers, NULL as 0 and other addresses as 1
  struct {
    const char *name;  // calls of this name, or of all whose names contain it, have this result; NULL: SUCCESS
    int result;
  } fails;
  int one_context;                     // 1: executions fail where another context is current than when their plan was made
  size_t size;                         // of work areas
  void *area, *stream;                 // as they were last set
  long long argument[FAKE_ARGUMENTS];  // of the last call of cufftXtMakePlanGuru64
  double real[8];
} fake_cufft;

// dlsym(library, "fake_get")
typedef fake_cufft *fake_get_function(void);

#endif
