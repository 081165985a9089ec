// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The cache of planning's results: what was stored is found or dropped, and never mixed up, by threads and in forked
// children. Its journals: what a thread took from it, as a list that another process takes.
#include "base/memo.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
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

// A few results are all found again; of many none is another's.
START_TEST(results) {
  enum { FEW = 250, MANY = 20000 };
  for (uint64_t key = 0; key < FEW; key++) {
    ck_assert_int_eq(look_up(key, TCF_MEMO_RADICES), 0);
    put(key, TCF_MEMO_RADICES);
    ck_assert_int_eq(look_up(key, TCF_MEMO_RADICES), 1);
    ck_assert_int_eq(look_up(key, TCF_MEMO_LAYOUT), 0);
  }
  int found = 0;
  for (uint64_t key = 0; key < FEW; key++) found += look_up(key, TCF_MEMO_RADICES);
  ck_assert_int_eq(found, FEW);
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
  ck_assert_int_eq(tcf_memo_get(TCF_MEMO_RADICES, key, 1, got, TCF_MEMO_RESULT - 1), 0);
  tcf_memo_forget();
  ck_assert_int_eq(tcf_memo_get(TCF_MEMO_RADICES, key, 1, got, TCF_MEMO_RESULT), 0);
}
END_TEST

// What is needed all the time outlives what is put beside it.
START_TEST(kept_in_use) {
  put(7, TCF_MEMO_STEPS);
  for (uint64_t key = 100; key < 50000; key++) {
    put(key, TCF_MEMO_STEPS);
    ck_assert_int_eq(look_up(7, TCF_MEMO_STEPS), 1);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ journals

static int questions;
static void count_question(void *context) {
  (void)context;
  questions++;
}

static void *put_elsewhere(void *unused) {
  (void)unused;
  put(999, TCF_MEMO_RADICES);
  return NULL;
}

// A journal has what its thread got and put while it noted, each once, and what of it was computed.
START_TEST(noted) {
  tcf_memo_journal j = {.missing = count_question};
  pthread_t thread;
  put(0, TCF_MEMO_RADICES);
  put(1, TCF_MEMO_RADICES);
  tcf_memo_note(&j);
  for (int turn = 0; turn < 3; turn++) ck_assert_int_eq(look_up(1, TCF_MEMO_RADICES), 1);
  ck_assert_int_eq(questions, 0);
  ck_assert_int_eq(j.count, 1);
  ck_assert_int_eq(j.computed, 0);
  for (uint64_t key = 1; key < 200; key++) {
    ck_assert_int_eq(look_up(key, TCF_MEMO_LAYOUT), 0);
    put(key, TCF_MEMO_LAYOUT);
    ck_assert_int_eq(look_up(key, TCF_MEMO_LAYOUT), 1);
  }
  ck_assert_int_eq(pthread_create(&thread, NULL, put_elsewhere, NULL), 0);
  pthread_join(thread, NULL);
  tcf_memo_note(NULL);
  put(3, TCF_MEMO_STEPS);
  ck_assert_int_eq(questions, 1);
  ck_assert_int_eq(j.count, 200);
  ck_assert_int_eq(j.computed, 199);
  tcf_memo_close(&j);
}
END_TEST

static void work_for(double seconds) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  for (const double end = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec + seconds;
       (double)t.tv_sec + 1e-9 * (double)t.tv_nsec < end;)
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
}

// The time from a result that is missing to its end counts once, with those that it needs, and what else was done does not.
START_TEST(seconds) {
  tcf_memo_journal j = {0};
  tcf_memo_note(&j);
  work_for(0.02);
  look_up(1, TCF_MEMO_STEPS);
  work_for(0.01);
  look_up(2, TCF_MEMO_LAYOUT);
  work_for(0.01);
  put(2, TCF_MEMO_LAYOUT);
  put(1, TCF_MEMO_STEPS);
  work_for(0.02);
  look_up(3, TCF_MEMO_STEPS);
  work_for(0.01);
  put(3, TCF_MEMO_STEPS);
  tcf_memo_note(NULL);
  ck_assert_double_ge(j.seconds, 0.03);
  ck_assert_double_lt(j.seconds, 0.045);
  tcf_memo_close(&j);
}
END_TEST

// As a search does that asks at each of its steps. Returns whether it ended by itself.
static int search_for(double time) {
  for (double left = time; left > 0 && !tcf_memo_given_up(); left -= 1e-5) work_for(1e-5);
  return !tcf_memo_given_up();
}

// Work is given up when computing has taken longer than it may, all results together. From then on nothing is stored. Other
// work is not concerned, and what is found takes no time.
START_TEST(given_up) {
  tcf_memo_journal j = {.most = 0.02};
  ck_assert_int_eq(tcf_memo_given_up(), 0);
  put(1, TCF_MEMO_STEPS);
  tcf_memo_note(&j);
  work_for(0.03);
  ck_assert_int_eq(look_up(1, TCF_MEMO_STEPS), 1);
  ck_assert_int_eq(search_for(0.03), 1);
  ck_assert_int_eq(look_up(2, TCF_MEMO_STEPS), 0);
  ck_assert_int_eq(search_for(0.01), 1);
  put(2, TCF_MEMO_STEPS);
  ck_assert_int_eq(look_up(3, TCF_MEMO_STEPS), 0);
  ck_assert_int_eq(look_up(4, TCF_MEMO_STEPS), 0);
  ck_assert_int_eq(search_for(0.02), 0);
  put(4, TCF_MEMO_STEPS);
  put(3, TCF_MEMO_STEPS);
  ck_assert_int_eq(look_up(2, TCF_MEMO_STEPS), 1);
  ck_assert_int_eq(search_for(0.01), 0);
  tcf_memo_note(NULL);
  ck_assert_int_eq(tcf_memo_given_up(), 0);
  ck_assert_int_eq(j.given_up, 1);
  ck_assert_int_eq(look_up(2, TCF_MEMO_STEPS), 1);
  ck_assert_int_eq(look_up(3, TCF_MEMO_STEPS), 0);
  ck_assert_int_eq(look_up(4, TCF_MEMO_STEPS), 0);
  tcf_memo_close(&j);
  // Results that were put may have taken all of it.
  j = (tcf_memo_journal){.most = 0.01};
  tcf_memo_note(&j);
  look_up(5, TCF_MEMO_STEPS);
  work_for(0.02);
  put(5, TCF_MEMO_STEPS);
  ck_assert_int_eq(look_up(5, TCF_MEMO_STEPS), 1);
  ck_assert_int_eq(j.given_up, 0);
  ck_assert_int_eq(tcf_memo_given_up(), 1);
  tcf_memo_note(NULL);
  tcf_memo_close(&j);
}
END_TEST

// ------------------------------------------------------------------------------------------------ lists

enum { LISTED = 20 };

// A list of results of two users, which are forgotten then.
static unsigned char *make_list(size_t *bytes) {
  tcf_memo_journal j = {0};
  tcf_memo_note(&j);
  for (uint64_t key = 0; key < LISTED; key++) put(key, key % 2 ? TCF_MEMO_STEPS : TCF_MEMO_RADICES);
  tcf_memo_note(NULL);
  unsigned char *list = tcf_memo_list(&j, bytes);
  ck_assert_ptr_nonnull(list);
  tcf_memo_close(&j);
  tcf_memo_forget();
  return list;
}

static int count_listed(void) {
  int found = 0;
  for (uint64_t key = 0; key < LISTED; key++) {
    const int state = look_up(key, key % 2 ? TCF_MEMO_STEPS : TCF_MEMO_RADICES);
    ck_assert_int_ge(state, 0);
    found += state;
  }
  return found;
}

START_TEST(lists) {
  size_t bytes, again;
  unsigned char *list = make_list(&bytes);
  tcf_memo_journal j = {0};
  ck_assert_int_eq(count_listed(), 0);
  tcf_memo_note(&j);
  ck_assert_int_eq(tcf_memo_take(list, bytes), 1);
  tcf_memo_note(NULL);
  ck_assert_int_eq(count_listed(), LISTED);
  ck_assert_int_eq(j.computed, 0);
  unsigned char *same = tcf_memo_list(&j, &again);
  ck_assert_uint_eq(again, bytes);
  ck_assert_mem_eq(same, list, bytes);
  tcf_memo_close(&j);
  ck_assert_ptr_null(tcf_memo_list(&j, &again));
  ck_assert_int_eq(tcf_memo_take(list, 0), 1);
  free(list);
  free(same);
}
END_TEST

// Copies the list to memory of just its size, so that a sanitizer sees what is read beyond.
static int take_copy(const unsigned char *list, size_t bytes) {
  unsigned char *copy = malloc(bytes ? bytes : 1);
  memcpy(copy, list, bytes);
  const int taken = tcf_memo_take(copy, bytes);
  free(copy);
  return taken;
}

// Of a list that is cut off or has numbers out of range nothing is stored.
START_TEST(broken_lists) {
  size_t bytes;
  unsigned char *list = make_list(&bytes);
  static unsigned char large[3 + 255 + 255];
  int whole = 0;
  for (size_t cut = 1; cut < bytes; cut++)
    if (take_copy(list, cut))
      whole++;
    else if (!whole)
      ck_assert_int_eq(count_listed(), 0);
  ck_assert_int_eq(whole, LISTED - 1);  // cut between two results
  tcf_memo_forget();
  size_t last = 0;
  for (size_t at = 0; at < bytes; at += 3u + list[at + 1] + list[at + 2]) last = at;
  const unsigned char user = list[last];
  for (int wrong = 0; wrong < 256; wrong = wrong ? wrong + 1 : TCF_MEMO_USERS) {
    list[last] = (unsigned char)wrong;
    ck_assert_int_eq(take_copy(list, bytes), 0);
  }
  list[last] = user;
  for (int i = 1; i <= 2; i++)
    for (int more = 1; more <= 200; more++) {
      list[last + (size_t)i] = (unsigned char)(list[last + (size_t)i] + more);
      ck_assert_int_eq(take_copy(list, bytes), 0);
      list[last + (size_t)i] = (unsigned char)(list[last + (size_t)i] - more);
    }
  ck_assert_int_eq(count_listed(), 0);
  large[0] = TCF_MEMO_RADICES;
  large[1] = TCF_MEMO_KEY + 1, large[2] = 8;
  ck_assert_int_eq(take_copy(large, 3u + large[1] + large[2]), 0);
  large[1] = 8, large[2] = TCF_MEMO_RESULT + 1;
  ck_assert_int_eq(take_copy(large, 3u + large[1] + large[2]), 0);
  large[1] = TCF_MEMO_KEY, large[2] = TCF_MEMO_RESULT;
  ck_assert_int_eq(take_copy(large, 3u + large[1] + large[2]), 1);
  ck_assert_int_eq(take_copy(list, bytes), 1);
  ck_assert_int_eq(count_listed(), LISTED);
  free(list);
}
END_TEST

// A journal that is full, or has no memory, is a shorter one.
START_TEST(full) {
  tcf_memo_journal j = {0};
  size_t bytes;
  tcf_memo_note(&j);
  for (uint64_t key = 0; key < 3000; key++) put(key, TCF_MEMO_LAYOUT);
  tcf_memo_note(NULL);
  ck_assert_int_eq(j.computed, 3000);
  ck_assert_int_le(j.count, 1024);
  void *list = tcf_memo_list(&j, &bytes);
  ck_assert_int_eq(tcf_memo_take(list, bytes), 1);
  free(list);
  tcf_memo_close(&j);
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
  tcase_add_test(test_case(suite, "kept_in_use", 60), kept_in_use);
  TCase *journals = test_case(suite, "journals", 60);
  tcase_add_test(journals, noted);
  tcase_add_test(journals, seconds);
  tcase_add_test(journals, full);
  tcase_add_test(journals, given_up);
  TCase *listed = test_case(suite, "lists", 60);
  tcase_add_test(listed, lists);
  tcase_add_test(listed, broken_lists);
  tcase_add_test(test_case(suite, "forks", 120), forks);
  return suite;
}
