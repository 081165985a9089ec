// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "cli/command.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const tcf_choice *tcf_choice_find(const tcf_choice *table, const char *name) {
  for (; table->name; table++)
    if (!strcmp(table->name, name)) return table;
  return NULL;
}

const char *tcf_choice_name(const tcf_choice *table, int value) {
  for (; table->name; table++)
    if (table->value == value) return table->name;
  return "?";
}

// Prints one line on stderr. Line ends inside the text, for example in a file name, become blanks.
static void say(const char *format, va_list args) {
  char *line = NULL;
  if (vasprintf(&line, format, args) < 0) {
    fputs("out of memory\n", stderr);
    return;
  }
  for (char *p = line; *p; p++)
    if (*p == '\n' || *p == '\r') *p = ' ';
  fprintf(stderr, "%s\n", line);
  free(line);
}

int tcf_usage_error(const tcf_command *command, const char *format, ...) {
  tcf_progress("%s", "");
  fprintf(stderr, "%.*s\ntcfft %s: ", (int)strcspn(command->usage, "\n"), command->usage, command->name);
  va_list args;
  va_start(args, format);
  say(format, args);
  va_end(args);
  return TCF_EXIT_USAGE;
}

int tcf_failure(const char *what, const char *format, ...) {
  tcf_progress("%s", "");
  fprintf(stderr, "tcfft: error: %s: ", what);
  va_list args;
  va_start(args, format);
  say(format, args);
  va_end(args);
  return TCF_EXIT_FAILURE;
}

void tcf_progress(const char *format, ...) {
  static int shown;
  if (!isatty(STDERR_FILENO)) return;
  char line[200];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  if (!line[0] && !shown) return;
  fprintf(stderr, "\r\033[K%s", line);
  fflush(stderr);
  shown = line[0] != 0;
}

int tcf_because(char *why, size_t cap, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(why, cap, format, args);
  va_end(args);
  return -1;
}

// ------------------------------------------------------------------------------------------------ options

static int choice_error(const tcf_command *command, const tcf_option *o, const char *text) {
  char names[256] = "";
  size_t used = 0;
  for (const tcf_choice *c = o->choices; c->name && used < sizeof names; c++)
    used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", c->name);
  return tcf_usage_error(command, "--%s '%s': expected one of %s", o->name, text, names);
}

// Sets an option's value from its text. Returns 0, or the exit status of the usage error that it reported.
static int set_value(const tcf_command *command, const tcf_option *o, const char *text) {
  char *end = NULL;
  errno = 0;
  switch (o->type) {
    case TCF_OPTION_INTEGER: {
      long long v = strtoll(text, &end, 10);
      if (end == text || *end || errno) return tcf_usage_error(command, "--%s '%s': expected a whole number", o->name, text);
      if ((double)v < o->min || (double)v > o->max)
        return tcf_usage_error(command, "--%s '%s': expected %.0f to %.0f", o->name, text, o->min, o->max);
      *(int64_t *)o->value = v;
      return 0;
    }
    case TCF_OPTION_REAL: {
      double v = strtod(text, &end);
      if (end == text || *end || !isfinite(v))
        return tcf_usage_error(command, "--%s '%s': expected a number", o->name, text);
      if (v < o->min || v > o->max)
        return tcf_usage_error(command, "--%s '%s': expected %g to %g", o->name, text, o->min, o->max);
      *(double *)o->value = v;
      return 0;
    }
    case TCF_OPTION_CHOICE: {
      const tcf_choice *c = tcf_choice_find(o->choices, text);
      if (!c) return choice_error(command, o, text);
      *(int *)o->value = c->value;
      return 0;
    }
    case TCF_OPTION_TEXT:
      *(const char **)o->value = text;
      return 0;
    case TCF_OPTION_FLAG:
      break;
  }
  return 0;
}

static const tcf_option *find_option(const tcf_option *options, const char *name, size_t length) {
  for (; options->name; options++)
    if (strlen(options->name) == length && !strncmp(options->name, name, length)) return options;
  return NULL;
}

// Reads the option at argv[*i] and moves *i to its last word. Returns 0 or an exit status.
static int read_option(const tcf_command *command, const tcf_option *options, int argc, char **argv, int *i) {
  const char *word = argv[*i], *name = word + 2, *equals = strchr(name, '=');
  size_t length = equals ? (size_t)(equals - name) : strlen(name);
  const tcf_option *o = word[1] == '-' ? find_option(options, name, length) : NULL;
  if (!o) return tcf_usage_error(command, "'%s': no such option", word);
  if (o->type == TCF_OPTION_FLAG) {
    if (equals) return tcf_usage_error(command, "'%s': --%s takes no value", word, o->name);
    *(bool *)o->value = true;
    return 0;
  }
  if (equals) return set_value(command, o, equals + 1);
  if (*i + 1 >= argc) return tcf_usage_error(command, "--%s: a value is missing", o->name);
  return set_value(command, o, argv[++*i]);
}

bool tcf_options_parse(const tcf_command *command, const tcf_option *options, int *argc, char **argv, int *status) {
  int kept = 0, ended = 0;
  for (int i = 0; i < *argc; i++) {
    char *word = argv[i];
    if (ended || word[0] != '-' || !word[1]) {
      argv[kept++] = word;
    } else if (!strcmp(word, "--")) {
      ended = 1;
    } else if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
      puts(command->usage);
      *status = TCF_EXIT_SUCCESS;
      return false;
    } else if ((*status = read_option(command, options, *argc, argv, &i)) != 0) {
      return false;
    }
  }
  *argc = kept;
  return true;
}
