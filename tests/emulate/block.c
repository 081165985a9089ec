// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "block.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/status.h"

enum {
  WARP = TCF_EMULATED_WARP,
  THREADS = TCF_EMULATED_THREADS,
  STACK = 64 << 10,
  COLOUR = 192,  // keeps the stacks' hot ends off the same cache sets
  NAN_BYTE = 0xff,
  PAGE = 4096,
  MOST_SHARED = 256 << 10,
};

static const uint64_t canary = 0x7ac5ff7e57ac4a12u;

static struct {
  emulated_block *block;  // at work
  tcf_emulated_entry *entry;
  const void *args;
} run;

// ------------------------------------------------------------------------------------------------ what threads do

static void wait_as(thread_state state) {
  emulated_block *b = run.block;
  const int me = b->at;
  b->state[me] = state;
  fiber_suspend(&b->fiber[me]);
}

static void block_barrier(void) { wait_as(AT_BLOCK_BARRIER); }
static void cluster_barrier(void) { wait_as(AT_CLUSTER_BARRIER); }
static void poll(void) { wait_as(POLLING); }

static void progressed(void) { run.block->progress = 1; }

static void group_barrier(unsigned number, unsigned threads) {
  emulated_block *b = run.block;
  const unsigned short phase = b->phase[number];
  progressed();
  if (++b->arrived[number] == threads) {
    b->arrived[number] = 0;
    b->phase[number]++;
  }
  while (b->phase[number] == phase) poll();
}

static void warp_barrier(unsigned mask) {
  run.block->mask[run.block->at] = mask;
  wait_as(AT_WARP_BARRIER);
}

static void trap(const char *why) {
  run.block->trap = why;
  wait_as(ENDED);
}

static void thread_body(void) {
  run.entry(run.args);
  wait_as(ENDED);
}

tcf_emulated_machine tcf_emulated_machine_here = {.block_barrier = block_barrier,
                                                  .warp_barrier = warp_barrier,
                                                  .cluster_barrier = cluster_barrier,
                                                  .group_barrier = group_barrier,
                                                  .progressed = progressed,
                                                  .poll = poll,
                                                  .trap = trap};

// ------------------------------------------------------------------------------------------------ warps

static tcfft_status block_failure(const emulated_block *b, const char *why, int thread, int other) {
  return tcf_fail(TCFFT_ERROR_DEVICE, "block %u: %s (threads %d and %d of %d)", b->index, why, thread, other, b->threads);
}

static int lanes_of(const emulated_block *b, int warp) {
  return b->threads - warp * WARP < WARP ? b->threads - warp * WARP : WARP;
}

// Releases the lanes of a warp if all of them wait for all. Returns 1 if so, else 0.
static int release_warp(emulated_block *b, int first, int lanes, unsigned all) {
  for (int i = first; i < first + lanes; i++)
    if (b->state[i] != AT_WARP_BARRIER || (b->mask[i] & all) != all) return 0;
  for (int i = first; i < first + lanes; i++) b->state[i] = READY;
  return 1;
}

// Releases lanes of a warp that wait for each other. Returns 1 if there were some, else 0.
static int release_lanes(emulated_block *b, int warp) {
  const int first = warp * WARP, lanes = lanes_of(b, warp);
  const unsigned all = lanes == WARP ? ~0u : (1u << lanes) - 1;
  if (release_warp(b, first, lanes, all)) return 1;
  int released = 0;
  for (int i = 0; i < lanes; i++) {
    if (b->state[first + i] != AT_WARP_BARRIER) continue;
    const unsigned mask = b->mask[first + i] & all;
    unsigned there = 0;
    for (int j = 0; j < lanes; j++)
      there |= (unsigned)(b->state[first + j] == AT_WARP_BARRIER && (b->mask[first + j] & all) == mask) << j;
    if ((there & mask) != mask) continue;
    for (int j = 0; j < lanes; j++)
      if (mask >> j & 1) b->state[first + j] = READY;
    released = 1;
  }
  return released;
}

// Runs a warp until its lanes ended or wait for others.
static tcfft_status run_warp(emulated_block *b, int warp, int kind) {
  const int first = warp * WARP, lanes = lanes_of(b, warp);
  int polls = 0;
  do {
    const order o = emulated_order(lanes, kind);
    IN_ORDER(o, lane) {
      const int thread = first + (int)lane;
      if (b->state[thread] != READY) continue;
      b->at = thread;
      tcf_emulated_machine_here.thread.x = (unsigned)thread;
      fiber_resume(&b->fiber[thread]);
      if (b->trap) return block_failure(b, b->trap, thread, thread);
      if (b->state[thread] != POLLING) b->progress = 1;
    }
  } while (release_lanes(b, warp));
  for (int i = 0; i < lanes; i++) polls |= b->state[first + i] == POLLING;
  for (int i = 0; i < lanes && !polls; i++)
    if (b->state[first + i] == AT_WARP_BARRIER)
      return block_failure(b, "a lane waits for its warp, and others of its mask do not come", first + i, first + i);
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ the block

// Whether a thread is in this state, and which.
static int any_thread(const emulated_block *b, thread_state state, int *thread) {
  for (int t = 0; t < b->threads; t++)
    if (b->state[t] == state) return *thread = t, 1;
  return 0;
}

static void release(emulated_block *b, thread_state state) {
  for (int t = 0; t < b->threads; t++)
    if (b->state[t] == state) b->state[t] = READY;
}

static tcfft_status check_stacks(const emulated_block *b) {
  for (int t = 0; t < b->threads; t++)
    if (memcmp(b->stack[t], &canary, sizeof canary) != 0) return block_failure(b, "the emulated stack overflowed", t, t);
  return TCFFT_SUCCESS;
}

// All threads have stopped.
static tcfft_status see_why(emulated_block *b) {
  int block = 0, cluster = 0, ended = 0, polling = 0;
  const int at_block = any_thread(b, AT_BLOCK_BARRIER, &block), at_cluster = any_thread(b, AT_CLUSTER_BARRIER, &cluster);
  const int some_ended = any_thread(b, ENDED, &ended);
  if (at_block && some_ended) return block_failure(b, "one thread waits at __syncthreads, another ended", block, ended);
  if (at_cluster && some_ended) return block_failure(b, "one thread waits for its cluster, another ended", cluster, ended);
  if (at_block && at_cluster)
    return block_failure(b, "one thread waits at __syncthreads, another for its cluster", block, cluster);
  b->stopped = any_thread(b, POLLING, &polling) ? POLLS : at_cluster ? WAITS_FOR_CLUSTER : at_block ? CAN_GO_ON : DONE;
  if (b->stopped == CAN_GO_ON) release(b, AT_BLOCK_BARRIER);
  return b->stopped == DONE ? check_stacks(b) : TCFFT_SUCCESS;
}

static void take_place(emulated_block *b) {
  tcf_emulated_machine *m = &tcf_emulated_machine_here;
  run.block = b;
  m->block = (tcf_emulated_index){b->index, 0, 0};
  m->shared = b->shared;
  m->slot = b->slot;
}

tcfft_status emulated_block_run(emulated_block *b, int kind) {
  take_place(b);
  release(b, POLLING);
  const order o = emulated_order((b->threads + WARP - 1) / WARP, kind);
  IN_ORDER(o, warp) TCF_TRY(run_warp(b, (int)warp, kind));
  return see_why(b);
}

void emulated_block_release(emulated_block *b) {
  release(b, AT_CLUSTER_BARRIER);
  b->stopped = CAN_GO_ON;
}

void emulated_block_start(emulated_block *b, unsigned index, tcf_emulated_entry *entry, const void *args) {
  run.entry = entry;
  run.args = args;
  b->index = index;
  b->trap = NULL;
  memset(b->arrived, 0, sizeof b->arrived);
  b->stopped = CAN_GO_ON;
  memset(b->shared, NAN_BYTE, b->shared_bytes);
  for (int t = 0; t < b->threads; t++) {
    b->state[t] = READY;
    fiber_start(&b->fiber[t], b->stack[t], STACK, thread_body);
  }
}

// ------------------------------------------------------------------------------------------------ memory

static void *pages(size_t bytes) {
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

enum { STACKS = THREADS * (STACK + COLOUR), SHARED = MOST_SHARED + 2 * PAGE };

static tcfft_status make_memory(emulated_block *b) {
  char *stacks = pages(STACKS);
  b->pages = pages(SHARED);
  if (!stacks || !b->pages) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for an emulated block");
  for (int t = 0; t < THREADS; t++) {
    b->stack[t] = stacks + (size_t)t * (STACK + COLOUR);
    memcpy(b->stack[t], &canary, sizeof canary);
  }
  mprotect(b->pages, PAGE, PROT_NONE);
  mprotect(b->pages + PAGE + MOST_SHARED, PAGE, PROT_NONE);
  return TCFFT_SUCCESS;
}

// Shared memory ends where pages end that cannot be touched, so that an access beyond it ends the process.
tcfft_status emulated_block_prepare(emulated_block *b, int threads, size_t shared) {
  if (shared > MOST_SHARED)
    return tcf_fail(TCFFT_ERROR_DEVICE, "%zu bytes of shared memory are more than any device has", shared);
  if (!b->pages) TCF_TRY(make_memory(b));
  b->threads = threads;
  // What lies below today's area cannot be touched either, but for the rest of its first page.
  const size_t used = (shared + 15) / 16 * 16, whole = (used + PAGE - 1) / PAGE * PAGE;
  mprotect(b->pages + PAGE, MOST_SHARED - whole, PROT_NONE);
  if (whole) mprotect(b->pages + PAGE + MOST_SHARED - whole, whole, PROT_READ | PROT_WRITE);
  b->shared_bytes = used;
  b->shared = b->pages + PAGE + MOST_SHARED - used;
  return TCFFT_SUCCESS;
}

void emulated_block_free(emulated_block *b) {
  if (b->stack[0]) munmap(b->stack[0], STACKS);
  if (b->pages) munmap(b->pages, SHARED);
  b->stack[0] = b->pages = NULL;
}
