// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Results of planning on disk: they are found again by a library of the same sources, under the same text, where there is a
// cache.
#include "backend/planning_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/cache_folder.h"
#include "backend/program_cache.h"
#include "support.h"

static char folder[200];

static void use_folder(void) {
  snprintf(folder, sizeof folder, "%s/tcfft-planning-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  setenv("TCFFT_CACHE", folder, 1);
}

static void remove_folder(void) {
  int64_t files, bytes;
  ck_assert_int_eq(tcf_cache_clear(folder, &files, &bytes), 0);
  ck_assert_int_eq(remove(folder), 0);
}

static void check_kept(const char *what, const char *expected) {
  void *data = NULL;
  size_t bytes = 0;
  ck_assert_int_eq(tcf_planning_recall(what, &data, &bytes), expected != NULL);
  if (!expected) return;
  ck_assert_uint_eq(bytes, strlen(expected));
  ck_assert_mem_eq(data, expected, bytes);
  free(data);
}

START_TEST(kept) {
  use_folder();
  tcf_cache_content content;
  check_kept("one", NULL);
  tcf_planning_keep("one", "first", 5);
  tcf_planning_keep("two", "second", 6);
  check_kept("one", "first");
  check_kept("two", "second");
  check_kept("three", NULL);
  tcf_planning_keep("one", "other", 5);
  check_kept("one", "other");
  ck_assert_int_eq(tcf_cache_look(folder, &content), 0);
  ck_assert_int_eq(content.files, 2);
  ck_assert_int_eq(content.refused, 0);
  remove_folder();
}
END_TEST

// What a library of other sources has stored is not taken.
START_TEST(other_sources) {
  use_folder();
  char key[200], other[200];
  ck_assert_uint_eq(strlen(tcf_planning_digest), 64);
  snprintf(key, sizeof key, "planning %s\nwhat\n", tcf_planning_digest);
  snprintf(other, sizeof other, "planning %s\nwhat\n", tcf_planning_digest);
  char *digit = other + strlen("planning ");
  *digit = *digit == '0' ? '1' : '0';
  tcf_cache_write(other, "theirs", 6);
  check_kept("what", NULL);
  tcf_cache_write(key, "ours", 4);
  check_kept("what", "ours");
  remove_folder();
}
END_TEST

// A text that is too long and a cache that is off are no errors: nothing is stored.
START_TEST(not_kept) {
  use_folder();
  tcf_cache_content content;
  char *text = malloc(10000);
  memset(text, 'x', 9999);
  text[9999] = 0;
  tcf_planning_keep(text, "long", 4);
  check_kept(text, NULL);
  text[3000] = 0;
  tcf_planning_keep(text, "short", 5);
  check_kept(text, "short");
  free(text);
  setenv("TCFFT_CACHE", "", 1);
  tcf_planning_keep("what", "data", 4);
  check_kept("what", NULL);
  setenv("TCFFT_CACHE", folder, 1);
  setenv("TCFFT_CACHE_MB", "0", 1);
  tcf_planning_keep("what", "data", 4);
  check_kept("what", NULL);
  ck_assert_int_eq(tcf_cache_look(folder, &content), 0);
  ck_assert_int_eq(content.files, 1);
  remove_folder();
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("planning_cache");
  TCase *c = test_case(suite, "kept", 60);
  tcase_add_test(c, kept);
  tcase_add_test(c, other_sources);
  tcase_add_test(c, not_kept);
  return suite;
}
