// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Memory that is there once it is read: each page is filled by a function at its first access. One piece at a time, which
// one thread reads, since a page that is being filled can already be read.
#ifndef TCFFT_TESTS_SPARSE_PAGES_H
#define TCFFT_TESTS_SPARSE_PAGES_H

#include <stddef.h>

// Fills `bytes` of memory, a whole page, which begins so many bytes behind the first one.
typedef void (*pages_fill)(void *page, size_t at, size_t bytes);

// NULL: there are not so many addresses. Accesses that would fill more than `most` pages fail as if there were no memory.
void *pages_new(size_t bytes, int most, pages_fill fill);
int pages_filled(void);
void pages_free(void);

#endif
