import ArgumentParser
import Model
import Storage

struct Copy: Command {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Use a subject, a chapter or a worksheet once more.",
    discussion: """
      The copy has all texts, answers and files, and nothing of the people: no participants, \
      assignments, marks or grades. Worksheets are drafts until you assign them or set 'draft=no', \
      but for those whose release is yet to come. '--shift 364d' moves every date in it by 52 weeks, so that a \
      Monday stays a Monday. NEW is an identifier beside the original, or a path.

      Example: teachkit copy math math-2027 --shift 364d
      """)

  @Argument(
    help: "What to copy: its path, a unique ending or its title.",
    completion: Candidates.content.completion)
  var path: String
  @Argument(help: "The copy's identifier or path.") var new: String
  @Option(
    help: ArgumentHelp(
      "By how many days dates are moved; '--shift=-7d' is a week earlier.", valueName: "days"))
  var shift: String?
  @Flag(name: .customLong("dry-run"), help: "Say what would be made, and do nothing.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let object = try Locator(store.files).find(path)
    guard case .context(let old) = object else {
      throw Failure(.valueIsFaulty, "'\(object)' is no subject, chapter or worksheet")
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
    if dryRun { try make() } else { try session.providingChapters(above: copy, in: store, make) }
    for file in left { session.output.notice("left out, as it is no regular file: \(file)") }
    let kind = drafts == 0 ? "" : " (\(counted(drafts, "draft", "drafts")))"
    let count = counted(originals.count, "worksheet", "worksheets")
    session.output.notice(
      "\(count)\(kind); participants, assignments, marks and grades stay with '\(old)'")
    if copy.components.isEmpty, !dryRun {
      session.output.hint(
        "\(shellCommand("teachkit", "share", "\(copy)", "--with", "CLASS")) shares it with a class")
    }
  }

  private func place(of old: ContextPath) throws -> ContextPath {
    if !new.contains("/") {
      return old.parent?.appending(new) ?? ContextPath(subject: new)
    }
    guard let path = ContextPath(new) else {
      throw Failure(
        .valueIsFaulty, "'\(new)' is no path of a context",
        hint: "a path is written like 'math/fractions/adding'")
    }
    return path
  }

  private func days(_ text: String) throws -> Int {
    let isEarlier = text.hasPrefix("-")
    guard case .days(let count)? = TimeSpan(text: isEarlier ? text.dropFirst() : text[...]) else {
      throw Failure(
        .valueIsFaulty, "'\(text)' is no number of days",
        hint: "write '--shift 364d': 52 weeks, so that weekdays stay")
    }
    guard count <= 36_524 else {
      throw Failure(
        .valueIsFaulty, "'\(text)' is more than a hundred years",
        hint: "write '--shift 364d': 52 weeks, so that weekdays stay")
    }
    return isEarlier ? -count : count
  }
}
