import ArgumentParser
import Exchange
import Git
import Model
import Storage

struct Delete: Command {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete anything, with all that is below it and refers to it.",
    discussion: """
      All of it goes in one commit: marks, grades and what was received of a worksheet, a student's \
      lines everywhere, what was assigned to a class alone. Deleting a class leaves the tag \
      'archive/CLASS', the school as it was. 'teachkit restore PATH' brings it back. On a terminal \
      it lists what goes along and asks; elsewhere it wants whole paths.

      Where two sides of a merge have renamed one worksheet, chapter or exercise, there are two of \
      it. The one that stays takes over the other's names, marks, assignments and what was handed in.

      Example: teachkit delete math/fractions/adding --dry-run
      """)

  @Argument(help: "What to delete.", completion: Candidates.content.completion)
  var paths: [String]
  @OptionGroup var version: VersionOptions
  @Flag(name: .customLong("dry-run"), help: "List what would go along, and do nothing.")
  var dryRun = false
  @Flag(help: "Don't ask.") var yes = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    if version.expected != nil, paths.count > 1 {
      throw Failure(.commandIsFaulty, "'--if-version' is for one object alone")
    }
    let store = try session.openSchool()
    let locator = Locator(store.files)
    let isAsked = session.surroundings.inputIsTerminal
    let found = try paths.map { try locator.find($0, wholePathOnly: !isAsked) }
    if found.contains(.school) {
      throw Failure(.valueIsFaulty, "the school as a whole is deleted with its folder, by hand")
    }
    let objects = found.enumerated().filter { number, object in
      !found[..<number].contains(object) && !found.contains { object.isBelow($0) }
    }.map(\.element)
    let below = store.files.below(objects)
    if dryRun || isAsked && !yes {
      let (along, heirs, _) = try delete(objects, in: store, session, dryRun: true)
      session.tell(along, isDryRun: true)
      for (object, heritage) in heirs { session.tell(heritage, of: object) }
      below.forEach(session.output.notice)
      if dryRun {
        session.output.notice("nothing was deleted: this was a dry run")
        return session.report(answer(objects, along))
      }
      let names = objects.map { "\($0)" }.joined(separator: ", ")
      try session.agree("Delete \(names)?", otherwise: "nothing was deleted")
    }
    let (along, heirs, committed) = try delete(objects, in: store, session, dryRun: false)
    if let edits = committed?.handEdits, !edits.isEmpty { session.tellHandEdits(edits) }
    session.tell(along, isDryRun: false)
    for (object, heritage) in heirs { session.tell(heritage, of: object) }
    below.forEach(session.output.notice)
    for tag in committed?.tags ?? [] {
      session.output.notice("the tag '\(tag)' keeps the school as it was")
    }
    try tellRest(of: objects, along, in: store, session)
    if let committed { try session.hintAtSharing(committed, in: store) }
    session.report(answer(objects, along))
  }

  private func delete(
    _ objects: [ObjectPath], in store: SchoolStore, _ session: Session, dryRun: Bool
  ) throws -> ([Companion], heirs: [(ObjectPath, Heritage)], Committed?) {
    var along: [Companion] = []
    var heirs: [(ObjectPath, Heritage)] = []
    guard let first = objects.first else { return ([], [], nil) }
    let committed = try store.change(
      "delete", "\(first)", by: try session.committer(of: store), dryRun: dryRun
    ) { change in
      change.summary = "delete " + objects.map { "\($0)" }.joined(separator: ", ")
      change.otherPaths = objects.dropFirst().map { "\($0)" }
      for object in objects {
        try change.require(version.expected, of: object, isDeletion: true)
        let (companions, heritage) = try change.delete(object)
        along += companions
        if let heritage { heirs.append((object, heritage)) }
      }
    }
    return (along, heirs, committed)
  }

  private func answer(_ objects: [ObjectPath], _ along: [Companion]) -> ChangeAnswer {
    ChangeAnswer(items: objects.map { .init(path: "\($0)", version: nil) }, along: along)
  }

  /// What stays elsewhere of what is gone.
  private func tellRest(
    of objects: [ObjectPath], _ along: [Companion], in store: SchoolStore, _ session: Session
  ) throws {
    if along.contains(where: { $0.fate == .deleted && $0.path.hasPrefix("received/") }) {
      session.output.notice(
        "work had been handed in for it: it stays where it was collected, and counts no more")
    }
    let stores = SchoolStores(store)
    for object in objects {
      switch object {
      case .context(let path):
        let folder = "subjects/\(path)"
        if DurableFile.isThere("\(store.root)/\(folder)") {
          let isEmpty = try store.files.source.entries(in: folder).isEmpty
          session.output.notice(
            "'\(folder)' stays: "
              + (isEmpty ? "Git knows no empty folders" : "it holds files that Git ignores"))
        }
        if path.components.isEmpty, stores.hasOutbox(path.subject) {
          session.output.notice(
            "what was shared of '\(path.subject)' stays on the hub and with the students")
        }
      case .exercise(let path, _):
        if try store.files.source.bytes(at: SchoolPath.grades(path)) != nil {
          session.output.hint("grades are without it after 'teachkit grade \(path.subject)'")
        }
      case .student(let id):
        guard try StudentHoldings.subjects(store).contains(where: stores.hasOutbox) else {
          continue
        }
        session.output.hint("'teachkit forget \(id)' erases what was collected and returned, too")
      default: continue
      }
    }
  }
}

extension SchoolFiles {
  /// How much is in what is to go.
  fileprivate func below(_ objects: [ObjectPath]) -> [String] {
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
  ) -> String? {
    guard let count = ids?.count, count > 0 else { return nil }
    let students = counted(count, "student, who stays", "students, who stay")
    return "in '\(object)': \(students) in \(rest)"
  }
}

extension ObjectPath {
  /// Whether it is part of another object.
  fileprivate func isBelow(_ other: ObjectPath) -> Bool {
    self != other && "\(self)".hasPrefix("\(other)/")
  }
}
