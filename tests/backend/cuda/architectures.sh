#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# architectures.sh LIBRARY OBJECTS SHARE ABSENT NVCC OPTION..: the library with its built-in programs for every architecture of a release
# is no larger than it may be. OBJECTS, with commas between, are what cuda_builtin_N.cu was compiled to, among which the programs of each
# kind are dealt out; the sources lie beside the library. ABSENT lists the architectures that this build does not have, in CMake's words
# ("absent:75-real,80-real"): one source in eight is compiled for those, other ones each time. TCFFT_TEST_SEED repeats which. How many
# times as long as the present programs theirs are is much the same for all sources (1.25 to 1.9 times for two architectures), while the
# sources differ by a factor of a hundred, so that one of them would not stand for the rest. Where the library has one in SHARE of the
# programs, its section of them counts as so many.
most=40000000
share=8

library=$1 objects=$2 programs=$3 absent=${4#absent:}
shift 4

# Bytes of the programs in a file.
section_of() { size -A "$1" | awk '$1 == ".nv_fatbin" { bytes = $2 } END { print bytes + 0 }'; }

section=$(section_of "$library")
[ "$section" -gt 0 ] || { echo "$library has no programs"; exit 1; }
bytes=$(($(stat -L -c %s "$library") + section * (programs - 1)))
if [ -z "$absent" ]; then
  echo "the library has $((bytes / 1000)) kB at most"
  [ "$bytes" -le $most ]
  exit
fi

codes=
for architecture in $(echo "$absent" | tr ',' ' '); do
  number=${architecture%-real}
  codes="$codes --generate-code=arch=compute_$number,code=sm_$number"
done
compiled=$(mktemp) || exit 1
trap 'rm -f "$compiled"' EXIT
seed=${TCFFT_TEST_SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
folder=$(dirname "$library")
count=0 here=0 there=0
for object in $(echo "$objects" | tr ',' ' '); do
  count=$((count + 1))
  [ $(((count + seed) % share)) -eq 0 ] || continue
  source=$(basename "$object" .o)
  # shellcheck disable=SC2086
  "$@" $codes -x cu -c "$folder/$source" -o "$compiled" || {
    echo "$source does not compile for $absent (TCFFT_TEST_SEED=$seed)"
    exit 1
  }
  here=$((here + $(section_of "$object")))
  there=$((there + $(section_of "$compiled")))
done
[ $count -ge $share ] || { echo "$count sources of built-in programs in $folder"; exit 1; }
[ $here -gt 0 ] || { echo "the sources have no programs (TCFFT_TEST_SEED=$seed)"; exit 1; }
all=$((bytes + section * programs * there / here))
echo "the library has $((bytes / 1000)) kB at most; with $absent $((all / 1000)) kB (TCFFT_TEST_SEED=$seed)"
[ $all -le $most ]
