import ArgumentParser
import Course
import Exchange
import Model
import Storage
import Text

struct Move: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move a chapter, worksheet or exercise.",
    discussion: """
      TO is the chapter, subject or worksheet to move it into, or its new path. '--before' and \
      '--after' put it next to another object and change the field 'order' of as few objects \
      as possible. All references are updated in the same commit, and submissions still count.

      Example: teachkit move math/fractions/adding --before math/fractions/comparing
      """)

  @Argument(
    help: "The object to move: its path, a unique ending or its title.",
    completion: Candidates.content.completion)
  var path: String
  @Argument(
    help: ArgumentHelp("The target: a chapter, subject or worksheet, or a new path."),
    completion: Candidates.content.completion)
  var to: String?
  @Option(
    help: ArgumentHelp("Put it before this object.", valueName: "other"),
    completion: Candidates.content.completion)
  var before: String?
  @Option(
    help: ArgumentHelp("Put it after this object.", valueName: "other"),
    completion: Candidates.content.completion)
  var after: String?
  @OptionGroup var version: VersionOptions
  @Flag(name: .customLong("dry-run"), help: "Show what would move, without moving it.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let places = [to, before, after].count { $0 != nil }
    guard places == 1 else {
      throw Failure(
        .commandIsFaulty, places == 0 ? "missing target" : "more than one target",
        hint: "name a chapter, or another object with '--before' or '--after'")
    }
    let store = try session.openSchool()
    let locator = Locator(store.files)
    let object = try locator.find(path)
    let target = MoveTarget(object, files: store.files)
    guard let other = before ?? after else {
      let new = try target.path(for: to ?? "")
      try check(object, new, in: store)
      return try await session.rename(
        "move", object, to: new, in: store, if: version.expected, dryRun: dryRun)
    }
    let (new, sibling) = try target.path(beside: other)
    try check(object, new, in: store)
    let neighbour: Neighbour = before != nil ? .before(sibling) : .after(sibling)
    try await session.rename(
      "move", object, to: new, in: store, if: version.expected, dryRun: dryRun
    ) { change in
      if new == object { change.summary = "move \(object) \(words(neighbour))" }
      switch new {
      case .context(let path): try change.place(path, neighbour)
      case .exercise(let path, let id): try change.place(exercise: id, in: path, neighbour)
      default: break
      }
    }
  }

  private func words(_ neighbour: Neighbour) -> String {
    switch neighbour {
    case .before(let id): "before \(id)"
    case .after(let id): "after \(id)"
    }
  }

  /// Submissions stay in the mailboxes of their subject, so published work can't move to another
  /// subject.
  private func check(_ object: ObjectPath, _ new: ObjectPath, in store: SchoolStore) throws {
    guard case .context(let old) = object, case .context(let path) = new,
      old.subject != path.subject, SchoolStores(store).hasOutbox(old.subject)
    else { return }
    let files = store.files
    for worksheet in try files.worksheets(below: old) where try !files.worksheet(worksheet).isDraft
    {
      throw Failure(
        .noWritePermission,
        "'\(worksheet)' is published: submissions for it belong to '\(old.subject)'",
        hint: "withdraw it first: 'teachkit set \(worksheet) draft=yes'")
    }
  }
}

/// Resolves the target of a move.
private struct MoveTarget {
  let object: ObjectPath
  let files: SchoolFiles

  init(_ object: ObjectPath, files: SchoolFiles) {
    self.object = object
    self.files = files
  }

  private var unfit: ChangeError { .unfitPlace(nil, for: "\(object)") }

  /// The new path, for a target to move into or a new path as it was typed.
  func path(for text: String) throws -> ObjectPath {
    guard let context = object.context, !context.components.isEmpty else { throw unfit }
    let typed = text.hasPrefix("subjects/") ? String(text.dropFirst("subjects/".count)) : text
    if let place = try place(typed) {
      switch object {
      case .exercise(_, let id): return .exercise(place, id)
      default: return .context(place.appending(context.identifier))
      }
    }
    guard let path = ContextPath(typed), let parent = path.parent else {
      // Throws an error with similar names.
      return try Locator(files).find(text, among: [.subject, .context])
    }
    if case .exercise = object { return .exercise(parent, path.identifier) }
    return .context(path)
  }

  /// The context to move into: by path, else by an ending or title; nil if unknown.
  private func place(_ text: String) throws -> ContextPath? {
    do {
      return try Locator(files).find(text, among: [.subject, .context]).context
    } catch LookupError.unknown {
      return nil
    }
  }

  /// The new path next to another object, and the other object's id.
  func path(beside other: String) throws -> (ObjectPath, sibling: String) {
    switch object {
    case .context(let path) where !path.components.isEmpty:
      let sibling = try path.parent.map { $0.appending(other) }
        .flatMap { try files.exists($0) ? $0 : nil }
      let found = try sibling ?? neighbour(other, .context).context
      guard let found, let parent = found.parent else { throw unfit }
      if found == path { throw besideItself }
      return (.context(parent.appending(path.identifier)), found.identifier)
    case .exercise(let path, let id):
      if other == id { throw besideItself }
      if try files.worksheet(path).exercise(other) != nil { return (object, other) }
      guard case .exercise(let place, let sibling) = try neighbour(other, .exercise) else {
        throw unfit
      }
      if (place, sibling) == (path, id) { throw besideItself }
      return (.exercise(place, id), sibling)
    default: throw unfit
    }
  }

  private var besideItself: Failure {
    Failure(.valueIsFaulty, "cannot move '\(object)' next to itself", hint: "name another object")
  }

  /// Finds the object to move next to.
  private func neighbour(_ text: String, _ kind: ObjectPath.Kind) throws -> ObjectPath {
    do {
      return try Locator(files).find(text, among: [kind])
    } catch let error as LookupError {
      guard case .unknown = error, let other = try? Locator(files).find(text) else { throw error }
      throw Failure(
        .valueIsFaulty, "cannot move '\(object)' next to '\(other)'",
        hint: """
          name \(kind == .exercise ? "an exercise" : "a chapter or worksheet"); \
          to move it into an object, omit '--before' and '--after'
          """)
    }
  }
}
