// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// NumPy's .npy files, versions 1 to 3, as far as this library transforms them: little-endian floats and short integers in C
// order.
#ifndef TCFFT_CLI_NPY_H
#define TCFFT_CLI_NPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tcfft/tcfft.h"

enum { TCF_NPY_MAX_DIMS = 32 };  // NumPy's own limit

typedef struct tcf_npy_header {
  bool is_complex;
  tcfft_type type;  // of the numbers
  int dims;         // 0 for a scalar
  int64_t shape[TCF_NPY_MAX_DIMS];
  int64_t count;       // elements: the product of the shape
  size_t data_offset;  // bytes before the first element
} tcf_npy_header;

typedef struct tcf_npy {
  tcf_npy_header header;
  tcfft_type type;  // of the numbers in memory
  union {           // count elements, complex ones as two numbers
    float *data;
    double *doubles;
    void *numbers;
  };
} tcf_npy;

// Parses the header of a file whose first len bytes are at bytes; it never reads beyond them. Returns 0, or -1 with the
// reason in why.
int tcf_npy_parse_header(const unsigned char *bytes, size_t len, tcf_npy_header *out, char *why, size_t why_cap);

// Reads a file into numbers of a type, F32 or F64, to which the file's are rounded; TCF_NPY_OWN: into those that it has.
// Returns 0, or -1 with the reason in why and nothing to free. tcf_npy_free accepts a tcf_npy that is {0}.
enum { TCF_NPY_OWN = -1 };
int tcf_npy_read(tcf_npy *out, const char *path, int type, char *why, size_t why_cap);
void tcf_npy_free(tcf_npy *npy);

// Writes real or complex numbers of F32 or F64 as a version 1 file. Write errors are not checked here; the caller finds
// them with ferror.
void tcf_npy_write(FILE *file, const void *data, tcfft_type type, bool is_complex, int dims, const int64_t *shape);

// Writes a structured array of the fields index (int64) and value (complex64).
void tcf_npy_write_indexed(FILE *file, const int64_t *index, const float *value, int64_t count);

#endif
