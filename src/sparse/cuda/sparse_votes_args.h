// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the program of sparse transforms by voting takes. The same for C and for CUDA.
#ifndef TCFFT_SPARSE_CUDA_SPARSE_VOTES_ARGS_H
#define TCFFT_SPARSE_CUDA_SPARSE_VOTES_ARGS_H

#include "sparse/cuda/sparse_args.h"
#include "sparse/voting_loops.h"

// The steps, each a launch. Between them are the transforms of the buckets, which are plans' launches.
typedef enum tcf_votes_step {
  TCF_VOTES_CLEAR,     // the board and the bitmaps
  TCF_VOTES_TAKE,      // the samples of all loops and combs: a thread a bucket
  TCF_VOTES_COUNT,     // the powers of all rows
  TCF_VOTES_MARK,      // buckets that stand out, and residues that the combs saw
  TCF_VOTES_VOTE,      // a warp a marked bucket
  TCF_VOTES_ESTIMATE,  // a warp a candidate
  TCF_VOTES_CHOOSE,    // the 2 k strongest: one block
  TCF_VOTES_SUBTRACT,  // them, or their changes, from all loops
  TCF_VOTES_CORRECT,   // changes: the medians of what is left
  TCF_VOTES_RECOUNT,   // the powers of the estimating loops' buckets as they are now
  TCF_VOTES_FINISH     // the k strongest, the noise, and what the check and the results need: one block
} tcf_votes_step;

enum { TCF_VOTES_BLOCKS = 2 };                                  // on a multiprocessor
enum { TCF_VOTES_ROWS = TCF_VOTING_LOOPS + TCF_VOTING_COMBS };  // loops, then combs

// A row's buckets by their powers, as sparse_board counts them.
typedef struct tcf_votes_cells {
  tcf_u32 buckets[TCF_ENERGY_CELLS];
  float powers[TCF_ENERGY_CELLS];
} tcf_votes_cells;

// In device memory; all zeros before a run.
typedef struct tcf_votes_board {
  tcf_u32 tones, chosen, full, broken;
  // [1]: when the tones have been subtracted.
  tcf_u64 largest[2][TCF_VOTES_ROWS];  // bits of the largest power
  double power[2][TCF_VOTES_ROWS];     // of all buckets
  tcf_votes_cells cells[2][TCF_VOTES_ROWS];
} tcf_votes_board;

typedef struct tcf_votes_candidate {
  tcf_u64 frequency;
  float re, im;                // amplitude
  float change_re, change_im;  // what is to be subtracted
} tcf_votes_candidate;

typedef struct tcf_votes_numbers {
  tcf_voting_loops loops;
  tcf_u64 n;
  tcf_i64 k, tones;
  double gain, root_scale;  // gain: of the estimating loops' window
  int real;
  float per_response_step[2];
  float response[2][TCF_RESPONSE_ROWS][2];
} tcf_votes_numbers;

typedef struct tcf_sparse_votes_args {
  tcf_votes_step step;
  const tcf_votes_numbers *numbers;
  const float *tap[2];
  const float *in;
  float *value[2], *comb;  // complex: [loop][bucket] of the loops that vote and of the others, [comb][bin]
  tcf_u32 *allowed;        // a bit for each residue
  tcf_u32 *marked;         // of the loops that vote, a bit for each bucket
  tcf_votes_board *board;
  tcf_votes_candidate *candidate, *chosen;
  void *run_board, *known;  // sparse_board and sparse_found of the program that checks the tones and gives them
} tcf_sparse_votes_args;

#endif
