// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "cli/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"

// Temporary files that a signal handler has to remove, or to rename where they have another name to be kept under. A slot
// holds a path or NULL; the handler only reads.
enum { SLOTS = 8 };
static char *volatile pending[SLOTS], *volatile parts[SLOTS];

static void leave(const char *temporary, const char *part) {
  if (!part || rename(temporary, part)) unlink(temporary);
}

static void leave_pending(int signal_number) {
  for (int i = 0; i < SLOTS; i++) {
    const char *path = pending[i];
    if (path) leave(path, parts[i]);
  }
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

// Called for the first output file. Signals that end the program remove the pending files. Signals of failing writes are
// ignored, because the write itself returns an error: if the reader of the printed table leaves early (head), the output
// file is still written.
static void install_handlers(void) {
  static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGXCPU}, failures[] = {SIGPIPE, SIGXFSZ};
  static int installed;
  if (installed) return;
  installed = 1;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (signal(ends[i], leave_pending) == SIG_IGN) signal(ends[i], SIG_IGN);
  for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) signal(failures[i], SIG_IGN);
}

static void remember(char *path) {
  for (int i = 0; i < SLOTS; i++) {
    if (pending[i]) continue;
    pending[i] = path;
    return;
  }
}

static void forget(const char *path) {
  for (int i = 0; i < SLOTS; i++) {
    if (pending[i] != path) continue;
    pending[i] = NULL;
    parts[i] = NULL;
  }
}

static void release(tcf_outfile *o) {
  if (o->temporary) forget(o->temporary);
  free(o->temporary);
  free(o->part);
  free(o->path);
  *o = (tcf_outfile){0};
}

// ------------------------------------------------------------------------------------------------ writing

// Returns 0 or errno.
static int write_all(int to, const char *bytes, size_t size) {
  while (size) {
    const ssize_t done = write(to, bytes, size);
    if (done < 0 && errno != EINTR) return errno;
    if (done < 0) continue;
    bytes += done;
    size -= (size_t)done;
  }
  return 0;
}

// The stream's write function. After a failure nothing more is written, so that the first error is the one reported.
static ssize_t put(void *cookie, const char *bytes, size_t size) {
  tcf_outfile *o = cookie;
  if (!o->error) o->error = write_all(o->descriptor, bytes, size);
  return o->error ? 0 : (ssize_t)size;
}

static int copy_all(int from, int to) {
  char block[1 << 16];
  if (lseek(from, 0, SEEK_SET)) return errno;
  for (;;) {
    const ssize_t got = read(from, block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got ? errno : 0;
    const int error = write_all(to, block, (size_t)got);
    if (error) return error;
  }
}

// Replaces a file's contents by those of a descriptor. Space is allocated before anything is overwritten, so that a full
// disk does not destroy the old contents. Returns 0 or errno.
static int overwrite(int from, const char *path) {
  struct stat wanted, old;
  const int to = open(path, O_WRONLY | O_CLOEXEC);
  if (to < 0) return errno;
  int error = fstat(from, &wanted) || fstat(to, &old) ? errno : 0;
  if (!error && wanted.st_size > old.st_size) {
    error = posix_fallocate(to, 0, wanted.st_size);
    if (error && ftruncate(to, old.st_size)) error = errno;
  }
  if (!error) error = copy_all(from, to);
  if (!error && ftruncate(to, wanted.st_size)) error = errno;
  if (close(to) && !error) error = errno;
  return error;
}

// ------------------------------------------------------------------------------------------------ where to

// Follows the symbolic links of a path's last component, even if the file does not exist yet. NULL with errno set on
// failure.
static char *follow_links(const char *path) {
  enum { MOST_LINKS = 40 };
  char *name = strdup(path), target[PATH_MAX];
  for (int links = 0; name; links++) {
    const ssize_t length = readlink(name, target, sizeof target - 1);
    if (length < 0) return name;
    target[length] = 0;
    const char *slash = target[0] == '/' ? NULL : strrchr(name, '/');
    char *next = NULL;
    if (links == MOST_LINKS)
      errno = ELOOP;
    else if (asprintf(&next, "%.*s%s", slash ? (int)(slash - name) + 1 : 0, name, target) < 0)
      next = NULL;
    free(name);
    name = next;
  }
  return NULL;
}

// Opens a file with a temporary name in the folder of o->path. The name is short and does not contain o->path's, which may
// already be as long as names can be. Returns 0 or errno.
static int open_temporary(tcf_outfile *o) {
  const char *slash = strrchr(o->path, '/');
  if (asprintf(&o->temporary, "%.*s.tcfft-XXXXXX", slash ? (int)(slash - o->path) + 1 : 0, o->path) < 0) {
    o->temporary = NULL;
    return ENOMEM;
  }
  o->descriptor = mkostemp(o->temporary, O_CLOEXEC);
  if (o->descriptor < 0) {
    const int error = errno;
    free(o->temporary);
    o->temporary = NULL;
    return error;
  }
  remember(o->temporary);
  return 0;
}

// Closes and removes what has been opened.
static void drop(tcf_outfile *o) {
  if (o->descriptor >= 0) close(o->descriptor);
  o->descriptor = -1;
  if (!o->temporary) return;
  unlink(o->temporary);
  forget(o->temporary);
  free(o->temporary);
  o->temporary = NULL;
}

// For a new file. mkostemp makes files that only their owner may read, so the usual permissions are set.
static int open_new(tcf_outfile *o) {
  const int error = open_temporary(o);
  if (error) return error;
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(o->descriptor, 0666 & ~mask);
  return 0;
}

// Whether renaming the temporary file to o->path would change only the contents. Gives it the old file's group and mode.
static bool replaces(const tcf_outfile *o, const struct stat *old) {
  struct stat behind, made;
  if (old->st_nlink != 1 || old->st_uid != geteuid()) return false;
  if (stat(o->path, &behind) || behind.st_dev != old->st_dev || behind.st_ino != old->st_ino) return false;
  if (fchown(o->descriptor, (uid_t)-1, old->st_gid) || fchmod(o->descriptor, old->st_mode & 07777)) return false;
  return !fstat(o->descriptor, &made) && made.st_mode == old->st_mode && made.st_gid == old->st_gid;
}

static int open_waiting(tcf_outfile *o) {
  FILE *file = tmpfile();
  if (!file) return errno;
  o->descriptor = fcntl(fileno(file), F_DUPFD_CLOEXEC, 0);
  const int error = o->descriptor < 0 ? errno : 0;
  fclose(file);
  return error;
}

// For a regular file that exists.
static int open_over(tcf_outfile *o, const char *path, const struct stat *old) {
  if (access(path, W_OK)) return errno;  // a rename would replace a file that its owner has write-protected
  if (!open_temporary(o)) {
    if (replaces(o, old)) return 0;
    drop(o);
  }
  // The original path is kept: the target of a link in /proc may have no other name.
  free(o->path);
  o->path = strdup(path);
  return o->path ? open_waiting(o) : ENOMEM;
}

static int look(const char *path, struct stat *info) {
  return strcmp(path, "-") != 0 ? stat(path, info) : fstat(STDOUT_FILENO, info);
}

bool tcf_outfile_same(const char *out, const char *other) {
  struct stat a, b;
  if (!strcmp(out, other)) return true;
  if (look(out, &a) || look(other, &b)) return false;
  // Character devices, such as /dev/null and a terminal, may be used twice.
  return !S_ISCHR(a.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// Whether a path is standard output. A character device other than a terminal, such as /dev/null, does not count.
static bool is_standard_output(const char *path) {
  struct stat out, info;
  if (!strcmp(path, "-")) return true;
  if (fstat(STDOUT_FILENO, &out) || stat(path, &info) || (S_ISCHR(out.st_mode) && !isatty(STDOUT_FILENO))) return false;
  return out.st_dev == info.st_dev && out.st_ino == info.st_ino;
}

// Takes standard output for the data; what is printed goes to standard error from now on. Returns 0 or errno.
static int take_standard_output(tcf_outfile *o) {
  if (fflush(stdout)) return errno;
  o->descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  return o->descriptor < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0 ? errno : 0;
}

static int open_path(tcf_outfile *o, const char *path) {
  if (is_standard_output(path)) return take_standard_output(o);
  struct stat info;
  const int there = !stat(path, &info);
  if (!there && errno != ENOENT) return errno;
  if (there && S_ISDIR(info.st_mode)) return EISDIR;
  if (there && !S_ISREG(info.st_mode)) {
    o->descriptor = open(path, O_WRONLY | O_CLOEXEC);
    return o->descriptor < 0 ? errno : 0;
  }
  o->path = follow_links(path);
  if (!o->path) return errno;
  install_handlers();
  return there ? open_over(o, path, &info) : open_new(o);
}

int tcf_outfile_open(tcf_outfile *o, const char *path) {
  *o = (tcf_outfile){.name = path, .descriptor = -1};
  if (!path) return 0;
  if (!*path) return tcf_failure("cannot write", "the name of the output file is empty");
  int error = open_path(o, path);
  if (!error && !(o->file = fopencookie(o, "wb", (cookie_io_functions_t){.write = put}))) error = ENOMEM;
  if (!error) return 0;
  drop(o);
  release(o);
  return tcf_failure("cannot write", "%s: %s", path, strerror(error));
}

// ------------------------------------------------------------------------------------------------ the end

void tcf_outfile_keep(tcf_outfile *o) {
  if (!o->file || fflush(o->file) || !o->temporary || o->part) return;
  if (asprintf(&o->part, "%s.part", o->path) < 0) o->part = NULL;
  for (int i = 0; i < SLOTS; i++)
    if (pending[i] == o->temporary) parts[i] = o->part;
}

// Gives the temporary file its name. Returns 0 or errno.
static int put_in_place(const tcf_outfile *o) {
  if (!rename(o->temporary, o->path)) return 0;
  if (errno != EBUSY) return errno;
  // A file that is a mount point can be written, but not replaced.
  const int from = open(o->temporary, O_RDONLY | O_CLOEXEC);
  if (from < 0) return errno;
  const int error = overwrite(from, o->path);
  close(from);
  unlink(o->temporary);
  return error;
}

int tcf_outfile_commit(tcf_outfile *o) {
  const bool waiting = o->path && !o->temporary;
  const char *name = o->name;
  if (!o->file) return 0;
  errno = 0;
  const int closed = fclose(o->file);
  o->file = NULL;
  int error = o->error;
  if (closed && !error) error = errno ? errno : EIO;
  const bool in_waiting = error && waiting;
  if (!error && waiting) error = overwrite(o->descriptor, o->path);
  if (close(o->descriptor) && !error) error = errno;
  if (!error && o->path && o->temporary) error = put_in_place(o);
  if (error && o->temporary) unlink(o->temporary);
  release(o);
  if (!error) return 0;
  return tcf_failure("cannot write", "%s: %s%s", name, strerror(error),
                     in_waiting ? " (in the folder of temporary files)" : "");
}

void tcf_outfile_discard(tcf_outfile *o) {
  if (o->file) {
    fclose(o->file);
    close(o->descriptor);
    if (o->temporary) leave(o->temporary, o->part);
  }
  release(o);
}

void tcf_csv_text(FILE *file, const char *text) {
  if (!strpbrk(text, ",\"\r\n")) {
    fputs(text, file);
    return;
  }
  fputc('"', file);
  for (; *text; text++) {
    if (*text == '"') fputc('"', file);
    fputc(*text, file);
  }
  fputc('"', file);
}
