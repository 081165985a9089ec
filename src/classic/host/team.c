// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/host/team.h"

#include <stdatomic.h>

#include "base/crowd.h"
#include "base/process.h"

int tcf_team_size(int threads) {
  static atomic_int threaded;
  return threads == 1 || !tcf_process_is_first(&threaded) || tcf_crowded() ? 1 : threads;
}

void tcf_team_wait(const tcf_team *team) {
#ifdef _OPENMP
  if (team->count > 1) {
#pragma omp barrier
  }
#else
  (void)team;
#endif
}

void tcf_team_share(const tcf_team *team, int64_t n, int64_t *begin, int64_t *end) {
  *begin = n / team->count * team->index + (team->index < n % team->count ? team->index : n % team->count);
  *end = *begin + n / team->count + (team->index < n % team->count);
}
