import Course
import Exchange
import Git
import Model
import PlainYAML
import Reports
import Storage
import Text

/// The properties of objects as records, with their versions.
struct ObjectRecords {
  let files: SchoolFiles
  let zone: Zone
  private let locator: Locator

  init(_ files: SchoolFiles) throws {
    self.files = files
    zone = try files.zone()
    locator = Locator(files)
  }

  func record(of object: ObjectPath) throws -> Record {
    var fields: [Record.Field] = [.init("path", Cell(locator.shown(object), tone: .strong))]
    switch object {
    case .school: fields += try school()
    case .student(let id): fields += try student(id)
    case .schoolClass(let id): fields += try schoolClass(id)
    case .group(let id, let group):
      fields += [list("students", try files.schoolClass(id).group(group)?.students ?? [])]
    case .context(let path) where path.components.isEmpty: fields += try subject(path.subject)
    case .context(let path), .exercise(let path, _):
      fields +=
        try files.isWorksheet(path)
        ? worksheet(try files.worksheet(path)) : context(try files.context(path))
    case .assignment(let id): fields += assignment(try files.assignment(id))
    }
    fields += try rest(of: object, besides: fields)
    let version = try files.version(of: object)
    fields.append(
      .init("version", Cell(version.map { .string("\($0)") } ?? .null, tone: .quiet)))
    return Record(object.kind == .context ? kind(of: object) : object.kind.rawValue, fields)
  }

  /// The other fields in the object's file, as written there.
  private func rest(
    of object: ObjectPath, besides fields: [Record.Field]
  ) throws -> [Record.Field] {
    let schema: [Field]
    switch object {
    case .school: schema = Schema.school
    case .context(let path) where path.components.isEmpty: schema = Schema.subject
    case .context(let path):
      schema = try files.isWorksheet(path) ? Schema.worksheet : Schema.context
    case .assignment: schema = Schema.assignment
    case .student, .schoolClass, .group, .exercise: return []
    }
    let names = fields.map(\.name) + ["exercises"]
    let root = try files.document(at: files.file(of: object))?.root
    return schema.filter { field in
      !names.contains(field.name) && (files.layout == .school || field.visibility == .published)
    }.map { field in
      let node = root?[field.name]
      return .init(field.name, Cell(AnswerText.json(node), shown: node.map(words) ?? ""))
    }
  }

  /// `grace 5m, cutoff 3d`
  private func words(_ node: Node) -> String {
    switch node.content {
    case .null: ""
    case .scalar(let text): text
    case .sequence(let items): items.map(words).joined(separator: ", ")
    case .mapping(let entries):
      entries.map { "\($0.key) \(words($0.value))" }.joined(separator: ", ")
    }
  }

  private func kind(of object: ObjectPath) -> String {
    guard let path = object.context, (try? files.isWorksheet(path)) == true else {
      return "context"
    }
    return "worksheet"
  }

  private func list(_ name: String, _ texts: [String]) -> Record.Field {
    .init(name, Cell(.array(texts.map { .string($0) })))
  }

  /// A text field, shown without trailing line breaks; an empty text counts as missing.
  private func text(_ name: String, _ text: String?) -> Record.Field {
    var shown = text ?? ""
    while shown.last?.isNewline == true { shown.removeLast() }
    return .init(name, Cell(.text(text == "" ? nil : text), shown: shown))
  }

  private func integer(_ name: String, _ number: Int?) -> Record.Field {
    .init(name, number.map { Cell($0) } ?? nil)
  }

  private func time(_ name: String, _ time: Instant?) -> Record.Field {
    .init(name, .time(time, in: zone))
  }

  private func exam(_ exam: ExamWindow?) -> Record.Field {
    .init(
      "exam",
      exam.map {
        Cell(
          ["from": .string($0.from.description), "to": .string($0.to.description)],
          shown: "\(zone.text($0.from)) to \(zone.text($0.to))")
      } ?? nil)
  }

  /// A yes/no field; the usual value isn't shown.
  private func flag(_ name: String, _ flag: Bool, usually usual: Bool) -> Record.Field {
    .init(name, Cell(.boolean(flag), shown: flag == usual ? "" : flag ? "yes" : "no"))
  }

  private func titles(_ titles: [Translation]) -> Record.Field {
    .init(
      "titles",
      Cell(
        .object(titles.map { .init($0.language, .string($0.text)) }),
        shown: titles.map { "\($0.text) (\($0.language))" }.joined(separator: ", ")))
  }

  /// The origin of an imported object.
  private func source(_ source: Origin?) -> Record.Field {
    guard let source else { return .init("source", nil) }
    let shown = [source.from, source.path, source.commit.map { String($0.prefix(8)) }]
    return .init(
      "source",
      Cell(
        .object([
          .init("from", .string(source.from)), .init("uid", .text(source.uid)),
          .init("path", .text(source.path)), .init("commit", .text(source.commit)),
        ]),
        shown: shown.compactMap { $0 }.joined(separator: ", ")))
  }

  private func range(_ name: String, _ range: ClosedRange<Int>?) -> Record.Field {
    text(
      name, range.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" })
  }

  // MARK: School and people

  private func school() throws -> [Record.Field] {
    let school = try files.school()
    return [
      text("school", school.name), text("teacher", school.teacher?.description),
      text("zone", school.zone), text("language", school.language), text("hub", school.hub),
      text("provider", school.provider),
      integer("format", School.format), text("uid", school.uid),
    ]
  }

  private func student(_ id: String) throws -> [Record.Field] {
    let roster = try files.roster()
    guard let student = roster.students[id] else {
      throw MissingObject(kind: "student", path: id)
    }
    let classes = roster.classes.values.sorted { $0.id < $1.id }
    let groups = classes.flatMap { schoolClass in
      schoolClass.groups.filter { $0.students.contains(id) }.map { "\(schoolClass.id)/\($0.id)" }
    }
    let subjects = try files.subjectIDs().filter { subject in
      try files.participants(of: subject).current.contains { $0.id == id }
    }
    return [
      text("given", student.given), text("family", student.family),
      text("email", student.email), integer("number", student.number),
      text("alias", student.alias), text("login", student.login),
      flag("progress", student.progress, usually: true),
      flag("leaderboard", student.leaderboard, usually: true),
      flag("test", student.isTest, usually: false),
      list("classes", classes.filter { $0.students.contains(id) }.map(\.id)),
      list("groups", groups), list("subjects", subjects),
    ]
  }

  private func schoolClass(_ id: String) throws -> [Record.Field] {
    let schoolClass = try files.schoolClass(id)
    let holidays = schoolClass.holidays.map { days in
      days.lowerBound == days.upperBound
        ? "\(days.lowerBound)" : "\(days.lowerBound)..\(days.upperBound)"
    }
    return [
      text("title", schoolClass.title), integer("year", schoolClass.year),
      integer("number", schoolClass.number),
      text("zone", schoolClass.zone), text("closing", schoolClass.closing.map(TimeText.clock)),
      list("weekdays", schoolClass.weekdays.map { String("\($0)".prefix(3)) }),
      list("holidays", holidays), list("students", schoolClass.students),
      list("groups", schoolClass.groups.map(\.id)),
    ]
  }

  // MARK: Content

  private func subject(_ id: String) throws -> [Record.Field] {
    let subject = try files.subject(id)
    let root = ContextPath(subject: id)
    var fields = [
      text("title", subject.title), titles(subject.titles),
      text("colour", subject.colour?.rawValue),
      text("topic", subject.topic?.rawValue), text("summary", subject.summary),
    ]
    if files.layout == .school {
      let participants = try files.participants(of: id).counting
      fields += [
        list("classes", subject.classes), integer("participants", participants.count),
        text("permission", subject.permission.rawValue),
      ]
    }
    return fields + [
      integer("attempts", subject.rules.attempts), text("counts", subject.rules.counts?.rawValue),
      text("after-solutions", subject.rules.afterSolutions?.rawValue),
      flag("counts-unassigned", subject.countsUnassigned, usually: false),
      exam(subject.rules.exam), text("solutions", subject.solutions.rawValue),
      text("leaderboard", subject.leaderboard.rawValue),
      flag("live", subject.isLive, usually: false), source(subject.source),
      integer("worksheets", try files.worksheets(below: root).count),
    ]
  }

  private func context(_ context: Context) throws -> [Record.Field] {
    common(context) + [list("contexts", try files.childIDs(of: context.path))]
  }

  private func worksheet(_ worksheet: Worksheet) throws -> [Record.Field] {
    common(worksheet.context) + [
      flag("draft", worksheet.isDraft, usually: false), time("release", worksheet.release),
      flag("practice", worksheet.isPractice, usually: false), time("due", worksheet.due),
      text("weight", worksheet.weight == .one ? nil : worksheet.weight.description),
      integer("attempts", worksheet.rules.attempts),
      text("counts", worksheet.rules.counts?.rawValue),
      text("after-solutions", worksheet.rules.afterSolutions?.rawValue), exam(worksheet.rules.exam),
      .init("points", Cell(.decimal(try worksheet.maximum.description))),
    ]
  }

  private func common(_ context: Context) -> [Record.Field] {
    [
      text("title", context.title), titles(context.titles),
      text("type", context.custom ?? context.type.rawValue),
      .init("custom", Cell(.text(context.custom), shown: "")), integer("order", context.order),
      text("topic", context.topic?.rawValue), text("summary", context.summary),
      range("age", context.age), range("time", context.time), text("link", context.link),
      flag("assignable", context.assignable, usually: true), list("was", context.was),
      source(context.source),
    ]
  }

  /// Replaces the general fields of a worksheet by the assignment data of one student.
  func fields(_ fields: [Record.Field], entry: Inbox.Entry) -> [Record.Field] {
    var fields = fields.filter { $0.name != "due" || entry.due == nil }
    let place = fields.firstIndex { $0.name == "points" } ?? fields.count
    let isOwnTitle = !fields.contains { $0.name == "title" && $0.cell.shown == entry.title }
    var more =
      entry.isAssigned
      ? [
        text("assignment", isOwnTitle ? entry.title : nil),
        text("instructions", entry.instructions),
        text("mode", entry.mode.rawValue),
      ] : []
    if entry.due != nil { more.append(time("due", entry.due)) }
    fields.insert(contentsOf: more, at: place)
    return fields
  }

  /// The record of an assignment that is only a file or instructions.
  func record(ofHandout state: WorkState) -> Record {
    Record(
      "assignment",
      [
        .init("path", Cell(state.path.work, tone: .strong)), text("title", state.title),
        text("instructions", state.terms.instructions), time("due", state.due),
        text("mode", state.terms.mode.rawValue),
      ])
  }

  private func assignment(_ assignment: Assignment) -> [Record.Field] {
    [
      text("title", assignment.title), text("instructions", assignment.instructions),
      list("to", assignment.to), list("work", assignment.work.map(\.description)),
      time("release", assignment.release), time("due", assignment.due),
      exam(assignment.rules.exam), text("mode", assignment.mode.rawValue),
      list("extensions", assignment.extensions.map { "\($0.who): \(zone.text($0.until))" }),
      text("state", assignment.state.rawValue),
    ]
  }
}
