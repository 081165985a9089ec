// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "base/sized.h"

#include <string.h>

#include "tcfft/tcfft_comm.h"

// Bytes up to the end of field `last`. These are the last fields of release 0.1.0; fields added later do not change them.
#define FIRST(type, last) (offsetof(type, last) + sizeof(((type *)0)->last))

const tcf_sized tcf_sized_desc = {"d", "tcfft_desc", FIRST(tcfft_desc, threads), sizeof(tcfft_desc)};
const tcf_sized tcf_sized_exec_info = {"info", "tcfft_exec_info", FIRST(tcfft_exec_info, stream), sizeof(tcfft_exec_info)};
const tcf_sized tcf_sized_device_info = {"info", "tcfft_device_info", FIRST(tcfft_device_info, memory),
                                         sizeof(tcfft_device_info)};
const tcf_sized tcf_sized_sparse_desc = {"d", "tcfft_sparse_desc", FIRST(tcfft_sparse_desc, threads),
                                         sizeof(tcfft_sparse_desc)};

const tcf_sized tcf_sized_comm = {"comm", "tcfft_comm", FIRST(tcfft_comm, error_text), sizeof(tcfft_comm)};
const tcf_sized tcf_sized_dist_part = {"part", "tcfft_dist_part", FIRST(tcfft_dist_part, bytes), sizeof(tcfft_dist_part)};

// A larger size means that the field was never initialised: no struct will grow beyond it, so its bytes must not be read.
enum { LARGEST = 4096 };

static size_t size_of(const void *given) {
  size_t size;
  memcpy(&size, given, sizeof size);
  return size;
}

tcfft_status tcf_take_sized(const tcf_sized *s, void *own, const void *given) {
  const size_t size = size_of(given);
  const unsigned char *byte = given;
  if (size < s->first || size > LARGEST)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT,
                    "%s->size = %zu, this library's %s has %zu bytes: set size to sizeof(%s), the rest to 0", s->argument,
                    size, s->type, s->now, s->type);
  for (size_t i = s->now; i < size; i++)
    if (byte[i])
      return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT,
                      "%s->size = %zu: byte %zu of the %s is set, and this library (%d.%d.%d) knows %zu bytes of it",
                      s->argument, size, i, s->type, TCFFT_VERSION_MAJOR, TCFFT_VERSION_MINOR, TCFFT_VERSION_PATCH, s->now);
  memset(own, 0, s->now);
  memcpy(own, given, size < s->now ? size : s->now);
  return TCFFT_SUCCESS;
}

void tcf_give_sized(const tcf_sized *s, void *given, const void *own) {
  const size_t size = size_of(given), end = size < s->now ? size : s->now;
  memcpy((char *)given + sizeof size, (const char *)own + sizeof size, end - sizeof size);
}
