/// Commands over a school year: cost grows at most in proportion to the school, and small changes
/// cost little.
let growing =
  year(students: 1000, factor: 1, runs: 5, memory: 150)
  + year(students: 10_000, factor: 12, runs: 2, memory: 200) + [
    Row(
      work: "status with 10,000 returned grades", place: returned(students: 100, sheets: 100),
      arguments: ["status"], git: Peer("grep", "--count", "student"), bound: .milliseconds(300),
      runs: 10),
    Row(
      work: "audit of 1,000 students", place: returned(students: 1000, sheets: 5),
      arguments: ["audit", "math"],
      git: Peer(
        "git cat-file of all objects", scale: 10,
        script: """
          for number in $(seq 100); do
            git -C ../hub/math/mailboxes/student-$number.git cat-file --batch-all-objects --batch
          done
          """), bound: .milliseconds(2000), runs: 3),
    roster(changes: 1000, bound: 300), roster(changes: 4000, bound: 1500),
  ]
  + [
    ("equal ids", "exercises:\n" + String(repeating: "  - {id: a, type: essay}\n", count: 20_000)),
    ("unknown fields", (1...20_000).map { "field-\($0): x\n" }.joined()),
    ("bad tags", "tags: [\(Array(repeating: "A!", count: 20_000).joined(separator: ", "))]\n"),
  ].map { name, text in
    Row(
      work: "check of 20,000 \(name) in a file",
      place: Place(name: "faulty-\(name.prefix(3))") { site in
        try GeneratedSchool(students: 1, chapters: 1, worksheets: 1, exercises: 1)
          .write(to: site.start)
        try writeFile(
          "\(site.start)/subjects/math/chapter-1/sheet-1/worksheet.yaml", "title: Sheet\n" + text)
        try site.shell("git init -q; git add -A; git commit -qm Everything")
      }, arguments: ["check"], git: Peer("grep", "--count", "e"), bound: .milliseconds(1000),
      exitCode: 1, runs: 5, memory: 100)
  }

/// - Parameter factor: the factor for the bounds of 1,000 students.
private func year(students: Int, factor: Double, runs: Int, memory: Double) -> [Row] {
  let words = "of \(students) × 5"
  let reading = Peer("grep", "--count", "student")
  func row(
    _ work: String, _ place: Place, _ arguments: [String], _ bound: Double, changes: Bool = false
  ) -> Row {
    Row(
      work: "\(work) \(words)", place: place, arguments: arguments, git: reading,
      bound: .milliseconds(bound * factor), runs: runs, memory: memory, changesPlace: changes)
  }
  return [
    row(
      "return", graded(students: students, sheets: 5), ["return", "math", "-y"], 2000, changes: true
    ),
    row("status", returned(students: students, sheets: 5), ["status"], 300),
    row(
      "stats of a student", returned(students: students, sheets: 5), ["stats", "student-7"], 100),
    row(
      "grade with 1% new", again(students: students, sheets: 5), ["grade", "math"], 150,
      changes: true),
    row(
      "return with 1% new", gradedAgain(students: students, sheets: 5), ["return", "math", "-y"],
      300, changes: true),
  ]
}

/// A shared school in which the submissions of all students are collected and graded.
private func graded(students: Int, sheets: Int) -> Place {
  Place(name: "graded-\(students)-\(sheets)", start: "school") { site in
    let course = CourseFiles(students: students, sheets: sheets)
    try course.write(to: site.start)
    try site.shell(
      """
      git init -q --initial-branch=main; git add --all; git commit -qm Everything
      git init -q --bare .git/teachkit/collected/math.git
      """)
    try site.teachkit("share", "math", "--with", "7b", "--yes")
    try collect(course.collected(), site)
    try site.teachkit("grade", "math")
  }
}

private func returned(students: Int, sheets: Int) -> Place {
  Place(
    name: "returned-\(students)-\(sheets)", start: "school",
    origin: [graded(students: students, sheets: sheets)]
  ) { site in
    try site.shell(hubIsHere)
    try site.teachkit("return", "math", "--yes")
  }
}

/// The same school, with another attempt from 1% of the students.
private func again(students: Int, sheets: Int) -> Place {
  Place(
    name: "again-\(students)-\(sheets)", start: "school",
    origin: [returned(students: students, sheets: sheets)]
  ) { site in
    try site.shell(hubIsHere)
    let course = CourseFiles(students: students, sheets: sheets)
    try collect(course.collected(next: students / 100), site)
  }
}

private func gradedAgain(students: Int, sheets: Int) -> Place {
  Place(
    name: "graded-again-\(students)-\(sheets)", start: "school",
    origin: [again(students: students, sheets: sheets)]
  ) { site in
    try site.shell(hubIsHere)
    try site.teachkit("grade", "math")
  }
}

/// Sets the hub path of a copied school to its copy of the hub.
private let hubIsHere = """
  git -C .git/teachkit/outbox/math.git config teachkit.hub "$(realpath ../hub)"
  """

/// Adds submissions to a school's store as `collect` does, with their ledger lines.
private func collect(_ stream: String, _ site: Site) throws {
  try writeFile("\(site.folder)/stream", stream)
  try site.shell(
    """
    store=.git/teachkit/collected/math.git
    git -C $store fast-import --quiet < ../stream; rm ../stream
    git -C $store pack-refs --all
    mkdir -p received/math/numbers
    git -C $store log --all --reverse --source --format='%S %H' | awk -F'[ /]' '{
      item = "{commit: " $6 ", at: \\"2026-10-20T08:00:00Z\\", by: collect, ref: submit/" $4 "}"
      all[$4 " " $5] = all[$4 " " $5] ? all[$4 " " $5] ", " item : item
    } END {
      for (key in all) {
        split(key, part, " "); sub(/^numbers[.]/, "", part[1])
        print part[2] ": [" all[key] "]" > ("received/math/numbers/" part[1] ".lines")
      }
    }'
    for file in received/math/numbers/*.lines; do
      LC_ALL=C sort $file > ${file%.lines}.yaml; rm $file
    done
    git add --all; git commit -qm Collect
    """)
}

/// A roster import that adds an e-mail address for each student.
private func roster(changes: Int, bound: Double) -> Row {
  Row(
    work: "import roster of \(changes) changes",
    place: Place(name: "roster-\(changes)", start: "school") { site in
      let school = GeneratedSchool(students: changes, chapters: 1, worksheets: 1, exercises: 1)
      try school.write(to: site.start)
      let lines = (1...changes).map { "student-\($0),s\($0)@school.example\n" }
      try writeFile("\(site.folder)/list.csv", "id,email\n" + lines.joined())
      try site.shell("git init -q; git add --all; git commit -qm Everything")
    }, arguments: ["import", "roster", "../list.csv", "--yes"],
    git: Peer(
      "git commit", script: "sed -i 's/family/name/' students.yaml; git commit -qam Change"),
    bound: .milliseconds(bound), runs: 5, changesPlace: true)
}
