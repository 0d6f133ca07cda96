import ArgumentParser
import Course
import Exchange
import Model
import PlainYAML
import Storage
import Text

struct SetCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change fields of anything: a worksheet's due date, a student's name.",
    discussion: """
      'field=value' sets a field, '--unset field' removes it; 'field+=value' and \
      'field-=value' add a value to a list or remove it. Write lists as 'a,b' or '[a, \
      b]', and nested fields with dots: 'late.grace', or 'exercises.half.points' for an \
      exercise. Entries without names are numbered: 'cases.2.points'. 'field=@FILE' reads \
      the value from a file, and 'field=-' from standard input; for a value that begins \
      with '@', write '@@'. Only changed lines are rewritten. The change is not shared.

      Example: teachkit set math/fractions/adding due=fri exercises.half.points=3
      """)

  @Argument(
    help: "The object to change: its path, a unique ending or its title.",
    completion: Candidates.content.completion)
  var path: String
  @Argument(
    help: ArgumentHelp("Fields to set: title=…, students+=ada.", valueName: "field=value"),
    completion: Candidates.settings.completion)
  var fields: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A field to remove; can be repeated.", valueName: "field"),
    completion: Candidates.settings.completion)
  var unset: [String] = []
  @OptionGroup var version: VersionOptions
  @Flag(name: .customLong("dry-run"), help: "Check the change without making it.")
  var dryRun = false
  @Flag(name: [.short, .long], help: "Don't ask for confirmation if a due date is in the past.")
  var yes = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    guard !fields.isEmpty || !unset.isEmpty else { throw try nothing(session) }
    let arguments = FieldArguments(session)
    let changes =
      try fields.map(arguments.change)
      + unset.map { FieldChange(try arguments.path($0), .unset) }
    let store = try session.openSchool()
    let files = store.files
    let object = try Locator(files).find(path)
    let file = try files.file(of: object)
    if !dryRun, !yes {
      let zone = try files.zone()
      for due in changes.compactMap({ $0.due(in: zone, at: session.now) }) {
        try session.confirm(due: due, in: zone, to: "set", otherwise: "changed nothing")
      }
    }
    var warnings: [Fault] = []
    var link: Change.OpenLinkChange?
    let committed = try session.change("set", object, in: store, dryRun: dryRun) { change in
      change.summary =
        "set \(object) " + changes.map { "\($0.path)" }.uniqued.joined(separator: ", ")
      try change.require(version.expected, of: object)
      try change.set(changes, of: object, at: session.now)
      warnings = try checkChanged(file, in: change)
      let isAboutSharing = changes.contains { $0.path.names == ["share"] }
      if isAboutSharing, let subject = object.context?.subject {
        link = try change.endLink(of: subject, since: files)
      }
    }
    session.summarize(warnings)
    summarize(link, of: "\(object)", session)
    if changes.contains(where: { $0.path.names == ["due"] && $0.action != .unset }) {
      try summarizeDue(of: object, in: store.files, session)
    }
    if let committed { try session.hintAtSharing(committed, in: store) }
  }

  /// Reports that an assignment's due date applies instead of a worksheet's own.
  private func summarizeDue(
    of object: ObjectPath, in files: SchoolFiles, _ session: Session
  ) throws {
    guard let path = object.context, try files.isWorksheet(path) else { return }
    let dated = try files.assignments().first { assignment in
      assignment.state == .active && assignment.mode != .view && assignment.due != nil
        && assignment.work.contains { path.isWithin($0) }
    }
    guard let dated, let due = dated.due else { return }
    session.output.notice(
      "the due date of 'assignments/\(dated.id)' applies instead: \(try files.zone().text(due))")
    session.output.hint("run 'teachkit set assignments/\(dated.id) due=…' to change it")
  }

  private func summarize(_ link: Change.OpenLinkChange?, of subject: String, _ session: Session) {
    guard let link else { return }
    if link == .ended {
      session.output.notice("the open link \(dryRun ? "would end" : "ends") with the next share")
    }
    session.output.hint(
      "run 'teachkit invite \(subject) --open' for \(link == .ended ? "another" : "the link")")
  }

  /// The error if no field is named.
  private func nothing(_ session: Session) throws -> Failure {
    let files = try session.schoolFiles()
    let object = try Locator(files).find(path)
    let names = try files.fieldNames(of: object, below: "").filter { !$0.hasSuffix("-=") }
      .map { String($0.prefix { $0 != "=" && $0 != "+" && $0 != "." }) }.uniqued
    return Failure(
      .commandIsFaulty, "missing field to set",
      hint: """
        use 'teachkit set \(path) \(names.first ?? "title")=…'; \
        the fields are \(names.joined(separator: ", "))
        """)
  }
}

extension Session {
  /// Reports problems that don't prevent a change.
  func summarize(_ warnings: [Fault]) {
    for warning in warnings {
      let place = warning.position.map { ":\($0.line)" } ?? ""
      output.notice("note: \(warning.message) (\(warning.file)\(place))")
    }
  }
}

extension FieldChange {
  /// The new due date, or end of an exam; nil for other changes.
  fileprivate func due(in zone: Zone, at now: Instant) -> Instant? {
    guard case .set(let text) = action, path.name == "due" || path.names == ["exam", "to"]
    else { return nil }
    return TimeText.read(text, in: zone, .due, now: now)
  }
}

extension [String] {
  /// The unique elements, in order of their first occurrence.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
