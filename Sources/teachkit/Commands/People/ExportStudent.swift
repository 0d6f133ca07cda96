import ArgumentParser
import Course
import Exchange
import Git
import Model
import Reports
import Storage
import Text

struct ExportStudent: Command {
  static let configuration = CommandConfiguration(
    commandName: "student",
    abstract: "Show or save all data about a student.",
    discussion: """
      Includes the roster entry, classes, groups, subjects, assignments, marks, grades, \
      submissions and returned work. If you name a folder, saves all files there, plus \
      'student.json' for programs and 'student.txt' for people. Also lists other places with data.

      Example: teachkit export student ada ada-record
      """)

  @Argument(help: "The student.", completion: Candidates.students.completion) var id: String
  @Argument(help: "A new folder.", completion: .directory) var folder: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let id = try session.student(id, in: store.files)
    let record = try StudentRecord(of: id, in: store)
    if let folder {
      try save(record, in: FolderPath(folder, from: session.directory).text, session)
    } else {
      session.report(record)
    }
    session.output.notice("these places may have more data:")
    for place in record.elsewhere { session.output.notice("- \(place)") }
  }

  private func save(_ record: StudentRecord, in folder: String, _ session: Session) throws {
    guard try WorkTree(root: folder).entries(in: "").isEmpty else {
      throw Failure(
        .createOperationFailed, "'\(folder)' already exists", hint: "choose another folder")
    }
    let unfinished = TemporaryFolder(
      ".teachkit-export", in: FolderPath(folder, from: "/").parent.text)
    defer { unfinished.remove() }
    func write(_ bytes: [UInt8], _ path: String) throws {
      let full = "\(unfinished.path)/\(path)"
      try DurableFile.makeFolder(
        String(full.prefix(upTo: full.lastIndex(of: "/") ?? full.endIndex)))
      try DurableFile.write(bytes, to: full, durability: .deferred)
    }
    var count = 0
    for holding in record.holdings {
      for (work, attempt, submission) in holding.numbered {
        for (path, bytes) in try holding.files(of: submission) {
          try write(bytes, "submissions/\(holding.subject)/\(work)/\(attempt)/\(path)")
          count += 1
        }
      }
      for (path, bytes) in holding.inbox?.files ?? [:] {
        try write(bytes, "inbox/\(holding.subject)/\(path)")
        count += 1
      }
    }
    let text =
      record.text(.pipe) + "\nThese places may have more data:\n"
      + record.elsewhere.map { "- \($0)\n" }.joined()
    try write(Array(text.utf8), "student.txt")
    try write(Array(record.json.document.utf8), "student.json")
    try Durability.flush(around: unfinished.path)
    try DurableFile.moveFolder(unfinished.path, to: folder)
    session.report(
      Record(
        "export",
        [
          .init("path", Cell(folder)), .init("places", Cell(record.mentions.count)),
          .init("files", Cell(count)),
        ]))
  }
}

extension Session {
  /// The id of a student; a student who was removed from all lists is only found by the whole id.
  func student(_ word: String, in files: SchoolFiles) throws -> String {
    let id = NewPath.identifier(word, in: "students")
    do {
      if case .student(let found) = try Locator(files).find(word, among: [.student]) {
        return found
      }
    } catch LookupError.unknown(let path, let suggestion) {
      try checkIsNoClass(id, in: files)
      if try files.mentions(of: .student(id)).isEmpty {
        throw LookupError.unknown(path, suggestion: suggestion)
      }
    }
    return id
  }

  /// Checks that an unknown student's id doesn't name a class or group.
  func checkIsNoClass(_ id: String, in files: SchoolFiles) throws {
    let word = NewPath.identifier(id, in: SchoolPath.classes)
    guard let other = try Locator(files).exactly("\(SchoolPath.classes)/\(word)") else { return }
    throw Failure(
      .notFound, "'\(other)' is a \(other.kind.rawValue), not a student",
      hint: "to list its students, run \(shellCommand("teachkit", "show", "\(other)"))")
  }
}
