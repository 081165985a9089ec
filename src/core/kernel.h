// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The interface of a kernel: a const descriptor at the foot of its file. A kernel reports what it can do and what that
// costs. The planner knows no kernel by name: the build collects the descriptors (registry.h).
#ifndef TCFFT_CORE_KERNEL_H
#define TCFFT_CORE_KERNEL_H

#include "base/memory.h"
#include "core/backend.h"
#include "core/element.h"
#include "core/schedule.h"

// Candidates for a stage, in the order in which kernels add them. The array belongs to the caller; what exceeds it is
// dropped.
typedef struct tcf_candidates {
  tcf_stage *stage;
  int count, max;
} tcf_candidates;

static inline void tcf_candidates_add(tcf_candidates *candidates, const tcf_stage *stage) {
  if (candidates->count < candidates->max) candidates->stage[candidates->count++] = *stage;
}

// What a kernel may use to prepare a stage.
typedef struct tcf_prepare {
  const tcf_device *device;
  const tcf_backend *backend;  // NULL in a dry run, which makes no tables
  int threads;
  int no_tables;      // only the program of the launches is wanted, not the tables that they read
  int may_fill;       // GPU: the caller completes tables by tcf_prepared.fill
  tcf_bump *bump;     // GPU: memory for tables; a table that does not fit goes to the heap. NULL: there is none
  tcf_arena *tables;  // lives as long as the plan
} tcf_prepare;

// What a device itself computes of a stage's table, as that takes less time than to compute it here and to copy it.
typedef struct tcf_fill tcf_fill;
struct tcf_fill {
  const void *key;  // what the numbers depend on
  size_t key_bytes;
  size_t scratch;  // bytes of device memory that it takes meanwhile
  // Completes a table on the device, asynchronously on stream.
  tcfft_status (*complete)(const tcf_fill *fill, const tcf_backend *backend, int index, void *table, void *scratch,
                           void *stream);
};

// The result of preparing a stage.
typedef struct tcf_prepared {
  void *state;     // in the arena
  size_t scratch;  // bytes that a launch needs
  // GPU: the program of the launches, its parameters in the arena. The plan loads it. The family is NULL if there is none.
  tcf_load load;
  // GPU: what the launches read on the device, in the bump allocator or in memory that free() takes. The plan copies it to
  // the device. NULL: nothing.
  void *table;
  size_t table_bytes;
  // With may_fill: the table here has only its first host_bytes, and the device completes it. NULL: the table is whole.
  const tcf_fill *fill;
  size_t host_bytes;
} tcf_prepared;

// Arguments of one launch. Everything that depends on the plan alone is in state.
typedef struct tcf_launch {
  const tcf_stage *stage;
  const tcf_backend *backend;
  void *stream;  // of the backend
  const void *state;
  const void *table;  // on the device
  const void *in;
  void *out;
  void *scratch;  // as many bytes as prepare asked for
  int threads;
  int inverse;
  double scale;
} tcf_launch;

// For which problems the planner considers a kernel.
typedef enum tcf_selection {
  TCF_SELECT_BY_ALGORITHM,  // its own algorithm, and AUTO
  TCF_SELECT_IF_TIMED,      // its own algorithm; AUTO where a measurement exists and no other kernel is more than 2 % faster
  TCF_SELECT_IF_ASKED,      // its own algorithm only
  TCF_SELECT_ALWAYS         // any algorithm: the kernel does only what surrounds the transforms
} tcf_selection;

// What a device makes of a stage whose width, threads and fft are given.
typedef enum tcf_assessed {
  TCF_ASSESSED_IMPOSSIBLE,
  TCF_ASSESSED_IDLE,  // possible, but its blocks leave some of the device idle
  TCF_ASSESSED_FILLS
} tcf_assessed;

typedef struct tcf_kernel {
  const char *name;
  int revision;  // raised when the kernel's speed or choices change: tuned results of an older revision no longer hold
  tcfft_backend backend;
  tcfft_algorithm algorithm;
  tcf_selection selection;
  const char *what;  // one line for `tcfft info`
  int f64;           // 1: it serves stages of FP64, too
  int stored;        // 1: it serves numbers in memory of other types than that of the arithmetic, too
  int pairs;         // 1: it reads and writes pairs between launches, too (num/pair.h)
  // 1: it takes stages of several axes no longer. Tuned results that have one no longer hold, those of single axes do.
  int one_axis;
  // Adds the candidates for a stage: copies with width, threads, fft, the order of the batch dimensions and the costs filled
  // in. Set in the stage are kernel, kind, algorithm, split, n, strides and batch dimensions.
  void (*propose)(const tcf_stage *stage, const tcf_device *device, int threads, tcf_candidates *out);
  // Adds further candidates for the tuner, for a stage that is a candidate itself. Some of them may be among those that
  // propose added. NULL: none.
  void (*variants)(const tcf_stage *stage, const tcf_device *device, tcf_candidates *out);
  // Adds candidates close to the fastest one that the tuner has measured so far. NULL: none.
  void (*neighbours)(const tcf_stage *stage, const tcf_device *device, tcf_candidates *out);
  // Fills in the costs of a stage, and the order of its batch dimensions, where width, threads and fft are those of a stage
  // alike, so that what was measured of one serves the other. NULL: they are looked for among what the kernel offers, which
  // takes longer.
  tcf_assessed (*assess)(tcf_stage *stage, const tcf_device *device);
  // Builds what the launches of a stage need.
  tcfft_status (*prepare)(const tcf_stage *stage, const tcf_prepare *with, tcf_prepared *prepared);
  tcfft_status (*launch)(const tcf_launch *launch);
} tcf_kernel;

// Whether a kernel may be taken for a stage of a problem of its algorithm and type.
static inline int tcf_kernel_is_selected(const tcf_kernel *k, const tcf_stage *stage) {
  const tcfft_algorithm asked = stage->algorithm;
  if (tcf_arithmetic_of(stage) == TCFFT_F64 && !k->f64) return 0;
  if (tcf_stage_converts(stage) && !k->stored) return 0;
  if (tcf_stage_has_pairs(stage) && !k->pairs) return 0;
  if (k->selection == TCF_SELECT_ALWAYS || asked == k->algorithm) return 1;
  return asked == TCFFT_ALGORITHM_AUTO && k->selection != TCF_SELECT_IF_ASKED;
}

#endif
