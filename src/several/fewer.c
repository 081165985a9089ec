// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "several/fewer.h"

#include <string.h>

// The list up to its number `count`, which begins at the comma after it. Returns 0 where the list has fewer.
static int shorten(char *list, size_t cap, const char *all, int count) {
  const char *end = all;
  for (int i = 0; i < count; i++) {
    if (i && !*end) return 0;
    end += strcspn(end + (i > 0), ",") + (i > 0);
  }
  const size_t length = (size_t)(end - all);
  if (length >= cap) return 0;
  memcpy(list, all, length);
  list[length] = 0;
  return 1;
}

tcfft_status tcf_several_times(double seconds[TCF_SEVERAL_MOST], int *best, const tcf_problem *p, const tcfft_desc *d,
                               const tcf_device *device) {
  const tcf_plan_options options = {
      .effort = TCFFT_EFFORT_ESTIMATE, .policy = TCFFT_WORKSPACE_CALLER, .threads = d->threads, .estimate_only = 1};
  char list[8 * TCF_SEVERAL_MOST];
  *best = 1;
  for (int count = 1; count <= TCF_SEVERAL_MOST && shorten(list, sizeof list, d->devices, count); count++) {
    tcfft_desc fewer = *d;
    tcfft_plan *plan;
    fewer.devices = list;
    TCF_TRY(tcf_several_create(&plan, p, &fewer, NULL, device, &options));
    seconds[count - 1] = plan->first.schedule.time;
    if (seconds[count - 1] < seconds[*best - 1]) *best = count;
    tcf_several_destroy(plan);
  }
  return TCFFT_SUCCESS;
}
