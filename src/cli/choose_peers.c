// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "cli/choose_peers.h"

#include <stdio.h>
#include <string.h>

static int refuse(const tcf_command *command, const char *name, tcfft_backend backend, const char *why) {
  char there[100];
  if (tcf_peer_known(name)) return tcf_failure("not possible", "--peers %s: %s", name, why);
  tcf_peer_names(backend, 1, there, sizeof there);
  return tcf_usage_error(command, "--peers '%s': expected some of %s%snone", name, there, *there ? ", " : "");
}

int tcf_choose_peers(const tcf_command *command, const char *asked, const char *usual, tcfft_backend backend,
                     tcf_bench_options *o) {
  char why[300], name[24];
  if (asked && !strcmp(asked, "none")) return 0;
  for (const char *at = asked ? asked : usual; *at;) {
    const size_t length = strcspn(at, ",");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), at);
    at += length + (at[length] == ',');
    const tcf_peer *peer = tcf_peer_find(name, backend, why, sizeof why);
    if (!peer && asked) return refuse(command, name, backend, why);
    if (!peer) continue;
    if (o->peer_count == TCF_MAX_PEERS) return tcf_usage_error(command, "--peers '%s': more than %d", asked, TCF_MAX_PEERS);
    o->peers[o->peer_count++] = peer;
  }
  return 0;
}
