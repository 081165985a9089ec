// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Where files lie that the library keeps for the user.
#ifndef TCFFT_BASE_USERS_PATH_H
#define TCFFT_BASE_USERS_PATH_H

#include <stddef.h>

// Writes what the environment variable names ("": nothing), else `name` in $XDG_CACHE_HOME/tcfft, else in
// $HOME/.cache/tcfft; if `name` is "", that folder itself. 0: there is no such path, or it takes more than cap bytes.
int tcf_users_path(char *path, size_t cap, const char *variable, const char *name);

#endif
