// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Compiled programs on disk: what was stored is found again or is not there, and never something else.
#include "backend/program_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

static char folder[200];

static void use_folder(void) {
  snprintf(folder, sizeof folder, "%s/tcfft-cache-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  char below[300];
  snprintf(below, sizeof below, "%s/a/b", folder);
  setenv("TCFFT_CACHE", below, 1);
}

static void remove_folder(void) {
  char command[400];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  ck_assert_int_eq(system(command), 0);
}

// The one file of the cache, by its path.
static void only_file(char *path, size_t cap) {
  char below[300];
  snprintf(below, sizeof below, "%s/a/b", folder);
  DIR *d = opendir(below);
  ck_assert_ptr_nonnull(d);
  int files = 0;
  for (struct dirent *e; (e = readdir(d));) {
    if (e->d_name[0] == '.') continue;
    snprintf(path, cap, "%s/%s", below, e->d_name);
    files++;
  }
  closedir(d);
  ck_assert_int_eq(files, 1);
}

static void check_stored(const char *key, const char *expected) {
  void *code = NULL;
  size_t bytes = 0;
  const int there = tcf_cache_read(key, &code, &bytes);
  ck_assert_int_eq(there, expected != NULL);
  if (!expected) return;
  ck_assert_uint_eq(bytes, strlen(expected));
  ck_assert_mem_eq(code, expected, bytes);
  free(code);
}

START_TEST(cache_keeps) {
  use_folder();
  char path[600];
  struct stat info;
  check_stored("one", NULL);
  tcf_cache_write("one", "first", 5);
  check_stored("one", "first");
  check_stored("two", NULL);
  tcf_cache_write("one", "second code", 11);
  check_stored("one", "second code");
  only_file(path, sizeof path);
  ck_assert_int_eq(stat(path, &info), 0);
  ck_assert_uint_eq(info.st_mode & 077, 0);
  *strrchr(path, '/') = 0;
  ck_assert_int_eq(stat(path, &info), 0);
  ck_assert_uint_eq(info.st_mode & 0777, 0700);
  remove_folder();
}
END_TEST

static void write_file(const char *path, const void *data, size_t bytes) {
  const int f = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ck_assert_int_ge(f, 0);
  ck_assert_int_eq(write(f, data, bytes), (ssize_t)bytes);
  close(f);
}

// Whatever became of a file, it is not read, and it is replaced.
START_TEST(cache_damaged) {
  use_folder();
  char path[600], good[400], bad[sizeof good + 1];
  tcf_cache_write("key", "the code", 8);
  only_file(path, sizeof path);
  const int f = open(path, O_RDONLY);
  const size_t bytes = (size_t)read(f, good, sizeof good);
  close(f);
  ck_assert_uint_lt(bytes, sizeof good);
  for (size_t i = 0; i < bytes; i++) {
    memcpy(bad, good, bytes);
    bad[i] ^= 0x10;
    write_file(path, bad, bytes);
    check_stored("key", NULL);
    write_file(path, good, i);  // cut off
    check_stored("key", NULL);
  }
  memcpy(bad, good, bytes);
  bad[bytes] = 0;
  write_file(path, bad, bytes + 1);  // too long
  check_stored("key", NULL);
  tcf_cache_write("key", "the code", 8);
  check_stored("key", "the code");
  remove_folder();
}
END_TEST

// A whole file of another key under this one's name.
START_TEST(cache_foreign) {
  use_folder();
  char path[600], other[700];
  tcf_cache_write("yes", "the code", 8);
  only_file(path, sizeof path);
  snprintf(other, sizeof other, "%s.kept", path);
  ck_assert_int_eq(rename(path, other), 0);
  tcf_cache_write("key", "its code", 8);
  unlink(other);
  char mine[600];
  only_file(mine, sizeof mine);
  tcf_cache_write("yes", "the code", 8);
  ck_assert_int_eq(rename(path, mine), 0);
  check_stored("key", NULL);
  check_stored("yes", NULL);
  tcf_cache_write("key", "its code", 8);
  check_stored("key", "its code");
  remove_folder();
}
END_TEST

// No cache is no error.
START_TEST(cache_off) {
  use_folder();
  setenv("TCFFT_CACHE", "", 1);
  tcf_cache_write("key", "code", 4);
  check_stored("key", NULL);
  setenv("TCFFT_CACHE", "/proc/nowhere", 1);
  tcf_cache_write("key", "code", 4);
  check_stored("key", NULL);
  unsetenv("TCFFT_CACHE");
  unsetenv("HOME");
  unsetenv("XDG_CACHE_HOME");
  tcf_cache_write("key", "code", 4);
  check_stored("key", NULL);
  setenv("XDG_CACHE_HOME", folder, 1);
  tcf_cache_write("key", "code", 4);
  check_stored("key", "code");
  unsetenv("XDG_CACHE_HOME");
  setenv("HOME", folder, 1);
  check_stored("key", NULL);
  tcf_cache_write("key", "home", 4);
  check_stored("key", "home");
  remove_folder();
}
END_TEST

// Several processes write and read the same file: a reader always sees one of the codes, complete.
START_TEST(cache_shared) {
  enum { PROCESSES = 4, TURNS = 300, BYTES = 20000 };
  use_folder();
  for (int p = 0; p < PROCESSES; p++) {
    if (fork() != 0) continue;
    static char code[BYTES];
    memset(code, 'a' + p, sizeof code);
    int wrong = 0;
    for (int t = 0; t < TURNS; t++) {
      void *got = NULL;
      size_t bytes = 0;
      tcf_cache_write("shared", code, sizeof code);
      if (!tcf_cache_read("shared", &got, &bytes) || bytes != sizeof code) wrong++;
      for (size_t i = 0; got && i < bytes; i++) wrong += ((char *)got)[i] != *(char *)got;
      free(got);
    }
    _exit(wrong != 0);
  }
  for (int p = 0; p < PROCESSES; p++) {
    int status = -1;
    wait(&status);
    ck_assert_int_eq(status, 0);
  }
  char path[600];
  only_file(path, sizeof path);  // and nothing temporary is left
  remove_folder();
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("program_cache");
  TCase *c = test_case(suite, "stored", 60);
  tcase_add_test(c, cache_keeps);
  tcase_add_test(c, cache_damaged);
  tcase_add_test(c, cache_foreign);
  tcase_add_test(c, cache_off);
  tcase_add_test(c, cache_shared);
  return suite;
}
