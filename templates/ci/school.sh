#!/bin/sh
# Collects, grades and returns everything of a school, and pushes what it wrote.
# Usage: school.sh [SCHOOL] [--no-return]
# It ends with 1 where something could not be done; the rest is done all the same.
set -u
cd "${1:-.}" || exit 1
status=0
for subject in $(teachkit list subjects | cut -f 1); do
  teachkit collect "$subject" || status=1
  teachkit grade "$subject" || status=1
  if [ "${2:-}" != --no-return ]; then
    teachkit return "$subject" || status=1
  fi
done
if [ -n "$(git remote)" ] && ! git push --quiet; then
  # Somebody pushed meanwhile: their school and this one are merged by what they say.
  git pull --quiet --no-rebase --no-edit && git push --quiet || status=1
fi
exit $status
