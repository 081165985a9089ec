// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "plan/later_device.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "classic/cuda/builtin_programs.h"
#include "units.h"

enum { MOST_GENERIC = 128, MOST_PROGRAMS = 256 };

typedef struct program {
  char family[40], parameters[TCF_TILE_PARAMETERS * 2];
  int built_in;
} program;

// Programs that are there: a thread sees the first `count`, which are whole. One thread at a time compiles.
static program programs[MOST_PROGRAMS];
static atomic_int count;

static tcf_built_in generic[MOST_GENERIC];
static char generic_texts[MOST_GENERIC][TCF_TILE_PARAMETERS];
static int generics;

static struct {
  atomic_int held, memory_held, memory_waits, planning_held, planning_waits, kept, compiling, compiled, allocated, live,
      fault, broken, small_clusters;
  int64_t memory;
  pthread_t holder;  // of planning
  _Atomic(void (*)(void)) on_launch;
} device;

static _Thread_local later_launches launches;

static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL); }

// ------------------------------------------------------------------------------------------------ the test's side

static void add(const char *family, const char *parameters, int built_in) {
  program *p = &programs[count];
  if (count == MOST_PROGRAMS || strlen(family) >= sizeof p->family || strlen(parameters) >= sizeof p->parameters) abort();
  strcpy(p->family, family);
  strcpy(p->parameters, parameters);
  p->built_in = built_in;
  atomic_fetch_add(&count, 1);
}

void later_reset(int64_t memory) {
  count = 0;
  generics = 0;
  while (tcf_generic_program(generics, &generic[generics].family, generic_texts[generics])) {
    generic[generics].parameters = generic_texts[generics];
    add(generic[generics].family, generic_texts[generics], 1);
    generics++;
  }
  device.held = 1;
  device.memory_held = device.memory_waits = device.planning_held = device.planning_waits = device.kept = 0;
  device.compiling = device.compiled = device.allocated = device.live = device.fault = device.broken =
      device.small_clusters = 0;
  device.memory = memory;
  device.on_launch = NULL;
}

void later_fail(later_fault fault) { device.fault = (int)fault; }
void later_let_go(void) { device.held = 0; }
void later_hold(void) { device.held = 1; }
void later_hold_memory(void) { device.memory_held = 1; }
void later_let_memory_go(void) { device.memory_held = 0; }
void later_await_memory(void) {
  while (!device.memory_waits) nap();
}

void later_hold_planning(void) {
  device.holder = pthread_self();
  device.planning_waits = 0;
  device.planning_held = 1;
}
void later_let_planning_go(void) { device.planning_held = 0; }
void later_await_planning(void) {
  while (!device.planning_waits) nap();
}
int later_kept(void) { return device.kept; }

static tcfft_status query(int index, tcf_device *d) {
  (void)index;
  *d = unit_device("H200");
  d->memory = device.memory;
  d->built_in = generic;
  d->built_ins = generics;
  if (device.broken) d->compiler = 0;
  if (device.small_clusters) d->cluster = 4;
  return TCFFT_SUCCESS;
}

tcf_device later_numbers(void) {
  tcf_device d;
  query(0, &d);
  return d;
}

tcf_device later_without_compiler(void) {
  tcf_device d = later_numbers();
  d.compiler = 0;
  return d;
}

int later_compiling(void) { return device.compiling; }
void later_await_compiler(void) {
  while (!device.compiling) nap();
}
int later_compiled(void) { return device.compiled; }
int later_allocated(void) { return device.allocated; }
int later_live(void) { return device.live; }
void later_on_launch(void (*call)(void)) { device.on_launch = call; }

later_launches later_take_launches(void) {
  const later_launches taken = launches;
  launches = (later_launches){0};
  return taken;
}

// ------------------------------------------------------------------------------------------------ memory

static tcfft_status alloc(int index, size_t bytes, void **memory) {
  (void)index;
  if (device.memory_held) device.memory_waits++;
  while (device.memory_held) nap();
  *memory = aligned_alloc(64, (bytes + 64) / 64 * 64);
  if (!*memory) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes", bytes);
  device.allocated++;
  device.live++;
  return TCFFT_SUCCESS;
}

static void release(int index, void *memory) {
  (void)index;
  if (memory) device.live--;
  free(memory);
}

static tcfft_status copy_in(int index, void *to, const void *from, size_t bytes) {
  (void)index;
  memcpy(to, from, bytes);
  return TCFFT_SUCCESS;
}

static tcfft_status take_channel(int index, tcf_channel **channel) {
  (void)index;
  *channel = malloc(sizeof **channel);
  if (!*channel) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a channel");
  (*channel)->stream = *channel;
  (*channel)->host = malloc(TCF_CHANNEL_BYTES);
  return TCFFT_SUCCESS;
}

static void give_channel(int index, tcf_channel *channel) {
  (void)index;
  if (channel) free(channel->host);
  free(channel);
}

static tcfft_status channel_in(int index, tcf_channel *channel, void *to, const void *from, size_t bytes) {
  (void)channel;
  return copy_in(index, to, from, bytes);
}

static tcfft_status wait_for(int index, void *stream) {
  (void)index, (void)stream;
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ results of planning

static int recall(const char *what, void **list, size_t *bytes) {
  (void)what, (void)list, (void)bytes;
  if (device.planning_held && !pthread_equal(pthread_self(), device.holder)) {
    device.planning_waits++;
    while (device.planning_held) nap();
  }
  return 0;
}

static void keep(const char *what, const void *list, size_t bytes) {
  (void)what, (void)list, (void)bytes;
  device.kept++;
}

// ------------------------------------------------------------------------------------------------ programs

static program *find(const tcf_program *wanted) {
  for (int i = 0; i < count; i++)
    if (!strcmp(programs[i].family, wanted->family) && !strcmp(programs[i].parameters, wanted->parameters))
      return &programs[i];
  return NULL;
}

static tcfft_status compile_now(const tcf_load *l) {
  while (device.held) nap();
  switch ((later_fault)(int)device.fault) {
    case LATER_REFUSES:
      return tcf_fail(TCFFT_ERROR_INTERNAL, "a program does not compile:\nline 7: what is this?");
    case LATER_BROKEN:
      device.broken = 1;
      return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "the compiler does not work");
    case LATER_NO_MEMORY:
      return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory to compile in");
    case LATER_CLUSTERS:
      if (l->cluster <= 4) break;
      device.small_clusters = 1;
      return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "no cluster of %d blocks fits", l->cluster);
    default:
      break;
  }
  add(l->program.family, l->program.parameters, 0);
  device.compiled++;
  return TCFFT_SUCCESS;
}

static tcfft_status compile(const tcf_load *l) {
  device.compiling++;
  const tcfft_status status = compile_now(l);
  device.compiling--;
  return status;
}

static tcfft_status load(int index, const tcf_load *loads, int number) {
  (void)index;
  for (int i = 0; i < number; i++) {
    if (!find(&loads[i].program)) TCF_TRY(compile(&loads[i]));
    *loads[i].function = find(&loads[i].program);
    if (loads[i].clusters) *loads[i].clusters = 8;
  }
  return TCFFT_SUCCESS;
}

static tcfft_status load_at_hand(int index, const tcf_load *loads, int number, int *missing) {
  *missing = 0;
  for (int i = 0; i < number; i++) *missing += !find(&loads[i].program);
  return *missing ? TCFFT_SUCCESS : load(index, loads, number);
}

static tcfft_status launch(void *function, const tcf_grid *grid, const void *args, void *stream) {
  (void)grid, (void)args, (void)stream;
  void (*call)(void) = device.on_launch;
  if (((const program *)function)->built_in)
    launches.built_in++;
  else
    launches.compiled++;
  if (call) call();
  return TCFFT_SUCCESS;
}

static tcfft_status describe_boxes(void *map, const tcf_boxes *boxes) {
  (void)boxes;
  memset(map, 0, TCF_BOX_MAP);
  return TCFFT_SUCCESS;
}

const tcf_backend later_backend = {.id = TCFFT_BACKEND_CUDA,
                                   .name = "cuda",
                                   .query = query,
                                   .alloc = alloc,
                                   .release = release,
                                   .copy_in = copy_in,
                                   .load = load,
                                   .load_at_hand = load_at_hand,
                                   .launch = launch,
                                   .describe_boxes = describe_boxes,
                                   .sync = wait_for,
                                   .take_channel = take_channel,
                                   .give_channel = give_channel,
                                   .recall = recall,
                                   .keep = keep,
                                   .channel_in = channel_in};
