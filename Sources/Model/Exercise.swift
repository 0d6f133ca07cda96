import Text

/// One question of a worksheet.
public struct Exercise: Hashable, Sendable {
  public let id: String
  public var prompt: String
  public var points: Rational
  public var hint: String?
  public var due: Instant?
  /// A bonus adds to what is earned and not to the maximum.
  public var isBonus: Bool
  /// Points taken off for a wrong answer, not for none.
  public var wrong: Rational
  /// The unit of a number, `cm`.
  public var unit: String?
  /// What a picture in the prompt shows, in words.
  public var alt: String?
  /// Why the answer is right; shown with the solution.
  public var explain: String?
  public var rubric: [RubricItem]
  /// Identifiers that it had before.
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
  /// What belongs to it among things by exercise: under its identifier, else under the last that it
  /// had before.
  public func own<Value>(in values: [String: Value]) -> Value? {
    values[id] ?? was.reversed().lazy.compactMap { values[$0] }.first
  }

  /// What students see of rights to be matched and items to be ordered: each text once, in an order
  /// that has nothing to do with the answer and is always the same.
  public static func mixed(_ texts: [String], _ id: String) -> [String] {
    var byDigest: [String: String] = [:]
    for text in texts { byDigest[sha256Hex("\(id)\0\(text)")] = text }
    return byDigest.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// What a teacher looks at when marking by hand.
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

/// The kinds of question, as files name them.
public enum ExerciseType: String, CaseIterable, Sendable {
  case choice, multiple
  case trueFalse = "true-false"
  case number, text, gaps, match, order, essay, file, code
}

/// A possible answer to choose.
public struct Choice: Hashable, Sendable {
  /// Its key where the choices are a mapping.
  public let id: String?
  public let text: String

  public init(id: String? = nil, text: String) {
    self.id = id
    self.text = text
  }
}

/// How an answer in words is compared.
public enum TextMatch: String, CaseIterable, Sendable {
  /// Character by character, after Unicode normalisation.
  case exact
  /// Without regard to case, width of characters, and runs of spaces.
  case folded
  /// A Perl-compatible pattern for the whole answer.
  case pattern
}

/// A gap and the texts that may fill it; none are known on a student's side.
public struct Gap: Hashable, Sendable {
  public let name: String
  public let accepted: [String]

  public init(name: String, accepted: [String] = []) {
    self.name = name
    self.accepted = accepted
  }
}

/// Two things that belong together.
public struct MatchPair: Hashable, Sendable {
  public let left: String
  public let right: String

  public init(left: String, right: String) {
    self.left = left
    self.right = right
  }
}

/// A question with its key. On a student's side keys are nil or empty.
public enum Question: Hashable, Sendable {
  case choice([Choice], answer: String?)
  case multiple([Choice], answer: [String]?, partial: Bool)
  case trueFalse(answer: Bool?)
  case number(NumberKey?)
  case text(accepted: [String]?, match: TextMatch)
  /// `match` says how each gap is compared.
  case gaps([Gap], match: TextMatch)
  /// `pairs` is nil on a student's side; lefts and rights are what is shown.
  case match(lefts: [String], rights: [String], pairs: [MatchPair]?)
  /// `solution` is nil on a student's side; `shown` is what is shown.
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

extension Question {
  /// The paths in `work/` that are the answer: of files, for programs of folders, too. None where
  /// the answer is written down.
  public var files: [String] {
    switch self {
    case .file(let name): [name]
    case .code(let task): task.files
    default: []
    }
  }

  /// Those of some paths in `work/` that belong to the answer, in order.
  public func own(of paths: some Sequence<String>) -> [String] {
    let files = files
    return paths.filter { path in
      files.contains { path == $0 || path.hasPrefix("\($0)/") }
    }.sorted()
  }

  /// The field in which what tells right from wrong is missing; nil where nothing is missing.
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

/// The key of a question for a number.
public struct NumberKey: Hashable, Sendable {
  public let value: Rational
  /// How far off an answer may be, either way.
  public let tolerance: Rational
  /// The share of the points, 0 to 1, for a right number without its unit.
  public let unitCredit: Rational
  /// The number as the teacher wrote it, for showing: `5/8` rather than 0.625.
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

/// What a student answered, as it was written.
public enum AnswerValue: Hashable, Sendable {
  case text(String)
  case list([String])
  case mapping([String: String])
  /// A shape that no question asks for, such as a list of lists.
  case other

  /// Whether nothing was answered: no text, or entries without text alone.
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
