// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A process-wide cache for results that planning needs many times: the radices of a length, on GPUs and on the host, the ways in
// which a cluster of blocks takes it, and the shared-memory layout of a tile. Keys and results are plain bytes, an entry may be dropped at any time, and all functions are thread-safe.
#ifndef TCFFT_BASE_MEMO_H
#define TCFFT_BASE_MEMO_H

#include <stddef.h>

// Largest size of a key and of a result, in bytes.
enum { TCF_MEMO_KEY = 128, TCF_MEMO_RESULT = 176 };

// The kind of result. Keys of different kinds are distinct even if their bytes are equal.
typedef enum tcf_memo_user { TCF_MEMO_RADICES = 1, TCF_MEMO_LAYOUT, TCF_MEMO_HOST_RADICES, TCF_MEMO_STEPS } tcf_memo_user;

// Copies the result stored under the key to *result and returns 1; returns 0 if there is none. The key is padded with
// zeros to TCF_MEMO_KEY bytes, so two keys that differ only in trailing zeros are equal.
int tcf_memo_get(tcf_memo_user user, const void *key, size_t key_bytes, void *result, size_t result_bytes);

// Stores a copy of the result under a copy of the key.
void tcf_memo_put(tcf_memo_user user, const void *key, size_t key_bytes, const void *result, size_t result_bytes);

#endif
