#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Rules that hold in every command: what is wrong usage, names of pictures, defaults, and that texts say how to go on.
#     cli_usage.sh PATH-OF-TCFFT
set -u
tcfft=$1
# shellcheck source=tests/cli/cli_support.sh
. "$(dirname "$0")/cli_support.sh"
export TCFFT_WISDOM="$work/wisdom"

# ------------------------------------------------------------------------------------------------ problems

# wrong PROBLEM TEXT: every command that takes a problem refuses it as wrong usage, and says why.
wrong() {
  for command in plan bench tune; do
    run_failing 2 $command "$1"
    expect "what $command says of $1" "$(tail -1 err.txt)" "tcfft $command: problem \"$1\": $2"
  done
}
wrong c2c:0 "n[0] = 0 is below 1"
wrong dct1:1 "n[0] = 1 is below 2, the least of dct1"
wrong 'c2c:8*0' "batch = 0 is below 1"
wrong c2c:1000:is=1,2 "is=1,2 has 2 strides, the rank is 1"
wrong c2c:2^10 "n[0] = \"2^10\" is not a whole number in decimal digits: sizes are such as 4096, 64x64 or 1024*8"
wrong c2c:8x8:os=5,1 "elements of the output share memory or are not nested: out_stride[0] = 5 does not clear the 8 elements inside it"
run_failing 2 plan c2c:8y

# --type overrides the text, with f32, which has the value 0, too.
run 0 bench c2c:64:f64 c2c:64:in=i16 --type f32 --device host --peers none --seconds 0.001
expect "problems of --type f32" "$(awk 'NR > 2 { print $1, $NF }' out.txt | tr '\n' ' ')" "c2c:64 FP32 c2c:64 FP32 "
run 0 bench c2c:64 --type f64 --device host --peers none --seconds 0.001
expect "problems of --type f64" "$(awk 'NR > 2 { print $1 }' out.txt)" c2c:64:f64
run 0 bench c2c:64:f64 --device host --peers none --seconds 0.001
expect "problems without --type" "$(awk 'NR > 2 { print $1 }' out.txt)" c2c:64:f64

# ------------------------------------------------------------------------------------------------ pictures

for command in "sparse impulse.npy --plot" "bench c2c:64 --plot" "accuracy --sizes 64 --plot" "spectrogram impulse.npy"; do
  for name in a.jpg png .pn a.png.txt "$work"; do
    # shellcheck disable=SC2086
    run_failing 2 $command "$name"
    says "'$name' does not end in .png, and the picture is a PNG" err.txt
    absent a.jpg
  done
  # shellcheck disable=SC2086
  run_failing 1 $command nosuchdirectory/a.PNG
done

# ------------------------------------------------------------------------------------------------ sparse transforms

run_failing 1 sparse impulse.npy --k 5
says "k = 5 is above n" err.txt
run 0 sparse impulse.npy
says "4 coefficients of 4 complex samples" out.txt
run_failing 1 sparse impulse.npy --k 3 --capacity 2
says "capacity = 2 is below k" err.txt
# A signal of 30 tones, made of its spectrum: of so many as there is room for, which is 2 k as in the library.
npy spectrum.npy "{'descr': '<c8', 'fortran_order': False, 'shape': (65536,), }"
head -c 524288 /dev/zero >>spectrum.npy
i=0
while [ $i -lt 30 ]; do
  i=$((i + 1))
  printf %b "$one" | dd of=spectrum.npy bs=1 seek=$((128 + 8 * (61 * i * i + 7 * i))) conv=notrunc 2>err.txt
done
run 0 exec spectrum.npy tones.npy --inverse --norm forward --device host
run 0 sparse tones.npy --k 10 --device host --no-fallback
says "20 coefficients of 65536 complex samples: more than there is room for" out.txt
run 0 sparse tones.npy --k 10 --device host --no-fallback --capacity 25
says "25 coefficients of 65536 complex samples: more than there is room for" out.txt
run 0 sparse tones.npy --k 15 --device host --no-fallback
says "30 coefficients of 65536 complex samples: verified" out.txt

# ------------------------------------------------------------------------------------------------ devices

run 0 info
expect "types of the host" "$(sed -n '/^host:0 can/,/^$/p' out.txt | grep '^  types')" "  types    f32 f64 f16 bf16 i8 i16"
expect "kinds of the host" "$(sed -n '/^host:0 can/,/^$/p' out.txt | grep '^  classic')" "  classic  c2c r2c c2r dct1 dct2 dct3 dct4"
expect "lines on TCFFT_ISA" "$(grep -c TCFFT_ISA out.txt)" 0
export TCFFT_ISA
for TCFFT_ISA in foo AVX2; do
  run 0 info
  says "TCFFT_ISA = '$TCFFT_ISA' has no effect: it is none of baseline, avx2 and avx512" out.txt
done
TCFFT_ISA=baseline
run 0 info
expect "lines on TCFFT_ISA" "$(grep -c TCFFT_ISA out.txt)" 0
unset TCFFT_ISA
run 0 plan c2c:4096 --as h100
says "H100 (cuda)" out.txt
run 0 plan c2c:4096 --as BOARD1
says "board1 (host)" out.txt
"$tcfft" info --text | head -1 >devices.txt
echo "host:name=second:cores=1:vector=4:l1=1:l2=1:l3=1:copy=1:flops=1" >>devices.txt
run 0 plan c2c:4096 --as devices.txt
expect "devices named second" "$(grep -c second out.txt)" 0
run 0 plan --help
says "a file whose first line" out.txt

# ------------------------------------------------------------------------------------------------ texts

run 0 exec impulse.npy out.npy --device host
says " ms, path: FP32" out.txt
run 0 exec impulse.npy out.npy --device host --type f64
says " ms, path: FP64" out.txt
run 0 exec impulse.npy out.npy --device host --algorithm tensor
path=$("$tcfft" plan c2c:4:tensor --device host | sed -n 's/^path  *//p')
says "path: $path" out.txt
# The plan as text that the user's guide shows. Predicted times and errors may change; so may the device's line, which is not shown.
command=$(sed -n "s/^\`tcfft \(plan .* --text\)\` prints, but for .*/\1/p" "$bench/../include/README.md")
# shellcheck disable=SC2086
run 0 ${command:-plan}
guide=$(sed -n '/^## Plans as text/,/^| line/p' "$bench/../include/README.md" | sed -n 's/^    //p')
expect "the guide's plan as text" "$(echo "$guide" | sed 's/\(time\|bound\|variance\)=[^:]*/\1=/g')" \
  "$(grep -v ^device: out.txt | sed 's/\(time\|bound\|variance\)=[^:]*/\1=/g')"
run 0 with --help
says "FP32 and FP64 are" out.txt
if ! "$tcfft" with true >out.txt 2>err.txt; then says "this build has none (-DTCFFT_CUDA=ON builds it)" err.txt; fi
run 0 tune --help
expect "limits that --help names" "$(grep -c 'default 0 = no limit' out.txt)" 2
says "tcfft bench --threads 0" out.txt
run 0 bench --help
says "\`tcfft tune\` takes 0 by default" out.txt
finish 100
