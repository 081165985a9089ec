// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "shim/settings.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static tcf_shim_settings settings;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int used;

const char *tcf_shim_variable(const char *name) { return secure_getenv(name); }

// A copy, because programs change their environment. It lives as long as the process.
static const char *copy_of(const char *name) {
  const char *value = tcf_shim_variable(name);
  return value ? strdup(value) : NULL;
}

static int is(const char *name, const char *wanted) {
  const char *value = tcf_shim_variable(name);
  return value && !strcmp(value, wanted);
}

// NULL for an empty one.
static const char *copy_of_some(const char *name) {
  const char *value = tcf_shim_variable(name);
  return value && *value ? strdup(value) : NULL;
}

static void read_settings(void) {
  settings = (tcf_shim_settings){.off = is("TCFFT_CUFFT", "off"),
                                 .wait = is("TCFFT_CUFFT_WAIT", "1"),
                                 .real = copy_of("TCFFT_CUFFT_REAL"),
                                 .stats = copy_of_some("TCFFT_CUFFT_STATS")};
  used = 1;
}

const tcf_shim_settings *tcf_shim_get_settings(void) {
  pthread_once(&once, read_settings);
  return &settings;
}

int tcf_shim_was_used(void) { return used; }
