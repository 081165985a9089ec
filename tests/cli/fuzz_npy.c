// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The header of a NumPy file: whatever comes, it is taken or refused with a reason, and what is taken makes sense.
#include <stdlib.h>
#include <string.h>

#include "cli/npy.h"
#include "fuzz.h"

#define SEED(text) \
  { text, sizeof(text) - 1 }

const fuzz_seed fuzz_seeds[] = {
    SEED("\x93NUMPY\x01\x00\x36\x00{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}\n"),
    SEED("\x93NUMPY\x01\x00\x3b\x00{'descr': '<c8', 'fortran_order': False, 'shape': (3, 4, 5)}\n"),
    SEED("\x93NUMPY\x01\x00\x35\x00{'descr': '<f8', 'fortran_order': True, 'shape': (3,)}\n"),
    SEED("\x93NUMPY\x02\x00\x36\x00\x00\x00{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}\n"),
    SEED("\x93NUMPY\x03\x00\x34\x00\x00\x00{'descr': '<f4', 'fortran_order': False, 'shape': ()}\n"),
    SEED("\x93NUMPY\x01\x00\x4b\x00{'shape': (9223372036854775807, 3), 'fortran_order': False, 'descr': '|O'} \n"),
    SEED("\x93NUMPY\x01\x00\x10\x00{'descr': [('a', '<f4')]}\n"),
    {NULL, 0},
};

static void check_sense(const tcf_npy_header *h, size_t size) {
  int fine =
      h->dims >= 0 && h->dims <= TCF_NPY_MAX_DIMS && h->type >= TCFFT_F32 && h->type <= TCFFT_I16 && h->data_offset <= size;
  int64_t count = 1;
  for (int i = 0; fine && i < h->dims; i++) fine = h->shape[i] >= 0 && !__builtin_mul_overflow(count, h->shape[i], &count);
  if (!fine || count != h->count) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // On the heap, so that reading past the end is seen.
  unsigned char *bytes = malloc(size ? size : 1);
  if (!bytes) return 0;
  if (size) memcpy(bytes, data, size);
  tcf_npy_header header;
  char why[200] = "";
  if (tcf_npy_parse_header(bytes, size, &header, why, sizeof why) != 0) {
    if (!why[0] || !memchr(why, 0, sizeof why)) abort();
  } else {
    check_sense(&header, size);
  }
  char short_why[4];
  tcf_npy_parse_header(bytes, size, &header, short_why, sizeof short_why);
  free(bytes);
  return 0;
}
