#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# What ./bootstrap would build, on machines made up of a pretended nvidia-smi and nvcc.
#     bootstrap.sh SOURCE-DIRECTORY
set -u
bootstrap=$1/bootstrap
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
checks=0
failures=0
real_path=$PATH

# The system's programs, without its nvcc and nvidia-smi, as links.
mkdir "$work/system"
for program in bash cat cut dirname env grep head nproc paste rm sed sort timeout tr; do
  ln -s "$(PATH=$real_path command -v $program)" "$work/system/$program"
done

# smi FOLDER STATUS NAMES CAPABILITIES
smi() {
  mkdir -p "$work/$1"
  printf '#!/bin/sh\ncase $1 in\n  --query-gpu=name) printf "%s" ;;\n  --query-gpu=compute_cap) printf "%s" ;;\nesac\nexit %s\n' \
    "$3" "$4" "$2" >"$work/$1/nvidia-smi"
  chmod +x "$work/$1/nvidia-smi"
}

# nvcc FOLDER VERSION
nvcc() {
  mkdir -p "$work/$1"
  printf '#!/bin/sh\ncase $1 in\n  --version) echo "Cuda compilation tools, release %s, V0" ;;\n  --list-gpu-code) printf "sm_80\\nsm_90\\n" ;;\nesac\n' \
    "$2" >"$work/$1/nvcc"
  chmod +x "$work/$1/nvcc"
}

# on FOLDER..: what bootstrap says on a machine with these folders on the PATH; CUDA_HOME is $cuda.
cuda=/nonexistent
on() {
  local folder path=
  for folder in "$@"; do path=$path$work/$folder:; done
  PATH=$path$work/system CUDA_HOME=$cuda "$work/system/bash" "$bootstrap" look >"$work/out.txt" 2>&1 ||
    { failures=$((failures + 1)); echo "FAIL: bootstrap look on $*" >&2; }
}

says() {
  checks=$((checks + 1))
  grep -qxF -- "$1" "$work/out.txt" && return
  failures=$((failures + 1))
  { echo "FAIL: '$1' is no line of:"; sed 's/^/    /' "$work/out.txt"; } >&2
}

smi h200 0 'NVIDIA H200\n' '9.0\n'
smi two 0 'NVIDIA H200\nNVIDIA A100\nNVIDIA H200\n' '9.0\n8.0\n9.0\n'
smi newer 0 'NVIDIA B300\n' '10.3\n'
smi broken 9 'NVIDIA-SMI has failed because it could not communicate with the driver.\n' ''
nvcc new 13.0
nvcc old 12.4
nvcc toolkit/bin 13.0

on h200 new
says "GPU: NVIDIA H200"
says "CUDA backend: built with $work/new/nvcc"
says "demo: preset cuda, architectures: 90-real"
says "test: presets host and cuda, GPU tests"

on two new
says "GPU: NVIDIA H200"
says "demo: preset cuda, architectures: 80-real;90-real"

on newer new
says "demo: preset cuda, architectures: all"

cuda=$work/toolkit
on h200
says "CUDA backend: built with $work/toolkit/bin/nvcc"
says "demo: preset cuda, architectures: 90-real"
cuda=/nonexistent

install="install CUDA's toolkit 12.8 or newer, package cuda-toolkit of https://developer.nvidia.com/cuda-downloads"
on h200 old
says "CUDA backend: nvcc 12.4 is older than 12.8"
says "demo: preset host"
says "left out: the NVIDIA H200 (nvcc 12.4 is older than 12.8: $install);"

on h200
says "CUDA backend: no nvcc"
says "demo: preset host"
says "test: preset host"
says "left out: the NVIDIA H200 (no nvcc: $install);"

# Where there is a GPU, it is seen without nvidia-smi, too.
if [ ! -e /dev/nvidia0 ] && [ ! -e /usr/local/nvidia/bin/nvidia-smi ] && [ ! -e /usr/lib/wsl/lib/nvidia-smi ]; then
  for folders in "new" "broken new"; do
    # shellcheck disable=SC2086
    on $folders
    says "GPU: none"
    says "demo: preset host"
    says "test: preset host, and cuda without GPU tests"
  done
  on system
  says "test: preset host"
fi

# A recording that is asked for and is not there is no reason to show another.
mkdir "$work/copy"
cp "$bootstrap" "$work/copy"
checks=$((checks + 1))
bash "$work/copy/bootstrap" demo nosuch.wav >"$work/out.txt" 2>&1
status=$?
if [ $status -ne 2 ] || ! grep -qF "nosuch.wav: no such file" "$work/out.txt"; then
  failures=$((failures + 1))
  echo "FAIL: bootstrap demo nosuch.wav" >&2
fi

# Who only builds compiles no tests, whatever is installed.
mkdir "$work/builder"
ln -s "$(PATH=$real_path command -v mkdir)" "$work/builder/mkdir"
for program in cc c++ make pkg-config; do printf '#!/bin/sh\n' >"$work/builder/$program"; done
printf '#!/bin/sh\necho "$*" >>"%s/cmake.txt"\n' "$work" >"$work/builder/cmake"
chmod +x "$work/builder"/*
PATH=$work/builder:$work/system "$work/system/bash" "$work/copy/bootstrap" build >"$work/out.txt" 2>&1
checks=$((checks + 1))
if [ "$(grep -c -e --preset "$work/cmake.txt")" -ne 2 ] || ! grep -q -e '-DBUILD_TESTING=OFF' "$work/cmake.txt"; then
  failures=$((failures + 1))
  { echo "FAIL: bootstrap build"; cat "$work/cmake.txt" "$work/out.txt"; } >&2
fi

echo "$checks checks, $failures failures"
[ $checks -gt 12 ] && [ $failures -eq 0 ]
