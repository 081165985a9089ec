// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Compiled programs on disk, by processes that plan for a device: two at once, one later, one after the files were damaged.
// Results of planning are stored beside them (plan/recall.h), so that awkward lengths take no longer than others.
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

#include "gpu.h"

// None of them is built in. The first warms up what a process sets up once.
static const char *const texts[] = {"c2c:1001*2", "c2c:1331*2", "c2c:1155*3",  "r2c:1430*3", "dct2:945*3",
                                    "c2c:1009*4", "c2r:1358*2", "c2c:33x21*5", "c2c:467*9",  "c2c:10007*3"};

// ------------------------------------------------------------------------------------------------ a process that plans

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds_to_plan(const char *text, tcfft_plan **plan) {
  tcfft_desc d;
  test_desc(&d, text);
  const double start = now();
  *plan = test_plan(&d, text);
  return now() - start;
}

START_TEST(in_child) {
  const double fast = 5e-3;
  if (!child_task()) return;
  tcfft_plan *plan;
  printf("%s: first plan of the process %.1f ms\n", child_task(), 1e3 * seconds_to_plan("c2c:1024", &plan));
  tcfft_plan_destroy(plan);
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    const double seconds = seconds_to_plan(texts[i], &plan);
    printf("%s: %s %.2f ms\n", child_task(), texts[i], 1e3 * seconds);
    if (i > 0 && !strcmp(child_task(), "from disk"))
      ck_assert_msg(seconds < fast, "%s: %.2f ms to plan what is on disk", texts[i], 1e3 * seconds);
    tcfft_plan_destroy(plan);
    test_both(texts[i]);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ the files

enum { MOST_FILES = 100 };

typedef struct folder {
  int files;
  char path[MOST_FILES][400];
  ino_t inode[MOST_FILES];
  off_t bytes[MOST_FILES];
} folder;

// A head with the lengths of what follows, and nothing after that.
static int is_whole(const char *path, off_t bytes) {
  struct {
    char magic[8];
    uint64_t key_bytes, code_bytes, checksum;
  } head = {.magic = ""};
  const int f = open(path, O_RDONLY);
  const ssize_t got = read(f, &head, sizeof head);
  close(f);
  return got == sizeof head && !memcmp(head.magic, "tcfft", 5) &&
         (uint64_t)bytes == sizeof head + head.key_bytes + head.code_bytes;
}

// Whether a file has results of planning. Whether these took long enough to be stored differs from run to run.
static int is_of_planning(const char *path) {
  enum { HEAD = 32 };
  static const char begins[] = "planning ";
  char key[sizeof begins - 1];
  const int f = open(path, O_RDONLY);
  const ssize_t got = pread(f, key, sizeof key, HEAD);
  close(f);
  return got == (ssize_t)sizeof key && !memcmp(key, begins, sizeof key);
}

static int by_path(const void *a, const void *b) { return strcmp(a, b); }

// The files of programs. Every one is whole and none is a temporary one.
static void look(folder *f, const char *path) {
  f->files = 0;
  DIR *d = opendir(path);
  ck_assert_ptr_nonnull(d);
  for (struct dirent *e; (e = readdir(d));) {
    if (e->d_name[0] == '.') continue;
    ck_assert_int_lt(f->files, MOST_FILES);
    const char *ending = strrchr(e->d_name, '.');
    ck_assert_msg(ending && !strcmp(ending, ".cubin"), "%s was left behind", e->d_name);
    snprintf(f->path[f->files], sizeof f->path[0], "%s/%s", path, e->d_name);
    f->files += !is_of_planning(f->path[f->files]);
  }
  closedir(d);
  qsort(f->path, (size_t)f->files, sizeof f->path[0], by_path);
  for (int i = 0; i < f->files; i++) {
    struct stat info;
    ck_assert_int_eq(stat(f->path[i], &info), 0);
    f->inode[i] = info.st_ino;
    f->bytes[i] = info.st_size;
    ck_assert_msg(is_whole(f->path[i], info.st_size), "%s is not whole", f->path[i]);
  }
}

// The same files as before; kept or all new, and of the same size.
static void check_files(const folder *before, const char *path, int kept) {
  static folder after;
  look(&after, path);
  ck_assert_int_eq(after.files, before->files);
  for (int i = 0; i < after.files; i++) {
    ck_assert_str_eq(after.path[i], before->path[i]);
    ck_assert_int_eq(after.bytes[i], before->bytes[i]);
    ck_assert_msg((after.inode[i] == before->inode[i]) == kept, "%s was %s", after.path[i],
                  kept ? "written again" : "not replaced");
  }
}

// Cut off, or one bit of it turned over.
static void damage(const char *path, off_t bytes, int how) {
  FILE *from = fopen(path, "rb");
  char *content = malloc((size_t)bytes);
  ck_assert(from && content && fread(content, 1, (size_t)bytes, from) == (size_t)bytes);
  fclose(from);
  content[bytes / 2] ^= 4;
  FILE *to = fopen(path, "wb");
  const size_t kept = how ? (size_t)bytes : (size_t)bytes / 2;
  ck_assert(to && fwrite(content, 1, kept, to) == kept);
  ck_assert_int_eq(fclose(to), 0);
  free(content);
}

START_TEST(shared) {
  static folder first;
  char root[200], path[240], command[300];
  snprintf(root, sizeof root, "%s/tcfft-cache-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
  ck_assert_ptr_nonnull(mkdtemp(root));
  snprintf(path, sizeof path, "%s/cache", root);
  setenv("TCFFT_CACHE", path, 1);
  const pid_t both[] = {child_start("in_child", "one of two"), child_start("in_child", "the other")};
  for (int i = 0; i < 2; i++) ck_assert_int_eq(child_wait(both[i]), 0);
  look(&first, path);
  ck_assert_int_ge(first.files, (int)TEST_COUNT(texts));
  ck_assert_int_eq(child_wait(child_start("in_child", "from disk")), 0);
  check_files(&first, path, 1);
  for (int i = 0; i < first.files; i++) damage(first.path[i], first.bytes[i], i % 2);
  ck_assert_int_eq(child_wait(child_start("in_child", "damaged")), 0);
  check_files(&first, path, 0);
  look(&first, path);
  ck_assert_int_eq(child_wait(child_start("in_child", "from disk")), 0);
  check_files(&first, path, 1);
  snprintf(command, sizeof command, "rm -rf '%s'", root);
  ck_assert_int_eq(system(command), 0);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("gpu_cache");
  tcase_add_test(test_case(suite, "alone_shared", 120), shared);
  tcase_add_test(child_case(suite, "in_child"), in_child);
  return suite;
}
