// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What a block of a wide cluster keeps in shared memory (cluster_wide.cuh), and which tiles are whose.
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_WIDE_SHAPE_CUH
#define TCFFT_CLASSIC_CUDA_CLUSTER_WIDE_SHAPE_CUH

#include "classic/cuda/cluster_wide_args.h"
#include "classic/cuda/column_tile.cuh"

// Parameters P: digits (points of a transform / 256), cluster (its blocks), in_slots and end_slots (tiles that wait in
// shared memory for the first two passes, and for the last), rows (1: points of a transform are neighbours in the input; 0:
// transforms are), twiddles (1: at the load).
template <class P>
struct wide_shape {
  static constexpr tcf_u32 DIGITS = P::digits, BLOCKS = P::cluster, POINTS = 256 * DIGITS;
  static constexpr tcf_u32 GROUPS = 2, GROUP = 256;  // of threads that do the first two passes, and likewise the last
  static constexpr tcf_u32 TILES = DIGITS / BLOCKS;  // of a piece of work and a block, on each side
  // With 32 digits 16 results of two passes take two slots, and both groups together compute the last pass of them.
  static constexpr bool JOINED = DIGITS == 32;
  static constexpr bool QUARTERS = DIGITS == 64;  // they take all four slots (cluster_wide_quarters.cuh)
  static constexpr tcf_u32 IN_SLOTS = P::in_slots, END_SLOTS = P::end_slots, SLOT = TCF_CLUSTER_TILE * 8;
  static constexpr tcf_u32 TWIDDLES = P::twiddles ? 8 * TCF_WIDE_TWIDDLES : 0;  // bytes that come with a tile
  // A barrier belongs to one pair of groups, as in cluster_shape.cuh.
  static constexpr tcf_u32 IN_BARRIERS = IN_SLOTS % GROUPS ? IN_SLOTS * GROUPS : IN_SLOTS;
  static constexpr tcf_u32 END_BARRIERS = END_SLOTS % (2 * GROUPS) ? END_SLOTS * GROUPS : END_SLOTS;
  static constexpr tcf_u32 ROOTS = SLOT * (IN_SLOTS + END_SLOTS);  // place of the second pass' roots, 16 entries,
  static constexpr tcf_u32 BARRIERS = ROOTS + (P::twiddles ? IN_SLOTS * TWIDDLES : 16 * 64);  // or of each tile's twiddles
  // Complex numbers of the table before those of each transform (cluster_wide_args.h).
  static constexpr tcf_u32 ROOT_NUMBERS =
      TCF_WIDE_ROOTS * (16 + (QUARTERS ? 256 : 16 * DIGITS)) + (QUARTERS ? 2 * POINTS / 4 : 0);
  static_assert(TILES == 1 || TILES == 2 || QUARTERS, "a group of threads of the last pass sees one tile of each piece");
  static_assert((DIGITS == 16 || DIGITS == 32 || QUARTERS) && END_SLOTS % TILES == 0 && (!JOINED || TILES == 2),
                "a last pass of radix 16 or 32, or passes of 16 and 4");
  static_assert(!QUARTERS || (BLOCKS == 16 && TILES == 4 && END_SLOTS == 4), "tile h of all blocks fills slot h");

  tcf_u32 memory;  // where shared memory begins

  // Tile number n (counted through all pieces of the block), of the first two passes and of the last.
  INLINE_MEMBER tcf_u32 in_slot(tcf_u32 n) const { return memory + SLOT * (n % IN_SLOTS); }
  INLINE_MEMBER tcf_u32 twiddles(tcf_u32 n) const { return memory + ROOTS + TWIDDLES * (n % IN_SLOTS); }
  INLINE_MEMBER tcf_u32 end_slot(tcf_u32 n) const { return memory + SLOT * (IN_SLOTS + n % END_SLOTS); }
  INLINE_MEMBER tcf_u32 barrier(tcf_u32 i) const { return memory + BARRIERS + 8 * i; }
  INLINE_MEMBER tcf_u32 in_full(tcf_u32 n) const { return barrier(n % IN_BARRIERS); }
  INLINE_MEMBER tcf_u32 in_empty(tcf_u32 n) const { return barrier(IN_BARRIERS + n % IN_BARRIERS); }
  INLINE_MEMBER tcf_u32 end_full(tcf_u32 n) const { return barrier(2 * IN_BARRIERS + n % END_BARRIERS); }
  INLINE_MEMBER tcf_u32 end_empty(tcf_u32 n) const { return barrier(2 * IN_BARRIERS + END_BARRIERS + n % END_BARRIERS); }
  // No barrier of a group holds the warps of the last pass together, so that a warp may have read its next tile before
  // another has read this one: each tile's readers are counted by themselves.
  INLINE_MEMBER tcf_u32 end_read(tcf_u32 n) const { return barrier(2 * IN_BARRIERS + 2 * END_BARRIERS + n % END_BARRIERS); }
};

#endif
