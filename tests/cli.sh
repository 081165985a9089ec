#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The command from outside: exit statuses, what it says where, and what it leaves behind.
#     cli.sh PATH-OF-TCFFT [PATH-OF-cli_numpy.py]
set -u
tcfft=$1
numpy_check=${2:-}
bench=$(cd "$(dirname "$0")/../bench" && pwd) || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
checks=0
failures=0

fail() {
  failures=$((failures + 1))
  echo "FAIL: $*" >&2
  sed 's/^/    /' err.txt | head -5 >&2
}

# run STATUS ARGUMENTS...: runs the command, keeps out.txt and err.txt, checks the exit status.
run() {
  wanted=$1
  shift
  checks=$((checks + 1))
  "$tcfft" "$@" >out.txt 2>err.txt </dev/null
  got=$?
  [ $got -eq "$wanted" ] || fail "tcfft $* exits with $got, not $wanted"
}

# Failures say why on stderr and print no result.
run_failing() {
  run "$@"
  [ -s err.txt ] || fail "tcfft $*: nothing on stderr"
}

says() {
  checks=$((checks + 1))
  grep -qiF -- "$1" "$2" || fail "'$1' is not in $2: $(head -3 "$2")"
}

# expect NAME GOT WANTED
expect() {
  checks=$((checks + 1))
  [ "$2" = "$3" ] || fail "$1: got $2, not $3"
}

absent() {
  checks=$((checks + 1))
  [ ! -e "$1" ] || fail "$1 was left behind"
}

nothing_left() {
  checks=$((checks + 1))
  [ -z "$(ls -A "$1")" ] || fail "left behind in $1: $(ls -A "$1")"
}

# ------------------------------------------------------------------------------------------------ help and usage

run 0 --help
for command in info exec accuracy bench plan spectrogram; do
  says "$command" out.txt
done
for command in info exec accuracy bench plan spectrogram; do
  run 0 "$command" --help
  says "tcfft $command" out.txt
  run_failing 2 "$command" --nosuchoption
  expect "last line of a usage error" "$(tail -1 err.txt)" "tcfft $command: '--nosuchoption': no such option"
  expect "first word of a usage error" "$(head -1 err.txt | cut -d' ' -f1-3)" "usage: tcfft $command"
done
run_failing 2
expect "last line without a command" "$(tail -1 err.txt)" "tcfft: a COMMAND is missing"
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
run_failing 2 spectrogram
run_failing 2 spectrogram a.wav
run_failing 2 spectrogram a.wav b.png --window 0

# ------------------------------------------------------------------------------------------------ asking

run 0 info
says host out.txt
says cuda out.txt
says opencl out.txt
for problem in c2c:4096 r2c:1024x1024*64 dct2:1000*8 c2c:65521; do
  run 0 plan "$problem"
  says "$problem" out.txt
done
run 0 plan c2c:1048576 --as board1
run_failing 1 plan c2c:4096 --device cuda
says cuda err.txt
run_failing 1 plan c2c:4096 --as nosuchdevice
"$tcfft" plan c2c:8y >out.txt 2>err.txt
status=$?
if [ $status -ne 1 ] && [ $status -ne 2 ] || [ ! -s err.txt ]; then fail "plan c2c:8y exits with $status"; fi

# ------------------------------------------------------------------------------------------------ .npy

# npy FILE HEADER: a version 1 header of 128 bytes in all; the data is appended by the caller.
npy() {
  printf '\223NUMPY\001\000v\000%-117s\n' "$2" >"$1"
}

one='\0000\0000\0200\0077'
nil='\0000\0000\0000\0000'
npy impulse.npy "{'descr': '<c8', 'fortran_order': False, 'shape': (4,), }"
printf %b "$one$nil$nil$nil$nil$nil$nil$nil" >>impulse.npy

numbers() {
  tail -c "$2" "$1" | od -An -v -tf4 | tr -s ' \n' ' ' | sed 's/-0 /0 /g; s/^ //; s/ $//'
}

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
# One that is there in full, and too long.
{
  printf '\223NUMPY\002\000\000\000\040\000%-2097151s\n' "{'descr': '<f4', $good"
  printf 0123456789abcdef
} >longest.npy
says_of longest "a header of 2097152 bytes is none"

# ------------------------------------------------------------------------------------------------ outputs that cannot be

npy big.npy "{'descr': '<c8', 'fortran_order': False, 'shape': (4096,), }"
head -c 32768 /dev/zero >>big.npy
mkdir full taken.npy
run_failing 1 exec impulse.npy nosuchdirectory/out.npy
run_failing 1 exec impulse.npy taken.npy
nothing_left taken.npy
cp impulse.npy full/kept.npy
checks=$((checks + 1))
(
  trap '' XFSZ
  ulimit -f 8
  "$tcfft" exec big.npy full/out.npy >out.txt 2>err.txt
)
[ $? -eq 1 ] || fail "a file that cannot be written to its end exits with something else than 1"
absent full/out.npy
says "File too large" err.txt
rm full/kept.npy
nothing_left full
run_failing 1 exec impulse.npy /dev/full
says "No space left on device" err.txt
run_failing 1 exec impulse.npy ''
says "the name of the output file is empty" err.txt
# The reason is there however long the path is, and a name may be as long as the file system lets it be.
long=$(printf '%080d' 0)
mkdir -p "$long/$long/$long/$long"
run_failing 1 exec impulse.npy "$long/$long/$long/$long/nosuchdirectory/out.npy"
says "No such file or directory" err.txt
for length in 252 255; do
  name=$(printf "%0${length}d" 0)
  run 0 exec impulse.npy "$name"
  rm -f "$name"
done
run_failing 1 exec impulse.npy "$(printf '%0256d' 0)"
says "File name too long" err.txt

# ------------------------------------------------------------------------------------------------ outputs that are there

mode_of() {
  stat -c %a "$1"
}

mkdir kept
(umask 027 && "$tcfft" exec impulse.npy kept/new.npy >out.txt 2>err.txt)
expect "mode of a new file" "$(mode_of kept/new.npy)" 640
cp ones.npy kept/private.npy
chmod 600 kept/private.npy
run 0 exec impulse.npy kept/private.npy
expect "mode of a file that is overwritten" "$(mode_of kept/private.npy)" 600
expect "a file that is overwritten" "$(numbers kept/private.npy 32)" "1 0 1 0 1 0 1 0"

# Links are followed, whether or not anything is there.
mkdir kept/behind
cp impulse.npy kept/behind/target.npy
ln -s behind/target.npy kept/link.npy
ln -s link.npy kept/second.npy
ln -s behind/made.npy kept/dangling.npy
for link in second dangling; do run 0 exec impulse.npy kept/$link.npy; done
for link in link second dangling; do
  checks=$((checks + 1))
  [ -L kept/$link.npy ] || fail "kept/$link.npy is no link any more"
  expect "what $link.npy leads to" "$(numbers kept/$link.npy 32)" "1 0 1 0 1 0 1 0"
done
ln -s round.npy kept/round.npy
run_failing 1 exec impulse.npy kept/round.npy
ln impulse.npy kept/hard.npy
cp impulse.npy other.npy
run 0 exec other.npy kept/hard.npy
expect "the other name of a hard link" "$(numbers impulse.npy 32)" "1 0 1 0 1 0 1 0"
cp other.npy impulse.npy
rm kept/hard.npy
expect "what is left beside outputs" "$(ls -A kept | tr '\n' ' ')" "behind dangling.npy link.npy new.npy private.npy round.npy second.npy "

# A file that may be written, in a folder that may not. root may write everywhere, so this is done by another user.
cp big.npy kept/behind/target.npy
chmod 755 "$work" && chmod 666 kept/behind/target.npy && chmod 555 kept/behind
as_user=
[ "$(id -u)" -eq 0 ] && as_user="setpriv --reuid=65534 --regid=65534 --clear-groups"
# shellcheck disable=SC2086
if $as_user "$tcfft" --version >/dev/null 2>&1; then
  checks=$((checks + 1))
  $as_user "$tcfft" exec impulse.npy kept/behind/target.npy >out.txt 2>err.txt || fail "a file in a folder that is not writable"
  expect "a file in a folder that is not writable" "$(wc -c <kept/behind/target.npy | tr -d ' ')" 160
  expect "a file in a folder that is not writable" "$(numbers kept/behind/target.npy 32)" "1 0 1 0 1 0 1 0"
  $as_user "$tcfft" exec impulse.npy kept/behind/never.npy >out.txt 2>err.txt
  expect "exit status of a new file in a folder that is not writable" $? 1
  says "Permission denied" err.txt
  chmod 444 kept/behind/target.npy
  $as_user "$tcfft" exec impulse.npy kept/behind/target.npy >out.txt 2>err.txt
  expect "exit status of a file that is write-protected" $? 1
else
  echo "no other user than root can run $tcfft: a folder that is not writable is left out"
fi
chmod 755 kept/behind

# Standard output holds the data and nothing else, by whatever name it goes.
run 0 exec impulse.npy -
cp out.txt dash.npy
says "c2c:4" err.txt
ln -s /dev/fd/1 stdout # as /dev/stdout is one, which is not to be put at risk here
for name in stdout /dev/fd/1 /proc/self/fd/1 "$work/out.txt"; do
  run 0 exec impulse.npy "$name"
  cmp -s out.txt dash.npy || fail "exec impulse.npy $name writes something else"
done
"$tcfft" exec impulse.npy - 2>err.txt | cat >piped.npy
cmp -s piped.npy dash.npy || fail "exec impulse.npy - into a pipe writes something else"
expect "spectrum of an impulse on standard output" "$(numbers dash.npy 32)" "1 0 1 0 1 0 1 0"
"$tcfft" exec impulse.npy - >/dev/full 2>err.txt
expect "exit status of a standard output that is full" $? 1
says "No space left on device" err.txt
"$tcfft" exec impulse.npy closed.npy >&- 2>err.txt
expect "exit status of a standard output that is closed" $? 1
cmp -s closed.npy dash.npy || fail "with standard output closed, closed.npy is something else"

# An input is not overwritten, by whatever name.
cp impulse.npy same.npy
ln -s same.npy symbolic.npy
ln same.npy hard.npy
for name in same.npy ./same.npy symbolic.npy hard.npy; do
  run_failing 2 exec same.npy $name
  says "same file" err.txt
done
cmp -s same.npy impulse.npy || fail "an input that is the output is overwritten"
run_failing 2 accuracy --sizes 64 --device host --csv - --plot -
says "same file" err.txt
run_failing 2 bench c2c:64 --device host --csv same.out --plot same.out

# ------------------------------------------------------------------------------------------------ recordings

: >empty.wav
echo "this is no recording" >text.wav
printf 'RIFF\044\000\000\000WAVEfmt \020\000\000\000\001\000\001\000\200\273\000\000\000\167\001\000\002\000\020\000data\000\000\000\000' >silent.wav
for bad in empty text silent nosuchfile; do
  run_failing 1 spectrogram $bad.wav never.png
  says "$bad.wav" err.txt
  absent never.png
done
# A second of something periodic: 48000 samples of 16 bits.
{
  printf 'RIFF\044\167\001\000WAVEfmt \020\000\000\000\001\000\001\000\200\273\000\000\000\167\001\000\002\000\020\000data\000\167\001\000'
  yes ' ~ 0  a 0 z' | head -c 96000
} >tone.wav
"$tcfft" spectrogram tone.wav tone.png --window 1024 --hop 512 >out.txt 2>err.txt
status=$?
checks=$((checks + 1))
if [ $status -eq 0 ]; then
  expect "first bytes of the picture" "$(head -c 4 tone.png | tail -c 3)" PNG
  # 92 frames of 513 bins, with room around them for axes, colours and a title.
  size=$(od -An -v -tu1 -j16 -N8 tone.png | awk '{ print $3 * 256 + $4 " x " $7 * 256 + $8 }')
  says "tone.png: $size points, 0 to 24 kHz, 90 dB" out.txt
  checks=$((checks + 1))
  if [ "${size%% *}" -lt 700 ] || [ "${size##* }" -lt 580 ]; then fail "a picture of $size points has no axes"; fi
  run_failing 1 spectrogram tone.wav nosuchdirectory/out.png
  run 0 spectrogram tone.wav - --window 1024 --hop 512
  cmp -s tone.png out.txt || fail "the picture on standard output is another"
  cp tone.wav kept.wav
  ln -s kept.wav link.wav
  for name in kept.wav link.wav; do
    run_failing 2 spectrogram kept.wav $name
    says "same file" err.txt
  done
  cmp -s tone.wav kept.wav || fail "a recording is overwritten"
else
  # Without libpng or libsndfile the command says which is missing.
  if [ $status -ne 1 ] || ! grep -qi "libpng\|sndfile" err.txt; then fail "spectrogram exits with $status"; fi
fi

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
  "device,algorithm,problem,ms,gbps,copy_share,gflops,peer,peer_ms,peer_ratio"

# A reader of the printed rows that leaves early loses nothing of the file, and the status tells.
mkdir piped
checks=$((checks + 1))
{
  "$tcfft" accuracy --sizes 4:2^14 --device host --csv piped/o.csv 2>err.txt
  echo $? >status.txt
} | head -1 >out.txt
expect "exit status of a table whose reader leaves" "$(cat status.txt)" 1
says "standard output" err.txt
expect "rows of a table whose reader leaves" "$(wc -l <piped/o.csv | tr -d ' ')" 27
rm -f piped/o.csv
nothing_left piped
# A signal at a time when the table's file is there and the table is not done.
for signal in INT TERM HUP QUIT XCPU; do
  checks=$((checks + 1))
  (
    # shellcheck disable=SC3045
    ulimit -c 0
    exec timeout -s $signal 0.5 "$tcfft" accuracy --sizes "$(yes 2^20 | head -100 | paste -sd,)" --device host --csv piped/o.csv
  ) >out.txt 2>err.txt </dev/null
  [ $? -ne 0 ] || fail "a hundred tables are done before SIG$signal"
  nothing_left piped
  rm -f piped/* piped/.[!.]*
done

run 0 accuracy --sizes 64,256 --ranges 1 --algorithm classic,tensor --device host --csv -
cmp -s accuracy.csv out.txt || fail "the table on standard output is another"
run 0 bench c2c:256*100 --device host --csv -
expect "lines of the bench table on standard output" "$(wc -l <out.txt | tr -d ' ')" 2
run 0 bench --help
says "default 0 = none" out.txt

# Pictures need gnuplot; a missing one is a failure that names it.
is_picture() {
  checks=$((checks + 1))
  [ "$(head -c 4 "$1" | tail -c 3)" = PNG ] || fail "$1 is no PNG"
}
if command -v gnuplot >/dev/null; then
  run 0 accuracy --sizes 64,256,1024 --ranges 1 --algorithm classic,tensor --device host --plot accuracy.png
  is_picture accuracy.png
  run 0 accuracy --sizes 256 --ranges 1e-3,1,1e3 --algorithm classic --device host --plot ranges.png
  is_picture ranges.png
  cat >made.csv <<'CSV'
# 2026-01-01T00:00Z, a GPU, driver 1
# commit 1
device,algorithm,kind,input,n,range,rel_l2,max_rel,bound,cufft_rel_l2,cufft_half_rel_l2,published_half_cufft,published_splitting,verdict
"A, GPU",classic,c2c,uniform,64,1,1.1e-07,1e-07,2e-07,1.2e-07,0.0006,,,ok
"A, GPU",tensor,c2c,uniform,64,1,1.3e-07,1e-07,2e-07,1.2e-07,0.0006,,,above cufft
"A, GPU",tensor,c2c,uniform,128,1,1.3e-07,1e-07,2e-07,1.2e-07,,,,above cufft
"A, GPU",tensor,c2c,uniform,4096,1,1.4e-07,1e-07,2e-07,1.5e-07,0.001,0.0126,2.9e-06,ok
"A, GPU",half1,c2c,uniform,4096,1e+10,0.0005,0.001,0.001,1.5e-07,nan,,3e-06,above cufft
"A, GPU",half1,c2c,uniform,4096,1e+30,inf,0.001,0.001,1.5e-07,inf,,,above bound cufft
"A, GPU",tensor,c2c,tone,2048,1,1.1e-07,1e-07,2e-07,1.2e-07,0.0006,,,ok
CSV
  for over in n range; do
    checks=$((checks + 1))
    "$bench/accuracy_plot.sh" made.csv over_$over.png $over >out.txt 2>err.txt || fail "accuracy_plot.sh $over"
    is_picture over_$over.png
    [ -s err.txt ] && fail "accuracy_plot.sh $over complains"
  done
  "$bench/accuracy_plot.sh" made.csv never.png range 8192 >out.txt 2>err.txt
  expect "exit status of accuracy_plot.sh without a row" $? 1
  says "no row" err.txt
  absent never.png
  "$bench/accuracy_plot.sh" made.csv never.png nothing >out.txt 2>err.txt
  expect "exit status of accuracy_plot.sh for nothing" $? 2
  run 0 bench c2c:64*100 c2c:256*100 --seconds 0.01 --device host --plot bench.png
  is_picture bench.png
  cat >sweep.csv <<'CSV'
# 2026-01-01T00:00Z, a GPU, driver 1
device,set,algorithm,problem,ms,gbps,copy_share,gflops,rel_l2,launches,plan_ms,cufft_ms,cufft_ratio,cufft_rel_l2,cufft_plan_ms,failure
"A, GPU",sweep_pow2,auto,c2c:64*8,1,1,0.9,1,1e-07,1,1,1.1,1.1,1e-07,1,
"A, GPU",sweep_pow2,auto,c2c:128*8,1,1,0.8,1,1e-07,1,1,,,,,
CSV
  "$bench/sweep_plot.sh" sweep.csv sweep.png >out.txt 2>err.txt || fail "sweep_plot.sh"
  is_picture sweep.png
  [ -s err.txt ] && fail "sweep_plot.sh complains"
  "$bench/sweep_plot.sh" sweep.csv never.png sweep_none >out.txt 2>err.txt
  expect "exit status of sweep_plot.sh without a row" $? 1
  absent never.png
  # What gnuplot is told: units on both axes, machine and date, a legend that takes no room beside the curves, and of each
  # contestant the colour that it has everywhere.
  mkdir told
  cat >told/gnuplot <<'SCRIPT'
#!/bin/sh
cat >told/script.txt
out=$(sed -n "s/^set output '\(.*\)'/\1/p" told/script.txt)
if [ -n "$out" ]; then cp accuracy.png "$out"; else cat accuracy.png; fi
SCRIPT
  chmod +x told/gnuplot
  told() {
    checks=$((checks + 1))
    (PATH=$PWD/told:$PATH && export PATH && "$@") >out.txt 2>err.txt || fail "$*"
    says "set xlabel '" told/script.txt
    says "set ylabel '" told/script.txt
    says "set key below" told/script.txt
    grep -q '^set.* title .*20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]' told/script.txt || fail "$*: no date"
  }
  colour() {
    expect "colour of $1" "$(grep -oi "lc rgb .#[0-9a-f]*.[^,]* title .$2" told/script.txt | grep -o '#[0-9a-f]*' | sort -u)" \
      "$(sed -n "s/^TCF_CONTESTANT(\"$1\",.*\"\(#.*\)\")/\1/p" "$bench/contestants.h")"
  }
  for over in n range; do
    told "$bench/accuracy_plot.sh" made.csv told/out.png $over
    says "A, GPU, 2026-01-01" told/script.txt
    colour tensor "tcfft tensor"
    colour cufft "cuFFT FP32"
  done
  told "$bench/sweep_plot.sh" sweep.csv told/out.png
  says "A, GPU, 2026-01-01" told/script.txt
  colour tcfft "tcfft"
  colour cufft "cuFFT FP32"
  told "$tcfft" accuracy --sizes 64,256 --algorithm classic,tensor --device host --plot told/out.png
  colour classic "tcfft classic"
  colour tensor "tcfft tensor"
  told "$tcfft" bench c2c:64*100 --seconds 0.01 --peers none --device host --plot told/out.png
  colour tcfft "tcfft"
  # One size alone is a picture, too, without a word of gnuplot's.
  run 0 accuracy --sizes 64 --algorithm classic --device host --plot one.png
  [ ! -s err.txt ] || fail "gnuplot complains of a single size"
  expect "colours of contestants, each but once" "$(grep -o '#[0-9a-f]*")$' "$bench/contestants.h" | sort | uniq -d)" ""
  # gnuplot says nothing of a disk that is full: what it leaves is looked at, and the old picture stays.
  cp bench.png kept.png
  checks=$((checks + 1))
  (
    trap '' XFSZ
    ulimit -f 8
    "$tcfft" accuracy --sizes 4:64 --device host --plot kept.png >out.txt 2>err.txt
  )
  expect "exit status of a picture that is cut" $? 1
  says "picture is cut" err.txt
  cmp -s bench.png kept.png || fail "a picture that is cut replaces the old one"
  run_failing 1 accuracy --sizes 4:64 --device host --plot /dev/full
  says "No space left on device" err.txt
fi
(PATH=/nonexistent && export PATH && "$tcfft" accuracy --sizes 64 --ranges 1 --plot none.png >out.txt 2>err.txt)
expect "exit status without gnuplot" $? 1
says gnuplot err.txt
absent none.png
run 0 bench --set smooth --seconds 0.001 --peers none --device host
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

echo "$checks checks, $failures failures"
[ $checks -gt 100 ] && [ $failures -eq 0 ]
