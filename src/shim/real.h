// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The real cuFFT: looked for when something first needs it, never linked.
#ifndef TCFFT_SHIM_REAL_H
#define TCFFT_SHIM_REAL_H

#include "shim/cufft_abi.h"
#include "shim/names.h"

typedef enum tcf_shim_counted { TCF_COUNTED_NOTHING, TCF_COUNTED_PLAN, TCF_COUNTED_EXEC } tcf_shim_counted;

// A name of cuFFT. The code of jumps (shim/jump.c) knows that `jump` comes first.
typedef struct tcf_shim_name {
  void *jump;  // where a call goes; NULL: asks first
  void *real;  // the real function, or what answers in its place; NULL: not looked for yet
  const char *name;
  int takes_plan;  // the first argument is a plan that the real library has to have
  int beyond;      // what the plan is from then on is not tcfft's to do
  tcf_shim_counted counted;
} tcf_shim_name;

#define TCF_SHIM_DECLARE(name, ...) extern __attribute__((visibility("hidden"))) tcf_shim_name tcf_real_##name;
TCF_SHIM_SERVED(TCF_SHIM_DECLARE)
TCF_SHIM_JUMPS_PLAN(TCF_SHIM_DECLARE)
TCF_SHIM_JUMPS(TCF_SHIM_DECLARE)

// What is answered where something needs the real library and there is none. (CuPy knows no numbers above 16.)
enum { TCF_SHIM_MISSING = CUFFT_NOT_SUPPORTED };

// Whether there is a real library.
int tcf_shim_has_real(void);

// The real function. Never NULL: where the library lacks it, what answers NOT_IMPLEMENTED, and where there is no library,
// what answers TCF_SHIM_MISSING, with one line on standard error for the process.
void *tcf_shim_real(tcf_shim_name *name);

#define TCF_REAL(name) ((__typeof__(&name))tcf_shim_real(&tcf_real_##name))

#endif
