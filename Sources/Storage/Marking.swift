import Model
import PlainYAML

/// What a person decides about one student's work, field by field.
public struct Marking: Hashable, Sendable {
  public struct Decision: Hashable, Sendable {
    public let field: MarkField
    /// A number or a text as it is to be written; nil takes the field away.
    public let text: String?

    public init(_ field: MarkField, _ text: String?) {
      self.field = field
      self.text = text
    }
  }

  public let student: String
  public var decisions: [Decision]

  public init(_ student: String, _ decisions: [Decision]) {
    self.student = student
    self.decisions = decisions
  }
}

extension Change {
  /// Writes marks of a worksheet. Whatever else stands in a student's line stays as it is.
  ///
  /// - Parameter marker: who decided, written where something changes.
  /// - Returns: the students of whom something changed.
  /// - Throws: `FaultyFiles` where the marks that are there have faults.
  @discardableResult
  public func mark(_ worksheet: Worksheet, _ markings: [Marking], by marker: String) throws
    -> [String]
  {
    let faults = try SchoolFiles(self).marksFaults(of: worksheet)
      .filter { $0.severity == .error }
    if !faults.isEmpty { throw FaultyFiles(faults: faults) }
    var changed: [String] = []
    try editLedger(SchoolPath.marks(worksheet.path)) { ledger in
      for marking in markings {
        let node = ledger[marking.student]
        let known = node.map { Marks($0) } ?? Marks()
        let before = node.map { Value($0) } ?? .mapping([])
        var after = before
        for decision in marking.decisions where decision.text != known.text(of: decision.field) {
          after = after.setting(decision.field.keys[...], to: decision.value)
        }
        for exercise in Set(marking.decisions.compactMap(\.field.exercise)) {
          guard var request = known.asked[exercise] else { continue }
          request.answered = request.at
          after = after.setting(["asked", exercise], to: request.value)
        }
        guard after != before else { continue }
        changed.append(marking.student)
        if case .mapping(let pairs) = after, pairs.allSatisfy({ $0.key == "by" }) {
          ledger.remove(marking.student)
        } else {
          let markers = MarkersText.joined(known.by ?? "", marker)
          try ledger.set(
            marking.student, after.setting(["by"], to: .scalar(markers)).inOrderOfMarks)
        }
      }
    }
    let new = try SchoolFiles(self).marksFaults(of: worksheet).filter { $0.severity == .error }
    if !new.isEmpty { throw FaultyFiles(faults: new) }
    return changed
  }
}

extension Change {
  /// Writes down what students ask about exercises of a worksheet.
  @discardableResult public func ask(
    _ worksheet: ContextPath, _ requests: [(student: String, exercise: String, Marks.Request)]
  ) throws -> [(student: String, error: EditError)] {
    var failed: [(student: String, error: EditError)] = []
    try editLedger(SchoolPath.marks(worksheet)) { ledger in
      for (student, exercise, request) in requests {
        let before = ledger[student].map { Value($0) } ?? .mapping([])
        let after = before.setting(["asked", exercise], to: request.value)
        do throws(EditError) {
          try ledger.set(student, after.inOrderOfMarks)
        } catch {
          failed.append((student, error))
        }
      }
    }
    return failed
  }
}

/// Everybody who marked a student's work, in one text: `grace, alan`.
enum MarkersText {
  /// Those of both, each once, in the order in which they come.
  static func joined(_ first: String, _ second: String) -> String {
    let names = [first, second].flatMap { $0.split(separator: ",") }
      .map { String($0.drop { $0 == " " }) }
    return names.enumerated().filter { !names[..<$0].contains($1) }.map(\.element)
      .joined(separator: ", ")
  }
}

extension Marking.Decision {
  fileprivate var value: Value? { text.map { field.isNumber ? .plain($0) : .scalar($0) } }
}

extension Value {
  /// A mapping with a value at a path; mappings are made on the way, and go when they get empty.
  fileprivate func setting(_ keys: ArraySlice<String>, to value: Value?) -> Value {
    guard let key = keys.first else { return value ?? self }
    var pairs: [Pair] = []
    if case .mapping(let own) = self { pairs = own }
    let place = pairs.firstIndex { $0.key == key }
    let rest = keys.dropFirst()
    var new = value
    if !rest.isEmpty {
      let below = place.map { pairs[$0].value } ?? .mapping([])
      new = below.setting(rest, to: value)
      if case .mapping(let left)? = new, left.isEmpty { new = nil }
    }
    switch (place, new) {
    case (let place?, let new?): pairs[place].value = new
    case (let place?, nil): pairs.remove(at: place)
    case (nil, let new?): pairs.append(Pair(key, new))
    case (nil, nil): break
    }
    return .mapping(pairs)
  }

  /// Exercises first, then what is said of the whole.
  fileprivate var inOrderOfMarks: Value {
    guard case .mapping(let pairs) = self else { return self }
    func rank(_ pair: Pair) -> Int { MarksCheck.fields.firstIndex(of: pair.key) ?? -1 }
    return .mapping(
      pairs.enumerated().sorted { (rank($0.1), $0.0) < (rank($1.1), $1.0) }.map(\.element))
  }
}
