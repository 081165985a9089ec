// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "base/owned_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/process.h"

// ------------------------------------------------------------------------------------------------ trust

static int is_owned(const struct stat *s) { return s->st_uid == geteuid() || s->st_uid == 0; }

// NULL, or why others than the user and root may exchange the files of the folder of a path.
static const char *folder_fault(const char *path) {
  char folder[PATH_MAX];
  struct stat s;
  const char *slash = strrchr(path, '/');
  const size_t length = slash ? (size_t)(slash - path) : 0;
  if (length >= sizeof folder) return "its path is too long";
  memcpy(folder, path, length);
  strcpy(folder + length, !slash ? "." : length ? "" : "/");
  if (stat(folder, &s) != 0) return "its folder cannot be looked at";
  if (!is_owned(&s)) return "its folder is another user's";
  if ((s.st_mode & (S_IWGRP | S_IWOTH)) && !(s.st_mode & S_ISVTX)) return "others may write its folder";
  return NULL;
}

static const char *file_fault(int file) {
  struct stat s;
  if (fstat(file, &s) != 0) return "it cannot be looked at";
  if (!S_ISREG(s.st_mode)) return "it is no regular file";
  if (!is_owned(&s)) return "it is another user's";
  if (s.st_mode & (S_IWGRP | S_IWOTH)) return "others may write it";
  return NULL;
}

int tcf_owned_open(const char *path, const char **why) {
  char leads_to[PATH_MAX];
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) {
    *why = errno == ENOENT ? "there is no such file" : errno == EACCES ? "it may not be read" : "it cannot be opened";
    return -1;
  }
  *why = file_fault(file);
  if (!*why) *why = folder_fault(path);
  // Where links lead to a file, the folder that holds it counts as well.
  if (!*why) *why = realpath(path, leads_to) ? folder_fault(leads_to) : "it cannot be looked at";
  if (!*why) return file;
  close(file);
  return -1;
}

// ------------------------------------------------------------------------------------------------ reading and writing

int tcf_read_all(int file, void *to, size_t bytes) {
  for (char *at = to; bytes;) {
    const ssize_t got = read(file, at, bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return 0;
    at += got;
    bytes -= (size_t)got;
  }
  return 1;
}

int tcf_write_all(int file, const void *from, size_t bytes) {
  for (const char *at = from; bytes;) {
    const ssize_t put = write(file, at, bytes);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return 0;
    at += put;
    bytes -= (size_t)put;
  }
  return 1;
}

char *tcf_owned_text(const char *path, size_t most, const char **why) {
  struct stat s;
  const int file = tcf_owned_open(path, why);
  if (file < 0) return NULL;
  char *text = NULL;
  *why = "it cannot be read";
  if (fstat(file, &s) == 0 && (s.st_size < 0 || (size_t)s.st_size > most)) {
    *why = "it is too long";
  } else if ((text = tcf_alloc((size_t)s.st_size + 1)) != NULL && tcf_read_all(file, text, (size_t)s.st_size)) {
    text[s.st_size] = 0;
    *why = strlen(text) == (size_t)s.st_size ? NULL : "it is no text";
  }
  close(file);
  if (!*why) return text;
  free(text);
  return NULL;
}

int tcf_users_path(char *path, size_t cap, const char *variable, const char *name) {
  const char *own = tcf_process_variable(variable), *xdg = tcf_process_variable("XDG_CACHE_HOME"),
             *home = tcf_process_variable("HOME"), *slash = *name ? "/" : "";
  int length = 0;
  if (own)
    length = snprintf(path, cap, "%s", own);
  else if (xdg && *xdg == '/')
    length = snprintf(path, cap, "%s/tcfft%s%s", xdg, slash, name);
  else if (home && *home == '/')
    length = snprintf(path, cap, "%s/.cache/tcfft%s%s", home, slash, name);
  return length > 0 && (size_t)length < cap;
}

void tcf_make_folders(const char *path) {
  char part[PATH_MAX];
  for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    if (slash - path >= PATH_MAX) return;
    memcpy(part, path, (size_t)(slash - path));
    part[slash - path] = 0;
    if (mkdir(part, 0700) != 0 && errno != EEXIST) return;
  }
}

int tcf_replace_begin(const char *path, char *temporary) {
  if (snprintf(temporary, PATH_MAX, "%s.XXXXXX", path) >= PATH_MAX) {
    errno = ENAMETOOLONG;
    return -1;
  }
  tcf_make_folders(path);
  return mkostemp(temporary, O_CLOEXEC);
}

int tcf_replace_end(const char *path, const char *temporary, int file, int done) {
  if (close(file) != 0) done = 0;  // a full disk may be reported only here
  if (done && rename(temporary, path) == 0) return 1;
  const int error = errno;
  unlink(temporary);
  errno = error;
  return 0;
}

int tcf_replace_file(const char *path, const void *bytes, size_t count) {
  char temporary[PATH_MAX];
  const int file = tcf_replace_begin(path, temporary);
  return file >= 0 && tcf_replace_end(path, temporary, file, tcf_write_all(file, bytes, count));
}
