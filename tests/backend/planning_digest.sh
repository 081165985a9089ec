#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The digest under which results of planning are stored: it changes with each source that planning depends on, and with
# no other.
#     planning_digest.sh CMAKE SOURCE-DIRECTORY
set -eu
cmake=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/src" "$work/include"
cp -R "$source/src/." "$work/src"
cp -R "$source/include/." "$work/include"
# The folders as the build names them.
folders=$(sed -n 's/^set(planning_folders \(.*\))$/\1/p' "$source/src/CMakeLists.txt" | tr ' ' ,)

# digest COMPILER
digest() {
  "$cmake" "-DSOURCE=$work/src" "-DFOLDERS=$folders" "-DCOMPILER=$1" "-DOUT=$work/digest.c" \
    -P "$source/src/cmake/planning_digest.cmake"
  sed -n 's/^const char tcf_planning_digest\[\] = "\([0-9a-f]*\)";$/\1/p' "$work/digest.c"
}

failed=0
# expect same|other COMPILER WHAT-WAS-CHANGED
expect() {
  now=$(digest "$2")
  case $1 in
    same) [ "$now" = "$first" ] ;;
    other) [ "$now" != "$first" ] && [ ${#now} = 64 ] ;;
  esac || { echo "$3: $now, at first $first" >&2; failed=1; }
}

first=$(digest gcc)
expect same gcc 'the same sources'
expect other clang 'another compiler'
for file in tile/cost.c classic/cuda/radix_search.c classic/cuda/cluster_steps.h wmma/cuda/propose_tensor.c \
  core/limits.h num/num.h base/memo.c math/twiddle.c; do
  cp "$work/src/$file" "$work/kept"
  echo '// more' >>"$work/src/$file"
  expect other gcc "$file was changed"
  mv "$work/kept" "$work/src/$file"
done
expect same gcc 'all as before'
for file in classic/cuda/tile.cuh planner/planner.c cli/main.c; do echo '// more' >>"$work/src/$file"; done
expect same gcc 'what a device computes, what chooses'
mv "$work/src/tile/cost.c" "$work/src/tile/costs.c"
expect other gcc 'a file of another name'
exit $failed
