import Text

/// An exercise of a worksheet.
public struct Exercise: Hashable, Sendable {
  public let id: String
  public var prompt: String
  public var points: Rational
  public var hint: String?
  public var due: Instant?
  /// Whether it adds to a student's points but not to the maximum.
  public var isBonus: Bool
  /// Points deducted for a wrong answer, but not for a missing one.
  public var wrong: Rational
  /// The unit of a number, such as `cm`.
  public var unit: String?
  /// A description of the picture in the prompt.
  public var alt: String?
  /// Why the answer is right; shown with the solution.
  public var explain: String?
  public var rubric: [RubricItem]
  /// Former identifiers.
  public var was: [String]
  public var question: Question

  public init(
    id: String, prompt: String, points: Rational = .one, hint: String? = nil,
    due: Instant? = nil, isBonus: Bool = false, wrong: Rational = .zero, unit: String? = nil,
    alt: String? = nil, explain: String? = nil, rubric: [RubricItem] = [], was: [String] = [],
    question: Question
  ) {
    self.id = id
    self.prompt = prompt
    self.points = points
    self.hint = hint
    self.due = due
    self.isBonus = isBonus
    self.wrong = wrong
    self.unit = unit
    self.alt = alt
    self.explain = explain
    self.rubric = rubric
    self.was = was
    self.question = question
  }
}

extension Exercise {
  /// The value for this exercise in a dictionary by identifier: under its identifier, or else under
  /// its latest former one.
  public func own<Value>(in values: [String: Value]) -> Value? {
    values[id] ?? was.reversed().lazy.compactMap { values[$0] }.first
  }

  /// Shuffles right sides or items for students: each text once, in a fixed order that reveals
  /// nothing about the answer.
  public static func mixed(_ texts: [String], _ id: String) -> [String] {
    var byDigest: [String: String] = [:]
    for text in texts { byDigest[sha256Hex("\(id)\0\(text)")] = text }
    return byDigest.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// A criterion for marking by hand.
public struct RubricItem: Hashable, Sendable {
  public let id: String
  public let title: String
  public let points: Rational

  public init(id: String, title: String, points: Rational) {
    self.id = id
    self.title = title
    self.points = points
  }
}

/// The exercise types, with their names in files.
public enum ExerciseType: String, CaseIterable, Sendable {
  case choice, multiple
  case trueFalse = "true-false"
  case number, text, gaps, match, order, essay, file, code

  /// The names of types in other systems.
  public static let synonyms: [String: ExerciseType] = [
    "single": .choice, "single-choice": .choice, "multiple-choice": .choice, "multichoice": .choice,
    "mc": .choice, "multiple-answer": .multiple, "multiple-response": .multiple,
    "checkbox": .multiple, "checkboxes": .multiple, "boolean": .trueFalse, "bool": .trueFalse,
    "numeric": .number, "numerical": .number, "integer": .number, "calculated": .number,
    "short-answer": .text, "shortanswer": .text, "string": .text, "cloze": .gaps, "blank": .gaps,
    "blanks": .gaps, "fill-in": .gaps, "matching": .match, "pairs": .match, "ordering": .order,
    "sort": .order, "long-answer": .essay, "upload": .file, "program": .code,
    "programming": .code,
  ]
}

/// One of the choices.
public struct Choice: Hashable, Sendable {
  /// Its key, if the choices are a mapping.
  public let id: String?
  public let text: String

  public init(id: String? = nil, text: String) {
    self.id = id
    self.text = text
  }
}

/// How a text answer is compared.
public enum TextMatch: String, CaseIterable, Sendable {
  /// Character by character, after Unicode normalisation.
  case exact
  /// Ignoring case, width of characters, and repeated spaces.
  case folded
  /// A Perl-compatible pattern for the whole answer.
  case pattern
}

/// A gap with its accepted texts; students' worksheets have none.
public struct Gap: Hashable, Sendable {
  public let name: String
  public let accepted: [String]

  public init(name: String, accepted: [String] = []) {
    self.name = name
    self.accepted = accepted
  }
}

/// A pair of matching texts.
public struct MatchPair: Hashable, Sendable {
  public let left: String
  public let right: String

  public init(left: String, right: String) {
    self.left = left
    self.right = right
  }
}

/// A question with its answer key. On a student's side, keys are nil or empty.
public enum Question: Hashable, Sendable {
  case choice([Choice], answer: String?)
  case multiple([Choice], answer: [String]?, ChoiceScoring)
  case trueFalse(answer: Bool?)
  case number(NumberKey?)
  case text(accepted: [String]?, match: TextMatch)
  /// `match` sets how each gap is compared.
  case gaps([Gap], match: TextMatch)
  /// `pairs` is nil on a student's side; `lefts` and `rights` are shown.
  case match(lefts: [String], rights: [String], pairs: [MatchPair]?)
  /// `solution` is nil on a student's side; `shown` is the displayed order.
  case order(shown: [String], solution: [String]?)
  case essay
  /// A file in `work/`.
  case file(name: String)
  case code(CodeTask)

  public var type: ExerciseType {
    switch self {
    case .choice: .choice
    case .multiple: .multiple
    case .trueFalse: .trueFalse
    case .number: .number
    case .text: .text
    case .gaps: .gaps
    case .match: .match
    case .order: .order
    case .essay: .essay
    case .file: .file
    case .code: .code
    }
  }
}

extension Exercise {
  /// Pictures that the prompt mentions by name, as in "Look at files/pizza.svg".
  public var namedPictures: [String] {
    prompt.split { $0.isWhitespace || "()\"'<>[],;:!?".contains($0) }
      .map { String($0.last == "." ? $0.dropLast() : $0) }
      .filter { word in
        word.hasPrefix("files/")
          && [".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp"].contains { word.hasSuffix($0) }
      }
  }
}

extension Question {
  /// The paths in `work/` that belong to the answer: files, and for programs also folders. Empty if
  /// the answer is in `answers.yaml`.
  public var files: [String] {
    switch self {
    case .file(let name): [name]
    case .code(let task): task.files
    default: []
    }
  }

  /// The paths, out of some in `work/`, that belong to the answer, in order.
  public func own(of paths: some Sequence<String>) -> [String] {
    let files = files
    return paths.filter { path in
      files.contains { path == $0 || path.hasPrefix("\($0)/") }
    }.sorted()
  }

  /// The keys of an answer, such as the names of gaps: in the order of the question, followed by
  /// unknown keys in alphabetical order.
  public func keys(of entries: [String: String]) -> [String] {
    let known: [String] =
      switch self {
      case .gaps(let gaps, _): gaps.map(\.name)
      case .match(let lefts, _, _): lefts
      default: []
      }
    return known.filter { entries[$0] != nil }
      + entries.keys.filter { !known.contains($0) }.sorted()
  }

  /// The name of the field with the missing answer key; nil if it is complete.
  public var missingKey: String? {
    switch self {
    case .choice(_, nil), .multiple(_, nil, _), .trueFalse(nil), .number(nil), .text(nil, _):
      "answer"
    case .gaps(let gaps, _): gaps.contains { $0.accepted.isEmpty } ? "gaps" : nil
    case .match(_, _, nil): "pairs"
    case .order(_, nil): "items"
    case .code(let task) where task.cases.isEmpty && task.test == nil: "cases"
    default: nil
    }
  }
}

/// The answer key of a number exercise.
public struct NumberKey: Hashable, Sendable {
  public let value: Rational
  /// The tolerance in both directions.
  public let tolerance: Rational
  /// The share of the points, 0 to 1, for the right number without its unit.
  public let unitCredit: Rational
  /// The number as the teacher wrote it, for display: `5/8` instead of 0.625.
  public let written: String

  public init(
    value: Rational, tolerance: Rational = .zero, unitCredit: Rational = .zero,
    written: String? = nil
  ) {
    self.value = value
    self.written = written ?? value.description
    self.tolerance = tolerance
    self.unitCredit = unitCredit
  }
}

/// A student's answer, as written.
public enum AnswerValue: Hashable, Sendable {
  case text(String)
  case list([String])
  case mapping([String: String])
  /// An unexpected shape, such as a list of lists.
  case other

  /// Whether it is empty: no text, or only entries without text.
  public var isBlank: Bool {
    switch self {
    case .text(let text): isBlank(text)
    case .list(let items): items.allSatisfy(isBlank)
    case .mapping(let entries): entries.values.allSatisfy(isBlank)
    case .other: false
    }
  }

  private func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      $0.isASCII ? $0.value <= 0x20 : $0.properties.isWhitespace
    }
  }
}
