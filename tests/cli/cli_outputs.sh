#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The command's output files: what they leave as it was, what is left behind and said where they cannot be, standard output.
#     cli_outputs.sh PATH-OF-TCFFT
set -u
tcfft=$1
# shellcheck source=tests/cli/cli_support.sh
. "$(dirname "$0")/cli_support.sh"

run 0 exec impulse.npy ones.npy
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
expect "what is said of a result that was not written" "$(cat out.txt)" ""
rm full/kept.npy
nothing_left full
run_failing 1 exec impulse.npy /dev/full
says "No space left on device" err.txt
expect "what is said of a result that a full device refused" "$(cat out.txt)" ""
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

# ------------------------------------------------------------------------------------------------ readers that leave, signals

# A reader of the printed rows that leaves early loses nothing of the file, and the status tells.
mkdir piped
checks=$((checks + 1))
{
  sleep 0.5
  "$tcfft" accuracy --sizes 4:2^14 --device host --csv piped/o.csv 2>err.txt
  echo $? >status.txt
} | :
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

# Rows of long tables are kept under another name, as far as they were written, and printed as they come.
# cut_short SIGNAL PRINTED ROW ARGUMENTS..: ends a table when a line begins with PRINTED; the file must have rows that begin with ROW.
# An awk program in $whole says whether a line is a row, and all of it.
cut_short() {
  end=$1 printed=$2 row=$3
  shift 3
  checks=$((checks + 1))
  : >out.txt
  "$tcfft" "$@" --csv piped/o.csv >out.txt 2>err.txt </dev/null &
  table=$!
  tries=0
  until grep -q "^ *$printed" out.txt || [ $tries -ge 300 ]; do
    tries=$((tries + 1))
    sleep 0.1
  done
  # The row is printed before it is written or after it.
  tries=0
  until grep -rqsF "$row" piped || [ $tries -ge 100 ]; do
    tries=$((tries + 1))
    sleep 0.1
  done
  kill -"$end" $table
  if wait $table; then fail "the table of $1 is done before SIG$end"; fi
  absent piped/o.csv
  kept=$(find piped -type f)
  case $end:$kept in
    TERM:piped/o.csv.part | KILL:piped/.tcfft-*) ;;
    *) fail "$1: SIG$end leaves $kept" ;;
  esac
  says "$row" "$kept"
  expect "lines of $1 that SIG$end leaves and that are no whole rows" "$(grep -v '^#' "$kept" | sed 1d | awk -F, "!($whole)" | wc -l)" 0
  rm -f piped/* piped/.[!.]*
}
for end in TERM KILL; do
  whole='/^[0-9]/ && NF == 14'
  cut_short $end 65536 65536,10,10,random sparse --reliability --runs 2
  whole='/,c2c:256[*]100,.*,none,,$/'
  # shellcheck disable=SC2046
  cut_short $end 'c2c:256[*]100' 'c2c:256*100' bench $(yes 'c2c:256*100' | head -1000) --device host --peers none --seconds 0.1
done
# A reader of the rows gets them as they come.
"$tcfft" sparse --reliability --runs 2 --csv - 2>err.txt </dev/null | grep -m 1 '^65536,10,10,random' >out.txt
says 65536,10,10,random out.txt

run 0 accuracy --sizes 64,256 --device host --csv piped.csv
run 0 accuracy --sizes 64,256 --device host --csv -
cmp -s piped.csv out.txt || fail "the table on standard output is another"
run 0 bench c2c:256*100 --device host --csv -
expect "lines of the bench table on standard output" "$(wc -l <out.txt | tr -d ' ')" 2

finish 70
