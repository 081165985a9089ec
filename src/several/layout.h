// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Which elements of a side a device holds, and where they are in its memory.
#ifndef TCFFT_SEVERAL_LAYOUT_H
#define TCFFT_SEVERAL_LAYOUT_H

#include "several/several.h"

// Sets all of *part but size.
void tcf_several_layout(tcfft_dist_part *part, const tcf_several *s, int output, int position);

#endif
