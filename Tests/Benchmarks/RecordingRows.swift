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
  Row(
    work: "leaderboard of 1,000 × 100", place: returned(students: 1000, sheets: 100),
    arguments: ["leaderboard", "math"], git: Peer("grep", "--count", "student"),
    bound: .milliseconds(300), runs: 10),
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
private let reported = Place(name: "reported", start: "school", origin: [handedIn]) { site in
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
