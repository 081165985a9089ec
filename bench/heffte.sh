#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# heFFTe's benchmark (speed3d_c2c, speed3d_r2c, in FP32) with tcfft as its backend beside FFTW, or on GPUs beside cuFFT, and beside
# its cuFFT backend on tcfft's shim. BUILD is a build whose tests have heFFTe's source:
#     cmake --preset host -B build/heffte -DTCFFT_HEFFTE_SOURCE=DIR -DHeffte_ENABLE_FFTW=ON
#     cmake --build build/heffte --target heffte_speed3d_c2c heffte_speed3d_r2c
#     bench/heffte.sh host build/heffte OUT.csv
# and with --preset cuda and targets that end in _cuda
#     bench/heffte.sh cuda build/heffte OUT.csv
# SIZES (AxBxC or N), RANKS (numbers of MPI ranks) and ROUNDS say what is measured. A row has one contender with one of heFFTe's options:
# transforms made contiguous by transposing (-reorder) or strided (-no-reorder). Contenders take turns within a round; seconds are
# the median of the rounds, each the mean of some runs of forward and backward, with heFFTe's communication. Each rank has a thread.
# A run whose result is wrong ends the script. At last, and again by
#     bench/heffte.sh table OUT.csv
# a Markdown table compares each contender at its faster option with the first.
set -eu

# The ratio of the first contender's time to each other one's: geometric mean over the sizes, and the least with its size.
table() {
  echo "| kind | ranks | contender | beside | sizes | ratio | least | ms of both, last size |"
  echo "|---|---|---|---|---|---|---|---|"
  awk -F, '
    /^#/ || $1 == "kind" { next }
    {
      problem = $1 "," $5 "," $2 "x" $3 "x" $4
      if (first == "") first = $7
      if (!(problem in seen)) { seen[problem] = 1; order[++problems] = problem }
      if ($7 != first && !($7 in known)) { known[$7] = 1; names[++contenders] = $7 }
      if (!((problem, $7) in best) || $8 < best[problem, $7]) best[problem, $7] = $8
    }
    END {
      for (c = 1; c <= contenders; c++)
        for (i = 1; i <= problems; i++) {
          split(order[i], part, ",")
          group = part[1] " | " part[2] " | " names[c]
          ratio = best[order[i], first] / best[order[i], names[c]]
          if (!(group in count)) { groups[++rows] = group; least[group] = ratio; where[group] = part[3] }
          if (ratio < least[group]) { least[group] = ratio; where[group] = part[3] }
          count[group]++
          sum[group] += log(ratio)
          last[group] = sprintf("%.4g, %.4g", 1e3 * best[order[i], names[c]], 1e3 * best[order[i], first])
        }
      for (r = 1; r <= rows; r++) {
        g = groups[r]
        printf "| %s | %s | %d | %.2f | %.2f (%s) | %s |\n", g, first, count[g], exp(sum[g] / count[g]), least[g], where[g], last[g]
      }
    }' "$1"
}

if [ $# -eq 2 ] && [ "$1" = table ]; then
  table "$2"
  exit 0
fi
if [ $# -ne 3 ] || { [ "$1" != host ] && [ "$1" != cuda ]; }; then
  echo "usage: bench/heffte.sh host|cuda BUILD OUT.csv, or table OUT.csv" >&2
  exit 2
fi
backend=$1
programs=$2/tests/heffte
shim=$2/src/shim/lib/libcufft.so.12
out=$3
rounds=${ROUNDS:-5}
# What was measured on this machine before would be taken for what is predicted. TCFFT_WISDOM=FILE measures with it.
export TCFFT_WISDOM="${TCFFT_WISDOM-}" OMP_NUM_THREADS=1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
suffix=
contenders="fftw tcfft"
sizes=${SIZES:-64 96x100x120 128 200 256}
ranks_list=${RANKS:-1 2 4}
more=
if [ "$backend" = cuda ]; then
  suffix=_cuda
  contenders="cufft tcfft_cuda"
  [ ! -e "$shim" ] || contenders="$contenders cufft_on_shim"
  sizes=${SIZES:-128 256 384 512 768 1024}
  ranks_list=${RANKS:-1 2 4}
  more="-mps -no-gpu-aware"  # a GPU for each rank; CUDA_AWARE=1 where MPI takes device memory
  [ -z "${CUDA_AWARE:-}" ] || more=-mps
fi
part=$(mktemp -d)
trap 'rm -rf "$part"' EXIT

# run CONTENDER KIND RANKS A B C RUNS OPTION: appends the seconds of a run to $part/CONTENDER.
run() {
  name=$1
  preload=
  if [ "$name" = cufft_on_shim ]; then
    name=cufft
    preload=$shim
  fi
  # shellcheck disable=SC2086
  LD_PRELOAD=$preload mpiexec -n "$3" "$programs/heffte_speed3d_$2$suffix" "$name" float "$4" "$5" "$6" "-nruns$7" "$8" $more \
    >"$part/text" 2>&1 || { cat "$part/text" >&2; return 1; }
  if grep -q ERROR "$part/text" || ! grep -q "Backend:   $name\$" "$part/text"; then
    cat "$part/text" >&2
    return 1
  fi
  sed -n 's/^Time per run: \(.*\) (s)$/\1/p' "$part/text" >>"$part/$1"
}

{
  commit=$(git -C "$(dirname "$0")" describe --always --dirty 2>/dev/null || echo "${COMMIT:-unknown}")
  echo "# $(date -u +%F), commit $commit, $(mpiexec --version 2>&1 | head -1)"
  if [ "$backend" = cuda ]; then
    echo "# $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | paste -sd ';')"
  else
    echo "# $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(getconf _NPROCESSORS_ONLN) cores"
  fi
  echo "kind,n0,n1,n2,ranks,option,contender,seconds,fastest"
} >"$out"
for kind in c2c r2c; do
  for size in $sizes; do
    case $size in
      *x*x*) n=$(echo "$size" | tr x ' ') ;;
      *) n="$size $size $size" ;;
    esac
    # shellcheck disable=SC2086
    set -- $n
    runs=$((60000000 / ($1 * $2 * $3) + 1))
    [ $runs -le 50 ] || runs=50
    for ranks in $ranks_list; do
      for option in -reorder -no-reorder; do
        round=0
        for contender in $contenders; do : >"$part/$contender"; done
        while [ $round -lt "$rounds" ]; do
          for contender in $contenders; do run "$contender" $kind "$ranks" "$1" "$2" "$3" $runs $option; done
          round=$((round + 1))
        done
        for contender in $contenders; do
          sort -g "$part/$contender" | awk -v head="$kind,$1,$2,$3,$ranks,$option,$contender" '
            { t[NR] = $1 } END { print head "," t[int((NR + 1) / 2)] "," t[1] }'
        done | tee -a "$out"
      done
    done
  done
done

table "$out"
