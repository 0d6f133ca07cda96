import Model
import Storage

extension Who {
  /// The group that has a mailbox, `7b+red`; nil where none has it.
  fileprivate init?(mailbox: String, in roster: Roster) {
    let parts = mailbox.split(separator: "+").map(String.init)
    guard parts.count == 2, roster.classes[parts[0]]?.group(parts[1]) != nil else { return nil }
    self = .group(schoolClass: parts[0], group: parts[1])
  }
}

/// Finds who is meant by words on the command line: students, classes, groups, `everyone`.
struct People {
  private let files: SchoolFiles

  init(_ files: SchoolFiles) { self.files = files }

  /// The one that a word means: an identifier, a path, a unique ending, a name.
  ///
  /// - Throws: `LookupError`.
  func who(_ word: String) throws -> Who {
    let roster = try files.roster()
    if let who = roster.who(word) { return who }
    if let who = Who(mailbox: word, in: roster) { return who }
    switch try Locator(files).find(word, among: [.student, .schoolClass, .group]) {
    case .student(let id): return .student(id)
    case .schoolClass(let id): return .schoolClass(id)
    case .group(let schoolClass, let group):
      return .group(schoolClass: schoolClass, group: group)
    default: throw LookupError.unknown(word, suggestion: nil)
    }
  }

  /// The students who are brought into a subject by words; `everyone` are those of its classes.
  func students(_ words: [String], joining subject: String) throws -> [String] {
    guard try words.contains(where: { try who($0) == .everyone }) else {
      return try students(words)
    }
    let classes = try files.subject(subject).classes
    if classes.isEmpty {
      throw Failure(
        .valueIsFaulty, "'\(subject)' has no classes, so nobody knows who everyone is",
        hint: "name classes or students, or set 'classes' of \(subject) first")
    }
    return try students(words, everyone: classes.flatMap { try files.schoolClass($0).students })
  }

  /// The students that words mean, each once, in the order of the words.
  ///
  /// - Parameter everyone: whom `everyone` means; all students of the school unless given.
  func students(_ words: [String], everyone: [String]? = nil) throws -> [String] {
    let roster = try files.roster()
    let all = everyone ?? roster.students.keys.sorted()
    var seen: Set<String> = []
    return try words.flatMap { try roster.members(of: who($0), everyone: all) }
      .filter { seen.insert($0).inserted }
  }
}
