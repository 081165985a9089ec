#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Installs this build into a fresh prefix and uses it as a stranger would: from C and C++, by find_package and by pkg-config, shared
# and static.
#     consume.sh BUILD-DIRECTORY SOURCES-OF-THE-STRANGER CMAKE C-COMPILER [C++-COMPILER]
set -eu
build=$1
source=$2
cmake=$3
cc=$4
cxx=${5:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
"$cmake" --install "$build" --prefix "$prefix" >"$work/install.txt"

# The licence goes where the library goes.
cmp "$(dirname "$0")/../../LICENSE" "$prefix/share/doc/tcfft/LICENSE"

# Nothing of the build tree may be in what is installed.
if grep -rIl -- "$build" "$prefix"; then
  echo "an installed file names the build directory" >&2
  exit 1
fi

"$cmake" -S "$source" -B "$work/package" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$cc" ${cxx:+-DCMAKE_CXX_COMPILER="$cxx"} \
  -DCMAKE_BUILD_TYPE=Release >"$work/configure.txt" || { cat "$work/configure.txt" >&2; exit 1; }
"$cmake" --build "$work/package"
for program in c_shared c_static ${cxx:+cxx_shared cxx_static}; do
  "$work/package/$program"
done

pc=$(find "$prefix" -name tcfft.pc)
[ -n "$pc" ] || { echo "tcfft.pc is not installed" >&2; exit 1; }
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
libdir=$(pkg-config --variable=libdir tcfft)
flags=$(pkg-config --cflags tcfft)
shared="$(pkg-config --libs tcfft) -Wl,-rpath,$libdir"
# With both libraries in one directory the linker takes the shared one, unless it is told by name.
static=$(pkg-config --static --libs tcfft | sed 's/-ltcfft/-l:libtcfft.a/')
# shellcheck disable=SC2086
for libs in "$shared" "$static"; do
  "$cc" -std=c11 -pedantic -Wall -Werror $flags "$source/main.c" -o "$work/c" $libs
  "$work/c"
  if [ -n "$cxx" ]; then
    "$cxx" -std=c++11 -pedantic -Wall -Werror $flags "$source/main.cpp" -o "$work/cxx" $libs
    "$work/cxx"
  fi
done
if ldd "$work/c" | grep -q libtcfft; then
  echo "the static program needs the shared library" >&2
  exit 1
fi

# A program without a dynamic linker: nothing can be opened into it, so that it has the host alone and is told why.
if echo 'int main(void) { return 0; }' | "$cc" -x c -static - -o "$work/empty" -fopenmp 2>"$work/empty.txt"; then
  # shellcheck disable=SC2086
  "$cc" -std=c11 -static $flags "$source/main.c" -o "$work/c" $static 2>"$work/link.txt" || { cat "$work/link.txt" >&2; exit 1; }
  # shellcheck disable=SC2086
  "$cc" -std=c11 -static $flags "$source/devices.c" -o "$work/devices" $static 2>>"$work/link.txt"
  "$work/c"
  "$work/devices" >"$work/devices.txt"
  cat "$work/devices.txt"
  if grep -v 'this build of tcfft has no' "$work/devices.txt" | grep -qv 'this program is linked statically'; then
    echo "the static program is told something else" >&2
    exit 1
  fi
else
  echo "skipped: static programs (no static libraries of C and OpenMP here)"
fi
header=$(sed -n 's/^#define TCFFT_VERSION_[A-Z]* \([0-9]*\)$/\1/p' "$prefix/include/tcfft/tcfft.h" | paste -sd.)
if [ "$(pkg-config --modversion tcfft)" != "$header" ]; then
  echo "tcfft.pc says version $(pkg-config --modversion tcfft), the header $header" >&2
  exit 1
fi

# One rule of what versions are compatible, for the loader of programs and for find_package: before 1.0 those of one minor version.
major=${header%%.*}
minor=${header#*.}
minor=${minor%.*}
same=$major.$minor
other=$major.$((minor - 1))
[ "$major" -eq 0 ] || { same=$major; other=$((major - 1)); }
soname=$(readelf -d "$libdir/libtcfft.so" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
if [ "$soname" != "libtcfft.so.$same" ]; then
  echo "version $header of the shared library is called $soname, not libtcfft.so.$same" >&2
  exit 1
fi
compatible() {
  echo "set(PACKAGE_FIND_VERSION $1)
string(REPLACE . \";\" parts $1.0)
list(GET parts 0 PACKAGE_FIND_VERSION_MAJOR)
list(GET parts 1 PACKAGE_FIND_VERSION_MINOR)
include($libdir/cmake/tcfft/tcfftConfigVersion.cmake)
if(NOT PACKAGE_VERSION_COMPATIBLE)
  message(FATAL_ERROR)
endif()" >"$work/compatible.cmake"
  "$cmake" -P "$work/compatible.cmake" >"$work/compatible.txt" 2>&1
}
if ! compatible "$same" || compatible "$other"; then
  echo "the package of version $header is to be found for $same and not for $other:" >&2
  cat "$work/compatible.txt" >&2
  exit 1
fi
