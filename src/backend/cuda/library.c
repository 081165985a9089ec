// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/cuda/library.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "base/process.h"

static void *open_in(const char *folder, const char *const *names) {
  void *library = NULL;
  for (int i = 0; names[i] && !library; i++) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s%s%s", folder, *folder ? "/" : "", names[i]) < (int)sizeof path)
      library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  }
  return library;
}

// If the process has loaded a shared CUDA runtime, the library may lie in the same folder.
static void *open_beside_runtime(const char *const *names) {
  static const char *const runtimes[] = {"libcudart.so.13", "libcudart.so.12"};
  for (size_t i = 0; i < sizeof runtimes / sizeof *runtimes; i++) {
    void *runtime = dlopen(runtimes[i], RTLD_NOW | RTLD_NOLOAD), *library = NULL;
    if (!runtime) continue;
    char folder[PATH_MAX];
    if (dlinfo(runtime, RTLD_DI_ORIGIN, folder) == 0) library = open_in(folder, names);
    dlclose(runtime);
    if (library) return library;
  }
  return NULL;
}

static void *open_in_toolkit(const char *variable, const char *otherwise, const char *const *names) {
  const char *root = tcf_process_variable(variable);
  char folder[PATH_MAX];
  if (!root || !*root) root = otherwise;
  if (!root || snprintf(folder, sizeof folder, "%s/lib64", root) >= (int)sizeof folder) return NULL;
  return open_in(folder, names);
}

static void *find(const tcf_cuda_library *l, char *why, size_t cap) {
  const char *asked = tcf_process_variable(l->variable);
  if (asked) {  // the environment names the file: no other one is tried
    void *library = *asked ? dlopen(asked, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library) snprintf(why, cap, "%s = \"%.200s\": %.200s", l->variable, asked, *asked ? dlerror() : "none");
    return library;
  }
  void *library = open_in("", l->names);
  if (!library) library = open_beside_runtime(l->names);
  if (!library) library = open_in_toolkit("CUDA_HOME", NULL, l->names);
  if (!library) library = open_in_toolkit("CUDA_PATH", "/usr/local/cuda", l->names);
  if (!library)
    snprintf(why, cap, "%s is not where libraries are looked for, nor in CUDA_HOME (%s names its file)", l->title,
             l->variable);
  return library;
}

int tcf_cuda_library_open(const tcf_cuda_library *l, const tcf_cuda_symbol *symbols, int count, char *why, size_t cap) {
  void *library = find(l, why, cap);
  for (int i = 0; i < count && library; i++) {
    void *function = dlsym(library, symbols[i].name);
    if (!function) {
      snprintf(why, cap, "the %s that was found is too old: it has no %s", l->title, symbols[i].name);
      return 0;
    }
    memcpy(symbols[i].slot, &function, sizeof function);
  }
  return library != NULL;
}
