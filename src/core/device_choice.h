// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Which device a description means.
#ifndef TCFFT_CORE_DEVICE_CHOICE_H
#define TCFFT_CORE_DEVICE_CHOICE_H

#include "core/device.h"

// Devices that a backend has; NO_DEVICE where it is not built in or cannot run, with the reason.
tcfft_status tcf_devices_count(tcfft_backend backend, int *count);
// Of all backends together; those that have none are no failure.
tcfft_status tcf_devices_count_all(int *count);
tcfft_status tcf_device_query(tcfft_backend backend, int index, tcf_device *d);

// By text: NULL, an index, a name or what one name alone begins with. AUTO: the first backend that has such a device: cuda,
// opencl for its GPUs, the host.
tcfft_status tcf_device_choose(tcfft_backend backend, const char *text, tcf_device *d);

#endif
