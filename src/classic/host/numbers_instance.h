// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// One instance of tcf_numbers, of floats or, with TCF_F64, of doubles.
#include <stdlib.h>
#include <string.h>

#include "classic/host/axis.h"
#include "math/reference.h"

#include "num/number.h"

#include "classic/host/convolution.h"
#include "classic/host/long_convolution.h"
#include "classic/host/tables.h"

const tcf_numbers SCALAR_NUMBERS = {
    .roots = roots_table,
    .twiddles = full_twiddles,
#ifndef TCF_F64
    .compact_twiddles = compact_twiddles,
#endif
    .axis_twiddles = axis_twiddles,
    .pair_twiddles = pair_twiddles,
    .keep_chirp = keep_chirp,
    .spectrum = spectrum_of,
    .run_convolution = run_convolution,
};
