import ArgumentParser
import Course
import Glibc
import Model
import Reports
import Storage
import Text

struct Backup: Command {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Back up the school with all collected work to a file, or restore it.",
    discussion: """
      The backup contains the whole folder: all texts, even if not committed, the history, \
      and all published and collected work. It includes answers, names and grades, so keep it \
      in a place that only you can read. It is a .tar.gz file, which other programs can open.

      Example: teachkit backup ~/safe/school.tar.gz
      Example: teachkit backup --restore ~/safe/school.tar.gz school
      """)

  @Argument(help: "The backup file.", completion: .file()) var file: String
  @Argument(
    help: "With '--restore': the new folder; by default, 'school'.", completion: .directory)
  var folder: String?
  @Flag(help: "Unpack the file into a new folder.") var restore = false
  @Flag(help: "Overwrite an existing file.") var force = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let path = FolderPath(file, from: session.directory)
    if restore {
      try restore(path, session)
    } else if let folder {
      throw Failure(
        .commandIsFaulty, "unexpected argument '\(folder)'",
        hint: "give a folder only with '--restore'")
    } else {
      try save(path, session)
    }
  }

  private func save(_ path: FolderPath, _ session: Session) throws {
    let store = try session.openSchool()
    if path.isWithin(FolderPath(store.root, from: "/")) {
      throw Failure(
        .valueIsFaulty, "'\(path.text)' is inside the school",
        hint: "choose a path outside the school, preferably on another disk")
    }
    guard access(path.parent.text, F_OK) == 0 else {
      throw Failure(.notFound, "no folder '\(path.parent.text)'")
    }
    if access(path.text, F_OK) == 0, !force {
      throw Failure(
        .createOperationFailed, "'\(path.text)' already exists",
        hint: "choose another name, or use '--force' to overwrite it")
    }
    let size = try SchoolArchive(path: path.text).save(store)
    session.report(BackupAnswer(path: path.text, bytes: size))
    session.output.hint(
      "to restore it, run \(shellCommand("teachkit", "backup", "--restore", file, "FOLDER"))")
  }

  private func restore(_ path: FolderPath, _ session: Session) throws {
    guard access(path.text, R_OK) == 0 else {
      throw Failure(
        .notFound, "cannot read '\(path.text)': \(String(cString: strerror(errno)))")
    }
    let target = FolderPath(folder ?? "school", from: session.directory)
    if access(target.text, F_OK) == 0 {
      throw Failure(
        .createOperationFailed, "'\(target.text)' already exists",
        hint: "choose a new folder")
    }
    if let school = SchoolStore.root(above: target.parent.text) {
      throw Failure(
        .createOperationFailed, "'\(target.text)' would be inside the school in '\(school)'",
        hint: """
          choose a folder outside it, such as \
          '\(FolderPath(school, from: "/").parent.text)/restored'
          """)
    }
    let store = try SchoolArchive(path: path.text).restore(to: target)
    session.report(BackupAnswer(path: store.root, bytes: nil))
    session.output.notice("restored '\(try store.files.school().name)'")
    guard let hub = try store.files.school().hub, !hub.contains(":") else { return }
    let place = FolderPath(hub, from: store.root)
    if access(place.text, F_OK) != 0 {
      session.output.notice("its hub '\(hub)' doesn't exist: no folder '\(place.text)'")
      session.output.hint("run 'teachkit set school hub=FOLDER' to set its location")
    }
  }
}

/// The location of a backup or a restored school.
private struct BackupAnswer: Report {
  let path: String
  /// The file size; nil for a restored folder.
  let bytes: Int?

  func text(_ layout: Layout) -> String { visible(path) + "\n" }

  var json: JSONValue {
    Self.envelope(
      "backup", "item",
      ["path": .string(path), "bytes": bytes.map { .integer($0) } ?? nil])
  }
}
