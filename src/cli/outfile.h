// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// An output file that appears whole or not at all. It is written under a temporary name in the same folder and renamed at
// the end. If renaming would change more than the contents (another owner, a second hard link) or is not possible (the
// folder is not writable), the data is kept in a file without a name and copied at the end. Links are followed, and the
// mode is kept. A signal that ends the program leaves no file behind. A standard output that is closed early (SIGPIPE)
// does not end the program. A table that takes long may ask that what it has so far is kept under another name if it is
// not finished.
#ifndef TCFFT_CLI_OUTFILE_H
#define TCFFT_CLI_OUTFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct tcf_outfile {
  FILE *file;        // to write to; NULL when closed
  const char *name;  // the path that was passed to tcf_outfile_open
  char *path;        // final path, with links followed; NULL for a device or a pipe, which is written directly
  char *temporary;   // temporary path; NULL if the data is kept in a file without a name
  char *part;        // name that the temporary file gets if it is not committed; NULL: it is removed
  int descriptor;    // the descriptor under `file`
  int error;         // errno of the first write that failed; the stream does not keep it
} tcf_outfile;

// Returns 0, or an exit status after reporting an error on stderr. The struct must not move until the file is committed or
// discarded. If path is NULL there is no file, and opening and committing succeed. "-" is standard output, as is a path that
// leads to the same file: it then receives the data alone, and what is printed from now on goes to standard error.
int tcf_outfile_open(tcf_outfile *o, const char *path);

// Flushes what has been written so far, which is worth keeping, such as a row that took minutes. If the file is never
// committed, because of a failure or of a signal, it stays beside the final path, as PATH.part. Data without a name is lost.
void tcf_outfile_keep(tcf_outfile *o);

// Closes the file and gives it its name. Returns 0, or an exit status after reporting an error on stderr; then no file is
// left.
int tcf_outfile_commit(tcf_outfile *o);

// Removes the file if it is open, or renames it to PATH.part if it is to be kept. Does nothing after a commit, or for a
// tcf_outfile that is {0}.
void tcf_outfile_discard(tcf_outfile *o);

// Whether two paths lead to the same file, so that writing `out` would overwrite `other`. "-" is standard output.
bool tcf_outfile_same(const char *out, const char *other);

// Writes one CSV field, quoted if necessary.
void tcf_csv_text(FILE *file, const char *text);

#endif
