#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The hot loops are vector code in every wide instance: packed arithmetic on full registers outnumbers scalar arithmetic (what is left
# of that makes twiddles) in each of them.
#     vectorised.sh OBJECT..
set -eu
for object; do
  objdump -d --no-show-raw-insn "$object" | awk -v object="$object" '
    /<.*>:$/ { name = $2; gsub(/[<>:]|\.part\.0/, "", name) }
    /(ymm|zmm)/ && /ps / { packed[name]++ }
    /ss / { scalar[name]++ }
    END {
      count = split("pass_2 pass_3 pass_4 pass_5 pass_6 pass_7 pass_8 pass_9 pass_10 pass_11 pass_12 pass_13 pass_15" \
                    " pass_16 single_16 columns_16 rows_16 twiddle_tile transpose load_contiguous_f32 load_contiguous_f16" \
                    " load_contiguous_bf16 load_contiguous_i16 store_contiguous_f32 store_contiguous_f16 store_contiguous_bf16",
                    hot, " ")
      for (i = 1; i <= count; i++) {
        p = packed[hot[i]] + 0
        s = scalar[hot[i]] + 0
        if (p < 20 || p < 2 * s) {
          printf "%s: %s has %d packed and %d scalar instructions\n", object, hot[i], p, s
          bad = 1
        }
      }
      exit bad
    }'
done
