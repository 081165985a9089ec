// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The user's file of wisdom: $TCFFT_WISDOM, else $XDG_CACHE_HOME/tcfft/wisdom, else $HOME/.cache/tcfft/wisdom; TCFFT_WISDOM="" is
// none. Files of wisdom are read only if their owner is the user or root and nobody else may write them.
#ifndef TCFFT_PLANNER_WISDOM_PATH_H
#define TCFFT_PLANNER_WISDOM_PATH_H

#include <limits.h>

// The path of the user's file. 0: there is none.
int tcf_wisdom_path(char path[PATH_MAX]);

// The text of a file, which the caller frees. NULL, with the reason in *why: it is not there, or may not be taken.
char *tcf_wisdom_read(const char *path, const char **why);

#endif
