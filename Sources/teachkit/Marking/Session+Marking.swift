import Course
import Exchange
import Model
import Storage
import Text

extension Session {
  /// Returns the students that the words name; all must be participants of the subject.
  func participants(
    _ words: [String], in subject: String, of files: SchoolFiles
  ) throws -> [String] {
    let typed = words.joined(separator: " ")
    let participants = try files.participants(of: subject)
    let meant = try People(files).students(
      words, everyone: participants.counting.map(\.id))
    let known = Set(participants.current.map(\.id))
    let unknownStudents = meant.filter { !known.contains($0) }
    if meant.isEmpty { throw Failure(.notFound, "no students in '\(typed)'") }
    guard unknownStudents.isEmpty else {
      throw Failure(
        .notFound,
        "\(named(unknownStudents)) \(unknownStudents.count == 1 ? "isn't a participant" : "aren't participants") in '\(subject)'",
        hint: "add them with 'teachkit add \(typed) --to \(subject)'")
    }
    return meant
  }

  /// The recorded name of a marker: the identifier in `staff.yaml`, or else the name.
  func marker(_ committer: Committer, in files: SchoolFiles) throws -> String {
    try files.staff().member(Person(name: committer.name, mail: committer.mail))?.id
      ?? committer.name
  }

  /// Writes marks in one commit and reports each worksheet with the version of its marks.
  ///
  /// - Parameter summary: the subject line of the commit.
  func mark(
    _ works: [(worksheet: Worksheet, markings: [Marking])], _ command: String, summary: String,
    in store: SchoolStore, dryRun: Bool = false
  ) throws {
    let committer = try committer(of: store)
    let marker = try marker(committer, in: store.files)
    let root = works.count == 1 ? works[0].worksheet.path.description : works.first?.0.path.subject
    let works = try works.map { worksheet, markings in
      (worksheet, try pinned(markings, to: worksheet, in: store))
    }
    var touched: [ContextPath] = []
    var failures = StudentFailures()
    let committed = try store.change(command, root ?? "", by: committer, dryRun: dryRun) { change in
      change.summary = summary
      for (worksheet, markings) in works {
        let worksheet = try SchoolFiles(change).worksheet(worksheet.path)
        let before = try change.bytes(at: SchoolPath.marks(worksheet.path))
        failures.add(try change.mark(worksheet, markings, by: marker))
        if try change.bytes(at: SchoolPath.marks(worksheet.path)) != before {
          touched.append(worksheet.path)
        }
      }
    }
    if let edits = committed?.handEdits, !edits.isEmpty { reportHandEdits(edits) }
    let changed = touched.map {
      ChangeAnswer.Item(path: "\($0)", version: committed?.versions[SchoolPath.marks($0)] ?? nil)
    }
    report(ChangeAnswer(items: changed))
    if dryRun {
      output.notice("dry run: no changes made")
    } else if changed.isEmpty, failures.isEmpty {
      output.notice("already up to date")
    } else if !changed.isEmpty {
      hintToGrade(root ?? "")
    }
    try self.report(failures, "mark")
  }

  /// Markings that name the submission that their points are for.
  private func pinned(
    _ markings: [Marking], to worksheet: Worksheet, in store: SchoolStore
  ) throws -> [Marking] {
    let students = markings.filter { $0.decisions.contains { $0.field.isPoints } }.map(\.student)
    if students.isEmpty { return markings }
    let submissions = try submissions(toMark: worksheet, of: Set(students), in: store)
    return markings.map { Marking($0.student, $0.decisions, for: submissions[$0.student] ?? [:]) }
  }

  /// The submission that points given now are for, by student and exercise.
  func submissions(
    toMark worksheet: Worksheet, of students: Set<String>, in store: SchoolStore
  ) throws -> [String: [String: String]] {
    let (subject, files) = (worksheet.path.subject, store.files)
    return try GradeRun(
      subject: subject, files, Submissions(of: subject, in: store),
      CodeLibrary(in: store, files, self)
    ).submissions(toMark: worksheet, of: students)
  }

  func hintToGrade(_ path: String) {
    output.hint("run 'teachkit grade \(path)' to update the grades")
  }
}
