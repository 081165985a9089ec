// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "api/versions_0_1_0.h"

#include <stdlib.h>
#include <string.h>

#include "golden/tcfft_0.1.0.h"

const size_t old_desc_bytes = sizeof(tcfft_desc), old_exec_info_bytes = sizeof(tcfft_exec_info),
             old_device_info_bytes = sizeof(tcfft_device_info);

enum { BEHIND = 256, CANARY = 0xa5, POINTS = 4096 };

static void plant(unsigned char *canary) { memset(canary, CANARY, BEHIND); }

static int grown_over(const unsigned char *canary) {
  for (int i = 0; i < BEHIND; i++)
    if (canary[i] != CANARY) return 1;
  return 0;
}

static const char *execute(const tcfft_plan *plan) {
  static float data[2 * POINTS];
  struct {
    tcfft_exec_info info;
    unsigned char behind[BEHIND];
  } s = {.info = TCFFT_EXEC_INFO_INIT};
  plant(s.behind);
  const size_t bytes = tcfft_plan_workspace_size(plan);
  s.info.workspace = aligned_alloc(64, (bytes + 64) / 64 * 64);
  s.info.workspace_bytes = bytes;
  data[0] = 1;
  const tcfft_status status = tcfft_exec_with(plan, data, data, TCFFT_FORWARD, &s.info);
  free(s.info.workspace);
  if (status != TCFFT_SUCCESS) return tcfft_last_error();
  for (int i = 0; i < POINTS; i++)
    if (data[2 * i] != 1 || data[2 * i + 1] != 0) return "a wrong spectrum";
  return grown_over(s.behind) ? "written behind tcfft_exec_info" : NULL;
}

const char *old_plan(void) {
  struct {
    tcfft_desc d;
    unsigned char behind[BEHIND];
  } s = {.d = TCFFT_DESC_INIT};
  plant(s.behind);
  if (tcfft_desc_parse(&s.d, "c2c:4096:inplace") != TCFFT_SUCCESS) return tcfft_last_error();
  if (grown_over(s.behind)) return "written behind tcfft_desc";
  s.d.backend = TCFFT_BACKEND_HOST;
  s.d.workspace = TCFFT_WORKSPACE_CALLER;
  s.d.threads = 1;
  tcfft_plan *plan = NULL;
  if (tcfft_plan_create(&plan, &s.d) != TCFFT_SUCCESS) return tcfft_last_error();
  const char *wrong = execute(plan);
  tcfft_plan_destroy(plan);
  char text[8192];
  if (!wrong && tcfft_plan_explain(&s.d, "server32", text, sizeof text) != TCFFT_SUCCESS) return tcfft_last_error();
  return wrong;
}

const char *old_device(void) {
  struct {
    tcfft_device_info info;
    unsigned char behind[BEHIND];
  } s = {.info = {.size = sizeof s.info}};
  plant(s.behind);
  if (tcfft_device_get(TCFFT_BACKEND_HOST, 0, &s.info) != TCFFT_SUCCESS) return tcfft_last_error();
  if (s.info.size != sizeof s.info || s.info.cores < 1 || !s.info.name[0]) return "nothing told";
  return grown_over(s.behind) ? "written behind tcfft_device_info" : NULL;
}
