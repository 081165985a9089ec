// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A program that opens the shared library, transforms and closes it again, CYCLES times: nothing crashes that still runs
// after that, and memory does not grow.
//     unload LIBRARY BACKEND CYCLES
// BACKEND is a number of tcfft_backend. 77: it has no device here.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tcfft/tcfft.h"

// A driver may free a cycle's few buffers, 2 MiB each, only in the next one, so that the least of some cycles counts: of
// the first WINDOW ones behind WARM_UP, and of the last.
enum { N = 16384, BATCH = 16, WARM_UP = 10, WINDOW = 10 };
enum { MOST_GROWTH = 8 << 20 };  // bytes

static void *function(void *library, const char *name) {
  void *found = dlsym(library, name);
  if (found) return found;
  fprintf(stderr, "%s\n", dlerror());
  exit(1);
}

#define FUNCTION(name)              \
  __typeof__(name) *name##_ = NULL; \
  *(void **)&name##_ = function(library, #name)

static int transform(void *library, tcfft_backend backend, float *in, float *out) {
  FUNCTION(tcfft_plan_create);
  FUNCTION(tcfft_plan_destroy);
  FUNCTION(tcfft_exec_host);
  FUNCTION(tcfft_last_error);
  const tcfft_desc d = {.size = sizeof d, .kind = TCFFT_C2C, .rank = 1, .n = {N}, .batch = BATCH, .backend = backend};
  tcfft_plan *plan = NULL;
  tcfft_status status = tcfft_plan_create_(&plan, &d);
  if (status == TCFFT_SUCCESS) status = tcfft_exec_host_(plan, in, out, TCFFT_FORWARD);
  if (status != TCFFT_SUCCESS) fprintf(stderr, "%s\n", tcfft_last_error_());
  tcfft_plan_destroy_(plan);
  if (status == TCFFT_ERROR_NO_DEVICE) return 77;
  // Every transform is of a one at its beginning.
  return status != TCFFT_SUCCESS || out[0] != 1 || out[2 * (N * BATCH - 1)] != 1;
}

// Bytes of this process in memory.
static int64_t resident(void) {
  long pages = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (!f || fscanf(f, "%*d %ld", &pages) != 1) exit(1);
  fclose(f);
  return pages * sysconf(_SC_PAGESIZE);
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  const int cycles = atoi(argv[3]);
  int64_t before = INT64_MAX, after = INT64_MAX;
  float *in = calloc(2 * N * BATCH, sizeof *in), *out = calloc(2 * N * BATCH, sizeof *out);
  if (!in || !out) return 1;
  for (int b = 0; b < BATCH; b++) in[2 * N * b] = 1;
  for (int cycle = 0; cycle < cycles; cycle++) {
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
    const int status = transform(library, (tcfft_backend)atoi(argv[2]), in, out);
    if (status) return status;
    dlclose(library);
    const int64_t now = resident();
    if (cycle >= WARM_UP && cycle < WARM_UP + WINDOW && now < before) before = now;
    if (cycle >= cycles - WINDOW && now < after) after = now;
  }
  printf("%d cycles, %lld bytes more in the last ones than behind the first %d\n", cycles, (long long)(after - before),
         WARM_UP);
  free(in);
  free(out);
  return cycles >= WARM_UP + 2 * WINDOW && after - before > MOST_GROWTH;
}
