import ArgumentParser
import Model
import Storage

struct Rename: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Give anything another identifier.",
    discussion: """
      Everything that refers to it follows in the same commit: assignments, marks, grades, what was \
      received, classes and groups. A context and an exercise keep their old name in 'was', so that \
      work handed in under it still counts. What the hub knows by its name can't be renamed: a \
      subject that is shared, and who has a mailbox. To give it another title, use 'set'.

      Example: teachkit rename math/fractions/adding sums
      """)

  @Argument(
    help: "What to rename: its path, a unique ending or its title.",
    completion: Candidates.content.completion)
  var path: String
  @Argument(help: ArgumentHelp("The new identifier.", valueName: "new-id")) var id: String
  @OptionGroup var version: VersionOptions
  @Flag(name: .customLong("dry-run"), help: "Say what would go along, and do nothing.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let store = try session.openSchool()
    let object = try Locator(store.files).find(path)
    guard !id.contains("/") else {
      throw Failure(
        .valueIsFaulty, "'\(id)' is a path, and no identifier",
        hint: "'teachkit move \(path) \(id)' brings it to another place")
    }
    guard let new = object.renamed(id) else {
      throw Failure(
        .valueIsFaulty, "the school has no identifier",
        hint: "its name can change: 'teachkit set school school=…'")
    }
    try await session.rename(
      "rename", object, to: new, in: store, if: version.expected, dryRun: dryRun)
  }
}

extension ObjectPath {
  /// The path with another identifier at its end; nil for the school.
  fileprivate func renamed(_ id: String) -> ObjectPath? {
    switch self {
    case .school: nil
    case .student: .student(id)
    case .schoolClass: .schoolClass(id)
    case .group(let schoolClass, _): .group(schoolClass: schoolClass, group: id)
    case .context(let path):
      .context(path.parent?.appending(id) ?? ContextPath(subject: id))
    case .exercise(let path, _): .exercise(path, id)
    case .assignment: .assignment(id)
    }
  }
}
