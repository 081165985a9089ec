// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What a block of a cluster keeps in shared memory (cluster.cuh), and which tiles are whose.
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_SHAPE_CUH
#define TCFFT_CLASSIC_CUDA_CLUSTER_SHAPE_CUH

#include "classic/cuda/column_tile.cuh"

// Parameters P: column and row (points of them), plane (1: columns and rows are two axes), real_in (1: the input is real,
// see cluster_real.cuh), real_out (1: the output is, see cluster_real_out.cuh), cluster (its blocks), joined (1: both
// groups of threads transform a tile of rows together, two slots of it), in_slots and row_slots (tiles that wait in
// shared memory to be transformed by columns, and by rows), contiguous_in and contiguous_out (1: strides of one element),
// exact (1: both results of a step are computed by themselves, which takes a sixth more instructions for a tenth less
// error; columns whose rows are in quarters are exact in any case).
//
// The input is a matrix of 256 rows. Where these have 1024 points they are in quarters (cluster_quarters.cuh): a block
// has four tiles of columns, and each fills one slot of the rows. Columns of a plane that have 512 or 1024 points are two
// or four columns of the matrix, so that a row of the matrix has two or four rows of the plane, one behind the other.
template <class P>
struct cluster_shape {
  static constexpr tcf_u32 ROW = P::row, BLOCKS = P::cluster, COLUMN = TCF_CLUSTER_COLUMN;
  static constexpr tcf_u32 PARTS = P::column / COLUMN, POINTS = COLUMN * PARTS * ROW;  // parts: of a column of the plane
  static constexpr tcf_u32 GROUPS = 2, GROUP = 256;  // of threads that transform columns, and likewise rows
  static constexpr tcf_u32 COLUMNS = P::real_in || P::real_out ? ROW / 2 : PARTS * ROW;  // of the matrix
  static constexpr tcf_u32 ACROSS = 16;                                                  // columns of a tile
  static constexpr tcf_u32 TILES = COLUMNS / ACROSS / BLOCKS;  // of columns, of a transform and a block; likewise of rows
  // Joined groups have twice as many rows, so that what they store comes in longer runs. (2^17 with 8 rows a slot and a
  // group, which store runs of 64 bytes: 0.61 of a copy's speed in place of 0.70.)
  static constexpr bool JOINED = P::joined, QUARTERS = PARTS * ROW == 1024, LONG = ROW == 512 && !QUARTERS;  // three passes
  // Points of a tile of rows, or of a quarter of it, which a barrier counts; its rows; and the threads that transform it.
  static constexpr tcf_u32 ROW_TILE = JOINED && !QUARTERS ? 2 * TCF_CLUSTER_TILE : TCF_CLUSTER_TILE;
  static constexpr tcf_u32 ROWS = QUARTERS ? 16 : ROW_TILE / ROW;
  static constexpr tcf_u32 ROW_THREADS = JOINED ? 512 : 256;

  static constexpr tcf_u32 IN_SLOTS = P::in_slots, ROW_SLOTS = P::row_slots, SLOT = TCF_CLUSTER_TILE * 8;
  // A barrier belongs to one pair of groups, so that no group can miss a phase: a group that runs ahead would otherwise see
  // the parity of a phase before the one that it waits for.
  static constexpr tcf_u32 IN_BARRIERS = IN_SLOTS % GROUPS ? IN_SLOTS * GROUPS : IN_SLOTS;
  static constexpr tcf_u32 ROW_BARRIERS = ROW_SLOTS % (2 * GROUPS) ? ROW_SLOTS * GROUPS : ROW_SLOTS;
  static constexpr tcf_u32 BARRIERS = SLOT * (IN_SLOTS + ROW_SLOTS);  // their place
  static constexpr tcf_u32 READ_BARRIER = 2 * IN_BARRIERS + 2 * ROW_BARRIERS, EXTRA_BARRIER = READ_BARRIER + GROUPS;
  // Of real results, bins that lie in no box: half a column of each group of columns, and one bin.
  static constexpr tcf_u32 EXTRA = BARRIERS + 8 * (EXTRA_BARRIER + GROUPS), EXTRA_BYTES = 8 * (COLUMN / 2);
  static_assert(TILES == 1 || TILES == 2 || QUARTERS, "a group of threads sees one tile of each transform");
  static_assert(!QUARTERS || (TILES == 4 && BLOCKS == 16 && JOINED), "16 rows of a block, and 64 columns");
  static_assert(JOINED || !LONG, "16 rows of 512 points");
  static_assert(!(P::real_in || P::real_out) || (!P::plane && ROW >= 256 && !QUARTERS), "real numbers along one long axis");
  static_assert(PARTS == 1 || (P::plane && QUARTERS), "long columns are an axis of their own");
  static constexpr steps HOW = P::exact ? EXACT_STEPS : SHORT_STEPS;
  // Columns of rows in quarters compute both results of a step by themselves in any case: on an H200 2^18 points then have
  // 0.65 of a copy's speed in place of 0.63, 512 by 512 0.64 in place of 0.60, where exact rows as well gain nothing and
  // half of that.
  static constexpr steps COLUMN_HOW = QUARTERS ? EXACT_STEPS : HOW;
  static constexpr bool TURNED = !P::plane && !P::real_out;  // rows have twiddles in their first pass
  static_assert(ROW == 64 || ROW == 128 || ROW == 256 || LONG || QUARTERS, "rows of two passes or three");
  static_assert(ROW_SLOTS % TILES == 0 && (!JOINED || ROW_SLOTS == 4), "slots hold whole transforms");
  static_assert(!JOINED || QUARTERS || TILES == 2, "a tile of joined rows takes two slots");

  tcf_u32 memory;  // where the slots begin
  tcf_u32 before;  // what is free in front of them

  // Tile number n of columns (counted through all transforms of the block) and tile number u of rows.
  // (Tiles of the matrix that a block has lie side by side, and those of each part of long columns.)
  INLINE_MEMBER static tcf_u32 tile_across(const cluster_work &w, tcf_u32 n) {
    constexpr tcf_u32 SIDE_BY_SIDE = TILES / PARTS;
    if constexpr (PARTS == 1) return w.rank * TILES + n % TILES;
    const tcf_u32 h = n % TILES;
    return h / SIDE_BY_SIDE * (ROW / ACROSS) + w.rank * SIDE_BY_SIDE + h % SIDE_BY_SIDE;
  }
  INLINE_MEMBER tcf_u32 in_slot(tcf_u32 n) const { return memory + SLOT * (n % IN_SLOTS); }
  INLINE_MEMBER tcf_u32 row_slot(tcf_u32 u) const { return memory + SLOT * (IN_SLOTS + u % ROW_SLOTS); }
  INLINE_MEMBER tcf_u32 barrier(tcf_u32 i) const { return memory + BARRIERS + 8 * i; }
  INLINE_MEMBER tcf_u32 in_full(tcf_u32 n) const { return barrier(n % IN_BARRIERS); }
  INLINE_MEMBER tcf_u32 in_empty(tcf_u32 n) const { return barrier(IN_BARRIERS + n % IN_BARRIERS); }
  INLINE_MEMBER tcf_u32 rows_full(tcf_u32 u) const { return barrier(2 * IN_BARRIERS + u % ROW_BARRIERS); }
  INLINE_MEMBER tcf_u32 rows_empty(tcf_u32 u) const { return barrier(2 * IN_BARRIERS + ROW_BARRIERS + u % ROW_BARRIERS); }
  INLINE_MEMBER tcf_u32 rows_read(tcf_u32 group) const { return barrier(READ_BARRIER + group); }
  INLINE_MEMBER tcf_u32 extra_full(tcf_u32 group) const { return barrier(EXTRA_BARRIER + group); }
  // Either the slots begin behind half of what they are aligned to, or that much is left behind all.
  INLINE_MEMBER tcf_u32 extra(tcf_u32 group) const {
    const tcf_u32 second = before ? memory - before : memory + EXTRA + EXTRA_BYTES + 8 * GROUPS;
    return group ? second : memory + EXTRA;
  }
  INLINE_MEMBER tcf_u32 extra_bin(tcf_u32 group) const { return memory + EXTRA + EXTRA_BYTES + 8 * group; }
};

#endif
