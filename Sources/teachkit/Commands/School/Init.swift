import ArgumentParser
import Course
import Exchange
import Git
import Glibc
import HubProtocol
import Model
import PlainYAML
import Storage
import Text

struct Init: Command {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a school: your private repository of plain-text files.",
    discussion: """
      Subjects are shared with students on the hub: a folder that \
      everyone can access, or a server. You can also set it later.

      Late work loses no points unless you set a policy: \
      --late 'penalty: 10% per day, cutoff: 3d'

      Example: teachkit init school --name "Gymnasium Hof" --zone Europe/Berlin --hub hub
      """)

  @Argument(help: "The school's folder; by default, the current one.", completion: .directory)
  var folder: String = "."
  @Option(help: "The school's name; by default, that of the folder.") var name: String?
  @Option(help: "The time zone for dates; by default, that of this machine.") var zone: String?
  @Option(help: "The language of instruction, such as de.") var language: String?
  @Option(help: ArgumentHelp("The teacher.", valueName: "name <mail>")) var teacher: String?
  @Option(
    help: ArgumentHelp("The hub for sharing subjects.", valueName: "folder or address"),
    completion: .directory)
  var hub: String?
  @Option(
    help: ArgumentHelp(
      "The policy for late work; by default, it loses no points and is always accepted.",
      valueName: "policy"))
  var late: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let root = FolderPath(folder, from: session.directory)
    try checkFree(root, home: session.surroundings.variable("HOME"))
    let hasOthers = try WorkTree(root: root.text).entries(in: "").contains {
      !$0.name.hasPrefix(".")
    }
    let hub = try hub.map { try NewHub($0, of: root, from: session.directory) }
    let fields = Value.fields(
      [
        "format": .plain("\(School.format)"), "uid": .scalar(uid(&session.random)),
        "school": .scalar(name ?? root.name), "teacher": .text(teacher),
        "zone": .scalar(zone ?? session.surroundings.zoneName), "language": .text(language),
        "hub": .text(hub?.written), "late": try late.map(latePolicy),
      ], in: Schema.school)
    let files = SchoolFiles(FileSet([SchoolPath.school: Array(Printer.print(fields).utf8)]))
    try checkNew {
      _ = try files.school()
      _ = try files.zone()
    }
    try DurableFile.makeFolder(root.text)
    if RepositoryLayout(at: root.text) == nil { _ = try Repository.create(root.text) }
    let store = try SchoolStore(root: root.text)
    try hub?.make()
    let committer = try session.committer(of: store, files: files)
    try session.change("init", .school, in: store, by: committer) { change in
      try change.write(SchoolPath.school, fields)
      try change.write(SchoolPath.students, [])
    }
    session.output.notice("created a school in '\(root.text)'")
    if hub?.isFolder == true,
      try SchoolStores(store).isFirst(.folderHasNoAccessControl)
    {
      session.output.notice(ExchangeNotice.folderHasNoAccessControl.words)
    }
    if hasOthers {
      session.output.notice(
        """
        the folder contains other files: 'teachkit save' adds them to the school, except those \
        in .gitignore
        """)
    }
    session.output.hint(
      "continue there with 'teachkit create class 7b' and 'teachkit create student ada --class 7b'")
  }

  /// Parses the fields of a late policy, such as `penalty: 10% per day, cutoff: 3d`.
  private func latePolicy(_ text: String) throws -> Value {
    let policy = try? Document(Array("{\(text)}".utf8)).root
    if let policy, policy.mapping?.isEmpty == false { return .flow(Value(policy)) }
    throw Failure(
      .valueIsFaulty, "invalid late policy '\(text)'",
      hint: "for example: --late 'penalty: 10% per day, cutoff: 3d'")
  }

  /// Checks that the folder is no home folder, and contains no school and no repository with a history.
  private func checkFree(_ root: FolderPath, home: String?) throws {
    if let home, isFolder(root.text, above: home) {
      throw Failure(
        .createOperationFailed, "'\(root.text)' is or contains your home folder",
        hint: "give the school a folder of its own: 'teachkit init school'")
    }
    if let place = Place.find(from: root.existing) {
      let (kind, path) =
        switch place {
        case .school(let root): ("school", root)
        case .clone(let root): ("student's clone", root)
        }
      throw Failure(
        .createOperationFailed, "a \(kind) already exists in '\(path)'",
        hint: "choose a folder outside of it")
    }
    let inside = try WorkTree(root: root.text).entries(in: "").filter { $0.kind == .folder }
    if let other = inside.map({ "\(root.text)/\($0.name)" })
      .first(where: { access("\($0)/\(SchoolPath.school)", F_OK) == 0 })
    {
      throw Failure(
        .createOperationFailed, "a school already exists inside: '\(other)'",
        hint: "name a new folder: 'teachkit init FOLDER'")
    }
    guard access(root.text + "/" + SchoolPath.school, F_OK) != 0 else {
      throw Failure(
        .createOperationFailed, "'\(SchoolPath.school)' already exists",
        hint: "choose another folder")
    }
    if try RepositoryLayout(at: root.text)?.head().commit != nil {
      throw Failure(
        .createOperationFailed, "'\(root.text)' is a Git repository with other history",
        hint: "choose an empty folder")
    }
  }

  /// Whether a folder is another one or contains it, also through symbolic links.
  private func isFolder(_ folder: String, above other: String) -> Bool {
    let paths = [folder, other].map { realPath($0) ?? $0 }
    return paths[0] == "/" || "\(paths[1])/".hasPrefix("\(paths[0])/")
  }

  private func uid(_ random: inout RandomSource) -> String {
    let digits = String(random.next(), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
