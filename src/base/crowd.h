// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Whether other programs keep the cores busy, by how long work that several threads share takes. OpenMP's threads spin where
// they wait, so that two processes of as many threads as cores hold each other up until the system takes turns: milliseconds
// for microseconds. Such work is then done by one thread for a while.
#ifndef TCFFT_BASE_CROWD_H
#define TCFFT_BASE_CROWD_H

#include <stdint.h>

// Nanoseconds of a clock.
int64_t tcf_crowd_clock(void);

// Whether it is such a while. Never on a thread that measures.
int tcf_crowded(void);

// Tells of work that several threads began at a time and have ended now. A while of 10 ms begins if it took much longer than
// so many seconds, which it is predicted to take; one of twice the last one's length, to half a second, if it began behind
// that and took much longer again. Threads that measure tell nothing.
void tcf_crowd_note(int64_t begun, double predicted);

// The calling thread measures from now on, or does not.
void tcf_crowd_measures(int measures);

#endif
