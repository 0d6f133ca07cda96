import Text

/// The rules for deriving students' identifiers.
public enum NamingRule: String, CaseIterable, Sendable {
  case given, family, number
  case givenFamily = "given.family"
  case familyGiven = "family.given"

  /// The candidates for a student's identifier, best first. If two students have the same
  /// candidate, neither gets it, and both use their next one.
  ///
  /// - Parameter language: determines the spelling of umlauts.
  func candidates(for student: Student, language: String?) -> [String] {
    func name(_ text: String) -> String? { asciiName(text, language: language) }
    func first(_ text: String) -> String? {
      text.split(whereSeparator: \.isWhitespace).first.flatMap { name(String($0)) }
    }
    func joined(_ first: String?, _ second: String?) -> String? {
      first.flatMap { first in second.map { "\(first).\($0)" } }
    }
    let (given, family) = (first(student.given), name(student.family))
    let all = joined(name(student.given), family)
    let number = student.number.map { "s\($0)" }
    let wanted: [String?] =
      switch self {
      case .given: [given, joined(given, family), all, family]
      case .family: [family, joined(family, given), given]
      case .givenFamily: [joined(given, family), all, given ?? family]
      case .familyGiven:
        [joined(family, given), joined(family, name(student.given)), family ?? given]
      case .number: [number]
      }
    var seen: Set<String> = []
    return (wanted + [number]).compactMap { $0 }.filter { seen.insert($0).inserted }
  }
}

/// Assigns identifiers to new students.
public struct StudentNaming {
  public let rule: NamingRule
  public let language: String?
  /// The unavailable identifiers, folded.
  private var taken: Set<String>

  /// - Parameter taken: the identifiers of existing students and classes.
  public init(_ rule: NamingRule, language: String?, taken: some Sequence<String>) {
    self.rule = rule
    self.language = language
    self.taken = Set(taken.map(Identifier.folded))
  }

  /// Returns an identifier for each of the students, in order.
  public mutating func name(_ students: [Student]) -> [String] {
    let wishes = students.map { student in
      rule.candidates(for: student, language: language).filter {
        Identifier.problem(in: $0, for: .student) == nil
      }
    }
    var names = [String?](repeating: nil, count: students.count)
    for round in 0..<(wishes.map(\.count).max() ?? 0) {
      let waiting = names.indices.filter { names[$0] == nil && wishes[$0].count > round }
      let wanted = Dictionary(grouping: waiting) { Identifier.folded(wishes[$0][round]) }
      for (folded, places) in wanted where places.count == 1 && !taken.contains(folded) {
        names[places[0]] = wishes[places[0]][round]
      }
      taken.formUnion(names.compactMap { $0.map(Identifier.folded) })
    }
    return names.enumerated().map { place, name in
      name ?? numbered(wishes[place].first)
    }
  }

  /// `ada-1`, `ada-2` …, starting at 2 if there is an `ada`; `s1`, `s2` … for names without usable
  /// letters.
  private mutating func numbered(_ wish: String?) -> String {
    var number = wish.map { taken.contains(Identifier.folded($0)) } == true ? 2 : 1
    while true {
      let name = wish.map { "\($0)-\(number)" } ?? "s\(number)"
      if taken.insert(Identifier.folded(name)).inserted { return name }
      number += 1
    }
  }
}
