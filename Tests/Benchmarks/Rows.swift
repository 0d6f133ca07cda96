/// The table. To add a figure, add an entry.
let rows =
  starting + reading + finding + changing + exchanging + running + serving + recording + growing
  + comparing

private let starting = [
  Row(
    work: "--help", place: nowhere, arguments: ["--help"], git: Peer("--version"),
    bound: .timesGit(6), runs: 200),
  Row(
    work: "list outside a repository", place: nowhere, arguments: ["list"], git: Peer("--version"),
    bound: .timesGit(6), exitCode: 66, runs: 200),
  Row(
    work: "share outside a repository", place: nowhere, arguments: ["share", "math"],
    git: Peer("--version"), bound: .timesGit(6), exitCode: 66, runs: 200),
]

private let reading = [
  Row(
    work: "list of a chapter among 1,000 worksheets", place: school,
    arguments: ["list", "math/chapter-50"],
    git: Peer("ls-tree", "HEAD", "subjects/math/chapter-50/"), bound: .aboveHelp(10)),
  Row(
    work: "show of a worksheet among 1,000", place: school,
    arguments: ["show", "math/chapter-50/sheet-5"],
    git: Peer("show", "HEAD:subjects/math/chapter-50/sheet-5/worksheet.yaml"),
    bound: .aboveHelp(10)),
  Row(
    work: "check of a worksheet among 1,000", place: school,
    arguments: ["check", "math/chapter-50/sheet-5"],
    git: Peer("show", "HEAD:subjects/math/chapter-50/sheet-5/worksheet.yaml"),
    bound: .aboveHelp(10)),
  Row(
    work: "check of 1,000 worksheets, 10,000 exercises", place: school, arguments: ["check"],
    git: Peer("grep", "--count", "e"), bound: .milliseconds(1000), runs: 10),
  Row(
    work: "reading a ledger of 10,000 lines", place: ledger, program: .bench,
    arguments: [LedgerReading.option, "grades.yaml"],
    git: Peer("config", "--file", "config", "--list"), bound: .milliseconds(50), runs: 20),
]

private let changing = [
  Row(
    work: "set of one field among 10,000 worksheets", place: largeSchool,
    arguments: ["set", "math/chapter-50/sheet-50", "summary=@/proc/sys/kernel/random/uuid"],
    git: Peer("git commit", script: changeByGit), bound: .timesGit(1)),
  Row(
    work: "rename of a subject of 1,000 worksheets, 1,000 ledgers", place: gradedSheets,
    arguments: ["rename", "math", "maths"], git: Peer("git mv, git commit", script: renameByGit),
    bound: .milliseconds(1000), runs: 5, changesPlace: true),
]

private let renameByGit = """
  git mv subjects/math subjects/other
  git mv grades/math grades/other
  git commit -qm Rename
  """

private let changeByGit = """
  cat /proc/sys/kernel/random/uuid > subjects/math/chapter-50/sheet-51/worksheet.yaml
  git commit -qm Change subjects/math/chapter-50/sheet-51/worksheet.yaml
  """

private let finding = [
  Row(
    work: "search with hits in 1 of 10,000 worksheets", place: largeSchool,
    arguments: ["search", "sheet 77 of chapter 50"],
    git: Peer("grep", "--ignore-case", "--fixed-strings", "sheet 77 of chapter 50"),
    bound: .timesGit(2), runs: 20),
  Row(
    work: "search with hits in 96 of 10,000 worksheets", place: largeSchool,
    arguments: ["search", "is 105 odd"],
    git: Peer("grep", "--ignore-case", "--fixed-strings", "is 105 odd"), bound: .timesGit(2),
    runs: 20),
  // Git prints lines; teachkit also prints the exercise of each hit.
  Row(
    work: "search with hits in all 10,000 worksheets", place: largeSchool,
    arguments: ["search", "capital of france"],
    git: Peer("grep", "--ignore-case", "--fixed-strings", "capital of france"),
    bound: .timesGit(2), runs: 10),
  Row(
    work: "search without hits in 10,000 worksheets", place: largeSchool,
    arguments: ["search", "brüche"],
    git: Peer("grep", "--ignore-case", "--fixed-strings", "brüche"), bound: .timesGit(2),
    runs: 20),
]

private let exchanging = [
  Row(
    work: "share to 1,000 new students", place: unshared,
    arguments: ["share", "math", "--with", "7b", "--yes"],
    git: Peer("git init, git push", scale: 10, script: pushToNew), bound: .milliseconds(3000),
    runs: 5, changesPlace: true),
  Row(
    work: "share with nothing new", place: shared, arguments: ["share", "math", "--yes"],
    git: Peer("git ls-remote", scale: 10, script: eachOf100("git ls-remote -q $mailbox inbox")),
    bound: .milliseconds(500), runs: 5),
  Row(
    work: "collect of 1,000 new submissions", place: submitted, arguments: ["collect", "math"],
    git: Peer(
      "git fetch", scale: 10,
      script: "git init -q --bare ../git.git\n" + eachOf100("git -C ../git.git \(fetch)")),
    bound: .milliseconds(1500), runs: 5, changesPlace: true),
  Row(
    work: "collect with nothing new", place: collected, arguments: ["collect", "math"],
    git: Peer(
      "git fetch", scale: 10, script: eachOf100("git -C \(collectedStore) \(fetch)")),
    bound: .milliseconds(500), runs: 5),
  Row(
    work: "grade of 1,000 submissions of 20 exercises", place: collected,
    arguments: ["grade", "math"], git: readSubmissions, bound: .milliseconds(500), runs: 5,
    changesPlace: true),
  Row(
    work: "grade with nothing new", place: graded, arguments: ["grade", "math"],
    git: readSubmissions, bound: .milliseconds(100), runs: 20),
]

private let running = [
  // 20 ms for each of 200 runs, and for each of 50 syntax checks, on two processors.
  Row(
    work: "grade of 50 Python programs of 4 cases, sandboxed", place: programs,
    arguments: ["grade", "math"],
    git: Peer(
      "the same programs unsandboxed, two at a time",
      script: """
        seq 50 | xargs -P 2 -I N sh -c 'python3 -m py_compile ../bare/N.py
          for i in 1 2 3 4; do echo "$i $i" | python3 ../bare/N.py; done'
        """), bound: .aboveGit(2500), runs: 5, changesPlace: true)
]

/// A branch for each of 1,000 students.
private let pushOfEverybody = Peer(
  "git push",
  script: """
    git init -q --bare ../git.git
    git -C ../branches.git push -q ../git.git 'refs/heads/*:refs/heads/*'
    """)

private let serving = [
  Row(
    work: "share to 1,000 new students on a served hub", place: servedUnshared,
    arguments: ["share", "math", "--with", "7b", "--yes"],
    git: pushOfEverybody, bound: .timesGit(3), runs: 9, changesPlace: true),
  Row(
    work: "share to 1,000 mailboxes on a served hub", place: servedChanged,
    arguments: ["share", "math"],
    git: pushOfEverybody,
    bound: .timesGitAnd(
      1.5,
      Peer(
        "cp of the delivered files", script: "cp -a ../written ../copy; sync -f ../copy")),
    runs: 9, changesPlace: true),
  Row(
    work: "collect of 1,000 submissions from a served hub", place: servedSubmitted,
    arguments: ["collect", "math"],
    git: Peer(
      "git fetch",
      script: """
        git init -q --bare ../git.git
        git -C ../git.git fetch -q ../hub/math/desk.git 'refs/heads/in/*:refs/heads/in/*'
        """), bound: .timesGit(1.5), runs: 3, changesPlace: true),
  Row(
    work: "submit to a served hub", place: servedClone,
    arguments: ["submit", "numbers/sheet", "--yes"],
    git: Peer(
      "git fetch, git push",
      script: """
        git fetch -q ../hub/math/mailboxes/student-1.git 'refs/heads/*:refs/git/*'
        git push -q ../git.git HEAD:refs/heads/submit/numbers.sheet
        """), bound: .aboveGit(50), runs: 10, changesPlace: true),
]

private let collectedStore = ".git/teachkit/collected/math.git"

private let fetch = "fetch -q $mailbox 'refs/heads/submit/*:refs/heads/'$student'/submit/*'"

private let pushToNew = """
  commit=$(git commit-tree -m Share HEAD:assignments)
  for student in $(seq 100); do
    git init -q --bare ../git/$student.git
    git push -q ../git/$student.git $commit:refs/heads/inbox
  done
  """

/// Returns a script that runs a command for 100 students, with `$student` and the absolute path
/// `$mailbox`.
private func eachOf100(_ command: String) -> String {
  """
  hub=$(realpath ../hub)
  for number in $(seq 100); do
    student=student-$number
    mailbox=$hub/math/mailboxes/$student.git
    \(command)
  done
  """
}

private let readSubmissions = Peer(
  "git for-each-ref | git cat-file --batch",
  script: """
    cd \(collectedStore)
    git for-each-ref --format='%(objectname):answers.yaml' refs/heads | git cat-file --batch
    """)
