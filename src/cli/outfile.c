// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "cli/outfile.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"

// Temporary files that a signal has to remove. A slot holds a path or NULL; the handler only reads.
enum { SLOTS = 8 };
static char *volatile pending[SLOTS];

static void remove_pending(int signal_number) {
  for (int i = 0; i < SLOTS; i++) {
    const char *path = pending[i];
    if (path) unlink(path);
  }
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

static void remember(char *path) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  static int installed;
  for (size_t i = 0; !installed && i < sizeof signals / sizeof *signals; i++)
    if (signal(signals[i], remove_pending) == SIG_IGN) signal(signals[i], SIG_IGN);
  installed = 1;
  for (int i = 0; i < SLOTS; i++) {
    if (pending[i]) continue;
    pending[i] = path;
    return;
  }
}

static void forget(const char *path) {
  for (int i = 0; i < SLOTS; i++)
    if (pending[i] == path) pending[i] = NULL;
}

static void release(tcf_outfile *o) {
  if (o->temporary) forget(o->temporary);
  free(o->temporary);
  free(o->path);
  *o = (tcf_outfile){0};
}

// mkstemp makes files that only their owner may read; what a user asked for gets the usual permissions.
static int open_temporary(char *name) {
  int fd = mkstemp(name);
  if (fd < 0) return -1;
  mode_t mask = umask(0);
  umask(mask);
  fchmod(fd, 0666 & ~mask);
  return fd;
}

int tcf_outfile_open(tcf_outfile *o, const char *path, char *why, size_t why_cap) {
  *o = (tcf_outfile){.path = strdup(path)};
  if (!o->path) return tcf_because(why, why_cap, "%s: out of memory", path);
  struct stat info;
  if (!stat(path, &info) && !S_ISREG(info.st_mode)) {
    if (S_ISDIR(info.st_mode))
      errno = EISDIR;
    else
      o->file = fopen(path, "wb");
  } else if (!access(path, F_OK) && access(path, W_OK)) {
    // A rename would replace a file that its owner has write-protected.
  } else {
    size_t size = strlen(path) + sizeof ".XXXXXX";
    o->temporary = malloc(size);
    if (o->temporary) snprintf(o->temporary, size, "%s.XXXXXX", path);
    int fd = o->temporary ? open_temporary(o->temporary) : -1;
    if (fd >= 0) remember(o->temporary);
    if (fd >= 0 && !(o->file = fdopen(fd, "wb"))) {
      int error = errno;
      close(fd);
      unlink(o->temporary);
      errno = error;
    }
  }
  if (o->file) return 0;
  tcf_because(why, why_cap, "%s: %s", path, strerror(errno));
  release(o);
  return -1;
}

int tcf_outfile_commit(tcf_outfile *o, char *why, size_t why_cap) {
  int error = 0;
  errno = 0;
  if (fflush(o->file) || ferror(o->file)) error = errno ? errno : EIO;
  if (fclose(o->file) && !error) error = errno ? errno : EIO;
  o->file = NULL;
  if (!error && o->temporary && rename(o->temporary, o->path)) error = errno;
  if (error) {
    tcf_because(why, why_cap, "%s: %s", o->path, strerror(error));
    if (o->temporary) unlink(o->temporary);
  }
  release(o);
  return error ? -1 : 0;
}

void tcf_outfile_discard(tcf_outfile *o) {
  if (o->file) fclose(o->file);
  if (o->temporary) unlink(o->temporary);
  release(o);
}

int tcf_outfile_probe(const char *path, char *why, size_t why_cap) {
  tcf_outfile o;
  if (tcf_outfile_open(&o, path, why, why_cap)) return -1;
  tcf_outfile_discard(&o);
  return 0;
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
