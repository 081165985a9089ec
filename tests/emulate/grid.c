// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "grid.h"

#include <stdlib.h>

#include "base/status.h"

static struct {
  emulated_block **block;  // those that are at work together
  int64_t blocks, kept;    // kept: that have memory
} run;

static void *shared_of(unsigned rank) {
  if (rank < run.blocks) return run.block[rank]->shared;
  tcf_emulated_machine_here.trap("a block that the cluster does not have");
  return NULL;
}

// Makes room for so many blocks. Beyond a cluster's worth they are not kept for the next launch.
static tcfft_status prepare(int64_t blocks, const tcf_grid *grid) {
  enum { KEPT = 16 };
  const int64_t wanted = blocks > KEPT ? blocks : KEPT;
  while (run.kept > wanted) {
    emulated_block_free(run.block[--run.kept]);
    free(run.block[run.kept]);
  }
  if (run.kept < blocks) {
    emulated_block **more = realloc(run.block, (size_t)blocks * sizeof *more);
    if (!more) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for emulated blocks");
    run.block = more;
  }
  for (; run.kept < blocks; run.kept++)
    if (!(run.block[run.kept] = calloc(1, sizeof **run.block)))
      return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for an emulated block");
  for (int64_t i = 0; i < blocks; i++) TCF_TRY(emulated_block_prepare(run.block[i], grid->threads, grid->shared));
  run.blocks = blocks;
  tcf_emulated_machine_here.shared_of = shared_of;
  return TCFFT_SUCCESS;
}

static int all_are(int64_t first, int64_t count, block_state state) {
  for (int64_t i = first; i < first + count; i++)
    if (run.block[i]->stopped != state) return 0;
  return 1;
}

// Lets the clusters go on whose blocks all wait for each other. Returns whether there were some.
static int release_clusters(int64_t each) {
  int released = 0;
  for (int64_t first = 0; first < run.blocks; first += each) {
    if (!all_are(first, each, WAITS_FOR_CLUSTER)) continue;
    for (int64_t i = first; i < first + each; i++) emulated_block_release(run.block[i]);
    released = 1;
  }
  return released;
}

// Each block as far as chance has it, or to where it waits.
static tcfft_status run_turn(int kind, int *progress) {
  enum { OCTAVES = 8 };
  const order o = emulated_order(run.blocks, kind);
  IN_ORDER(o, at) {
    emulated_block *b = run.block[at];
    const int most = 1 << emulated_random() % OCTAVES,
              steps = kind == ORDER_RANDOM ? 1 + (int)(emulated_random() % (unsigned)most) : 1;
    b->progress = 0;
    for (int i = 0; i < steps && (b->stopped == CAN_GO_ON || (b->stopped == POLLS && !i)); i++)
      TCF_TRY(emulated_block_run(b, kind));
    *progress |= b->progress;
  }
  return TCFFT_SUCCESS;
}

static tcfft_status run_together(unsigned first, tcf_emulated_entry *entry, const void *args, int64_t cluster, int kind) {
  for (int64_t i = 0; i < run.blocks; i++) emulated_block_start(run.block[i], first + (unsigned)i, entry, args);
  while (!all_are(0, run.blocks, DONE)) {
    int progress = 0;
    TCF_TRY(run_turn(kind, &progress));
    if (!release_clusters(cluster) && !progress)
      return tcf_fail(TCFFT_ERROR_DEVICE, "blocks from %u on wait for what none of them does", first);
  }
  return TCFFT_SUCCESS;
}

tcfft_status tcf_emulated_run(tcf_emulated_entry *entry, const tcf_grid *grid, const void *args) {
  tcf_emulated_machine *m = &tcf_emulated_machine_here;
  const int64_t cluster = grid->cluster > 1 ? grid->cluster : 1, together = grid->cooperative ? grid->blocks : cluster;
  const int kind = emulated_order_kind();
  TCF_TRY(prepare(together, grid));
  m->block_size = (tcf_emulated_index){(unsigned)grid->threads, 1, 1};
  m->grid = (tcf_emulated_index){(unsigned)grid->blocks, 1, 1};
  const order o = emulated_order(grid->blocks / together, kind);
  IN_ORDER(o, at) TCF_TRY(run_together((unsigned)((int64_t)at * together), entry, args, cluster, kind));
  return TCFFT_SUCCESS;
}
