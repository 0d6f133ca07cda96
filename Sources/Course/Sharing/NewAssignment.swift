import Model
import PlainYAML
import Storage
import Text

/// An assignment to be written.
public struct NewAssignment {
  /// By default derived from the title if one is given, or else from the work.
  public let id: String?
  /// By default that of the model, or else of the first work.
  public let title: String?
  public let instructions: String?
  /// Recipients as typed; by default those of the model.
  public let to: [String]
  public let work: [ContextPath]
  /// Times as they are written in files.
  public let release, due: String?
  public let mode: Assignment.Mode
  /// The assignment whose title, instructions and policy it copies.
  public let model: Assignment?
  /// When the work of the model is assigned again; nil if it isn't.
  public let again: Instant?
  /// The school's language, for identifiers.
  public let language: String?

  public init(
    id: String?, title: String?, instructions: String?, to: [String], work: [ContextPath],
    release: String?, due: String?, mode: Assignment.Mode, model: Assignment?, again: Instant?,
    language: String?
  ) {
    (self.id, self.title, self.instructions) = (id, title, instructions)
    (self.to, self.work, self.release, self.due) = (to, work, release, due)
    (self.mode, self.model, self.again, self.language) = (mode, model, again, language)
  }

  /// The object that the change is named after.
  public var name: String {
    work.first?.description ?? "assignments/\(id ?? identifier(for: title ?? model?.title ?? ""))"
  }

  /// An identifier derived from a title.
  private func identifier(for title: String) -> String {
    let name = asciiName(title, language: language).map { String($0.prefix(40)) } ?? ""
    return Identifier.problem(in: name, for: .assignment) == nil ? name : "assignment"
  }

  /// Writes the assignment and publishes worksheets that are still drafts.
  ///
  /// - Returns: its identifier, or that of an equal one, and the former drafts.
  public func write(into change: Change) throws -> (id: String, drafts: [ContextPath]) {
    let files = SchoolFiles(change)
    let people = People(files)
    let recipients =
      try to.isEmpty ? model?.to ?? [] : people.recipients(to).map(\.description)
    if mode == .group {
      try checkGroups(of: recipients.map { try people.recipient($0) }, try files.roster())
    }
    if again != nil { try checkExams(files) }
    let title =
      try title ?? model?.title
      ?? work.first.map { first in
        first.isHandout ? first.identifier : try files.context(first).title
      } ?? ""
    let instructions = instructions ?? model?.instructions
    if let same = try equal(to: recipients, title, instructions, in: files) { return (same.id, []) }
    let made = try identifier(titled: title, among: files.assignmentIDs())
    try change.writeAssignment(
      made,
      .fields(
        [
          ("title", .scalar(title)), ("instructions", .text(instructions)),
          ("to", .flow(.sequence(recipients.map { .scalar($0) }))),
          (
            "work",
            work.isEmpty ? nil : .flow(.sequence(work.map { .scalar($0.description) }))
          ),
          ("release", .text(release)), ("due", .text(due)),
        ] + policy(in: files) + [
          ("mode", mode == .own ? nil : .scalar(mode.rawValue)),
          ("state", .scalar("active")), ("again", .text(again?.description)),
        ]))
    change.otherPaths = (work.map(\.description) + ["assignments/\(made)"]).filter { $0 != name }
    let what = work.isEmpty ? [title] : work.map(\.description)
    change.summary =
      "assign \(what.joined(separator: ", ")) to \(recipients.joined(separator: ", "))\(again == nil ? "" : " again")"
    return (made, try publishDrafts(in: change, files))
  }

  /// The fields of the policy that are copied from the model.
  private func policy(in files: SchoolFiles) throws -> [(String, Value?)] {
    guard let model, let source = try files.document(at: SchoolPath.assignment(model.id)) else {
      return []
    }
    return ["late", "attempts", "counts", "after-solutions"].map { name in
      (
        name,
        source.root[name].map { node in
          node.mapping == nil ? Value(node) : .flow(Value(node))
        }
      )
    }
  }

  /// An existing assignment that says the same.
  private func equal(
    to recipients: [String], _ title: String, _ instructions: String?, in files: SchoolFiles
  ) throws -> Assignment? {
    let zone = try files.zone()
    var rules = model?.rules ?? WorkRules()
    rules.exam = nil
    return try files.assignments().first { other in
      other
        == Assignment(
          id: id ?? other.id, title: title, instructions: instructions, to: recipients, work: work,
          release: release.flatMap { TimeText.read($0, in: zone, .release) },
          due: due.flatMap { TimeText.read($0, in: zone, .due) }, rules: rules, mode: mode,
          again: again == nil ? nil : other.again)
    }
  }

  /// Checks that no worksheet is an exam, which allows only one attempt.
  private func checkExams(_ files: SchoolFiles) throws {
    for path in try work.flatMap({ try files.worksheets(below: $0) }) {
      let rules = try files.worksheet(path).rules.over(files.subject(path.subject).rules)
      if (model?.rules.over(rules) ?? rules).exam == nil { continue }
      throw Failure(
        .valueIsFaulty, "cannot assign '\(path)' again: an exam allows only one attempt",
        hint: "copy it with 'teachkit copy \(path)', and assign the copy")
    }
  }

  /// Publishes the worksheets that are still drafts.
  private func publishDrafts(in change: Change, _ files: SchoolFiles) throws -> [ContextPath] {
    var drafts: [ContextPath] = []
    for path in Set(work.map { $0.file?.owner ?? $0 }).sorted()
    where try files.isWorksheet(path) && files.worksheet(path).isDraft {
      try change.edit(SchoolPath.worksheet(path)) {
        try $0.setting([.key("draft")], to: .plain("no"), order: Schema.worksheet.map(\.name))
      }
      // A draft may lack answers, but a published worksheet must be complete.
      _ = try SchoolFiles(change).worksheet(path)
      drafts.append(path)
    }
    return drafts
  }

  /// Checks that no student is in two of the groups, because a student submits with only one.
  private func checkGroups(of recipients: [Recipient], _ roster: Roster) throws {
    var groups: [String: String] = [:]
    for (mailbox, members) in recipients.flatMap({ roster.groups(of: $0) }) {
      let group = String(mailbox.map { $0 == "+" ? "/" : $0 })
      for member in members {
        guard let other = groups.updateValue(group, forKey: member), other != group else {
          continue
        }
        throw Failure(
          .valueIsFaulty, "'\(member)' is in both '\(other)' and '\(group)'",
          hint: "assign it to only one of them, or run 'teachkit remove \(member) --from \(group)'")
      }
    }
  }

  private func identifier(titled title: String, among taken: [String]) throws -> String {
    let used = Set(taken.map { Identifier.folded($0) })
    if let id {
      if used.contains(Identifier.folded(id)) { throw ChangeError.exists("assignments/\(id)") }
      return id
    }
    let wish =
      self.title.map(identifier(for:))
      ?? work.first.map { work in
        work.isHandout
          ? identifier(for: String(work.identifier.prefix { $0 != "." })) : work.identifier
      } ?? identifier(for: title)
    var candidate = wish
    var number = 2
    while used.contains(Identifier.folded(candidate)) {
      candidate = "\(wish)-\(number)"
      number += 1
    }
    return candidate
  }
}
