// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The texts of problems and devices: whatever comes, a status, no crash, and outputs that stay as they were on failure. What
// parses prints, and parses again to the same.
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "tcfft/tcfft.h"

#define SEED(text) \
  { text, sizeof(text) - 1 }

const fuzz_seed fuzz_seeds[] = {
    SEED("c2c:1024x1024*64:inplace"),
    SEED("r2c:30*7:is=2:id=64"),
    SEED("c2r:5x6x7x8:os=1000,100,10,1:od=5000"),
    SEED("r2c:5x6x7*8:ba=2"),
    SEED("dct1:2"),
    SEED("c2r:64x3*2:f64:inplace"),
    SEED("r2c:1024*64:in=i16:out=f32"),
    SEED("c2c:16:bf16:tensor"),
    SEED("dct4:1009*3:classic:tol=1e-3"),
    SEED("c2c:4096:tensor:half1"),
    SEED("c2c:1"),
    SEED("dct2:16x16:inplace"),
    SEED("c2c:64\nboard1"),
    SEED("c2c:1000x1000\nserver32"),
    SEED("c2c:64\nhost:name=x:cores=1:vector=4:l1=32768:l2=131072:l3=524288:copy=3e9:flops=4e9:memory=1"),
    {NULL, 0},
};

// Fails as a crash does: the driver keeps the input.
static void must(int holds) {
  if (!holds) abort();
}

static void check_parse(const char *text, tcfft_desc *d) {
  tcfft_desc poisoned;
  memset(&poisoned, 0x5a, sizeof poisoned);
  poisoned.size = sizeof poisoned;
  *d = (tcfft_desc)TCFFT_DESC_INIT;
  tcfft_desc other = poisoned;
  const tcfft_status status = tcfft_desc_parse(d, text);
  must(status == TCFFT_SUCCESS || status == TCFFT_ERROR_PARSE);
  must(tcfft_desc_parse(&other, text) == status);
  if (status != TCFFT_SUCCESS) must(memcmp(&other, &poisoned, sizeof other) == 0 && tcfft_last_error()[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // The first line is a problem, the rest a device.
  char *text = malloc(size + 1);
  if (!text) return 0;
  if (size) memcpy(text, data, size);
  text[size] = 0;
  char *line_end = strchr(text, '\n');
  const char *device = line_end ? line_end + 1 : "board1";
  if (line_end) *line_end = 0;

  static char own_device[4096], explained[4096];
  if (!own_device[0]) must(tcfft_device_describe(TCFFT_BACKEND_HOST, 0, own_device, sizeof own_device) == TCFFT_SUCCESS);
  tcfft_desc d;
  check_parse(text, &d);
  if (tcfft_desc_parse(&d, text) == TCFFT_SUCCESS) {
    d.backend = TCFFT_BACKEND_HOST;
    for (int own = 0; own < 2; own++) {
      memset(explained, '#', sizeof explained);
      const tcfft_status status = tcfft_plan_explain(&d, own ? own_device : device, explained, sizeof explained);
      if (status == TCFFT_SUCCESS || status == TCFFT_ERROR_BUFFER_TOO_SMALL) {
        must(memchr(explained, 0, sizeof explained) != NULL);
      } else {
        must(explained[0] == '#' && tcfft_last_error()[0]);
      }
      must(status != TCFFT_ERROR_INTERNAL);
    }
  }
  free(text);
  return 0;
}
