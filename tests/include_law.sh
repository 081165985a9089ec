#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The include law: what each room of src/README.md may see of the others, that every include of the project's own names its folder,
# and that no files include each other in a circle. A source and its header count as one file.
#     include_law.sh SOURCE-DIRECTORY
set -eu
cd "$1"

# A room, or one file of it, and the rooms whose headers it may include besides its own. The first line that fits counts.
law='
src/api/api_opencl.c           plan planner core base backend/opencl
src/tools/                     planner classic/cuda tile core base backend/cuda/builtin.h backend/cuda/program.h sparse/cuda/programs.h
bench/gpu_opencl.c             bench core base backend/opencl
src/tile/tile_args.h           num
src/classic/opencl/tile_args_cl.h  num
src/base/                      num
src/num/
src/math/                      base num
src/core/                      base num
src/tile/                      core math base num
src/classic/host/              tile core math base num
src/classic/cuda/              tile core math base num
src/classic/opencl/            tile core math base num
src/wmma/host/                 classic/host tile core math base num
src/wmma/cuda/                 classic/cuda tile core math base num
src/backend/                   core base
src/backend/host/              backend core base
src/backend/cuda/              backend core base
src/backend/opencl/            backend core base
src/planner/                   core base num
src/plan/                      planner core base num
src/several/                   plan planner core math base num several/cuda
src/sparse/                    plan core math base num
src/sparse/host/               sparse plan core math base num
src/sparse/cuda/               sparse plan core math base num
src/api/                       several sparse sparse/host sparse/cuda plan planner core base
bench/                         plan planner core math base num bench/peers
bench/peers/                   core base bench
src/shim/
include/tcfft/
src/cli/cmd_cache.c            cli core base backend/cache_folder.h
src/cli/                       bench bench/peers api several plan planner core math base num
'
# What devices compile (.cuh, .cl and the structs of its arguments): no header of the host.
device_law='
src/classic/cuda/              num tile/tile_args.h classic/cuda/*_args.h classic/cuda/*.cuh
src/wmma/cuda/                 num tile/tile_args.h classic/cuda/*_args.h classic/cuda/*.cuh wmma/cuda/*_args.h wmma/cuda/*.cuh
src/sparse/cuda/               num sparse/hash.h sparse/decode.h sparse/decode_three.h sparse/delays.h sparse/thresholds.h sparse/voting_loops.h classic/cuda/complex.cuh sparse/cuda/*_args.h sparse/cuda/*.cuh
src/several/cuda/              num classic/cuda/complex.cuh several/cuda/*_args.h several/cuda/*.cuh
src/classic/opencl/            num classic/opencl/*.cl classic/opencl/tile_args_cl.h
'


list=$(mktemp)
trap 'rm -f "$list" "$list.found"' EXIT
# "file header" for each include in quotes.
find src bench include -type f | grep -E '\.(c|h|hpp|cuh|cl)$' | while read -r file; do
  sed -n 's/^ *# *include "\(.*\)".*/\1/p' "$file" | sed "s|^|$file |"
done >"$list"

bad=0
LAW=$law DEVICE_LAW=$device_law awk '
  function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
  function matches(pattern, text) {
    gsub(/[.]/, "[.]", pattern)
    gsub(/[*]/, "[^/]*", pattern)
    return text ~ "^" pattern "$"
  }
  # Whether the first line that is for the file, or for its folder, allows the header; -1: there is no such line.
  function allowed(law, file, header,    rows, count, i, words, n, k) {
    count = split(law, rows, "\n")
    for (i = 1; i <= count; i++) {
      n = split(rows[i], words)
      if (!n || (words[1] != file && words[1] != folder(file) "/")) continue
      if (law == ENVIRON["LAW"] && words[1] ~ /\/$/ && (folder(header) == folder(file) || "src/" folder(header) == folder(file))) return 1
      for (k = 2; k <= n; k++)
        if (words[k] == folder(header) || matches(words[k], header)) return 1
      return 0
    }
    return -1
  }
  $2 ~ /^tcfft\// { next }
  $2 !~ /\// { print $1 " includes " $2 " without its folder"; next }
  {
    device = $1 ~ /\.(cuh|cl)$/ || $1 ~ /cuda\/[a-z_]*_args\.h$/
    verdict = allowed(ENVIRON[device ? "DEVICE_LAW" : "LAW"], $1, $2)
    if (verdict < 1) print $1 (verdict ? " is in no room of the law" : " may not include " $2)
  }
' "$list" >"$list.found" || bad=1
[ -s "$list" ] && [ ! -s "$list.found" ] || bad=1
cat "$list.found" >&2

# A set-user-id program must not take names of files from its caller: the environment is asked in one place, and by the shim, which
# sees no other room, in one of its own.
if grep -rnE '\<(secure_)?getenv *\(' src | grep -vE '^src/(base/process|shim/settings).c:' >&2; then
  echo 'the environment is asked by tcf_process_variable and tcf_shim_variable alone' >&2
  bad=1
fi

# tsort names the files of each circle.
awk '
  function file(path) { sub(/\.[ch]$/, "", path); return path }
  { header = $2 ~ /^bench\// ? $2 : "src/" $2; if (file($1) != file(header)) print file($1), file(header) }
' "$list" | tsort 2>&1 >/dev/null | sed 's/^tsort: -*:* */circle: /' | grep . >&2 && bad=1
exit $bad
