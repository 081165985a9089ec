// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// One cache for what planning computes over and over: the radices of a length, the layout of a tile. It holds results under
// keys of bytes, forgets as it pleases, and may be used by any number of threads.
#ifndef TCFFT_BASE_MEMO_H
#define TCFFT_BASE_MEMO_H

#include <stddef.h>

// The largest key and the largest result.
enum { TCF_MEMO_KEY = 128, TCF_MEMO_RESULT = 128 };

// Whose keys they are: the same bytes mean something else to another user of the cache.
typedef enum tcf_memo_user { TCF_MEMO_RADICES = 1, TCF_MEMO_LAYOUT } tcf_memo_user;

// 1: the result that was kept under the key is in *result. 0: there is none.
int tcf_memo_get(tcf_memo_user user, const void *key, size_t key_bytes, void *result, size_t result_bytes);
void tcf_memo_put(tcf_memo_user user, const void *key, size_t key_bytes, const void *result, size_t result_bytes);

#endif
