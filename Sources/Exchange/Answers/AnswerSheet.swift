import Model
import PlainYAML

/// A student's `answers.yaml`: answers by exercise, changed in place.
public struct AnswerSheet: Sendable {
  private var document: Document

  /// - Parameter bytes: the file; empty for a new one.
  public init(_ bytes: [UInt8] = []) throws(YAMLError) {
    document = try Document(bytes)
  }

  public var bytes: [UInt8] { document.bytes }

  /// The names of all entries, in order.
  public var keys: [String] { (document.root.mapping ?? []).map(\.key) }

  /// The values, by name.
  var nodes: [String: Node] {
    Dictionary(
      (document.root.mapping ?? []).map { ($0.key, $0.value) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The position of each answer, in the order of the file.
  var positions: [(key: String, position: Position)] {
    let entries = document.root.mapping ?? []
    return zip(entries.map(\.key), document.positions(of: entries.map(\.keyOffset))).map {
      ($0, $1)
    }
  }

  /// The student's answer; nil for none.
  public subscript(exercise: String) -> AnswerValue? {
    AnswerSheet.answer(document.root[exercise])
  }

  static func answer(_ node: Node?) -> AnswerValue? {
    guard let node, !node.isNull else { return nil }
    let answer = AnswerValue(node)
    // An empty list picks none of several choices.
    return answer.isBlank && answer != .list([]) ? nil : answer
  }

  /// The sheet with answers under the current identifiers of their exercises.
  func following(_ worksheet: Worksheet) -> AnswerSheet {
    var changed = self
    for exercise in worksheet.exercises where document.root[exercise.id] == nil {
      let former = exercise.was.last { document.root[$0] != nil }
      guard let former,
        let renamed = try? changed.document.renaming([.key(former)], to: exercise.id)
      else { continue }
      changed.document = renamed
    }
    return changed
  }

  /// Returns the sheet with one answer set; the lines of all others stay unchanged.
  ///
  /// A new answer is inserted in the worksheet's order.
  public func setting(
    _ answer: AnswerValue, for exercise: Exercise, of worksheet: Worksheet
  ) throws(EditError) -> AnswerSheet {
    var changed = self
    changed.document = try document.setting(
      [.key(exercise.id)], to: answer.value(for: exercise.question),
      order: worksheet.exercises.map(\.id))
    return changed
  }

  /// Returns the sheet without one answer.
  public func clearing(_ exercise: String) throws(EditError) -> AnswerSheet {
    guard document.root[exercise] != nil else { return self }
    var changed = self
    changed.document = try document.removing([.key(exercise)])
    return changed
  }

  /// Applies the changes from `base` to `theirs`, for each exercise that is unchanged here.
  ///
  /// - Returns: the merged sheet, and the exercises with conflicting changes, which keep our
  ///   answers.
  public func merging(
    _ theirs: AnswerSheet, since base: AnswerSheet, of worksheet: Worksheet?
  ) throws(EditError) -> (sheet: AnswerSheet, kept: [String]) {
    var merged = self
    var kept: [String] = []
    let order = worksheet?.exercises.map(\.id) ?? []
    let keys = (theirs.document.root.mapping ?? []).map(\.key)
    let gone = (base.document.root.mapping ?? []).map(\.key).filter { !keys.contains($0) }
    for key in keys + gone {
      let (mine, other) = (document.root[key], theirs.document.root[key])
      let before = base.document.root[key]
      if other == before || other == mine { continue }
      if mine != before {
        kept.append(key)
      } else if let other {
        merged.document = try merged.document.setting(
          [.key(key)], to: Value(other), order: order)
      } else {
        merged.document = try merged.document.removing([.key(key)])
      }
    }
    return (merged, kept)
  }
}

extension AnswerValue {
  /// Parses a student's notation of an answer.
  init(_ node: Node) {
    switch node.content {
    case .null: self = .text("")
    case .scalar(let text): self = .text(text)
    case .sequence(let items):
      let texts = items.compactMap(\.scalar)
      self = texts.count == items.count ? .list(texts) : .other
    case .mapping(let entries):
      var texts: [String: String] = [:]
      for entry in entries {
        switch entry.value.content {
        case .scalar(let text): texts[entry.key] = text
        case .null: break
        default:
          self = .other
          return
        }
      }
      self = .mapping(texts)
    }
  }

  /// The notation of an answer; gaps and pairs are in the question's order.
  func value(for question: Question) -> Value {
    switch self {
    case .text(let text):
      // `true` and `0.75` need no quotes, because their type is intended.
      switch question {
      case .trueFalse, .number: return .plain(text)
      default: return .scalar(text)
      }
    case .list(let items): return AnswerValue.short(.sequence(items.map { .scalar($0) }))
    case .mapping(let entries):
      let pairs = question.keys(of: entries).map { Value.Pair($0, .scalar(entries[$0] ?? "")) }
      return AnswerValue.short(.mapping(pairs))
    case .other: return .null
    }
  }

  /// On one line if it fits.
  private static func short(_ value: Value) -> Value {
    let line = Printer.flow(value)
    return line.utf8.count <= 72 && !line.contains("\n") ? .flow(value) : value
  }
}
