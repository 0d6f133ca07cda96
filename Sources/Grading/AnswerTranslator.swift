import Model

/// Translates answers to earlier versions of a worksheet into the terms of the current version.
///
/// Choices, sides of pairs, items and gaps are followed from version to version, see ``EntryMap``.
/// Other answers don't name parts of the worksheet and are unchanged.
public final class AnswerTranslator {
  /// Translated answers.
  public struct Translation: Hashable, Sendable {
    public var answers: [String: AnswerValue]
    /// The exercises whose answers can't be translated, with the reason.
    public var changed: [String: WorksheetChange] = [:]
    /// The exercises whose answers name an entry that no version has.
    public var unknownChoices: Set<String> = []
  }

  private struct Key: Hashable {
    let exercise: String
    let role: EntryRole
    let version: Int
  }

  /// A name of an entry in the current version.
  private enum Found {
    case name(String)
    case unclear, unknown
  }

  private let versions: [Worksheet]
  private var lists: [Key: EntryList] = [:]
  private var maps: [Key: EntryMap] = [:]
  private var present: Worksheet { versions[versions.count - 1] }

  /// - Parameters:
  ///   - past: the earlier versions, oldest first.
  ///   - present: the version that is graded.
  public init(past: [Worksheet] = [], present: Worksheet) { versions = past + [present] }

  /// - Parameters:
  ///   - paths: the submitted files below `work/`.
  ///   - seen: the index of the student's version; nil if unknown. If it doesn't have an entry,
  ///     earlier versions are searched: the answer may be older.
  public func translate(
    _ answers: [String: AnswerValue], paths: some Sequence<String> = [], seen: Int? = nil
  ) -> Translation {
    var result = Translation(answers: answers)
    let content = Content.answers(answers, paths: paths)
    let seen = seen.map { max(0, min($0, versions.count - 1)) }
    for exercise in present.exercises {
      let id = exercise.id
      if let old = seen.flatMap({ self.exercise(exercise, in: $0) }),
        let change = exercise.change(from: old, content)
      {
        result.changed[id] = change
        continue
      }
      guard let answer = exercise.own(in: answers) else { continue }
      var isUnclear = false
      let translated = answer.renamed(for: exercise.question) { name, role in
        if AnswerValue.text(name).isBlank { return name }
        switch find(name, role, exercise, seen: seen) {
        case .name(let name): return name
        case .unclear: isUnclear = true
        case .unknown: result.unknownChoices.insert(id)
        }
        return name
      }
      if isUnclear {
        result.changed[id] = .entries
      } else {
        result.answers[id] = translated
      }
    }
    return result
  }

  private func find(
    _ name: String, _ role: EntryRole, _ exercise: Exercise, seen: Int?
  ) -> Found {
    let last = versions.count - 1
    let start = seen ?? last
    for version in Array((0...start).reversed()) + (start < last ? [last] : []) {
      guard let list = list(exercise, role, version), let index = list.index(of: name) else {
        continue
      }
      return follow(index, in: list, name, role, exercise, from: version)
    }
    return .unknown
  }

  /// Follows an entry from a version to the present one.
  private func follow(
    _ index: Int, in list: EntryList, _ name: String, _ role: EntryRole, _ exercise: Exercise,
    from start: Int
  ) -> Found {
    let last = versions.count - 1
    guard start < last else { return .name(name) }
    let entry = list.entries[index]
    guard let today = self.list(exercise, role, last) else { return .unclear }
    if let same = today.entries.firstIndex(of: entry) {
      return .name(today.index(of: name) == same ? name : entry.name)
    }
    var place = index
    var version = start
    for next in (start + 1)...last {
      guard let from = self.list(exercise, role, version) else { return .unclear }
      // Versions without the exercise, or with another type of it, tell nothing.
      guard let to = self.list(exercise, role, next) else { continue }
      let key = Key(exercise: exercise.id, role: role, version: version)
      let map = maps[key] ?? EntryMap(from: from.entries, to: to.entries)
      maps[key] = map
      guard let found = map[place] else { return .unclear }
      (place, version) = (found, next)
    }
    return .name(today.entries[place].name)
  }

  /// The entries of an exercise in a version; nil if it has none.
  private func list(_ exercise: Exercise, _ role: EntryRole, _ version: Int) -> EntryList? {
    let key = Key(exercise: exercise.id, role: role, version: version)
    if let known = lists[key] { return known }
    let entries = self.exercise(exercise, in: version)?.question.entries(role) ?? []
    if entries.isEmpty { return nil }
    let list = EntryList(entries)
    lists[key] = list
    return list
  }

  private func exercise(_ exercise: Exercise, in version: Int) -> Exercise? {
    versions[version].earlier(exercise)
  }
}

extension Worksheet {
  /// Whether answers to an earlier version mean the same in this one.
  public func isAnsweredLike(_ old: Worksheet) -> Bool {
    exercises.allSatisfy { exercise in
      guard let old = old.earlier(exercise) else { return true }
      return exercise.question.family == old.question.family
        && exercise.question.files == old.question.files
        && EntryRole.allCases.allSatisfy {
          exercise.question.entries($0) == old.question.entries($0)
        }
    }
  }

  /// An exercise as it was in this version, possibly under a former identifier.
  public func earlier(_ exercise: Exercise) -> Exercise? {
    ([exercise.id] + exercise.was.reversed()).lazy.compactMap { self.exercise($0) }.first
  }
}

extension Exercise {
  /// The change of the exercise, if the answer to its former version doesn't fit this one.
  fileprivate func change(from old: Exercise, _ content: Content) -> WorksheetChange? {
    let isSameType = question.family == old.question.family
    if isSameType, question.files == old.question.files { return nil }
    guard content.answer(to: old) != .answered(nil) else { return nil }
    if !isSameType { return .type }
    return content.answer(to: self) == .answered(nil) ? .files : nil
  }
}

extension Question {
  fileprivate enum Family { case words, choices, gaps, pairs, items, files }

  /// Types with the same family take the same answers.
  fileprivate var family: Family {
    switch self {
    case .number, .text, .essay, .trueFalse: .words
    case .choice, .multiple: .choices
    case .gaps: .gaps
    case .match: .pairs
    case .order: .items
    case .file, .code: .files
    }
  }
}

extension AnswerValue {
  /// Replaces the names of entries; an answer of an unexpected shape is unchanged.
  fileprivate func renamed(
    for question: Question, _ rename: (String, EntryRole) -> String
  ) -> AnswerValue {
    /// Names that differ stay apart even if they mean the same entry.
    func mapping(
      _ entries: [String: String], _ key: EntryRole, _ value: (String) -> String
    ) -> AnswerValue {
      var renamed: [String: String] = [:]
      for (name, text) in entries.sorted(by: { $0.key < $1.key }) {
        let new = rename(name, key)
        renamed[renamed[new] == nil ? new : name] = value(text)
      }
      return .mapping(renamed)
    }
    switch (question, self) {
    case (.choice, .text(let name)), (.multiple, .text(let name)):
      return .text(rename(name, .choice))
    case (.multiple, .list(let names)): return .list(names.map { rename($0, .choice) })
    case (.order, .list(let names)): return .list(names.map { rename($0, .item) })
    case (.gaps, .mapping(let entries)): return mapping(entries, .gap) { $0 }
    case (.match, .mapping(let entries)):
      return mapping(entries, .left) { rename($0, .right) }
    default: return self
    }
  }
}
