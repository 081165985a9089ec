// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tables of long convolutions by Bluestein's algorithm that the device itself computes (spectrum.cuh).
#ifndef TCFFT_CLASSIC_CUDA_SPECTRUM_H
#define TCFFT_CLASSIC_CUDA_SPECTRUM_H

#include "core/kernel.h"
#include "tile/stage.h"

enum { TCF_SPECTRA = 3 };

// Those of a stage, zeros at first.
typedef struct tcf_spectra {
  tcf_fill fill;
  int count;
  struct tcf_spectrum_part {
    tcf_convolution_tables tables;
    size_t chirp, filter;  // where they lie, in bytes from the beginning of the stage's table
  } part[TCF_SPECTRA];
} tcf_spectra;

// Whether the device computes these tables of a stage, rather than the host.
int tcf_spectra_suit(const tcf_convolution_tables tables[], int count);

void tcf_spectra_add(tcf_spectra *spectra, const tcf_convolution_tables *tables, size_t chirp, size_t filter);

// Sets prepared->fill, after the last one was added. `spectra` lives as long as the plan.
void tcf_spectra_set(tcf_spectra *spectra, tcf_prepared *prepared);

// Sets the tables of a prepared tile, and the fill where the device computes some of them.
tcfft_status tcf_cuda_tables(tcf_prepared *prepared, const tcf_tile_stage *tile, const tcf_stage *s,
                             const tcf_prepare *with);

#endif
