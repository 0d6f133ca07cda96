import ArgumentParser
import Course
import Exchange
import Git
import Model
import Storage
import Text

struct Delete: Command {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete objects, with everything below them and all references.",
    discussion: """
      Deletes everything in one commit: a worksheet's marks, grades and records of \
      submissions, all entries for a student, and assignments to a class only. Deleting a \
      class first tags the school as 'archive/CLASS'. 'teachkit restore PATH' undoes it. On a \
      terminal, the command lists what it deletes and asks; elsewhere it requires whole paths.

      If both sides of a merge renamed a worksheet, chapter or exercise, it exists twice. After \
      you delete one, the other takes over its names, marks, assignments and submissions.

      Example: teachkit delete math/fractions/adding --dry-run
      """)

  @Argument(help: "The objects to delete.", completion: Candidates.content.completion)
  var paths: [String]
  @OptionGroup var version: VersionOptions
  @Flag(name: .customLong("dry-run"), help: "List what would be deleted, without deleting it.")
  var dryRun = false
  @Flag(help: "Don't ask for confirmation.") var yes = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    if version.expected != nil, paths.count > 1 {
      throw Failure(.commandIsFaulty, "'--if-version' requires a single object")
    }
    let store = try session.openSchool()
    let locator = Locator(store.files)
    let isAsked = session.surroundings.inputIsTerminal
    let found = try paths.map { try locator.find($0, wholePathOnly: !isAsked) }
    if found.contains(.school) {
      throw Failure(.valueIsFaulty, "cannot delete the whole school: delete its folder yourself")
    }
    let objects = found.enumerated().filter { number, object in
      !found[..<number].contains(object) && !found.contains { object.isBelow($0) }
    }.map(\.element)
    let below = store.files.below(objects)
    let participants = try participants(of: objects, in: store)
    if dryRun || isAsked && !yes {
      let (along, heirs, _) = try delete(objects, in: store, session, dryRun: true)
      session.summarize(along, isDryRun: true)
      for (object, resolution) in heirs { session.summarize(resolution, of: object) }
      for line in below { session.output.notice(line) }
      if dryRun {
        session.output.notice("dry run: deleted nothing")
        return session.report(answer(objects, along))
      }
      for (subject, count) in participants {
        session.output.notice(
          """
          '\(subject)' is shared with \(counted(count, "student", "students")): after deleting it, \
          'teachkit unshare' can't stop sharing it
          """)
      }
      let names = objects.map { "\($0)" }.joined(separator: ", ")
      try session.requireConfirmation("Delete \(names)?", otherwise: "deleted nothing")
    }
    let (along, heirs, committed) = try delete(objects, in: store, session, dryRun: false)
    if let edits = committed?.handEdits, !edits.isEmpty { session.reportHandEdits(edits) }
    session.summarize(along, isDryRun: false)
    for (object, resolution) in heirs { session.summarize(resolution, of: object) }
    for line in below { session.output.notice(line) }
    for tag in committed?.tags ?? [] {
      session.output.notice("tagged the previous version of the school as '\(tag)'")
    }
    try reportRemains(of: objects, along, in: store, session)
    for (subject, _) in participants {
      session.output.hint(
        "to stop sharing it, run 'teachkit undo', then 'teachkit unshare \(subject)'")
    }
    if let committed { try session.hintAtSharing(committed, in: store) }
    session.report(answer(objects, along))
  }

  private func delete(
    _ objects: [ObjectPath], in store: SchoolStore, _ session: Session, dryRun: Bool
  ) throws -> ([Companion], heirs: [(ObjectPath, DuplicateResolution)], Committed?) {
    var along: [Companion] = []
    var heirs: [(ObjectPath, DuplicateResolution)] = []
    guard let first = objects.first else { return ([], [], nil) }
    let committed = try store.change(
      "delete", "\(first)", by: try session.committer(of: store), dryRun: dryRun
    ) { change in
      change.summary = "delete " + objects.map { "\($0)" }.joined(separator: ", ")
      change.otherPaths = objects.dropFirst().map { "\($0)" }
      for object in objects {
        try change.require(version.expected, of: object, isDeletion: true)
        let (companions, resolution) = try change.delete(object)
        along += companions
        if let resolution { heirs.append((object, resolution)) }
      }
    }
    return (along, heirs, committed)
  }

  /// The number of participants of each shared subject among the objects.
  private func participants(
    of objects: [ObjectPath], in store: SchoolStore
  ) throws -> [(subject: String, count: Int)] {
    let stores = SchoolStores(store)
    return try objects.compactMap { object in
      guard case .context(let path) = object, path.components.isEmpty,
        stores.hasOutbox(path.subject)
      else { return nil }
      let count = try store.files.participants(of: path.subject).current.count
      return count == 0 ? nil : (path.subject, count)
    }
  }

  private func answer(_ objects: [ObjectPath], _ along: [Companion]) -> ChangeAnswer {
    ChangeAnswer(items: objects.map { .init(path: "\($0)", version: nil) }, along: along)
  }

  /// Reports what remains elsewhere of the deleted objects.
  private func reportRemains(
    of objects: [ObjectPath], _ along: [Companion], in store: SchoolStore, _ session: Session
  ) throws {
    if along.contains(where: { $0.fate == .deleted && $0.path.hasPrefix("received/") }) {
      session.output.notice(
        "collected submissions remain stored, but no longer count")
    }
    let stores = SchoolStores(store)
    for object in objects {
      switch object {
      case .context(let path):
        let folder = "subjects/\(path)"
        if DurableFile.exists("\(store.root)/\(folder)") {
          let isEmpty = try store.files.source.entries(in: folder).isEmpty
          session.output.notice(
            isEmpty
              ? "'\(folder)' remains: Git ignores empty folders"
              : "'\(folder)' remains: it contains files that Git ignores")
        }
        if path.components.isEmpty, stores.hasOutbox(path.subject) {
          session.output.notice(
            "the published content of '\(path.subject)' remains on the hub and in clones")
        }
      case .exercise(let path, _):
        if try store.files.source.bytes(at: SchoolPath.grades(path)) != nil {
          session.output.hint("run 'teachkit grade \(path.subject)' to remove it from the grades")
        }
      case .student(let id):
        guard try StudentData.subjects(store).contains(where: stores.hasOutbox) else {
          continue
        }
        session.output.hint("run 'teachkit forget \(id)' to also erase collected and returned work")
      default: continue
      }
    }
  }
}

extension SchoolFiles {
  /// Summaries of the contents of objects that would be deleted.
  fileprivate func below(_ objects: [ObjectPath]) -> [Message] {
    objects.compactMap { object in
      switch object {
      case .context(let path):
        let count = ((try? worksheets(below: path)) ?? []).count { $0 != path }
        return count == 0 ? nil : "in '\(path)': \(counted(count, "worksheet", "worksheets"))"
      case .schoolClass(let id):
        return students(try? schoolClass(id).students, of: object, stayingIn: "the school")
      case .group(let id, let group):
        let groups = (try? schoolClass(id).groups) ?? []
        return students(
          groups.first { $0.id == group }?.students, of: object, stayingIn: "the class")
      default: return nil
      }
    }
  }

  private func students(
    _ ids: [String]?, of object: ObjectPath, stayingIn rest: String
  ) -> Message? {
    guard let count = ids?.count, count > 0 else { return nil }
    let students = counted(count, "student, who remains", "students, who remain")
    return "in '\(object)': \(students) in \(rest)"
  }
}

extension ObjectPath {
  /// Whether it is below another object.
  fileprivate func isBelow(_ other: ObjectPath) -> Bool {
    self != other && "\(self)".hasPrefix("\(other)/")
  }
}
