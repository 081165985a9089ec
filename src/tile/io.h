// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What a tile loads and stores: its fields that the layout of the data decides, the loop across its transforms, and what
// goes through shared memory on its way.
#ifndef TCFFT_TILE_IO_H
#define TCFFT_TILE_IO_H

#include "tile/tile.h"

// Whether a side of a stage is a spectrum of real numbers whose bins k and n / 2 - k lie in transforms l and L - l of loop
// 0.
int tcf_tile_hermitian_across(const tcf_stage *s, int output);

// The fields that the layout of the data decides, from kind to points. conv is set.
void tcf_tile_set_io(tcf_tile *tile, const tcf_stage *s);

// Puts loop number `loop` across the transforms. 0: there is none, or it may not. A part's own transforms become the loop
// beyond them, by which it turns.
int tcf_tile_choose_dim(tcf_stage *s, int dim);

// The fields that follow from radices, threads and edges: which passes fold spectra, what is staged, who waits for whom.
void tcf_tile_set_hermitian(tcf_tile *tile);
void tcf_tile_set_stages(tcf_tile *tile);

// Whether a load takes points as they are; whether elements of the output are made of several results, or each of one.
int tcf_tile_loads_points(const tcf_tile *t);
int tcf_tile_stores_elements(const tcf_tile *t);
int tcf_tile_results_alone(const tcf_tile *t);

// Lanes of half a warp: Rader's gather then takes one element of each, from another bank.
enum { TCF_RADER_FFTS = 16 };

// Whether several blocks of Rader's convolutions by n points hold half a warp's transforms each: then its permutations in
// rows meet in no bank.
int tcf_rader_by_ffts(int n, int64_t sm_shared);

#endif
