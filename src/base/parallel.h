// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Work that is done by several threads at once while its caller waits.
#ifndef TCFFT_BASE_PARALLEL_H
#define TCFFT_BASE_PARALLEL_H

#include <stddef.h>

// Cores that the process may use.
int tcf_cores(void);

// Calls part(context, i) for 0 <= i < count, on this thread and on others, of which there are no more than the process has
// cores. Each thread takes the next part as soon as it has done one. Where no thread can be started, this one does all
// parts. stack: bytes of stack for a part; 0: as the system has it. What a part leaves in the error text of another thread
// is lost.
void tcf_in_parallel(int count, void (*part)(void *context, int i), void *context, size_t stack);

#endif
