// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// An NVRTC that is there, says what it can do, and compiles nothing: as one without its other files. With FAKE_NVRTC=junk in
// the environment it makes something that no driver takes.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { OK = 0, BUILTIN_OPERATION_FAILURE = 7 };
static const char junk[] = "this is no code";
static const char log_text[] = "nvrtc: error: failed to open libnvrtc-builtins.so";
static const int archs[] = {50, 60, 70, 75, 80, 90, 100, 120};
enum { ARCHS = sizeof archs / sizeof *archs };

#define EXPORT __attribute__((visibility("default")))

EXPORT int nvrtcVersion(int *major, int *minor);
EXPORT int nvrtcGetNumSupportedArchs(int *count);
EXPORT int nvrtcGetSupportedArchs(int *out);
EXPORT int nvrtcCreateProgram(void **program, const char *source, const char *name, int headers, const char *const *texts,
                              const char *const *names);
EXPORT int nvrtcCompileProgram(void *program, int count, const char *const *options);
EXPORT int nvrtcGetCUBINSize(void *program, size_t *bytes);
EXPORT int nvrtcGetCUBIN(void *program, char *code);
EXPORT int nvrtcGetPTXSize(void *program, size_t *bytes);
EXPORT int nvrtcGetPTX(void *program, char *code);
EXPORT int nvrtcGetProgramLogSize(void *program, size_t *bytes);
EXPORT int nvrtcGetProgramLog(void *program, char *log);
EXPORT int nvrtcDestroyProgram(void **program);
EXPORT const char *nvrtcGetErrorString(int error);

int nvrtcVersion(int *major, int *minor) {
  *major = 99, *minor = 1;
  return OK;
}

int nvrtcGetNumSupportedArchs(int *count) {
  *count = ARCHS;
  return OK;
}

int nvrtcGetSupportedArchs(int *out) {
  memcpy(out, archs, sizeof archs);
  return OK;
}

int nvrtcCreateProgram(void **program, const char *source, const char *name, int headers, const char *const *texts,
                       const char *const *names) {
  (void)source, (void)name, (void)headers, (void)texts, (void)names;
  *program = (void *)log_text;
  return OK;
}

int nvrtcCompileProgram(void *program, int count, const char *const *options) {
  (void)program, (void)count, (void)options;
  return getenv("FAKE_NVRTC") ? OK : BUILTIN_OPERATION_FAILURE;
}

int nvrtcGetCUBINSize(void *program, size_t *bytes) {
  (void)program;
  *bytes = sizeof junk;
  return OK;
}
int nvrtcGetCUBIN(void *program, char *code) {
  (void)program;
  memcpy(code, junk, sizeof junk);
  return OK;
}
int nvrtcGetPTXSize(void *program, size_t *bytes) { return nvrtcGetCUBINSize(program, bytes); }
int nvrtcGetPTX(void *program, char *code) { return nvrtcGetCUBIN(program, code); }

int nvrtcGetProgramLogSize(void *program, size_t *bytes) {
  (void)program;
  *bytes = sizeof log_text;
  return OK;
}

int nvrtcGetProgramLog(void *program, char *log) {
  (void)program;
  memcpy(log, log_text, sizeof log_text);
  return OK;
}

int nvrtcDestroyProgram(void **program) {
  *program = NULL;
  return OK;
}

const char *nvrtcGetErrorString(int error) { return error ? "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE" : "NVRTC_SUCCESS"; }
