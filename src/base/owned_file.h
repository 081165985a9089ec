// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Files that the library trusts, such as compiled programs and wisdom: those that nobody but the user and root may have written. And
// writing them: whole or not at all.
#ifndef TCFFT_BASE_OWNED_FILE_H
#define TCFFT_BASE_OWNED_FILE_H

#include <stddef.h>

// Opens a file for reading and returns its descriptor, or -1 with the reason in *why (a static text). Refused is what is no regular
// file, what another user owns, what a group or others may write, and what lies in such a folder: its files can be exchanged (where
// its sticky bit is set, they cannot). Does not wait where the name is a pipe's.
int tcf_owned_open(const char *path, const char **why);

// Reads such a file of at most `most` bytes as a text that the caller frees. NULL, with the reason in *why.
char *tcf_owned_text(const char *path, size_t most, const char **why);

// Read or write all bytes. 0: an error, or the end of the file.
int tcf_read_all(int file, void *to, size_t bytes);
int tcf_write_all(int file, const void *from, size_t bytes);

// The path of a file or folder that the library keeps for the user: what the environment variable names ("": nothing), else `name`
// in $XDG_CACHE_HOME/tcfft or $HOME/.cache/tcfft, whose own path it is if `name` is "". 0: there is none.
int tcf_users_path(char *path, size_t cap, const char *variable, const char *name);

// Makes the folders of a file's path, for the user alone.
void tcf_make_folders(const char *path);

// A file that replaces another one when it is complete: a reader sees the old one or the new one. Returns the descriptor of a
// temporary file beside it, whose name is written to temporary[PATH_MAX]; -1 with errno set.
int tcf_replace_begin(const char *path, char *temporary);
// Closes the temporary file and gives it the path's name, or removes it if not `done`. 0: nothing was replaced; errno is set.
int tcf_replace_end(const char *path, const char *temporary, int file, int done);

// Replaces a file by these bytes. 0: nothing was replaced; errno is set.
int tcf_replace_file(const char *path, const void *bytes, size_t count);

#endif
