// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The user's file of wisdom: $TCFFT_WISDOM, else $XDG_CACHE_HOME/tcfft/wisdom, else $HOME/.cache/tcfft/wisdom;
// TCFFT_WISDOM="" is none. Files of wisdom are read only if they, and their folders, are the user's or root's and no other
// user may write them.
#ifndef TCFFT_PLANNER_WISDOM_PATH_H
#define TCFFT_PLANNER_WISDOM_PATH_H

#include <limits.h>

#include "base/owned_file.h"

// The path of the user's file. 0: there is none.
int tcf_wisdom_path(char path[PATH_MAX]);

// The text of a file, which the caller frees. NULL: it is not there, or may not be taken, for the reason in *answer;
// TCF_OWNED: it is no text.
char *tcf_wisdom_read(const char *path, tcf_owned *answer);

#endif
