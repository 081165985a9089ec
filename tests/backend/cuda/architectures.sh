#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# architectures.sh LIBRARY FOLDER SHARE ABSENT NVCC OPTION..: the library with its built-in programs for every architecture of a release
# is no larger than it may be. FOLDER has their sources, cuda_builtin_N.cu, among which the programs of each kind are dealt out.
# ABSENT lists the architectures that this build does not have, in CMake's words ("absent:75-real,80-real"): one source in eight is
# compiled for those, other ones each time, and stands for the rest. TCFFT_TEST_SEED repeats which. Where the library has one in SHARE of
# the programs, its section of them counts as so many.
most=40000000
share=8

library=$1 folder=$2 programs=$3 absent=${4#absent:}
shift 4
section=$(size -A "$library" | awk '$1 == ".nv_fatbin" { print $2 }')
[ -n "$section" ] || { echo "$library has no programs"; exit 1; }
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
object=$(mktemp) || exit 1
trap 'rm -f "$object"' EXIT
seed=${TCFFT_TEST_SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
count=$(ls "$folder"/cuda_builtin_*.cu | wc -l)
more=0 number=$((seed % share))
[ "$count" -ge $share ] || { echo "$count sources of built-in programs in $folder"; exit 1; }
while [ $number -lt "$count" ]; do
  # shellcheck disable=SC2086
  "$@" $codes -x cu -c "$folder/cuda_builtin_$number.cu" -o "$object" || {
    echo "cuda_builtin_$number.cu does not compile for $absent (TCFFT_TEST_SEED=$seed)"
    exit 1
  }
  more=$((more + $(stat -c %s "$object") * share * programs))
  number=$((number + share))
done
echo "the library has $((bytes / 1000)) kB at most; with $absent $(((bytes + more) / 1000)) kB (TCFFT_TEST_SEED=$seed)"
[ $((bytes + more)) -le $most ]
