// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#ifndef TCFFT_CLI_CHOOSE_PEERS_H
#define TCFFT_CLI_CHOOSE_PEERS_H

#include "bench/driver.h"
#include "cli/command.h"

// Reads the value of --peers, names joined by commas or "none", into o->peers. If asked is NULL, takes the peers of
// `usual` that this program has and ignores the others. Returns 0, or the exit status of the error that it reported.
int tcf_choose_peers(const tcf_command *command, const char *asked, const char *usual, tcfft_backend backend,
                     tcf_bench_options *o);

#endif
