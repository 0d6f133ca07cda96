import Model
import Reports
import Storage

/// What lists show of contexts, worksheets and exercises, on either side.
struct ContentListings {
  let files: SchoolFiles
  let zone: Zone
  /// Where a worksheet stands, in one word.
  let state: (Worksheet) throws -> String?
  /// When a worksheet is due, as far as one time can be told.
  let due: (Worksheet) throws -> Instant?
  /// When things were made; nil where no history tells.
  var creations: Creations?
  private let topics: [String: Topic]
  private let locator: Locator

  init(
    _ files: SchoolFiles, creations: Creations? = nil,
    state: @escaping (Worksheet) throws -> String?,
    due: @escaping (Worksheet) throws -> Instant?
  ) throws {
    self.files = files
    self.creations = creations
    self.state = state
    self.due = due
    zone = try files.zone()
    locator = Locator(files)
    var topics: [String: Topic] = [:]
    for id in try files.subjectIDs() { topics[id] = try? files.subject(id).topic }
    self.topics = topics
  }

  private func path(_ object: ObjectPath) -> String { locator.shown(object) }

  /// A context's own topic, else its subject's.
  private func topic(_ context: Context) -> String? {
    (context.topic ?? topics[context.path.subject])?.rawValue
  }

  private func created<Item>(_ object: @escaping (Item) -> ObjectPath) -> [Property<Item>] {
    guard let creations else { return [] }
    return [.time("created", isShown: false, in: zone) { try creations.time(of: object($0)) }]
  }

  private func bySubject<Item>(_ subject: @escaping (Item) -> String) -> [Filter<Item>] {
    guard files.layout == .school else { return [] }
    return [
      Filter("subject") { [subject($0)] },
      Filter("class") { try files.subject(subject($0)).classes },
    ]
  }

  func subjects() throws -> Listing<Subject> {
    Listing(
      kind: "subjects", items: try files.subjectIDs().map { try files.subject($0) },
      properties: [
        .text("id", title: "Subject") { $0.id }, .text("title") { $0.title },
        .word("topic") { $0.topic?.rawValue },
        .text("colour", isShown: false) { $0.colour?.rawValue },
        .words("classes", isShown: files.layout == .school, filter: "class") { $0.classes },
      ] + created { .context(ContextPath(subject: $0.id)) },
      filters: [Filter("subject") { [$0.id] }])
  }

  /// A context, and whether there is something below it: contexts, or a worksheet's exercises.
  struct Row {
    let context: Context
    let hasChildren: Bool
  }

  /// Contexts directly below others; a mark says which have something below them.
  func contexts(directlyBelow parents: [ContextPath]) throws -> Listing<Row> {
    Listing(
      kind: "contexts", items: try parents.flatMap(rows),
      properties: [
        Property(
          .init("path", title: "Context"), key: { .words(path(.context($0.context.path))) },
          cell: { row in
            let name = path(.context(row.context.path))
            return Cell(.string(name), shown: row.hasChildren ? name + "/" : name)
          }),
        .text("title") { $0.context.title },
        .word("type") { $0.context.custom ?? $0.context.type.rawValue },
        .word("topic", isShown: false) { topic($0.context) },
        .integer("order") { $0.context.order },
        Property(.init("children", isShown: false), cell: { Cell(.boolean($0.hasChildren)) }),
        Property(
          .init("assignable", isShown: false), cell: { Cell(.boolean($0.context.assignable)) }),
      ] + created { .context($0.context.path) },
      filters: bySubject { $0.context.path.subject })
  }

  private func rows(below parent: ContextPath) throws -> [Row] {
    try files.childIDs(of: parent).map { id in
      let path = parent.appending(id)
      let hasContexts = try !files.childIDs(of: path).isEmpty
      guard try files.isWorksheet(path) else {
        return Row(context: try files.context(path), hasChildren: hasContexts)
      }
      let worksheet = try files.worksheet(path)
      return Row(
        context: worksheet.context, hasChildren: hasContexts || !worksheet.exercises.isEmpty)
    }.sorted { $0.context.precedes($1.context) }
  }

  /// - Parameter paths: the worksheets, in the order to list them.
  func worksheets(_ paths: [ContextPath]) throws -> Listing<Worksheet> {
    Listing(
      kind: "worksheets", items: try paths.map { try files.worksheet($0) },
      properties: [
        .text("path", title: "Worksheet") { path(.context($0.path)) },
        .text("title") { $0.context.title },
        .word("type") { $0.context.custom ?? $0.context.type.rawValue },
        .points("points") { try $0.maximum }, .integer("exercises") { $0.exercises.count },
        .word("state") { try state($0) }, .time("due", in: zone) { try due($0) },
        .integer("order", isShown: false) { $0.context.order },
        .word("topic", isShown: false) { topic($0.context) },
      ] + created { .context($0.path) }, filters: bySubject { $0.path.subject })
  }

  func exercises(of paths: [ContextPath]) throws
    -> Listing<(worksheet: ContextPath, number: Int, exercise: Exercise)>
  {
    let items = try paths.flatMap { path in
      try files.worksheet(path).exercises.enumerated().map {
        (worksheet: path, number: $0 + 1, exercise: $1)
      }
    }
    return Listing(
      kind: "exercises", items: items,
      properties: [
        .text("path", title: "Exercise") { path(.exercise($0.worksheet, $0.exercise.id)) },
        .word("type") { $0.exercise.question.type.rawValue },
        .points("points") { $0.exercise.points },
        .text("prompt") { firstLine($0.exercise.prompt) },
        .integer("number", isShown: false) { $0.number },
        .time("due", isShown: false, in: zone) { $0.exercise.due },
      ] + created { .exercise($0.worksheet, $0.exercise.id) },
      filters: bySubject { $0.worksheet.subject })
  }
}

/// The first line of a text that has something on it, with `…` where more follows.
func firstLine(_ text: String) -> String {
  let lines = text.split(whereSeparator: \.isNewline)
    .filter { !$0.allSatisfy(\.isWhitespace) }
  guard let first = lines.first else { return "" }
  return lines.count > 1 ? "\(first) …" : String(first)
}
