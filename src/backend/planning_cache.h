// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Results of planning on disk, in files of the program cache: `recall` and `keep` of backends whose devices take long to
// plan for.
#ifndef TCFFT_BACKEND_PLANNING_CACHE_H
#define TCFFT_BACKEND_PLANNING_CACHE_H

#include <stddef.h>

int tcf_planning_recall(const char *what, void **data, size_t *bytes);
void tcf_planning_keep(const char *what, const void *data, size_t bytes);

// A digest of the sources that planning depends on and of what compiled them, which the build writes
// (src/cmake/planning_digest.cmake). It is part of what data is stored under, since other sources plan otherwise.
extern const char tcf_planning_digest[];

#endif
