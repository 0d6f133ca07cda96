/// A folder outside any repository.
let nowhere = Place(name: "nowhere") { _ in }

/// 1,000 students; 100 chapters of 10 worksheets of 10 exercises, as one commit.
let school = Place(name: "school") { site in
  try GeneratedSchool(students: 1000, chapters: 100, worksheets: 10, exercises: 10)
    .write(to: site.folder)
  try site.shell(commitEverything)
}

/// 10,000 worksheets: 100 chapters of 100 of 5 exercises, as one commit.
let largeSchool = Place(name: "large-school") { site in
  try GeneratedSchool(students: 1000, chapters: 100, worksheets: 100, exercises: 5)
    .write(to: site.folder)
  try site.shell(commitEverything)
}

/// The school of 1,000 worksheets with a ledger of grades for each.
let gradedSheets = Place(name: "graded-sheets", origin: [school]) { site in
  let grades = CourseFiles(students: 30).grades
  for chapter in 1...100 {
    for sheet in 1...10 {
      try writeFile("\(site.folder)/grades/math/chapter-\(chapter)/sheet-\(sheet).yaml", grades)
    }
  }
  try site.shell("git add --all && git commit --quiet --message=Grades")
}

/// A ledger of 10,000 grades, and a file of as many settings for git.
let ledger = Place(name: "ledger") { site in
  try writeFile("\(site.folder)/grades.yaml", CourseFiles(students: 10_000).grades)
  try writeFile(
    "\(site.folder)/config",
    (1...10_000).map { "[student \"\($0)\"]\n\tgrade = \(CourseFiles.grade(of: $0))\n" }.joined())
}

/// A school with 1,000 students, one worksheet of 20 exercises assigned to them, and no hub yet.
let unshared = Place(name: "unshared", start: "school") { site in
  try CourseFiles(students: 1000).write(to: site.start)
  try site.shell(commitEverything)
}

/// The same, shared with everybody.
let shared = Place(name: "shared", start: "school", origin: [unshared]) { site in
  try site.teachkit("share", "math", "--with", "7b", "--yes")
}

/// The same, with a submission in each mailbox.
let handedIn = Place(name: "handed-in", start: "school", origin: [shared]) { site in
  let course = CourseFiles(students: 1000)
  for student in course.ids {
    try writeFile("\(site.folder)/streams/\(student)", course.submission(of: student))
  }
  // As students' clones do it: one pack for each submission.
  try site.shell(
    """
    base=$(git -C ../hub/math/subject.git rev-parse main)
    for student in $(ls ../streams); do
      sed "s/BASE/$base/" ../streams/$student | git -C ../hub/math/mailboxes/$student.git \
        -c fastimport.unpackLimit=1 fast-import --quiet
    done
    rm -r ../streams
    """)
}

/// The same, collected.
let collected = Place(name: "collected", start: "school", origin: [handedIn]) { site in
  try site.teachkit("collect", "math")
}

/// The same, graded.
let graded = Place(name: "graded", start: "school", origin: [collected]) { site in
  try site.teachkit("grade", "math")
}

private let commitEverything = """
  git init --quiet --initial-branch=main
  git add --all
  git commit --quiet --message=Everything
  """
