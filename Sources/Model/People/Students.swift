/// The students of a school.
///
/// It isn't a collection: each use decides whether test students are included.
public struct Students: Sendable {
  private let byID: [String: Student]
  /// The identifiers of the students who count, in the order of the file.
  public let counting: [String]
  /// The identifiers of all students, including test students, in the order of the file.
  public let all: [String]

  public init(_ list: [Student] = []) {
    byID = Dictionary(list.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var known: Set<String> = []
    let ids = list.map(\.id).filter { known.insert($0).inserted }
    all = ids
    counting = ids.filter { [byID] in byID[$0]?.isTest == false }
  }

  /// A student or test student.
  public subscript(id: String) -> Student? { byID[id] }

  /// The names of all students by their identifiers. Students who share a name are told apart:
  /// `Anna Müller (anna2)`.
  public var distinctNames: [String: String] {
    let counts = Dictionary(byID.values.map { ($0.name, 1) }, uniquingKeysWith: +)
    return byID.mapValues { counts[$0.name] == 1 ? $0.name : "\($0.name) (\($0.id))" }
  }

  /// Whether a student of the school is a test student.
  public func isTest(_ id: String) -> Bool { byID[id]?.isTest == true }
}
