// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/cuda/load.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/cuda/builtin.h"
#include "backend/cuda/compile.h"
#include "backend/cuda/context.h"
#include "backend/cuda/device.h"
#include "backend/cuda/parallel_compile.h"
#include "backend/cuda/program.h"
#include "backend/program_cache.h"
#include "base/arith.h"
#include "base/memory.h"
#include "base/worker.h"

struct tcf_cuda_function {
  tcf_cuda_function *next;
  int index, capability;
  cudaKernel_t entry;
  size_t shared;  // dynamic shared memory that launches may use so far, in bytes
  int awaits_input, has_clusters;
  const char *family, *parameters;
  char text[];  // holds family and parameters
};

void *tcf_cuda_entry(const tcf_cuda_function *function) { return function->entry; }

int tcf_cuda_awaits_input(const tcf_cuda_function *function) { return function->awaits_input; }

// Lowest capability, of the device and of the code, that has programmatic dependent launch, and clusters.
enum { AWAITING = 90, CLUSTERED = 90 };

// The list of loaded functions, and its lock. Of an entry of the list only `shared` still changes.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static tcf_cuda_function *functions;

// The requests whose programs are compiled at the moment, each by its own thread, behind `lock`, and the signal that one of
// them is done. No program is compiled twice: another thread that needs it waits. Threads that need no compiler or other
// programs do not wait.
typedef struct request request;
static request *at_work;
static pthread_cond_t compiled = PTHREAD_COND_INITIALIZER;

void tcf_cuda_pause_loading(void) { pthread_mutex_lock(&lock); }
void tcf_cuda_resume_loading(void) { pthread_mutex_unlock(&lock); }

// ------------------------------------------------------------------------------------------------ code on disk

enum { KEY_BYTES = TCF_CUDA_COMPILER_TEXT + TCF_PROGRAM_PARAMETERS + 256 };

static const char entry_name[] = "tcf_program_0";

// Everything that compiled code depends on. "" without a compiler: then it is unknown which code the cache would hold for
// this program.
static void print_key(char key[KEY_BYTES], const tcf_program *p, int capability) {
  char compiler[TCF_CUDA_COMPILER_TEXT];
  tcf_cuda_compiler_text(compiler);
  key[0] = 0;
  if (*compiler) snprintf(key, KEY_BYTES, "%s\nsm %d\n%s\n%s\n", compiler, capability, p->family, p->parameters);
}

// A program's code. The library is NULL where others have it too: built-in programs, and what another device has loaded.
typedef struct opened_code {
  cudaLibrary_t library;
  cudaKernel_t entry;
} opened_code;

// UNSUPPORTED where the driver does not take the code: a compiler that is newer than the driver makes such.
static tcfft_status fail_to_load(cudaError_t error, const char *what) {
  static const cudaError_t refusals[] = {cudaErrorInvalidKernelImage,  cudaErrorNoKernelImageForDevice,
                                         cudaErrorInvalidPtx,          cudaErrorUnsupportedPtxVersion,
                                         cudaErrorJitCompilerNotFound, cudaErrorJitCompilationDisabled};
  const tcfft_status status = tcf_cuda_fail(error, what);
  for (size_t i = 0; i < TCF_COUNT(refusals); i++)
    if (refusals[i] == error)
      return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "the driver does not take the code: %s", cudaGetErrorString(error));
  return status;
}

static tcfft_status open_code(const void *code, opened_code *o) {
  cudaError_t error = cudaLibraryLoadData(&o->library, code, NULL, NULL, 0, NULL, NULL, 0);
  if (error != cudaSuccess) return fail_to_load(error, "cudaLibraryLoadData");
  error = cudaLibraryGetKernel(&o->entry, o->library, entry_name);
  if (error == cudaSuccess) return TCFFT_SUCCESS;
  const tcfft_status status = fail_to_load(error, "cudaLibraryGetKernel");
  cudaLibraryUnload(o->library);
  return status;
}

// ------------------------------------------------------------------------------------------------ loading

// Loads the function's code onto the current device now. By default the runtime loads code at the first launch, which must
// not happen inside a graph capture.
static cudaError_t touch(const void *entry, int *architecture) {
  struct cudaFuncAttributes attributes;
  const cudaError_t error = cudaFuncGetAttributes(&attributes, entry);
  if (error != cudaSuccess) cudaGetLastError();
  *architecture = error == cudaSuccess ? attributes.ptxVersion : 0;
  return error;
}

// Loads every shard of the built-in programs (tools/write_builtin.c) onto the current device, once. Loading the first
// program of a shard takes half a millisecond, which otherwise later plans would pay one by one. The caller holds `lock`.
static void open_built_in(int index) {
  static char opened[TCF_CUDA_DEVICES];
  int architecture;
  if (opened[index]) return;
  opened[index] = 1;
  for (int i = 0; i < tcf_cuda_builtin_shards && i < tcf_cuda_builtin_count; i++)
    touch(tcf_cuda_builtins[i].code, &architecture);
}

static const tcf_built_in *find_builtin(const tcf_program *p) {
  const tcf_built_in wanted = {.family = p->family, .parameters = p->parameters};
  return bsearch(&wanted, tcf_cuda_builtins, (size_t)tcf_cuda_builtin_count, sizeof *tcf_cuda_builtins,
                 tcf_cuda_builtin_order);
}

// 0: it is not for the current device.
static int open_built(const tcf_built_in *b, opened_code *o) {
  int architecture;
  if (touch(b->code, &architecture) != cudaSuccess || architecture < b->capability) return 0;
  if (cudaGetKernel(&o->entry, b->code) == cudaSuccess) return 1;
  cudaGetLastError();
  return 0;
}

static tcf_cuda_function *find(const tcf_program *p, int index, int capability) {
  for (tcf_cuda_function *f = functions; f; f = f->next)
    if ((index < 0 || f->index == index) && f->capability == capability && !strcmp(f->parameters, p->parameters) &&
        !strcmp(f->family, p->family))
      return f;
  return NULL;
}

static tcfft_status add(int index, int capability, const tcf_program *p, cudaKernel_t entry) {
  int architecture;
  const cudaError_t error = touch(entry, &architecture);
  if (error != cudaSuccess) return fail_to_load(error, "loading a program onto the device");
  const size_t family = strlen(p->family) + 1, parameters = strlen(p->parameters) + 1;
  tcf_cuda_function *f = tcf_alloc(sizeof *f + family + parameters);
  if (!f) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a function");
  *f = (tcf_cuda_function){.next = functions, .index = index, .capability = capability, .entry = entry};
  f->awaits_input = capability >= AWAITING && architecture >= AWAITING;
  f->has_clusters = capability >= CLUSTERED && architecture >= CLUSTERED;
  f->family = memcpy(f->text, p->family, family);
  f->parameters = memcpy(f->text + family, p->parameters, parameters);
  functions = f;
  return TCFFT_SUCCESS;
}

static tcfft_status make(int index, int capability, const tcf_program *p, const opened_code *o) {
  const tcfft_status status = add(index, capability, p, o->entry);
  if (status != TCFFT_SUCCESS && o->library && cudaLibraryUnload(o->library) != cudaSuccess) cudaGetLastError();
  return status;
}

// Returns 1 if the cache holds code for this program and the driver takes it. Otherwise it is compiled, so that a refusal is
// no error of the caller's.
static int make_stored(int index, int capability, const tcf_program *p, tcfft_status *status) {
  char key[KEY_BYTES], error[TCF_ERROR_TEXT];
  void *code = NULL;
  size_t bytes = 0;
  opened_code o = {0};
  print_key(key, p, capability);
  if (!*key || !tcf_cache_read(key, &code, &bytes)) return 0;
  tcf_keep_error(error);
  const int opened = open_code(code, &o) == TCFFT_SUCCESS;
  free(code);
  *status = opened ? make(index, capability, p, &o) : TCFFT_ERROR_UNSUPPORTED;
  if (*status != TCFFT_ERROR_UNSUPPORTED) return 1;
  tcf_restore_error(error);
  return 0;
}

// Finds or loads a function without compiling. *there = 0 if only a compiler can make it. The code that was loaded for
// another device of the same capability is used for this device too.
static tcfft_status find_or_make(int index, int capability, const tcf_program *p, int *there) {
  *there = 1;
  if (find(p, index, capability)) return TCFFT_SUCCESS;
  const tcf_cuda_function *other = find(p, -1, capability);
  if (other) return add(index, capability, p, other->entry);
  const tcf_built_in *built_in = find_builtin(p);
  opened_code o = {0};
  tcfft_status status;
  if (built_in) open_built_in(index);
  if (built_in && open_built(built_in, &o)) return make(index, capability, p, &o);
  if (make_stored(index, capability, p, &status)) return status;
  *there = 0;
  return TCFFT_SUCCESS;
}

// More than 48 KiB of dynamic shared memory has to be requested. A multiprocessor divides one memory between shared memory
// and L1 cache. The carveout asks for what the resident blocks need and leaves the rest to the cache, through which tables
// are read: asking for all of it as shared memory cost 10% of the speed.
static tcfft_status allow_shared(tcf_cuda_function *f, int index, size_t shared, int blocks) {
  enum { UNASKED = 48 << 10, RESERVED = 1 << 10 };
  if (shared <= f->shared) return TCFFT_SUCCESS;
  int all = 0;
  TCF_CUDA_TRY(cudaDeviceGetAttribute(&all, cudaDevAttrMaxSharedMemoryPerMultiprocessor, index), "cudaDeviceGetAttribute");
  const size_t percent = (100 * (size_t)(blocks > 0 ? blocks : 1) * (shared + RESERVED) + (size_t)all - 1) / (size_t)all;
  if (cudaFuncSetAttribute(f->entry, cudaFuncAttributePreferredSharedMemoryCarveout, percent < 100 ? (int)percent : 100) !=
      cudaSuccess)
    cudaGetLastError();  // the carveout is only a hint
  if (shared > UNASKED)
    TCF_CUDA_TRY(cudaFuncSetAttribute(f->entry, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared),
                 "cudaFuncSetAttribute (dynamic shared memory)");
  f->shared = shared;
  return TCFFT_SUCCESS;
}

// Clusters of more than eight blocks have to be asked for, and do not fit every device of a capability. UNSUPPORTED also for
// code that was made for devices without clusters, whose blocks would not find each other.
static tcfft_status allow_cluster(const tcf_cuda_function *f, int index, const tcf_load *load) {
  cudaLaunchAttribute attribute = {.id = cudaLaunchAttributeClusterDimension,
                                   .val.clusterDim = {.x = (unsigned)load->cluster, .y = 1, .z = 1}};
  const cudaLaunchConfig_t config = {.gridDim = {.x = (unsigned)load->cluster, .y = 1, .z = 1},
                                     .blockDim = {.x = (unsigned)load->threads, .y = 1, .z = 1},
                                     .dynamicSmemBytes = load->shared,
                                     .attrs = &attribute,
                                     .numAttrs = 1};
  int clusters = 0;
  if (load->cluster <= 1) return TCFFT_SUCCESS;
  if (!f->has_clusters)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "%s: the device or its code has no clusters of blocks", load->program.family);
  cudaError_t error = cudaSuccess;
  if (load->cluster > 8) error = cudaFuncSetAttribute(f->entry, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  if (error == cudaSuccess) error = cudaOccupancyMaxActiveClusters(&clusters, f->entry, &config);
  if (error == cudaSuccess && clusters) {
    if (load->clusters) *load->clusters = clusters;
    return TCFFT_SUCCESS;
  }
  cudaGetLastError();  // a size that the device refuses is no failure of the device
  if (error != cudaSuccess && error != cudaErrorInvalidClusterSize && error != cudaErrorInvalidValue &&
      error != cudaErrorNotSupported)
    return tcf_cuda_fail(error, "cudaOccupancyMaxActiveClusters");
  tcf_cuda_refuse_cluster(index, load->cluster);
  return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "no cluster of %d blocks with %zu bytes of shared memory each fits the device",
                  load->cluster, load->shared);
}

// ------------------------------------------------------------------------------------------------ all programs of a plan

// The state of one call of tcf_cuda_load.
struct request {
  request *next;  // that is at work
  int index, capability, count;
  const tcf_load *loads;
  tcf_cuda_job *jobs;  // programs that have to be compiled, each once
  int missing;         // number of jobs
  int awaited;         // programs that another thread compiles
};

static int is_listed(const request *r, const tcf_program *p) {
  for (int j = 0; j < r->missing; j++)
    if (!strcmp(r->jobs[j].program->parameters, p->parameters) && !strcmp(r->jobs[j].program->family, p->family)) return 1;
  return 0;
}

static int is_at_work(int capability, const tcf_program *p) {
  for (const request *r = at_work; r; r = r->next)
    if (r->capability == capability && is_listed(r, p)) return 1;
  return 0;
}

static tcfft_status list_missing(request *r) {
  r->missing = r->awaited = 0;
  for (int i = 0; i < r->count; i++) {
    const tcf_program *p = &r->loads[i].program;
    int there;
    TCF_TRY(find_or_make(r->index, r->capability, p, &there));
    if (there || is_listed(r, p)) continue;
    if (is_at_work(r->capability, p))
      r->awaited++;
    else
      r->jobs[r->missing++].program = p;
  }
  return TCFFT_SUCCESS;
}

// Names the cause where a program is built in, but not for this device, and cannot be compiled: the library was built
// without the device's architecture.
static tcfft_status fail_job(const tcf_cuda_job *job, int capability) {
  if (job->status != TCFFT_ERROR_UNSUPPORTED || !find_builtin(job->program)) return tcf_fail(job->status, "%s", job->why);
  return tcf_fail(TCFFT_ERROR_UNSUPPORTED,
                  "this build of tcfft has no code for devices of capability %d.%d (CMAKE_CUDA_ARCHITECTURES): %.400s",
                  capability / 10, capability % 10, job->why);
}

// Where the driver does not take what the compiler makes, no device has a compiler any more.
static tcfft_status take_job(const request *r, tcf_cuda_job *job) {
  opened_code o = {0};
  if (job->status != TCFFT_SUCCESS) return fail_job(job, r->capability);
  job->status = open_code(job->code, &o);
  if (job->status == TCFFT_SUCCESS) job->status = make(r->index, r->capability, job->program, &o);
  return job->status == TCFFT_ERROR_UNSUPPORTED ? tcf_cuda_refuse_compiler(tcfft_last_error()) : job->status;
}

// Programs that did compile are kept even if another one failed. The first failure is the one to report, so the loop runs
// backwards: the last text that is written stays.
static tcfft_status take_jobs(const request *r) {
  tcfft_status status = TCFFT_SUCCESS;
  for (int j = r->missing - 1; j >= 0; j--) {
    const tcfft_status taken = take_job(r, &r->jobs[j]);
    if (taken != TCFFT_SUCCESS) status = taken;
  }
  return status;
}

// What compiled and was opened goes to the cache.
static void store_jobs(const request *r) {
  char key[KEY_BYTES];
  for (int j = 0; j < r->missing; j++) {
    const tcf_cuda_job *job = &r->jobs[j];
    print_key(key, job->program, r->capability);
    if (*key && job->code && job->status != TCFFT_ERROR_UNSUPPORTED) tcf_cache_write(key, job->code, job->bytes);
    free(job->code);
  }
}

static tcfft_status take_functions(const request *r) {
  for (int i = 0; i < r->count; i++) {
    tcf_cuda_function *f = find(&r->loads[i].program, r->index, r->capability);
    TCF_TRY(allow_shared(f, r->index, r->loads[i].shared, r->loads[i].program.blocks));
    TCF_TRY(allow_cluster(f, r->index, &r->loads[i]));
    *r->loads[i].function = f;
  }
  return TCFFT_SUCCESS;
}

static tcfft_status load_what_is_there(request *r) {
  pthread_mutex_lock(&lock);
  tcfft_status status = list_missing(r);
  if (status == TCFFT_SUCCESS && !r->missing && !r->awaited) status = take_functions(r);
  pthread_mutex_unlock(&lock);
  return status;
}

// Compiles, and writes to the cache, without the lock, which the caller holds.
static tcfft_status compile_missing(request *r) {
  r->next = at_work;
  at_work = r;
  pthread_mutex_unlock(&lock);
  if (tcf_worker_is_here()) tcf_cuda_compile_little_first(r->capability);
  tcf_cuda_run_jobs(r->jobs, r->missing, r->capability);
  pthread_mutex_lock(&lock);
  request **link = &at_work;
  while (*link != r) link = &(*link)->next;
  *link = r->next;
  const tcfft_status status = take_jobs(r);
  pthread_cond_broadcast(&compiled);
  pthread_mutex_unlock(&lock);
  store_jobs(r);
  pthread_mutex_lock(&lock);
  return status;
}

// Until all programs are there, or one of them cannot be compiled. What another thread could not compile is tried again, for
// the text of the failure.
static tcfft_status load_or_wait(request *r) {
  for (;;) {
    TCF_TRY(list_missing(r));
    if (r->missing)
      TCF_TRY(compile_missing(r));
    else if (r->awaited)
      pthread_cond_wait(&compiled, &lock);
    else
      return take_functions(r);
  }
}

static tcfft_status load_all(request *r) {
  pthread_mutex_lock(&lock);
  const tcfft_status status = load_or_wait(r);
  pthread_mutex_unlock(&lock);
  return status;
}

// Runs a step of loading on the device. *missing becomes the number of programs that are not there. A thread that is
// cancelled while it waits, or reads a file, would keep the lock.
static tcfft_status load_by(tcfft_status (*step)(request *r), int index, const tcf_load *loads, int count, int *missing) {
  tcf_cuda_scope scope;
  int before;
  request r = {.index = index, .capability = tcf_cuda_capability(index), .count = count, .loads = loads};
  r.jobs = tcf_alloc((size_t)count * sizeof *r.jobs);
  if (!r.jobs) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a list of programs");
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  tcfft_status status = tcf_cuda_open(index, &scope);
  if (status == TCFFT_SUCCESS) {
    status = step(&r);
    tcf_cuda_close(&scope);
  }
  pthread_setcancelstate(before, NULL);
  *missing = r.missing + r.awaited;
  free(r.jobs);
  return status;
}

tcfft_status tcf_cuda_load(int index, const tcf_load *loads, int count) {
  int missing;
  return load_by(load_all, index, loads, count, &missing);
}

tcfft_status tcf_cuda_load_at_hand(int index, const tcf_load *loads, int count, int *missing) {
  return load_by(load_what_is_there, index, loads, count, missing);
}
