// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// An output file that appears whole or not at all: it is written under a temporary name in the same folder and renamed at
// the end. Where renaming would change more than the contents (another owner, a second hard link) or cannot be (the folder
// is not writable), the data waits in a file without a name and is copied at the end. Links are followed, the mode is kept.
// A signal that ends the program leaves nothing; a standard output that is closed early (SIGPIPE) does not end it.
#ifndef TCFFT_CLI_OUTFILE_H
#define TCFFT_CLI_OUTFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct tcf_outfile {
  FILE *file;        // to write to; NULL when closed
  const char *name;  // as it was asked for
  char *path;        // what it will be called, behind all links; NULL for a device or a pipe, which is written directly
  char *temporary;   // what it is called until then; NULL where it has no name until then
  int descriptor;    // what file writes to
  int error;         // errno of the first write that failed; the stream alone does not keep it
} tcf_outfile;

// Returns 0, or an exit status after saying on stderr what is wrong. The struct stays where it is until the file is
// committed or discarded. No file (path NULL) is opened and committed without a word. "-" is standard output, as is a path
// that leads to the same file: the data then has it to itself, and what is printed from here on goes to standard error.
int tcf_outfile_open(tcf_outfile *o, const char *path);

// Closes the file and gives it its name. Returns 0, or an exit status after saying on stderr why nothing of it stays.
int tcf_outfile_commit(tcf_outfile *o);

// Forgets the file. Does nothing after a commit, or on one set to {0}.
void tcf_outfile_discard(tcf_outfile *o);

// Whether an output file is the file at another path, by whatever name or link: writing it would overwrite that one. "-" is
// standard output.
bool tcf_outfile_same(const char *out, const char *other);

// Writes one CSV field, quoted where it has to be.
void tcf_csv_text(FILE *file, const char *text);

#endif
