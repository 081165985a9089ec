// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What a kernel is to the frame: a const descriptor at the foot of its file. It says itself what it can do and what that
// costs; the planner knows no kernel by name, and the build collects the descriptors (registry).
#ifndef TCFFT_CORE_KERNEL_H
#define TCFFT_CORE_KERNEL_H

#include "base/memory.h"
#include "core/backend.h"
#include "core/schedule.h"

// What a kernel may use to get ready for a stage.
typedef struct tcf_prepare {
  const tcf_device *device;
  const tcf_backend *backend;  // NULL in a dry run, which makes no tables
  int threads;
  int no_tables;      // what launches run is asked for, not what they read
  tcf_bump *bump;     // GPU: for what launches read, as far as it fits; NULL: there is none
  tcf_arena *tables;  // lives as long as the plan
} tcf_prepare;

// What it is then.
typedef struct tcf_prepared {
  void *state;     // in the arena
  size_t scratch;  // bytes that a launch needs
  // GPU: what launches run (the family is NULL where there is nothing), its parameters in the arena; the plan loads it.
  tcf_load load;
  // And what they read on the device, in the room, or in memory that free() takes (NULL: nothing). The plan puts it there.
  void *table;
  size_t table_bytes;
} tcf_prepared;

// What one launch gets. Everything that depends on the plan alone is in state.
typedef struct tcf_launch {
  const tcf_stage *stage;
  const tcf_backend *backend;
  void *stream;  // of the backend
  const void *state;
  const void *table;  // on the device
  const void *in;
  void *out;
  void *scratch;  // as many bytes as prepare said
  int threads;
  int inverse;
  float scale;
} tcf_launch;

// For which problems a kernel is taken: of its algorithm and of AUTO; of AUTO only where it was timed, and then unless
// others are more than 2 % faster; where its algorithm is asked for; of any algorithm (it only does what is around
// transforms).
typedef enum tcf_selection {
  TCF_SELECT_BY_ALGORITHM,
  TCF_SELECT_IF_TIMED,
  TCF_SELECT_IF_ASKED,
  TCF_SELECT_ALWAYS
} tcf_selection;

typedef struct tcf_kernel {
  const char *name;
  int revision;  // raised when the kernel's speed or choices change: tuned results of an older one no longer hold
  tcfft_backend backend;
  tcfft_algorithm algorithm;
  tcf_selection selection;
  const char *what;  // one line for `tcfft info`
  // Candidate number index for a stage whose kind, algorithm (AUTO: only what was timed, see tcf_selection), split, n,
  // strides and loops are set: fills width, fft, the order of the loops and the costs. 1: done, 0: this index gives nothing,
  // -1: neither does any later one.
  int (*propose)(tcf_stage *stage, const tcf_device *device, int threads, int index);
  // Further candidates for a tuner, of a stage that is filled in: as propose, which may have had some of them. NULL: none.
  int (*variants)(tcf_stage *stage, const tcf_device *device, int index);
  // The same, close to a candidate that was timed, fastest so far. NULL: none.
  int (*neighbours)(tcf_stage *stage, const tcf_device *device, int index);
  // Builds what the launches of a stage need.
  tcfft_status (*prepare)(const tcf_stage *stage, const tcf_prepare *with, tcf_prepared *prepared);
  tcfft_status (*launch)(const tcf_launch *launch);
} tcf_kernel;

#endif
