// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The folder of the program cache: whose files are read, how large it becomes, what is dropped and what never is.
#include "backend/cache_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend/program_cache.h"
#include "support.h"

enum {
  NOBODY = 65534,
  MB = 1000000,
  BYTES = 86000,  // with its head 90112 of a disk
  HALF = 400000,
  PATH_BYTES = 480
};  // HALF: a file of which two fit and three do not

static char folder[200];

static void use_folder(const char *megabytes) {
  snprintf(folder, sizeof folder, "%.150s/tcfft-cache-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  setenv("TCFFT_CACHE", folder, 1);
  setenv("TCFFT_CACHE_MB", megabytes, 1);
}

static void remove_folder(void) {
  char command[300];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  ck_assert_int_eq(system(command), 0);
}

// Code that says whose it is.
static void put_sized(const char *key, size_t bytes) {
  char *code = malloc(bytes);
  ck_assert_ptr_nonnull(code);
  memset(code, key[0], bytes);
  tcf_cache_write(key, code, bytes);
  free(code);
}

static void put(const char *key) { put_sized(key, BYTES); }

static int has(const char *key) {
  char *code = NULL;
  size_t bytes = 0;
  if (!tcf_cache_read(key, (void **)&code, &bytes)) return 0;
  ck_assert_int_eq(code[0], key[0]);
  ck_assert_int_eq(code[bytes - 1], key[0]);
  free(code);
  return 1;
}

static void path_of(char path[PATH_BYTES], const char *name) { snprintf(path, PATH_BYTES, "%s/%s", folder, name); }

// The file whose code begins with this letter, whose name only the cache knows.
static void find(char path[PATH_BYTES], char letter) {
  DIR *d = opendir(folder);
  ck_assert_ptr_nonnull(d);
  *path = 0;
  for (struct dirent *e; (e = readdir(d));) {
    char last = 0;
    path_of(path, e->d_name);
    const int f = open(path, O_RDONLY | O_NONBLOCK);
    if (lseek(f, -1, SEEK_END) > 0 && read(f, &last, 1) != 1) last = 0;
    close(f);
    if (last == letter) break;
    *path = 0;
  }
  closedir(d);
  ck_assert_msg(*path, "no file of %c", letter);
}

static void set_age(const char *path, int seconds) {
  const struct timespec then = {.tv_sec = time(NULL) - seconds}, both[] = {then, then};
  ck_assert_int_eq(utimensat(AT_FDCWD, path, both, AT_SYMLINK_NOFOLLOW), 0);
}

static void age(char letter, int seconds) {
  char path[PATH_BYTES];
  find(path, letter);
  set_age(path, seconds);
}

static struct timespec used(char letter) {
  char path[PATH_BYTES];
  struct stat info;
  find(path, letter);
  ck_assert_int_eq(stat(path, &info), 0);
  return info.st_mtim;
}

static tcf_cache_content content(void) {
  tcf_cache_content c;
  ck_assert_int_eq(tcf_cache_look(folder, &c), 0);
  return c;
}

// ------------------------------------------------------------------------------------------------ whose files are read

START_TEST(writable_file) {
  char path[PATH_BYTES];
  struct stat info;
  use_folder("");
  put("a");
  ck_assert(has("a"));
  ck_assert_int_eq(content().refused, 0);
  find(path, 'a');
  ck_assert_int_eq(chmod(path, 0660), 0);
  ck_assert(!has("a"));
  ck_assert_int_eq(content().refused, 1);
  put("a");
  ck_assert(has("a"));
  ck_assert_int_eq(stat(path, &info), 0);
  ck_assert_uint_eq(info.st_mode & 0777, 0600);
  remove_folder();
}
END_TEST

START_TEST(writable_folder) {
  use_folder("");
  put("a");
  put("b");
  ck_assert_int_eq(chmod(folder, 0777), 0);
  ck_assert(!has("a"));
  put("c");
  ck_assert(content().files == 2 && content().refused == 2 && content().folder == TCF_OWNED_IN_WRITABLE);
  ck_assert_int_eq(chmod(folder, 01777), 0);
  ck_assert(has("a") && has("b") && !has("c"));
  put("c");
  ck_assert(has("c"));
  ck_assert(content().files == 3 && content().refused == 0 && content().folder == TCF_OWNED);
  remove_folder();
}
END_TEST

// Another user's file is not read, counted or removed, and the user's own takes its place.
START_TEST(strangers) {
  char path[PATH_BYTES];
  int64_t files, bytes;
  if (geteuid() != 0) {
    printf("left out: only root can give files to others\n");
    return;
  }
  use_folder("1");
  put("a");
  put("b");
  find(path, 'a');
  ck_assert_int_eq(chown(path, NOBODY, (gid_t)-1), 0);
  set_age(path, 5000);
  ck_assert(!has("a") && has("b"));
  ck_assert(content().files == 1 && content().refused == 1);
  put_sized("c", MB - BYTES);  // more than fits
  ck_assert(!has("b") && has("c"));
  ck_assert_int_eq(tcf_cache_clear(folder, &files, &bytes), 0);
  ck_assert_int_eq(files, 1);
  ck_assert_int_eq(access(path, F_OK), 0);
  put("a");
  ck_assert(has("a"));
  ck_assert_int_eq(chown(folder, NOBODY, (gid_t)-1), 0);
  ck_assert(!has("a"));
  ck_assert_int_eq(content().folder, TCF_OWNED_IN_STRANGER);
  remove_folder();
}
END_TEST

// ------------------------------------------------------------------------------------------------ how large it becomes

START_TEST(limits) {
  static const struct {
    const char *text;
    int64_t limit;
  } rows[] = {{"", 256},
              {"much", 256},
              {"-1", 256},
              {"+1", 256},
              {" 1", 256},
              {"1.5", 256},
              {"12x", 256},
              {"0x10", 256},
              {"0", 0},
              {"00", 0},
              {"1", 1},
              {"007", 7},
              {"9223372036854", INT64_C(9223372036854)}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    setenv("TCFFT_CACHE_MB", rows[i].text, 1);
    ck_assert_msg(tcf_cache_limit() == rows[i].limit * MB, "'%s': %lld", rows[i].text, (long long)tcf_cache_limit());
  }
  static const char *const endless[] = {"9223372036855", "18446744073709551616", "99999999999999999999999999"};
  for (size_t i = 0; i < TEST_COUNT(endless); i++) {
    setenv("TCFFT_CACHE_MB", endless[i], 1);
    ck_assert_int_eq(tcf_cache_limit(), INT64_MAX / MB * MB);
  }
  unsetenv("TCFFT_CACHE_MB");
  ck_assert_int_eq(tcf_cache_limit(), (int64_t)256 * MB);
}
END_TEST

// Eleven files fit, a twelfth does not: the oldest go until a tenth is free.
START_TEST(oldest_first) {
  static const char *const keys[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"};
  use_folder("1");
  for (int i = 0; i < 11; i++) {
    put(keys[i]);
    age(keys[i][0], 1000 * (i % 3) + 100 + i);  // c is the oldest of i % 3 = 2 but for f and i, and so on
  }
  ck_assert_int_eq(content().files, 11);
  put("l");
  ck_assert_int_eq(content().files, 9);
  ck_assert_int_le(content().bytes, MB - MB / 10);
  static const char gone[] = "ifc", *const there = "abdeghjkl";
  for (const char *g = gone; *g; g++) ck_assert_msg(!has((char[]){*g, 0}), "%c is still there", *g);
  for (const char *t = there; *t; t++) ck_assert_msg(has((char[]){*t, 0}), "%c is gone", *t);
  remove_folder();
}
END_TEST

// Short files count as what they take of a disk. The folder is not listed for each of them, but before they are too many.
START_TEST(short_files) {
  enum { BLOCK = 4096, FILES = MB / BLOCK };
  char key[20], path[PATH_BYTES];
  use_folder("1");
  put("first");
  path_of(path, "0123456789abcdef0123456789abcdef.cubin.left01");
  FILE *left = fopen(path, "w");
  ck_assert_ptr_nonnull(left);
  fclose(left);
  set_age(path, 5000);
  put_sized("a", 100);
  ck_assert_int_eq(access(path, F_OK), 0);
  for (int i = 0; i < 3 * FILES; i++) {
    snprintf(key, sizeof key, "%c %d", 'b' + i % 20, i);
    put_sized(key, 100);
    ck_assert(has(key));
    ck_assert_int_le(content().files, FILES);
  }
  ck_assert_int_ge(content().files, FILES * 8 / 10);
  ck_assert_int_ne(access(path, F_OK), 0);
  remove_folder();
}
END_TEST

// What was just written stays, even where all others seem to be of later.
START_TEST(just_written) {
  use_folder("1");
  put_sized("a", HALF);
  put_sized("b", HALF);
  age('a', -5000);
  age('b', -6000);
  put_sized("c", HALF);
  ck_assert(has("c") && has("b") && !has("a"));
  remove_folder();
}
END_TEST

START_TEST(hit_renews) {
  use_folder("1");
  put_sized("a", HALF);
  put_sized("b", HALF);
  age('a', 2000);
  age('b', 1000);
  ck_assert(has("a"));
  ck_assert_int_le(time(NULL) - used('a').tv_sec, 50);
  put_sized("c", HALF);
  ck_assert(!has("b") && has("a") && has("c"));
  age('a', 20);  // used so lately that it is not worth a write
  const struct timespec before = used('a');
  ck_assert(has("a"));
  ck_assert_int_eq(used('a').tv_sec, before.tv_sec);
  age('a', -2000);  // a clock that was put back
  ck_assert(has("a"));
  ck_assert_int_le(used('a').tv_sec, time(NULL));
  remove_folder();
}
END_TEST

// A file that turns out damaged was of no use.
START_TEST(damage_does_not_renew) {
  char path[PATH_BYTES];
  use_folder("");
  put("a");
  find(path, 'a');
  const int f = open(path, O_WRONLY);
  ck_assert_int_eq(pwrite(f, "?", 1, 1000), 1);
  close(f);
  age('a', 1000);
  ck_assert(!has("a"));
  ck_assert_int_ge(time(NULL) - used('a').tv_sec, 1000);
  remove_folder();
}
END_TEST

// What is larger than the cache is not stored, and drops nothing. A cache of nothing is read all the same.
START_TEST(nothing_fits) {
  use_folder("1");
  put("a");
  put_sized("b", MB);
  ck_assert(has("a") && !has("b"));
  ck_assert(tcf_cache_is_on(0) && tcf_cache_is_on(1));
  setenv("TCFFT_CACHE_MB", "0", 1);
  ck_assert(!tcf_cache_is_on(0) && !tcf_cache_is_on(1));
  put("c");
  ck_assert(has("a") && !has("c"));
  remove_folder();
}
END_TEST

// ------------------------------------------------------------------------------------------------ what is not the cache's

#define HASH "0123456789abcdef0123456789abcdef"

static const char *const others[] = {"wisdom",
                                     HASH,
                                     HASH ".cubin.bak",
                                     "0" HASH ".cubin",
                                     "x" HASH ".cubin",
                                     HASH ".cubin.ABCDE",
                                     HASH ".cubin.ABCDEFG",
                                     HASH ".cubin.AB.DEF",
                                     "0123456789ABCDEF0123456789ABCDEF.cubin",
                                     HASH ".ptx",
                                     HASH "-cubin",
                                     HASH ".cubinABCDEFG",
                                     ".cubin"};

static void make(const char *name, int seconds) {
  char path[PATH_BYTES];
  path_of(path, name);
  FILE *to = fopen(path, "w");
  ck_assert_ptr_nonnull(to);
  for (int i = 0; i < BYTES; i++) fputc('?', to);
  fclose(to);
  set_age(path, seconds);
}

static int is_there(const char *name) {
  char path[PATH_BYTES];
  struct stat info;
  path_of(path, name);
  return lstat(path, &info) == 0;
}

static void check_others(void) {
  for (size_t i = 0; i < TEST_COUNT(others); i++) ck_assert_msg(is_there(others[i]), "%s is gone", others[i]);
  ck_assert(is_there("fedcba9876543210fedcba9876543210.cubin") && is_there("00000000000000000000000000000000.cubin"));
}

START_TEST(others_stay) {
  char path[PATH_BYTES];
  int64_t files, bytes;
  use_folder("1");
  for (size_t i = 0; i < TEST_COUNT(others); i++) make(others[i], 100000);
  path_of(path, "fedcba9876543210fedcba9876543210.cubin");
  ck_assert_int_eq(symlink("wisdom", path), 0);
  set_age(path, 100000);
  path_of(path, "00000000000000000000000000000000.cubin");
  ck_assert_int_eq(mkdir(path, 0700), 0);
  put("a");
  ck_assert_int_eq(content().files, 1);  // a megabyte of others' files does not count
  age('a', 9000);
  make(HASH ".cubin", 100000);
  make(HASH ".cubin.AbCd09", 4000);  // left behind
  make(HASH ".cubin.other1", 100);   // perhaps not
  ck_assert_int_eq(content().files, 4);
  put("b");
  ck_assert(is_there(HASH ".cubin") && !is_there(HASH ".cubin.AbCd09") && is_there(HASH ".cubin.other1"));
  put_sized("c", MB - BYTES);
  ck_assert(!is_there(HASH ".cubin") && is_there(HASH ".cubin.other1") && !has("a") && has("c"));
  check_others();
  ck_assert_int_eq(tcf_cache_clear(folder, &files, &bytes), 0);
  ck_assert_int_eq(files, 2);
  ck_assert_int_ge(bytes, MB);
  ck_assert(!is_there(HASH ".cubin.other1") && !has("c"));
  check_others();
  remove_folder();
}
END_TEST

START_TEST(no_folder) {
  tcf_cache_content c;
  int64_t files = 7, bytes = 7;
  ck_assert_int_eq(tcf_cache_look("/nowhere/cache", &c), 0);
  ck_assert(c.folder == TCF_OWNED_ABSENT && !c.files && !c.bytes && !c.refused);
  ck_assert_int_eq(tcf_cache_clear("/nowhere/cache", &files, &bytes), 0);
  ck_assert(!files && !bytes);
  ck_assert_int_ne(tcf_cache_look("/dev/null", &c), 0);
  ck_assert_int_ne(tcf_cache_clear("/dev/null", &files, &bytes), 0);
}
END_TEST

// ------------------------------------------------------------------------------------------------ several processes

// Each writes more than fits, and reads what it and the others wrote: whole, or not there.
static void work(int process) {
  for (int turn = 0; turn < 150; turn++) {
    char key[40];
    snprintf(key, sizeof key, "%c%d", 'a' + turn % 20, process % 2);
    put_sized(key, BYTES + (size_t)turn);
    snprintf(key, sizeof key, "%c%d", 'a' + (turn * 7 + process) % 20, turn % 2);
    has(key);
  }
}

START_TEST(several) {
  enum { PROCESSES = 4 };
  use_folder("1");
  for (int p = 0; p < PROCESSES; p++) {
    if (fork() != 0) continue;
    work(p);
    _exit(0);
  }
  for (int p = 0; p < PROCESSES; p++) {
    int status = -1;
    wait(&status);
    ck_assert_int_eq(status, 0);
  }
  put("z");
  ck_assert(has("z"));
  ck_assert_int_le(content().bytes, MB);
  ck_assert_int_ge(content().files, 5);
  ck_assert_int_eq(content().refused, 0);
  remove_folder();
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cache_folder");
  TCase *c = test_case(suite, "owners", 60);
  tcase_add_test(c, writable_file);
  tcase_add_test(c, writable_folder);
  tcase_add_test(c, strangers);
  c = test_case(suite, "size", 60);
  tcase_add_test(c, limits);
  tcase_add_test(c, oldest_first);
  tcase_add_test(c, short_files);
  tcase_add_test(c, just_written);
  tcase_add_test(c, hit_renews);
  tcase_add_test(c, damage_does_not_renew);
  tcase_add_test(c, nothing_fits);
  c = test_case(suite, "content", 60);
  tcase_add_test(c, others_stay);
  tcase_add_test(c, no_folder);
  tcase_add_test(test_case(suite, "several", 60), several);
  return suite;
}
