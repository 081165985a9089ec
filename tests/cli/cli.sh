#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The command from outside: exit statuses, what it says where, what it reads, its tables.
#     cli.sh PATH-OF-TCFFT [PATH-OF-cli_numpy.py]
set -u
tcfft=$1
numpy_check=${2:-}
# shellcheck source=tests/cli/cli_support.sh
. "$(dirname "$0")/cli_support.sh"

# ------------------------------------------------------------------------------------------------ help and usage

run 0 --help
for command in info exec accuracy bench plan sparse spectrogram cache with; do
  says "$command" out.txt
done
for command in info exec accuracy bench plan sparse spectrogram cache with; do
  run 0 "$command" --help
  says "tcfft $command" out.txt
  run_failing 2 "$command" --nosuchoption
  expect "last line of a usage error" "$(tail -1 err.txt)" "tcfft $command: '--nosuchoption': no such option"
  expect "first word of a usage error" "$(head -1 err.txt | cut -d' ' -f1-3)" "usage: tcfft $command"
done
run 0 bench --help
says "default 0 = no limit" out.txt
run_failing 2
expect "last line without a command" "$(tail -1 err.txt)" "tcfft: a COMMAND is missing"
expect "a usage that fits a screen" "$(awk 'length > 80 || NR > 24' err.txt)" ""
run_failing 2 nosuchcommand
expect "last line of no command" "$(tail -1 err.txt)" "tcfft: 'nosuchcommand': no such command"
run_failing 2 exec
run_failing 2 exec a.npy b.npy --kind 'dct
5'
expect "lines of a usage error" "$(wc -l <err.txt | tr -d ' ')" 2
run_failing 1 exec 'a
b.npy' never.npy
expect "lines of a failure" "$(wc -l <err.txt | tr -d ' ')" 1
run_failing 2 exec only-one.npy
run_failing 2 exec a.npy b.npy c.npy
run_failing 2 exec a.npy b.npy --kind dct5
says dct5 err.txt
run_failing 2 exec a.npy b.npy --kind
run_failing 2 exec a.npy b.npy --axes some
run_failing 2 exec a.npy b.npy --norm other
run_failing 2 exec a.npy b.npy --algorithm other
run_failing 2 exec a.npy b.npy --tolerance x
run_failing 2 sparse
run_failing 2 sparse a.npy b.npy
run_failing 2 sparse a.npy --k 0
run_failing 2 sparse a.npy --reliability
run_failing 2 sparse --reliability --out a.csv
run_failing 1 sparse --reliability --n 64 --k 100 --runs 1
run_failing 1 sparse --reliability --n 1048576 --k 5000 --support lattice --runs 1
run 0 sparse --reliability --n 65536 --k 20 --runs 2 --support lattice --csv reliability.csv
expect "rows of reliability" "$(grep -vc '^#' reliability.csv)" 2
run 0 sparse --bench --n 65536 --k 20 --csv sparse_bench.csv --note here
expect "rows of the bench" "$(grep -vc '^#' sparse_bench.csv)" 2
expect "note of the bench" "$(grep -c '^# here' sparse_bench.csv)" 1
run_failing 2 sparse --recording b.npy --rate 1000
run_failing 2 sparse --reliability --recording b.npy
run_failing 2 sparse --reliability --method whole
says "--method whole is none" err.txt
run 0 sparse --reliability --n 16384 --k 5 --runs 2 --method voting
expect "method in the head of the bench" "$(grep -c '^# method auto$' sparse_bench.csv)" 1
absent sparse_bench.csv.part
run 0 sparse --bench --n 65536 --k 20 --noise -60 --csv noise.csv
expect "noise in the head of the bench" "$(grep -c '^# white noise, its power -60 dB below that of the tones$' noise.csv)" 1
expect "outcome of noise: the whole transform" "$(tail -1 noise.csv | cut -d, -f10)" 2
for method in peeling voting voting_comb; do
  run 0 sparse --bench --n 4096 --k 20 --method $method --no-fallback --csv sparse_$method.csv
  expect "method in the head of the bench" "$(grep -c "^# method $method, no fallback$" sparse_$method.csv)" 1
done
# Rows that the method refuses are left out with a note, and are an error where there are no others.
run 0 sparse --bench --longest 4096 --method voting --csv sparse_short.csv
expect "rows that voting takes" "$(grep -c '^4096,50,' sparse_short.csv)" 2
expect "rows" "$(grep -c '^[0-9]' sparse_short.csv)" 2
expect "rows that are left out" "$(grep -c '^# left out: n = 4096, k = [0-9]*: ' sparse_short.csv)" 7
says "100 left out: voting of 4096 samples is for k up to 64, and k = 100" out.txt
run_failing 1 sparse --bench --n 4096 --k 100 --method peeling --csv refused.csv
says "for k up to 64" err.txt
absent refused.csv
absent refused.csv.part
run_failing 2 sparse --bench --longest 4096 --n 4096
run_failing 2 sparse --reliability --k 5
says "--k 5: --reliability without --n has cases of its own" err.txt
run_failing 2 sparse --reliability --longest 4096
run_failing 2 sparse --bench a.npy
expect "a row of reliability" "$(tail -1 reliability.csv | cut -d, -f1-11)" "65536,20,20,lattice,0,none,2,0,0,0,0"
run_failing 2 sparse a.npy --method other
for mode in --bench --reliability "--recording b.npy"; do
  # shellcheck disable=SC2086
  run_failing 2 sparse $mode --plot a.png
  says "--plot 'a.png': ${mode%% *} draws no picture" err.txt
done
run_failing 2 sparse a.npy --plot a.jpg
says "tcfft sparse: --plot 'a.jpg' does not end in .png" err.txt
run_failing 2 sparse a.npy --plot a.png --rate -1
run_failing 2 sparse a.npy --rate 8000
says "--rate 8000: only" err.txt
run_failing 2 sparse --bench --rate 8000
says "--rate 8000: only" err.txt
run_failing 2 sparse a.npy --recording b.npy
says "--recording takes no file" err.txt
run_failing 2 sparse --recording b.npy --csv b.npy
run_failing 1 sparse --recording nosuchdirectory/b.npy
run_failing 2 sparse a.npy --out a.txt
run_failing 1 sparse missing.npy
# A made-up recording is that of its seed, and its steady carriers are where the list says. 2^20 samples of as many a second have a coefficient
# for every hertz.
run 0 sparse --recording wide.npy --n 1048576 --rate 1048576 --csv wide.csv
run 0 sparse --recording same.npy --n 1048576 --rate 1048576
run 0 sparse --recording other.npy --n 1048576 --rate 1048576 --seed 1
checks=$((checks + 2))
cmp -s wide.npy same.npy || fail "a recording is another the second time"
cmp -s wide.npy other.npy && fail "a recording is the same of another seed"
expect "size of a recording" "$(wc -c <wide.npy | tr -d ' ')" $((1048576 * 8 + 128))
expect "carriers of a recording" "$(cut -d, -f4 wide.csv | sort | uniq -c | tr -s ' \n' ' ')" " 6 drifting 6 keyed 1 kind 24 steady "
run_failing 1 sparse wide.npy --method whole --no-fallback
says "method = whole is the whole transform, which no_fallback = 1 excludes" err.txt
run 0 sparse wide.npy --k 36 --method whole --out dense.csv --device host
says "36 coefficients of 1048576 complex samples: by the whole transform" out.txt
expect "rows of the whole transform" "$(grep -c '^[0-9]' dense.csv)" 36
expect "steady carriers that the whole transform misses" "$(
  awk -F, 'FNR == 1 { file++; next }
    file == 1 { found[$1] = 20 * log($4 / 1048576) / log(10) }
    file == 2 && $4 == "steady" {
      at = $2 < 0 ? $2 + 1048576 : $2
      if (!((at + 0) in found) || found[at + 0] < $3 - 1 || found[at + 0] > $3 + 1) print $2
    }' dense.csv wide.csv
)" ""
run_failing 2 accuracy --sizes 12y
run_failing 2 accuracy --sizes 0
run_failing 2 accuracy --sizes "$(printf '12y%0300d' 0)"
says "expected a number" err.txt
run_failing 2 accuracy --sizes "$(seq -s, 200),"
says "empty element" err.txt
run_failing 2 accuracy --sizes 64 --inputs uniform,nosuchinput
says nosuchinput err.txt
run_failing 2 accuracy --sizes 64 --device host --peers nosuchpeer
says nosuchpeer err.txt
run_failing 2 plan
run_failing 2 info --text extra
run_failing 2 spectrogram
run_failing 2 spectrogram a.wav
run_failing 2 spectrogram a.wav b.png --window 0

# ------------------------------------------------------------------------------------------------ asking

run 0 info
says host:0 out.txt
says cuda out.txt
says opencl out.txt
says bandwidth out.txt
says "none: " out.txt # opencl, which the tests switch off
run 0 info --text
expect "the first device's text" "$(cut -d= -f1 out.txt | head -1)" host:name
head -1 out.txt >device.txt
run 0 plan c2c:4096 --as device.txt
for problem in c2c:4096 r2c:1024x1024*64 dct2:1000*8 c2c:65521; do
  run 0 plan "$problem"
  says "$problem" out.txt
  says "what it does" out.txt
  run 0 plan "$problem" --text
  expect "first line of the text of a plan" "$(head -1 out.txt)" "problem:$problem"
  says "schedule:stages=" out.txt
done
run 0 plan c2c:1048576 --as board1
run 0 plan c2c:1048576*8 --as H200
says "2 launches" out.txt
says "hierarchical (four-step): last factor" out.txt
expect "stages of a plan" "$(sed '1,/^stage/d' out.txt | wc -l | tr -d ' ')" 2
run 0 plan c2c:1048576*8 --as H200 --text
expect "stages of the text of a plan" "$(grep -c '^stage:' out.txt)" 2
says "memory:workspace=67108864:tables=" out.txt
run 0 plan c2c:512x512x512 --devices 0,1 --order transposed --as H200
says "exchange: 268 MB from each device to each other, which then have blocks of columns" out.txt
says "fastest  on all of them" out.txt
run_failing 1 plan c2c:512x512 --devices 0,1 --as server32
says "devices \"0,1\" are CUDA devices, and server32 is none" err.txt
run_failing 2 plan c2c:512x512 --order natural --as H200
printf 'host\001\n' >binary.txt
run_failing 1 plan c2c:64 --as binary.txt
says "the first line of binary.txt is no text" err.txt
run 0 plan c2c:64x64 --devices 0,1,2 --as H200
says "fastest  on the first 1 of them: " out.txt
run 0 plan c2r:512x512x512 --devices 0,1,2 --order transposed --as H200 --text
says "devices:0,1,2:in=columns:out=rows:" out.txt
run_failing 1 plan r2c:4095 --devices 0,1 --as H200
says "r2c along one axis of odd length is not split between devices" err.txt
run 0 plan r2c:4096 --devices 0,1 --as H200
says "the spectrum of the real axis from numbers and their mates" out.txt
run_failing 2 plan c2c:64x64 --device cuda --devices 0,1
run_failing 2 bench c2c:64x64 --forms
says "needs --devices" err.txt
run_failing 1 plan c2c:4096 --device cuda
says cuda err.txt
run_failing 1 plan c2c:4096 --as nosuchdevice

# ------------------------------------------------------------------------------------------------ .npy

run 0 exec impulse.npy ones.npy --kind c2c --axes last
expect "spectrum of an impulse" "$(numbers ones.npy 32)" "1 0 1 0 1 0 1 0"
run 0 exec ones.npy back.npy --kind c2c --axes last --inverse
expect "impulse there and back" "$(numbers back.npy 32)" "1 0 0 0 0 0 0 0"
run 0 exec impulse.npy ones.npy --kind c2c --axes all --norm ortho --device host --algorithm classic
expect "orthonormal spectrum" "$(numbers ones.npy 32)" "0.5 0 0.5 0 0.5 0 0.5 0"
run_failing 1 exec impulse.npy never.npy --device cuda
absent never.npy
run_failing 1 exec impulse.npy never.npy --tolerance 1e-12
says tolerance err.txt
absent never.npy

good="'fortran_order': False, 'shape': (4,), }"
npy truncated.npy "{'descr': '<c8', $good"
printf %b "$one$nil" >>truncated.npy
npy nodata.npy "{'descr': '<c8', $good"
printf '\223NUMPY\001\000v\000{' >cutheader.npy
printf '\223NUMPY' >cutmagic.npy
: >empty.npy
printf 'NUMPY\223\001\000v\000%-117s\n%s' "{'descr': '<f4', $good" 0123456789abcdef >magic.npy
printf '\223NUMPY\001\000\377\377%-117s\n%s' "{'descr': '<f4', $good" 0123456789abcdef >longheader.npy
printf '\223NUMPY\002\000\377\377\377\377%-117s\n%s' "{'descr': '<f4', $good" 0123456789abcdef >hugeheader.npy
printf '\223NUMPY\011\000v\000%-117s\n%s' "{'descr': '<f4', $good" 0123456789abcdef >version.npy
row() {
  npy "$1.npy" "$2"
  printf '0123456789abcdef0123456789abcdef' >>"$1.npy"
}
row fortran "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), }"
row bigendian "{'descr': '>f4', $good"
row object "{'descr': '|O', $good"
row integers "{'descr': '<i4', $good"
row record "{'descr': [('a', '<f4')], $good"
row negative "{'descr': '<f4', 'fortran_order': False, 'shape': (-4,), }"
row overflow "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296, 4), }"
row overflow64 "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999999,), }"
row large "{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,), }"
row noshape "{'descr': '<f4', 'fortran_order': False, }"
row nodescr "{'fortran_order': False, 'shape': (4,), }"
row garbage "this is no dictionary"
for bad in truncated nodata cutheader cutmagic empty magic longheader hugeheader version fortran bigendian object integers record \
  negative overflow overflow64 large noshape nodescr garbage nosuchfile; do
  run_failing 1 exec $bad.npy never.npy --kind c2c
  says "$bad.npy" err.txt
  absent never.npy
done
says_of() {
  run_failing 1 exec "$1.npy" never.npy --kind c2c
  says "$2" err.txt
}
says_of fortran fortran
says_of bigendian '>f4'
says_of object '|O'
says_of integers "elements of type '<i4': float32, float64, complex64, complex128, float16, int8 and int16 are read: convert with a.astype('float64')"
# One that is there in full, and too long.
{
  printf '\223NUMPY\002\000\000\000\040\000%-2097151s\n' "{'descr': '<f4', $good"
  printf 0123456789abcdef
} >longest.npy
says_of longest "a header of 2097152 bytes is none"

# ------------------------------------------------------------------------------------------------ tables

run 0 accuracy --sizes 64,256 --ranges 1 --algorithm classic,tensor --device host --csv accuracy.csv
expect "header of the accuracy table" "$(head -1 accuracy.csv)" \
  "device,algorithm,kind,input,n,range,rel_l2,max_rel,bound,published_half_cufft,published_splitting,verdict"
expect "rows of the accuracy table" "$(wc -l <accuracy.csv | tr -d ' ')" 5
expect "columns of the accuracy table" "$(sed 's/"[^"]*"//' accuracy.csv | awk -F, '{ print NF }' | sort -u)" 12
expect "verdicts of the accuracy table" "$(sed 1d accuracy.csv | sed 's/.*,//' | sort -u)" ok
inputs="uniform tone impulse constant dc real mixed"
run 0 accuracy --sizes 60,256 --inputs "$(echo "$inputs" | tr ' ' ,)" --algorithm classic,tensor,half1,paper --device host \
  --csv inputs.csv
expect "rows of seven inputs" "$(sed 1d inputs.csv | wc -l | tr -d ' ')" 56
expect "rows of seven inputs that are right" "$(grep -c ',ok$' inputs.csv)" 56
for input in $inputs; do says ",$input,256," inputs.csv; done
run 0 accuracy --type f64 --sizes 60,4096 --device host
says 'c2c:f64' out.txt
says '2 rows, 0 above their bound' out.txt
run 0 accuracy --type f64 --sizes 1000 --ranges 1e-300,1e-150,1e155,1e290 --device host --csv far.csv  # squares are no doubles
expect "errors of far ranges" "$(sed '1d;/^#/d' far.csv | sed 's/"[^"]*"//' | awk -F, '$7 > 5e-17 && $7 < 6e-16' | wc -l | tr -d ' ')" 4
run 0 bench c2c:64*16 r2c:100*3 --type f64 --seconds 0.01 --device host --peers none
says 'FP64' out.txt
run 0 bench c2c:64*16:f16 r2c:1024*8:in=i16 c2c:60*9:in=i8:out=bf16 --seconds 0.01 --device host
says 'in=i8:out=bf16' out.txt
for type in f16 bf16; do
  run 0 accuracy --type "$type" --sizes 60,4096 --ranges 1e-3,1,1e3 --device host
  says '6 rows, 0 above their bound' out.txt
done
run 0 accuracy --type f16 --sizes 64 --ranges 1,1e5 --device host
says 'range 100000 exceeds f16' out.txt
run 0 plan c2c:1000:f64 --device host
says 'FP64' out.txt
run 0 plan c2c:1000:f64 --as H200
says 'FP64' out.txt
run 0 plan c2c:1000:f64 --as clH200
says 'FP64' out.txt
echo "opencl:name=single:cores=8:vector=32:l2=2097152:copy=2e11:flops=1e11:shared=49152:sm_shared=49152:sm_threads=1024:gpu=1:launch=5e-6:compiler=1:memory=4000000000" >single.txt
run_failing 1 plan c2c:1000:f64 --as single.txt
says 'in_type = f64, out_type = f64: single computes in FP32 alone' err.txt
run 0 accuracy --sizes 4096 --ranges 1e-9,1e10 --algorithm tensor --device host --csv published.csv
expect "published errors" "$(sed 1d published.csv | cut -d, -f10,11 | tr '\n' ' ')" "14.6844,5.68428e-05 ,3.0171e-06 "
run 0 accuracy --sizes 64 --inputs mixed --ranges 1,1e20 --device host --csv left.csv
says "left out: input mixed of range 1e+20" out.txt
expect "rows without what is left out" "$(sed 1d left.csv | wc -l | tr -d ' ')" 2
# Neither command calls a wrong result a success; both say so, and keep the other rows. FP32 has few bits left at 1e-44.
run_failing 1 accuracy --sizes 256 --ranges 1,1e-44 --algorithm classic --device host --csv above.csv
says "rows are above their bound: 1 of 2" err.txt
expect "verdicts beside a row above its bound" "$(sed 's/.*,//' above.csv | tr '\n' ' ')" "verdict ok above bound "
run_failing 1 bench c2c:64*8:tol=1e-9 c2c:64*8 --seconds 0.01 --peers none --device host --csv above.csv
says "rows failed: 1 of 2" err.txt
expect "rows beside one that failed" "$(sed 1d above.csv | wc -l | tr -d ' ')" 1
for command in accuracy bench; do
  run 0 $command --help
  says "makes the exit status 1" out.txt
done
for command in accuracy "bench c2c:256"; do
  for peer in cufft cufft_half; do
    # shellcheck disable=SC2086
    run_failing 1 $command --device host --peers $peer
    says "this tcfft was built without a peer $peer for the host" err.txt
  done
done
"$tcfft" accuracy --sizes 64 --device host --peers fftw --csv peers.csv >out.txt 2>err.txt
status=$?
if [ $status -eq 0 ]; then
  expect "header with a peer" "$(head -1 peers.csv)" \
    "device,algorithm,kind,input,n,range,rel_l2,max_rel,bound,fftw_rel_l2,published_half_cufft,published_splitting,verdict"
  expect "the peer's errors" "$(sed 1d peers.csv | sed 's/"[^"]*"//' | awk -F, '$10 > 0 && $10 < 3e-7' | wc -l | tr -d ' ')" 2
else
  says "built without a peer fftw" err.txt # or fails otherwise
fi
run 0 bench c2c:256*100 --device host --csv bench.csv
expect "header of the bench table" "$(head -1 bench.csv)" \
  "device,algorithm,problem,ms,gbps,copy_fraction,gflops,peer,peer_ms,peer_ratio"
if [ "${TCFFT_TEST_SHARE:-1}" -eq 1 ]; then  # long tables
  run 0 bench --set smooth --seconds 0.001 --peers none --device host
  run 0 bench --set demo --seconds 0.001 --peers none --device host
  says "c2c:1024x1024 " out.txt
fi
run 0 bench c2c:64*100 c2c:64*100:tensor --seconds 0.001 --peers none --device host
expect "paths of a bench table" "$(awk 'NR > 2 { print $7, $8 }' out.txt | tr '\n' ',')" "FP32 ,tensor twin,"
# Random problems: what they take and do not, the same ones for every count, and a summary of the rows.
run_failing 2 bench --count 5
says "tcfft bench: --count 5: only --random takes it" err.txt
for with in c2c:64 "--set pow2" --sweep; do
  # shellcheck disable=SC2086
  run_failing 2 bench --random 1 $with
  says "tcfft bench: --random 1: takes no PROBLEM and no set" err.txt
done
for seed in x -1 18446744073709551616 ''; do
  run_failing 2 bench --random "$seed"
  says "tcfft bench: --random '$seed': expected 0 to 18446744073709551615" err.txt
done
for count in 0 10001; do
  run_failing 2 bench --random 1 --count $count
  says "tcfft bench: --count '$count': expected 1 to 10000" err.txt
done
run_failing 2 bench --first --device host
says "tcfft bench: --first: needs --random SEED" err.txt
run_failing 2 bench --first --random 1 --csv first.csv
says "tcfft bench: --first: takes --random, --count, --device, --algorithm and --threads alone" err.txt
absent first.csv
run 0 bench --first --random 1 --count 4 --device host
expect "rows of first plans" "$(grep -c '  at hand$' out.txt)" 4
expect "medians of first plans" "$(grep -c 'median *[0-9.]* ms, worst *[0-9.]* ms$' out.txt)" 3
run 0 bench --random 1 --count 1 --seconds 0.001 --peers none --device host --csv random_1.csv
run 0 bench --random 1 --count 3 --seconds 0.001 --peers none --device host --csv random_3.csv
expect "random problems" "$(sed '1d; s/"[^"]*"//' random_3.csv | cut -d, -f3 | tr '\n' ' ')" \
  "c2c:156800*6 c2r:383166*2 c2r:121*8665 "
expect "the first of more problems" "$(sed '1d; s/"[^"]*"//' random_1.csv | cut -d, -f3)" "c2c:156800*6"
expect "ratios to no peer" "$(grep -c ratio out.txt)" 0
run 0 bench --random 1 --max-bytes 1000 --seconds 0.001 --peers none --device host --csv random_short.csv
says "98 problems of more than 1e+03 bytes are left out" out.txt
expect "the others of 100 problems" "$(sed 1d random_short.csv | wc -l | tr -d ' ')" 2
run 0 bench --random 18446744073709551615 --count 10000 --max-bytes 100 --seconds 0 --peers none --device host
if "$tcfft" bench c2c:16 --device host --peers fftw --seconds 0.001 >out.txt 2>err.txt; then
  run 0 bench --random 1 --count 1000 --max-bytes 2000 --seconds 0.01 --peers fftw --device host --csv random.csv
  sed '1d; s/"[^"]*"//' random.csv | LC_ALL=C sort -t, -g -k10 | awk -F, '
    { below += $10 < 0.97; far += $10 < 0.90; rows[NR] = sprintf("  %7.3f  %s", $10, $3) }
    END {
      printf "ratios to fftw below 0.97: %d rows, below 0.90: %d rows; the least:\n", below, far
      for (i = 1; i <= 5; i++) print rows[i]
    }' >wanted.txt
  expect "the slowest random problems" "$(sed -n '/^ratios to/,$p' out.txt)" "$(cat wanted.txt)"
  says "geometric mean of the ratios over $(sed 1d random.csv | wc -l | tr -d ' ') rows: " out.txt
fi
# Wisdom: problems are measured once, kept in a file, and planned from it.
TCFFT_WISDOM=$work/wisdom/file
export TCFFT_WISDOM
run_failing 2 tune
says "tcfft tune: expected a PROBLEM, --set, --random or --all" err.txt
run_failing 2 tune c2c:60 --random 1
run_failing 2 tune c2c:60 --count 3
run_failing 2 tune --set none
run_failing 2 tune c2c:60x
run 0 wisdom show
expect "nothing yet" "$(cat out.txt)" "nothing has been measured"
run 0 tune c2c:60 c2c:60*100 --device host --threads 1
expect "measured problems" "$(grep -c '^c2c.* measured ' out.txt)" 2
says "2 measured, 0 known before, 0 failed, 0 left for want of time" out.txt
run 0 tune c2c:60 c2c:64 --device host --threads 1
expect "a known and a new problem" "$(sed -n 's/^c2c.* \(measured\|known\) .*/\1/p' out.txt | tr '\n' ' ')" "known measured "
run 0 tune c2c:60 --device host --threads 1 --again --thorough --csv tune.csv
expect "a head, names and a row" "$(wc -l <tune.csv) $(sed -n '$s/,.*//p' tune.csv) $(awk -F, '!/^#/ { print NF }' tune.csv | uniq)" "3 c2c:60 12"
says "1 measured, 0 known before" out.txt
says " candidates, programs compiled or loaded for them 0, " out.txt
run_failing 1 tune c2c:60 --device host --csv no/such/folder.csv
# Several problems at once.
TCFFT_WISDOM=$work/wisdom/several
run 0 tune c2c:72 c2c:75 c2c:80 c2c:84 --device host --threads 1 --jobs 3 --csv tune.csv
says "4 measured, 0 known before, 0 failed, 0 left for want of time" out.txt
expect "a row for each problem" "$(sed -n 's/^\(c2c[^,]*\),.*/\1/p' tune.csv | sort | tr '\n' ' ')" "c2c:72 c2c:75 c2c:80 c2c:84 "
run 0 tune c2c:72 c2c:75 c2c:80 c2c:84 --device host --threads 1 --jobs 2
says "0 measured, 4 known before, 0 failed" out.txt
TCFFT_WISDOM=$work/wisdom/file
# What is built in has one record of each class, which a record of fewer bytes does not replace.
built_in=$bench/../src/planner/h200.wisdom
{ cat "$built_in"; sed -n '2s/bytes=[0-9]*/bytes=1/gp' "$built_in"; } >more.txt
"$bench/builtin_wisdom.sh" more.txt 'H200 (tiles alone)' >out.txt
expect "built-in wisdom made again" "$(sort out.txt)" "$(sort "$built_in")"
run 0 tune c2c:66 c2c:70 --device host --threads 1 --time 1e-9
says "0 measured, 0 known before, 0 failed, 2 left for want of time" out.txt
run 0 tune c2c:1000x100 c2c:70 --device host --threads 1 --time 0.0005  # the first is begun, and not known afterwards
says "0 measured, 0 known before, 0 failed, 2 left for want of time" out.txt
run 0 tune --random 1 --count 3 --max-bytes 1 --device host
says "0 measured" out.txt
run 0 plan c2c:60*100 --device host --threads 1
says "measured, 1 stage" out.txt
run 0 plan c2c:61*100 --device host --threads 1
says "predicted, 1 stage" out.txt
run 0 bench c2c:60*100 --device host --seconds 0.001 --peers none
says "measured plans are taken where there are some" out.txt
run 0 wisdom show
expect "records that are shown" "$(grep -c '^c2c:' out.txt)" 3
says "and 3 of stages" out.txt
run 0 wisdom stats
says "$work/wisdom/file" out.txt
says "records  6" out.txt
run 0 wisdom export all.txt
expect "the head of the text" "$(head -1 all.txt)" "tcfft wisdom 1"
expect "its lines" "$(wc -l <all.txt | tr -d ' ')" 7
run 0 wisdom export -
expect "on standard output" "$(cat out.txt)" "$(cat all.txt)"
echo "my letters" >letters.txt
run_failing 1 wisdom export letters.txt
says "letters.txt is left alone: it is no file of wisdom" err.txt
expect "a file of another sort" "$(cat letters.txt)" "my letters"
run 0 wisdom forget
says "6 records forgotten" out.txt
absent "$TCFFT_WISDOM"
run 0 wisdom import all.txt
says "6 taken, 0 known, 0 of older kernels left out" out.txt
run 0 wisdom import all.txt
says "0 taken, 6 known" out.txt
cp all.txt both.txt
TCFFT_WISDOM=$work/wisdom/other
run 0 tune c2c:48*10 --device host --threads 1
run 0 wisdom export both.txt
expect "lines of what a file had and what was added" "$(wc -l <both.txt | tr -d ' ')" 9
mkdir linked
cp "$work/wisdom/other" linked/target
ln -s target linked/link
TCFFT_WISDOM=$work/linked/link
run 0 tune c2c:80*10 --device host --threads 1  # through it
expect "a link that stays one" "$(readlink linked/link)" target
expect "what it leads to has the record" "$(grep -c 'c2c:80\*10' linked/target)" 1
TCFFT_WISDOM=$work/linked/folder/
run_failing 1 tune c2c:60 --device host --threads 1
TCFFT_WISDOM=/dev/null
run_failing 1 tune c2c:60 --device host --threads 1
says "is no regular file" err.txt
expect "what is left of exports that fail" "$(ls -d linked/folder /dev/null.lock 2>/dev/null)" ""
TCFFT_WISDOM=$work/wisdom/file
sed '2s/:time=[^:]*:/:time=abc:/' all.txt >wrong.txt
run_failing 1 wisdom import wrong.txt
says "wrong.txt: line 2 of the wisdom: schedule line" err.txt
says "time=abc is none that it can have" err.txt
run_failing 1 wisdom import "$work/"
says "is no regular file" err.txt
chmod 666 all.txt
run_failing 1 wisdom import all.txt
says "can be written by others than its owner (chmod go-w)" err.txt
echo nonsense >>"$TCFFT_WISDOM"
for action in show stats "export all.txt" "import all.txt"; do
  # shellcheck disable=SC2086
  run_failing 1 wisdom $action
  says "line 8 of the wisdom" err.txt
done
run 0 plan c2c:60*100 --device host --threads 1  # a broken file is passed over
says "predicted, 1 stage" out.txt
run_failing 1 tune c2c:60 --device host
says "is left alone" err.txt
run 0 wisdom forget
says "7 records forgotten" out.txt
absent "$TCFFT_WISDOM"
echo "my letters" >"$TCFFT_WISDOM"
run_failing 1 wisdom forget
expect "another file" "$(cat "$TCFFT_WISDOM")" "my letters"
run_failing 2 wisdom
run_failing 2 wisdom dance
run_failing 2 wisdom export
run_failing 2 wisdom show all.txt
TCFFT_WISDOM=
run_failing 1 tune c2c:60
run_failing 1 wisdom import all.txt
run 0 wisdom stats
says "none: TCFFT_WISDOM is empty" out.txt
run_failing 1 accuracy --sizes 64 --ranges 1 --csv nosuchdirectory/a.csv
run_failing 1 accuracy --sizes 64 --ranges 1 --device cuda

# ------------------------------------------------------------------------------------------------ against NumPy

if [ -n "$numpy_check" ]; then
  found=
  for python in python3 /usr/bin/python3; do
    if "$python" -c 'import numpy' >/dev/null 2>&1; then
      found=$python
      break
    fi
  done
  if [ -n "$found" ]; then
    checks=$((checks + 1))
    "$found" "$numpy_check" "$tcfft" 2>err.txt || fail "the comparison with NumPy fails"
  else
    echo "no Python with NumPy here: the comparison with it is left out"
  fi
fi

finish 200
