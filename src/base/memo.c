// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "base/memo.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>

enum { ENTRIES = 2048 };

static struct entry {
  int user;  // 0: empty
  unsigned char key[TCF_MEMO_KEY], result[TCF_MEMO_RESULT];
} entries[ENTRIES];
// No thread waits for it: a result that is not found is computed again. In a forked child it may be held for ever.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// The slot of a key, by the FNV-1a hash over words of four bytes. A new result overwrites the one in its slot.
static struct entry *place(tcf_memo_user user, const unsigned char key[TCF_MEMO_KEY]) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ (uint64_t)user;
  for (int i = 0; i < TCF_MEMO_KEY; i += 4) {
    uint32_t word;
    memcpy(&word, key + i, sizeof word);
    hash = (hash ^ word) * UINT64_C(0x100000001b3);
  }
  return &entries[(hash >> 20) % ENTRIES];
}

int tcf_memo_get(tcf_memo_user user, const void *key, size_t key_bytes, void *result, size_t result_bytes) {
  unsigned char padded[TCF_MEMO_KEY] = {0};
  if (key_bytes > TCF_MEMO_KEY || result_bytes > TCF_MEMO_RESULT) return 0;
  memcpy(padded, key, key_bytes);
  const struct entry *e = place(user, padded);
  if (pthread_mutex_trylock(&lock) != 0) return 0;
  const int found = e->user == (int)user && !memcmp(e->key, padded, sizeof padded);
  if (found) memcpy(result, e->result, result_bytes);
  pthread_mutex_unlock(&lock);
  return found;
}

void tcf_memo_put(tcf_memo_user user, const void *key, size_t key_bytes, const void *result, size_t result_bytes) {
  unsigned char padded[TCF_MEMO_KEY] = {0};
  if (key_bytes > TCF_MEMO_KEY || result_bytes > TCF_MEMO_RESULT) return;
  memcpy(padded, key, key_bytes);
  struct entry *e = place(user, padded);
  if (pthread_mutex_trylock(&lock) != 0) return;
  e->user = (int)user;
  memcpy(e->key, padded, sizeof padded);
  memcpy(e->result, result, result_bytes);
  pthread_mutex_unlock(&lock);
}
