// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The public structs that begin with their size. A caller may have been compiled with a header older or newer than this
// library: its struct then has fewer or more fields at the end. What an older struct lacks counts as 0, and is never
// written; a newer one is taken where all that this library does not know is 0, which is what every field has as its
// default.
#ifndef TCFFT_BASE_SIZED_H
#define TCFFT_BASE_SIZED_H

#include "base/status.h"

typedef struct tcf_sized {
  const char *argument, *type;  // as texts of failures name them
  size_t first, now;            // bytes in the first release, and in this library
} tcf_sized;

extern const tcf_sized tcf_sized_desc, tcf_sized_exec_info, tcf_sized_device_info;

// The caller's struct as this library's own. INVALID_ARGUMENT for a size that no release has, and for fields that this
// library does not know and that are not 0.
tcfft_status tcf_take_sized(const tcf_sized *s, void *own, const void *given);

// Back into the caller's, whose size was taken before: as much of it as both have; given->size stays.
void tcf_give_sized(const tcf_sized *s, void *given, const void *own);

#endif
