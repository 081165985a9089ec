// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include <stddef.h>
#include <string.h>

#include "peer.h"

#ifdef TCF_HAVE_FFTW
extern const tcf_peer tcf_peer_fftw;
#endif

const tcf_peer *const tcf_peers[] = {
#ifdef TCF_HAVE_FFTW
    &tcf_peer_fftw,
#endif
    NULL,
};

const tcf_peer *tcf_peer_find(const char *name) {
  for (const tcf_peer *const *peer = tcf_peers; *peer; peer++)
    if (!strcmp((*peer)->name, name)) return *peer;
  return NULL;
}
