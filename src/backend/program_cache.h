// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Compiled programs, and results of planning (planning_cache.h), on disk, in the folder that backend/cache_folder.h names.
// TCFFT_CACHE="" turns the cache off. OpenCL programs of a platform that has a cache of its own are stored only if
// TCFFT_CACHE is set. Files that others than the user or root may have written are not read (base/owned_file.h). The files
// keep below a size together, by dropping what was used longest ago. A cache that cannot be read or written is ignored:
// programs are compiled again, and nothing fails. Any number of processes may share a cache. Set-user-id programs use none.
#ifndef TCFFT_BACKEND_PROGRAM_CACHE_H
#define TCFFT_BACKEND_PROGRAM_CACHE_H

#include <stddef.h>

// Whether programs are to be stored. named: only if TCFFT_CACHE names the folder.
int tcf_cache_is_on(int named);

// Reads the code that was stored under this key into *code, which the caller frees. Returns 0 if there is none, or if the
// file is damaged or not taken.
int tcf_cache_read(const char *key, void **code, size_t *bytes);

// Stores code under a key, and replaces what was stored there. Failures are ignored.
void tcf_cache_write(const char *key, const void *code, size_t bytes);

#endif
