// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A process-wide cache for results that planning needs many times: the radices of a length, on GPUs and on the host, the
// ways in which a cluster of blocks takes it, and the shared-memory layout of a tile. Keys and results are plain bytes, a
// result depends on nothing but its key, an entry may be dropped at any time, and all functions are thread-safe. A journal
// notes what one piece of work has taken from the cache, as a list of bytes that another process of the same library can put
// into its own.
#ifndef TCFFT_BASE_MEMO_H
#define TCFFT_BASE_MEMO_H

#include <stddef.h>
#include <stdint.h>

// Largest size of a key and of a result, in bytes.
enum { TCF_MEMO_KEY = 128, TCF_MEMO_RESULT = 176 };

// The kind of result. Keys of different kinds are distinct even if their bytes are equal.
typedef enum tcf_memo_user {
  TCF_MEMO_RADICES = 1,
  TCF_MEMO_LAYOUT,
  TCF_MEMO_HOST_RADICES,
  TCF_MEMO_STEPS,
  TCF_MEMO_USERS,  // one more than the largest
} tcf_memo_user;

// Copies the result stored under the key to *result and returns 1; returns 0 if there is none of this size. The key is
// padded with zeros to TCF_MEMO_KEY bytes, so two keys that differ only in trailing zeros are equal. Who gets 0 computes the
// result and puts it.
int tcf_memo_get(tcf_memo_user user, const void *key, size_t key_bytes, void *result, size_t result_bytes);

// Stores a copy of the result under a copy of the key.
void tcf_memo_put(tcf_memo_user user, const void *key, size_t key_bytes, const void *result, size_t result_bytes);

// Drops all entries, for tests.
void tcf_memo_forget(void);

// ------------------------------------------------------------------------------------------------ journals

// A journal of zeros but for `missing` and `most` is empty. Its owner frees it by tcf_memo_close.
typedef struct tcf_memo_journal {
  void (*missing)(void *context);  // called once, when a result is missing first, before it is computed; NULL: nothing is
  void *context;
  double most;     // seconds of the thread that computing may take before the work is given up; 0: as many as it takes
  int computed;    // results that were not found
  double seconds;  // of the thread, that computing them took
  int given_up;    // 1: computing took longer, so that what the work came to is of no use
  // The journal's own.
  int asked, count, room;
  unsigned steps;    // of searches
  uint64_t at_work;  // what the clock is running for: a key, by its hash; 0: for none
  double begun;
  struct tcf_memo_entry *entries;
} tcf_memo_journal;

// From now on the journal notes the results that the calling thread gets and puts, each once, in place of the journal
// before; with NULL none does. What there is no memory for is not noted.
void tcf_memo_note(tcf_memo_journal *journal);

// Whether the calling thread's work is given up, because what its journal misses takes longer to compute than it may. Long
// searches ask at each of their steps, of microseconds, and end at once, with whatever they have found: it is not stored,
// and the owner of the journal drops the work. Nothing else that outlives the work may be made of it either.
int tcf_memo_given_up(void);

// The same, by the clock each time: for steps of some microseconds.
int tcf_memo_given_up_by_now(void);

// The noted results in a list of *bytes bytes, which the caller frees; NULL without memory, or if there are none.
void *tcf_memo_list(const tcf_memo_journal *journal, size_t *bytes);

// Stores the results of such a list, wherever it comes from, as if they had been looked for and found. Returns 0, and stores
// none, if the list is not one.
int tcf_memo_take(const void *list, size_t bytes);

void tcf_memo_close(tcf_memo_journal *journal);

#endif
