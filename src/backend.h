// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What an executor is to the frame: a const table of functions.
#ifndef TCFFT_BACKEND_H
#define TCFFT_BACKEND_H

#include "device.h"

typedef struct tcf_backend {
  tcfft_backend id;
  const char *name;
  // Devices that are there. NO_DEVICE with the reason where the executor cannot run at all.
  tcfft_status (*count)(int *count);
  tcfft_status (*query)(int index, tcf_device *device);
  // Memory of the device. alloc: OUT_OF_MEMORY with the size in the detail.
  tcfft_status (*alloc)(int index, size_t bytes, void **memory);
  void (*release)(int index, void *memory);
  // NULL where the device's memory is the host's.
  tcfft_status (*copy_in)(int index, void *device_memory, const void *host, size_t bytes);
  tcfft_status (*copy_out)(int index, void *host, const void *device_memory, size_t bytes);
} tcf_backend;

#endif
