// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "backend/cache_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/process.h"
#include "base/users_path.h"

enum { DEFAULT_MB = 256, BYTES_OF_MB = 1000000 };
enum { LEFT_BEHIND = 3600 };  // seconds after which no process still writes a file
enum { NOT_WORTH_IT = 60 };   // seconds between two uses of a file of which the second need not be noted

int tcf_cache_folder(char folder[PATH_MAX]) { return tcf_users_path(folder, PATH_MAX, "TCFFT_CACHE", ""); }

int64_t tcf_cache_limit(void) {
  const char *text = tcf_process_variable("TCFFT_CACHE_MB");
  const unsigned long long most = INT64_MAX / BYTES_OF_MB;
  if (!text || !*text || text[strspn(text, "0123456789")]) return (int64_t)DEFAULT_MB * BYTES_OF_MB;
  const unsigned long long wanted = strtoull(text, NULL, 10);  // the largest number where the text's is larger
  return (int64_t)(wanted < most ? wanted : most) * BYTES_OF_MB;
}

// A file that is used again and again is written to disk no more often than once a minute. A time to come is put right.
void tcf_cache_renew(int file) {
  struct stat info;
  const time_t now = time(NULL);
  if (fstat(file, &info) == 0 && info.st_mtime <= now && now - info.st_mtime < NOT_WORTH_IT) return;
  (void)futimens(file, NULL);  // fails for a file of root's, which is then not this user's to remove either
}

// ------------------------------------------------------------------------------------------------ the cache's files

enum { HASH_DIGITS = 32, NAME_MAX_BYTES = 48 };

typedef enum sort_of_name { NOT_OURS, COMPLETE, UNFINISHED } sort_of_name;

static sort_of_name sort_of(const char *name) {
  static const char ending[] = ".cubin", more[] = "XXXXXX";
  const size_t length = strlen(name), complete = HASH_DIGITS + strlen(ending);
  if (strspn(name, "0123456789abcdef") != HASH_DIGITS || strncmp(name + HASH_DIGITS, ending, strlen(ending)) != 0)
    return NOT_OURS;
  if (length == complete) return COMPLETE;
  const int unfinished = length == complete + 1 + strlen(more) && name[complete] == '.' && !strchr(name + complete + 1, '.');
  return unfinished ? UNFINISHED : NOT_OURS;
}

typedef struct entry {
  char name[NAME_MAX_BYTES];
  sort_of_name sort;
  int64_t bytes;
  struct timespec used;
  ino_t inode;
} entry;

typedef struct listing {
  entry *entries;
  size_t count, room;
  int64_t bytes;
} listing;

// What a file takes of a disk: of records of planning that is a multiple of what they hold.
static int64_t on_disk(const entry *e) {
  enum { BLOCK = 4096 };
  return (e->bytes + BLOCK - 1) / BLOCK * BLOCK;
}

static int append(listing *l, const entry *e) {
  if (l->count == l->room) {
    const size_t room = l->room ? 2 * l->room : 64;
    entry *more = realloc(l->entries, room * sizeof *more);
    if (!more) return ENOMEM;
    l->entries = more;
    l->room = room;
  }
  l->entries[l->count++] = *e;
  l->bytes += on_disk(e);
  return 0;
}

// Whether this is a file of the cache, which is then described.
static int describe(int folder, const char *name, entry *e) {
  struct stat info;
  *e = (entry){.sort = sort_of(name)};
  if (e->sort == NOT_OURS || fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0) return 0;
  if (!S_ISREG(info.st_mode) || info.st_uid != geteuid()) return 0;
  snprintf(e->name, sizeof e->name, "%s", name);
  e->bytes = info.st_size;
  e->used = info.st_mtim;
  e->inode = info.st_ino;
  return 1;
}

// Calls visit for each name of the folder until it answers an errno, which is then the result.
static int each_name(int folder, int (*visit)(int folder, const char *name, void *user), void *user) {
  const int readable = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *d = readable < 0 ? NULL : fdopendir(readable);
  if (!d) {
    const int error = errno;
    if (readable >= 0) close(readable);
    return error;
  }
  int error = 0;
  errno = 0;
  for (struct dirent *e; !error && (e = readdir(d)); errno = 0) error = visit(folder, e->d_name, user);
  if (!error) error = errno;
  closedir(d);
  return error;
}

static int list_one(int folder, const char *name, void *user) {
  entry e;
  return describe(folder, name, &e) ? append(user, &e) : 0;
}

// ------------------------------------------------------------------------------------------------ removing

static int compare_times(const struct timespec *a, const struct timespec *b) {
  if (a->tv_sec != b->tv_sec) return a->tv_sec < b->tv_sec ? -1 : 1;
  return (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec);
}

// By last use. Files of one moment have an order too, so that processes that do this at once remove the same ones.
static int by_use(const void *a, const void *b) {
  const entry *x = a, *y = b;
  const int order = compare_times(&x->used, &y->used);
  return order ? order : strcmp(x->name, y->name);
}

// Removes a file, unless another process has used it or written it again since it was listed. Returns 0 if it is gone,
// else the errno.
static int drop(int folder, const entry *e) {
  entry now;
  if (!describe(folder, e->name, &now)) return 0;
  if (now.inode != e->inode || compare_times(&now.used, &e->used) != 0) return EBUSY;
  return unlinkat(folder, e->name, 0) == 0 || errno == ENOENT ? 0 : errno;
}

static void drop_left_behind(int folder, listing *l) {
  const time_t now = time(NULL);
  for (size_t i = 0; i < l->count; i++) {
    entry *e = &l->entries[i];
    if (e->sort != UNFINISHED || now - e->used.tv_sec <= LEFT_BEHIND || drop(folder, e) != 0) continue;
    l->bytes -= on_disk(e);
    e->bytes = 0;
  }
}

static void drop_oldest(int folder, listing *l, int64_t wanted, const char *kept) {
  qsort(l->entries, l->count, sizeof *l->entries, by_use);
  for (size_t i = 0; i < l->count && l->bytes > wanted; i++) {
    const entry *e = &l->entries[i];
    if (e->sort == COMPLETE && strcmp(e->name, kept) != 0 && drop(folder, e) == 0) l->bytes -= on_disk(e);
  }
}

static void trim(const char *folder, const char *kept, int64_t limit, int64_t *bytes) {
  int opened;
  listing l = {0};
  if (tcf_owned_open_folder(folder, &opened) == TCF_OWNED && each_name(opened, list_one, &l) == 0) {
    drop_left_behind(opened, &l);
    if (l.bytes > limit) drop_oldest(opened, &l, limit - limit / 10, kept);
  }
  *bytes = l.bytes;
  free(l.entries);
  if (opened >= 0) close(opened);
}

// What this process knows of a folder: the bytes that the last listing found, and what it has written since. Listing takes a
// microsecond a file and more, and a cache may have 60000.
static struct {
  char folder[PATH_MAX];
  int64_t limit, bytes, since;
} known;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// Other processes may have written as much, so that a sixteenth of the limit is enough to look again.
static int is_within(const char *folder, int64_t limit, int64_t written) {
  if (strcmp(known.folder, folder) != 0 || known.limit != limit) return 0;
  known.since += written;
  return known.bytes + known.since <= limit && known.since <= limit / 16;
}

static void learn(const char *folder, int64_t limit, int64_t bytes) {
  snprintf(known.folder, sizeof known.folder, "%s", folder);
  known.limit = limit;
  known.bytes = bytes;
  known.since = 0;
}

// Where another thread is at it, or was when the process was forked, this one does not wait for it.
void tcf_cache_trim(const char *folder, const char *kept, int64_t written) {
  const entry added = {.bytes = written};
  const int64_t limit = tcf_cache_limit();
  const int alone = pthread_mutex_trylock(&lock) == 0;
  int64_t bytes;
  if (!alone || !is_within(folder, limit, on_disk(&added))) {
    trim(folder, kept, limit, &bytes);
    if (alone) learn(folder, limit, bytes);
  }
  if (alone) pthread_mutex_unlock(&lock);
}

// ------------------------------------------------------------------------------------------------ the command's view

static int look_at_one(int folder, const char *name, void *user) {
  tcf_cache_content *c = user;
  entry e;
  int file;
  const int own = describe(folder, name, &e);
  if (own) {
    const time_t used = e.used.tv_sec;
    if (!c->files || used < c->oldest) c->oldest = used;
    if (!c->files || used > c->newest) c->newest = used;
    c->files++;
    c->bytes += e.bytes;
  }
  if (sort_of(name) != COMPLETE) return 0;
  const tcf_owned answer = tcf_owned_open_at(folder, name, &file);
  if (answer == TCF_OWNED) close(file);
  if (answer != TCF_OWNED_ABSENT && (answer != TCF_OWNED || c->folder != TCF_OWNED)) c->refused++;
  return 0;
}

int tcf_cache_look(const char *folder, tcf_cache_content *content) {
  int opened;
  *content = (tcf_cache_content){.folder = tcf_owned_open_folder(folder, &opened)};
  if (opened < 0) return content->folder == TCF_OWNED_ABSENT ? 0 : errno;
  const int error = each_name(opened, look_at_one, content);
  close(opened);
  return error;
}

int tcf_cache_clear(const char *folder, int64_t *files, int64_t *bytes) {
  int opened;
  listing l = {0};
  *files = *bytes = 0;
  const tcf_owned answer = tcf_owned_open_folder(folder, &opened);
  if (opened < 0) return answer == TCF_OWNED_ABSENT ? 0 : errno;
  int error = each_name(opened, list_one, &l);
  for (size_t i = 0; i < l.count; i++) {
    if (unlinkat(opened, l.entries[i].name, 0) != 0) {
      if (errno != ENOENT) error = errno;
      continue;
    }
    ++*files;
    *bytes += l.entries[i].bytes;
  }
  free(l.entries);
  close(opened);
  return error;
}
