// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Several CUDA devices in one process: peer access, streams, events, copies.
#ifndef TCFFT_BACKEND_CUDA_PEERS_H
#define TCFFT_BACKEND_CUDA_PEERS_H

#include "core/peers.h"

extern const tcf_peers tcf_cuda_peers;

#endif
