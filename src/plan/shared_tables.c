// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "plan/shared_tables.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct tcf_shared_tables {
  tcf_tables_key key;
  void *memory;
  int64_t users;
  tcf_shared_tables *next;
};

enum { LISTS = 256 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static tcf_shared_tables *lists[LISTS];

// ------------------------------------------------------------------------------------------------ keys

static uint64_t mixed(uint64_t x) {  // the finaliser of splitmix64
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

// Two sums that each word changes, one after the other's multiplication, so that no word's effect depends on the order of
// reading alone. The word is mixed first: a multiplication alone leaves its highest bit where it is, which the next word
// could undo.
static void add_word(uint64_t hash[2], uint64_t word) {
  word = mixed(word);
  hash[0] = (hash[0] ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  hash[0] ^= hash[0] >> 32;
  hash[1] = (hash[1] + word) * UINT64_C(0xd6e8feb86659fd93);
  hash[1] ^= hash[1] >> 29;
}

void tcf_tables_add(tcf_tables_key *key, size_t place, const void *bytes, size_t count) {
  const char *at = bytes;
  uint64_t word;
  add_word(key->hash, mixed(place + 1));
  add_word(key->hash, mixed(count + 1));
  for (; count >= sizeof word; at += sizeof word, count -= sizeof word) {
    memcpy(&word, at, sizeof word);
    add_word(key->hash, word);
  }
  word = 0;
  memcpy(&word, at, count);
  add_word(key->hash, word);
  key->hash[0] = mixed(key->hash[0]);
  key->hash[1] = mixed(key->hash[1]);
}

static int same(const tcf_tables_key *a, const tcf_tables_key *b) {
  return a->backend == b->backend && a->index == b->index && a->bytes == b->bytes && a->hash[0] == b->hash[0] &&
         a->hash[1] == b->hash[1];
}

// ------------------------------------------------------------------------------------------------ blocks

static tcf_shared_tables **list_of(const tcf_tables_key *key) { return &lists[key->hash[0] % LISTS]; }

// With the lock.
static tcf_shared_tables *use(const tcf_tables_key *key) {
  tcf_shared_tables *t = *list_of(key);
  while (t && !same(&t->key, key)) t = t->next;
  if (t) t->users++;
  return t;
}

tcf_shared_tables *tcf_tables_find(const tcf_tables_key *key) {
  pthread_mutex_lock(&lock);
  tcf_shared_tables *t = use(key);
  pthread_mutex_unlock(&lock);
  return t;
}

tcf_shared_tables *tcf_tables_share(const tcf_tables_key *key, void *memory) {
  tcf_shared_tables *t = malloc(sizeof *t), **list = list_of(key);
  if (!t) return NULL;
  pthread_mutex_lock(&lock);
  tcf_shared_tables *other = use(key);
  if (!other) {
    *t = (tcf_shared_tables){.key = *key, .memory = memory, .users = 1, .next = *list};
    *list = t;
  }
  pthread_mutex_unlock(&lock);
  if (!other) return t;
  free(t);
  key->backend->release(key->index, memory);
  return other;
}

void *tcf_tables_memory(const tcf_shared_tables *t) { return t->memory; }

void tcf_tables_drop(tcf_shared_tables *t) {
  pthread_mutex_lock(&lock);
  const int last = --t->users == 0;
  tcf_shared_tables **link = list_of(&t->key);
  if (last) {
    while (*link != t) link = &(*link)->next;
    *link = t->next;
  }
  pthread_mutex_unlock(&lock);
  if (!last) return;
  t->key.backend->release(t->key.index, t->memory);
  free(t);
}
