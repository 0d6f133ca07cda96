import Model
import Storage
import Text

extension Recipient {
  /// The group with this mailbox, such as `7b+red`; nil if none has it.
  fileprivate init?(mailbox: String, in roster: Roster) {
    let parts = mailbox.split(separator: "+").map(String.init)
    guard parts.count == 2, roster.classes[parts[0]]?.group(parts[1]) != nil else { return nil }
    self = .group(schoolClass: parts[0], group: parts[1])
  }
}

/// Finds students, classes, groups and `everyone` by words on the command line.
public struct People {
  let files: SchoolFiles

  public init(_ files: SchoolFiles) { self.files = files }

  /// Finds the one object that a word names: an identifier, a path, a unique ending, a name.
  ///
  /// - Throws: `LookupError`.
  public func recipient(_ word: String) throws -> Recipient {
    let roster = try files.roster()
    if let who = roster.recipient(word) { return who }
    if let who = Recipient(mailbox: word, in: roster) { return who }
    switch try Locator(files).find(word, among: [.student, .schoolClass, .group]) {
    case .student(let id): return .student(id)
    case .schoolClass(let id): return .schoolClass(id)
    case .group(let schoolClass, let group):
      return .group(schoolClass: schoolClass, group: group)
    default: throw LookupError.unknown(word, suggestion: nil)
    }
  }

  /// Finds the students to add to a subject; `everyone` means those of its classes.
  public func students(_ words: [String], joining subject: String) throws -> [String] {
    guard try words.separated.contains(where: { try recipient($0) == .everyone }) else {
      return try students(words)
    }
    let classes = try files.subject(subject).classes
    if classes.isEmpty {
      throw Failure(
        .valueIsFaulty, "cannot resolve 'everyone': '\(subject)' has no classes",
        hint: "name classes or students, or set 'classes' of \(subject) first")
    }
    return try students(words, everyone: classes.flatMap { try files.schoolClass($0).students })
  }

  /// The objects that the words name, each a word or a list such as `ada,ben`.
  ///
  /// - Throws: `LookupError`.
  public func recipients(_ words: [String]) throws -> [Recipient] {
    try words.separated.map(recipient)
  }

  /// Returns the students that the words name, each once, in the order of the words.
  ///
  /// - Parameter everyone: the meaning of `everyone`; by default all students of the school except
  ///   test students.
  public func students(_ words: [String], everyone: [String]? = nil) throws -> [String] {
    let roster = try files.roster()
    let all = everyone ?? roster.students.counting.sorted()
    var seen: Set<String> = []
    return try words.separated.flatMap { try roster.members(of: recipient($0), everyone: all) }
      .filter { seen.insert($0).inserted }
  }
}
