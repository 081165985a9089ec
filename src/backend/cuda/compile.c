// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/cuda/compile.h"

#include <cuda_runtime_api.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/cuda/library.h"
#include "base/arith.h"
#include "base/memory.h"
#include "base/worker.h"

// ------------------------------------------------------------------------------------------------ the library

// The functions of NVRTC that are used, declared after its documentation. A result of 0 is success.
typedef struct nvrtc_program nvrtc_program;
static struct {
  int (*version)(int *major, int *minor);
  int (*arch_count)(int *count);
  int (*archs)(int *archs);
  int (*create)(nvrtc_program **program, const char *source, const char *name, int headers, const char *const *texts,
                const char *const *names);
  int (*compile)(nvrtc_program *program, int count, const char *const *options);
  int (*cubin_size)(nvrtc_program *program, size_t *bytes);
  int (*cubin)(nvrtc_program *program, char *code);
  int (*ptx_size)(nvrtc_program *program, size_t *bytes);
  int (*ptx)(nvrtc_program *program, char *code);
  int (*log_size)(nvrtc_program *program, size_t *bytes);
  int (*log)(nvrtc_program *program, char *log);
  int (*destroy)(nvrtc_program **program);
  const char *(*error)(int error);
} nvrtc;

static const tcf_cuda_symbol functions[] = {
    {"nvrtcVersion", &nvrtc.version},
    {"nvrtcGetNumSupportedArchs", &nvrtc.arch_count},
    {"nvrtcGetSupportedArchs", &nvrtc.archs},
    {"nvrtcCreateProgram", &nvrtc.create},
    {"nvrtcCompileProgram", &nvrtc.compile},
    {"nvrtcGetCUBINSize", &nvrtc.cubin_size},
    {"nvrtcGetCUBIN", &nvrtc.cubin},
    {"nvrtcGetPTXSize", &nvrtc.ptx_size},
    {"nvrtcGetPTX", &nvrtc.ptx},
    {"nvrtcGetProgramLogSize", &nvrtc.log_size},
    {"nvrtcGetProgramLog", &nvrtc.log},
    {"nvrtcDestroyProgram", &nvrtc.destroy},
    {"nvrtcGetErrorString", &nvrtc.error},
};

// What find_compiler has found. It runs once, behind found_once; afterwards this is read-only.
enum { MAX_ARCHS = 64 };
static struct {
  int there, major, minor;
  int archs[MAX_ARCHS], count;
  char why_not[512];
} found;
static pthread_once_t found_once = PTHREAD_ONCE_INIT;

// NVRTC can load and still fail at first use, for example if one of its other files is missing. From then on the library
// behaves as if there were no compiler.
static struct {
  atomic_flag told;
  atomic_int yes;
  char why[600];
} broken = {.told = ATOMIC_FLAG_INIT};

// A driver need not take machine code of a compiler of the next major version.
static const char *const newest_first[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", NULL};
static const char *const for_older_drivers[] = {"libnvrtc.so.12", "libnvrtc.so.13", "libnvrtc.so", NULL};

static void find_compiler(void) {
  int driver = 0;
  const int older = cudaDriverGetVersion(&driver) == cudaSuccess && driver && driver < 13000;
  const tcf_cuda_library library = {"NVRTC (libnvrtc.so.13 or .12)", "TCFFT_NVRTC",
                                    older ? for_older_drivers : newest_first};
  if (!tcf_cuda_library_open(&library, functions, TCF_COUNT(functions), found.why_not, sizeof found.why_not)) return;
  if (nvrtc.version(&found.major, &found.minor) != 0 || nvrtc.arch_count(&found.count) != 0 || found.count > MAX_ARCHS ||
      nvrtc.archs(found.archs) != 0) {
    snprintf(found.why_not, sizeof found.why_not, "the NVRTC that was found does not say what it can do");
    return;
  }
  found.there = 1;
}

// The newest architecture that the compiler knows and the device runs; 0: none.
static int arch_for(int capability) {
  int best = 0;
  pthread_once(&found_once, find_compiler);
  if (atomic_load(&broken.yes)) return 0;
  for (int i = 0; i < found.count && found.there; i++)
    if (found.archs[i] <= capability && found.archs[i] > best) best = found.archs[i];
  return best;
}

int tcf_cuda_can_compile(int capability) { return arch_for(capability) != 0; }

static tcfft_status check_compiler(int capability) {
  const int arch = arch_for(capability);
  if (!found.there)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "this program is not built in and cannot be compiled: %s", found.why_not);
  if (atomic_load(&broken.yes))
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "this program is not built in and cannot be compiled: %s", broken.why);
  if (!arch)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED,
                    "this program is not built in and NVRTC %d.%d compiles for no device of capability %d.%d", found.major,
                    found.minor, capability / 10, capability % 10);
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ compiling

// The options with which the build compiles the built-in programs: no fast arithmetic, and multiply-adds may be contracted.
static const char *const options[] = {"--std=c++17", "-default-device"};

void tcf_cuda_compiler_text(char text[TCF_CUDA_COMPILER_TEXT]) {
  pthread_once(&found_once, find_compiler);
  text[0] = 0;
  if (!found.there) return;
  snprintf(text, TCF_CUDA_COMPILER_TEXT, "nvrtc %d.%d %s %s %s", found.major, found.minor, options[0], options[1],
           tcf_cuda_headers_digest);
}

// NVRTC's results that do not mean that the compiler itself is broken. All others do.
enum { OUT_OF_MEMORY = 1, COMPILATION = 6 };

static tcfft_status give_up(const char *what, const char *why) {
  if (!atomic_flag_test_and_set(&broken.told)) {
    snprintf(broken.why, sizeof broken.why, "NVRTC %d.%d is there and does not work: %s: %.400s", found.major, found.minor,
             what, why);
    atomic_store(&broken.yes, 1);
  }
  return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "this program is not built in and cannot be compiled: NVRTC %d.%d: %s: %.400s",
                  found.major, found.minor, what, why);
}

tcfft_status tcf_cuda_refuse_compiler(const char *error) {
  char why[TCF_ERROR_TEXT];
  snprintf(why, sizeof why, "%s", error);  // which may be the text that the new one replaces
  return give_up("what it makes is of no use", why);
}

static tcfft_status fail_of(int error, const char *log) {
  if (error == OUT_OF_MEMORY) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "NVRTC has no memory to compile in");
  if (error == COMPILATION)
    return tcf_fail(TCFFT_ERROR_INTERNAL, "a program does not compile: %s: %.800s", nvrtc.error(error), log);
  return give_up(nvrtc.error(error), log);
}

static tcfft_status fail_with_log(nvrtc_program *program, int error) {
  size_t bytes = 0;
  char *log = nvrtc.log_size(program, &bytes) == 0 ? tcf_alloc(bytes + 1) : NULL;
  if (log && nvrtc.log(program, log) == 0)
    log[bytes] = 0;
  else if (log)
    log[0] = 0;
  const tcfft_status status = fail_of(error, log ? log : "");
  free(log);
  return status;
}

static tcfft_status take_code(nvrtc_program *program, int as_ptx, void **code, size_t *bytes) {
  int error = as_ptx ? nvrtc.ptx_size(program, bytes) : nvrtc.cubin_size(program, bytes);
  if (error || !*bytes) return tcf_fail(TCFFT_ERROR_INTERNAL, "NVRTC gave no code: %s", nvrtc.error(error));
  *code = tcf_alloc(*bytes);
  if (!*code) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes of compiled code", *bytes);
  error = as_ptx ? nvrtc.ptx(program, *code) : nvrtc.cubin(program, *code);
  if (!error) return TCFFT_SUCCESS;
  free(*code);
  *code = NULL;
  return tcf_fail(TCFFT_ERROR_INTERNAL, "NVRTC gave no code: %s", nvrtc.error(error));
}

static tcfft_status create(nvrtc_program **program, const char *source) {
  const char **texts = tcf_alloc(2 * sizeof *texts * (size_t)(tcf_cuda_header_count + 1));
  if (!texts) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a list of headers");
  const char **include_names = texts + tcf_cuda_header_count;
  for (int i = 0; i < tcf_cuda_header_count; i++) {
    texts[i] = tcf_cuda_headers[i].text;
    include_names[i] = tcf_cuda_headers[i].name;
  }
  const int error = nvrtc.create(program, source, "tcfft.cu", tcf_cuda_header_count, texts, include_names);
  free(texts);
  return error ? fail_of(error, "it takes no program") : TCFFT_SUCCESS;
}

tcfft_status tcf_cuda_compile(const char *source, int capability, void **code, size_t *bytes) {
  TCF_TRY(check_compiler(capability));
  // Machine code runs only on devices of its own major version. A device that is newer than the compiler gets PTX, which
  // the driver compiles.
  const int arch = arch_for(capability), as_ptx = arch / 10 != capability / 10;
  if (!arch) return check_compiler(capability);  // another thread has found the compiler broken in the meantime
  char target[40];
  snprintf(target, sizeof target, "--gpu-architecture=%s_%d", as_ptx ? "compute" : "sm", arch);
  const char *all[TCF_COUNT(options) + 1];
  memcpy(all, options, sizeof options);
  all[TCF_COUNT(options)] = target;
  nvrtc_program *program;
  TCF_TRY(create(&program, source));
  const int error = nvrtc.compile(program, TCF_COUNT(all), all);
  const tcfft_status status = error ? fail_with_log(program, error) : take_code(program, as_ptx, code, bytes);
  nvrtc.destroy(&program);
  return status;
}

// ------------------------------------------------------------------------------------------------ in the background

// The first compilation for an architecture makes NVRTC register destructors with the process, which run before what was
// registered earlier. If the process ended while a thread compiles, they would destroy what it works with: "LLVM ERROR: out
// of memory", or a crash. (Of NVRTC 13.0.) What is left are the 31 ms of this compilation, in which the end would still do
// so.
static void compile_little(int capability) {
  char error[TCF_ERROR_TEXT];
  void *code = NULL;
  size_t bytes;
  tcf_keep_error(error);
  if (tcf_cuda_compile("extern \"C\" __global__ void tcf_little(float *x) { *x *= 2; }\n", capability, &code, &bytes) ==
      TCFFT_SUCCESS)
    free(code);
  tcf_restore_error(error);
  tcf_worker_precede();
}

void tcf_cuda_compile_little_first(int capability) {
  enum { CAPABILITIES = 256 };
  static atomic_char done[CAPABILITIES];
  if (capability > 0 && capability < CAPABILITIES && !atomic_exchange(&done[capability], 1)) compile_little(capability);
}
