#!/bin/sh
# campaign.sh MODES STRIDE FOLDER COMMAND [AGAIN]: runs a command of teachkit in FOLDER below `run` once for
# every STRIDE-th of its operations on the disk ("one" for a single one), and lets a fault happen there (see
# faults.c). After each fault the next commands must find everything in order, and repeating the command, or
# running AGAIN if that is what it says, must lead to the state in which it ends without a fault. `school.sh`
# creates what this needs. Prints a line for each state that needs a hand, and adds to the file `tried`.
modes=$1 stride=$2 folder=$3 command=$4 again=${5:-$4}

begin() { rm -rf run spare state faults; cp -a base run; mkdir spare; }

# Variables for processes that lose their environment on the way
settings() { # MODE AT
  for setting in LD_PRELOAD="$here/faults.so" FAULT_ROOT="$here/run" FAULT_SPARE="$here/spare" \
    FAULT_STATE="$here/state" FAULT_MODE="$1" FAULT_AT="$2"; do echo "export $setting"; done
}

fault() { # MODE AT
  begin; settings "$1" "$2" > faults
  (cd "run/$folder" && . "$here/faults" && eval "$command") > out 2>&1 < /dev/null; code=$?
  rm faults
}

say() { echo "$mode at $at of $total, $folder: $command: $*"; }

look() {
  case $folder in
  school | ada | ben | zoe)
    (cd "run/$folder" && timeout 20 teachkit status) > out 2>&1 < /dev/null || say "status: $(cat out)"
    grep -q 'not finished\|cannot finish' out && say "$(cat out)"
    (cd "run/$folder" && find . -name '*.lock' ! -path './.git/teachkit/*' -o -name '*.teachkit-*' \
      -o -name 'journal' -o -name '.tmp-*' ! -path './.git/*') > out
    [ -s out ] && say "left: $(cat out)" ;;
  esac
  for git in run/*/.git run/hub/math/*.git run/hub/math/mailboxes/*.git; do
    [ ! -e "$git/HEAD" ] || git -C "$git" fsck --strict --no-dangling > out 2>&1 || say "fsck of $git: $(cat out)"
  done
}

state() { (cd run && sh ../state.sh) 2>&1; }

here=$(pwd -P) mode=none at=0 total=0
export EDITOR="$here/editor"
[ -e old ] || { begin; state > old; }
fault kill 0
[ $code = 0 ] || say "ends with $code by itself: $(cat out)"
total=$(($(od -An -td8 -N8 state))); state > new
if [ "$READS" = 1 ]; then
  cmp -s old new || say "changes: $(diff old new)"
else
  ! cmp -s old new || say "changes nothing"
fi
[ "$total" -gt 0 ] || exit 0
for mode in $modes; do
  if [ "$stride" = one ]; then
    points=$(($(echo "$mode $command" | cksum | cut -d ' ' -f 1) % total + 1))
  else
    points=$(seq 1 "$stride" "$total")
    case $mode in data | names) points="$points end" ;; esac
  fi
  for at in $points; do
    echo "$mode $at" >> tried
    fault "$mode" "$at"
    cp out said
    look
    state > now
    if [ $code = 0 ] || [ "$at" = end ]; then
      cmp -s now new || say "said it was done, and: $(diff now new)"
      continue
    fi
    [ "$mode" = fail ] && ! grep -q 'teachkit: error' said && say "exit $code: $(cat said)"
    cmp -s now new && continue
    (cd "run/$folder" && eval "$again") > out 2>&1 < /dev/null || say "again: $(cat out); after: $(cat said)"
    look
    state > now
    cmp -s now new || say "after repeating: $(diff now new)"
  done
done
