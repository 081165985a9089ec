// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Versioning of the public structs that begin with their size. A caller may have been compiled with an older or newer
// header than this library, and its struct then has fewer or more fields at the end. Fields that an older struct lacks
// count as 0 and are never written. A newer struct is accepted if all fields unknown to this library are 0, the default of
// every field.
#ifndef TCFFT_BASE_SIZED_H
#define TCFFT_BASE_SIZED_H

#include "base/status.h"

// One of these structs.
typedef struct tcf_sized {
  const char *argument, *type;  // the names that error texts use
  size_t first, now;            // bytes in the first release, and in this library
} tcf_sized;

extern const tcf_sized tcf_sized_desc, tcf_sized_exec_info, tcf_sized_device_info, tcf_sized_sparse_desc,
    tcf_sized_dist_part, tcf_sized_comm;

// Copies the caller's struct `given` to *own, a struct of this library's size. INVALID_ARGUMENT if no release has such a
// size, or if a field unknown to this library is not 0.
tcfft_status tcf_take_sized(const tcf_sized *s, void *own, const void *given);

// Copies *own back to the caller's struct, as many bytes as both have. given->size, which tcf_take_sized has checked,
// stays.
void tcf_give_sized(const tcf_sized *s, void *given, const void *own);

#endif
