import ArgumentParser
import Exchange
import Model
import PlainYAML
import Storage

struct SetCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change fields of anything: a worksheet's due date, a student's name.",
    discussion: """
      'field=value' sets a field, '--unset field' removes it; 'field+=value' and 'field-=value' add \
      to a list and take out of it. Lists are 'a,b' or '[a, b]'; a field in another one is named \
      with a dot, 'late.grace', as one of an exercise is, 'exercises.half.points'; what has no name \
      counts by its number, 'cases.2.points'. 'field=@FILE' takes the text of a file and 'field=-' \
      that of standard input; a text that begins with '@' is written '@@'. Only the lines of what \
      changes are written anew. Nothing is shared by it.

      Example: teachkit set math/fractions/adding due=fri exercises.half.points=3
      """)

  @Argument(
    help: "What to change: its path, a unique ending or its title.",
    completion: Candidates.content.completion)
  var path: String
  @Argument(
    help: ArgumentHelp("What to set: title=…, students+=ada.", valueName: "field=value"),
    completion: Candidates.settings.completion)
  var fields: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A field to remove; may be given again.", valueName: "field"),
    completion: Candidates.settings.completion)
  var unset: [String] = []
  @OptionGroup var version: VersionOptions
  @Flag(name: .customLong("dry-run"), help: "Say whether it could be done, and do nothing.")
  var dryRun = false
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
    var warnings: [Fault] = []
    var link: Change.LinkNews?
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
    session.tell(warnings)
    tell(link, of: "\(object)", session)
    if let committed { try session.hintAtSharing(committed, in: store) }
  }

  private func tell(_ link: Change.LinkNews?, of subject: String, _ session: Session) {
    guard let link else { return }
    if link == .ended {
      session.output.notice("the open link \(dryRun ? "would end" : "ends") with the next share")
    }
    session.output.hint(
      "'teachkit invite \(subject) --open' makes \(link == .ended ? "another" : "the link")")
  }

  /// What to say where no field is named.
  private func nothing(_ session: Session) throws -> Failure {
    let files = try session.schoolFiles()
    let object = try Locator(files).find(path)
    let names = try files.fieldNames(of: object, below: "").filter { !$0.hasSuffix("-=") }
      .map { String($0.prefix { $0 != "=" && $0 != "+" && $0 != "." }) }.uniqued
    return Failure(
      .commandIsFaulty, "there is nothing to set",
      hint: "write 'teachkit set \(path) \(names.first ?? "title")=…'; "
        + "fields here are \(names.joined(separator: ", "))")
  }
}

extension Session {
  /// Says what a check noticed and a change doesn't stop at.
  func tell(_ warnings: [Fault]) {
    for warning in warnings {
      let place = warning.position.map { ":\($0.line)" } ?? ""
      output.notice("note: \(warning.message) (\(warning.file)\(place))")
    }
  }
}

extension [String] {
  /// Each once, in the order in which they come first.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
