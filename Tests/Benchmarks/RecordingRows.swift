/// Activity and notices.
let recording = [
  Row(
    work: "activity start", place: servedClone, arguments: ["activity", "start", "numbers/sheet"],
    git: commitOfOneFile, bound: .timesGit(1.5), runs: 20, changesPlace: true),
  Row(
    work: "activity stop", place: activeClone, arguments: ["activity", "stop"],
    git: commitOfOneFile, bound: .timesGit(1.5), runs: 20, changesPlace: true),
  Row(
    work: "collect of 1,000 submissions with activity", place: reported,
    arguments: ["collect", "math"],
    git: Peer(
      "collect without activity", script: "cd ../without/school; $(cat ../../binary) collect math"),
    bound: .timesGit(1.2), runs: 5, changesPlace: true),
  Row(
    work: "activity of 1,000 students", place: recorded,
    arguments: ["activity", "math/numbers/sheet"],
    git: Peer("show", "HEAD:activity/math/numbers/sheet.yaml"), bound: .milliseconds(200), runs: 20),
  // The first one after a return computes the scores that later ones reuse.
  Row(
    work: "repeated leaderboard of 1,000 × 100", place: ranked, arguments: ["leaderboard", "math"],
    git: Peer("grep", "--count", "student", "--", "students.yaml"), bound: .milliseconds(300),
    runs: 10),
  Row(
    work: "watch with nothing new", place: servedClone, arguments: ["watch", "--once"],
    git: Peer(
      "git ls-remote",
      script: "git ls-remote -q ssh://student-1@bench/math/mailboxes/student-1.git >/dev/null"),
    bound: .timesGit(1.2), runs: 20),
]

private let commitOfOneFile = Peer(
  "git commit",
  script: "echo 'question-1: 5' > numbers/sheet/answers.yaml; git add --all; git commit -qm Change")

/// A student's clone in which an activity is running.
private let activeClone = Place(name: "active-clone", start: "clone", origin: [servedClone]) {
  site in
  try site.shell(
    "TEACHKIT_NOW=2026-01-01T00:00:00Z \(site.binary) activity start numbers/sheet")
}

/// The school of 1,000 students with a submission and activity in each mailbox, and beside it the
/// same school without activity.
private let reported = Place(name: "reported", start: "school", origin: [submitted]) { site in
  try writeFile("\(site.folder)/binary", site.binary)
  try writeFile(
    "\(site.folder)/activity",
    """
    commit refs/heads/progress
    committer student <student@localhost> 1760000000 +0000
    data 9
    Activity
    M 100644 inline activity.yaml
    data <<END
    numbers/sheet:
      time: 30m
      progress: 0.6
      attempts: 2
      primary: {id: words, title: Word count, quantity: 558}
      items: [{id: q1, title: Question 1, correct: yes}, {id: q2, title: Question 2, correct: no}]
      at: "2025-10-09T08:00:00Z"
    END

    """)
  try site.shell(
    """
    mkdir ../without; cp -a ../hub ../school ../without
    for box in ../hub/math/mailboxes/*.git; do
      git -C $box -c fastimport.unpackLimit=1 fast-import --quiet < ../activity
    done
    """)
}

/// The same school, with everything collected.
private let recorded = Place(name: "recorded", start: "school", origin: [reported]) { site in
  try site.teachkit("collect", "math")
}

/// A school of 1,000 students with 100 returned worksheets, whose scores are computed. The ledgers
/// are written directly, because grading 100,000 submissions takes long.
private let ranked = Place(name: "ranked", start: "school") { site in
  try CourseFiles(students: 1000, sheets: 100).write(to: site.start)
  try site.shell(
    """
    mkdir -p grades/math/numbers marks/math/numbers received/math/numbers
    commit() { git add --all; git commit -qm "$1"; }
    ledger() {
      seq 1000 | sed 's/^/student-/' | LC_ALL=C sort | awk -v sheet=$1 -v state=$2 -v kind=$3 '{
        id = sprintf("%08d%032d", sheet, NR)
        if (kind == "marks") print $1 ": {returned: " state "}"
        if (kind == "received") print $1 ": [{commit: \\"" id "\\", at: \\"2026-10-20T08:00:00Z\\"}]"
        if (kind == "grades") {
          items = ""
          for (i = 1; i <= 20; i++) items = items (i > 1 ? ", " : "") "question-" i ": " (NR + i) % 3
          print $1 ": {score: " (NR * 7) % 40 ", max: 40, state: graded, attempt: 1, commit: \\"" \\
            id "\\", items: {" items "}}"
        }
      }' > $3/math/numbers/sheet-$1.yaml
    }
    git init -q --initial-branch=main
    for sheet in $(seq 100); do ledger $sheet - grades; ledger $sheet - received; done
    commit Grade
    state=$(git rev-parse HEAD)
    for sheet in $(seq 100); do ledger $sheet $state marks; done
    commit Return
    git init -q --bare .git/teachkit/outbox/math.git
    """)
  try site.teachkit("leaderboard", "math")
}
