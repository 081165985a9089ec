// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Programs for OpenCL devices on disk, as processes that plan leave them and find them: whole, damaged, of others, and where
// nothing can be written.
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backend/program_cache.h"
#include "child.h"
#include "opencl.h"

static const char *const texts[] = {"c2c:360*3", "r2c:1000*3", "c2c:1009*4"};

// Whose device a child has used, for its parent.
static void report_platform(const char *path) {
  char name[100] = "";
  tcf_opencl_device d;
  cl_platform_id platform = NULL;
  device_succeeds(tcf_opencl_use(ON_DEVICE, &d), "the device");
  CL(tcf_cl.GetDeviceInfo(d.id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL));
  CL(tcf_cl.GetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL));
  printf("by %s\n", name);
  FILE *to = path ? fopen(path, "w") : NULL;
  if (to) fputs(name, to);
  if (to) fclose(to);
}

START_TEST(in_child) {
  if (!child_task()) return;
  printf("%s\n", child_task());
  for (size_t i = 0; i < TEST_COUNT(texts); i++) test_both(texts[i]);
  report_platform(getenv("TCFFT_TEST_REPORT"));
}
END_TEST

static void run_child(const char *task) { ck_assert_int_eq(child_wait(child_start("in_child", task)), 0); }

// ------------------------------------------------------------------------------------------------ the files

enum { MOST_FILES = 40 };

typedef struct file {
  char path[400];
  ino_t inode;
  off_t bytes;
  char *content;
} file;

typedef struct folder {
  int files;
  file file[MOST_FILES];
} folder;

typedef struct file_head {
  char magic[8];
  uint64_t key_bytes, code_bytes, checksum;
} file_head;

static int by_path(const void *a, const void *b) { return strcmp(((const file *)a)->path, ((const file *)b)->path); }

static void read_file(file *f) {
  struct stat info;
  FILE *from = fopen(f->path, "rb");
  ck_assert(from && fstat(fileno(from), &info) == 0);
  f->inode = info.st_ino;
  f->bytes = info.st_size;
  f->content = malloc((size_t)f->bytes + 1);
  ck_assert(f->content && fread(f->content, 1, (size_t)f->bytes, from) == (size_t)f->bytes);
  fclose(from);
}

static void write_file(const char *path, const void *content, size_t bytes) {
  FILE *to = fopen(path, "wb");
  ck_assert(to && fwrite(content, 1, bytes, to) == bytes);
  ck_assert_int_eq(fclose(to), 0);
}

static void forget(folder *f) {
  for (int i = 0; i < f->files; i++) free(f->file[i].content);
  f->files = 0;
}

// What is there, by name. 0 files where there is no folder.
static void look(folder *f, const char *path) {
  forget(f);
  DIR *d = opendir(path);
  for (struct dirent *e; d && (e = readdir(d));) {
    if (e->d_name[0] == '.') continue;
    ck_assert_int_lt(f->files, MOST_FILES);
    snprintf(f->file[f->files++].path, sizeof f->file[0].path, "%s/%s", path, e->d_name);
  }
  if (d) closedir(d);
  qsort(f->file, (size_t)f->files, sizeof f->file[0], by_path);
  for (int i = 0; i < f->files; i++) read_file(&f->file[i]);
}

// Every file is whole, of this backend, and none is a temporary one.
static void check_whole(const folder *f) {
  ck_assert_int_ge(f->files, (int)TEST_COUNT(texts));
  for (int i = 0; i < f->files; i++) {
    file_head head;
    const file *x = &f->file[i];
    ck_assert_uint_gt(x->bytes, sizeof head);
    memcpy(&head, x->content, sizeof head);
    ck_assert_msg(!strcmp(x->path + strlen(x->path) - 6, ".cubin"), "%s is a temporary file", x->path);
    ck_assert_msg(!memcmp(head.magic, "tcfft", 5) && sizeof head + head.key_bytes + head.code_bytes == (uint64_t)x->bytes,
                  "%s is not whole", x->path);
    ck_assert_msg(!strncmp(x->content + sizeof head, "opencl ", 7), "%s is of another backend", x->path);
  }
}

// The same names as before; kept as they were, or all written again.
static void check_files(const folder *before, const char *path, int kept, const char *what) {
  static folder after;
  look(&after, path);
  check_whole(&after);
  ck_assert_int_eq(after.files, before->files);
  for (int i = 0; i < after.files; i++) {
    const file *a = &after.file[i], *b = &before->file[i];
    ck_assert_str_eq(a->path, b->path);
    ck_assert_msg((a->inode == b->inode) == kept, "%s: %s was %s", what, a->path, kept ? "written again" : "not replaced");
  }
}

// ------------------------------------------------------------------------------------------------ damage

static const char *const damages[] = {"cut off",        "empty",      "a bit of the key", "a bit of the code",
                                      "another's file", "no program", "more at its end",  "the group may write it"};

// A file that is whole, with the right key, and holds nothing that the device takes.
static void write_no_program(const file *f) {
  file_head head;
  memcpy(&head, f->content, sizeof head);
  char *key = strndup(f->content + sizeof head, (size_t)head.key_bytes);
  static const char nothing[3000] = "this is no program";
  ck_assert_ptr_nonnull(key);
  tcf_cache_write(key, nothing, sizeof nothing);
  free(key);
}

static void damage(const folder *f, int i, int how) {
  const file *x = &f->file[i], *other = &f->file[(i + 1) % f->files];
  const size_t bytes = (size_t)x->bytes;
  if (how == 5) {
    write_no_program(x);
    return;
  }
  if (how == 7) {
    ck_assert_int_eq(chmod(x->path, 0660), 0);
    return;
  }
  char *content = malloc(bytes + 100);
  ck_assert_ptr_nonnull(content);
  memset(content, 0, bytes + 100);
  memcpy(content, x->content, bytes);
  if (how == 2) content[sizeof(file_head) + 3] ^= 4;
  if (how == 3) content[bytes - bytes / 4] ^= 4;
  if (how == 4)
    write_file(x->path, other->content, (size_t)other->bytes);
  else
    write_file(x->path, content, how == 0 ? bytes / 2 : how == 1 ? 0 : how == 6 ? bytes + 100 : bytes);
  free(content);
}

// ------------------------------------------------------------------------------------------------ folders

typedef struct place {
  char root[200], cache[240];
} place;

static place place_new(void) {
  place p;
  const char *temporary = getenv("TMPDIR");
  snprintf(p.root, sizeof p.root, "%.150s/tcfft-opencl-XXXXXX", temporary ? temporary : "/tmp");
  ck_assert_ptr_nonnull(mkdtemp(p.root));
  snprintf(p.cache, sizeof p.cache, "%s/some/cache", p.root);
  return p;
}

static void place_free(const place *p) {
  char command[300];
  snprintf(command, sizeof command, "rm -rf '%s'", p->root);
  ck_assert_int_eq(system(command), 0);
}

// Nothing is taken from a folder that others may write, and nothing stored there: files that nobody uses keep their time.
static void check_folder(const folder *f, const char *path) {
  const struct timespec long_ago[] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};
  struct stat info;
  for (int i = 0; i < f->files; i++) ck_assert_int_eq(utimensat(AT_FDCWD, f->file[i].path, long_ago, 0), 0);
  ck_assert_int_eq(chmod(path, 0777), 0);
  run_child("a folder that all may write");
  check_files(f, path, 1, "a folder that all may write");
  for (int i = 0; i < f->files; i++)
    ck_assert_msg(stat(f->file[i].path, &info) == 0 && info.st_mtime == 1000000000, "%s was used", f->file[i].path);
  ck_assert_int_eq(chmod(path, 0700), 0);
  run_child("a folder of the user's");
  for (int i = 0; i < f->files; i++)
    ck_assert_msg(stat(f->file[i].path, &info) == 0 && info.st_mtime > 1000000000, "%s was not used", f->file[i].path);
}

// Files appear, are used as they are, and where they are damaged they are replaced.
START_TEST(files) {
  static folder first, now;
  const place p = place_new();
  setenv("TCFFT_CACHE", p.cache, 1);
  run_child("the first");
  look(&first, p.cache);
  check_whole(&first);
  run_child("from disk");
  check_files(&first, p.cache, 1, "from disk");
  for (int how = 0; how < (int)TEST_COUNT(damages); how++) {
    look(&first, p.cache);
    for (int i = 0; i < first.files; i++) damage(&first, i, how);
    look(&now, p.cache);
    run_child(damages[how]);
    check_files(&now, p.cache, 0, damages[how]);
  }
  look(&first, p.cache);
  run_child("from disk again");
  check_files(&first, p.cache, 1, "from disk again");
  check_folder(&first, p.cache);
  place_free(&p);
}
END_TEST

// A folder that only says what it has, and paths where no folder can be.
START_TEST(not_writable) {
  static folder first, damaged, after;
  const place p = place_new();
  setenv("TCFFT_CACHE", p.cache, 1);
  run_child("the first");
  look(&first, p.cache);
  for (int i = 0; i < first.files; i += 2) damage(&first, i, 0);
  look(&damaged, p.cache);
  ck_assert_int_eq(chmod(p.cache, 0500), 0);
  run_child("in a folder that is read only");
  look(&after, p.cache);
  ck_assert_int_eq(after.files, damaged.files);
  if (geteuid() == 0)
    printf("left out: nothing is read only for root\n");
  else
    for (int i = 0; i < after.files; i++) ck_assert_uint_eq(after.file[i].bytes, damaged.file[i].bytes);
  ck_assert_int_eq(chmod(p.cache, 0700), 0);
  char below[420];
  snprintf(below, sizeof below, "%.400s/below", first.file[0].path);
  const char *const nowhere[] = {first.file[0].path, below, "/proc/tcfft", "/dev/null"};
  for (size_t i = 0; i < TEST_COUNT(nowhere); i++) {
    setenv("TCFFT_CACHE", nowhere[i], 1);
    run_child(nowhere[i]);
  }
  place_free(&p);
}
END_TEST

// Without TCFFT_CACHE, PoCL's programs are not stored, because PoCL has a cache of its own.
static void check_unnamed(const place *p, const char *task, const char *path) {
  static folder now;
  char report[300], name[100] = "";
  snprintf(report, sizeof report, "%s/platform", p->root);
  setenv("TCFFT_TEST_REPORT", report, 1);
  unlink(report);
  run_child(task);
  FILE *from = fopen(report, "r");
  ck_assert(from && fgets(name, sizeof name, from));
  fclose(from);
  look(&now, path);
  if (strcmp(name, "Portable Computing Language") != 0)
    check_whole(&now);
  else
    ck_assert_int_eq(now.files, 0);
}

// "" is no cache, wherever the home is; none said is the home's.
START_TEST(nowhere) {
  static folder now;
  const place p = place_new();
  char of_home[300], of_xdg[300];
  snprintf(of_home, sizeof of_home, "%s/.cache/tcfft", p.root);
  snprintf(of_xdg, sizeof of_xdg, "%s/tcfft", p.root);
  setenv("HOME", p.root, 1);
  unsetenv("XDG_CACHE_HOME");
  setenv("TCFFT_CACHE", "", 1);
  run_child("no cache");
  look(&now, p.root);
  for (int i = 0; i < now.files; i++) ck_abort_msg("%s was written", now.file[i].path);
  look(&now, of_home);
  ck_assert_int_eq(now.files, 0);
  unsetenv("TCFFT_CACHE");
  check_unnamed(&p, "the home's", of_home);
  setenv("XDG_CACHE_HOME", p.root, 1);
  check_unnamed(&p, "XDG's", of_xdg);
  place_free(&p);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("opencl_cache");
  tcase_add_test(test_case(suite, "files", 300), files);
  TCase *c = test_case(suite, "folders", 300);
  tcase_add_test(c, not_writable);
  tcase_add_test(c, nowhere);
  tcase_add_test(child_case(suite, "in_child"), in_child);
  return suite;
}
