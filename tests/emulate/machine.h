// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the emulated CUDA device shows to the code of a kernel, which is compiled by itself and loaded: C and C++.
#ifndef TCFFT_EMULATE_MACHINE_H
#define TCFFT_EMULATE_MACHINE_H

#include <stdint.h>

enum { TCF_EMULATED_WARP = 32, TCF_EMULATED_THREADS = 1024, TCF_EMULATED_GROUPS = 16 };  // of a warp; at most of a block

typedef struct tcf_emulated_index {
  unsigned x, y, z;
} tcf_emulated_index;

// What a lane shows to its warp at once.
typedef struct tcf_emulated_slot {
  uint64_t word[2];
} tcf_emulated_slot;

// What the arguments of a launch hold in place of a device's map of an array (tcf_boxes of core/backend.h).
typedef struct tcf_emulated_boxes {
  const char *memory;
  int64_t size[4], stride[3];
  int32_t box[4], dims;
} tcf_emulated_boxes;

// The state that kernels see. `thread` is the running thread's index; the code that switches threads sets it.
typedef struct tcf_emulated_machine {
  tcf_emulated_index thread, block, block_size, grid;
  void *shared;             // dynamic memory of the block
  tcf_emulated_slot *slot;  // by which the lanes of a warp exchange values, one a thread of the block
  void (*block_barrier)(void);
  void (*warp_barrier)(unsigned mask);
  void (*cluster_barrier)(void);
  void *(*shared_of)(unsigned rank);                         // dynamic memory of a block of the same cluster
  void (*group_barrier)(unsigned number, unsigned threads);  // of some of the block's warps
  void (*progressed)(void);       // the thread did what others may wait for, although it polls next
  void (*poll)(void);             // lets other blocks go on, in a loop that waits for what one of them writes
  void (*trap)(const char *why);  // does not return
} tcf_emulated_machine;

#endif
