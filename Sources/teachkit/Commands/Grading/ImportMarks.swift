import ArgumentParser
import Course
import Git
import Model
import PlainYAML
import Reports
import Storage
import Text

struct ImportMarks: Command {
  static let configuration = CommandConfiguration(
    commandName: "marks",
    abstract: "Import the marks of a worksheet from a table.",
    discussion: """
      The table comes from 'teachkit export marks', or is any CSV file with a header line. \
      It has a column 'student' (or 'name') and columns named after exercises, rubric items \
      ('essay.clarity') or comments ('half.comment'); others are 'comment', 'override' with \
      'why', and 'excused'. An empty cell changes nothing, '-' removes a value.

      If anything is invalid, nothing is imported. On a terminal, \
      the command shows the changes and asks for confirmation. Without one, '--yes' is \
      necessary if there are more points than the maximum.

      Example: teachkit import marks poster.csv math/poster --dry-run
      """)

  @Argument(
    help: "The table; '-' reads standard input.",
    completion: .file(extensions: ["csv", "txt", "xlsx"]))
  var file: String
  @Argument(help: "The worksheet.", completion: Candidates.content.completion) var path: String
  @Flag(name: .customLong("dry-run"), help: "Show the changes without making them.")
  var dryRun = false
  @Flag(help: "Don't ask for confirmation.") var yes = false
  @OptionGroup(title: "Common options") var common: CommonOptions
  static var formats: [Format] { Format.table }

  mutating func validate() throws {
    // The arguments can be swapped: a table is a file, and a worksheet isn't.
    if file != "-", !DurableFile.exists(file), path == "-" || DurableFile.exists(path) {
      (file, path) = (path, file)
    }
  }

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let files = store.files
    let target = try MarkTarget(path, in: files)
    let place = target.worksheet.path
    let list = try MarksFile(
      try session.tableBytes(file), name: file == "-" ? "standard input" : file, target, files)
    for notice in list.notices { session.output.notice("\(list.name): \(notice)") }
    let before = try files.source.bytes(at: SchoolPath.marks(place))
    let submissions = try session.submissions(
      toMark: target.worksheet, of: Set(list.rows.map(\.student)), in: store)
    let (changes, outdated) = list.changes(to: try files.marks(place), for: submissions)
    session.report(list.table(of: changes))
    session.output.notice(
      """
      \(counted(changes.count, "student", "students")) with changed marks, \
      \(list.rows.count - changes.count) unchanged
      """)
    for (student, exercise) in outdated {
      session.output.notice(
        "\(exercise) of '\(student)' stays unmarked: the answer changed since it got these points")
    }
    if let (student, exercise) = outdated.first {
      session.output.hint(
        "to give the same points again, run 'teachkit mark \(place)/\(exercise) \(student)'")
    }
    let excess = list.excess(in: changes)
    for excess in dryRun || yes ? excess : Array(excess.dropFirst()) {
      session.output.notice(excess)
    }
    if dryRun || changes.isEmpty {
      return session.output.notice(dryRun ? "dry run: no changes made" : "no changes")
    }
    if !yes {
      let refusal: Message = "imported nothing"
      if let first = excess.first {
        try session.requireConfirmation(
          despite: first, to: "import these marks", otherwise: refusal)
      } else {
        try session.requireConfirmation("Import these marks?", otherwise: refusal)
      }
    }
    let committer = try session.committer(of: store)
    let marker = try session.marker(committer, in: files)
    var failures = StudentFailures()
    let committed = try store.change("import marks", "\(place)", by: committer) { change in
      guard try change.bytes(at: SchoolPath.marks(place)) == before else {
        throw Failure(.updateOperationFailed, "the marks were changed in the meantime")
      }
      failures = try change.mark(
        target.worksheet,
        changes.map { Marking($0.student, $0.decisions, for: submissions[$0.student] ?? [:]) },
        by: marker)
    }
    if let edits = committed?.handEdits, !edits.isEmpty { session.reportHandEdits(edits) }
    if committed != nil { session.hintToGrade("\(place)") }
    try session.report(failures, "mark")
  }
}

extension Session {
  /// Reads a table that is named on the command line.
  func tableBytes(_ file: String) throws -> [UInt8] {
    if file == "-" { return input.rest(atMost: DelimitedText.largest) }
    if let read = try DurableFile.read(file, limit: DelimitedText.largest, orStream: true) {
      return read
    }
    throw Failure(.notFound, "no file '\(file)'")
  }
}
