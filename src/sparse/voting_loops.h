// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Sparse transforms by voting (Hassanieh, Indyk, Katabi and Price, SODA 2012, sections 3 to 5; on GPUs: Wang, Chandrasekaran
// and Chapman, IPDPS 2016). Each loop hashes all frequencies into buckets by a permutation and a flat window. Of the first
// loops each bucket that stands out votes for every frequency that it may hold, and a frequency with enough votes is a
// candidate. All loops estimate its coefficient, and their median is taken. A comb beforehand (the same paper's section 5,
// as in its authors' second program) tells which residues of frequencies may vote at all.
//
// A loop is a window hash with one sample at a time (hash.h): phases = 1, one group, points = n.
#ifndef TCFFT_SPARSE_VOTING_LOOPS_H
#define TCFFT_SPARSE_VOTING_LOOPS_H

#include "sparse/thresholds.h"

enum { TCF_VOTING_LOOPS = 24, TCF_VOTING_COMBS = 8 };

// How a plan votes. loop: the first `locate` of them vote; those have size[0], the others size[1].
typedef struct tcf_voting_loops {
  int locate, loops, threshold;
  int combs;          // 0: none
  tcf_u64 comb_bins;  // a power of two that divides n
  tcf_u64 comb_start[TCF_VOTING_COMBS];
  tcf_hash loop[TCF_VOTING_LOOPS];
} tcf_voting_loops;

// Loops of one size: those that vote, and the others.
TCF_NUM int tcf_voting_rows(const tcf_voting_loops *v, int which) { return which ? v->loops - v->locate : v->locate; }

// The first place of a bucket, plus n so that it is no negative number: places for which tcf_window_bin tells this bucket
// begin there and end before the next bucket's first place. bucket: up to and with the number of buckets.
TCF_NUM tcf_u64 tcf_voting_first(const tcf_hash *h, tcf_u64 bucket) {
  return ((2 * bucket + 2 * h->bins - 1) * h->n + 2 * h->bins - 1) / (2 * h->bins);
}

// Whether a bit of a bitmap is set, and a bitmap's words.
TCF_NUM int tcf_voting_bit(const tcf_u32 *map, tcf_u64 i) { return (int)(map[i / 32] >> i % 32 & 1); }
TCF_NUM tcf_u64 tcf_voting_words(tcf_u64 bits) { return (bits + 31) / 32; }

// Whether loop l votes for a frequency: the bucket that may hold it stands out. marked: a bitmap of such buckets for each
// voting loop.
TCF_NUM int tcf_voting_votes(const tcf_voting_loops *v, const tcf_u32 *marked, int l, tcf_u64 f) {
  const tcf_hash *h = &v->loop[l];
  return tcf_voting_bit(marked + (tcf_u64)l * tcf_voting_words(h->bins), tcf_window_bin(h, tcf_window_place(h, f)));
}

// The publications add up votes in an array of all n frequencies. Its random additions took half of a transform's time on a
// GPU. Few buckets stand out, so that it is far less to ask, for each frequency of the buckets of the first loops, which
// other loops vote for it: a frequency that has enough votes has one of loop locate - threshold or of one before.
TCF_NUM int tcf_voting_starts(const tcf_voting_loops *v) { return v->locate - v->threshold + 1; }

// Whether a frequency that loop `first` votes for is a candidate, and `first` the first such loop, so that each candidate is
// met once. allowed: a bitmap of the residues that the combs saw.
TCF_NUM int tcf_voting_is_candidate(const tcf_voting_loops *v, const tcf_u32 *marked, const tcf_u32 *allowed, int first,
                                    tcf_u64 f) {
  if (v->combs && !tcf_voting_bit(allowed, f & (v->comb_bins - 1))) return 0;
  int votes = 1;
  for (int l = first + 1; l < v->locate && votes < v->threshold && votes + v->locate - l >= v->threshold; l++)
    votes += tcf_voting_votes(v, marked, l, f);
  if (votes < v->threshold) return 0;
  for (int l = 0; l < first; l++)
    if (tcf_voting_votes(v, marked, l, f)) return 0;
  return 1;
}

// The energy from which on a bucket of a loop votes. largest: of the loop's buckets. Side lobes of a strong tone are no
// tones.
TCF_NUM double tcf_voting_from(double noise, double largest) {
  return fmax(tcf_sparse_outlier(noise, 1), tcf_sparse_rounding(largest));
}

// The least power of a candidate that is told from noise; the variance of a median is pi / 2 times that of a mean. noise: of
// a bucket of the estimating loops.
TCF_NUM double tcf_voting_least(double noise, double loops, double largest) {
  return fmax(30 * 1.6 * noise / loops, tcf_sparse_rounding(largest));
}

#endif
