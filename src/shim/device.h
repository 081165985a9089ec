// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#ifndef TCFFT_SHIM_DEVICE_H
#define TCFFT_SHIM_DEVICE_H

// The CUDA device that is current on this thread, as cuFFT takes it for a new plan.
int tcf_shim_current_device(void);

// Makes a device current for this thread, until the scope is left with what this gives back.
int tcf_shim_enter_device(int device);
void tcf_shim_leave_device(int entered);

#endif
