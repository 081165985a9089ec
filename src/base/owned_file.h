// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Files that the library keeps for later processes: the program cache, wisdom. What stands in such a file is run on a
// device or decides what is run, so it is taken only where no user but this one (the effective one) and root can have
// written it.
#ifndef TCFFT_BASE_OWNED_FILE_H
#define TCFFT_BASE_OWNED_FILE_H

#include <stddef.h>

// Whether a file is taken, or why not.
typedef enum tcf_owned {
  TCF_OWNED,
  TCF_OWNED_ABSENT,         // there is no such file
  TCF_OWNED_UNREADABLE,     // it cannot be opened or read; errno says why
  TCF_OWNED_NO_FILE,        // a folder, a pipe, a device
  TCF_OWNED_STRANGER,       // it belongs to another user than this one or root
  TCF_OWNED_WRITABLE,       // its group or others may write it
  TCF_OWNED_IN_STRANGER,    // its folder belongs to another user
  TCF_OWNED_IN_WRITABLE,    // others may write its folder, which has no sticky bit: they may put another file there
  TCF_OWNED_TOO_LARGE,      // tcf_owned_read: above the limit
  TCF_OWNED_OUT_OF_MEMORY,  // tcf_owned_read
} tcf_owned;

// The same in words that follow the file's name: "belongs to another user".
const char *tcf_owned_words(tcf_owned why);

// Opens a file for reading if it is taken, and stores the descriptor in *file, which the caller closes. Symbolic links
// are followed, since users link their caches: what is looked at is the file that was opened and the folder that the name
// is in. A pipe in its place does not block.
tcf_owned tcf_owned_open(const char *path, int *file);

// The same for a file of an open folder (tcf_owned_open_folder), which counts as looked at.
tcf_owned tcf_owned_open_at(int folder, const char *name, int *file);

// Opens a folder, of which files are taken if the answer is TCF_OWNED. With an answer that finds fault with the folder it
// is open too, so that the caller can tell what is in it; *folder is -1 where it is not open. It is opened with O_PATH,
// for openat and fstat alone.
tcf_owned tcf_owned_open_folder(const char *path, int *folder);

// Reads a whole file of at most `largest` bytes if it is taken. *content has a 0 behind its *bytes bytes, and the caller
// frees it. Where the file is not taken, neither is written.
tcf_owned tcf_owned_read(const char *path, size_t largest, char **content, size_t *bytes);

// Reads exactly so many bytes from where the descriptor stands. Returns 0 if there are fewer or it fails.
int tcf_read_all(int file, void *to, size_t bytes);

// Makes the folders of a file's path where they are missing, for the user alone. That it failed shows when the file is made.
void tcf_make_folders(const char *path);

typedef struct tcf_file_part {
  const void *data;
  size_t bytes;
} tcf_file_part;

// Writes a file of these parts, one behind the other, and makes its folders where they are missing. Files and folders are
// for the user alone (0600, 0700). The file appears under its name when it is complete: a reader sees the old one or the
// new one, however many processes write it. A symbolic link of that name is replaced, not followed. Whether what is
// written will be taken is not looked at. Returns 0, or the errno of what failed; an older file is then as it was.
int tcf_file_replace(const char *path, const tcf_file_part *parts, int count);

#endif
