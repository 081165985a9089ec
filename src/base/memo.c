// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "base/memo.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"

typedef struct tcf_memo_entry {
  uint64_t hash;
  unsigned used;                     // when it was last used, by the clock of the table
  unsigned char user, result_bytes;  // user 0: empty
  unsigned char key[TCF_MEMO_KEY];   // zeros behind it
  unsigned char result[TCF_MEMO_RESULT];
} entry;

// An entry lies in one of the slots of its set. With one slot for each hash, two results that one length needs again and
// again pushed each other out (20742 points on an H100).
enum { SETS = 512, WAYS = 4 };
static entry entries[SETS][WAYS];
static unsigned uses;
// No thread waits for it: a result that is not found is computed again. In a forked child it may be held for ever.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// ------------------------------------------------------------------------------------------------ the table

// The FNV-1a hash over words of four bytes.
static uint64_t hash_of(int user, const unsigned char key[TCF_MEMO_KEY]) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ (uint64_t)user;
  for (int i = 0; i < TCF_MEMO_KEY; i += 4) {
    uint32_t word;
    memcpy(&word, key + i, sizeof word);
    hash = (hash ^ word) * UINT64_C(0x100000001b3);
  }
  return hash;
}

static entry *set_of(uint64_t hash) { return entries[(hash >> 20) % SETS]; }

static int is_same(const entry *a, const entry *b) {
  return a->hash == b->hash && a->user == b->user && !memcmp(a->key, b->key, sizeof a->key);
}

// Fills in the key. Returns 0 if key or result are too long for an entry.
static int describe(entry *e, int user, const void *key, size_t key_bytes, size_t result_bytes) {
  if (key_bytes > TCF_MEMO_KEY || result_bytes > TCF_MEMO_RESULT) return 0;
  e->user = (unsigned char)user;
  e->result_bytes = (unsigned char)result_bytes;
  memcpy(e->key, key, key_bytes);
  memset(e->key + key_bytes, 0, TCF_MEMO_KEY - key_bytes);
  e->hash = hash_of(user, e->key);
  return 1;
}

// Copies the result of a described entry out of the table. 0: it has none.
static int look_up(entry *wanted) {
  entry *set = set_of(wanted->hash);
  int found = 0;
  if (pthread_mutex_trylock(&lock) != 0) return 0;
  for (int i = 0; i < WAYS && !found; i++) {
    if (!is_same(&set[i], wanted) || set[i].result_bytes != wanted->result_bytes) continue;
    memcpy(wanted->result, set[i].result, wanted->result_bytes);
    set[i].used = ++uses;
    found = 1;
  }
  pthread_mutex_unlock(&lock);
  return found;
}

// Takes the place of what is stored under the same key, else of what was used longest ago.
static void store(const entry *e) {
  entry *set = set_of(e->hash), *place = set;
  if (pthread_mutex_trylock(&lock) != 0) return;
  for (int i = 0; i < WAYS; i++) {
    if (is_same(&set[i], e)) {
      place = &set[i];
      break;
    }
    if (set[i].used < place->used) place = &set[i];
  }
  *place = *e;
  place->used = ++uses;
  pthread_mutex_unlock(&lock);
}

void tcf_memo_forget(void) {
  pthread_mutex_lock(&lock);
  memset(entries, 0, sizeof entries);
  pthread_mutex_unlock(&lock);
}

// ------------------------------------------------------------------------------------------------ journals

static _Thread_local tcf_memo_journal *noting;

void tcf_memo_note(tcf_memo_journal *journal) { noting = journal; }

void tcf_memo_close(tcf_memo_journal *journal) {
  free(journal->entries);
  journal->entries = NULL;
  journal->count = journal->room = 0;
}

static void note(tcf_memo_journal *j, const entry *e) {
  enum { FIRST_ROOM = 64, MOST = 1024 };
  for (int i = 0; i < j->count; i++)
    if (is_same(&j->entries[i], e)) return;
  if (j->count == j->room) {
    const int room = j->room ? 2 * j->room : FIRST_ROOM;
    entry *more = room > MOST ? NULL : realloc(j->entries, (size_t)room * sizeof *more);
    if (!more) return;
    j->entries = more;
    j->room = room;
  }
  j->entries[j->count++] = *e;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Lets the owner of the journal find results elsewhere. Returns whether it was asked to.
static int ask(tcf_memo_journal *j) {
  if (j->asked || !j->missing) return 0;
  j->asked = 1;
  j->missing(j->context);
  return 1;
}

// Computing one result may need others, so the clock runs from the first that is missing until it is put.
static void begin(tcf_memo_journal *j, uint64_t hash) {
  if (j->at_work) return;
  j->at_work = hash;
  j->begun = now();
}

static void end(tcf_memo_journal *j, uint64_t hash) {
  j->computed++;
  if (j->at_work != hash) return;
  j->seconds += now() - j->begun;
  j->at_work = 0;
}

// Reading the clock takes a third of a microsecond, so a search of short steps does it every few of them.
static int given_up_after(int steps) {
  enum { FEW = 4 };
  tcf_memo_journal *j = noting;
  if (!j || j->most <= 0) return 0;
  j->steps += steps;
  if (j->given_up || (j->at_work && j->steps % FEW)) return j->given_up;
  j->given_up = j->seconds + (j->at_work ? now() - j->begun : 0) > j->most;
  return j->given_up;
}

int tcf_memo_given_up(void) { return given_up_after(1); }

int tcf_memo_given_up_by_now(void) {
  if (noting) noting->steps = 0;
  return given_up_after(0);
}

int tcf_memo_get(tcf_memo_user user, const void *key, size_t key_bytes, void *result, size_t result_bytes) {
  entry e;
  if (!describe(&e, (int)user, key, key_bytes, result_bytes)) return 0;
  tcf_memo_journal *j = noting;
  int found = look_up(&e);
  if (!found && j && ask(j)) found = look_up(&e);
  if (found) memcpy(result, e.result, result_bytes);
  if (found && j)
    note(j, &e);
  else if (j)
    begin(j, e.hash);
  return found;
}

void tcf_memo_put(tcf_memo_user user, const void *key, size_t key_bytes, const void *result, size_t result_bytes) {
  entry e;
  if (noting && noting->given_up) return;
  if (!describe(&e, (int)user, key, key_bytes, result_bytes)) return;
  memcpy(e.result, result, result_bytes);
  store(&e);
  if (!noting) return;
  end(noting, e.hash);
  note(noting, &e);
}

// ------------------------------------------------------------------------------------------------ lists

// A list is one entry behind the other: its user, the bytes of its key without zeros at the end, the bytes of its result,
// key, result.
enum { HEAD = 3 };

static size_t key_bytes_of(const entry *e) {
  size_t bytes = TCF_MEMO_KEY;
  while (bytes && !e->key[bytes - 1]) bytes--;
  return bytes;
}

void *tcf_memo_list(const tcf_memo_journal *j, size_t *bytes) {
  size_t total = 0;
  for (int i = 0; i < j->count; i++) total += HEAD + key_bytes_of(&j->entries[i]) + j->entries[i].result_bytes;
  unsigned char *list = total ? tcf_alloc(total) : NULL, *p = list;
  if (!list) return NULL;
  for (int i = 0; i < j->count; i++) {
    const entry *e = &j->entries[i];
    const size_t key_bytes = key_bytes_of(e);
    *p++ = e->user;
    *p++ = (unsigned char)key_bytes;
    *p++ = e->result_bytes;
    memcpy(p, e->key, key_bytes);
    memcpy(p + key_bytes, e->result, e->result_bytes);
    p += key_bytes + e->result_bytes;
  }
  *bytes = total;
  return list;
}

// Reads the next entry of what is left of a list. Returns its bytes there, 0 if there is no entry.
static size_t read_entry(entry *e, const unsigned char *list, size_t left) {
  if (left < HEAD) return 0;
  const size_t key_bytes = list[1], result_bytes = list[2], bytes = HEAD + key_bytes + result_bytes;
  if (list[0] == 0 || list[0] >= TCF_MEMO_USERS || bytes > left ||
      !describe(e, list[0], list + HEAD, key_bytes, result_bytes))
    return 0;
  memcpy(e->result, list + HEAD + key_bytes, result_bytes);
  return bytes;
}

// Nothing of a list is stored before all of it was read.
int tcf_memo_take(const void *list, size_t bytes) {
  const unsigned char *p = list;
  entry e;
  for (int storing = 0; storing < 2; storing++)
    for (size_t at = 0, step; at < bytes; at += step) {
      step = read_entry(&e, p + at, bytes - at);
      if (!step) return 0;
      if (storing) store(&e);
      if (storing && noting) note(noting, &e);
    }
  return 1;
}
