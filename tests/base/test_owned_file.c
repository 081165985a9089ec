// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Which files are taken, by who may have written them; files that are replaced as a whole.
#include "base/owned_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

enum { NOBODY = 65534 };

static char root[200], folder[220], path[240];

static void use_folder(void) {
  snprintf(root, sizeof root, "%.150s/tcfft-owned-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
  ck_assert_ptr_nonnull(mkdtemp(root));
  snprintf(folder, sizeof folder, "%s/folder", root);
  snprintf(path, sizeof path, "%s/file", folder);
  ck_assert_int_eq(mkdir(folder, 0700), 0);
}

static void remove_folder(void) {
  char command[300];
  snprintf(command, sizeof command, "rm -rf '%s'", root);
  ck_assert_int_eq(system(command), 0);
}

static void write_file(const char *name, const char *text) {
  FILE *to = fopen(name, "w");
  ck_assert(to && fputs(text, to) >= 0);
  ck_assert_int_eq(fclose(to), 0);
  ck_assert_int_eq(chmod(name, 0600), 0);
}

static void check_answer(const char *name, tcf_owned wanted) {
  int file = -7;
  char *content = NULL;
  size_t bytes = 0;
  const tcf_owned answer = tcf_owned_open(name, &file), again = tcf_owned_read(name, 100, &content, &bytes);
  ck_assert_msg(answer == wanted, "%.300s %s; wanted: %s", name, tcf_owned_words(answer), tcf_owned_words(wanted));
  ck_assert_int_eq(again, wanted);
  ck_assert_int_eq(file >= 0, wanted == TCF_OWNED);
  ck_assert_int_eq(content != NULL, wanted == TCF_OWNED);
  if (file >= 0) close(file);
  free(content);
}

// ------------------------------------------------------------------------------------------------ what is taken

START_TEST(modes) {
  static const struct {
    mode_t folder, file;
    tcf_owned wanted;
  } rows[] = {
      {0700, 0600, TCF_OWNED},
      {0755, 0644, TCF_OWNED},
      {0500, 0400, TCF_OWNED},
      {01777, 0600, TCF_OWNED},
      {01770, 0600, TCF_OWNED},
      {0700, 0620, TCF_OWNED_WRITABLE},
      {0700, 0602, TCF_OWNED_WRITABLE},
      {0700, 0666, TCF_OWNED_WRITABLE},
      {01777, 0660, TCF_OWNED_WRITABLE},
      {0720, 0600, TCF_OWNED_IN_WRITABLE},
      {0702, 0600, TCF_OWNED_IN_WRITABLE},
      {0777, 0600, TCF_OWNED_IN_WRITABLE},
      {0777, 0666, TCF_OWNED_IN_WRITABLE},
  };
  use_folder();
  write_file(path, "text");
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    printf("folder %o, file %o\n", (unsigned)rows[i].folder, (unsigned)rows[i].file);
    ck_assert_int_eq(chmod(path, rows[i].file) | chmod(folder, rows[i].folder), 0);
    check_answer(path, rows[i].wanted);
  }
  remove_folder();
}
END_TEST

static void give(const char *name, uid_t owner) { ck_assert_int_eq(chown(name, owner, (gid_t)-1), 0); }

// As root and as another user: root's files are everybody's, a user's are his alone.
START_TEST(owners) {
  static const struct {
    uid_t user, folder, file;
    tcf_owned wanted;
  } rows[] = {
      {0, 0, 0, TCF_OWNED},
      {0, 0, NOBODY, TCF_OWNED_STRANGER},
      {0, NOBODY, 0, TCF_OWNED_IN_STRANGER},
      {NOBODY, NOBODY, NOBODY, TCF_OWNED},
      {NOBODY, 0, 0, TCF_OWNED},
      {NOBODY, NOBODY, 0, TCF_OWNED},
      {NOBODY, NOBODY, NOBODY - 1, TCF_OWNED_STRANGER},
      {NOBODY, NOBODY - 1, NOBODY, TCF_OWNED_IN_STRANGER},
  };
  if (geteuid() != 0) {
    printf("left out: only root can give files to others\n");
    return;
  }
  use_folder();
  write_file(path, "text");
  ck_assert_int_eq(chmod(root, 0755) | chmod(folder, 0755) | chmod(path, 0644), 0);
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    printf("row %zu\n", i);
    give(folder, rows[i].folder);
    give(path, rows[i].file);
    ck_assert_int_eq(seteuid(rows[i].user), 0);
    check_answer(path, rows[i].wanted);
    ck_assert_int_eq(seteuid(0), 0);
  }
  remove_folder();
}
END_TEST

// What is no file, and does not block; links are followed to what they name.
START_TEST(sorts) {
  char other[300], link[260];
  use_folder();
  snprintf(other, sizeof other, "%s/other", folder);
  snprintf(link, sizeof link, "%s/link", root);
  check_answer(path, TCF_OWNED_ABSENT);
  check_answer("/dev/null", TCF_OWNED_NO_FILE);
  check_answer(folder, TCF_OWNED_NO_FILE);
  ck_assert_int_eq(mkfifo(other, 0600), 0);
  check_answer(other, TCF_OWNED_NO_FILE);
  ck_assert_int_eq(symlink(path, link), 0);
  check_answer(link, TCF_OWNED_ABSENT);
  write_file(path, "text");
  check_answer(link, TCF_OWNED);
  ck_assert_int_eq(chmod(path, 0666), 0);
  check_answer(link, TCF_OWNED_WRITABLE);
  ck_assert_int_eq(unlink(link) | chmod(path, 0600) | symlink(folder, link), 0);
  snprintf(other, sizeof other, "%s/file", link);
  check_answer(other, TCF_OWNED);
  snprintf(other, sizeof other, "%s/below", path);
  check_answer(other, TCF_OWNED_UNREADABLE);
  snprintf(other, sizeof other, "%s/", folder);
  check_answer(other, TCF_OWNED_NO_FILE);
  ck_assert_int_eq(chdir(folder), 0);
  check_answer("file", TCF_OWNED);
  ck_assert_int_eq(chmod(folder, 0777), 0);
  check_answer("file", TCF_OWNED_IN_WRITABLE);
  ck_assert_int_eq(chdir("/"), 0);
  remove_folder();
}
END_TEST

START_TEST(long_paths) {
  static char name[2 * PATH_MAX];
  memset(name, 'a', sizeof name - 1);
  name[0] = '/';
  check_answer(name, TCF_OWNED_UNREADABLE);
  name[sizeof name - 3] = '/';
  check_answer(name, TCF_OWNED_UNREADABLE);
}
END_TEST

START_TEST(whole) {
  char *content = NULL;
  size_t bytes = 7;
  use_folder();
  write_file(path, "some text");
  ck_assert_int_eq(tcf_owned_read(path, 8, &content, &bytes), TCF_OWNED_TOO_LARGE);
  ck_assert(!content && bytes == 7);
  ck_assert_int_eq(tcf_owned_read(path, 9, &content, &bytes), TCF_OWNED);
  ck_assert_uint_eq(bytes, 9);
  ck_assert_str_eq(content, "some text");
  free(content);
  write_file(path, "");
  ck_assert_int_eq(tcf_owned_read(path, 0, &content, &bytes), TCF_OWNED);
  ck_assert_uint_eq(bytes, 0);
  ck_assert_str_eq(content, "");
  free(content);
  remove_folder();
}
END_TEST

// ------------------------------------------------------------------------------------------------ what is replaced

static void check_content(const char *wanted) {
  char *content = NULL;
  size_t bytes = 0;
  ck_assert_int_eq(tcf_owned_read(path, 1000, &content, &bytes), TCF_OWNED);
  ck_assert_str_eq(content, wanted);
  free(content);
}

static mode_t mode_of(const char *name) {
  struct stat info;
  ck_assert_int_eq(stat(name, &info), 0);
  return info.st_mode & 07777;
}

// Only the file is there, nothing temporary.
static void check_alone(void) {
  char command[400];
  snprintf(command, sizeof command, "test \"$(ls -A '%s')\" = file", folder);
  ck_assert_int_eq(system(command), 0);
}

START_TEST(replaced) {
  static const tcf_file_part first[] = {{"one ", 4}, {"", 0}, {"two", 3}}, second[] = {{"three", 5}};
  use_folder();
  snprintf(folder, sizeof folder, "%s/a/b", root);
  snprintf(path, sizeof path, "%s/file", folder);
  umask(0);
  ck_assert_int_eq(tcf_file_replace(path, first, 3), 0);
  check_content("one two");
  ck_assert_uint_eq(mode_of(path), 0600);
  ck_assert_uint_eq(mode_of(folder), 0700);
  ck_assert_int_eq(chmod(path, 0666), 0);
  ck_assert_int_eq(tcf_file_replace(path, second, 1), 0);
  check_content("three");
  check_alone();
  ck_assert_int_eq(tcf_file_replace(path, second, 0), 0);
  check_content("");
  remove_folder();
}
END_TEST

// A write that fails leaves the older file, and nothing temporary.
START_TEST(not_replaced) {
  static char much[10000], name[2 * PATH_MAX];
  const tcf_file_part small[] = {{"old", 3}}, large[] = {{"new", 3}, {much, sizeof much}};
  const struct rlimit little = {.rlim_cur = 5000, .rlim_max = RLIM_INFINITY}, all = {RLIM_INFINITY, RLIM_INFINITY};
  use_folder();
  ck_assert_int_eq(tcf_file_replace(path, small, 1), 0);
  signal(SIGXFSZ, SIG_IGN);
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &little), 0);
  ck_assert_int_eq(tcf_file_replace(path, large, 2), EFBIG);
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &all), 0);
  check_content("old");
  check_alone();
  ck_assert_int_eq(tcf_file_replace(folder, small, 1), EISDIR);
  ck_assert_int_eq(tcf_file_replace("/proc/nowhere/file", small, 1), ENOENT);
  ck_assert_int_eq(tcf_file_replace("", small, 1), ENOENT);
  memset(name, 'a', sizeof name - 1);
  ck_assert_int_eq(tcf_file_replace(name, small, 1), ENAMETOOLONG);
  snprintf(name, sizeof name, "%s/below", path);
  ck_assert_int_eq(tcf_file_replace(name, small, 1), ENOTDIR);
  check_content("old");
  check_alone();
  remove_folder();
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("owned_file");
  TCase *c = test_case(suite, "taken", 60);
  tcase_add_test(c, modes);
  tcase_add_test(c, owners);
  tcase_add_test(c, sorts);
  tcase_add_test(c, long_paths);
  tcase_add_test(c, whole);
  c = test_case(suite, "replaced", 60);
  tcase_add_test(c, replaced);
  tcase_add_test(c, not_replaced);
  return suite;
}
