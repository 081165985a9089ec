// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/wisdom_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/owned_file.h"
#include "base/process.h"
#include "planner/wisdom_path.h"

static tcfft_status no_path(void) {
  return tcf_fail(TCFFT_ERROR_FILE,
                  "there is no file of wisdom: TCFFT_WISDOM is empty, or neither XDG_CACHE_HOME nor HOME is set");
}

// Adds the records of a file. *absent, if not NULL, and no failure: there is no such file.
static tcfft_status import_file(const char *path, tcf_wisdom_how how, tcf_wisdom_counts *counts, int *absent) {
  tcf_owned answer;
  char *text = tcf_wisdom_read(path, &answer);
  if (absent) *absent = !text && answer == TCF_OWNED_ABSENT;
  if (absent && *absent) return TCFFT_SUCCESS;
  if (!text)
    return tcf_fail(TCFFT_ERROR_FILE, "%.300s %s", path, answer == TCF_OWNED ? "is no text" : tcf_owned_words(answer));
  const tcfft_status status = tcf_wisdom_import(text, how, counts);
  free(text);
  return status == TCFFT_ERROR_PARSE ? tcf_fail_in(status, "%.300s", path) : status;
}

tcfft_status tcf_wisdom_import_file(const char *path, tcf_wisdom_counts *counts) {
  char users[PATH_MAX];
  if (!path && !tcf_wisdom_path(users)) return no_path();
  return import_file(path ? path : users, TCF_WISDOM_CHECK, counts, NULL);
}

// Takes the lock of those who replace a file: that of a file beside it, for the file itself is another one afterwards. Waits
// for others for as long as many exports take. -1, with errno: there is none.
static int lock_file(const char *path) {
  enum { TRIES = 1000 };  // of 10 ms
  char beside[PATH_MAX];
  errno = ENAMETOOLONG;
  if (snprintf(beside, sizeof beside, "%s.lock", path) >= (int)sizeof beside) return -1;
  tcf_make_folders(beside);
  const int file = open(beside, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0600);
  if (file < 0) return -1;
  for (int i = 0; i < TRIES; i++) {
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return file;
    if (errno != EWOULDBLOCK && errno != EINTR) break;
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  }
  const int error = errno;
  close(file);
  errno = error;
  return -1;
}

// A child that was forked meanwhile has the file open too, so that closing it alone would not free the lock.
static void unlock_file(int file) {
  flock(file, LOCK_UN);
  close(file);
}

// Adds what a file has that is about to be replaced. A file that does not exist has nothing.
static tcfft_status merge_file(const char *path) {
  tcf_wisdom_counts counts;
  int absent;
  const tcfft_status status = import_file(path, TCF_WISDOM_MERGE, &counts, &absent);
  if (status != TCFFT_ERROR_PARSE) return status;
  return tcf_fail(TCFFT_ERROR_FILE, "%.300s is left alone: it is no file of wisdom", path);
}

// All wisdom as a text that the caller frees. NULL: there is no memory. Other threads may add records between the two calls.
static char *whole_text(size_t *bytes) {
  tcf_writer w = {0};
  char *text = NULL;
  do {
    free(text);
    w = (tcf_writer){.cap = w.len + 1};
    w.buf = text = tcf_alloc(w.cap);
    if (!text) return NULL;
    tcf_wisdom_export(&w);
  } while (w.len >= w.cap);
  *bytes = w.len;
  return text;
}

static tcfft_status cannot_write(const char *path, int error) {
  return tcf_fail(TCFFT_ERROR_FILE, "\"%.300s\" cannot be written: %s", path, strerror(error));
}

// Users who may read the file may do so afterwards: a file of root may be there for all.
static tcfft_status replace(const char *path) {
  struct stat old;
  size_t bytes;
  const int was = stat(path, &old) == 0;
  TCF_TRY(merge_file(path));
  char *text = whole_text(&bytes);
  if (!text) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for the text of the wisdom");
  const tcf_file_part part = {.data = text, .bytes = bytes};
  const int error = tcf_file_replace(path, &part, 1);
  free(text);
  if (error) return cannot_write(path, error);
  if (was && (old.st_mode & 0044)) (void)!chmod(path, old.st_mode & 0644);
  return TCFFT_SUCCESS;
}

tcfft_status tcf_wisdom_export_file(const char *path) {
  char users[PATH_MAX], real[PATH_MAX];
  struct stat there;
  if (!path && !tcf_wisdom_path(users)) return no_path();
  if (!path) path = users;
  if (!*path) return cannot_write(path, ENOENT);
  const int is_there = stat(path, &there) == 0;
  if ((is_there && S_ISDIR(there.st_mode)) || path[strlen(path) - 1] == '/') return cannot_write(path, EISDIR);
  if (is_there && !S_ISREG(there.st_mode)) return tcf_fail(TCFFT_ERROR_FILE, "\"%.300s\" is no regular file", path);
  if (is_there && realpath(path, real)) path = real;  // a link stays one
  const int lock = lock_file(path);
  if (lock < 0) return cannot_write(path, errno);
  const tcfft_status status = replace(path);
  unlock_file(lock);
  return status;
}

tcfft_status tcf_wisdom_remember(const tcf_schedule *s, const tcf_problem *p, const tcf_device *d, int threads) {
  char error[TCF_ERROR_TEXT];
  const char *named = tcf_process_variable("TCFFT_WISDOM");
  TCF_TRY(tcf_wisdom_add(s, p, d, threads, s->time));
  if (!named || !*named) return TCFFT_SUCCESS;
  tcf_keep_error(error);
  if (tcf_wisdom_export_file(NULL) != TCFFT_SUCCESS) tcf_restore_error(error);
  return TCFFT_SUCCESS;
}
