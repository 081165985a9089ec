// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#ifndef TCFFT_SHIM_DEVICE_H
#define TCFFT_SHIM_DEVICE_H

// The CUDA device that is current on this thread, as cuFFT takes it for a new plan.
int tcf_shim_current_device(void);

// A device's primary context is current for this thread until the scope is left, and calls that a graph capture of the
// thread would not take are allowed: the real library allocates and waits when it makes a plan, whose caller has only
// executed one.
typedef struct tcf_shim_scope {
  int entered, relaxed;
  int mode;  // CUstreamCaptureMode
} tcf_shim_scope;
void tcf_shim_enter_device(tcf_shim_scope *scope, int device);
void tcf_shim_leave_device(tcf_shim_scope *scope);

#endif
