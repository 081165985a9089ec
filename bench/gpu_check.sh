#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Runs everything that needs an NVIDIA GPU: builds, tests, sanitizes, measures.
#     bench/gpu_check.sh [STAGE..]      default: build test sanitize sweep
#       prepare    on a machine with a network: fetches the packages that a bare machine lacks into .gpu_debs, and notes the commit
#       build      builds build/gpu, with the CUDA backend
#       test       runs the tests that need a GPU
#       sanitize   runs some of them under compute-sanitizer: memcheck, racecheck
#       sweep      measures every set of `tcfft bench --sweep`, with cuFFT and VkFFT if they are installed (TYPE=f64: in FP64)
#       opencl     runs the tests of the OpenCL backend on the machine's first OpenCL GPU, and its benchmark beside CUDA's
#       sparse     measures sparse transforms, by peeling and by voting, beside whole ones, and how often they are right (RUNS
#                  signals a row: 100)
#       accuracy   runs `tcfft accuracy` over sizes, ranges and inputs, with cuFFT in FP32 and FP16; takes about a minute
#       clients    programs that use cuFFT with tcfft in its place: the suites that SUITES names (test files or folders of tests) with
#                  the shim and without it, then torch.fft, cupy.fft and jax.numpy.fft on random problems (CLIENTS_SEED: 1, CLIENTS_COUNT: 60),
#                  then what calls, plans and their memory cost beside cuFFT (REAL_CUFFT: the toolkit's)
#       python     runs the Python package's tests by the machine's python3, with PyTorch and CuPy if it has them, and measures
#                  what calls cost and NumPy's path beside SciPy's; on the build's library, or on PYTHON_LIBRARY
#       several    on a machine with several GPUs: the tests of plans on several devices, then a benchmark on DEVICES (0,1) beside one
#                  GPU and cuFFT Xt (PROBLEMS)
#       heffte     with TCFFT_HEFFTE_SOURCE at the build, and MPI on the PATH: heFFTe's tests on the GPU, and its benchmark with tcfft
#                  beside cuFFT (RANKS: the numbers of ranks, of which each has a GPU: 1; SIZES, ROUNDS, CUDA_AWARE)
# Logs and results go to $OUT (build/gpu/out): one file per stage, machine.txt, sweep.csv, accuracy.csv. The exit status is 0 if
# all stages succeed. More settings: ARCH (90), COMMIT, SETS, PEERS, ROW_SECONDS, TEST_FILTER (a regular expression), JOBS. PROBLEMS
# are measured instead of SETS. SIZES, RANGES and ALGORITHMS apply to accuracy.
set -u
# What was measured on this machine before would be taken for what is predicted. TCFFT_WISDOM=FILE measures with it.
export TCFFT_WISDOM="${TCFFT_WISDOM-}"
cd "$(dirname "$0")/.." || exit 1
root=$(pwd)
build=$root/build/gpu
out=${OUT:-$build/out}
debs=$root/.gpu_debs
packages=$build/packages
jobs=${JOBS:-16}
PATH=$PATH:/usr/local/cuda/bin
mkdir -p "$out" "$build"

say() { printf '\n== %s\n' "$*"; }

commit() {
  if [ -n "${COMMIT:-}" ]; then
    echo "$COMMIT"
  else
    git describe --always --dirty 2>/dev/null || cat "$debs/commit" 2>/dev/null || echo unknown
  fi
}

# ------------------------------------------------------------------------------------------------ packages for a bare machine

prepare() {
  mkdir -p "$debs" && cd "$debs" || return 1
  apt-get download check libsubunit-dev libsubunit0 libfftw3-dev libfftw3-bin libfftw3-double3 libfftw3-single3 \
    libfftw3-long3 libfftw3-quad3 pkgconf pkgconf-bin libpkgconf3 libvkfft-dev
  status=$?
  cd "$root" || return 1
  git describe --always --dirty >"$debs/commit"
  echo "A newer VkFFT than the system's may lie in .gpu_debs/vkFFT (the folder with vkFFT.h)."
  return $status
}

# Unpacks the packages into the build folder and lets pkg-config find them there before the system's.
use_packages() {
  command -v pkg-config >/dev/null && pkg-config --exists check fftw3 fftw3f && [ -z "${FORCE_PACKAGES:-}" ] && return
  ls "$debs"/*.deb >/dev/null 2>&1 || return
  if [ ! -f "$packages/unpacked" ]; then
    for deb in "$debs"/*.deb; do dpkg -x "$deb" "$packages" || return; done
    libraries=$packages/usr/lib/x86_64-linux-gnu
    for file in "$libraries"/pkgconfig/*.pc; do
      sed -i -e "s|^\(prefix=\)/usr|\1$packages/usr|" -e "s|^\([a-z_]*=\)/usr|\1$packages/usr|" "$file"
    done
    touch "$packages/unpacked"
  fi
  libraries=$packages/usr/lib/x86_64-linux-gnu
  PKG_CONFIG_PATH=$libraries/pkgconfig
  export PKG_CONFIG_PATH
  if ! command -v pkg-config >/dev/null; then
    mkdir -p "$packages/bin"
    printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s/usr/bin/pkgconf "$@"\n' "$libraries" "$packages" >"$packages/bin/pkg-config"
    chmod +x "$packages/bin/pkg-config"
    PATH=$packages/bin:$PATH
  fi
  # Libraries that the tests are linked to may depend on others of these packages.
  LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  export LD_LIBRARY_PATH
}

# ------------------------------------------------------------------------------------------------ stages

machine() {
  date -u
  echo "commit $(commit)"
  nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.max.sm --format=csv 2>&1
  nvcc --version 2>&1 | tail -2
  uname -a
  nproc
}

build() {
  set -- -DTCFFT_CUDA=ON "-DCMAKE_CUDA_ARCHITECTURES=${ARCH:-90}" -DCMAKE_BUILD_TYPE=Release
  if command -v ninja >/dev/null; then set -- "$@" -G Ninja; fi
  for dir in "$debs/vkFFT" "$packages/usr/include"; do
    if [ -f "$dir/vkFFT.h" ]; then
      set -- "$@" "-DTCFFT_VKFFT_DIR=$dir"
      break
    fi
  done
  if pkg-config --exists check fftw3; then set -- "$@" -DBUILD_TESTING=ON; else echo "no Check or no FFTW: no tests"; fi
  [ -z "${TCFFT_HEFFTE_SOURCE:-}" ] || set -- "$@" "-DTCFFT_HEFFTE_SOURCE=$TCFFT_HEFFTE_SOURCE"
  cmake -S . -B "$build" "$@" && cmake --build "$build" -j "$jobs"
}

tests() {
  ctest --test-dir "$build" -L '^gpu$' ${TEST_FILTER:+-R "$TEST_FILTER"} --no-tests=error --output-on-failure --timeout 300 -j 4
}

# Prints the commands of the tests with a label, one per line, with their environment.
commands() {
  ctest --test-dir "$build" -L "$1" --show-only=json-v1 | python3 -c '
import json, shlex, sys
for test in json.load(sys.stdin)["tests"]:
    if "command" not in test: sys.exit(test["name"] + " is not built")
    properties = {p["name"]: p["value"] for p in test.get("properties", [])}
    words = ["env"] + properties.get("ENVIRONMENT", []) + ["@"] + test["command"]
    print(test["name"] + "\t" + " ".join(shlex.quote(w) for w in words))'
}

sanitize() {
  status=0
  count=0
  commands '^gpu_sanitize$' >"$build/sanitize.list" || return 1
  for tool in memcheck racecheck; do
    while IFS="$(printf '\t')" read -r name line; do
      count=$((count + 1))
      command=$(echo "$line" | sed "s|@|compute-sanitizer --tool $tool --error-exitcode 9|")
      timeout "${SANITIZE_SECONDS:-200}" sh -c "$command" >"$build/sanitize.txt" 2>&1 </dev/null
      code=$?
      if grep -q 'Device not supported' "$build/sanitize.txt"; then
        echo "skipped: compute-sanitizer does not support this machine"
        return 0
      fi
      echo "$tool $name: exit status $code, $(grep -c '=========' "$build/sanitize.txt") lines of it"
      [ $code -eq 0 ] && continue
      status=1
      tail -60 "$build/sanitize.txt"
    done <"$build/sanitize.list"
  done
  [ $count -gt 0 ] || echo "no test has the label gpu_sanitize"
  [ $count -gt 0 ] && return $status
}

# The note for the head of a CSV.
note() { echo "commit $(commit), driver $(nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null | head -1)"; }

# measured CSV COMMAND..: runs a command of tcfft and appends its rows to CSV. Appending after each part keeps the finished rows
# if the time runs out.
measured() {
  whole=$1
  shift
  rm -f "$build/part.csv"
  "$build/src/cli/tcfft" "$@"
  code=$?
  [ -f "$build/part.csv" ] || return $code
  [ -f "$whole" ] && sed -i -e '/^#/d' -e '/^device,/d' "$build/part.csv"
  cat "$build/part.csv" >>"$whole"
  return $code
}

sweep() {
  status=0
  rm -f "$out/sweep.csv"
  set -- --device cuda --note "$(note)" --csv "$build/part.csv"
  [ -n "${PEERS:-}" ] && set -- "$@" --peers "$PEERS"
  [ -n "${ROW_SECONDS:-}" ] && set -- "$@" --seconds "$ROW_SECONDS"
  [ -n "${TYPE:-}" ] && set -- "$@" --type "$TYPE"
  sets=${SETS:-sweep_pow2 sweep_smooth sweep_primes sweep_awkward sweep_2d sweep_3d sweep_r2c sweep_one}
  # shellcheck disable=SC2086
  [ -n "${PROBLEMS:-}" ] && { sets=-; set -- "$@" $PROBLEMS; }
  for name in $sets; do
    if [ "$name" = - ]; then measured "$out/sweep.csv" bench "$@"; else measured "$out/sweep.csv" bench --set "$name" "$@"; fi ||
      status=1
  done
  return $status
}

# Measures the same problems on both backends. (Comparisons with clFFT: see bench/results/NOTES.md.)
opencl() {
  status=0
  rm -f "$out/opencl.csv"
  ctest --test-dir "$build" -L '^opencl$' ${TEST_FILTER:+-R "$TEST_FILTER"} --no-tests=error --output-on-failure --timeout 300 -j 8 ||
    status=1
  for device in opencl cuda; do
    measured "$out/opencl.csv" bench --device $device --peers none --seconds "${ROW_SECONDS:-0.05}" --note "$(note)" \
      --csv "$build/part.csv" --set "${SETS:-opencl_pow2,opencl_smooth,opencl_primes}" || status=1
  done
  return $status
}

sparse() {
  status=0
  for what in bench voting noise whole reliability; do
    [ $what = bench ] && set -- --bench --no-fallback --csv "$out/sparse.csv"
    [ $what = voting ] && set -- --bench --no-fallback --method voting --csv "$out/sparse_voting.csv"
    [ $what = noise ] && set -- --bench --noise -60 --csv "$out/sparse_noise.csv"
    [ $what = whole ] && set -- --bench --noise -60 --method whole --csv "$out/sparse_noise_whole.csv"
    [ $what = reliability ] && set -- --reliability --runs "${RUNS:-100}" --csv "$out/sparse_reliability.csv"
    "$build/src/cli/tcfft" sparse --device cuda --note "$(note)" "$@" || status=1
  done
  return $status
}

# Most of the time goes into compiling the programs of each size.
accuracy() {
  status=0
  all=classic,tensor,half1
  csv=$out/accuracy.csv
  rm -f "$csv"
  set -- accuracy --device cuda --note "$(note)" --csv "$build/part.csv" --peers "${PEERS:-cufft,cufft_half}"
  measured "$csv" "$@" --sizes 4096 --algorithm "${ALGORITHMS:-$all,paper}" \
    --ranges "${RANGES:-1e-30,1e-25,1e-20,1e-15,1e-12,1e-9,1e-6,1e-3,1,1e2,1e4,1e6,1e10,1e15,1e20,1e25,1e30}" || status=1
  measured "$csv" "$@" --sizes 4096,2^18 --algorithm "${ALGORITHMS:-$all}" --inputs tone,impulse,constant,dc,real,mixed || status=1
  measured "$csv" "$@" --sizes "${SIZES:-4,16,64,256,1024,2^14,2^16,2^18,2^20,2^22,2^24}" --algorithm "${ALGORITHMS:-$all}" || status=1
  return $status
}

python() {
  status=0
  PYTHONPATH=$root/python${PYTHONPATH:+:$PYTHONPATH}
  TCFFT_LIBRARY=${PYTHON_LIBRARY:-$build/src/libtcfft.so}
  export PYTHONPATH TCFFT_LIBRARY PYTHONDONTWRITEBYTECODE=1
  [ ! -x "$build/src/cli/tcfft" ] || export TCFFT_COMMAND="$build/src/cli/tcfft"
  TCFFT_TEST_LACKS='' python3 -m pytest -q -rs -p no:cacheprovider tests/python || status=1
  for what in overhead scipy; do
    echo "# $(note)" >"$out/python_$what.csv"
    OMP_NUM_THREADS=2 python3 bench/python.py $what >>"$out/python_$what.csv" || status=1
    [ $what = scipy ] || cat "$out/python_$what.csv"
  done
  return $status
}

clients() {
  status=0
  shim=$build/src/shim/lib/libcufft.so.12
  # shellcheck disable=SC2086
  [ -z "${SUITES:-}" ] || python3 bench/clients_suites.py "$shim" "$out" $SUITES || status=1
  for library in torch cupy jax; do
    python3 -c "import $library" 2>/dev/null || { echo "skipped: no $library"; continue; }
    python3 bench/clients.py "$shim" --library $library --seed "${CLIENTS_SEED:-1}" --count "${CLIENTS_COUNT:-60}" \
      --csv "$out/$library.csv" || status=1
  done
  python3 bench/shim_costs.py "$shim" "$build/src/libtcfft.so" ${REAL_CUFFT:+--real "$REAL_CUFFT"} --csv "$out/shim_costs.csv" || status=1
  return $status
}

several() {
  status=0
  ctest --test-dir "$build" -L '^gpu$' -R '^gpu[.]several' --no-tests=error --output-on-failure --timeout 300 || status=1
  # shellcheck disable=SC2086
  "$build/src/cli/tcfft" bench --devices "${DEVICES:-0,1}" --peers cufft_xt --seconds "${ROW_SECONDS:-0.5}" --note "$(note)" \
    --csv "$out/several.csv" ${PROBLEMS:-c2c:512x512x512 c2c:768x768x768 c2c:1024x1024x1024 c2c:32768x32768 c2c:268435456 \
    c2c:256x256x256*64 r2c:512x512x512 r2c:1024x1024x1024 c2r:512x512x512 c2r:1024x1024x1024} || status=1
  return $status
}

heffte() {
  ctest --test-dir "$build" -L heffte -R _cuda --no-tests=error --output-on-failure || return 1
  RANKS=${RANKS:-1} bench/heffte.sh cuda "$build" "$out/heffte.csv"
}

# ------------------------------------------------------------------------------------------------

[ $# -gt 0 ] || set -- build test sanitize sweep
for stage in "$@"; do
  case $stage in
    prepare | build | test | sanitize | sweep | opencl | sparse | accuracy | python | clients | several | heffte) ;;
    *)
      echo "bench/gpu_check.sh: no stage '$stage'" >&2
      exit 2
      ;;
  esac
done
[ "$*" = prepare ] || machine 2>&1 | tee "$out/machine.txt"
[ "$*" = prepare ] || use_packages
for stage in "$@"; do
  say "$stage"
  start=$(date +%s)
  if [ "$stage" = test ]; then run=tests; else run=$stage; fi
  { $run 2>&1; echo $? >"$build/status"; } | tee "$out/$stage.txt" | if [ "$stage" = build ]; then tail -40; else cat; fi
  seconds=$(($(date +%s) - start))
  if [ "$(cat "$build/status")" -eq 0 ]; then say "$stage: good, $seconds s"; else say "FAILED: $stage, $seconds s"; fi
done | tee "$build/log"

say "summary, commit $(commit)"
grep -h '^== [a-z]*: good\|^== FAILED' "$build/log"
[ -f "$out/test.txt" ] && grep -h 'tests passed\|tests failed' "$out/test.txt"
[ -f "$out/sweep.txt" ] && grep -h 'FAIL\|error:\|rows are right\|geometric mean of the ratio' "$out/sweep.txt"
[ -f "$out/accuracy.txt" ] && grep -h 'above their bound\|left out\|error:' "$out/accuracy.txt"
! grep -q '^== FAILED' "$build/log"
