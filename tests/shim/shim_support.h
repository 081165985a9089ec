// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the suites of the shim share: its functions with numbers of tests, and cuFFT's layouts, written down once more.
#ifndef TCFFT_TESTS_SHIM_SUPPORT_H
#define TCFFT_TESTS_SHIM_SUPPORT_H

#include "on_device.h"
#include "shim/cufft_abi.h"

#define succeeds(call) gives(call, CUFFT_SUCCESS)
#define gives(call, wanted)                                                                    \
  do {                                                                                         \
    const int given = (int)(call);                                                             \
    ck_assert_msg(given == (int)(wanted), "%s gives %d, not %d", #call, given, (int)(wanted)); \
  } while (0)

// A transform as cufftXtMakePlanMany describes it.
typedef struct shim_case {
  int type;  // cufftType
  int rank;
  long long n[3], batch;
  int embeds;  // 0: the basic layout
  long long inembed[3], istride, idist, onembed[3], ostride, odist;
  int in_place;
} shim_case;

// One side of it: element x of transform b lies at b * distance + ((x0 * embed[1] + x1) * embed[2] + x2) * stride elements.
typedef struct shim_side {
  int rank, width;  // floats of an element
  long long n[3], embed[3], stride, distance, batch, count;
  long long span;  // floats
} shim_side;

shim_side shim_side_of(const shim_case *c, int output);
long long shim_at(const shim_side *s, long long b, long long i);

// Executes on fresh random input into poisoned output, and holds the result against double precision. The plan is made, and
// of the kind of the case. Nothing but elements of the output is written.
typedef cufftResult shim_execute(int plan, void *in, void *out, int direction);
void shim_check(const shim_case *c, int plan, int direction, shim_execute *execute, void *stream);

// By the function that belongs to the type.
cufftResult shim_execute_typed(int plan, void *in, void *out, int direction, int type);

#endif
