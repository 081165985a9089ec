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

const char *tcf_owned_words(tcf_owned why) {
  static const char *const words[] = {
      [TCF_OWNED] = "is taken",
      [TCF_OWNED_ABSENT] = "does not exist",
      [TCF_OWNED_UNREADABLE] = "cannot be read",
      [TCF_OWNED_NO_FILE] = "is no regular file",
      [TCF_OWNED_STRANGER] = "belongs to another user",
      [TCF_OWNED_WRITABLE] = "can be written by others than its owner (chmod go-w)",
      [TCF_OWNED_IN_STRANGER] = "is in a folder that belongs to another user",
      [TCF_OWNED_IN_WRITABLE] = "is in a folder that others than its owner can write (chmod go-w)",
      [TCF_OWNED_TOO_LARGE] = "is too large",
      [TCF_OWNED_OUT_OF_MEMORY] = "does not fit in memory",
  };
  return words[why];
}

// ------------------------------------------------------------------------------------------------ who may have written it

static int is_trusted(uid_t owner) { return owner == geteuid() || owner == 0; }

static int others_write(const struct stat *info) { return (info->st_mode & (S_IWGRP | S_IWOTH)) != 0; }

static tcf_owned look_at_file(const struct stat *info) {
  if (!S_ISREG(info->st_mode)) return TCF_OWNED_NO_FILE;
  if (!is_trusted(info->st_uid)) return TCF_OWNED_STRANGER;
  return others_write(info) ? TCF_OWNED_WRITABLE : TCF_OWNED;
}

// Who may write a folder may rename files into it, older ones of the user's for example. In a folder with the sticky bit
// others remove and rename only what is theirs.
static tcf_owned look_at_folder(const struct stat *info) {
  if (!is_trusted(info->st_uid)) return TCF_OWNED_IN_STRANGER;
  return others_write(info) && !(info->st_mode & S_ISVTX) ? TCF_OWNED_IN_WRITABLE : TCF_OWNED;
}

static tcf_owned why_not_opened(void) { return errno == ENOENT ? TCF_OWNED_ABSENT : TCF_OWNED_UNREADABLE; }

tcf_owned tcf_owned_open_folder(const char *path, int *folder) {
  struct stat info;
  *folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (*folder < 0) return why_not_opened();
  if (fstat(*folder, &info) == 0) return look_at_folder(&info);
  close(*folder);
  *folder = -1;
  return TCF_OWNED_UNREADABLE;
}

// The descriptor is looked at, not the name, behind which there may be another file by then.
tcf_owned tcf_owned_open_at(int folder, const char *name, int *file) {
  struct stat info;
  const int opened = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (opened < 0) return why_not_opened();
  const tcf_owned answer = fstat(opened, &info) == 0 ? look_at_file(&info) : TCF_OWNED_UNREADABLE;
  if (answer == TCF_OWNED)
    *file = opened;
  else
    close(opened);
  return answer;
}

// The path's folder, "." where it names none. Returns the name in it; NULL if the path is too long.
static const char *split_path(const char *path, char folder[PATH_MAX]) {
  const char *slash = strrchr(path, '/');
  const size_t length = slash == path ? 1 : slash ? (size_t)(slash - path) : 0;
  if (length >= PATH_MAX) return NULL;
  memcpy(folder, path, length);
  folder[length] = 0;
  if (!length) strcpy(folder, ".");
  return slash ? slash + 1 : path;
}

tcf_owned tcf_owned_open(const char *path, int *file) {
  char folder[PATH_MAX];
  int opened;
  const char *name = split_path(path, folder);
  if (!name) {
    errno = ENAMETOOLONG;
    return TCF_OWNED_UNREADABLE;
  }
  tcf_owned answer = tcf_owned_open_folder(folder, &opened);
  if (answer == TCF_OWNED) answer = tcf_owned_open_at(opened, *name ? name : ".", file);
  if (opened >= 0) close(opened);
  return answer;
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

static tcf_owned read_whole(int file, size_t largest, char **content, size_t *bytes) {
  struct stat info;
  if (fstat(file, &info) != 0) return TCF_OWNED_UNREADABLE;
  const size_t size = (size_t)info.st_size;
  if (size > largest) return TCF_OWNED_TOO_LARGE;
  char *text = tcf_alloc(size + 1);
  if (!text) return TCF_OWNED_OUT_OF_MEMORY;
  if (!tcf_read_all(file, text, size)) {
    free(text);
    return TCF_OWNED_UNREADABLE;
  }
  text[size] = 0;
  *content = text;
  *bytes = size;
  return TCF_OWNED;
}

tcf_owned tcf_owned_read(const char *path, size_t largest, char **content, size_t *bytes) {
  int file;
  tcf_owned answer = tcf_owned_open(path, &file);
  if (answer != TCF_OWNED) return answer;
  answer = read_whole(file, largest, content, bytes);
  close(file);
  return answer;
}

static int write_all(int file, const void *from, size_t bytes) {
  for (const char *at = from; bytes;) {
    const ssize_t put = write(file, at, bytes);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return put < 0 ? errno : ENOSPC;
    at += put;
    bytes -= (size_t)put;
  }
  return 0;
}

// Failures are left to the file, which cannot be made either then and says why.
void tcf_make_folders(const char *path) {
  char part[PATH_MAX];
  for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    memcpy(part, path, (size_t)(slash - path));
    part[slash - path] = 0;
    (void)mkdir(part, 0700);
  }
}

// Completes a file under its temporary name, and gives it its own.
static int fill(int file, const char *temporary, const char *path, const tcf_file_part *parts, int count) {
  int error = 0;
  for (int i = 0; i < count && !error; i++) error = write_all(file, parts[i].data, parts[i].bytes);
  if (close(file) != 0 && !error) error = errno;  // a full disk may be reported only here
  if (!error && rename(temporary, path) != 0) error = errno;
  if (error) unlink(temporary);
  return error;
}

int tcf_file_replace(const char *path, const tcf_file_part *parts, int count) {
  char temporary[PATH_MAX];
  if (!*path) return ENOENT;
  if (snprintf(temporary, sizeof temporary, "%s.XXXXXX", path) >= (int)sizeof temporary) return ENAMETOOLONG;
  tcf_make_folders(path);
  const int file = mkostemp(temporary, O_CLOEXEC);
  if (file < 0) return errno;
  return fill(file, temporary, path, parts, count);
}
