// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The folder of the program cache: where it is, how large it may become, what is in it. The cache's files are the regular
// files of the names that it gives (32 digits of a hash and ".cubin", with six characters more until they are complete)
// that belong to the user. Nothing else in the folder is counted or removed, and no symbolic link is followed. Any number
// of processes may do this at once: a file that is gone counts as removed.
#ifndef TCFFT_BACKEND_CACHE_FOLDER_H
#define TCFFT_BACKEND_CACHE_FOLDER_H

#include <limits.h>
#include <stdint.h>
#include <time.h>

#include "base/owned_file.h"

// $TCFFT_CACHE, else $XDG_CACHE_HOME/tcfft, else $HOME/.cache/tcfft. Returns 0 where there is no cache.
int tcf_cache_folder(char folder[PATH_MAX]);

// Most bytes of all files together: $TCFFT_CACHE_MB million, 256 million where that is no number. 0: nothing is stored.
int64_t tcf_cache_limit(void);

// Notes that an open file was used: its time of modification is the time of its last use.
void tcf_cache_renew(int file);

// A file of this name and so many bytes was written. If the files exceed the limit on disk, removes those whose last use is
// longest ago until they are a tenth below, but not that one. Also removes what was left behind by processes that ended
// before a file was complete. The folder is listed when a process first writes, and again when it may have become too large.
void tcf_cache_trim(const char *folder, const char *kept, int64_t written);

typedef struct tcf_cache_content {
  tcf_owned folder;       // whether files of this folder are taken
  int64_t files, bytes;   // the cache's
  int64_t refused;        // of those, and of others of such names, how many are there but not taken
  time_t oldest, newest;  // last use; 0 without files
} tcf_cache_content;

// Looks at every file. Returns 0, or the errno of what failed. A folder that does not exist is empty.
int tcf_cache_look(const char *folder, tcf_cache_content *content);

// Removes every file, and says how many there were with how many bytes. Returns 0, or the errno of what failed last;
// other files are removed all the same.
int tcf_cache_clear(const char *folder, int64_t *files, int64_t *bytes);

#endif
