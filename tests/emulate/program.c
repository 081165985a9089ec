// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "program.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend/cuda/program.h"

// TCF_EMULATE_CXX, _QUICKER (options that it knows), _CACHE, _SOURCE (src/) and _HERE (this folder) come from CMake.
static const char *const compiling[] = {TCF_EMULATE_CXX, "-std=c++17", "-O1", "-ffp-contract=fast", "-fPIC", "-nostdinc++",
                                        TCF_EMULATE_QUICKER,
                                        // Equal names in different programs are different things.
                                        "-fvisibility=hidden", "-w", "-pedantic-errors",
                                        // Devices stop at accesses that are not aligned; and registers are no memory.
                                        "-fsanitize=alignment,bounds,shift", "-fsanitize-undefined-trap-on-error", "-I",
                                        TCF_EMULATE_HERE, "-I", TCF_EMULATE_SOURCE};
static const char *const linking[] = {"-shared", "-nostdlib", "-Wl,-Bsymbolic", "-lm", "-lc"};
enum {
  COMPILING = sizeof compiling / sizeof *compiling,
  LINKING = sizeof linking / sizeof *linking,
  PATH = 600,
  TEXT = 16 << 10
};

static const char *const headers[] = {TCF_EMULATE_SOURCE "/classic/cuda/*.cuh",
                                      TCF_EMULATE_SOURCE "/classic/cuda/*_args.h",
                                      TCF_EMULATE_SOURCE "/wmma/cuda/*.cuh",
                                      TCF_EMULATE_SOURCE "/wmma/cuda/*_args.h",
                                      TCF_EMULATE_SOURCE "/sparse/cuda/*.cuh",
                                      TCF_EMULATE_SOURCE "/sparse/cuda/*_args.h",
                                      TCF_EMULATE_SOURCE "/sparse/*.h",
                                      TCF_EMULATE_SOURCE "/several/cuda/*.*h",
                                      TCF_EMULATE_SOURCE "/tile/tile_args.h",
                                      TCF_EMULATE_SOURCE "/num/*.h",
                                      TCF_EMULATE_HERE "/*.h",
                                      TCF_EMULATE_HERE "/classic/cuda/*.*h",
                                      TCF_EMULATE_HERE "/wmma/cuda/*.*h"};

// Fused multiply-adds are what devices do, and a function call where the processor is not asked for them.
static const char *processor_flag(void) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2")) return "-mfma";
#endif
  return "-fPIC";
}

// ------------------------------------------------------------------------------------------------ hash

static uint64_t hash_bytes(uint64_t h, const void *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) h = (h ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
  return h;
}

static uint64_t hash_file(uint64_t h, const char *path) {
  FILE *f = fopen(path, "rb");
  if (!f) return h;
  char part[4096];
  for (size_t n; (n = fread(part, 1, sizeof part, f)) > 0;) h = hash_bytes(h, part, n);
  fclose(f);
  return h;
}

// Of everything that all programs share, read once.
static uint64_t hash_common(void) {
  static uint64_t common;
  if (common) return common;
  uint64_t h = 0xcbf29ce484222325u;
  for (int i = 0; i < COMPILING; i++) h = hash_bytes(h, compiling[i], strlen(compiling[i]) + 1);
  for (int i = 0; i < LINKING; i++) h = hash_bytes(h, linking[i], strlen(linking[i]) + 1);
  h = hash_bytes(h, processor_flag(), strlen(processor_flag()) + 1);
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
    glob_t found;
    if (glob(headers[i], 0, NULL, &found) != 0) continue;
    for (size_t k = 0; k < found.gl_pathc; k++) h = hash_file(h, found.gl_pathv[k]);
    globfree(&found);
  }
  return common = h;
}

// ------------------------------------------------------------------------------------------------ compiling

// The compiler with the options that all share; `more` ends with NULL and is the beginning of the rest, what links follows
// it.
static int run_compiler(const char *const *more, int linked, const char *log) {
  enum { MORE = 6 };
  char *argv[COMPILING + 1 + MORE + LINKING + 1];
  int n = 0;
  for (; n < COMPILING; n++) argv[n] = (char *)compiling[n];
  argv[n++] = (char *)processor_flag();
  for (int i = 0; i < MORE && more[i]; i++) argv[n++] = (char *)more[i];
  for (int i = 0; i < LINKING && linked; i++) argv[n++] = (char *)linking[i];
  argv[n] = NULL;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&files, 1, 2);
  pid_t child;
  int state = -1;
  if (posix_spawnp(&child, argv[0], &files, NULL, argv, environ) == 0)
    while (waitpid(child, &state, 0) < 0 && errno == EINTR) continue;
  posix_spawn_file_actions_destroy(&files);
  return state;
}

static int write_file(const char *path, const char *text, size_t len) {
  FILE *f = fopen(path, "wb");
  if (!f) return -1;
  const size_t done = fwrite(text, 1, len, f);
  return fclose(f) == 0 && done == len ? 0 : -1;
}

// The compiler's first complaint in its words, without the place.
static void read_complaint(const char *log, char *complaint, size_t cap) {
  static const char mark[] = "error: ";
  snprintf(complaint, cap, "it is not there");
  FILE *f = fopen(log, "r");
  if (!f) return;
  char line[1000];
  while (fgets(line, sizeof line, f)) {
    const char *at = strstr(line, mark);
    if (!at) continue;
    line[strcspn(line, "\n")] = 0;
    snprintf(complaint, cap, "%s", at + sizeof mark - 1);
    break;
  }
  fclose(f);
}

// Makes file `object` from a source: by a name of this process, so that others never read half a file.
static tcfft_status make(const char *object, const char *source, const char *const *options, int linked,
                         const tcf_program *program) {
  char made[PATH + 40], log[PATH + 48], complaint[100];
  snprintf(made, sizeof made, "%s.%ld", object, (long)getpid());
  snprintf(log, sizeof log, "%s.log", made);
  const char *const more[] = {options[0], options[1], "-o", made, source, NULL};
  if (run_compiler(more, linked, log) != 0) {
    read_complaint(log, complaint, sizeof complaint);
    return tcf_fail(TCFFT_ERROR_DEVICE, "the compiler refused %s \"%.60s..\": %s: see %s", program->family,
                    program->parameters, complaint, log);
  }
  unlink(log);
  if (rename(made, object) != 0) return tcf_fail(TCFFT_ERROR_DEVICE, "cannot write %s: %s", object, strerror(errno));
  return TCFFT_SUCCESS;
}

// What the programs of a family include, compiled once for all: a tenth of a program's time and more. The compiler takes
// header.gch in place of the header where it can. The header is never replaced: clang++ would refuse what it made of it.
static tcfft_status precompile(const tcf_program *program, char header[PATH]) {
  static const char *const options[] = {"-x", "c++-header"};
  char object[PATH + 8], written[PATH + 40], text[200];
  const int f64 = tcf_cuda_program_is_f64(program);
  const int len = snprintf(text, sizeof text, "%s#include \"cuda_emulated.h\"\n#include \"%s/%.100s.cuh\"\n",
                           f64 ? "#define TCF_F64\n" : "", tcf_cuda_program_room(program->family), program->family);
  snprintf(header, PATH, "%s/%.40s%s-%016" PRIx64 ".h", TCF_EMULATE_CACHE, program->family, f64 ? "-f64" : "",
           hash_common());
  snprintf(object, sizeof object, "%s.gch", header);
  if (access(object, R_OK) == 0) return TCFFT_SUCCESS;
  snprintf(written, sizeof written, "%s.%ld", header, (long)getpid());
  if (write_file(written, text, (size_t)len) != 0 || (link(written, header) != 0 && errno != EEXIST))
    return tcf_fail(TCFFT_ERROR_DEVICE, "cannot write %s: %s", header, strerror(errno));
  unlink(written);
  return make(object, header, options, 0, program);
}

static tcfft_status compile(const char *object, const char *text, size_t len, const tcf_program *program) {
  char header[PATH], source[PATH + 40];
  mkdir(TCF_EMULATE_CACHE, 0755);
  TCF_TRY(precompile(program, header));
  snprintf(source, sizeof source, "%s.%ld.cpp", object, (long)getpid());
  if (write_file(source, text, len) != 0)
    return tcf_fail(TCFFT_ERROR_DEVICE, "cannot write %s: %s", source, strerror(errno));
  const char *const options[] = {"-include", header};
  TCF_TRY(make(object, source, options, 1, program));
  unlink(source);
  return TCFFT_SUCCESS;
}

// Programs that differ only in what asks for registers (blocks of a multiprocessor) are one here.
static tcfft_status print_text(const tcf_program *program, tcf_writer *w) {
  static const char blocks[] = ":blocks=";
  const char *given = strstr(program->parameters, blocks);
  char parameters[TCF_PROGRAM_PARAMETERS];
  snprintf(parameters, sizeof parameters, "%s", program->parameters);
  if (given) {
    const char *behind = given + sizeof blocks - 1;
    behind += strspn(behind, "0123456789");
    snprintf(parameters + (given - program->parameters), sizeof parameters - (size_t)(given - program->parameters), "%s1%s",
             blocks, behind);
  }
  tcf_put(w, "#include \"cuda_emulated.h\"\n");
  TCF_TRY(tcf_cuda_program_print(&(tcf_program){.family = program->family, .parameters = parameters}, 0, 1, w));
  tcf_put(w,
          "static_assert(sizeof(tcf_%s_args) <= 4096, \"more than a launch takes\");\n"
          "extern \"C\" __attribute__((visibility(\"default\"))) void tcf_emulated_thread(const void *args) {\n"
          "  tcf_program_0(*(const tcf_%s_args *)args);\n}\n"
          "extern \"C\" __attribute__((visibility(\"default\"))) unsigned long tcf_emulated_args() { return "
          "sizeof(tcf_%s_args); }\n",
          program->family, program->family, program->family);
  if (w->len >= w->cap) return tcf_fail(TCFFT_ERROR_INTERNAL, "the program takes %zu bytes of text", w->len);
  return TCFFT_SUCCESS;
}

static tcfft_status load(const char *object, tcf_emulated_code *code) {
  void *library = dlopen(object, RTLD_NOW | RTLD_LOCAL);
  if (!library) return tcf_fail(TCFFT_ERROR_DEVICE, "loading %s: %s", object, dlerror());
  void (*bind)(tcf_emulated_machine *) = NULL;
  unsigned long (*args)(void) = NULL;
  *(void **)&bind = dlsym(library, "tcf_emulated_bind");
  *(void **)&args = dlsym(library, "tcf_emulated_args");
  *(void **)&code->entry = dlsym(library, "tcf_emulated_thread");
  if (!bind || !args || !code->entry) return tcf_fail(TCFFT_ERROR_DEVICE, "%s has no entry", object);
  code->args = args();
  bind(&tcf_emulated_machine_here);
  return TCFFT_SUCCESS;
}

tcfft_status tcf_emulated_compile(const tcf_program *program, tcf_emulated_code *code) {
  static char text[TEXT];
  tcf_writer w = {.buf = text, .cap = sizeof text};
  TCF_TRY(print_text(program, &w));
  const uint64_t h = hash_bytes(hash_common(), text, w.len);
  char object[PATH - 40];
  snprintf(object, sizeof object, "%s/%016" PRIx64 ".so", TCF_EMULATE_CACHE, h);
  if (access(object, R_OK) != 0) TCF_TRY(compile(object, text, w.len, program));
  return load(object, code);
}
