// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Measures plans on several devices beside one device and beside other libraries, by the host's clock: from the call until
// all devices are done. All contenders take turns on data that is in the devices' memory.
#ifndef TCF_BENCH_SEVERAL_H
#define TCF_BENCH_SEVERAL_H

#include "core/problem.h"

typedef enum tcf_several_contender {
  TCF_SEVERAL_TRANSPOSED,  // out of place, from natural to transposed order (C2R: the other way)
  TCF_SEVERAL_NATURAL,     // from natural to natural order
  TCF_SEVERAL_ONE,         // on the first device alone
  TCF_SEVERAL_CUFFT,       // cuFFT on the first device
  TCF_SEVERAL_XT,          // cuFFT Xt
  TCF_SEVERAL_CONTENDERS,
} tcf_several_contender;

// A form of the transposed plan: passes in so many pieces.
typedef struct tcf_several_form {
  int pieces;
  double ms, predicted, difference;
} tcf_several_form;

enum { TCF_SEVERAL_FORMS = 4 };

typedef struct tcf_several_row {
  tcf_several_form form[TCF_SEVERAL_FORMS];
  double ms[TCF_SEVERAL_CONTENDERS];      // median; 0: not measured
  char why[TCF_SEVERAL_CONTENDERS][256];  // why not
  double predicted[2];                    // of the first two, milliseconds
  double difference[2];                   // relative L2 of their results from those of one device
} tcf_several_row;

// Measures one problem for about `seconds`. devices is the list of tcfft_desc.devices. with_xt: cuFFT Xt too. with_forms:
// each form of the transposed plan, too, one after the other.
tcfft_status tcf_bench_several(const tcfft_desc *d, const char *devices, int with_xt, int with_forms, double seconds,
                               tcf_several_row *row);

#endif
