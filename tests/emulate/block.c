// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "block.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/status.h"
#include "core/backend.h"
#include "fiber.h"

enum {
  WARP = TCF_EMULATED_WARP,
  THREADS = TCF_EMULATED_THREADS,
  WARPS = THREADS / WARP,
  STACK = 64 << 10,
  COLOUR = 192,  // keeps the stacks' hot ends off the same cache sets
  LINE = 64,
  NAN_BYTE = 0xff,
};

typedef enum thread_state { READY, AT_BLOCK_BARRIER, AT_WARP_BARRIER, ENDED } thread_state;

static struct {
  fiber fiber[THREADS];
  char *stack[THREADS];
  thread_state state[THREADS];
  unsigned mask[THREADS];  // the lanes that it waits for AT_WARP_BARRIER
  int threads;             // of a block
  int at;                  // the thread at work
  tcf_emulated_entry *entry;
  const void *args;
  const char *trap;  // why a thread gave up
  char *shared;      // pages, the last of which cannot be touched
  size_t shared_bytes, page;
} run;

static const uint64_t canary = 0x7ac5ff7e57ac4a12u;

// ------------------------------------------------------------------------------------------------ orders

typedef struct order {
  uint64_t count, factor, offset, mask;
} order;

static uint64_t rng = 1;

static uint64_t next_random(void) {
  rng ^= rng << 13;
  rng ^= rng >> 7;
  rng ^= rng << 17;
  return rng * 0x2545f4914f6cdd1du >> 24;
}

enum { RANDOM, FORWARD, REVERSE };

static int order_kind(void) {
  const char *text = getenv("TCFFT_EMULATE_ORDER");
  if (text && !strcmp(text, "forward")) return FORWARD;
  return text && !strcmp(text, "reverse") ? REVERSE : RANDOM;
}

// i -> factor i + offset, odd factor, is a permutation of the powers of two; what lies beyond count is left out.
static order order_of(int64_t count, int kind) {
  order o = {.count = (uint64_t)count, .factor = 1, .mask = 1};
  while (o.mask < o.count) o.mask *= 2;
  o.mask--;
  if (kind == REVERSE) o.factor = o.offset = o.mask;  // -1
  if (kind == RANDOM) {
    o.factor = next_random() | 1;
    o.offset = next_random();
  }
  return o;
}

#define IN_ORDER(o, item)                                             \
  for (uint64_t item##_i = 0, item; item##_i <= (o).mask; item##_i++) \
    if ((item = (item##_i * (o).factor + (o).offset) & (o).mask) < (o).count)

// ------------------------------------------------------------------------------------------------ what threads do

static void wait_as(thread_state state) {
  const int me = run.at;
  run.state[me] = state;
  fiber_suspend(&run.fiber[me]);
}

static void block_barrier(void) { wait_as(AT_BLOCK_BARRIER); }

static void warp_barrier(unsigned mask) {
  run.mask[run.at] = mask;
  wait_as(AT_WARP_BARRIER);
}

static void trap(const char *why) {
  run.trap = why;
  wait_as(ENDED);
}

static void thread_body(void) {
  run.entry(run.args);
  wait_as(ENDED);
}

tcf_emulated_machine tcf_emulated_machine_here = {
    .block_barrier = block_barrier, .warp_barrier = warp_barrier, .trap = trap};

// ------------------------------------------------------------------------------------------------ one block

static tcfft_status block_failure(const char *why, int thread, int other) {
  return tcf_fail(TCFFT_ERROR_DEVICE, "block %u: %s (threads %d and %d of %d)", tcf_emulated_machine_here.block.x, why,
                  thread, other, run.threads);
}

static int lanes_of(int warp) { return run.threads - warp * WARP < WARP ? run.threads - warp * WARP : WARP; }

// Releases the lanes of a warp if all of them wait for all. Returns 1 if so, else 0.
static int release_warp(int first, int lanes, unsigned all) {
  for (int i = first; i < first + lanes; i++)
    if (run.state[i] != AT_WARP_BARRIER || (run.mask[i] & all) != all) return 0;
  for (int i = first; i < first + lanes; i++) run.state[i] = READY;
  return 1;
}

// Releases lanes of a warp that wait for each other. Returns 1 if there were some, else 0.
static int release_lanes(int warp) {
  const int first = warp * WARP, lanes = lanes_of(warp);
  const unsigned all = lanes == WARP ? ~0u : (1u << lanes) - 1;
  if (release_warp(first, lanes, all)) return 1;
  int released = 0;
  for (int i = 0; i < lanes; i++) {
    if (run.state[first + i] != AT_WARP_BARRIER) continue;
    const unsigned mask = run.mask[first + i] & all;
    unsigned there = 0;
    for (int j = 0; j < lanes; j++)
      there |= (unsigned)(run.state[first + j] == AT_WARP_BARRIER && (run.mask[first + j] & all) == mask) << j;
    if ((there & mask) != mask) continue;
    for (int j = 0; j < lanes; j++)
      if (mask >> j & 1) run.state[first + j] = READY;
    released = 1;
  }
  return released;
}

// Runs a warp until its lanes ended or wait for the block.
static tcfft_status run_warp(int warp, int kind) {
  const int first = warp * WARP, lanes = lanes_of(warp);
  do {
    const order o = order_of(lanes, kind);
    IN_ORDER(o, lane) {
      const int thread = first + (int)lane;
      if (run.state[thread] != READY) continue;
      run.at = thread;
      tcf_emulated_machine_here.thread.x = (unsigned)thread;
      fiber_resume(&run.fiber[thread]);
      if (run.trap) return block_failure(run.trap, thread, thread);
    }
  } while (release_lanes(warp));
  for (int i = 0; i < lanes; i++)
    if (run.state[first + i] == AT_WARP_BARRIER)
      return block_failure("a lane waits for its warp, and others of its mask do not come", first + i, first + i);
  return TCFFT_SUCCESS;
}

// All threads have stopped: lets them go on, unless all ended.
static tcfft_status next_phase(int *more) {
  int waiting = -1, ended = -1;
  for (int t = 0; t < run.threads; t++) {
    if (run.state[t] == AT_BLOCK_BARRIER)
      waiting = t;
    else
      ended = t;
  }
  *more = waiting >= 0;
  if (waiting >= 0 && ended >= 0) return block_failure("one thread waits at __syncthreads, another ended", waiting, ended);
  for (int t = 0; t < run.threads && *more; t++) run.state[t] = READY;
  return TCFFT_SUCCESS;
}

static tcfft_status check_stacks(void) {
  for (int t = 0; t < run.threads; t++)
    if (memcmp(run.stack[t], &canary, sizeof canary) != 0) return block_failure("the emulated stack overflowed", t, t);
  return TCFFT_SUCCESS;
}

static tcfft_status run_block(int kind) {
  for (int t = 0; t < run.threads; t++) {
    run.state[t] = READY;
    fiber_start(&run.fiber[t], run.stack[t], STACK, thread_body);
  }
  for (int more = 1; more;) {
    const order o = order_of((run.threads + WARP - 1) / WARP, kind);
    IN_ORDER(o, warp) TCF_TRY(run_warp((int)warp, kind));
    TCF_TRY(next_phase(&more));
  }
  return check_stacks();
}

// ------------------------------------------------------------------------------------------------ memory

static void *pages(size_t bytes) {
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

static tcfft_status make_stacks(void) {
  if (run.stack[0]) return TCFFT_SUCCESS;
  char *all = pages((size_t)THREADS * (STACK + COLOUR));
  if (!all) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for the stacks of an emulated block");
  for (int t = 0; t < THREADS; t++) {
    run.stack[t] = all + (size_t)t * (STACK + COLOUR);
    memcpy(run.stack[t], &canary, sizeof canary);
  }
  return TCFFT_SUCCESS;
}

// Shared memory ends where pages end that cannot be touched, so that an access beyond it ends the process.
static tcfft_status make_shared(size_t bytes) {
  enum { PAGE = 4096, MOST = 256 << 10 };
  run.page = PAGE;
  if (bytes > MOST) return tcf_fail(TCFFT_ERROR_DEVICE, "%zu bytes of shared memory are more than any device has", bytes);
  if (!run.shared) {
    run.shared = pages(MOST + 2 * PAGE);
    if (!run.shared) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for an emulated block");
    mprotect(run.shared, PAGE, PROT_NONE);
    mprotect(run.shared + PAGE + MOST, PAGE, PROT_NONE);
  }
  // What lies below today's area cannot be touched either, but for the rest of its first page.
  const size_t used = (bytes + 15) / 16 * 16, whole = (used + PAGE - 1) / PAGE * PAGE;
  mprotect(run.shared + PAGE, MOST - whole, PROT_NONE);
  if (whole) mprotect(run.shared + PAGE + MOST - whole, whole, PROT_READ | PROT_WRITE);
  run.shared_bytes = used;
  tcf_emulated_machine_here.shared = run.shared + PAGE + MOST - used;
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ a grid

tcfft_status tcf_emulated_run(tcf_emulated_entry *entry, const tcf_grid *grid, const void *args) {
  tcf_emulated_machine *m = &tcf_emulated_machine_here;
  TCF_TRY(make_stacks());
  TCF_TRY(make_shared(grid->shared));
  run.threads = grid->threads;
  run.entry = entry;
  run.args = args;
  run.trap = NULL;
  m->block_size = (tcf_emulated_index){(unsigned)grid->threads, 1, 1};
  m->grid = (tcf_emulated_index){(unsigned)grid->blocks, 1, 1};
  const int kind = order_kind();
  const order o = order_of(grid->blocks, kind);
  IN_ORDER(o, block) {
    m->block = (tcf_emulated_index){(unsigned)block, 0, 0};
    memset(m->shared, NAN_BYTE, run.shared_bytes);
    TCF_TRY(run_block(kind));
  }
  return TCFFT_SUCCESS;
}
