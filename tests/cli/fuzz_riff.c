// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plain WAV files: whatever comes, it is taken or refused with a reason, and what is taken has as many samples as it says.
#include <stdlib.h>
#include <string.h>

#include "cli/riff.h"
#include "fuzz.h"

#define SEED(text) \
  { text, sizeof(text) - 1 }

const fuzz_seed fuzz_seeds[] = {
    SEED("RIFF\x2c\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\xbb\0\0\0\x77\x01\0\x02\0\x10\0data\x08\0\0\0abcdefgh"),
    SEED("RIFF\xff\xff\xff\xffWAVELIST\x05\0\0\0abcde\0fmt "
         "\x10\0\0\0\x03\0\x01\0\x80\xbb\0\0\0\x77\x01\0\x04\0\x20\0data\x08\0\0\0abcdefgh"),
    SEED("RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x02\0\x80\xbb\0\0\0\x77\x01\0\x06\0\x18\0data\xf0\xff\xff\xff"
         "abcdefgh"),
    {NULL, 0},
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!size) return 0;
  FILE *file = fmemopen((void *)data, size, "rb");
  if (!file) return 0;
  tcf_recording r = {0};
  char why[200] = "";
  if (tcf_riff_read(&r, file, why, sizeof why) != 0) {
    if (!why[0] || !memchr(why, 0, sizeof why) || r.samples) abort();
  } else {
    if (r.count < 1 || (size_t)r.count > size / 2 || r.channels < 1 || r.rate < 1) abort();
    free(r.samples);
  }
  fclose(file);
  return 0;
}
