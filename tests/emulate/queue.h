// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Streams of the emulated device. Work is executed only when a call waits for its stream, so code that uses results
// without waiting does not find them. Not thread-safe.
#ifndef TCFFT_EMULATE_QUEUE_H
#define TCFFT_EMULATE_QUEUE_H

#include "grid.h"

// One recording of an event.
typedef struct tcf_emulated_recording {
  int made;
  int users;     // the event, and jobs
  void *stream;  // that it is made on
} tcf_emulated_recording;

typedef struct tcf_emulated_job {
  tcf_emulated_entry *entry;  // a launch; NULL: a copy, or what is called with `kept`
  tcfft_status (*call)(const void *kept);
  tcf_grid grid;
  void *to;
  const void *from;
  size_t bytes;
  void *kept;                          // freed with the job: a launch's arguments, a copy of what is copied
  int device;                          // of a launch
  tcf_emulated_recording *recording;   // to make, or to wait for
  int records;                         // 1: to make
  int64_t rows, to_pitch, from_pitch;  // of a copy of rows; 0 rows: of `bytes` alone
} tcf_emulated_job;

// Ends a use; NULL is nothing.
void tcf_emulated_recording_drop(tcf_emulated_recording *r);

// How many devices there are (TCFFT_EMULATE_DEVICES). Of several each launch sees the memory of its own alone, and streams
// that nothing was asked of go on now and then.
int tcf_emulated_devices(void);

// Takes job->kept, also where it fails.
tcfft_status tcf_emulated_put_job(void *stream, const tcf_emulated_job *job);

// Does what is in the stream. The first failure drops the rest, and is the answer of the next call that waits.
tcfft_status tcf_emulated_wait(void *stream);

// Waits for all streams, as releasing memory does. A failure is reported by the next call that waits for its stream.
void tcf_emulated_wait_all(void);

// Whether nothing is in the stream.
int tcf_emulated_idle(void *stream);

#endif
