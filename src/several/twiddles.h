// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The twiddles between the two passes of one axis, as a launch of their own. The host (a rank's) has a function and tables
// of roots in its place.
#ifndef TCFFT_SEVERAL_TWIDDLES_H
#define TCFFT_SEVERAL_TWIDDLES_H

#include "core/backend.h"
#include "several/flow.h"

// UNSUPPORTED for axes that are longer than the launch has numbers for. backend: of the devices.
tcfft_status tcf_several_twiddles_check(const tcf_flow *f, tcfft_backend backend);

// Loads the function on a device, or makes the host's tables. Fails as tcf_backend.load.
tcfft_status tcf_several_twiddles_load(const tcf_backend *backend, int index, const tcf_flow *f, void **function);
void tcf_several_twiddles_free(const tcf_backend *backend, void *function);

// Multiplies a piece of a pass, which begins with row or column `first` of the device's, at `data`. The device is entered.
tcfft_status tcf_several_twiddles_run(const tcf_backend *backend, void *function, const tcf_flow *f, const tcf_step *s,
                                      int position, tcf_block piece, void *data, int inverse, void *stream);

#endif
