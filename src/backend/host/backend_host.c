// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The host backend: this machine's processor. It works on the caller's memory, and its launches are function calls.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "backend/timing.h"
#include "base/cpu.h"
#include "base/crowd.h"
#include "base/memory.h"
#include "core/backend.h"

static tcfft_status count(int *devices) {
  *devices = 1;
  return TCFFT_SUCCESS;
}

static int64_t cache_size(int name, int64_t otherwise) {
  const long size = sysconf(name);
  return size > 0 ? size : otherwise;
}

// The properties that do not change while the process lives; they are read once.
static tcf_device fixed;
static pthread_once_t fixed_once = PTHREAD_ONCE_INIT;

static void read_name(char *name, size_t cap) {
  snprintf(name, cap, "host");
  FILE *f = fopen("/proc/cpuinfo", "r");
  if (!f) return;
  char line[256];
  while (fgets(line, sizeof line, f)) {
    const char *colon = strchr(line, ':');
    if (strncmp(line, "model name", 10) != 0 || !colon) continue;
    line[strcspn(line, "\n")] = 0;
    snprintf(name, cap, "%s", colon + 1 + strspn(colon + 1, " "));
    for (char *c = name; *c; c++)  // ':' and '=' separate fields in a device's text
      if (*c == ':' || *c == '=') *c = ' ';
    break;
  }
  fclose(f);
}

static void read_fixed(void) {
  fixed = (tcf_device){.backend = TCFFT_BACKEND_HOST};
  fixed.l1 = cache_size(_SC_LEVEL1_DCACHE_SIZE, 32 << 10);
  fixed.l2 = cache_size(_SC_LEVEL2_CACHE_SIZE, 256 << 10);
  fixed.l3 = cache_size(_SC_LEVEL3_CACHE_SIZE, 4 << 20);
  // A virtual machine may report the cache of its whole host. 32 MiB is what one core can usually count on.
  if (fixed.l3 > 32 << 20) fixed.l3 = 32 << 20;
  fixed.memory = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
  read_name(fixed.name, sizeof fixed.name);
}

static tcfft_status query(int index, tcf_device *device) {
  if (index != 0) return tcf_fail(TCFFT_ERROR_NO_DEVICE, "host device %d: there is only device 0", index);
  pthread_once(&fixed_once, read_fixed);
  tcf_device d = fixed;
  d.cores = 1;
#ifdef _OPENMP
  // OMP_NUM_THREADS may ask for more threads than there are processors, or than can be started.
  d.cores = omp_get_num_procs() < omp_get_max_threads() ? omp_get_num_procs() : omp_get_max_threads();
#endif
  d.vector = tcf_cpu_vector();
  // Nominal rates, good enough for comparing candidates: the FLOP/s that one core sustains in butterflies with vectors of
  // this width, and the bytes per second that a copy moves.
  d.flops = 2.5e9 * (double)d.vector;
  d.copy = 1.2e10;
  *device = d;
  return TCFFT_SUCCESS;
}

static tcfft_status allocate(int index, size_t bytes, void **memory) {
  (void)index;
  *memory = tcf_alloc(bytes);
  if (!*memory) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes of workspace", bytes);
  return TCFFT_SUCCESS;
}

static void release(int index, void *memory) {
  (void)index;
  free(memory);
}

typedef struct timed_body {
  tcfft_status (*run)(void *context, void *stream);
  void *context;
  void *other;  // memory of as many bytes as the last cache has, or NULL
} timed_body;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static tcfft_status time_calls(const void *context, int calls, double *seconds) {
  const timed_body *body = context;
  const int runs = body->other ? 2 * calls : calls;
  if (body->other) memset(body->other, calls, (size_t)fixed.l3);
  const double start = now();
  for (int i = 0; i < runs; i++) TCF_TRY(body->run(body->context, NULL));
  *seconds = (now() - start) * calls / runs;
  return TCFFT_SUCCESS;
}

// Medians, not the least times: other programs share the caches and the memory, and the fastest run is the one that they
// left alone by chance. What takes long is not repeated; every other run of it finds other data in the caches, as it does in
// a program that does more than transform.
static tcfft_status time_body(int index, tcfft_status (*run)(void *context, void *stream), void *context, int repeats,
                              double *seconds) {
  (void)index;
  timed_body body = {.run = run, .context = context};
  double once;
  TCF_TRY(time_calls(&body, 1, &once));
  if (once > 2e-4) body.other = tcf_alloc((size_t)fixed.l3);
  const tcfft_status status = tcf_median_time(time_calls, &body, body.other ? 0 : 1e-3, once > 0.05 ? 1 : repeats, seconds);
  free(body.other);
  return status;
}

// By all the threads that are timed, whatever other programs do.
static tcfft_status time_body_of_all(int index, tcfft_status (*run)(void *context, void *stream), void *context, int repeats,
                                     double *seconds) {
  tcf_crowd_measures(1);
  const tcfft_status status = time_body(index, run, context, repeats, seconds);
  tcf_crowd_measures(0);
  return status;
}

extern const tcf_backend tcf_backend_host;
const tcf_backend tcf_backend_host = {
    .id = TCFFT_BACKEND_HOST,
    .name = "host",
    .count = count,
    .query = query,
    .alloc = allocate,
    .release = release,
    .time = time_body_of_all,
};
