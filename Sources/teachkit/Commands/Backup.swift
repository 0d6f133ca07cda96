import ArgumentParser
import Glibc
import Model
import Reports
import Storage
import Text

struct Backup: Command {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Save the school and all that was collected in one file, or restore it.",
    discussion: """
      The file has the whole folder: texts, also those not committed yet, the history, what was \
      published and what was collected. Keep it where only you can read it: answers, names and \
      grades are in it. It is a .tar.gz, which other programs open, too.

      Example: teachkit backup ~/safe/school.tar.gz
      Example: teachkit backup --restore ~/safe/school.tar.gz school
      """)

  @Argument(help: "The file.", completion: .file()) var file: String
  @Argument(
    help: "With '--restore': the new folder; 'school' here unless given.", completion: .directory)
  var folder: String?
  @Flag(help: "Unpack the file into a new folder.") var restore = false
  @Flag(help: "Replace a file that is there.") var force = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let path = FolderPath(file, from: session.directory)
    if restore {
      try restore(path, session)
    } else if let folder {
      throw Failure(
        .commandIsFaulty, "'\(folder)' is one word too many",
        hint: "a folder is named with '--restore' only")
    } else {
      try save(path, session)
    }
  }

  private func save(_ path: FolderPath, _ session: Session) throws {
    let store = try session.openSchool()
    if path.isWithin(FolderPath(store.root, from: "/")) {
      throw Failure(
        .valueIsFaulty, "'\(path.text)' is in the school itself",
        hint: "name a place outside of it, best on another disk")
    }
    guard access(path.parent.text, F_OK) == 0 else {
      throw Failure(.notFound, "there is no folder '\(path.parent.text)'")
    }
    if access(path.text, F_OK) == 0, !force {
      throw Failure(
        .createOperationFailed, "there is a file '\(path.text)' already",
        hint: "name another one, or replace it with '--force'")
    }
    let size = try SchoolArchive(path: path.text).save(store)
    session.report(BackupAnswer(path: path.text, bytes: size))
    session.output.hint(
      "\(shellCommand("teachkit", "backup", "--restore", file, "FOLDER")) unpacks it again")
  }

  private func restore(_ path: FolderPath, _ session: Session) throws {
    guard access(path.text, R_OK) == 0 else {
      throw Failure(
        .notFound, "can't read '\(path.text)': \(String(cString: strerror(errno)))")
    }
    let target = FolderPath(folder ?? "school", from: session.directory)
    if access(target.text, F_OK) == 0 {
      throw Failure(
        .createOperationFailed, "there is something in '\(target.text)' already",
        hint: "name a folder that isn't there yet")
    }
    if let school = SchoolStore.root(above: target.parent.text) {
      throw Failure(
        .createOperationFailed, "'\(target.text)' would be within the school in '\(school)'",
        hint: "name a folder beside it, such as "
          + "'\(FolderPath(school, from: "/").parent.text)/restored'")
    }
    let store = try SchoolArchive(path: path.text).restore(to: target)
    session.report(BackupAnswer(path: store.root, bytes: nil))
    session.output.notice("restored '\(try store.files.school().name)'")
    guard let hub = try store.files.school().hub, !hub.contains(":") else { return }
    let place = FolderPath(hub, from: store.root)
    if access(place.text, F_OK) != 0 {
      session.output.notice("its hub is '\(hub)', and there is none in '\(place.text)'")
      session.output.hint("'teachkit set school hub=FOLDER' says where it is")
    }
  }
}

/// Where a school was saved or restored.
private struct BackupAnswer: Report {
  let path: String
  /// The size of the file; nil for a folder.
  let bytes: Int?

  func text(_ layout: Layout) -> String { visible(path) + "\n" }

  var json: JSONValue {
    Self.envelope(
      "backup", "item",
      ["path": .string(path), "bytes": bytes.map { .integer($0) } ?? nil])
  }
}
