// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The cache of planning's results: what was stored is found or dropped, and never mixed up, by threads and in forked children.
#include "base/memo.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

typedef struct result {
  uint64_t number[5];
} result;

static result result_of(uint64_t key, tcf_memo_user user) {
  result r;
  for (int i = 0; i < 5; i++) r.number[i] = (key + 1) * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)user * 1000 + (uint64_t)i;
  return r;
}

static void put(uint64_t key, tcf_memo_user user) {
  const result r = result_of(key, user);
  tcf_memo_put(user, &key, sizeof key, &r, sizeof r);
}

// 1: found; 0: not; -1: something else was found.
static int look_up(uint64_t key, tcf_memo_user user) {
  const result wanted = result_of(key, user);
  result r;
  if (!tcf_memo_get(user, &key, sizeof key, &r, sizeof r)) return 0;
  return memcmp(&r, &wanted, sizeof r) ? -1 : 1;
}

// Of a few results most are found again; of many none is another's.
START_TEST(results) {
  enum { FEW = 64, MANY = 20000 };
  for (uint64_t key = 0; key < FEW; key++) {
    ck_assert_int_eq(look_up(key, TCF_MEMO_RADICES), 0);
    put(key, TCF_MEMO_RADICES);
    ck_assert_int_eq(look_up(key, TCF_MEMO_RADICES), 1);
    ck_assert_int_eq(look_up(key, TCF_MEMO_LAYOUT), 0);
  }
  int found = 0;
  for (uint64_t key = 0; key < FEW; key++) found += look_up(key, TCF_MEMO_RADICES);
  ck_assert_int_ge(found, FEW * 3 / 4);
  for (uint64_t key = 0; key < MANY; key++) put(key, key % 2 ? TCF_MEMO_LAYOUT : TCF_MEMO_RADICES);
  found = 0;
  for (uint64_t key = 0; key < MANY; key++)
    for (int user = TCF_MEMO_RADICES; user <= TCF_MEMO_LAYOUT; user++) {
      const int state = look_up(key, (tcf_memo_user)user);
      ck_assert_int_ge(state, 0);
      ck_assert(state == 0 || (user == TCF_MEMO_LAYOUT) == (key % 2 == 1));
      found += state;
    }
  ck_assert_int_ge(found, 1000);
}
END_TEST

// Keys and results that are too long are no results, and a key is what is left of it without zeros at its end.
START_TEST(sizes) {
  unsigned char key[TCF_MEMO_KEY + 1] = {7}, value[TCF_MEMO_RESULT + 1] = {9}, got[TCF_MEMO_RESULT + 1];
  tcf_memo_put(TCF_MEMO_RADICES, key, TCF_MEMO_KEY + 1, value, 1);
  tcf_memo_put(TCF_MEMO_RADICES, key, TCF_MEMO_KEY, value, TCF_MEMO_RESULT + 1);
  ck_assert_int_eq(tcf_memo_get(TCF_MEMO_RADICES, key, TCF_MEMO_KEY + 1, got, 1), 0);
  ck_assert_int_eq(tcf_memo_get(TCF_MEMO_RADICES, key, TCF_MEMO_KEY, got, TCF_MEMO_RESULT + 1), 0);
  ck_assert_int_eq(tcf_memo_get(TCF_MEMO_RADICES, key, TCF_MEMO_KEY, got, 1), 0);
  tcf_memo_put(TCF_MEMO_RADICES, key, TCF_MEMO_KEY, value, TCF_MEMO_RESULT);
  ck_assert_int_eq(tcf_memo_get(TCF_MEMO_RADICES, key, 1, got, TCF_MEMO_RESULT), 1);
  ck_assert_int_eq(memcmp(got, value, TCF_MEMO_RESULT), 0);
}
END_TEST

// ------------------------------------------------------------------------------------------------ threads and forks

enum { THREADS = 3, KEYS = 4096, CHILDREN = 200 };
static atomic_int stop, wrong;

static void *use(void *unused) {
  (void)unused;
  for (uint64_t i = 0; !atomic_load(&stop); i++) {
    put(i % KEYS, TCF_MEMO_LAYOUT);
    if (look_up((i * 7) % KEYS, TCF_MEMO_LAYOUT) < 0) atomic_fetch_add(&wrong, 1);
  }
  return NULL;
}

// A child may be forked while a thread holds the cache that the child does not have: nothing waits for it.
static void child(void) {
  signal(SIGALRM, SIG_DFL);  // Check's own handler would end the test as well
  alarm(10);
  for (uint64_t key = 0; key < KEYS; key++) {
    put(key, TCF_MEMO_LAYOUT);
    if (look_up(key, TCF_MEMO_LAYOUT) < 0) _exit(1);
  }
  _exit(0);
}

START_TEST(forks) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) ck_assert_int_eq(pthread_create(&thread[i], NULL, use, NULL), 0);
  int failed = 0;
  for (int i = 0; i < CHILDREN && !failed; i++) {
    const pid_t pid = fork();
    if (pid == 0) child();
    ck_assert_int_gt(pid, 0);
    int state = -1;
    ck_assert_int_eq(waitpid(pid, &state, 0), pid);
    failed = state;
  }
  atomic_store(&stop, 1);
  for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
  ck_assert_msg(!failed, "a forked child ends with state %d", failed);
  ck_assert_int_eq(atomic_load(&wrong), 0);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("memo");
  tcase_add_test(test_case(suite, "results", 60), results);
  tcase_add_test(test_case(suite, "sizes", 60), sizes);
  tcase_add_test(test_case(suite, "forks", 120), forks);
  return suite;
}
