import Model
import Reports
import Storage
import Text

private let topicNames = Topic.allCases.map(\.rawValue)

/// The lists of contexts, worksheets and exercises, for teachers and students.
public struct ContentListings {
  public let files: SchoolFiles
  public let zone: Zone
  /// The state of worksheets.
  public let standing: any WorksheetStates
  /// Creation times; nil without a history.
  public var creations: CreationTimes?
  private let topics: Topics
  private let locator: Locator

  public init(
    _ files: SchoolFiles, _ standing: any WorksheetStates, creations: CreationTimes? = nil
  )
    throws
  {
    self.files = files
    self.creations = creations
    self.standing = standing
    zone = try files.zone()
    locator = Locator(files)
    topics = Topics(files)
  }

  private func path(_ object: ObjectPath) -> String { locator.shown(object) }

  private func created<Item>(_ object: @escaping (Item) -> ObjectPath) -> [Property<Item>] {
    guard let creations else { return [] }
    return [.time("created", isShown: false, in: zone) { try creations.time(of: object($0)) }]
  }

  private func bySubject<Item>(_ subject: @escaping (Item) -> String) -> [Filter<Item>] {
    guard files.layout == .school else { return [] }
    return [
      Filter("subject", known: try files.subjectIDs()) { [subject($0)] },
      Filter("class", known: try files.classIDs()) { try files.subject(subject($0)).classes },
    ]
  }

  /// The type of a context; a custom type is shown by its own name.
  private func contextType<Item>(_ context: @escaping (Item) -> Context) -> Property<Item> {
    func name(_ item: Item) -> String { context(item).custom ?? context(item).type.rawValue }
    return Property(
      .init("type"), key: { .words(name($0)) },
      filter: Filter("type", known: ContextType.belowSubjects.map(\.rawValue)) {
        [context($0).custom, context($0).type.rawValue].compactMap { $0 }
      }, cell: { Cell(name($0)) })
  }

  public func subjects() throws -> Listing<Subject> {
    Listing(
      kind: "subjects", items: try files.subjectIDs().map { try files.subject($0) },
      properties: [
        .text("id", title: "Subject") { $0.id }, .text("title") { $0.title },
        .word("topic", known: topicNames) { $0.topic?.rawValue },
        .text("colour", isShown: false) { $0.colour?.rawValue },
        .words(
          "classes", isShown: files.layout == .school, filter: "class", known: try files.classIDs()
        ) {
          $0.classes
        },
      ] + created { .context(ContextPath(subject: $0.id)) },
      filters: [Filter("subject", known: try files.subjectIDs()) { [$0.id] }])
  }

  /// A context, and whether it contains contexts or exercises.
  public struct Row {
    public let context: Context
    public let hasChildren: Bool
  }

  /// Lists the contexts below others, each before its own content; a mark shows which have content.
  /// - Parameter isDeep: whether to include all levels instead of only the first.
  public func contexts(below parents: [ContextPath], isDeep: Bool) throws -> Listing<Row> {
    Listing(
      kind: "contexts", items: try parents.flatMap { try rows(below: $0, isDeep: isDeep) },
      properties: [
        Property(
          .init("path", title: "Context"), key: { .words(path(.context($0.context.path))) },
          cell: { row in
            let name = path(.context(row.context.path))
            return Cell(.string(name), shown: row.hasChildren ? name + "/" : name)
          }),
        .text("title") { $0.context.title },
        contextType { $0.context },
        .word("topic", isShown: false, known: topicNames) { topics.topic(of: $0.context) },
        .integer("order") { $0.context.order }, .flag("children") { $0.hasChildren },
        .flag("assignable") { $0.context.assignable },
      ] + created { .context($0.context.path) },
      filters: bySubject { $0.context.path.subject })
  }

  private func rows(below parent: ContextPath, isDeep: Bool) throws -> [Row] {
    guard parent.components.count < Identifier.deepestContext else { return [] }
    let rows = try files.childIDs(of: parent).map { id in
      let path = parent.appending(id)
      let hasContexts = try !files.childIDs(of: path).isEmpty
      guard try files.isWorksheet(path) else {
        return Row(context: try files.context(path), hasChildren: hasContexts)
      }
      let worksheet = try files.worksheet(path)
      return Row(
        context: worksheet.context, hasChildren: hasContexts || !worksheet.exercises.isEmpty)
    }.sorted { $0.context.precedes($1.context) }
    guard isDeep else { return rows }
    return try rows.flatMap { row in
      [row] + (try self.rows(below: row.context.path, isDeep: true))
    }
  }

  /// - Parameter paths: the worksheets in the order of the list.
  public func worksheets(_ paths: [ContextPath]) throws -> Listing<Worksheet> {
    Listing(
      kind: "worksheets", items: try paths.map { try files.worksheet($0) },
      properties: [
        .text("path", title: "Worksheet") { path(.context($0.path)) },
        .text("title") { $0.context.title },
        contextType { $0.context },
        .points("points") { try $0.maximum }, .integer("exercises") { $0.exercises.count },
        .state(known: standing.states) {
          try standing.state($0)
        } groups: {
          try standing.groups($0)
        },
        .time("due", in: zone) { try standing.due($0) },
        .integer("order", isShown: false) { $0.context.order },
        .word("topic", isShown: false, known: topicNames) { topics.topic(of: $0.context) },
      ] + created { .context($0.path) }, filters: bySubject { $0.path.subject })
  }

  public func exercises(of paths: [ContextPath]) throws
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
        .word("type", known: ExerciseType.allCases.map(\.rawValue)) {
          $0.exercise.question.type.rawValue
        },
        .points("points") { $0.exercise.points },
        .text("prompt") { firstLine($0.exercise.prompt) },
        .integer("number", isShown: false) { $0.number },
        .time("due", isShown: false, in: zone) { $0.exercise.due },
        .word("topic", isShown: false, known: topicNames) { topics.topic(at: $0.worksheet) },
      ] + created { .exercise($0.worksheet, $0.exercise.id) },
      filters: bySubject { $0.worksheet.subject })
  }
}

/// The first line with text, followed by `…` if there is more.
public func firstLine(_ text: String) -> String {
  let lines = text.split(whereSeparator: \.isNewline)
    .filter { !$0.allSatisfy(\.isWhitespace) }
  guard let first = lines.first else { return "" }
  return lines.count > 1 ? "\(first) …" : String(first)
}
