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

/// The school of 1,000 worksheets, with a ledger of grades for each.
let gradedSheets = Place(name: "graded-sheets", origin: [school]) { site in
  let grades = CourseFiles(students: 30).grades
  for chapter in 1...100 {
    for sheet in 1...10 {
      try writeFile("\(site.folder)/grades/math/chapter-\(chapter)/sheet-\(sheet).yaml", grades)
    }
  }
  try site.shell("git add --all && git commit --quiet --message=Grades")
}

/// A ledger of 10,000 grades, and a file with as many settings for git.
let ledger = Place(name: "ledger") { site in
  try writeFile("\(site.folder)/grades.yaml", CourseFiles(students: 10_000).grades)
  try writeFile(
    "\(site.folder)/config",
    (1...10_000).map { "[student \"\($0)\"]\n\tgrade = \(CourseFiles.grade(of: $0))\n" }.joined())
}

/// A school with 1,000 students and one worksheet of 20 exercises assigned to them, without a hub.
let unshared = Place(name: "unshared", start: "school") { site in
  try CourseFiles(students: 1000).write(to: site.start)
  try site.shell(commitEverything)
}

/// The same school, shared with all students.
let shared = Place(name: "shared", start: "school", origin: [unshared]) { site in
  try site.teachkit("share", "math", "--with", "7b", "--yes")
}

/// The same school, with a submission in each mailbox.
///
/// Temporary files are kept: after removing many files, ext4 creates files slowly for minutes.
let submitted = Place(name: "submitted", start: "school", origin: [shared]) { site in
  let course = CourseFiles(students: 1000)
  for student in course.ids {
    try writeFile("\(site.folder)-streams/\(student)", course.submission(of: student))
  }
  // Like students' clones, it writes one pack per submission.
  try site.shell(
    """
    base=$(git -C ../hub/math/subject.git rev-parse main)
    for student in $(ls ../../handed-in-streams); do
      sed "s/BASE/$base/" ../../handed-in-streams/$student |
        git -C ../hub/math/mailboxes/$student.git -c fastimport.unpackLimit=1 fast-import --quiet
    done
    """)
}

/// The same school, with submissions collected.
let collected = Place(name: "collected", start: "school", origin: [submitted]) { site in
  try site.teachkit("collect", "math")
}

/// The same school, with submissions graded.
let graded = Place(name: "graded", start: "school", origin: [collected]) { site in
  try site.teachkit("grade", "math")
}

/// A school of 50 students with a collected program from each, and separate copies of these
/// programs.
let programs = Place(name: "programs", start: "school") { site in
  let course = ProgramFiles(students: 50)
  try course.write(to: site.start)
  for student in 1...course.students {
    try writeFile("\(site.folder)/bare/\(student).py", ProgramFiles.program(of: student))
    try writeFile("\(site.folder)/streams/\(student)", ProgramFiles.submission(of: student))
  }
  try site.shell(commitEverything)
  try site.teachkit("share", "math", "--with", "7b", "--yes")
  try site.shell(
    """
    for student in $(ls ../streams); do
      git -C ../hub/math/mailboxes/student-$student.git fast-import --quiet < ../streams/$student
    done
    """)
  try site.teachkit("collect", "math")
}

/// The school of 1,000 students with a served hub on which nothing is shared. It also contains a
/// repository with a branch of two files for each student.
let servedUnshared = Place(name: "served-unshared", start: "school", origin: [unshared]) { site in
  try serve(site)
  try writeFile(
    "\(site.folder)/stream",
    (1...1000).map { number in
      """
      commit refs/heads/out/student-\(number)
      committer Tea Cher <tea@school.example> \(1_760_000_000 + number) +0000
      data 5
      Share
      M 100644 inline participant.yaml
      data 8
      state: \(number % 10)
      M 100644 inline assignments.yaml
      data 8
      title: A

      """
    }.joined())
  try site.shell(
    """
    git init -q --bare ../branches.git; git -C ../branches.git fast-import --quiet < ../stream
    """)
}

/// The same school, shared, with a submission pushed to each mailbox.
let servedSubmitted = Place(name: "served", start: "school", origin: [servedUnshared]) { site in
  try site.teachkit("share", "math", "--with", "7b", "--yes")
  let course = CourseFiles(students: 1000)
  for student in course.ids {
    try writeFile("\(site.folder)-streams/\(student)", course.submission(of: student))
  }
  try site.shell(
    """
    export base=$(git -C ../hub/math/subject.git rev-parse main)
    ls ../../served-streams | xargs -P 4 -I STUDENT sh -ec '
      git init -q --bare ../../served-work/STUDENT
      sed "s/BASE/$base/" ../../served-streams/STUDENT |
        git -C ../../served-work/STUDENT fast-import --quiet
      git --git-dir=../../served-work/STUDENT push -q ssh://STUDENT@bench/math/mailboxes/STUDENT.git \\
        refs/heads/submit/numbers.sheet'
    """)
}

/// The same school with a changed due date to deliver to all students. It also contains the files
/// that the hub then writes into their mailboxes.
let servedChanged = Place(name: "served-changed", start: "school", origin: [servedSubmitted]) {
  site in
  try site.shell(
    """
    sed -i s/11-28/11-30/ assignments/homework.yaml; git commit -qam 'Move the due date'
    here=$(cd ..; pwd); mkdir ../written; cp -a .. ../../telling; touch ../../told
    cd ../../telling/school; $(cat ../binary) share math
    seq 1000 | xargs -P 4 -I N \
      git ls-remote -q ssh://student-N@bench/math/mailboxes/student-N.git >/dev/null
    cd ../hub/math/mailboxes
    find . -type f -newer ../../../../told -exec cp --parents -t "$here/written" {} +
    """)
}

/// A student's clone of such a hub with answers to submit, and the equivalent for git.
let servedClone = Place(name: "served-clone", start: "clone") { site in
  let school = Site(folder: site.folder, binary: site.binary, start: "\(site.folder)/school")
  try CourseFiles(students: 1).write(to: school.start)
  try school.shell(commitEverything)
  try serve(school)
  try school.teachkit("share", "math", "--with", "7b", "--yes")
  try site.teachkit("clone", "ssh://student-1@bench/math", "math", "--student", "student-1")
  try site.shell(
    """
    mv math/.git math/* .; rmdir math; git init -q --bare ../git.git
    printf 'question-1: 4\\n' > numbers/sheet/answers.yaml
    """)
}

/// Adds a served hub to a school, with the replacement for SSH.
private func serve(_ site: Site) throws {
  try writeFile("\(site.folder)/binary", site.binary)
  try site.teachkit("hub", "init", "../hub")
  try site.teachkit("set", "school", "hub=ssh://teacher@bench")
}

private let commitEverything = """
  git init --quiet --initial-branch=main
  git add --all
  git commit --quiet --message=Everything
  """
