import Model
import PlainYAML
import Substrings
import Text

/// Which answer keys a worksheet has.
enum AnswerKeys {
  /// All: in a school, and for practice on a student's side.
  case needed
  /// Only those that are filled in already.
  case pending
  /// None, but the visible parts of the questions.
  case hidden
}

extension Exercise {
  /// Reads an entry of `exercises`.
  init(_ reading: FileReading, _ node: Node, in zone: Zone, _ keys: AnswerKeys) {
    let id = node["id"]?.scalar ?? ""
    let what = id.isEmpty ? "the exercise" : "'\(id)'"
    let published = reading.strictness == .published
    let allowed = Schema.exercise + (published ? Schema.shownExercise : [])
    let fields = FieldReader(reading, node, allowed: allowed, what: what)
    if fields.required("id").isEmpty == false {
      reading.checkIdentifier(id, .exercise, at: node["id"]?.offset ?? node.offset)
    }
    self.init(
      id: id, prompt: fields.required("prompt", most: 16_000),
      points: fields.points("points") ?? .one, hint: fields.text("hint", most: 4000),
      due: fields.time("due", in: zone, .due), isBonus: fields.flag("bonus") ?? false,
      wrong: fields.points("wrong") ?? .zero, unit: fields.text("unit", most: 32),
      alt: fields.text("alt", most: 4000), explain: fields.text("explain", most: 16_000),
      rubric: Exercise.rubric(fields), was: fields.texts("was") ?? [],
      question: QuestionReading(fields: fields, what: what, keys: keys).question())
  }

  private static func rubric(_ fields: FieldReader) -> [RubricItem] {
    (fields.items("rubric") ?? []).map { node in
      let item = FieldReader(
        fields.reading, node, allowed: Schema.rubricItem, what: "the rubric item")
      let id = item.required("id")
      return RubricItem(
        id: id, title: item.text("title", most: 256) ?? id,
        points: item.points("points") ?? .one)
    }
  }
}

/// Creates the question of an exercise from its fields.
struct QuestionReading {
  let fields: FieldReader
  let what: String
  let keys: AnswerKeys

  func question() -> Question {
    guard fields.value("type") != nil else {
      fields.fault(.missingField, "\(what) has no 'type'", hint: "add `type: choice`")
      return .essay
    }
    guard
      let type = fields.oneOf(
        "type", ExerciseType.self, synonyms: ExerciseType.synonyms)
    else { return .essay }
    if fields.reading.strictness == .school { refuseFields(notOf: type) }
    switch type {
    case .choice: return choice()
    case .multiple: return multiple()
    case .trueFalse: return trueFalse()
    case .number: return number()
    case .text: return text()
    case .gaps: return gaps()
    case .match: return match()
    case .order: return order()
    case .essay: return .essay
    case .file: return .file(name: fileName())
    case .code: return code()
    }
  }

  /// A field of another type would have no effect, and might be published.
  private func refuseFields(notOf type: ExerciseType) {
    for entry in fields.node.mapping ?? [] {
      guard let types = Schema.types(with: entry.key), !types.contains(type) else { continue }
      let names = types.map(\.rawValue).joined(separator: ", ")
      fields.reading.fault(
        .fieldOfAnotherType, "an exercise of type '\(type.rawValue)' has no '\(entry.key)'",
        hint: "'\(entry.key)' belongs to \(names)", at: entry.keyOffset)
    }
  }

  private func missingAnswer(_ example: String) {
    guard keys == .needed, fields.value("answer") == nil else { return }
    fields.fault(.noAnswer, "\(what) has no answer", hint: "add `answer: \(example)`")
  }

  private func choices() -> [Choice] {
    guard let value = fields.value("choices") else {
      fields.fault(
        .missingField, "\(what) has no choices", hint: "add `choices: [one, another]`")
      return []
    }
    let choices: [Choice]
    switch value.content {
    case .sequence:
      choices = (fields.texts("choices") ?? []).map { Choice(text: $0) }
    case .mapping(let entries):
      choices = entries.map { Choice(id: $0.key, text: $0.value.scalar ?? "") }
    default:
      choices = []
    }
    if choices.count < 2 {
      fields.fault(.tooFew, "\(what) needs at least two choices", at: value)
    }
    if let second = choices.map(\.text).secondOfEqual, !isTorn() {
      fields.fault(
        .duplicateChoice, "duplicate choice '\(visible(choices[second].text))'",
        hint: "change or remove one", at: value.part(second) ?? value)
    }
    return choices
  }

  /// Whether a number in the choices is split into two entries, which explains other problems.
  private func isTorn() -> Bool {
    guard let list = fields.value("choices"),
      let torn = SplitDecimals(in: list, of: fields.reading.document)
    else { return false }
    fields.fault(.tornNumber, torn.message, hint: torn.hint, at: list, fix: torn.fix)
    return true
  }

  /// Checks that the key names one of the choices, by text or id.
  private func find(_ text: String, in choices: [Choice], at node: Node?) {
    if choices.contains(where: { $0.text == text || $0.id == text }) || isTorn() { return }
    let known = choices.map { $0.id ?? $0.text }
    fields.fault(
      .answerNotAChoice, "the answer '\(visible(text))' is not among the choices",
      hint: closest(text, in: known).map { "did you mean '\($0)'?" as Message }
        ?? "choices are \(known.joined(separator: ", "))", at: node,
      fix: node.flatMap { respelled(text, as: known, at: $0) })
  }

  private func choice() -> Question {
    let choices = choices()
    missingAnswer(choices.first.map { $0.id ?? $0.text } ?? "one")
    let answer = fields.text("answer")
    if let answer, !choices.isEmpty { find(answer, in: choices, at: fields.value("answer")) }
    return .choice(choices, answer: answer)
  }

  private func multiple() -> Question {
    let choices = choices()
    missingAnswer("[one, another]")
    let answers = fields.texts("answer")
    if !choices.isEmpty {
      for node in fields.value("answer")?.sequence ?? [] {
        if let text = node.scalar { find(text, in: choices, at: node) }
      }
    }
    return .multiple(choices, answer: answers, scoring())
  }

  private func trueFalse() -> Question {
    missingAnswer("true")
    let answer = fields.read("answer", "true or false") { text in
      switch text {
      case "true", "yes": true
      case "false", "no": false
      default: nil
      }
    }
    return .trueFalse(answer: answer)
  }

  private func number() -> Question {
    missingAnswer("3/4")
    guard let value = fields.number("answer") else { return .number(nil) }
    let credit = fields.number("unit-credit") ?? .zero
    if credit.isNegative || credit > .one {
      fields.fault(
        .notAValue, "'unit-credit' must be a share from 0 to 1", at: fields.value("unit-credit"))
    }
    return .number(
      NumberKey(
        value: value, tolerance: fields.points("tolerance") ?? .zero, unitCredit: credit,
        written: fields.text("answer")))
  }

  private func text() -> Question {
    missingAnswer("[Paris, paris]")
    let match = fields.oneOf("match", TextMatch.self) ?? .folded
    guard let value = fields.value("answer") else { return .text(accepted: nil, match: match) }
    let accepted = value.scalar.map { [$0] } ?? fields.texts("answer") ?? []
    if accepted.isEmpty { fields.fault(.noAnswer, "\(what) has no answer", at: value) }
    checkPatterns(accepted, match: match, at: value)
    return .text(accepted: accepted, match: match)
  }

  func checkPatterns(_ accepted: [String], match: TextMatch, at node: Node) {
    guard match == .pattern else { return }
    for source in accepted {
      do throws(PatternError) {
        _ = try Pattern(source)
      } catch {
        fields.fault(
          .pattern, "invalid pattern '\(visible(source))': \(error.message)",
          at: node)
      }
    }
  }

  private func gaps() -> Question {
    let match = fields.oneOf("match", TextMatch.self) ?? .folded
    let prompt = fields.text("prompt") ?? ""
    let inPrompt = GapMarks.names(in: prompt)
    guard let value = fields.value("gaps") else {
      fields.fault(
        .noAnswer, "\(what) has no gaps", hint: "add `gaps: {name: [text]}` and {{name}}")
      return .gaps([], match: match)
    }
    var gaps: [Gap] = []
    if keys != .hidden {
      for entry in fields.entries("gaps") ?? [] {
        let accepted =
          entry.value.scalar.map { [$0] } ?? entry.value.sequence?.compactMap(\.scalar) ?? []
        if accepted.isEmpty, keys == .needed {
          fields.fault(.noAnswer, "the gap '\(entry.key)' has no answer", at: entry.value)
        }
        checkPatterns(accepted, match: match, at: entry.value)
        gaps.append(Gap(name: entry.key, accepted: accepted))
      }
    } else {
      gaps = (fields.texts("gaps") ?? []).map { Gap(name: $0) }
    }
    for gap in gaps where !inPrompt.contains(gap.name) {
      fields.fault(
        .gap, "the gap '\(gap.name)' is not in the prompt",
        hint: "write {{\(gap.name)}} where it belongs", at: value[gap.name] ?? value)
    }
    for name in inPrompt where !gaps.contains(where: { $0.name == name }) {
      fields.fault(
        .gap, "the prompt has {{\(name)}}, and 'gaps' has no '\(name)'", at: value)
    }
    return .gaps(gaps, match: match)
  }

  private func match() -> Question {
    if keys == .hidden {
      return .match(
        lefts: fields.texts("lefts") ?? [], rights: fields.texts("rights") ?? [], pairs: nil)
    }
    if keys == .pending, fields.value("pairs") == nil {
      return .match(lefts: [], rights: [], pairs: nil)
    }
    let pairs = (fields.entries("pairs") ?? []).map { entry in
      if entry.value.scalar == nil {
        fields.fault(.notText, "a pair must be `left: right`", at: entry.value)
      }
      return MatchPair(left: entry.key, right: entry.value.scalar ?? "")
    }
    if pairs.count < 2 {
      fields.fault(
        .noAnswer, "\(what) needs at least two pairs",
        hint: "add `pairs: {one: eins, two: zwei}`",
        at: fields.value("pairs"))
    }
    return .match(lefts: pairs.map(\.left), rights: pairs.map(\.right), pairs: pairs)
  }

  private func order() -> Question {
    if keys == .pending, fields.value("items") == nil { return .order(shown: [], solution: nil) }
    let items = fields.texts("items") ?? []
    if items.count < 2 {
      fields.fault(
        .noAnswer, "\(what) needs at least two items", hint: "add `items: [first, second]`",
        at: fields.value("items"))
    }
    if let second = items.secondOfEqual {
      fields.fault(
        .duplicateItem, "duplicate item '\(visible(items[second]))'", hint: "change or remove one",
        at: fields.value("items")?.part(second) ?? fields.value("items"))
    }
    return .order(shown: items, solution: keys == .hidden ? nil : items)
  }

  func fileName() -> String {
    let name = fields.required("file", most: 200)
    if !name.isEmpty, !isFileName(name) {
      fields.fault(
        .notAValue, "invalid file '\(visible(name))' in work/", hint: "write `file: drawing.pdf`",
        at: fields.value("file"))
    }
    return name
  }
}

/// The gap markers in a prompt: `{{name}}`.
public enum GapMarks {
  /// The names in a prompt, in order.
  public static func names(in prompt: String) -> [String] {
    var names: [String] = []
    var rest = prompt[...]
    while let open = rest.firstRange(of: "{{") {
      rest = rest[open.upperBound...]
      guard let close = rest.firstRange(of: "}}") else { break }
      let name = String(rest[..<close.lowerBound])
      if !name.isEmpty, !name.contains("\n"), !names.contains(name) { names.append(name) }
      rest = rest[close.upperBound...]
    }
    return names
  }
}

extension Node {
  /// A list item, or the value of an entry, by index.
  fileprivate func part(_ index: Int) -> Node? {
    let parts = sequence ?? mapping?.map(\.value) ?? []
    return parts.indices.contains(index) ? parts[index] : nil
  }
}

extension [String] {
  /// The index of the first duplicate text.
  fileprivate var secondOfEqual: Int? {
    var seen: Set<String> = []
    return firstIndex { !seen.insert($0).inserted }
  }
}
