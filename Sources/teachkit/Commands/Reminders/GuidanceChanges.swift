import ArgumentParser
import Course
import Model
import Storage
import Text

struct GuidanceDelay: Command {
  static let configuration = CommandConfiguration(
    commandName: "delay", abstract: "Put a record off to a later day.",
    discussion: "Example: teachkit guidance delay g12 --to mon")

  @Argument(help: "The record, such as g12.") var id: String
  @Option(help: "The day: '2026-11-28', 'mon', '+3d'.") var to: String
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    try session.changeGuidance(id, "delay") { entry, zone in
      .delay(to: try session.day(to, "--to", in: zone) ?? entry.today)
    }
  }
}

struct GuidanceComplete: Command {
  static let configuration = CommandConfiguration(
    commandName: "complete", abstract: "Record that you spoke to a student.",
    discussion: "Example: teachkit guidance complete g12")

  @Argument(help: "The record, such as g12.") var id: String
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    try session.changeGuidance(id, "complete") { _, _ in .complete }
  }
}

struct GuidanceDelete: Command {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Take a record off the list.",
    discussion: """
      The record stays in the file with the status 'deleted'; 'purge' removes it.

      Example: teachkit guidance delete g12
      """)

  @Argument(help: "The record, such as g12.") var id: String
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    try session.changeGuidance(id, "delete") { _, _ in .delete }
  }
}

struct GuidancePurge: Command {
  static let configuration = CommandConfiguration(
    commandName: "purge", abstract: "Remove deleted records.",
    discussion: """
      Earlier versions stay in the history of the school; 'forget' removes a student from there.

      Example: teachkit guidance purge --before 2026-08-01
      """)

  @Option(help: "Remove the deleted records of earlier days.") var before: String
  @Flag(name: .customLong("dry-run"), help: "Show the changes without making them.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let day =
      try session.day(before, "--before", in: store.files.zone()) ?? CivilDate(daysSinceEpoch: 0)
    let book = try GuidanceBook(store.files, at: session.now)
    session.report(unreadable: book)
    let classes = Set(book.entries.map(\.schoolClass)).sorted()
    var counts: [(schoolClass: String, count: Int)] = []
    let committed = try store.change(
      "guidance purge", "classes", by: session.committer(of: store), dryRun: dryRun
    ) { change in
      counts = try classes.map { ($0, try change.purgeGuidance(of: $0, before: day)) }
      change.summary = "remove deleted guidance records from before \(day)"
    }
    if let edits = committed?.handEdits, !edits.isEmpty { session.reportHandEdits(edits) }
    let count = counts.reduce(0) { $0 + $1.count }
    let words = counted(count, "deleted record", "deleted records")
    session.output.notice(
      dryRun && count > 0 ? "dry run: would remove \(words)" : "removed \(words)")
    session.report(
      ChangeAnswer(
        items: counts.filter { $0.count > 0 }.map { id, _ in
          .init(
            path: "classes/\(id)", version: committed?.versions[SchoolPath.guidance(id)] ?? nil)
        }))
  }
}

extension Session {
  /// Changes one guidance record, and commits it.
  fileprivate func changeGuidance(
    _ word: String, _ verb: String,
    _ action: (GuidanceBook.Entry, Zone) throws -> GuidanceAction
  ) throws {
    let store = try openSchool()
    let entry = try GuidanceBook(store.files, at: now).find(word)
    let schoolClass = entry.schoolClass
    try change(
      "guidance \(verb)", named: "\(schoolClass)/\(entry.record.id)", in: store,
      file: SchoolPath.guidance(schoolClass)
    ) { change in
      let files = SchoolFiles(change)
      // A colleague may have changed it in the meantime.
      let entry = try GuidanceBook(files, classes: [schoolClass], at: now).find(entry.record.id)
      let zone = try files.zone(of: files.schoolClass(schoolClass))
      let changed = try entry.changed(by: action(entry, zone))
      if changed == entry.record { return }
      try change.writeGuidance(changed, of: schoolClass)
      change.summary =
        "\(verb) guidance \(changed.id) for \(changed.student)"
        + (changed.status == .delayed ? " to \(changed.date)" : "")
    }
  }

  /// Reports the classes whose records can't be read.
  func report(unreadable book: GuidanceBook) {
    for (id, error) in book.unreadable {
      for failure in explain(error).failures {
        let place = failure.place.map { place in
          "\(place.path)\(place.line.map { ":\($0)" } ?? ""): "
        }
        output.notice(
          "cannot read the guidance list of '\(id)': \(place ?? "")\(failure.message)")
        if let hint = failure.hint { output.hint(hint) }
      }
    }
  }
}
