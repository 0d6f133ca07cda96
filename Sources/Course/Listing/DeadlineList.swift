import Model
import Storage

/// The due dates of a school's work, with the students.
public struct DeadlineList {
  /// A due date that applies to some students.
  public struct Part: Hashable {
    public let due: Instant
    public let closes: Instant?
    public let more: Assignment.Extension?
    /// The start of the exam.
    public let opens: Instant?
    public let reminders: [TimeSpan]
  }
  public struct Work {
    /// The worksheet, file, or assignment without work.
    public let context: ContextPath
    /// The exercise with its own due date.
    public let exercise: String?
    public let title: String
    /// Due dates with their students, beginning with the one that applies to most.
    public let parts: [(part: Part, students: [String])]

    /// The path of the work or exercise.
    public var path: String {
      if context.subject.isEmpty { return context.handoutID }
      return "\(context)" + (exercise.map { "/\($0)" } ?? "")
    }
  }

  public private(set) var works: [Work] = []
  public let zone: Zone

  public init(_ roots: [ContextPath], in files: SchoolFiles) throws {
    zone = try files.zone()
    let book = try files.book()
    for root in roots {
      let rules = try files.subject(root.subject).rules
        .over(WorkRules(late: try files.school().late))
      let students = try files.participants(of: root.subject).counting.map(\.id).sorted()
      for worksheet in try files.worksheets(below: root).map({ try files.worksheet($0) })
      where !worksheet.isPractice && !worksheet.isDraft {
        let terms = students.map { ($0, book.terms(for: $0, worksheet, rules: rules)) }
          .filter { $0.1.mode != .view }
        add(worksheet.path, worksheet.context.title, terms) { $0.due }
        for exercise in worksheet.exercises where exercise.due != nil {
          add(worksheet.path, worksheet.context.title, exercise: exercise.id, terms) {
            $0.due(of: exercise)
          }
        }
      }
      for path in book.handouts(in: root.subject) where path.file != nil && path.isWithin(root) {
        let terms = students.compactMap { student in
          book.terms(for: student, handout: path).map { (student, $0) }
        }
        add(path, path.identifier, terms) { $0.due }
      }
    }
    // A text-only assignment belongs to no subject, but each subject shows it.
    for assignment in try files.assignments()
    where assignment.work.isEmpty && roots.contains(where: \.components.isEmpty) {
      let path = ContextPath.withoutWork(assignment.id, in: "")
      let terms = try files.students().counting.sorted().compactMap { student in
        book.terms(for: student, handout: path).map { (student, $0) }
      }
      add(path, assignment.title, terms) { $0.due }
    }
    works.sort { ($0.parts[0].part.due, $0.path) < ($1.parts[0].part.due, $1.path) }
  }

  private mutating func add(
    _ path: ContextPath, _ title: String, exercise: String? = nil, _ terms: [(String, Terms)],
    _ due: (Terms) -> Instant?
  ) {
    var parts: [Part: [String]] = [:]
    for (student, terms) in terms {
      guard !terms.isArchived, let due = due(terms) else { continue }
      let more = terms.more?.until == due ? terms.more : nil
      let closes = terms.mode == .view ? nil : terms.closes(due, in: zone)
      let part = Part(
        due: due, closes: closes, more: more, opens: terms.opens, reminders: terms.reminders)
      parts[part, default: []].append(student)
    }
    if parts.isEmpty { return }
    works.append(
      Work(
        context: path, exercise: exercise, title: title,
        parts: parts.map { ($0.key, $0.value) }.sorted { a, b in
          (a.0.more == nil ? 0 : 1, -a.1.count, a.0.due, a.1[0])
            < (b.0.more == nil ? 0 : 1, -b.1.count, b.0.due, b.1[0])
        }))
  }
}
