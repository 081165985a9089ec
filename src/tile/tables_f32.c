// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#define TABLE_NUMBERS tcf_table_f32
#include "tile/tables_instance.h"
