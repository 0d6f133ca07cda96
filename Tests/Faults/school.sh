#!/bin/sh
# school.sh KIND LIBRARY: creates `base`, the state in which each command of a campaign begins: a school whose
# subject is shared through a folder or a served hub, with submissions to collect, to grade and to return, and
# clones of its students. `base` is then used as `run`. Also prepares what `campaign.sh` needs.
set -e
kind=$1
cc -shared -fPIC -O1 -o faults.so "$(dirname "$0")/faults.c" -ldl -lpthread
git config --global core.sshCommand "sh $HOME/ssh.sh"
git config --global ssh.variant simple
git config --global user.name T; git config --global user.email t@example.org
git config --global gc.auto 0

# The SSH server of a served hub: a key leads to the command beside it, a user's name to that user.
cat > ssh.sh <<'END'
keys=
while :; do
  case $1 in -i) keys="$keys $2"; shift 2 ;; -o) shift 2 ;; *) break ;; esac
done
export SSH_ORIGINAL_COMMAND="$2" PATH="$HOME/bin:$PATH"
for key in $keys; do
  line=$(grep -F "$(ssh-keygen -y -P '' -f "$key" | cut -d ' ' -f 2)" "$HOME/run/keys.${1#*@}") || continue
  line=${line#*command=\"}
  eval "exec ${line%%\"*}"
done
[ -z "$keys" ] || { echo "Permission denied (publickey)." >&2; exit 255; }
case $1 in
teacher@*) exec teachkit hub serve "$HOME/run/${1#*@}" --teacher ;;
*) exec teachkit hub serve "$HOME/run/${1#*@}" --student "${1%@*}" ;;
esac
END
# Git of a served hub starts with an environment of its own, and gets the faults back here.
mkdir bin programs
cat > bin/git <<'END'
#!/bin/sh
[ ! -f "$HOME/faults" ] || . "$HOME/faults"
exec /usr/bin/git "$@"
END
printf '#!/bin/sh\nsed -i "s/title: .*/title: Edited/" "$1"\n' > editor
cat > programs/teachkit-provider-book <<'END'
#!/bin/sh
cat > /dev/null
echo '{"title": "Sets", "type": "chapter", "children": [{"identifier": "rest", "title": "Rest", "type": "chapter"}]}'
END
chmod +x bin/git editor programs/*

hub() { if [ "$kind" = served ]; then echo "ssh://$1@hub$2"; else echo "$HOME/run/hub$2"; fi; }

# worksheet NAME [FIELDS]
worksheet() {
  mkdir -p "subjects/math/$1/files" "subjects/math/$1/starters"
  echo a > "subjects/math/$1/files/a.txt"; echo b > "subjects/math/$1/starters/b.txt"
  printf 'title: %s\nexercises:\n  - {id: sum, type: number, prompt: 1 + 1?, answer: 2}\n' "$1" \
    > "subjects/math/$1/worksheet.yaml"
}

mkdir run; cd run; hub teacher > address
for name in teacher ada; do ssh-keygen -q -t ed25519 -N '' -C "$name" -f "$HOME/$name"; done
if [ "$kind" = served ]; then
  for hub in hub hub2; do
    teachkit hub init $hub --quiet
    teachkit hub add-key $hub --teacher "$HOME/teacher.pub" --authorized-keys keys.$hub --quiet
  done
fi

teachkit init school --name Hof --zone UTC --hub "$(hub teacher)" --quiet; cd school
teachkit create class 7b --quiet; teachkit create class 8a --quiet
for n in ada ben cleo dan; do teachkit create student $n --class 7b --quiet; done
teachkit create group 7b/red --quiet
printf -- '- {id: g1, student: ben, reason: jaywalking, date: "2026-11-20"}
- {id: g2, student: ada, reason: clothing, date: "2026-11-20", status: deleted}
' > classes/7b/guidance.yaml
teachkit create subject math --title Maths --class 7b --quiet
for w in one two many drill; do worksheet $w; done
echo 'practice: yes' >> subjects/math/drill/worksheet.yaml
for n in $(seq 20); do echo "$n" > subjects/math/many/files/$n.txt; done
printf '  - {id: why, type: essay, prompt: Why?, points: 2}\n' >> subjects/math/one/worksheet.yaml
teachkit share math --with ada ben --yes --quiet
for w in one two; do teachkit assign math/$w --to 7b --due 2027-01-01 --quiet; done

cd ..
for s in ada ben; do teachkit clone "$(hub $s /math)" $s --student $s --quiet; done
submit() { (cd ben; teachkit answer "$1/sum" "$2" --quiet; teachkit submit "$1" --yes --quiet); }
teach() { (cd school; teachkit "$@" --quiet > /dev/null); }
(cd ben; teachkit answer one/why "No idea" --quiet); submit one 3
teach collect; teach mark math/one ben why=1; teach grade; teach return --yes
(cd ben; teachkit pull --quiet > /dev/null)
submit two 2; teach collect; teach grade
submit one 4; teach collect
if [ "$kind" = served ]; then
  (cd school; TEACHKIT_RANDOM=3 teachkit invite math cleo; TEACHKIT_RANDOM=2 teachkit invite math --open) 2> /dev/null |
    grep -o "ssh:[^[:space:]]*" > links
  teachkit clone "$(tail -n 1 links)" zoe --student zoe --name "Zoe Zimmer" --key "$HOME/zoe" --quiet || true
  teach collect
fi
submit two 4
(cd ada; teachkit answer one/sum 2 --quiet)
(cd ben; teachkit activity start two --quiet)
(cd school; teachkit backup ../old.backup --quiet; teachkit grade --jobs ../jobs math --quiet > /dev/null)
# The newest change, which can be undone
teach set math/two title=Due; teach share math --yes
if [ "$kind" = served ]; then
  cp -a school lost; (cd lost; teachkit set school "hub=ssh://teacher@hub2" --quiet)
fi

# What some commands read
printf 'Vorname,Familienname\nDora,Frei\nAda,Stark\n' > roster.csv
printf 'student,why\nben,2\n' > marks.csv
echo 4 > typed
teachkit init mill --name Mill --quiet; cd mill
teachkit create subject maths --title Maths --quiet; teachkit create worksheet maths/four --title Four --quiet
cp -a . ../stuck
printf 'exercises:\n  - id: half\n    type: number\n    prompt: Half #1\n    answer: 1\n' >> subjects/maths/four/worksheet.yaml
cd ../stuck
blob=$(echo x | git hash-object -w --stdin)
{ printf 'teachkit journal 1\0004\000branch\000refs/heads/main\000%s\000%s\000' "$(git rev-parse HEAD)" \
    "$(git commit-tree HEAD^{tree} -p HEAD -m next)"
  printf '5\000file\000school.yaml/x\000\000%s\000\000end\000' "$blob"; } > .git/teachkit/journal
cd ../..; mv run base

cat > state.sh <<'END'
# The state of all repositories and files, without times
for git in $(find . -name HEAD -type f ! -path '*/teachkit/*' ! -path '*/logs/*' ! -path '*/refs/*' | sort); do
  git=${git%/HEAD}
  git -C "$git" for-each-ref --format='%(refname)' | grep -v /remotes/ | while read -r ref; do
    echo "$git $ref $(git -C "$git" rev-parse "$ref^{tree}" 2> /dev/null || true)"
    # A withdrawal has the tree of the attempt.
    case $ref in refs/heads/submit/*) git -C "$git" log -1 --format=%s "$ref" ;; esac
  done
  case $git in
  */.git) echo "$git $(git -C "$git" symbolic-ref HEAD)"; git -C "${git%/.git}" status --porcelain ;;
  esac
done
[ ! -e hub/math/subject.git ] || git -C hub/math/subject.git log --format=%s -n 2 main
find . \( -name objects -o -name refs -o -name logs -o -name teachkit -o -name index -o -name packed-refs \
  -o -name '.tmp-*' -o -name '*.lock' -o -name hub.log -o -name COMMIT_EDITMSG -o -name '*.backup' -o -name '*.git' ! -name .git \) -prune -o -type f -print0 |
  sort -z | xargs -0 sha256sum
for file in *.backup; do [ ! -e "$file" ] || echo "$file $(tar -tf "$file" 2>&1 | wc -l)"; done
ls -d */.git/teachkit/journal 2> /dev/null
cat */.git/teachkit/activity 2> /dev/null
END
