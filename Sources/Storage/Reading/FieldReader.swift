import Model
import PlainYAML
import Text

/// The treatment of unknown fields.
public enum Strictness: Sendable {
  /// Refused: for a school's own files.
  case school
  /// Ignored with a notice: for files from a hub.
  case published
}

/// A file being read: its text, its name, and its problems.
final class FileReading {
  let file: String
  let document: Document
  let strictness: Strictness
  private let isBrief: Bool
  private var list: FaultList
  private var noticeList: FaultList
  var faults: [Fault] { list.all(in: file) }
  var notices: [Fault] { noticeList.all(in: file) }
  /// The line of the last fault, because one long line may have many.
  private var line: (start: Int, text: String)?

  /// - Parameter isBrief: whether all faults are listed, without their places.
  init(
    file: String, bytes: [UInt8], strictness: Strictness, isBrief: Bool = false
  ) throws(FaultyFiles) {
    self.file = file
    self.strictness = strictness
    self.isBrief = isBrief
    list = FaultList(isBrief: isBrief)
    noticeList = FaultList(isBrief: isBrief)
    do throws(YAMLError) {
      document = try Document(bytes)
    } catch {
      throw FaultyFiles(faults: [Fault(error, in: bytes, file: file)])
    }
  }

  /// The document's fields.
  func fields(_ allowed: [Field]) -> FieldReader {
    FieldReader(self, document.root, allowed: allowed, what: "the file")
  }

  func fault(
    _ rule: Rule, _ message: Message, hint: Message? = nil, at offset: Int, fix: Fix? = nil
  ) {
    list.add(.error) { make(rule, message, hint, offset, .error, fix) }
  }

  /// Whether another fault is only counted.
  var isFull: Bool { list.isFull }

  func notice(_ rule: Rule, _ message: Message, hint: Message? = nil, at offset: Int) {
    noticeList.add(.warning) { make(rule, message, hint, offset, .warning) }
  }

  private func make(
    _ rule: Rule, _ message: Message, _ hint: Message?, _ offset: Int,
    _ severity: Fault.Severity, _ fix: Fix? = nil
  ) -> Fault {
    if isBrief {
      return Fault(file: file, rule: rule, message: message, severity: severity)
    }
    let start = document.lineStart(at: offset)
    if line?.start != start { line = (start, document.lineText(at: offset)) }
    return Fault(
      file: file, position: document.position(of: offset), line: line?.text,
      rule: rule, message: message, hint: hint, severity: severity, fix: fix)
  }

  /// Throws the problems, if there are any.
  func finish() throws(FaultyFiles) {
    let faults = faults
    if !faults.isEmpty { throw FaultyFiles(faults: faults) }
  }
}

/// Reads the fields of a mapping; problems are added to the file's list, and reading continues.
struct FieldReader {
  let reading: FileReading
  let node: Node
  /// The mapping's name in messages: `the file`, `'half'`.
  let what: String

  init(_ reading: FileReading, _ node: Node, allowed: [Field], what: String) {
    self.init(reading, node, allowedNames: allowed.map(\.name), what: what)
  }

  init(_ reading: FileReading, _ node: Node, allowedNames: [String], what: String) {
    self.reading = reading
    self.node = node
    self.what = what
    switch node.content {
    case .mapping(let entries):
      for entry in entries where !allowedNames.contains(entry.key) {
        let hint: Message? =
          reading.isFull
          ? nil : closest(entry.key, in: allowedNames).map { "did you mean '\($0)'?" as Message }
        if reading.strictness == .school {
          reading.fault(
            .unknownField, "unknown field '\(entry.key)'",
            hint: hint ?? "known fields: \(allowedNames.joined(separator: ", "))",
            at: entry.keyOffset)
        } else {
          reading.notice(
            .unknownField, "ignored the unknown field '\(entry.key)'",
            at: entry.keyOffset)
        }
      }
    case .null:
      break
    default:
      reading.fault(
        .notAMapping, "\(what) must be a mapping, `name: value`", at: node.offset)
    }
  }

  /// The node of a field, if it is set.
  func value(_ name: String) -> Node? {
    guard let value = node[name] else { return nil }
    if case .null = value.content { return nil }
    return value
  }

  func fault(
    _ rule: Rule, _ message: Message, hint: Message? = nil, at node: Node? = nil, fix: Fix? = nil
  ) {
    reading.fault(rule, message, hint: hint, at: node?.offset ?? self.node.offset, fix: fix)
  }

  // MARK: Text

  func text(_ name: String, most: Int? = nil) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.scalar else {
      fault(.notText, "'\(name)' must be text", at: value)
      return nil
    }
    if let most, text.count > most {
      fault(
        .tooLong, "'\(name)' has \(text.count) characters, but at most \(most) are allowed",
        at: value)
      return nil
    }
    return text
  }

  /// A required text that must not be blank; the empty text replaces an invalid one.
  func required(_ name: String, most: Int? = nil) -> String {
    guard value(name) != nil else {
      fault(.missingField, "\(what) has no '\(name)'", hint: "add `\(name): …`")
      return ""
    }
    guard let text = text(name, most: most) else { return "" }
    if text.allSatisfy(\.isWhitespace) {
      fault(.blank, "'\(name)' is blank", at: value(name))
    }
    return text
  }

  func texts(_ name: String) -> [String]? {
    guard let value = value(name) else { return nil }
    guard let items = value.sequence else {
      fault(.notAList, "'\(name)' must be a list", hint: "write `\(name): [a, b]`", at: value)
      return nil
    }
    return items.compactMap { item in
      if item.scalar == nil { fault(.notText, "'\(name)' must be a list of texts", at: item) }
      return item.scalar
    }
  }

  func items(_ name: String) -> [Node]? {
    guard let value = value(name) else { return nil }
    guard let items = value.sequence else {
      fault(.notAList, "'\(name)' must be a list", at: value)
      return nil
    }
    return items
  }

  func entries(_ name: String) -> [Entry]? {
    guard let value = value(name) else { return nil }
    guard let entries = value.mapping else {
      fault(.notAMapping, "'\(name)' must be a mapping, `name: value`", at: value)
      return nil
    }
    return entries
  }

  // MARK: Values of other kinds

  /// Parses a field; if that fails, the problem says what is expected.
  func read<T>(_ name: String, _ expected: String, _ parse: (String) -> T?) -> T? {
    guard let value = value(name), let text = text(name) else { return nil }
    if let parsed = parse(text) { return parsed }
    // `yes or no` needs no article.
    let article = expected.split(separator: " ").dropFirst().first == "or" ? "" : "a "
    fault(
      .notAValue, "'\(visible(text))' is not \(article)\(expected)",
      hint: "'\(name)' takes \(article)\(expected)", at: value)
    return nil
  }

  func flag(_ name: String) -> Bool? {
    read(name, "yes or no") { text in
      switch text {
      case "yes", "true": true
      case "no", "false": false
      default: nil
      }
    }
  }

  func number(_ name: String) -> Rational? {
    read(name, "number such as 3, 0.75 or 3/4") { Rational(text: $0) }
  }

  /// A nonnegative number.
  func points(_ name: String) -> Rational? {
    read(name, "number of points such as 2 or 1.5") { text in
      Rational(text: text).flatMap { $0.isNegative ? nil : $0 }
    }
  }

  func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
    read(name, "whole number from \(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// - Parameters:
  ///   - suggested: the values to suggest; all by default.
  ///   - synonyms: names in other systems.
  func oneOf<T: RawRepresentable & CaseIterable>(
    _ name: String, _: T.Type, suggesting suggested: [T]? = nil, synonyms: [String: T] = [:]
  ) -> T? where T.RawValue == String {
    guard let value = value(name), let text = text(name) else { return nil }
    if let found = T(rawValue: text) { return found }
    let names = (suggested ?? Array(T.allCases)).map(\.rawValue)
    fault(
      .notOneOf, "invalid \(name) '\(visible(text))'",
      hint: (synonyms[text.lowercased()]?.rawValue ?? closest(text, in: names))
        .map { "did you mean '\($0)'?" as Message }
        ?? "'\(name)' is one of \(names.joined(separator: ", "))", at: value,
      fix: respelled(text, as: names, at: value))
    return nil
  }

  func time(_ name: String, in zone: Zone, _ edge: TimeText.Edge) -> Instant? {
    read(name, "time such as 2026-11-28 or 2026-11-28 08:00") {
      TimeText.read($0, in: zone, edge)
    }
  }

  func span(_ name: String) -> TimeSpan? {
    read(name, "length of time such as 90s, 10m, 2h or 3d") { TimeSpan(text: $0) }
  }

  func spans(_ name: String) -> [TimeSpan]? {
    texts(name)?.compactMap { text in
      let span = TimeSpan(text: text)
      if span == nil {
        fault(
          .notAValue, "'\(visible(text))' is not a length of time such as 90s, 10m, 2h or 3d",
          at: value(name))
      }
      return span
    }
  }

  /// The steps of `tick` in the field `tick`.
  func tick() -> TickRules {
    guard let value = value("tick") else { return TickRules() }
    let reader = FieldReader(reading, value, allowed: Schema.tick, what: "'tick'")
    return TickRules(
      grades: reader.flag("grade") ?? false,
      returns: reader.oneOf("return", TickRules.Return.self) ?? .no)
  }

  /// A range of whole numbers such as `11-13`, or a single number.
  func range(_ name: String, in bounds: ClosedRange<Int>) -> ClosedRange<Int>? {
    read(name, "range such as 11-13") { text in
      let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(parts.count), let low = parts[0], let high = parts[parts.count - 1],
        low <= high, bounds.contains(low), bounds.contains(high)
      else { return nil }
      return low...high
    }
  }

  /// The name of a provider.
  func provider() -> String? {
    read("provider", "name of letters, digits, '-' and '_'") {
      ProviderName.isValid($0) ? $0 : nil
    }
  }

  func titles(_ name: String = "titles") -> [Translation] {
    (entries(name) ?? []).compactMap { entry in
      guard let text = entry.value.scalar, !text.allSatisfy(\.isWhitespace), text.count <= 256
      else {
        fault(.notText, "a title must be text of 1 to 256 characters", at: entry.value)
        return nil
      }
      if !School.isLanguageTag(entry.key) {
        fault(
          .notAValue, "invalid language '\(visible(entry.key))'",
          hint: "use a language tag, such as de or pt-BR", at: entry.value)
      }
      return Translation(language: entry.key, text: text)
    }
  }

  /// Paths of subjects and contexts.
  func paths(_ name: String) -> [ContextPath]? {
    texts(name)?.compactMap { text in
      let path = ContextPath(text)
      if path == nil { faultInPath(text, name) }
      return path
    }
  }

  func faultInPath(_ text: String, _ name: String) {
    fault(
      .notAValue, "invalid path '\(visible(text))'",
      hint: "write the whole path, such as math/fractions/adding", at: value(name))
  }

  /// The late policy in the field `late`.
  func late() -> LateRules {
    guard let value = value("late") else { return LateRules() }
    let reader = FieldReader(reading, value, allowed: Schema.late, what: "'late'")
    return LateRules(
      grace: reader.span("grace"),
      penalty: reader.read("penalty", "penalty such as 10% per day") { LatePenalty(text: $0) },
      cutoff: reader.span("cutoff"), budget: reader.span("budget"),
      evidence: reader.oneOf("evidence", Evidence.self))
  }

  func rules(in zone: Zone) -> WorkRules {
    WorkRules(
      late: late(), attempts: integer("attempts", in: 1...1000),
      counts: oneOf("counts", CountingAttempt.self),
      afterSolutions: oneOf("after-solutions", AfterSolutions.self), exam: exam(in: zone))
  }

  private func exam(in zone: Zone) -> ExamWindow? {
    guard let value = value("exam") else { return nil }
    let window = FieldReader(reading, value, allowed: Schema.exam, what: "'exam'")
    let from = window.time("from", in: zone, .release)
    let to = window.time("to", in: zone, .due)
    if let from, let to, from < to { return ExamWindow(from: from, to: to) }
    if window.value("from") == nil || window.value("to") == nil {
      window.fault(.missingField, "'exam' needs 'from' and 'to'")
    } else if from != nil, to != nil {
      window.fault(.notAValue, "'exam' ends before it starts")
    }
    return nil
  }
}
