// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft with: runs a program that uses cuFFT with the shim in cuFFT's place.
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "cli/command.h"

extern const tcf_command tcf_cmd_with;

typedef struct request {
  const char *shim, *real;
  bool wait, off;
} request;

enum { EXIT_NOT_RUN = 126, EXIT_NOT_FOUND = 127, EXIT_SIGNAL = 128 };  // as shells have them

// ------------------------------------------------------------------------------------------------ the shim

// Where it lies from the command: installed, and in the folder of a build.
static int find_shim(char path[PATH_MAX], const char *named) {
  static const char *const places[] = {TCF_SHIM_FROM_COMMAND, "../shim/lib/libcufft.so.12"};
  char own[PATH_MAX], tried[2 * PATH_MAX];
  if (named) return realpath(named, path) != NULL;
  const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  if (length < 0) return 0;
  own[length] = 0;
  *strrchr(own, '/') = 0;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    snprintf(tried, sizeof tried, "%s/%s", own, places[i]);
    if (realpath(tried, path)) return 1;
  }
  return 0;
}

// Before what is there: the dynamic linker takes names from the first that has them.
static int preload(const char *shim) {
  const char *others = tcf_process_variable("LD_PRELOAD");
  char *all = NULL;
  if (asprintf(&all, "%s%s%s", shim, others && *others ? ":" : "", others ? others : "") < 0) return -1;
  const int failed = setenv("LD_PRELOAD", all, 1);
  free(all);
  return failed;
}

static int set_up(const request *r, const char *shim, const char *counts) {
  return preload(shim) || setenv("TCFFT_CUFFT_STATS", counts, 1) || (r->wait && setenv("TCFFT_CUFFT_WAIT", "1", 1)) ||
         (r->off && setenv("TCFFT_CUFFT", "off", 1)) || (r->real && setenv("TCFFT_CUFFT_REAL", r->real, 1));
}

// ------------------------------------------------------------------------------------------------ the counts

static int open_counts(char path[PATH_MAX]) {
  const char *folder = tcf_process_variable("TMPDIR");
  const int wanted = snprintf(path, PATH_MAX, "%s/tcfft-with-XXXXXX", folder && *folder ? folder : "/tmp");
  return wanted < PATH_MAX ? mkstemp(path) : -1;
}

// The program and each process that it starts leave a line, if they use cuFFT.
#define COUNTS                                                                                                         \
  "tcfft-cufft: plans %lld served, %lld forwarded; execs %lld served, %lld forwarded; of FP32 %lld plans, %lld execs " \
  "forwarded\n"
static void print_counts(const char *path) {
  enum { NUMBERS = 6 };
  long long sum[NUMBERS] = {0}, one[NUMBERS];
  FILE *file = fopen(path, "r");
  char line[400];
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, COUNTS, &one[0], &one[1], &one[2], &one[3], &one[4], &one[5]) == NUMBERS)
      for (int i = 0; i < NUMBERS; i++) sum[i] += one[i];
  if (file) fclose(file);
  fprintf(stderr, COUNTS, sum[0], sum[1], sum[2], sum[3], sum[4], sum[5]);
}

// ------------------------------------------------------------------------------------------------ the program

// A signal that asks this command to end goes on to the program, and the command stays for the counts, as it does when keys
// end the program, which reach both.
static volatile sig_atomic_t program;
static void pass_on(int number) { kill(program, number); }

static int wait_for(pid_t child) {
  int status = 0;
  program = child;
  signal(SIGINT, SIG_IGN);
  signal(SIGQUIT, SIG_IGN);
  signal(SIGTERM, pass_on);
  signal(SIGHUP, pass_on);
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return tcf_failure("waiting for the program", "%s", strerror(errno));
  return WIFSIGNALED(status) ? EXIT_SIGNAL + WTERMSIG(status) : WEXITSTATUS(status);
}

static int run_program(const request *r, char **argv) {
  char shim[PATH_MAX], counts[PATH_MAX], real[PATH_MAX];
  request absolute = *r;
  pid_t child;
  if (!find_shim(shim, r->shim))
    return tcf_failure(
        r->shim ? r->shim : "the shim libcufft.so.12", "no such file%s",
        r->shim ? "" : ": this build has none (-DTCFFT_CUDA=ON builds it), or it is not beside the command (--shim)");
  if (strpbrk(shim, " :$")) return tcf_failure(shim, "LD_PRELOAD cannot name a file with a blank, a colon or a dollar sign");
  // The program may change its folder. An empty name is a word of its own: do without.
  if (r->real && *r->real && !(absolute.real = realpath(r->real, real))) return tcf_failure(r->real, "%s", strerror(errno));
  const int file = open_counts(counts);
  if (file < 0) return tcf_failure("a file for the counts", "%s", strerror(errno));
  close(file);
  int status = EXIT_NOT_RUN;
  if (set_up(&absolute, shim, counts))
    status = tcf_failure("the environment", "%s", strerror(errno));
  else if ((errno = posix_spawnp(&child, argv[0], NULL, NULL, argv, environ)) != 0) {
    status = errno == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_RUN;
    tcf_failure(argv[0], "%s", strerror(errno));
  } else {
    status = wait_for(child);
    print_counts(counts);
  }
  unlink(counts);
  return status;
}

// How many words come before the program: options, and the values of those that take one.
static int count_options(int argc, char **argv) {
  int i = 0;
  for (; i < argc && argv[i][0] == '-'; i++) {
    if (!strcmp(argv[i], "--")) return i + 1;
    if (!strcmp(argv[i], "--shim") || !strcmp(argv[i], "--real")) i++;
  }
  return i < argc ? i : argc;
}

static int run(int argc, char **argv) {
  request r = {0};
  const tcf_option options[] = {
      {.name = "shim", .type = TCF_OPTION_TEXT, .value = &r.shim},
      {.name = "real", .type = TCF_OPTION_TEXT, .value = &r.real},
      {.name = "wait", .type = TCF_OPTION_FLAG, .value = &r.wait},
      {.name = "off", .type = TCF_OPTION_FLAG, .value = &r.off},
      {0},
  };
  int status = 0;
  const int before = count_options(argc, argv);
  int parsed = before;
  if (!tcf_options_parse(&tcf_cmd_with, options, &parsed, argv, &status)) return status;
  if (before == argc) return tcf_usage_error(&tcf_cmd_with, "a PROGRAM is missing");
  return run_program(&r, argv + before);
}

static const char usage[] =
    "usage: tcfft with [--wait] [--off] [--real F] [--shim F] PROGRAM [ARGUMENT..]\n"
    "\n"
    "Runs a program that uses cuFFT (PyTorch, CuPy, ..) with tcfft in cuFFT's place, and prints on standard error how many\n"
    "plans and executions tcfft served, and how many went on to the real cuFFT. C2C, R2C and C2R of FP32 and FP64 are\n"
    "served, and of FP16 and BF16 powers of two; what has callbacks or several GPUs goes on. The exit status is that of\n"
    "the program; 126 or 127 where it cannot be run.\n"
    "\n"
    "  --wait           plans wait for their compilation; without, a slower program computes meanwhile\n"
    "  --off            everything goes to the real cuFFT, to compare with\n"
    "  --real F         file of the real cuFFT, if it is not found (TCFFT_CUFFT_REAL)\n"
    "  --shim F         file of the shim, if it is not beside this command";

const tcf_command tcf_cmd_with = {
    .name = "with",
    .summary = "run a program that uses cuFFT with tcfft in its place",
    .usage = usage,
    .run = run,
};
