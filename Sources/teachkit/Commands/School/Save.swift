import ArgumentParser
import Course
import Git
import Storage
import Text

struct Save: Command {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Commit manual edits.",
    discussion: """
      Commits changes that you made with an editor or other programs, under your name. Other \
      commands do this only for the files that they change or share. Work in progress can be \
      saved too: if 'check' finds problems in it, 'save' says so.

      Example: teachkit save math/fractions -m "Clearer questions"
      """)

  @Argument(
    help: "Objects, files or folders; by default, the whole school.",
    completion: Candidates.content.completion)
  var paths: [String] = []
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Describe the changes.", valueName: "text"))
  var message: String?
  @Flag(name: .customLong("dry-run"), help: "Show what would be saved, without saving it.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    if let message, message.allSatisfy(\.isWhitespace) {
      throw Failure(.commandIsFaulty, "the message is empty")
    }
    let store = try session.openSchool()
    let changed = try store.repository.changedPaths().map(\.path)
    let chosen =
      try paths.isEmpty
      ? changed : Set(paths.flatMap { try edits($0, among: changed, in: store, session) }).sorted()
    let saved =
      try chosen.isEmpty
      ? []
      : store.commitHandEdits(
        below: chosen, message: message, by: session.committer(of: store), dryRun: dryRun)
    guard !saved.isEmpty else { return session.output.notice("nothing to save") }
    session.output.notice("\(dryRun ? "would save" : "saved"): \(named(saved))")
    let check = SchoolCheck(store.files, at: session.now)
    for file in saved where try store.files.source.bytes(at: file) != nil {
      try check.check(file: file)
    }
    let errors = check.faults.count { $0.severity == .error }
    if errors > 0 {
      session.output.hint(
        "run 'teachkit check': it finds \(counted(errors, "error", "errors")) in these files")
    }
  }

  /// The edited files that a path names: a file or folder, or an object with everything below it.
  private func edits(
    _ path: String, among changed: [String], in store: SchoolStore, _ session: Session
  ) throws -> [String] {
    let school = FolderPath(store.root, from: "/")
    let places = [session.directory, store.root].map { FolderPath(path, from: $0) }
      .filter { $0.isWithin(school) }.map { $0.relative(to: school) }
    let below = changed.filter { file in
      places.contains { $0.isEmpty || $0 == "." || file == $0 || file.hasPrefix($0 + "/") }
    }
    if !below.isEmpty { return below }
    func belongs(_ file: String, to object: String) -> Bool {
      let name = SchoolPath.object(of: file)
      return name == object || name.hasPrefix(object + "/")
    }
    // A deleted object is known only by its whole path.
    let deleted = changed.filter { belongs($0, to: path) }
    if !deleted.isEmpty { return deleted }
    if try store.files.file(named: path, root: store.root, directory: session.directory) != nil {
      return []
    }
    let object = "\(try Locator(store.files).find(path))"
    return changed.filter { belongs($0, to: object) }
  }
}
