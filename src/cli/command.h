// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Subcommands: their table of functions, the parsing of their options, and the reporting of errors.
#ifndef TCFFT_CLI_COMMAND_H
#define TCFFT_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TCF_EXIT_SUCCESS = 0, TCF_EXIT_FAILURE = 1, TCF_EXIT_USAGE = 2 };

typedef struct tcf_command {
  const char *name;
  const char *summary;                // one line, for the list of commands
  const char *usage;                  // what --help prints; its first line alone comes before a usage error
  int (*run)(int argc, char **argv);  // argv[0] is the first argument after the name; returns the exit status
} tcf_command;

// A row of a table of named values, ended by a row without a name.
typedef struct tcf_choice {
  const char *name;
  int value;
} tcf_choice;

// The row of that name; NULL if there is none.
const tcf_choice *tcf_choice_find(const tcf_choice *table, const char *name);
// The name of a value; "?" if there is none.
const char *tcf_choice_name(const tcf_choice *table, int value);

typedef enum tcf_option_type {
  TCF_OPTION_FLAG,     // bool *value, no argument
  TCF_OPTION_TEXT,     // const char **value
  TCF_OPTION_INTEGER,  // int64_t *value within [min, max]
  TCF_OPTION_REAL,     // double *value within [min, max]
  TCF_OPTION_CHOICE,   // int *value from choices
} tcf_option_type;

// An option of a command. A table of options ends with a row without a name. If an option is not given, its value does not
// change.
typedef struct tcf_option {
  const char *name;  // without the dashes
  tcf_option_type type;
  void *value;
  double min, max;
  const tcf_choice *choices;
} tcf_option;

// Parses "--name value", "--name=value" and "--" (no options follow). The other arguments are moved to the front of argv and
// counted in *argc. Returns false if the command has to end now with *status: after --help or a usage error.
bool tcf_options_parse(const tcf_command *command, const tcf_option *options, int *argc, char **argv, int *status);

// Prints the usage line on stderr, then one line about what is wrong with the call. Returns TCF_EXIT_USAGE.
int tcf_usage_error(const tcf_command *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Prints "tcfft: error: <what>: <detail>" on stderr, in one line. Returns TCF_EXIT_FAILURE.
int tcf_failure(const char *what, const char *format, ...) __attribute__((format(printf, 2, 3)));

// If stderr is a terminal, shows one line that replaces the previous one; "" clears it.
void tcf_progress(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Writes the reason of a failure into why, always terminated. Returns -1, so that `return tcf_because(..)` reports a
// failure.
int tcf_because(char *why, size_t cap, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
