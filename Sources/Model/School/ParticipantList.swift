/// The participants of a subject.
///
/// It isn't a collection: each use decides whether test students and former participants are
/// included.
public struct ParticipantList: Sendable {
  /// All entries of the file: also former participants and test students.
  public let entries: [Participant]
  private let tests: Set<String>

  /// - Parameter students: the students of the school, which say who is a test student.
  public init(_ entries: [Participant] = [], among students: Students = Students()) {
    self.entries = entries
    tests = Set(entries.map(\.id).filter(students.isTest))
  }

  /// Those with access: current participants, including test students. They get work and grades.
  public var current: [Participant] { entries.filter { $0.state != .removed } }

  /// The current participants who count: for lists, statistics, totals and numbers.
  public var counting: [Participant] { current.filter { !tests.contains($0.id) } }

  /// Current and former participants except test students.
  public var listed: [Participant] { entries.filter { !tests.contains($0.id) } }

  /// The test students with access.
  public var testing: [Participant] { current.filter { tests.contains($0.id) } }

  public func isTest(_ id: String) -> Bool { tests.contains(id) }
}
