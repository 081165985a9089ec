#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Finds the carriers of a wideband recording by the sparse transform and by the whole one, and compares both with the carriers
# that are in it. The recording is made up (src/cli/sparse_recording.c): one second of 2^24 complex samples, 36 carriers, each 20
# to 30 dB below the noise of the whole band. Writes wideband.csv and wideband.png, and what they are made of, into a folder.
#     bench/wideband.sh PATH-OF-TCFFT FOLDER
# SEED=2 in the environment makes another recording, N=1048576 a shorter one of a narrower band. The machine should do nothing
# else meanwhile: times of a busy one have come out thirty times as long.
#
# What makes the task possible for a sparse transform, and what does not:
# - Steady carriers lie on multiples of 1 kHz, as those of broadcasters do, and the recording is one second long, so that each is
#   one coefficient. A carrier half a hertz aside has a tail of coefficients that falls off with the distance alone; with a few
#   of those in it the recording is not sparse.
# - A carrier that drifts, by 0.2 Hz at most here, has one to three coefficients, and a keyed one many: its own, some dB lower,
#   and sidebands, the inner of which are found. The outer ones are too weak to be found and too strong for noise.
# - Carriers so far below the noise can be found, but not verified: src/sparse/thresholds.h says how many samples that takes. The
#   result is 'not verified', and how long the sparse transform goes on looking differs from seed to seed.
# - Therefore --no-fallback: without it the whole transform is computed as well, and there is nothing to compare.
set -eu
[ $# -eq 2 ] || {
  echo "usage: bench/wideband.sh PATH-OF-TCFFT FOLDER" >&2
  exit 2
}
tcfft=$1
folder=$2
seed=${SEED:-1}
n=${N:-16777216} # samples, and samples a second, so that coefficients are 1 Hz apart; 2^24 Hz is a common crystal's frequency
k=50             # a guess, as a user would make it: some more than there are carriers
runs=9
near=50 # Hz: coefficients closer than that are of one carrier
mkdir -p "$folder"

"$tcfft" sparse --recording "$folder/recording.npy" --n "$n" --rate "$n" --seed "$seed" --csv "$folder/true.csv"

# find_carriers NAME OPTION..: the coefficients into NAME.csv.
find_carriers() {
  name=$1
  shift
  "$tcfft" sparse "$folder/recording.npy" --k $k "$@" --out "$folder/$name.csv"
}

# median FILE: of the times at the ends of its lines.
median() { sed 's/.*, \(.*\) ms$/\1/' "$1" | sort -n | sed -n "$(((runs + 1) / 2))p"; }

# carriers NAME: groups coefficients. The frequency is the mean, weighted by power; the width is from the first to the last.
carriers() {
  awk -F, -v n="$n" 'FNR > 1 { print ($1 < n / 2 ? $1 : $1 - n), $4 * $4 / n / n }' "$folder/$1.csv" | sort -n |
    awk -v near=$near '
      function close_carrier() {
        if (count) printf "%.2f,%.2f,%d,%d\n", sum / power, 10 * log(power) / log(10), last - first + 1, count
      }
      count && $1 - last > near { close_carrier(); count = sum = power = 0 }
      { if (!count++) first = $1; last = $1; sum += $1 * $2; power += $2 }
      END { close_carrier() }'
}

rm -f "$folder/sparse.txt" "$folder/dense.txt"
run=0
while [ $run -lt $runs ]; do
  find_carriers sparse --no-fallback >>"$folder/sparse.txt"
  find_carriers dense --method whole >>"$folder/dense.txt"
  run=$((run + 1))
done
find_carriers sparse --no-fallback --plot "$folder/wideband.png" --rate "$n" >/dev/null
carriers sparse >"$folder/sparse_carriers.csv"
carriers dense >"$folder/dense_carriers.csv"

{
  echo "# carriers of a wideband recording, seed $seed, $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1), $(nproc) cores," \
    "load average $(cut -d ' ' -f 1 /proc/loadavg), $(date -u +%F), commit $(git -C "$(dirname "$0")" rev-parse --short HEAD)"
  for name in sparse dense; do
    echo "# $name: $(tail -1 "$folder/$name.txt" | sed 's/, [0-9.]* ms$//'), median of $runs: $(median "$folder/$name.txt") ms"
  done
  # Every true carrier, with the strongest that was found near it, and then what was found where there is none.
  awk -F, -v near=$near '
    FNR == 1 { file++ }
    file < 3 {
      count[file]++
      hz[file, count[file]] = $1
      line[file, count[file]] = file == 1 ? $0 : $1 "," $2
      db[file, count[file]] = $2
      next
    }
    FNR == 1 { print "carrier,frequency_hz,power_db,width_hz,coefficients,dense_hz,dense_db,kind,true_hz,true_db"; next }
    {
      for (f = 1; f <= 2; f++) {
        best[f] = 0
        for (i = 1; i <= count[f]; i++) {
          if (hz[f, i] < $2 - near || hz[f, i] > $2 + near) continue
          known[f, i] = 1
          if (!best[f] || db[f, i] > db[f, best[f]]) best[f] = i
        }
      }
      total[$4]++
      for (f = 1; f <= 2; f++) if (best[f]) found[f, $4]++
      print ++carrier "," (best[1] ? line[1, best[1]] : ",,,") "," (best[2] ? line[2, best[2]] : ",") "," $4 "," $2 "," $3
    }
    END {
      for (f = 1; f <= 2; f++)
        for (i = 1; i <= count[f]; i++)
          if (!known[f, i]) {
            none[f]++
            print ++carrier "," (f == 1 ? line[1, i] ",," : ",,,," line[2, i]) ",none,,"
          }
      for (f = 1; f <= 2; f++) {
        text = f == 1 ? "# sparse:" : "# dense:"
        for (i = 1; i <= split("steady drifting keyed", kind, " "); i++)
          text = text " " found[f, kind[i]] + 0 " of " total[kind[i]] + 0 " " kind[i] ","
        print text " " none[f] + 0 " that are none"
      }
    }' "$folder/sparse_carriers.csv" "$folder/dense_carriers.csv" "$folder/true.csv"
} >"$folder/wideband.csv"
rm "$folder/recording.npy"
cat "$folder/wideband.csv"
