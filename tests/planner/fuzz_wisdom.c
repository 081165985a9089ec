// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The texts of wisdom: whatever comes, it is taken or changes nothing, plans are made all the same, and what is kept prints
// and is read again.
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "tcfft/tcfft.h"

#define SEED(text) \
  { text, sizeof(text) - 1 }
#define HEAD "tcfft wisdom 1\n"
#define ROW                                                                                                                 \
  "host:name=board1:vector=4:cores=1 | c2c:8*16:threads=1 | schedule:stages=1:work=0:bytes=2048:time=1e-06:bound=1e-07;"    \
  "stage:host_row:c2c:axis=0:n=8:is=1:os=1:in=in:out=out:width=4:threads=1:fft=8:d0=16,8,8:bytes=2048:time=1e-06:variance=" \
  "1e-15"                                                                                                                   \
  " | host_row.1 | 1e-06 | 2026-11-26\n"
#define STAGE                                                                                                             \
  "cuda:name=H200:capability=90:cores=132 | stage:auto:split2:c2c:axis=0:n=720:is=1:os=1:in=in:out=out:d0=90000,720,720:" \
  "points=720:load=user:store=user:twiddle_n=0:ie=1,0:oe=1,0 | schedule:stages=1:work=0:bytes=1036800000:time=0.0003:"    \
  "bound=1.4e-07;stage:cuda_tile:c2c:axis=0:n=720:is=1:os=1:in=in:out=out:width=1:threads=90:fft=9.8.10:d0=90000,720,"    \
  "720:points=720:load=user:store=user:twiddle_n=0:ie=1,0:oe=1,0:bytes=1036800000:time=0.0003:variance=6e-15 | "          \
  "cuda_tile.8 | 0.0003 | 2026-11-26\n"

#define CHIRP                                                                                                               \
  "cuda:name=H200:capability=90:cores=132 | stage:auto:split2:c2c | schedule:stages=1:work=0:bytes=1:time=1:bound=1;stage:" \
  "cuda_tile:c2c:axis=0:n=100003:is=512:os=1:in=in:out=work:width=8:threads=512:fft=8.8.8:d0=391,1,0:points=512:load="      \
  "chirp:store=twiddle:twiddle_n=200192:ie=391,1:oe=391,1:bytes=1:time=1:variance=1e-15 | cuda_tile.8 | 1e-5 | "            \
  "2026-11-26\n"

const fuzz_seed fuzz_seeds[] = {
    SEED(HEAD), SEED(HEAD ROW), SEED(HEAD STAGE), SEED(HEAD CHIRP), SEED(HEAD ROW STAGE), {NULL, 0},
};

// Fails as a crash does: the driver keeps the input.
static void must(int holds) {
  if (!holds) abort();
}

static char *exported(void) {
  enum { MOST = 1 << 16 };
  char *text = malloc(MOST);
  must(text != NULL);
  must(tcfft_wisdom_export_string(text, MOST) == TCFFT_SUCCESS);
  return text;
}

// A plan of a problem that records may be of.
static void check_plan(const char *problem, const char *device) {
  static char text[8192];
  tcfft_desc d = TCFFT_DESC_INIT;
  must(tcfft_desc_parse(&d, problem) == TCFFT_SUCCESS);
  must(tcfft_plan_explain(&d, device, text, sizeof text) == TCFFT_SUCCESS);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text) return 0;
  if (size) memcpy(text, data, size);
  text[size] = 0;
  setenv("TCFFT_WISDOM", "", 1);
  tcfft_wisdom_forget();
  char *before = exported();
  const tcfft_status status = tcfft_wisdom_import_string(text);
  must(status == TCFFT_SUCCESS || (status == TCFFT_ERROR_PARSE && tcfft_last_error()[0]));
  check_plan("c2c:8*16", "board1");
  check_plan("c2c:720*80000", "H200");
  check_plan("c2c:100003", "H200");
  check_plan("r2c:2163", "A100");
  check_plan("c2c:8*70", "server32");
  char *after = exported();
  if (status != TCFFT_SUCCESS) must(strcmp(before, after) == 0);
  tcfft_wisdom_forget();
  must(tcfft_wisdom_import_string(after) == TCFFT_SUCCESS);
  char *again = exported();
  must(strcmp(after, again) == 0);
  free(before);
  free(after);
  free(again);
  free(text);
  return 0;
}
