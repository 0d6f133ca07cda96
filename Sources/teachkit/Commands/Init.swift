import ArgumentParser
import Exchange
import Git
import Glibc
import Hub
import Model
import PlainYAML
import Storage

struct Init: Command {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a school: your private repository of plain-text files.",
    discussion: """
      The hub is where subjects are shared with students: a folder that all can reach, or a \
      server. It may be named later.

      Example: teachkit init school --name "Gymnasium Hof" --zone Europe/Berlin --hub hub
      """)

  @Argument(help: "The new school's folder; this one unless given.", completion: .directory)
  var folder: String = "."
  @Option(help: "The school's name; the folder's unless given.") var name: String?
  @Option(help: "The time zone of its dates; this machine's unless given.") var zone: String?
  @Option(help: "The language it teaches in, such as de.") var language: String?
  @Option(help: ArgumentHelp("Who teaches.", valueName: "name <mail>")) var teacher: String?
  @Option(
    help: ArgumentHelp("Where subjects are shared.", valueName: "folder or address"),
    completion: .directory)
  var hub: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let root = FolderPath(folder, from: session.directory)
    try checkFree(root)
    let hub = try hub.map { try NewHub($0, of: root, from: session.directory) }
    let fields = Value.fields(
      [
        "format": .plain("\(School.format)"), "uid": .scalar(uid(&session.random)),
        "school": .scalar(name ?? root.name), "teacher": .text(teacher),
        "zone": .scalar(zone ?? session.surroundings.zoneName), "language": .text(language),
        "hub": .text(hub?.written),
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
    session.output.notice("made a school in '\(root.text)'")
    if hub?.isFolder == true,
      try SchoolStores(store).isFirst(.folderKeepsNobodyApart)
    {
      session.output.notice(ExchangeNotice.folderKeepsNobodyApart.words)
    }
    session.output.hint(
      "go on there with 'teachkit create class 7b' and 'teachkit create student ada --class 7b'")
  }

  /// Refuses where there is a school, or a repository with a history of something else.
  private func checkFree(_ root: FolderPath) throws {
    if let place = Place.find(from: root.existing) {
      let (kind, path) =
        switch place {
        case .school(let root): ("school", root)
        case .clone(let root): ("student's clone", root)
        }
      throw Failure(
        .createOperationFailed, "there is a \(kind) already, in '\(path)'",
        hint: "choose a folder outside of it")
    }
    let inside = try WorkTree(root: root.text).entries(in: "").filter { $0.kind == .folder }
    if let other = inside.map({ "\(root.text)/\($0.name)" })
      .first(where: { access("\($0)/\(SchoolPath.school)", F_OK) == 0 })
    {
      throw Failure(
        .createOperationFailed, "there is a school already in it: '\(other)'",
        hint: "name a new folder: 'teachkit init FOLDER'")
    }
    guard access(root.text + "/" + SchoolPath.school, F_OK) != 0 else {
      throw Failure(
        .createOperationFailed, "there is a file '\(SchoolPath.school)' already",
        hint: "choose another folder")
    }
    if try RepositoryLayout(at: root.text)?.head().commit != nil {
      throw Failure(
        .createOperationFailed, "'\(root.text)' is a Git repository with a history of its own",
        hint: "choose an empty folder")
    }
  }

  private func uid(_ random: inout RandomSource) -> String {
    let digits = String(random.next(), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
