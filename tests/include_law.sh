#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The include law of CONTRIBUTING.md: what each room may see of the others.
#     include_law.sh SOURCE-DIRECTORY
set -eu
cd "$1/src"

base='status|text|memory|twiddle|reference|spectrum'
data="$base|problem|desc|device|schedule"
frame="$data|kernel|backend|registry|planner|tune|plan|staging|execute"

# Headers (without .h or .cuh) that a file may include, as a regular expression.
allowed() {
  case $1 in
    num/*) echo 'num/.*' ;;
    status.* | text.* | memory.* | twiddle.* | reference.* | spectrum.*) echo "num/.*|$base" ;;
    schedule.c) echo "num/.*|$data|kernel|registry" ;; # a schedule's text names kernels
    rows.*) echo "num/.*|$data|rows" ;;
    steps.*) echo 'schedule|steps' ;;
    expand.*) echo 'num/.*|problem|device|schedule|steps|expand' ;; # what an axis may become, whatever does it
    problem.* | desc.* | device.* | schedule.h) echo "num/.*|$data" ;;
    backend.h) echo "$data" ;;
    kernel.h) echo "$data|backend" ;;
    registry.*) echo "$data|kernel|backend|registry|registry_list" ;;
    planner.*) echo "$data|kernel|backend|registry|expand|planner" ;;
    tune.*) echo "$data|kernel|backend|registry|planner|tune" ;;
    plan.*) echo "$data|kernel|backend|registry|planner|tune|plan" ;;
    staging.*) echo "$data|backend|kernel|plan|rows|staging" ;;
    execute.*) echo "$data|backend|kernel|plan|staging|execute" ;;
    api.c) echo "$frame" ;;
    api_cuda.c) echo "$frame|tcfft/tcfft_cuda" ;;
    api_opencl.c) echo "$frame|opencl_device|tcfft/tcfft_opencl" ;;
    program_cache.*) echo "$base|program_cache" ;;
    opencl_launch.h) echo 'nothing' ;; # what kernels know of the executor
    opencl_api.h) echo 'tcfft/tcfft_opencl' ;;
    exec_opencl.c | opencl_*) echo "$base|device|backend|program_cache|opencl_.*" ;;
    cuda_program.*) echo "status|text|backend|cuda_program" ;;
    # Of the build, not of the library: the planner says which programs are built in.
    cuda_builtin.c) echo "$data|backend|planner|classic/cuda_compose|classic/cuda_ahead|cuda_builtin|cuda_program" ;;
    cuda_instances.c) echo "$base|device|backend|cuda_builtin|cuda_program" ;;
    cuda_tiles.c) echo "$data|backend|registry|tune|classic/cuda_tuned" ;;
    exec_cuda.c | cuda_*) echo "$base|device|backend|program_cache|cuda_.*" ;;
    exec_host.c) echo "$data|backend|classic/lanes" ;; # the widest vector that this processor runs
    # What devices compile: templates, the structs of their arguments, num.
    classic/*.cuh | classic/cuda_tile.h | classic/cuda_any.h) echo 'num/.*|classic/cuda_[a-z]*' ;;
    wmma/*.cuh | wmma/cuda_gemm.h) echo 'num/.*|classic/cuda_[a-z]*|wmma/cuda_[a-z]*' ;;
    classic/opencl_tile.h) echo 'num/.*' ;;
    classic/opencl_* | classic/kernel_opencl_*) echo "num/.*|classic/.*|kernel|opencl_launch|$data" ;;
    classic/*) echo "num/.*|classic/.*|kernel|$data" ;;
    wmma/*) echo "num/.*|wmma/.*|classic/.*|kernel|$data" ;;
    *) echo 'no room for this file' ;;
  esac
}

bad=0
for file in *.c *.h num/*.h classic/*.[ch] classic/*.cuh wmma/*.[ch] wmma/*.cuh; do
  [ -f "$file" ] || continue # a pattern that nothing matches
  pattern=$(allowed "$file")
  for header in $(sed -n 's/^ *#include "\(.*\)\.\(h\|cuh\)".*/\1/p' "$file"); do
    [ "$header" = tcfft/tcfft ] && continue
    if ! echo "$header" | grep -qxE "$pattern"; then
      echo "src/$file includes $header" >&2
      bad=1
    fi
  done
done
exit $bad
