// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#ifndef TCFFT_SHIM_DEVICE_H
#define TCFFT_SHIM_DEVICE_H

// The CUDA device that is current on this thread, as cuFFT takes it for a new plan.
int tcf_shim_current_device(void);

#endif
