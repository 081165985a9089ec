// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "shim/counts.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "shim/settings.h"

static atomic_llong counts[TCF_SHIM_COUNTS];

void tcf_shim_add(tcf_shim_count count, int by) { atomic_fetch_add_explicit(&counts[count], by, memory_order_relaxed); }

void tcf_shim_add_forwarded_plan(int plain) {
  tcf_shim_add(TCF_PLANS_FORWARDED, 1);
  if (plain) tcf_shim_add(TCF_PLAIN_PLANS_FORWARDED, 1);
}

void tcf_shim_add_forwarded_exec(int plain) {
  tcf_shim_add(TCF_EXECS_FORWARDED, 1);
  if (plain) tcf_shim_add(TCF_PLAIN_EXECS_FORWARDED, 1);
}

void tcf_shim_forget_counts(void) {
  for (int i = 0; i < TCF_SHIM_COUNTS; i++) counts[i] = 0;
}

// One write for the line, so that lines of processes that end at once do not mix. Standard error may be closed: that is no
// reason to fail at exit.
__attribute__((destructor)) static void tell_counts(void) {
  char line[300];
  const char *file = tcf_shim_was_used() ? tcf_shim_get_settings()->stats : NULL;
  if (!file) return;
  const int bytes =
      snprintf(line, sizeof line,
               "tcfft-cufft: plans %lld served, %lld forwarded; execs %lld served, %lld forwarded; of FP32 %lld plans, %lld "
               "execs forwarded\n",
               (long long)counts[TCF_PLANS_SERVED], (long long)counts[TCF_PLANS_FORWARDED],
               (long long)counts[TCF_EXECS_SERVED], (long long)counts[TCF_EXECS_FORWARDED],
               (long long)counts[TCF_PLAIN_PLANS_FORWARDED], (long long)counts[TCF_PLAIN_EXECS_FORWARDED]);
  const int named = strcmp(file, "1") != 0;
  const int fd = named ? open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644) : STDERR_FILENO;
  if (fd < 0) return;
  if (write(fd, line, (size_t)bytes) != bytes) { /* no caller is left to be told */
  }
  if (named) close(fd);
}
