// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the programs of sparse transforms take: the plan as numbers, in device memory, and a launch's arguments. The same for
// C and for CUDA.
#ifndef TCFFT_SPARSE_CUDA_SPARSE_ARGS_H
#define TCFFT_SPARSE_CUDA_SPARSE_ARGS_H

#include "sparse/hash.h"

enum {
  TCF_SPARSE_THREADS = 512,  // of a block
  TCF_SPARSE_LEFT = -1,      // a signal's status before the program of peeling, where others have looked at it in vain
  TCF_BINS_PASSES = 8,
  TCF_ENERGY_CELLS = 1024,  // two an octave, from 2^-256 on
  TCF_RESPONSE_ROWS = 513,  // TCF_RESPONSE_POINTS
  TCF_MOST_TOGETHER = 8,    // tones that are fitted together
  TCF_CODE_CELLS = 2048,    // of a step of choosing the largest: eleven bits
};

// Bytes of the structs of team.cuh.
enum {
  TCF_BARRIER_WORDS = 6,  // at a board's beginning
  TCF_BOARD_BYTES = 256 + 3 * 4 * TCF_ENERGY_CELLS,
  TCF_TONE_BYTES = 24,
  TCF_FOUND_BYTES = 24,
  TCF_RUN_BYTES = 2048,  // shared memory
  TCF_SHORT = 256,       // the longest length whose tables lie there
  TCF_TABLE_BYTES = 2 * TCF_SHORT * 12,
  TCF_NUMBERS_BYTES = 16384,
};

// The transform of the bins of a hash, of length[0] * length[1] points: length[0]-point transforms of elements length[1]
// apart, roots of unity between, then length[1]-point transforms (Cooley and Tukey). Bin k0 + length[0] k1 is then at k0 *
// length[1] + k1.
typedef struct tcf_bins_fft {
  tcf_u32 length[2];
  tcf_u32 radix[2][TCF_BINS_PASSES];  // in the order of the passes; 0 behind the last
  tcf_u32 root[2];                    // where exp(-2 pi i k / length) begin among the plan's roots
  tcf_u32 order[2];                   // where the places of points before the first pass begin among the plan's orders
  double inverse;                     // one over the number of bins
} tcf_bins_fft;

typedef struct tcf_comb_numbers {
  tcf_u64 bins;  // 0: there is no comb
  tcf_u64 groups;
  double ratio;  // see tcf_sparse_attempt
  tcf_hash hash;
  tcf_bins_fft fft;
} tcf_comb_numbers;

typedef struct tcf_window_numbers {
  tcf_u64 bins, taps, tap;  // tap: where they begin among the plan's
  double gain;
  tcf_hash hash;  // for tones that stand out of the noise by TCF_SPARSE_CLEAR_RATIO
  tcf_bins_fft fft;
} tcf_window_numbers;

// Parts of a team's workspace.
typedef enum tcf_sparse_part {
  TCF_PART_BOARD,
  TCF_PART_BETWEEN,  // between the two steps of a transform
  TCF_PART_COMB_VALUES,
  TCF_PART_COMB_ENERGY,
  TCF_PART_COMB_STATE,
  TCF_PART_COMB_QUEUE,
  TCF_PART_HEAD,  // by bin of the comb: the first tone of a list
  TCF_PART_WINDOW_VALUES,
  TCF_PART_WINDOW_ENERGY,
  TCF_PART_WINDOW_STATE,
  TCF_PART_WINDOW_QUEUE,
  TCF_PART_TONES,  // by slot of a hash table
  TCF_PART_LIST,   // slots of the tones, in the order of finding
  TCF_PART_KNOWN,  // the tones in that order
  TCF_PART_NEXT,   // by slot: the next tone of the same bin
  TCF_PART_FOUND,
  TCF_PART_COUNTS,  // for sorting
  TCF_PARTS
} tcf_sparse_part;

typedef struct tcf_sparse_numbers {
  tcf_u64 n, points, phases;
  tcf_i64 k;  // tones that are expected: twice as many as coefficients of real samples
  tcf_i64 capacity, tones, slots, cells;
  tcf_u64 most_sectors;  // that a run may read before it gives up
  double least, root_scale;
  int real, verify, fallback, attempts, sizes;
  tcf_sparse_draws draws;
  tcf_comb_numbers comb[TCF_SPARSE_ATTEMPTS];
  tcf_window_numbers window[TCF_SPARSE_SIZES];
  tcf_u64 part[TCF_PARTS];  // in bytes of the team's workspace
  double per_point;         // one over points
  float per_response_step;  // rows of the window's response in the width of a bin
  // By the number of a bin's values: tcf_sparse_outlier and tcf_sparse_look_from, over the noise.
  float outlier_share[TCF_SPARSE_VALUES + 1], look_share[TCF_SPARSE_VALUES + 1];
  // The same of tcf_sparse_is_single, for a comb's bin and for a window's, and of tcf_sparse_least_tone.
  float single_share[2][TCF_SPARSE_VALUES + 1], least_share[TCF_SPARSE_VALUES + 1];
  float response[TCF_RESPONSE_ROWS][2];
} tcf_sparse_numbers;

typedef struct tcf_sparse_args {
  const tcf_sparse_numbers *numbers;
  const float *roots, *taps;
  const tcf_u32 *orders;
  const float *in;
  tcf_i64 *index;
  float *value;
  tcf_i64 *count;
  tcf_i32 *status;
  char *workspace;
  tcf_u64 team_bytes;
  tcf_i64 batch, distance;
  tcf_u32 team;     // blocks of a team
  tcf_u32 scratch;  // complex numbers of shared memory for transforms
  int looked;       // 1: a cluster or all blocks have looked at all signals, and the status of those that are left is
                    // TCF_SPARSE_LEFT
  int voted;        // 1: voting has found the tones of the one signal of the batch
  int clear;        // 1: only make the workspace ready for a launch
} tcf_sparse_args;

#endif
