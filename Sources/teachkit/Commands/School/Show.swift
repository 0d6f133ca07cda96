import ArgumentParser
import Course
import Exchange
import Git
import Model
import Reports
import Storage
import Text

struct Show: Command {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show an object: a worksheet, student, class or another object.",
    discussion: """
      Shows a worksheet with its exercises and, for teachers, the answers. With '--as \
      student:ID', teachers see the student's view. The version identifies the state of the \
      file and shows if it has changed: '--version' prints only the version, for \
      '--if-version'. '--of' shows a student's submission, such as essays and files to mark.

      Example: teachkit show adding
      """)

  @Argument(
    help: "The path; by default, the school or the clone's subject.",
    completion: Candidates.content.completion)
  var path: String?
  @Flag(help: "Print only the version.") var version = false
  @Option(
    name: [.long, .customLong("for")],
    help: ArgumentHelp("Show this student's submission.", valueName: "student"),
    completion: Candidates.who.completion)
  var of: String?
  static let showsAsStudent = true

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    session.output.isPaged = true
    switch try session.place() {
    case .school(let root):
      if case .student(let id)? = session.viewer {
        try show(StudentView(of: id, at: path, session), session)
      } else if let of {
        try showSubmission(
          SchoolStore(root: root, damage: session.damage, notify: session.reportRecovery), of,
          session)
      } else {
        try show(SchoolStore.files(at: root, notify: session.reportRecovery), session)
      }
    case .clone:
      try show(StudentView(session.openClone()), session)
    }
  }

  private func show(_ files: SchoolFiles, _ session: Session) throws {
    let object = try path.map { try Locator(files).find($0) } ?? .school
    if version { return try session.showVersion(of: object, in: files) }
    try session.show(object, in: files, showsAnswers: true)
  }

  private func showSubmission(_ store: SchoolStore, _ who: String, _ session: Session) throws {
    let object = try path.map { try Locator(store.files).find($0) }
    guard let object, let worksheet = object.context, try store.files.isWorksheet(worksheet),
      case .student(let student) = try People(store.files).recipient(who)
    else {
      throw Failure(.commandIsFaulty, "'--of' requires a worksheet or an exercise, and a student")
    }
    var only: String?
    if case .exercise(_, let id) = object { only = id }
    session.report(
      try SubmittedWorkReport(
        of: student, worksheet, only: only, in: store, width: min(session.surroundings.width, 100)))
  }

  private func show(_ view: StudentView, _ session: Session) throws {
    if let path, let handout = try view.handout(path), (try? view.find(path)) == nil {
      return session.report(try ObjectRecords(view.files).record(ofHandout: handout))
    }
    let root = ObjectPath.context(ContextPath(subject: view.subject))
    let object = try path.map(view.find) ?? root
    if version { return try session.showVersion(of: object, in: view.files) }
    try session.show(object, in: view.files, entry: view.entry(of: object), showsAnswers: false)
  }
}

extension Session {
  /// Shows the version for `--if-version`.
  fileprivate func showVersion(of object: ObjectPath, in files: SchoolFiles) throws {
    let path = Locator(files).shown(object)
    report(VersionAnswer(path: path, version: try files.version(of: object)))
  }

  /// Shows one object.
  ///
  /// - Parameters:
  ///   - entry: a student's inbox entry for the worksheet.
  ///   - showsAnswers: whether the viewer may see the answers; those of practice are always
  ///     shown.
  func show(
    _ object: ObjectPath, in files: SchoolFiles, entry: Inbox.Entry? = nil, showsAnswers: Bool
  ) throws {
    let records = try ObjectRecords(files)
    var record = try records.record(of: object)
    if let entry { record.fields = records.fields(record.fields, entry: entry) }
    let id: String?
    if case .exercise(_, let exercise) = object { id = exercise } else { id = nil }
    guard let path = object.context, try files.isWorksheet(path) else { return report(record) }
    let published = try files.worksheet(path)
    let worksheet = entry?.applied(published) ?? published
    report(
      try WorksheetText(
        id == nil ? record : Record("exercise", record.fields.filter { $0.isOfExercise }),
        worksheet, in: files, only: id, showsAnswers: showsAnswers || worksheet.isPractice,
        width: min(surroundings.width, 100)))
  }
}

extension Record.Field {
  /// Whether the field also applies to a single exercise, not only to the worksheet.
  fileprivate var isOfExercise: Bool { ["path", "version"].contains(name) }
}

/// The version of one object.
private struct VersionAnswer: Report {
  let path: String
  /// Nil if the object has no file.
  let version: ObjectID?

  func text(_ layout: Layout) -> String { version.map { "\($0)\n" } ?? "" }

  var json: JSONValue {
    Self.envelope(
      "version", "item",
      ["path": .string(path), "version": version.map { .string("\($0)") } ?? nil])
  }
}
