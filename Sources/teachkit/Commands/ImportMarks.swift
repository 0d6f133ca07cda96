import ArgumentParser
import Git
import Model
import PlainYAML
import Reports
import Storage

struct ImportMarks: Command {
  static let configuration = CommandConfiguration(
    commandName: "marks",
    abstract: "Take over the marks of a worksheet from a table.",
    discussion: """
      The table is one of 'teachkit export marks', or any CSV whose first line has a column \
      'student' (or 'name') and columns that are called after exercises, 'essay.clarity' after a \
      line of a rubric, 'half.comment', and 'comment', 'override' with 'why', 'excused'. An empty \
      cell says nothing, '-' takes back what is there.

      All of it is taken over, or nothing where anything is wrong. On a terminal you are shown what \
      would change, and asked.

      Example: teachkit import marks poster.csv math/poster --dry-run
      """)

  @Argument(
    help: "The table; '-' is standard input.", completion: .file(extensions: ["csv", "txt"]))
  var file: String
  @Argument(help: "The worksheet.", completion: Candidates.content.completion) var path: String
  @Flag(name: .customLong("dry-run"), help: "Show what would be done, and do nothing.")
  var dryRun = false
  @Flag(help: "Don't ask.") var yes = false
  @OptionGroup(title: "Common options") var common: CommonOptions
  static var formats: [Format] { [.text, .json, .csv] }

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let files = store.files
    let target = try MarkTarget(path, in: files)
    let place = target.worksheet.path
    let list = try MarksFile(
      try session.tableBytes(file), name: file == "-" ? "standard input" : file, target, files)
    for notice in list.notices { session.output.notice("\(list.name):\(notice)") }
    let before = try files.source.bytes(at: SchoolPath.marks(place))
    let changes = list.changes(to: try files.marks(place))
    session.report(list.table(of: changes))
    session.output.notice(
      "\(counted(changes.count, "student", "students")) with other marks, "
        + "\(list.rows.count - changes.count) as before")
    if dryRun || changes.isEmpty {
      return session.output.notice(dryRun ? "nothing was changed: this was a dry run" : "no change")
    }
    if !yes { try session.agree("Take this over?", otherwise: "nothing was changed") }
    let committer = try session.committer(of: store)
    let marker = try session.marker(committer, in: files)
    let committed = try store.change("import marks", "\(place)", by: committer) { change in
      guard try change.bytes(at: SchoolPath.marks(place)) == before else {
        throw Failure(.updateOperationFailed, "the marks have changed meanwhile")
      }
      try change.mark(
        target.worksheet, changes.map { Marking($0.student, $0.decisions) }, by: marker)
    }
    if let edits = committed?.handEdits, !edits.isEmpty { session.tellHandEdits(edits) }
    session.hintToGrade("\(place)")
  }
}

extension Session {
  /// The bytes of a table that is named on the command line.
  func tableBytes(_ file: String) throws -> [UInt8] {
    if file == "-" { return input.rest(atMost: DelimitedText.largest) }
    if let read = try DurableFile.read(file, limit: DelimitedText.largest, orStream: true) {
      return read
    }
    throw Failure(.notFound, "there is no file '\(file)'")
  }
}
