// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/opencl/compile.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/opencl/library.h"
#include "backend/opencl/query.h"
#include "backend/program_cache.h"
#include "base/memory.h"
#include "base/text.h"

// A program that is being made.
typedef struct job {
  const tcf_opencl_device *d;
  const tcf_load *load;
  const tcf_program *program;
  const tcf_opencl_source *source;
  char *options;
  char *key;  // everything that the code depends on
  tcf_opencl_kernel *made;
} job;

// ------------------------------------------------------------------------------------------------ texts

// No option that changes the arithmetic: denormal numbers are kept, and there are no fast functions. -w is there because
// some compilers report on the process' standard error that there were warnings.
static tcfft_status put_options(const tcf_program *p, tcf_writer *w) {
  const char *cursor = p->parameters;
  tcf_field f;
  tcf_put(w, "-cl-std=CL1.2 -w");
  for (int more; (more = tcf_next_field(&cursor, &f)) != 0;) {
    if (more < 0)
      return tcf_fail(TCFFT_ERROR_INTERNAL, "program %s: \"%.200s\" has an empty or overlong field", p->family,
                      p->parameters);
    for (char *c = f.key; *c; c++) *c = (char)toupper((unsigned char)*c);
    tcf_put(w, " -D TCF_%s=%s", f.key, f.assigned ? f.value : "1");
  }
  return TCFFT_SUCCESS;
}

static const char *constants_of(const tcf_program *p) { return p->constants ? p->constants : ""; }

static tcfft_status put_key(const job *j, tcf_writer *w) {
  static const cl_uint of_device[] = {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DEVICE_VERSION, CL_DRIVER_VERSION};
  char text[400];
  cl_platform_id platform = NULL;
  tcf_put(w, "opencl %s\n%s\n%s\n%s\n", j->program->family, j->source->digest, j->options, constants_of(j->program));
  for (size_t i = 0; i < sizeof of_device / sizeof *of_device; i++) {
    tcf_opencl_device_text(j->d->id, of_device[i], text, sizeof text);
    tcf_put(w, "%s\n", text);
  }
  TCF_OPENCL_TRY(tcf_cl.GetDeviceInfo(j->d->id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL),
                 "clGetDeviceInfo (CL_DEVICE_PLATFORM)");
  tcf_opencl_platform_text(platform, CL_PLATFORM_VERSION, text, sizeof text);
  tcf_put(w, "%s\n", text);
  return TCFFT_SUCCESS;
}

static tcfft_status find_source(job *j) {
  for (j->source = tcf_opencl_sources; j->source->family; j->source++)
    if (!strcmp(j->source->family, j->program->family)) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_INTERNAL, "there is no source of programs \"%s\" for OpenCL", j->program->family);
}

static tcfft_status write_texts(job *j) {
  // A field is extended by at most " -D TCF_" and "=1".
  const size_t longest = 64 + 12 * strlen(j->program->parameters), key = longest + strlen(constants_of(j->program)) + 3000;
  j->options = tcf_alloc(longest);
  j->key = tcf_alloc(key);
  if (!j->options || !j->key) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a program's texts");
  tcf_writer options = {.buf = j->options, .cap = longest}, key_text = {.buf = j->key, .cap = key};
  TCF_TRY(put_options(j->program, &options));
  return put_key(j, &key_text);
}

// ------------------------------------------------------------------------------------------------ building

static tcfft_status fail_with_log(const job *j, cl_program program, cl_int error) {
  size_t bytes = 0;
  if (error == CL_COMPILER_NOT_AVAILABLE)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "this device of OpenCL has no compiler: %s (%d)", tcf_opencl_error_name(error),
                    (int)error);
  tcf_cl.GetProgramBuildInfo(program, j->d->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes);
  char *log = tcf_alloc(bytes + 1);
  if (log) memset(log, 0, bytes + 1);
  if (log && bytes) tcf_cl.GetProgramBuildInfo(program, j->d->id, CL_PROGRAM_BUILD_LOG, bytes, log, NULL);
  const tcfft_status status = error == CL_OUT_OF_HOST_MEMORY
                                  ? tcf_opencl_fail(error, "clBuildProgram")
                                  : tcf_fail(TCFFT_ERROR_INTERNAL, "a program (%s) does not compile: %s (%d): %.800s",
                                             j->program->family, tcf_opencl_error_name(error), (int)error, log ? log : "");
  free(log);
  return status;
}

// Builds a program and creates its kernel. The kernel stays valid after the program has been released.
static tcfft_status build(const job *j, cl_program program) {
  char name[80];
  cl_int error = tcf_cl.BuildProgram(program, 1, &j->d->id, j->options, NULL, NULL);
  if (error != CL_SUCCESS) return fail_with_log(j, program, error);
  snprintf(name, sizeof name, "tcf_%.70s", j->program->family);
  j->made->kernel = tcf_cl.CreateKernel(program, name, &error);
  return j->made->kernel ? TCFFT_SUCCESS : tcf_opencl_fail(error, "clCreateKernel");
}

// A launch that does nothing, for two reasons. Some devices compile a kernel at its first launch (PoCL spends most of the
// compilation there); that time belongs to planning, and the result into the cache. And a device may run larger groups
// than it says: NVIDIA's OpenCL reports a CL_KERNEL_WORK_GROUP_SIZE of 256 for every kernel, and runs 1024 work-items.
static void launch_nothing(const job *j) {
  enum { BUFFERS = 3, BYTES = 64 };
  const size_t group = (size_t)j->load->threads;
  const cl_kernel kernel = j->made->kernel;
  const cl_ulong offset = 0;
  cl_int error = CL_SUCCESS;
  if (!j->load->values || !group) return;
  void *zeros = tcf_alloc(j->load->values);
  const cl_mem memory = tcf_cl.CreateBuffer(j->d->context, CL_MEM_READ_WRITE, BYTES, NULL, &error);
  int ready = zeros && memory;
  for (cl_uint i = 0; i < BUFFERS && ready; i++)
    ready = tcf_cl.SetKernelArg(kernel, i, sizeof memory, &memory) == CL_SUCCESS &&
            tcf_cl.SetKernelArg(kernel, BUFFERS + i, sizeof offset, &offset) == CL_SUCCESS;
  if (zeros) memset(zeros, 0, j->load->values);
  if (ready && tcf_cl.SetKernelArg(kernel, 2 * BUFFERS, j->load->values, zeros) == CL_SUCCESS) {
    error = tcf_cl.EnqueueNDRangeKernel(j->d->queue, kernel, 1, NULL, &group, &group, TCF_CL_NO_EVENTS);
    if (error == CL_SUCCESS) tcf_cl.Finish(j->d->queue);  // its result is ignored: an earlier command may have failed
    j->made->tried = 1;
    j->made->refused = error;
  }
  if (memory) tcf_cl.ReleaseMemObject(memory);
  free(zeros);
}

// Returns 1 if the cache holds code for this program and the device accepts it.
static int open_stored(const job *j) {
  void *code = NULL;
  size_t bytes = 0;
  cl_int each = CL_SUCCESS, error = CL_SUCCESS;
  char text[TCF_ERROR_TEXT];
  if (!tcf_cache_read(j->key, &code, &bytes)) return 0;
  tcf_keep_error(text);
  const unsigned char *binary = code;
  const cl_program program = tcf_cl.CreateProgramWithBinary(j->d->context, 1, &j->d->id, &bytes, &binary, &each, &error);
  const int taken = program && error == CL_SUCCESS && each == CL_SUCCESS && build(j, program) == TCFFT_SUCCESS;
  tcf_restore_error(text);  // what the device refuses is compiled
  if (taken) launch_nothing(j);
  if (program) tcf_cl.ReleaseProgram(program);
  free(code);
  return taken;
}

// A program has a binary for every device of its context. This one was built for a single device, so the sizes of the others
// are 0.
static void store(const job *j, cl_program program) {
  enum { DEVICES = 64 };
  size_t sizes[DEVICES] = {0}, given = 0;
  unsigned char *codes[DEVICES] = {NULL};
  if (tcf_cl.GetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, &given) != CL_SUCCESS) return;
  const size_t count = given / sizeof *sizes;
  size_t own = 0;
  int with_code = 0;
  for (size_t i = 0; i < count; i++)
    if (sizes[i]) {
      own = i;
      with_code++;
    }
  if (with_code != 1) return;
  codes[own] = tcf_alloc(sizes[own]);
  if (codes[own] && tcf_cl.GetProgramInfo(program, CL_PROGRAM_BINARIES, count * sizeof *codes, codes, NULL) == CL_SUCCESS)
    tcf_cache_write(j->key, codes[own], sizes[own]);
  free(codes[own]);
}

// PoCL has a cache of its own, and asking it for the code makes it compile everything once more: planning 65536 points takes
// 3.7 s with that and 2.1 s without. (A kernel made from that code is also compiled again when it is launched.)
static int compiles_twice(const job *j) {
  char name[100] = "";
  cl_platform_id platform = NULL;
  if (tcf_cl.GetDeviceInfo(j->d->id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL) != CL_SUCCESS) return 0;
  tcf_opencl_platform_text(platform, CL_PLATFORM_NAME, name, sizeof name);
  return !strncmp(name, "Portable Computing Language", strlen("Portable Computing Language"));
}

static cl_program create_program(const job *j, cl_int *error) {
  const int own = j->program->constants != NULL;
  const size_t count = (size_t)j->source->count;
  const char **texts = tcf_alloc((count + 1) * sizeof *texts);
  *error = CL_OUT_OF_HOST_MEMORY;
  if (!texts) return NULL;
  texts[0] = j->program->constants;
  memcpy(texts + own, j->source->texts, count * sizeof *texts);
  const cl_program program =
      tcf_cl.CreateProgramWithSource(j->d->context, (cl_uint)count + (cl_uint)own, texts, NULL, error);
  free(texts);
  return program;
}

static tcfft_status compile_source(const job *j) {
  cl_int error = CL_SUCCESS;
  const cl_program program = create_program(j, &error);
  if (!program) return tcf_opencl_fail(error, "clCreateProgramWithSource");
  const tcfft_status status = build(j, program);
  if (status == TCFFT_SUCCESS) {
    launch_nothing(j);
    if (tcf_cache_is_on(compiles_twice(j))) store(j, program);
  }
  tcf_cl.ReleaseProgram(program);
  return status;
}

tcfft_status tcf_opencl_compile(const tcf_opencl_device *d, const tcf_load *load, tcf_opencl_kernel *made) {
  *made = (tcf_opencl_kernel){0};
  job j = {.d = d, .load = load, .program = &load->program, .made = made};
  TCF_TRY(find_source(&j));
  tcfft_status status = write_texts(&j);
  if (status == TCFFT_SUCCESS && !open_stored(&j)) status = compile_source(&j);
  free(j.options);
  free(j.key);
  return status;
}
