// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// One block of a grid, whose threads are fibers. Between two barriers the warps of a block, and the lanes of a warp, run in
// an order that changes: code that lacks a barrier gives wrong results in most orders. One block is at work at a time.
#ifndef TCFFT_EMULATE_BLOCK_H
#define TCFFT_EMULATE_BLOCK_H

#include "core/backend.h"
#include "fiber.h"
#include "machine.h"
#include "order.h"

// A kernel's entry; runs one thread.
typedef void tcf_emulated_entry(const void *args);

typedef enum thread_state { READY, AT_BLOCK_BARRIER, AT_WARP_BARRIER, AT_CLUSTER_BARRIER, POLLING, ENDED } thread_state;

// Why a block stopped: its threads wait for each other no more and can go on; they wait for their cluster; some of them wait
// for what another block writes; all ended.
typedef enum block_state { CAN_GO_ON, WAITS_FOR_CLUSTER, POLLS, DONE } block_state;

typedef struct emulated_block {
  fiber fiber[TCF_EMULATED_THREADS];
  char *stack[TCF_EMULATED_THREADS];
  thread_state state[TCF_EMULATED_THREADS];
  unsigned mask[TCF_EMULATED_THREADS];  // the lanes that it waits for AT_WARP_BARRIER
  tcf_emulated_slot slot[TCF_EMULATED_THREADS];
  unsigned index;                                                           // in the grid
  int threads, at;                                                          // at: the one at work
  unsigned short arrived[TCF_EMULATED_GROUPS], phase[TCF_EMULATED_GROUPS];  // at barriers of groups of warps
  int progress;      // 1: a thread did more than poll since this was 0
  const char *trap;  // why a thread gave up
  char *pages;       // shared memory, between pages that cannot be touched
  void *shared;
  size_t shared_bytes;
  block_state stopped;
} emulated_block;

extern tcf_emulated_machine tcf_emulated_machine_here;

// Makes the memory of a block, once; its shared memory has so many bytes.
tcfft_status emulated_block_prepare(emulated_block *b, int threads, size_t shared);
void emulated_block_free(emulated_block *b);

// Sets the block's threads to the kernel's beginning, and its shared memory to NaNs.
void emulated_block_start(emulated_block *b, unsigned index, tcf_emulated_entry *entry, const void *args);

// Runs the block until all of its threads have stopped, and sets b->stopped. DEVICE where the device would hang or its
// behaviour is undefined: threads that wait at a barrier while others ended, a warp whose lanes wait for different things, a
// trap, a stack that overflowed.
tcfft_status emulated_block_run(emulated_block *b, int order);

// Lets threads that wait for their cluster go on.
void emulated_block_release(emulated_block *b);

#endif
