// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft cache: what is in the folder of compiled programs, and its removal.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "backend/cache_folder.h"
#include "base/process.h"
#include "cli/command.h"
#include "cli/words.h"

extern const tcf_command tcf_cmd_cache;

#define ROW "%-8s "

static void print_bytes(const char *what, int64_t bytes) {
  char words[20];
  tcf_words_amount((double)bytes, "B", &(tcf_writer){.buf = words, .cap = sizeof words});
  printf(ROW "%" PRId64 " (%s)\n", what, bytes, words);
}

static void print_time(const char *what, time_t when) {
  struct tm parts;
  char text[40] = "";
  if (localtime_r(&when, &parts)) strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts);
  printf(ROW "%s\n", what, text);
}

static void print_folder(const char *folder, tcf_owned state) {
  static const char *const words[] = {
      [TCF_OWNED_ABSENT] = " (does not exist yet)",
      [TCF_OWNED_IN_STRANGER] = " (not used: it belongs to another user)",
      [TCF_OWNED_IN_WRITABLE] = " (not used: others than its owner can write it)",
  };
  const int known = (size_t)state < sizeof words / sizeof *words && words[state];
  printf(ROW "%s%s\n", "folder", folder, known ? words[state] : "");
}

static int print_stats(const char *folder) {
  tcf_cache_content c;
  const int error = tcf_cache_look(folder, &c);
  if (error) return tcf_failure(folder, "%s", strerror(error));
  print_folder(folder, c.folder);
  printf(ROW "%" PRId64 "\n", "files", c.files);
  print_bytes("bytes", c.bytes);
  if (tcf_cache_limit())
    print_bytes("limit", tcf_cache_limit());
  else
    printf(ROW "0: nothing is stored\n", "limit");
  if (c.files) {
    print_time("oldest", c.oldest);
    print_time("newest", c.newest);
  }
  printf(ROW "%" PRId64 "\n", "refused", c.refused);
  return TCF_EXIT_SUCCESS;
}

static int clear(const char *folder) {
  int64_t files, bytes;
  const int error = tcf_cache_clear(folder, &files, &bytes);
  if (error) return tcf_failure(folder, "%s; %" PRId64 " files were removed", strerror(error), files);
  printf("removed %" PRId64 " files of %" PRId64 " bytes from %s\n", files, bytes, folder);
  return TCF_EXIT_SUCCESS;
}

static int say_off(void) {
  const char *named = tcf_process_variable("TCFFT_CACHE");
  const char *why = !named   ? "neither TCFFT_CACHE nor XDG_CACHE_HOME nor HOME names a folder"
                    : *named ? "the folder's path is too long"
                             : "TCFFT_CACHE is empty";
  printf("the cache is off: %s\n", why);
  return TCF_EXIT_SUCCESS;
}

static int run(int argc, char **argv) {
  static const struct {
    const char *name;
    int (*run)(const char *folder);
  } actions[] = {{"stats", print_stats}, {"clear", clear}};
  const tcf_option options[] = {{0}};
  int status = 0;
  char folder[PATH_MAX];
  if (!tcf_options_parse(&tcf_cmd_cache, options, &argc, argv, &status)) return status;
  if (!argc) return tcf_usage_error(&tcf_cmd_cache, "stats or clear is missing");
  if (argc > 1) return tcf_usage_error(&tcf_cmd_cache, "'%s': one argument expected", argv[1]);
  for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
    if (!strcmp(argv[0], actions[i].name)) return tcf_cache_folder(folder) ? actions[i].run(folder) : say_off();
  return tcf_usage_error(&tcf_cmd_cache, "'%s': stats or clear expected", argv[0]);
}

static const char usage[] =
    "usage: tcfft cache stats|clear\n"
    "\n"
    "Programs that were compiled for a device are kept in a folder: $TCFFT_CACHE, else $XDG_CACHE_HOME/tcfft, else\n"
    "$HOME/.cache/tcfft. (Those of PoCL only in $TCFFT_CACHE.) If they exceed the limit, $TCFFT_CACHE_MB million bytes\n"
    "(default 256; 0: nothing is stored), those used longest ago are removed.\n"
    "\n"
    "  stats            print the folder, the number and size of its files, the limit, the times of the least and the most\n"
    "                   recent use, and how many files are refused: only regular files are read that belong to the user\n"
    "                   or root, in a folder that does, and that no other user may write (chmod go-w)\n"
    "  clear            remove the cache's files that belong to the user, and nothing else in the folder";

const tcf_command tcf_cmd_cache = {
    .name = "cache",
    .summary = "what is in the folder of compiled programs; its removal",
    .usage = usage,
    .run = run,
};
