// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/wisdom_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/owned_file.h"
#include "base/process.h"
#include "planner/wisdom_path.h"

static tcfft_status no_path(void) {
  return tcf_fail(TCFFT_ERROR_FILE,
                  "there is no file of wisdom: TCFFT_WISDOM is empty, or neither XDG_CACHE_HOME nor HOME is set");
}

tcfft_status tcf_wisdom_import_file(const char *path, tcf_wisdom_counts *counts) {
  char users[PATH_MAX];
  const char *why;
  if (!path && !tcf_wisdom_path(users)) return no_path();
  char *text = tcf_wisdom_read(path ? path : users, &why);
  if (!text) return tcf_fail(TCFFT_ERROR_FILE, "%.300s %s", path ? path : users, why);
  const tcfft_status status = tcf_wisdom_import(text, 1, counts);
  free(text);
  return status;
}

// Takes the lock of those who replace a file: that of a file beside it. -1: there is none, and the file cannot be written either.
static int lock_file(const char *path) {
  char beside[PATH_MAX];
  if (snprintf(beside, sizeof beside, "%s.lock", path) >= (int)sizeof beside) return -1;
  tcf_make_folders(beside);
  const int file = open(beside, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0600);
  if (file < 0) return -1;
  while (flock(file, LOCK_EX) != 0)
    if (errno != EINTR) break;
  return file;
}

// Adds what a file has that is about to be replaced. A file that does not exist has nothing.
static tcfft_status merge_file(const char *path) {
  tcf_wisdom_counts counts;
  if (access(path, F_OK) != 0) return TCFFT_SUCCESS;
  const tcfft_status status = tcf_wisdom_import_file(path, &counts);
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

static tcfft_status replace(const char *path) {
  size_t bytes;
  TCF_TRY(merge_file(path));
  char *text = whole_text(&bytes);
  if (!text) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for the text of the wisdom");
  const tcf_file_part part = {.data = text, .bytes = bytes};
  const int error = tcf_file_replace(path, &part, 1);
  free(text);
  return error ? tcf_fail(TCFFT_ERROR_FILE, "%.300s cannot be written: %s", path, strerror(error)) : TCFFT_SUCCESS;
}

tcfft_status tcf_wisdom_export_file(const char *path) {
  char users[PATH_MAX];
  if (!path && !tcf_wisdom_path(users)) return no_path();
  if (!path) path = users;
  const int lock = lock_file(path);
  if (lock < 0) return tcf_fail(TCFFT_ERROR_FILE, "%.300s cannot be written: %s", path, strerror(errno));
  const tcfft_status status = replace(path);
  close(lock);
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
