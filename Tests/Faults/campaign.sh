#!/bin/sh
# campaign.sh LIBRARY MODE STRIDE FOLDER COMMAND: runs a command of teachkit in FOLDER below `run`, once for
# every STRIDE-th of its operations on the disk, and lets a fault happen there (see faults.c). After each
# fault the next commands must find everything in order, and repeating the command must lead to the state
# in which it ends without a fault. `base` holds what `run` begins with; `state.sh` prints its state.
# Prints a line for each state that needs a hand. COMMAND is split at spaces.
library=$1 mode=$2 stride=$3 folder=$4 command=$5

begin() { rm -rf run spare; cp -a base run; mkdir spare; }

fault() { # AT
  (cd "run/$folder" && exec env LD_PRELOAD="$library" FAULT_ROOT="$here/run" FAULT_SPARE="$here/spare" \
    FAULT_MODE="$mode" FAULT_AT="$1" FAULT_COUNT="$here/count" $command) >out 2>&1
}

say() { echo "$mode at $at of $total, $folder: $command: $*"; }

look() {
  (cd "run/$folder" && timeout 20 teachkit status) >out 2>&1 || say "status: $(cat out)"
  grep -q 'not finished\|cannot finish' out && say "$(cat out)"
  git -C "run/$folder" fsck --strict --no-dangling >out 2>&1 || say "fsck: $(cat out)"
  (cd "run/$folder" && find . -name '*.lock' ! -path './.git/teachkit/*' -o -name '*.teachkit-*' \
    -o -name 'journal' -o -name '.tmp-*' ! -path './.git/*') >out
  [ -s out ] && say "left: $(cat out)"
}

here=$(pwd -P) total=0 at=0
export EDITOR="$here/editor"
begin; (cd run && sh ../state.sh) >old
begin; fault 0 || say "fails by itself: $(cat out)"
total=$(cat count); (cd run && sh ../state.sh) >new
cmp -s old new && say "changes nothing"
points=$(seq 1 "$stride" "$total")
case $mode in data | names) points="$points end" ;; esac
for at in $points; do
  begin
  fault "$at" 2>/dev/null; code=$?
  cp out said
  look
  (cd run && sh ../state.sh) >now 2>&1
  if [ $code = 0 ] || [ "$at" = end ]; then
    cmp -s now new || say "said it was done, and: $(diff now new)"
    continue
  fi
  [ "$mode" = fail ] && ! grep -q 'teachkit: error' said && say "exit $code: $(cat said)"
  cmp -s now new && continue
  (cd "run/$folder" && $command) >out 2>&1 || say "again: $(cat out)"
  look
  (cd run && sh ../state.sh) >now 2>&1
  cmp -s now new || say "after repeating: $(diff now new)"
done
