import ArgumentParser
import Course
import Model
import Storage
import Text

struct Copy: Command {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy a subject, chapter or worksheet for reuse.",
    discussion: """
      The copy has all texts, answers and files, but no participants, assignments, marks or \
      grades. Worksheets are drafts until you assign them or set 'draft=no', unless their \
      release is in the future. '--shift 364d' moves every date by 52 weeks, so weekdays \
      stay the same. NEW is a path, or an identifier for a copy next to the original.

      Example: teachkit copy math math-2027 --shift 364d
      """)

  @Argument(
    help: "The original: its path, a unique ending or its title.",
    completion: Candidates.content.completion)
  var path: String
  @Argument(help: "The copy's identifier or path.") var new: String
  @Option(
    help: ArgumentHelp(
      "The number of days to move dates by; '--shift=-7d' is a week earlier.", valueName: "days"))
  var shift: String?
  @Flag(name: .customLong("dry-run"), help: "Show the copy without creating it.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let object = try Locator(store.files).find(path)
    guard case .context(let old) = object else {
      throw Failure(.valueIsFaulty, "'\(object)' isn't a subject, chapter or worksheet")
    }
    let copy = try place(of: old)
    let days = try shift.map(days) ?? 0
    let originals = try store.files.worksheets(below: old).map { try store.files.worksheet($0) }
    var left: [String] = []
    var drafts = 0
    func make() throws {
      try session.change("copy", .context(copy), in: store, dryRun: dryRun) { change in
        change.summary = "copy \(old) to \(copy)"
        change.otherPaths = ["\(old)"]
        left = try change.copy(old, to: copy, shiftedBy: days, at: session.now)
        let files = SchoolFiles(change)
        drafts = try files.worksheets(below: copy).count { try files.worksheet($0).isDraft }
      }
    }
    if dryRun { try make() } else { try session.withProvidedChapters(above: copy, in: store, make) }
    for file in left { session.output.notice("skipped, not a regular file: \(file)") }
    let kind = drafts == 0 ? "" : " (\(counted(drafts, "draft", "drafts")))"
    let count = counted(originals.count, "worksheet", "worksheets")
    session.output.notice(
      "\(count)\(kind); participants, assignments, marks and grades stay in '\(old)'")
    if copy.components.isEmpty, !dryRun {
      session.output.hint(
        "to share it, run \(shellCommand("teachkit", "share", "\(copy)", "--with", "CLASS"))")
    }
  }

  private func place(of old: ContextPath) throws -> ContextPath {
    if !new.contains("/") {
      return old.parent?.appending(new) ?? ContextPath(subject: new)
    }
    guard let path = ContextPath(new) else {
      throw Failure(
        .valueIsFaulty, "invalid path '\(new)'",
        hint: "use a path such as 'math/fractions/adding'")
    }
    return path
  }

  private func days(_ text: String) throws -> Int {
    let isEarlier = text.hasPrefix("-")
    guard case .days(let count)? = TimeSpan(text: isEarlier ? text.dropFirst() : text[...]) else {
      throw Failure(
        .valueIsFaulty, "invalid number of days '\(text)'",
        hint: "use, for example, '--shift 364d': 52 weeks, so weekdays stay the same")
    }
    guard count <= 36_524 else {
      throw Failure(
        .valueIsFaulty, "'\(text)' is more than a hundred years",
        hint: "use, for example, '--shift 364d': 52 weeks, so weekdays stay the same")
    }
    return isEarlier ? -count : count
  }
}
