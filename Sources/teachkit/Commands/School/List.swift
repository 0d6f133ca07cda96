import ArgumentParser
import Course
import Exchange
import Model
import Reports
import Storage
import Text

struct List: Command {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List subjects, worksheets, students, or the contents of an object.",
    discussion: """
      WHAT is subjects, contexts, worksheets, exercises, assignments, classes, students, \
      groups or participants; or the path of an object, to list its direct parts; or \
      both, for all parts of that kind below it. By default, lists the subjects of a \
      school or the worksheets of a clone. A '/' marks entries with contents.

      Sort keys are column names ('id', 'title', 'given', 'family', 'due', 'points', 'created' …); \
      an invalid key lists them. The first key has priority; '-due' sorts in descending order.

      '--where' takes the same names: 'type=quiz,topic=math', 'state!=draft', 'due=2026-12' for \
      a whole month, 'topic=' for entries without a topic. All conditions must match. Topics \
      are inherited from parents. Worksheets are draft, scheduled or released; 'unpublished' \
      means draft or scheduled, a released worksheet is 'active' while any student has time \
      left, then 'completed'. Assignments are draft, scheduled (both 'unpublished'), active, \
      completed (everything is returned) or archived (listed with '--all'); participants are pending (invited, or \
      asking to join), accepted or removed. A student's worksheets are new, opened, working, \
      done, submitted, returned, try-again, excused, closed or archived; 'active' means new, opened, \
      working or try-again, 'completed' means the others.

      Example: teachkit list worksheets --subject math --sort -due --sort title
      """)

  static let formats = Format.table

  @Argument(
    help: ArgumentHelp("Kind or path to list.", valueName: "what"),
    completion: Candidates.content.completion)
  var what: [String] = []
  @Flag(help: "Show subjects and contexts as a tree.") var tree = false
  @Flag(help: "If PATH has no contents yet, create them from the provider.")
  var expand = false
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A sort key; can be repeated.", valueName: "key,…"),
    completion: Candidates.fields.completion)
  var sort: [String] = []
  @Option(
    name: .customLong("where"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A condition for the entries; can be repeated.", valueName: "field=value,…"),
    completion: Candidates.conditions.completion)
  var conditions: [String] = []
  @Option(
    name: .customLong("class"), help: "Only this class.",
    completion: Candidates.classes.completion)
  var schoolClass: String?
  @Option(help: "Only this group, such as 7b/red, or 'none'.") var group: String?
  @Option(help: "Only this state: draft, unpublished, active …") var state: String?
  @Option(help: "Only this type.") var type: String?
  @Option(help: "Only this topic.") var topic: String?
  @Flag(help: "Also list archived assignments.") var all = false
  @Option(help: "Only this subject.", completion: Candidates.subjects.completion)
  var subject: String?
  static let showsAsStudent = true

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    session.output.isPaged = true
    switch try session.place() {
    case .school(let root):
      let files = try SchoolStore.files(at: root, notify: session.reportRecovery)
      if case .student(let id)? = session.viewer {
        try listContent(session, try StudentView(of: id, at: subject ?? what.last, session))
      } else {
        try list(session, expand ? try expanded(files, session) : files, root: root)
      }
    case .clone:
      if expand {
        throw Failure(.noWritePermission, "only teachers can use '--expand'")
      }
      try listContent(
        session, try StudentView(session.openClone()))
    }
  }

  /// Adds one more level of contents to the listed contexts, if they have none.
  private func expanded(_ files: SchoolFiles, _ session: Session) throws -> SchoolFiles {
    let store = try session.openSchool()
    var made: [ContextPath] = []
    for path in try ListRequest(what, in: files).contexts(files) {
      let setting = try session.provider(for: path.subject, in: files, root: store.root)
      guard let provider = setting else {
        throw Failure(
          .notConfigured, "cannot expand '\(path)': no provider is set",
          hint: "run 'teachkit set \(path.subject) provider=NAME' first")
      }
      let new = try session.ensure(path, by: provider, in: store, expands: true)
      session.reportProvided(new, by: provider)
      made += new
    }
    return made.isEmpty ? files : store.files
  }

  private func filters(_ request: ListRequest) throws -> [Condition] {
    let options = [
      ("class", schoolClass.map { NewPath.identifier($0, in: SchoolPath.classes) }),
      ("group", group.map { NewPath.identifier($0, in: SchoolPath.classes) }), ("state", state),
      ("type", type), ("topic", topic), ("subject", subject),
    ].compactMap { name, value in value.map { Condition(option: name, $0) } }
    let asked = try request.condition().map { [$0] } ?? []
    return try asked + options + conditions.flatMap { try Condition.list($0) }
  }

  private func list(_ session: Session, _ files: SchoolFiles, root: String) throws {
    let request = try ListRequest(what, in: files)
    if tree { return session.report(try TreeListing(request.contexts(files), in: files)) }
    let lists = try SchoolListings(files, root: root, now: session.now)
    switch request.kind {
    case .classes: try show(request, lists.classes(), session)
    case .students: try show(request, lists.students(request.students(files)), session)
    case .groups: try show(request, lists.groups(), session)
    case .participants:
      let subjects = try request.contexts(files).map(\.subject)
      try show(
        request, lists.participants(of: subjects, session.requests(to: subjects, files)), session)
    case .assignments: try showAssignments(request, lists, session)
    default:
      let content = try ContentListings(
        files, SchoolStates(files, at: session.now), creations: lists.creations)
      try show(request, content, session)
    }
  }

  /// Lists assignments, without archived ones unless they are asked for.
  private func showAssignments(
    _ request: ListRequest, _ lists: SchoolListings, _ session: Session
  ) throws {
    let asksForState = try filters(request).contains { $0.name == "state" }
    let listing = try lists.assignments(withArchived: all || asksForState)
    try show(request, listing, session)
    let hidden = try lists.files.assignments().count - listing.items.count
    if hidden > 0 {
      session.output.notice(
        """
        \(counted(hidden, "archived assignment isn't", "archived assignments aren't")) listed: \
        use --all to list \(hidden == 1 ? "it" : "them")
        """)
    }
  }

  /// Lists the contents that students see, in a clone or with `--as`.
  private func listContent(_ session: Session, _ view: StudentView) throws {
    let request = try ListRequest(what, in: view.files)
    if tree { return session.report(try TreeListing(request.contexts(view.files), in: view.files)) }
    guard request.kind.isContent else {
      throw Failure(.noWritePermission, "students can't see the \(request.kind.rawValue)")
    }
    let content = try ContentListings(view.files, StudentStates(view, at: session.now))
    try show(request, content, session)
  }

  private func show(_ request: ListRequest, _ content: ContentListings, _ session: Session) throws {
    switch request.kind {
    case .subjects: try show(request, content.subjects(), session)
    case .contexts:
      let parents = try request.contexts(content.files)
      try show(
        request, content.contexts(below: parents, isDeep: request.namesKind), session)
    case .exercises:
      try show(request, content.exercises(of: request.worksheets(content.files)), session)
    default: try show(request, content.worksheets(request.worksheets(content.files)), session)
    }
  }

  private func show<Item>(
    _ request: ListRequest, _ listing: Listing<Item>, _ session: Session
  ) throws {
    let keys = sort.flatMap { $0.split(separator: ",").map(String.init) }
    let table = try listing.table(
      sortedBy: keys, where: filters(request), isForDisplay: session.format == .text)
    session.report(table)
    guard table.rows.isEmpty else { return }
    if listing.items.isEmpty {
      let place = request.parent.map { " in '\($0)'" } ?? ""
      session.output.notice("no \(listing.kind)\(place) yet")
      if case .school? = try? session.place(), session.viewer == nil {
        session.output.hint(request.kind.beginning(in: request.parent))
      }
    } else {
      let count = listing.items.count
      session.output.notice(
        "none of the \(count) \(listing.kind) \(count == 1 ? "matches" : "match")")
    }
  }
}
