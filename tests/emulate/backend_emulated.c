// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A CUDA backend without a GPU, in place of backend/cuda/backend_cuda.c. It runs the same kernels, compiled for this
// machine's processor, block by block, and checks that its callers do what a real device requires. Environment variables:
//   TCFFT_EMULATE_DEVICE           the device: a built-in name or a text (core/device.h); default H200. A device with
//                                  compiler=0 has only the programs that are built into a library with CUDA
//   TCFFT_EMULATE_CORES            a number of multiprocessors in place of the device's; clusters have no more blocks. Those
//                                  that wait for each other are all at work at once, so that tests of them need a small
//                                  device
//   TCFFT_EMULATE_FITTING_CLUSTER  most blocks of a cluster, which only loading a program finds out
//   TCFFT_EMULATE_BROKEN_COMPILER  =1: the compiler fails when the first program is compiled
//   TCFFT_EMULATE_BROKEN_PROGRAM   programs whose parameters contain this text do not compile
//   TCFFT_EMULATE_LARGEST          the device has no memory for larger blocks of memory than so many bytes
//   TCFFT_EMULATE_CONTEXT          =own: the thread's context is one that the program has made, so that the device cannot be
//                                  entered
//   TCFFT_EMULATE_DEVICES          so many devices, all alike (queue.h); TCFFT_EMULATE_NO_PEERS: peers.c
//   TCFFT_EMULATE_HOLD             a file: while it is there, the compiler waits. When it begins to, it makes a file of this
//                                  name with .held behind it
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "backend/cuda/builtin.h"
#include "backend/cuda/program.h"
#include "classic/cuda/builtin_programs.h"
#include "device_memory.h"
#include "peers.h"
#include "product.h"
#include "program.h"
#include "queue.h"
#include "tools/builtin_list.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static tcfft_status unlocked(tcfft_status status) {
  pthread_mutex_unlock(&lock);
  return status;
}

void tcf_emulated_lock(void) { pthread_mutex_lock(&lock); }
tcfft_status tcf_emulated_unlock(tcfft_status status) { return unlocked(status); }

// ------------------------------------------------------------------------------------------------ devices

static tcfft_status count(int *devices) {
  *devices = tcf_emulated_devices();
  return TCFFT_SUCCESS;
}

// The list of built-in programs, made once.
static const tcf_built_in *built_in;
static int built_ins;
static void list_built_in(void) { built_ins = tcf_cuda_builtin_list(&built_in); }

// Of a device with a compiler the generic ones alone count as built in, which are soon listed.
enum { MOST_GENERIC = 128 };
static tcf_built_in generic[MOST_GENERIC];
static char generic_texts[MOST_GENERIC][TCF_TILE_PARAMETERS];
static int generics;
static void list_generic(void) {
  while (generics < MOST_GENERIC && tcf_generic_program(generics, &generic[generics].family, generic_texts[generics])) {
    generic[generics].parameters = generic_texts[generics];
    generics++;
  }
}

static atomic_int broken_compiler;
static _Atomic int64_t most_cluster = INT64_MAX;  // blocks of a cluster, as loads have found

static tcfft_status query(int index, tcf_device *device) {
  TCF_TRY(tcf_emulated_check_index(index));
  const char *text = getenv("TCFFT_EMULATE_DEVICE");
  tcf_device d;
  TCF_TRY(tcf_device_parse(&d, text && *text ? text : "H200"));
  if (d.backend != TCFFT_BACKEND_CUDA)
    return tcf_fail(TCFFT_ERROR_NO_DEVICE, "TCFFT_EMULATE_DEVICE = %.60s is no CUDA device", text);
  const char *cores = getenv("TCFFT_EMULATE_CORES");
  if (cores && atoi(cores) > 0) d.cores = atoi(cores);
  if (d.cluster > d.cores) d.cluster = d.cores;
  if (d.cluster > most_cluster) d.cluster = most_cluster;
  if (broken_compiler) d.compiler = 0;
  d.index = index;
  static pthread_once_t generic_once = PTHREAD_ONCE_INIT, once = PTHREAD_ONCE_INIT;
  pthread_once(&generic_once, list_generic);
  d.built_in = generic;
  d.built_ins = generics;
  if (!d.compiler) {
    pthread_once(&once, list_built_in);
    d.built_in = built_in;
    d.built_ins = built_ins;
  }
  *device = d;
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ memory

static tcfft_status allocate(int index, size_t bytes, void **memory) {
  const char *largest = getenv("TCFFT_EMULATE_LARGEST");
  if (largest && bytes > strtoull(largest, NULL, 10))
    return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes on the emulated device: it gives %s", bytes,
                    largest);
  pthread_mutex_lock(&lock);
  return unlocked(tcf_emulated_memory_new(index, bytes, memory));
}

static void release(int index, void *memory) {
  (void)index;
  pthread_mutex_lock(&lock);
  tcf_emulated_wait_all();
  tcf_emulated_memory_free(memory);
  pthread_mutex_unlock(&lock);
}

static tcfft_status copy(void *to, const void *from, const void *device_memory, size_t bytes) {
  pthread_mutex_lock(&lock);
  if (!tcf_emulated_memory_has(device_memory, bytes))
    return unlocked(
        tcf_fail(TCFFT_ERROR_DEVICE, "copying: %zu bytes at %p are not the emulated device's", bytes, device_memory));
  tcf_emulated_memory_open(1);
  memcpy(to, from, bytes);
  tcf_emulated_memory_open(0);
  return unlocked(TCFFT_SUCCESS);
}

static tcfft_status copy_in(int index, void *device_memory, const void *host, size_t bytes) {
  (void)index;
  return copy(device_memory, host, device_memory, bytes);
}

static tcfft_status copy_out(int index, void *host, const void *device_memory, size_t bytes) {
  (void)index;
  return copy(host, device_memory, device_memory, bytes);
}

static tcfft_status check_memory(int index, const void *memory, const char *name) {
  pthread_mutex_lock(&lock);
  const int owner = tcf_emulated_memory_device(memory, 1);
  pthread_mutex_unlock(&lock);
  if (owner >= 0 && owner != index)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %p is memory of emulated device %d, not of device %d", name, memory,
                    owner, index);
  if (owner < 0) return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %p is not memory of the emulated device", name, memory);
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ code

typedef struct function {
  char family[40], parameters[TCF_PROGRAM_PARAMETERS];
  tcf_emulated_code code;
  int64_t threads;  // its launch bound
  size_t shared;    // what launches may take
  struct function *next;
} function;

static function *functions;

static int64_t parameter(const char *parameters, const char *key) {
  const char *cursor = parameters;
  tcf_field f;
  int64_t value = 0;
  while (tcf_next_field(&cursor, &f) == 1)
    if (!strcmp(f.key, key) && tcf_parse_int(f.value, &value) == 0) return value;
  return 0;
}

static function *find(const tcf_program *program) {
  function *f = functions;
  while (f && (strcmp(f->family, program->family) != 0 || strcmp(f->parameters, program->parameters) != 0)) f = f->next;
  return f;
}

static tcfft_status compile(const tcf_program *program) {
  function made = {.threads = parameter(program->parameters, "threads"), .next = functions};
  if (strlen(program->family) >= sizeof made.family || strlen(program->parameters) >= sizeof made.parameters)
    return tcf_fail(TCFFT_ERROR_INTERNAL, "the name of a program is too long: %.60s \"%.60s..\"", program->family,
                    program->parameters);
  strcpy(made.family, program->family);
  strcpy(made.parameters, program->parameters);
  const char *broken = getenv("TCFFT_EMULATE_BROKEN_PROGRAM");
  if (broken && *broken && strstr(program->parameters, broken))
    return tcf_fail(TCFFT_ERROR_INTERNAL, "%s \"%.200s\" does not compile", program->family, program->parameters);
  TCF_TRY(tcf_emulated_compile(program, &made.code));
  function *f = malloc(sizeof *f);
  if (!f) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a function");
  *f = made;
  functions = f;
  return TCFFT_SUCCESS;
}

static int is_built_in(const tcf_device *d, const tcf_program *program) {
  for (int64_t i = 0; i < d->built_ins; i++)
    if (d->built_in[i].capability <= d->capability && !strcmp(d->built_in[i].family, program->family) &&
        !strcmp(d->built_in[i].parameters, program->parameters))
      return 1;
  return 0;
}

// A device without a compiler has only the built-in programs.
static tcfft_status check_built_in(const tcf_device *d, const tcf_program *program) {
  if (is_built_in(d, program)) return TCFFT_SUCCESS;
  const char *broken = getenv("TCFFT_EMULATE_BROKEN_COMPILER");
  if (d->compiler && !(broken && *broken == '1')) return TCFFT_SUCCESS;
  broken_compiler = 1;
  return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "%s \"%.200s\" is not built in, and %s has compiler=0", program->family,
                  program->parameters, d->name);
}

static tcfft_status check_cluster(const tcf_load *l) {
  const char *fit = getenv("TCFFT_EMULATE_FITTING_CLUSTER");
  if (!fit || l->cluster <= atoi(fit)) return TCFFT_SUCCESS;
  most_cluster = tcf_cluster_below(l->cluster);
  return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "no cluster of %d blocks fits the device", l->cluster);
}

static int is_at_hand(const tcf_device *d, const tcf_program *program) {
  pthread_mutex_lock(&lock);
  const int found = find(program) != NULL;
  pthread_mutex_unlock(&lock);
  return found || is_built_in(d, program);
}

static int can_open(const char *path, const char *mode) {
  FILE *f = fopen(path, mode);
  if (f) fclose(f);
  return f != NULL;
}

// What a test holds waits here and not at the lock, so that the device goes on.
static void wait_while_held(void) {
  const char *file = getenv("TCFFT_EMULATE_HOLD");
  char held[4096];
  if (!file || !*file || !can_open(file, "r")) return;
  snprintf(held, sizeof held, "%s.held", file);
  can_open(held, "w");
  while (can_open(file, "r")) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static tcfft_status load_one(const tcf_device *d, const tcf_load *l) {
  const tcf_program *program = &l->program;
  if (l->shared > (size_t)d->shared)
    return tcf_fail(TCFFT_ERROR_DEVICE, "%s \"%.200s\" takes %zu bytes of shared memory, %s has %lld for a block",
                    program->family, program->parameters, l->shared, d->name, (long long)d->shared);
  if (!is_at_hand(d, program)) wait_while_held();
  TCF_TRY(check_built_in(d, program));
  TCF_TRY(check_cluster(l));
  pthread_mutex_lock(&lock);
  tcfft_status status = TCFFT_SUCCESS;
  if (!find(program)) status = compile(program);
  function *f = find(program);
  if (f && l->shared > f->shared) f->shared = l->shared;
  if (l->clusters) *l->clusters = (int)(d->cores / l->cluster);
  if (f) *l->function = f;
  return unlocked(status);
}

static tcfft_status load(int index, const tcf_load *loads, int count) {
  tcf_device d;
  TCF_TRY(query(index, &d));
  tcfft_status status = TCFFT_SUCCESS;  // programs that compile are kept; the first failure is reported
  for (int i = count - 1; i >= 0; i--) {
    const tcfft_status loaded = load_one(&d, &loads[i]);
    if (loaded != TCFFT_SUCCESS) status = loaded;
  }
  return status;
}

static tcfft_status load_at_hand(int index, const tcf_load *loads, int count, int *missing) {
  tcf_device d;
  TCF_TRY(query(index, &d));
  *missing = 0;
  for (int i = 0; i < count; i++) *missing += !is_at_hand(&d, &loads[i].program);
  return *missing ? TCFFT_SUCCESS : load(index, loads, count);
}

// Blocks that wait for each other must all be at work at once.
static tcfft_status check_together(const tcf_grid *grid) {
  tcf_device d;
  TCF_TRY(query(tcf_emulated_current(), &d));
  const int64_t by_threads = d.sm_threads / grid->threads, by_shared = d.sm_shared / ((int64_t)grid->shared + 1024);
  const int64_t fit = d.cores * (by_threads < by_shared ? by_threads : by_shared);
  if (grid->cooperative && grid->blocks > fit)
    return tcf_fail(TCFFT_ERROR_DEVICE,
                    "%lld blocks of %d threads and %zu bytes that wait for each other: %s has room for %lld",
                    (long long)grid->blocks, grid->threads, grid->shared, d.name, (long long)fit);
  if (grid->cluster > 1 && (grid->cluster > d.cluster || grid->blocks % grid->cluster))
    return tcf_fail(TCFFT_ERROR_DEVICE, "%lld blocks in clusters of %d: those of %s have %lld at most",
                    (long long)grid->blocks, grid->cluster, d.name, (long long)d.cluster);
  return TCFFT_SUCCESS;
}

static tcfft_status check_grid(const function *f, const tcf_grid *grid) {
  if (tcf_emulated_current() < 0) return tcf_fail(TCFFT_ERROR_DEVICE, "a launch outside enter and leave");
  if (grid->blocks < 1 || grid->blocks > INT32_MAX || grid->threads < 1 || grid->threads > TCF_EMULATED_THREADS)
    return tcf_fail(TCFFT_ERROR_DEVICE, "a grid of %lld blocks of %d threads", (long long)grid->blocks, grid->threads);
  TCF_TRY(check_together(grid));
  if (grid->threads > f->threads)
    return tcf_fail(TCFFT_ERROR_DEVICE, "%d threads: %s \"%.200s\" is bound to %lld", grid->threads, f->family,
                    f->parameters, (long long)f->threads);
  if (grid->shared > f->shared)
    return tcf_fail(TCFFT_ERROR_DEVICE, "%zu bytes of shared memory: %s \"%.200s\" was loaded for %zu", grid->shared,
                    f->family, f->parameters, f->shared);
  return TCFFT_SUCCESS;
}

// Takes job->kept, also where it fails.
static tcfft_status put_launch(const tcf_emulated_job *job, void *stream) {
  const int index = tcf_emulated_current();
  pthread_mutex_lock(&lock);
  const tcfft_status status = tcf_emulated_check_stream(index, stream);
  if (status == TCFFT_SUCCESS) return unlocked(tcf_emulated_put_job(tcf_emulated_stream(index, stream), job));
  free(job->kept);
  return unlocked(status);
}

static tcfft_status launch(void *handle, const tcf_grid *grid, const void *args, void *stream) {
  const function *f = handle;
  if (!grid->blocks) return TCFFT_SUCCESS;
  TCF_TRY(check_grid(f, grid));
  enum { ALIGNED = 64 };  // as devices align arguments that hold maps of arrays
  void *kept = aligned_alloc(ALIGNED, (f->code.args + ALIGNED - 1) / ALIGNED * ALIGNED);
  if (!kept) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a launch");
  memcpy(kept, args, f->code.args);
  const tcf_emulated_job job = {.entry = f->code.entry, .grid = *grid, .kept = kept, .device = tcf_emulated_current()};
  return put_launch(&job, stream);
}

static tcfft_status describe_boxes(void *map, const tcf_boxes *b) {
  uintptr_t off = (uintptr_t)b->memory % 16;
  for (int i = 1; i < b->dims; i++) off |= (uintptr_t)b->stride[i - 1] % 16;
  if (off) return tcf_fail(TCFFT_ERROR_DEVICE, "a map of an array that is not aligned to 16 bytes");
  tcf_emulated_boxes boxes = {.memory = b->memory, .dims = b->dims};
  memcpy(boxes.size, b->size, sizeof boxes.size);
  memcpy(boxes.stride, b->stride, sizeof boxes.stride);
  memcpy(boxes.box, b->box, sizeof boxes.box);
  memcpy(map, &boxes, sizeof boxes);
  return TCFFT_SUCCESS;
}

static tcfft_status open_gemm(int index) {
  (void)index;
  return tcf_emulated_open_gemm();
}

static tcfft_status multiply(int index, const tcf_gemm *product, void *stream) {
  (void)index;
  if (tcf_emulated_current() < 0) return tcf_fail(TCFFT_ERROR_DEVICE, "a product outside enter and leave");
  tcf_gemm *kept = malloc(sizeof *kept);
  if (!kept) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a product");
  *kept = *product;
  const tcf_emulated_job job = {.call = tcf_emulated_multiply, .kept = kept, .device = tcf_emulated_current()};
  return put_launch(&job, stream);
}

static tcfft_status sync(int index, void *stream) {
  pthread_mutex_lock(&lock);
  return unlocked(tcf_emulated_wait(tcf_emulated_stream(index, stream)));
}

// ------------------------------------------------------------------------------------------------ copy channels

typedef struct kept_channel {
  tcf_channel lane;  // whose stream is this struct
  struct kept_channel *next;
} kept_channel;

static kept_channel *free_lanes;

static int of_lane(const tcf_channel *lane, const void *host) {
  const char *p = host;
  return p >= lane->host && p < lane->host + TCF_CHANNEL_BYTES;
}

static tcf_memory_kind place(int index, const void *memory) {
  (void)index;
  pthread_mutex_lock(&lock);
  const int ours = tcf_emulated_memory_has(memory, 1);
  pthread_mutex_unlock(&lock);
  return ours ? TCF_MEMORY_DEVICE : TCF_MEMORY_HOST;
}

static tcfft_status take_channel(int index, tcf_channel **lane) {
  (void)index;
  pthread_mutex_lock(&lock);
  kept_channel *l = free_lanes;
  if (l) {
    free_lanes = l->next;
  } else {
    l = malloc(sizeof *l);
    if (!l) return unlocked(tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a lane"));
    l->lane = (tcf_channel){.stream = l, .host = malloc(TCF_CHANNEL_BYTES)};
    if (!l->lane.host) {
      free(l);
      return unlocked(tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a lane"));
    }
  }
  *lane = &l->lane;
  return unlocked(TCFFT_SUCCESS);
}

static void give_channel(int index, tcf_channel *lane) {
  (void)index;
  if (!lane) return;
  pthread_mutex_lock(&lock);
  if (!tcf_emulated_idle(lane->stream)) abort();  // an error could not be reported to any caller
  kept_channel *l = (kept_channel *)lane;
  l->next = free_lanes;
  free_lanes = l;
  pthread_mutex_unlock(&lock);
}

// The channel's own memory is read when the copy is executed, other memory at once.
static tcfft_status channel_in(int index, tcf_channel *lane, void *device_memory, const void *host, size_t bytes) {
  (void)index;
  tcf_emulated_job job = {.to = device_memory, .from = host, .bytes = bytes};
  if (!of_lane(lane, host)) {
    job.from = job.kept = malloc(bytes);
    if (!job.kept) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a copy");
    memcpy(job.kept, host, bytes);
  }
  pthread_mutex_lock(&lock);
  return unlocked(tcf_emulated_put_job(lane->stream, &job));
}

static tcfft_status channel_out(int index, tcf_channel *lane, void *host, const void *device_memory, size_t bytes) {
  (void)index;
  const tcf_emulated_job job = {.to = host, .from = device_memory, .bytes = bytes};
  pthread_mutex_lock(&lock);
  tcfft_status status = tcf_emulated_put_job(lane->stream, &job);
  if (status == TCFFT_SUCCESS && !of_lane(lane, host)) status = tcf_emulated_wait(lane->stream);
  return unlocked(status);
}

// ------------------------------------------------------------------------------------------------ time

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Runs the body once, however many repetitions are asked for: the times of an emulation tell nothing of a device. Enters the
// device, as the real backend does, because the caller of `time` has not entered it.
static tcfft_status measure(int index, tcfft_status (*body)(void *context, void *stream), void *context, int repeats,
                            double *seconds) {
  int previous = 0;
  (void)repeats;
  TCF_TRY(tcf_emulated_enter(index, &previous));
  const double begin = now();
  tcfft_status status = body(context, NULL);
  if (status == TCFFT_SUCCESS) status = sync(index, NULL);
  *seconds = now() - begin;
  tcf_emulated_leave(previous);
  return status;
}

extern const tcf_backend tcf_backend_emulated;
const tcf_backend tcf_backend_emulated = {
    .id = TCFFT_BACKEND_CUDA,
    .name = "cuda",
    .count = count,
    .query = query,
    .alloc = allocate,
    .shares_tables = 1,
    .computes_tables = 1,
    .release = release,
    .copy_in = copy_in,
    .copy_out = copy_out,
    .enter = tcf_emulated_enter,
    .leave = tcf_emulated_leave,
    .check_memory = check_memory,
    .load = load,
    .load_at_hand = load_at_hand,
    .launch = launch,
    .describe_boxes = describe_boxes,
    .open_gemm = open_gemm,
    .gemm = multiply,
    .sync = sync,
    .time = measure,
    .memory_kind = place,
    .take_channel = take_channel,
    .give_channel = give_channel,
    .channel_in = channel_in,
    .channel_out = channel_out,
    .peers = &tcf_emulated_peers,
};
