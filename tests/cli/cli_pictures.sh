#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The command's pictures, and those that the scripts of bench/ make of its tables.
#     cli_pictures.sh PATH-OF-TCFFT
set -u
tcfft=$1
cli=$(cd "$(dirname "$0")" && pwd) || exit 1
# shellcheck source=tests/cli/cli_support.sh
. "$(dirname "$0")/cli_support.sh"

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
  # Samples of 16 bits are transformed as they are, those of two channels as well: beside a silent channel the picture is the same.
  says "in=i16:id=512 on" out.txt
  mkdir alone left right
  {
    printf 'RIFF\244\045\000\000WAVEfmt \020\000\000\000\001\000\001\000\200\273\000\000\000\167\001\000\002\000\020\000data\200\045\000\000'
    tail -c 9600 tone.wav
  } >alone/tone.wav
  for folder in left right; do
    octets='\\\1\\\2\\000\\000'
    [ $folder = left ] || octets='\\000\\000\\\1\\\2'
    {
      printf 'RIFF\044\113\000\000WAVEfmt \020\000\000\000\001\000\002\000\200\273\000\000\000\356\002\000\004\000\020\000data\000\113\000\000'
      # shellcheck disable=SC2059
      printf "$(tail -c 9600 tone.wav | od -An -v -to1 -w2 | sed "s/ \(...\) \(...\)/$octets/" | tr -d '\n')"
    } >$folder/tone.wav
  done
  for folder in alone left right; do
    (cd $folder && "$tcfft" spectrogram tone.wav tone.png --window 1024 --hop 512) >out.txt 2>err.txt || fail "$folder: $(cat err.txt)"
    cmp -s alone/tone.png $folder/tone.png || fail "the picture of $folder is another"
  done
  says "r2c:2x1024*8:in=i16:is=1,2:id=1024:ba=1 on" out.txt
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
  # The highest frequency, of two samples a period, is in the last bin, and the lowest in the first: each is a row of the loudest
  # colour from edge to edge. (The colour bar has fewer such points.)
  for edge in highest lowest; do
    octets='\000\100\000\300'
    [ $edge = highest ] || octets='\000\100\000\100'
    {
      head -c 44 tone.wav
      yes abc | head -c 96000 | tr 'abc\n' "$octets"
    } >edge.wav
    run 0 spectrogram edge.wav edge.png --window 1024 --hop 512
    checks=$((checks + 1))
    if command -v python3 >/dev/null; then
      loudest=$(python3 "$cli/cli_png.py" edge.png 252 253 191 2>err.txt) && [ "$loudest" -ge 600 ] || fail "the $edge bin is not drawn"
    fi
  done
else
  # Without libpng or libsndfile the command says which is missing.
  if [ $status -ne 1 ] || ! grep -qi "build it from source where libpng\|sndfile" err.txt; then fail "spectrogram exits with $status"; fi
fi

# ------------------------------------------------------------------------------------------------ line spectra

npy zeros.npy "{'descr': '<c8', 'fortran_order': False, 'shape': (4,), }"
printf %b "$nil$nil$nil$nil$nil$nil$nil$nil" >>zeros.npy
lines() {
  command -v python3 >/dev/null || return 0
  expect "blue points of $1" "$(python3 "$cli/cli_png.py" "$1" 31 119 180)" "$2"
}
"$tcfft" sparse impulse.npy --k 4 --plot lines.png >out.txt 2>err.txt
status=$?
checks=$((checks + 1))
if [ $status -eq 0 ]; then
  is_picture lines.png
  says "4 coefficients of 4 complex samples" out.txt
  # Each of the four is 1 of 4 samples, 12 dB below amplitude 1, on an axis of 40 dB from -10 dB down: 380 points high, 2 wide.
  lines lines.png $((4 * 2 * 380))
  run 0 sparse impulse.npy --k 4 --plot hertz.png --rate 8000
  is_picture hertz.png
  lines hertz.png $((4 * 2 * 380))
  checks=$((checks + 1))
  cmp -s lines.png hertz.png && fail "--rate changes nothing in the picture"
  # Axes without a line in them.
  run 0 sparse zeros.npy --plot axes.png --rate 8000
  says "0 coefficients" out.txt
  is_picture axes.png
  lines axes.png 0
  run 0 sparse impulse.npy --k 4 --plot both.png --out both.csv
  is_picture both.png
  expect "rows beside a picture" "$(grep -c '^[0-9]' both.csv)" 4
  ln -s /dev/full full.png
  run_failing 1 sparse impulse.npy --plot full.png
  says "No space left on device" err.txt
  # The wideband recording, shortened: the whole transform has its carriers, and what the sparse one has is compared with them.
  checks=$((checks + 1))
  N=1048576 "$bench/wideband.sh" "$tcfft" wide >out.txt 2>err.txt || fail "wideband.sh"
  [ ! -s err.txt ] || fail "wideband.sh complains"
  is_picture wide/wideband.png
  says "# dense: 24 of 24 steady, 6 of 6 drifting, 6 of 6 keyed, 0 that are none" wide/wideband.csv
  says "# sparse: 24 of 24 steady" wide/wideband.csv
  expect "carriers of the wideband recording" "$(grep -cE ',(steady|drifting|keyed),' wide/wideband.csv)" 36
else
  if [ $status -ne 1 ] || ! grep -q "build it from source where libpng" err.txt; then fail "sparse --plot exits with $status"; fi
  absent lines.png
fi
run_failing 1 sparse impulse.npy --plot nosuchdirectory/out.png
says "cannot write: nosuchdirectory/out.png" err.txt
cp impulse.npy signal.png
run_failing 2 sparse signal.png --plot signal.png
says "same file" err.txt
ln -s made.png made.csv
: >made.png
run_failing 2 sparse impulse.npy --plot made.png --out made.csv
says "same file" err.txt

# ------------------------------------------------------------------------------------------------ plots

# Pictures need gnuplot; a missing one is a failure that names it.
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
device,set,algorithm,problem,ms,gbps,copy_fraction,gflops,rel_l2,launches,plan_ms,cufft_ms,cufft_ratio,cufft_rel_l2,cufft_plan_ms,failure
"A, GPU",sweep_pow2,auto,c2c:64*8,1,1,0.9,1,1e-07,1,1,1.1,1.1,1e-07,1,
"A, GPU",sweep_pow2,auto,c2c:128*8,1,1,0.8,1,1e-07,1,1,,,,,
CSV
  "$bench/sweep_plot.sh" sweep.csv sweep.png >out.txt 2>err.txt || fail "sweep_plot.sh"
  is_picture sweep.png
  [ -s err.txt ] && fail "sweep_plot.sh complains"
  "$bench/sweep_plot.sh" sweep.csv never.png sweep_none >out.txt 2>err.txt
  expect "exit status of sweep_plot.sh without a row" $? 1
  absent never.png
  # As `tcfft tune --csv` writes it; of its plans one is within 10 % of its stages, and two within 20 %.
  cat >tune.csv <<'CSV'
# 2026-01-01 a GPU (cuda)
problem,estimated,measured,launches,stages,whole,other_launches,other_stages,other_whole,candidates,programs,timed
c2c:64*8,2e-05,1e-05,1,1e-05,1e-05,,,,10,4,5
c2c:65536,4e-05,2e-05,2,2.1e-05,2e-05,2,2.5e-05,3e-05,10,4,5
r2c:100x100,,2e-05,2,3e-05,2e-05,,,,10,4,5
CSV
  "$bench/tune_plot.sh" tune.csv tune.png >out.txt 2>err.txt || fail "tune_plot.sh"
  is_picture tune.png
  [ -s err.txt ] && fail "tune_plot.sh complains"
  says "2 problems, geometric mean of the gain 2.000" out.txt
  says "3 plans of several launches: 33 % within 10 % of their stages, 67 % within 20 %" out.txt
  sed -n '1,2p' tune.csv >empty.csv
  "$bench/tune_plot.sh" empty.csv never.png >out.txt 2>err.txt
  expect "exit status of tune_plot.sh without a row" $? 1
  absent never.png
  # Rows as the command writes them, of a single length, beside those of voting.
  for method in peeling voting; do
    run 0 sparse --bench --longest 4096 --method $method --no-fallback --csv sparse_$method.csv
  done
  checks=$((checks + 1))
  "$bench/sparse_plot.sh" sparse_peeling.csv sparse.png sparse_voting.csv >out.txt 2>err.txt || fail "sparse_plot.sh"
  is_picture sparse.png
  [ -s err.txt ] && fail "sparse_plot.sh complains"
  says "| n | k | tcfft sparse, peeling ms | tcfft sparse, voting ms | tcfft ms |" out.txt
  says "| 2^12 | 50 |" out.txt
  grep '^[#n]' sparse_peeling.csv >empty.csv
  "$bench/sparse_plot.sh" empty.csv never.png >out.txt 2>err.txt
  expect "exit status of sparse_plot.sh without a row" $? 1
  says "no row" err.txt
  absent never.png
  # What gnuplot is told: units on both axes, machine and date, a legend that takes no room beside the curves, and of each
  # contestant the colour that it has everywhere.
  mkdir told
  cat >told/gnuplot <<'SCRIPT'
#!/bin/sh
cat >told/script.txt
out=$(sed -n "s/^set output '\(.*\)'/\1/p" told/script.txt)
for data in $(grep -o '"[^"]*[.]5[a-f]"' told/script.txt | tr -d '"' | sort -u); do cp "$data" "told/${data##*.}"; done
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
  # The figures of sparse transforms: four of a GPU alone, all six with voting and the host. A line of the data is x, then a
  # number for each curve in the order of the legend.
  cat >gpu.csv <<'CSV'
# sparse transforms beside whole ones, A, GPU, 2026-01-02, driver 1 (CUDA 13.0), runtime 13.0
# method auto, no fallback
# peer cufft, 12
n,k,sparse_ms,dense_ms,peer_ms,ratio,error,missed,invented,status
262144,1000,0.5,1,1.5,2,1e-07,0,0,0
524288,1000,0.5,2,3,4,1e-07,0,0,0
1048576,1000,9,4,6,1,1e-07,0,0,2
524288,50,0.25,2,3,4,2e-07,1,2,0
1048576,50,0.5,4,6,8,2e-07,0,0,0
1048576,50,0.75,4,6,8,2e-07,0,0,0
1048576,100,1,4,6,8,3e-07,0,0,0
CSV
  sed -e 's/method auto/method voting/' -e '/,1000,/s/,0.5,/,2,/' -e '/,50,/s/,0.5,/,4,/' -e 's/,[1-3]e-07/,5e-07/' \
    gpu.csv >voting.csv
  cat >host.csv <<'CSV'
# sparse transforms beside whole ones, A processor, 2026-01-02
# method auto, no fallback
# peer fftw, fftw-3
n,k,sparse_ms,dense_ms,peer_ms,ratio,error,missed,invented,status
262144,1000,2,30,40,20,1e-07,0,0,0
524288,1000,2,60,80,40,1e-07,0,0,0
CSV
  lines_of() { tr '\n' ';' <"told/$1"; }
  told "$bench/sparse_plot.sh" gpu.csv told/out.png
  says "A, GPU, 2026-01-02" told/script.txt
  expect "figures of a GPU alone" "$(grep -o '^set title "5[a-f]' told/script.txt | tr -d '\n')" \
    'set title "5aset title "5bset title "5cset title "5f'
  rm -f told/5?
  told "$bench/sparse_plot.sh" gpu.csv told/out.png voting.csv host.csv
  expect "figures of a GPU with voting and the host" "$(grep -c '^set title "5[a-f]' told/script.txt)" 6
  expect "figure 5a" "$(lines_of 5a)" "262144 0.5 2 1 1.5;524288 0.5 2 2 3;1048576 ? ? 4 6;"
  expect "figure 5b" "$(lines_of 5b)" "50 0.5 4 4 6;100 1 1 4 6;1000 ? ? 4 6;"
  expect "figure 5c" "$(lines_of 5c)" "262144 2 3;524288 4 6;"
  expect "figure 5d" "$(lines_of 5d)" "262144 80 20;524288 160 40;"
  expect "figure 5e" "$(lines_of 5e)" "262144 4;524288 4;"
  expect "figure 5f" "$(lines_of 5f)" "50 2e-07 5e-07;100 3e-07 5e-07;"
  colour peeling "tcfft sparse, peeling"
  colour voting "tcfft sparse, voting"
  colour cufft "cuFFT FP32"
  expect "rows of the table, each but once" "$(grep -c '^| 2^' out.txt)" 6
  says "| 2^18 | 1000 | 0.5 | 2 | 1 | 1.5 | 2.00 | 3.00 | 80.00 | 4.00 | 1.0e-07 | 0 | 5.0e-07 | 0 |" out.txt
  says "| 2^20 | 1000 |  |  | 4 | 6 |  |  |  |  |  | 0 |  | 0 |" out.txt
  says "| 2^19 | 50 | 0.25 | 0.25 | 2 | 3 | 8.00 | 12.00 |  | 1.00 | 2.0e-07 | 3 | 5.0e-07 | 3 |" out.txt
  told "$bench/sparse_plot.sh" host.csv told/out.png
  expect "figure 5d of the host" "$(lines_of 5d)" "262144 20;524288 40;"
  colour fftw FFTW
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

finish 15
