// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tables on a device that plans share. A program that keeps thousands of plans has few lengths among them, whose batches and
// strides differ but not their tables. Blocks are found by their bytes, because what the tables of a kernel depend on is
// known to that kernel alone.
#ifndef TCFFT_PLAN_SHARED_TABLES_H
#define TCFFT_PLAN_SHARED_TABLES_H

#include <stdint.h>

#include "core/backend.h"

// What a block holds, by 128 bits of a hash. Two different blocks have the same ones by accident once in 2^64 blocks.
typedef struct tcf_tables_key {
  const tcf_backend *backend;
  int index;  // of the device
  size_t bytes;
  uint64_t hash[2];
} tcf_tables_key;

// Adds bytes that lie at `place` of the block to a key, in the order of their places.
void tcf_tables_add(tcf_tables_key *key, size_t place, const void *bytes, size_t count);

typedef struct tcf_shared_tables tcf_shared_tables;

// The block that holds what the key says, for one more user; NULL: there is none.
tcf_shared_tables *tcf_tables_find(const tcf_tables_key *key);

// Makes a filled block of device memory one that others may find, and takes it over, for one user. Another one of the same
// key, if there is one meanwhile, takes its place. NULL without memory, where the block stays the caller's.
tcf_shared_tables *tcf_tables_share(const tcf_tables_key *key, void *memory);

void *tcf_tables_memory(const tcf_shared_tables *tables);

// Ends a use. The last one releases the memory.
void tcf_tables_drop(tcf_shared_tables *tables);

#endif
