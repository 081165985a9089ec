// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The command tcfft: finds the subcommand and runs it.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "tcfft/tcfft.h"

extern const tcf_command tcf_cmd_info, tcf_cmd_exec, tcf_cmd_accuracy, tcf_cmd_bench, tcf_cmd_plan, tcf_cmd_sparse,
    tcf_cmd_spectrogram, tcf_cmd_tune, tcf_cmd_wisdom, tcf_cmd_cache, tcf_cmd_with;

static const tcf_command *const commands[] = {&tcf_cmd_info,   &tcf_cmd_exec,   &tcf_cmd_accuracy,    &tcf_cmd_bench,
                                              &tcf_cmd_plan,   &tcf_cmd_sparse, &tcf_cmd_spectrogram, &tcf_cmd_tune,
                                              &tcf_cmd_wisdom, &tcf_cmd_cache,  &tcf_cmd_with};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_help(FILE *file) {
  fputs("usage: tcfft COMMAND [ARGUMENT..]\n\nFast Fourier transforms of FP32, FP64, FP16, BF16 and integer samples.\n\n",
        file);
  for (int i = 0; i < COMMANDS; i++) fprintf(file, "  %-12s %s\n", commands[i]->name, commands[i]->summary);
  fputs(
      "\nFor example:\n"
      "  tcfft plan r2c:1024x1024*8                its stages and predicted time\n"
      "  tcfft bench c2c:4096*1000                 measured speed and error\n"
      "  tcfft exec IN.npy OUT.npy --axes last     transform a NumPy file\n"
      "\n'tcfft COMMAND --help' explains a command; 'tcfft --version' prints the version.\n"
      "Exit status: 0 success, 1 failure, 2 wrong usage.\n",
      file);
}

// If a standard stream is closed, the next file that is opened gets its number and then receives what is printed. A
// descriptor that fails is put in its place: printing into a closed stream becomes an error.
static void occupy_standard_streams(void) {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd) return;
}

// Output that did not reach its file is a failure, even if the command succeeded.
static int flush_output(int status) {
  if (!fflush(stdout) && !ferror(stdout)) return status;
  return status ? status : tcf_failure("cannot write", "standard output");
}

int main(int argc, char **argv) {
  occupy_standard_streams();
  const char *name = argc > 1 ? argv[1] : "";
  if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help")) {
    print_help(stdout);
    return flush_output(TCF_EXIT_SUCCESS);
  }
  if (!strcmp(name, "--version")) {
    const int version = tcfft_version();
    printf("tcfft %d.%d.%d\n", version / 10000, version / 100 % 100, version % 100);
    return flush_output(TCF_EXIT_SUCCESS);
  }
  for (int i = 0; i < COMMANDS; i++)
    if (!strcmp(name, commands[i]->name)) return flush_output(commands[i]->run(argc - 2, argv + 2));
  print_help(stderr);
  fprintf(stderr, *name ? "tcfft: '%s': no such command\n" : "tcfft: a COMMAND is missing\n", name);
  return TCF_EXIT_USAGE;
}
