#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Each public header compiles alone, strictly, and includes nothing but what the language always has; so do the initialisers,
# which name no field or every one. Headers for transports include those of MPI and NCCL, and are named.
#     header.sh INCLUDE-DIRECTORY NAME|all COMPILER FLAGS...
set -eu
include=$1
only=$2
shift 2
for header in "$include"/tcfft/*.h; do
  name=tcfft/$(basename "$header")
  case $only:$name in
    all:*_mpi.h | all:*_nccl.h) continue ;;
    all:* | *":tcfft/$only") ;;
    *) continue ;;
  esac
  printf '#include "%s"\n#include "%s"\nint main(void) { return 0; }\n' "$name" "$name" | "$@" -pedantic -Wall -Wextra -Werror -fsyntax-only -I"$include" -
  printf '#include "%s"\ntcfft_desc d = TCFFT_DESC_INIT;\ntcfft_exec_info e = TCFFT_EXEC_INFO_INIT;\n' "$name" | "$@" -pedantic -Wall -Wextra -Wmissing-field-initializers -Werror -fsyntax-only -I"$include" -
  if [ "$name" = tcfft/tcfft.h ] && grep '^#include' "$header" | grep -v '<stddef.h>\|<stdint.h>'; then
    echo "$name includes more than stddef.h and stdint.h" >&2
    exit 1
  fi
done
printf '#include "tcfft/tcfft_comm.h"\ntcfft_comm c = TCFFT_COMM_INIT;\n' | "$@" -pedantic -Wall -Wextra -Wmissing-field-initializers -Werror -fsyntax-only -I"$include" -
