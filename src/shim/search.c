// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "shim/search.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "shim/cufft_abi.h"
#include "shim/settings.h"

#define SONAME "libcufft.so.12"

// What tells the shim from the real library, in each copy of it.
#define MARK "tcfft_cufft_shim"
TCF_SHIM_EXPORT int tcfft_cufft_shim(void);
int tcfft_cufft_shim(void) { return 1; }

// Whether a file is the one that this code was loaded from.
static int is_this_file(const char *path) {
  Dl_info here;
  struct stat mine, other;
  return dladdr((void *)tcfft_cufft_shim, &here) && here.dli_fname && !stat(here.dli_fname, &mine) && !stat(path, &other) &&
         mine.st_dev == other.st_dev && mine.st_ino == other.st_ino;
}

// A full path reaches the file, although the shim has the same soname. Local: the program's own references stay with the
// shim. Other major versions of cuFFT, and libraries of the same functions, have no names of this version.
static void *open_file(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library && !dlsym(library, MARK) && dlvsym(library, "cufftCreate", SONAME)) return library;
  if (library) dlclose(library);
  return NULL;
}

// ------------------------------------------------------------------------------------------------ beside loaded objects

typedef struct place {
  char path[PATH_MAX];
  int skip;  // places to pass over: those that did not open
} place;

static int is_there(place *p, const char *folder, size_t length, const char *below) {
  const int wanted = snprintf(p->path, sizeof p->path, "%.*s/%s" SONAME, (int)length, folder, below);
  struct stat s;
  return wanted > 0 && (size_t)wanted < sizeof p->path && !stat(p->path, &s) && !is_this_file(p->path) && p->skip-- == 0;
}

// Python packages lie side by side: site-packages/torch/lib and site-packages/cupy/cuda beside site-packages/nvidia.
static int look_beside(struct dl_phdr_info *object, size_t bytes, void *found) {
  static const char *const below[] = {"", "../../nvidia/cu13/lib/", "../nvidia/cu13/lib/", "../../nvidia/cufft/lib/"};
  (void)bytes;
  const char *end = strrchr(object->dlpi_name, '/');
  for (size_t i = 0; end && i < sizeof below / sizeof *below; i++)
    if (is_there(found, object->dlpi_name, (size_t)(end - object->dlpi_name), below[i])) return 1;
  return 0;
}

// Nothing is opened while the dynamic linker's list is walked.
static void *open_beside(void) {
  for (int tried = 0; tried < 64; tried++) {
    place p = {.skip = tried};
    if (!dl_iterate_phdr(look_beside, &p)) return NULL;
    void *library = open_file(p.path);
    if (library) return library;
  }
  return NULL;
}

// ------------------------------------------------------------------------------------------------ in folders

static void *open_in(const char *folder) {
  place p = {.skip = 0};
  return folder && *folder && is_there(&p, folder, strlen(folder), "") ? open_file(p.path) : NULL;
}

static void *open_in_list(const Dl_serinfo *list) {
  void *library = NULL;
  for (unsigned i = 0; !library && i < list->dls_cnt; i++) library = open_in(list->dls_serpath[i].dls_name);
  return library;
}

static void *open_where_linker_looks(void) {
  Dl_serinfo size;
  void *library = NULL, *program = dlopen(NULL, RTLD_LAZY);
  if (!program) return NULL;
  if (!dlinfo(program, RTLD_DI_SERINFOSIZE, &size)) {
    Dl_serinfo *list = malloc(size.dls_size);
    if (list && !dlinfo(program, RTLD_DI_SERINFOSIZE, list) && !dlinfo(program, RTLD_DI_SERINFO, list))
      library = open_in_list(list);
    free(list);
  }
  dlclose(program);
  return library;
}

static void *open_in_toolkit(void) {
  static const char *const names[] = {"CUDA_HOME", "CUDA_PATH"};
  char folder[PATH_MAX];
  void *library = NULL;
  for (size_t i = 0; !library && i < sizeof names / sizeof *names; i++) {
    const char *home = tcf_shim_variable(names[i]);
    if (home && *home && (size_t)snprintf(folder, sizeof folder, "%s/lib64", home) < sizeof folder)
      library = open_in(folder);
  }
  return library ? library : open_in("/usr/local/cuda/lib64");
}

void *tcf_shim_open_real(const char *named) {
  if (named) return *named ? open_file(named) : NULL;
  void *library = open_beside();
  if (!library) library = open_where_linker_looks();
  if (!library) library = open_in_toolkit();
  return library ? library : open_file("libcufft.so");
}
