// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#define TCF_F64
#include "classic/host/numbers_instance.h"
