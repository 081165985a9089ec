// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft wisdom: what was measured, in the user's file and in others.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/choose.h"
#include "cli/outfile.h"
#include "cli/words.h"
#include "planner/wisdom_file.h"
#include "planner/wisdom_path.h"
#include "planner/wisdom_text.h"

extern const tcf_command tcf_cmd_wisdom;

static tcfft_status text_of(const void *unused, char *buf, size_t cap) {
  (void)unused;
  return tcfft_wisdom_export_string(buf, cap);
}

// The user's file is read by itself, but then a broken one is passed over. Here it is an error. Returns an exit status.
static int read_users(void) {
  char path[PATH_MAX];
  tcf_wisdom_counts counts;
  if (!tcf_wisdom_path(path) || access(path, F_OK) != 0) return 0;
  const tcfft_status status = tcf_wisdom_import_file(NULL, &counts);
  return status == TCFFT_SUCCESS ? 0 : tcf_library_failure(status);
}

// ------------------------------------------------------------------------------------------------ what is known

static void print_record(const tcf_wisdom_record *r) {
  char time[20];
  tcf_words_time(r->time, &(tcf_writer){.buf = time, .cap = sizeof time});
  printf("%-40s  %10s  %04d-%02d-%02d  %s\n", r->subject, time, r->date / 10000, r->date / 100 % 100, r->date % 100,
         r->kernels);
}

// Calls `each` for every record of a text.
static int for_each(const char *text, void (*each)(const tcf_wisdom_record *, void *), void *context) {
  for (int number = 1; *text; number++) {
    const size_t length = strcspn(text, "\n");
    tcf_wisdom_record r;
    if (number > 1 && length) {
      const tcfft_status status = tcf_wisdom_parse(&r, text, length, number);
      if (status != TCFFT_SUCCESS) return tcf_library_failure(status);
      each(&r, context);
      free(r.device);
    }
    text += length + (text[length] == '\n');
  }
  return 0;
}

typedef struct shown {
  char device[256];
  int records, stages;
} shown;

// The stages of the tuner have no problem's name.
static int is_of_stage(const tcf_wisdom_record *r) { return !strncmp(r->subject, "stage:", 6); }

static void end_device(const shown *s) {
  if (s->stages) printf("and %d of stages\n", s->stages);
}

// Prints a line for each problem, below its device's name, and the number of stages.
static void show_record(const tcf_wisdom_record *r, void *context) {
  shown *s = context;
  if (strcmp(s->device, r->device) != 0) {
    end_device(s);
    printf("%s%s\n", s->records ? "\n" : "", r->device);
    snprintf(s->device, sizeof s->device, "%s", r->device);
    s->stages = 0;
  }
  s->records++;
  s->stages += is_of_stage(r);
  if (!is_of_stage(r)) print_record(r);
}

// Counts the records of each device.
static void count_record(const tcf_wisdom_record *r, void *context) {
  shown *s = context;
  if (strcmp(s->device, r->device) != 0) {
    if (s->records) printf("%7d  %s\n", s->records, s->device);
    snprintf(s->device, sizeof s->device, "%s", r->device);
    s->records = 0;
  }
  s->records++;
}

static int show(void) {
  char *text;
  shown s = {0};
  const tcfft_status status = tcf_whole_text(&text, text_of, NULL);
  if (status != TCFFT_SUCCESS) return tcf_library_failure(status);
  const int result = for_each(text, show_record, &s);
  end_device(&s);
  free(text);
  if (!s.records) puts("nothing has been measured");
  return result;
}

static int stats(void) {
  char path[PATH_MAX], *text;
  shown s = {0};
  if (!tcf_wisdom_path(path))
    puts("file     none: TCFFT_WISDOM is empty, or neither XDG_CACHE_HOME nor HOME is set");
  else
    printf("file     %s%s\n", path, access(path, F_OK) ? " (not there)" : "");
  const tcfft_status status = tcf_whole_text(&text, text_of, NULL);
  if (status != TCFFT_SUCCESS) return tcf_library_failure(status);
  printf("records  %d\n", tcf_wisdom_count());
  const int result = for_each(text, count_record, &s);
  if (s.records) printf("%7d  %s\n", s.records, s.device);
  free(text);
  return result;
}

// ------------------------------------------------------------------------------------------------ files

// Adds everything to a file, which is left alone if it is none of wisdom, or writes it to standard output or a device.
static int export_to(const char *name) {
  struct stat there;
  if (strcmp(name, "-") != 0 && (stat(name, &there) != 0 || S_ISREG(there.st_mode) || S_ISDIR(there.st_mode))) {
    const tcfft_status written = tcf_wisdom_export_file(name);
    return written == TCFFT_SUCCESS ? 0 : tcf_library_failure(written);
  }
  tcf_outfile file = {0};
  char *text;
  const tcfft_status status = tcf_whole_text(&text, text_of, NULL);
  if (status != TCFFT_SUCCESS) return tcf_library_failure(status);
  int result = tcf_outfile_open(&file, name);
  if (!result) {
    fputs(text, file.file);
    result = tcf_outfile_commit(&file);
  }
  tcf_outfile_discard(&file);
  free(text);
  return result;
}

static int import_from(const char *name) {
  tcf_wisdom_counts counts;
  tcfft_status status = tcf_wisdom_import_file(name, &counts);
  if (status == TCFFT_SUCCESS) status = tcf_wisdom_export_file(NULL);
  if (status != TCFFT_SUCCESS) return tcf_library_failure(status);
  printf("%d taken, %d known, %d of older kernels left out", counts.taken, counts.known, counts.stale);
  if (counts.foreign) printf(", %d for backends that this build lacks", counts.foreign);
  putchar('\n');
  return 0;
}

// Removes the user's file, even a broken one, but none of another sort.
static int forget(void) {
  static const char head[] = "tcfft wisdom ";
  char path[PATH_MAX];
  tcf_owned answer;
  if (!tcf_wisdom_path(path))
    return tcf_failure("there is no file of wisdom", "TCFFT_WISDOM is empty, or neither XDG_CACHE_HOME nor HOME is set");
  char *text = tcf_wisdom_read(path, &answer);
  if (!text && answer == TCF_OWNED_ABSENT) return puts("nothing has been measured"), 0;
  const bool is_wisdom = text && !strncmp(text, head, sizeof head - 1);
  int lines = 0;
  for (const char *at = text; at && (at = strchr(at, '\n')) != NULL; at++) lines++;
  free(text);
  if (!is_wisdom) return tcf_failure("no file of wisdom, and not removed", "%s", path);
  if (unlink(path) != 0) return tcf_failure("cannot remove", "%s", path);
  printf("%d records forgotten\n", lines > 1 ? lines - 1 : 0);
  return 0;
}

static int run(int argc, char **argv) {
  static const struct {
    const char *name;
    int arguments;
    int (*plain)(void);
    int (*with)(const char *);
  } actions[] = {{"show", 0, show, NULL},
                 {"stats", 0, stats, NULL},
                 {"export", 1, NULL, export_to},
                 {"import", 1, NULL, import_from},
                 {"forget", 0, forget, NULL}};
  static const tcf_option options[] = {{0}};
  int status = 0;
  if (!tcf_options_parse(&tcf_cmd_wisdom, options, &argc, argv, &status)) return status;
  for (size_t i = 0; argc && i < sizeof actions / sizeof *actions; i++) {
    if (strcmp(argv[0], actions[i].name) != 0) continue;
    if (argc - 1 != actions[i].arguments)
      return tcf_usage_error(&tcf_cmd_wisdom, "%s takes %s, got %d", argv[0],
                             actions[i].arguments ? "one FILE" : "no argument", argc - 1);
    if (actions[i].plain != forget && (status = read_users()) != 0) return status;
    return actions[i].plain ? actions[i].plain() : actions[i].with(argv[1]);
  }
  return argc ? tcf_usage_error(&tcf_cmd_wisdom, "'%s': expected show, stats, export, import or forget", argv[0])
              : tcf_usage_error(&tcf_cmd_wisdom, "expected show, stats, export, import or forget");
}

static const char usage[] =
    "usage: tcfft wisdom show | stats | export FILE | import FILE | forget\n"
    "\n"
    "What `tcfft tune` and plans of effort \"measure\" have found: the fastest schedule of each measured problem on each\n"
    "device. Every plan takes it where there is some. It is in $TCFFT_WISDOM, else $XDG_CACHE_HOME/tcfft/wisdom, else\n"
    "$HOME/.cache/tcfft/wisdom; TCFFT_WISDOM=\"\" is none. The file is taken only if its owner is the user or root and\n"
    "no other user may write it.\n"
    "\n"
    "  show         every problem: its time, when it was measured, the kernels with their revisions\n"
    "  stats        the file, and the number of records of each device\n"
    "  export FILE  adds the user's wisdom to a file, of which none of another sort is touched; - is standard output\n"
    "  import FILE  adds a file's records to the user's; of two of one problem the faster stays\n"
    "  forget       removes the user's file; a program that runs may write what it knows again";

const tcf_command tcf_cmd_wisdom = {
    .name = "wisdom",
    .summary = "what was measured: show, export, import, forget",
    .usage = usage,
    .run = run,
};
