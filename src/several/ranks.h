// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans of ranks: the flow of several devices, of which each rank computes one block, and the caller's exchange between
// them (tcfft_comm.h).
#ifndef TCFFT_SEVERAL_RANKS_H
#define TCFFT_SEVERAL_RANKS_H

#include "several/check.h"

// Implements tcfft_plan_create for a description with comm. Asks the other ranks whether they have the same problem, and
// whether all could plan it: fails on all ranks where one has failed.
tcfft_status tcf_ranks_create(tcfft_plan **out, const tcfft_desc *d, const tcf_plan_options *options);

// Checks the struct and copies it to *own. INVALID_ARGUMENT.
tcfft_status tcf_ranks_take_comm(tcfft_comm *own, const tcfft_comm *given);

// Fails with EXCHANGE, the rank and the caller's text for an error that its function returned; `what` says which.
tcfft_status tcf_ranks_fail(const tcfft_comm *comm, const char *what, int error);

// Implement tcfft_exec_with and tcfft_exec_host for such plans.
tcfft_status tcf_ranks_execute(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction,
                               const tcfft_exec_info *info);
tcfft_status tcf_ranks_execute_host(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction);

#endif
