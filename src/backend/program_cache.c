// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// One file per program: a head, the whole key, the code. The file's name is a hash of the key. Two keys may have the same
// hash, so a file is used only if the key stored in it is equal.
#include "backend/program_cache.h"

#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backend/cache_folder.h"
#include "base/memory.h"
#include "base/owned_file.h"
#include "base/process.h"

typedef struct file_head {
  char magic[8];
  uint64_t key_bytes, code_bytes;
  uint64_t checksum;  // of key and code
} file_head;

static const char magic[8] = "tcfft 2\n";
enum { LARGEST = 1 << 28 };  // bytes of code; a head that claims more is damaged

// FNV-1a, 64 bits.
static uint64_t hash(uint64_t h, const void *data, size_t bytes) {
  const unsigned char *p = data;
  for (size_t i = 0; i < bytes; i++) h = (h ^ p[i]) * UINT64_C(0x100000001b3);
  return h;
}

static const uint64_t basis = UINT64_C(0xcbf29ce484222325), other_basis = UINT64_C(0x9e3779b97f4a7c15);

// A sum that every word of eight bytes changes, whatever the others are, since each step can be taken back. (By single bytes
// the code of a program, 40 to 110 KB, took 0.05 to 0.14 ms of a plan's 2.)
static uint64_t sum_of_words(uint64_t h, const void *data, size_t bytes) {
  const char *at = data;
  uint64_t word;
  for (; bytes >= sizeof word; at += sizeof word, bytes -= sizeof word) {
    memcpy(&word, at, sizeof word);
    h = (h ^ word) * other_basis;
    h ^= h >> 32;
  }
  return hash(h, at, bytes);
}

static uint64_t checksum(const char *key, const void *code, size_t bytes) {
  return sum_of_words(hash(basis, key, strlen(key)), code, bytes);
}

// ------------------------------------------------------------------------------------------------ names

int tcf_cache_is_on(int named) {
  char folder[PATH_MAX];
  return (!named || tcf_process_variable("TCFFT_CACHE")) && tcf_cache_limit() > 0 && tcf_cache_folder(folder);
}

// The file of a key: *name is its part of the path behind the folder.
static int find_path(char path[PATH_MAX], const char **name, const char *key) {
  const size_t bytes = strlen(key);
  if (!tcf_cache_folder(path)) return 0;
  const size_t length = strlen(path);
  *name = path + length + 1;
  return snprintf(path + length, PATH_MAX - length, "/%016" PRIx64 "%016" PRIx64 ".cubin", hash(basis, key, bytes),
                  hash(other_basis, key, bytes)) < (int)(PATH_MAX - length);
}

// ------------------------------------------------------------------------------------------------ reading and writing

// Reads and checks the rest of a file whose head fits the key. The file has to be exactly as long as the head says.
static int read_body(int file, const file_head *head, const char *key, char *body) {
  const size_t bytes = (size_t)(head->key_bytes + head->code_bytes);
  char beyond;
  return tcf_read_all(file, body, bytes) && read(file, &beyond, 1) == 0 && !memcmp(body, key, (size_t)head->key_bytes) &&
         checksum(key, body + head->key_bytes, (size_t)head->code_bytes) == head->checksum;
}

static int read_file(int file, const char *key, void **code, size_t *bytes) {
  file_head head;
  if (!tcf_read_all(file, &head, sizeof head) || memcmp(head.magic, magic, sizeof magic) != 0 ||
      head.key_bytes != strlen(key) || head.code_bytes == 0 || head.code_bytes > LARGEST)
    return 0;
  char *body = tcf_alloc((size_t)(head.key_bytes + head.code_bytes));
  if (!body) return 0;
  if (!read_body(file, &head, key, body)) {
    free(body);
    return 0;
  }
  memmove(body, body + head.key_bytes, (size_t)head.code_bytes);
  *code = body;
  *bytes = (size_t)head.code_bytes;
  return 1;
}

int tcf_cache_read(const char *key, void **code, size_t *bytes) {
  char path[PATH_MAX];
  const char *name;
  int file;
  if (!find_path(path, &name, key) || tcf_owned_open(path, &file) != TCF_OWNED) return 0;
  const int whole = read_file(file, key, code, bytes);
  if (whole) tcf_cache_renew(file);
  close(file);
  return whole;
}

// Whether what is stored in the folder will be taken. A folder that is not there yet will be made so.
static int is_of_use(const char *folder) {
  int opened;
  const tcf_owned answer = tcf_owned_open_folder(folder, &opened);
  if (opened >= 0) close(opened);
  return answer == TCF_OWNED || answer == TCF_OWNED_ABSENT;
}

void tcf_cache_write(const char *key, const void *code, size_t bytes) {
  char path[PATH_MAX], folder[PATH_MAX];
  const char *name;
  if (!find_path(path, &name, key) || !tcf_cache_folder(folder) || !is_of_use(folder)) return;
  file_head head = {.key_bytes = strlen(key), .code_bytes = bytes, .checksum = checksum(key, code, bytes)};
  memcpy(head.magic, magic, sizeof magic);
  if (sizeof head + head.key_bytes + bytes > (uint64_t)tcf_cache_limit()) return;
  const tcf_file_part parts[] = {{&head, sizeof head}, {key, strlen(key)}, {code, bytes}};
  if (tcf_file_replace(path, parts, 3) == 0) tcf_cache_trim(folder, name, (int64_t)(sizeof head + head.key_bytes + bytes));
}
