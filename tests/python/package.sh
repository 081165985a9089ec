#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Installs the package from the checkout as a stranger would, `pip install .` into a fresh environment, and uses it there: the
# tag and the size of the wheel, an import, a transform, the command. Without the CUDA backend, which takes minutes.
#     package.sh PYTHON SOURCE-DIRECTORY
# Exits with 77 and says why where there is no pip, no network, or another run's turn (in CI, one run in four).
set -eu
python=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

skip() {
  echo "skipped: $1"
  exit 77
}

[ "${CI:-}" != true ] || [ $(($(date +%s) / 7 % 4)) -eq 0 ] || skip "another run's turn"
"$python" -m venv "$work/env" >"$work/venv.txt" 2>&1 || skip "no environment can be made: $(tail -1 "$work/venv.txt")"
pip="$work/env/bin/python -m pip --disable-pip-version-check --quiet"
$pip install scikit-build-core cmake ninja >"$work/tools.txt" 2>&1 || skip "the build's tools cannot be fetched"
# Sanitizers and other options of the build that calls this are not the wheel's.
unset PYTHONPATH TCFFT_LIBRARY TCFFT_COMMAND CFLAGS LDFLAGS || true
PATH=$work/env/bin:$PATH
export PATH
$pip wheel "$source" --no-deps --no-build-isolation --wheel-dir "$work/wheel" --config-settings=cmake.define.TCFFT_CUDA=OFF \
  --config-settings=build-dir="$work/build" >"$work/wheel.txt" 2>&1 || { cat "$work/wheel.txt" >&2; exit 1; }
wheel=$(ls "$work"/wheel/tcfft-*-py3-none-linux_*.whl)
bytes=$(wc -c <"$wheel")
[ "$bytes" -lt 15000000 ] || { echo "$wheel has $bytes bytes, 15 MB or more" >&2; exit 1; }
$pip install --no-index "$wheel"
cd "$work"
# Nothing of the folders of the build is looked for later.
library=$(find env -name libtcfft.so)
if grep -aoE "($work|$source)/[a-z_/.]*" "$library" >&2; then
  echo "the library names the build's folders" >&2
  exit 1
fi
version=$(env/bin/python -c 'import tcfft; print(tcfft.version); tcfft.plan(1000, device="host")')
[ "$(env/bin/tcfft --version)" = "tcfft $version" ]
[ "$(env/bin/python -m tcfft --version)" = "tcfft $version" ]
env/bin/python -m tcfft plan c2c:4096 --device host --text | grep -q '^problem:c2c:4096'
if env/bin/python -m tcfft plan nothing >nothing.txt 2>&1; then
  echo "a wrong problem is no failure" >&2
  exit 1
fi
# Its command has no libpng, and says where to get one that draws.
env/bin/python -c 'import wave; w = wave.open("tone.wav", "wb"); w.setparams((1, 2, 8000, 0, "NONE", "")); w.writeframes(bytes(16000))'
if env/bin/tcfft spectrogram tone.wav tone.png >picture.txt 2>&1 || ! grep -q 'build it from source where libpng is' picture.txt; then
  cat picture.txt >&2
  exit 1
fi
echo "$(basename "$wheel"), $bytes bytes: installed and used"
