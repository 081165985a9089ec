// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#define TCF_F64
#define TABLE_NUMBERS tcf_table_f64
#include "tile/tables_instance.h"
