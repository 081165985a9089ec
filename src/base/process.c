// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "base/process.h"

#include <stdlib.h>

const char *tcf_process_variable(const char *name) { return secure_getenv(name); }
