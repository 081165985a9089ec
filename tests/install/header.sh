#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Each public header compiles alone, strictly, and includes nothing but what the language always has; so do the initialisers,
# which name no field or every one.
#     header.sh INCLUDE-DIRECTORY COMPILER FLAGS...
set -eu
include=$1
shift
for header in "$include"/tcfft/*.h; do
  name=tcfft/$(basename "$header")
  printf '#include "%s"\n#include "%s"\nint main(void) { return 0; }\n' "$name" "$name" | "$@" -pedantic -Wall -Wextra -Werror -fsyntax-only -I"$include" -
  printf '#include "%s"\ntcfft_desc d = TCFFT_DESC_INIT;\ntcfft_exec_info e = TCFFT_EXEC_INFO_INIT;\n' "$name" | "$@" -pedantic -Wall -Wextra -Wmissing-field-initializers -Werror -fsyntax-only -I"$include" -
  if [ "$name" = tcfft/tcfft.h ] && grep '^#include' "$header" | grep -v '<stddef.h>\|<stdint.h>'; then
    echo "$name includes more than stddef.h and stdint.h" >&2
    exit 1
  fi
done
