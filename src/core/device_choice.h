// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Finds the device that a description asks for among the devices of this machine.
#ifndef TCFFT_CORE_DEVICE_CHOICE_H
#define TCFFT_CORE_DEVICE_CHOICE_H

#include "core/device.h"

// Number of devices of a backend. NO_DEVICE, with the reason, if the backend is not built in or cannot run.
tcfft_status tcf_devices_count(tcfft_backend backend, int *count);
// Number of devices of all backends together. Backends without devices are no failure, so it always succeeds.
tcfft_status tcf_devices_count_all(int *count);
// The numbers of a device. INVALID_ARGUMENT for AUTO, NO_DEVICE if the backend has no device of this index.
tcfft_status tcf_device_query(tcfft_backend backend, int index, tcf_device *d);

// The device that text names: NULL or "" for the first one, an index, a name, or a prefix of exactly one name. AUTO tries
// CUDA, GPUs of OpenCL, the host, and other OpenCL devices, in this order. NO_DEVICE, with the devices that there are, if
// none fits.
tcfft_status tcf_device_choose(tcfft_backend backend, const char *text, tcf_device *d);

// The same as AUTO does, among the backends of these bits 1 << backend.
tcfft_status tcf_device_choose_among(unsigned backends, const char *text, tcf_device *d);

#endif
