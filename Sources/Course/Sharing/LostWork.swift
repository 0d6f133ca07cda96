import Model
import Storage
import Text

/// An assignment that no longer reaches some students.
public struct LostWork {
  public let assignment: String
  public let students: [String]

  /// The students that each active assignment names, except through `everyone`.
  public static func recipients(_ files: SchoolFiles) throws -> [String: [String]] {
    let roster = try files.roster()
    return Dictionary(
      uniqueKeysWithValues: try files.assignments().filter { $0.state == .active }.map {
        ($0.id, $0.to.compactMap(roster.recipient).flatMap { roster.members(of: $0, everyone: []) })
      })
  }

  public static func find(_ before: [String: [String]], after: [String: [String]]) -> [LostWork] {
    before.sorted { $0.key < $1.key }.compactMap { id, recipients in
      var seen = Set(after[id] ?? [])
      let students = recipients.filter { seen.insert($0).inserted }
      return students.isEmpty ? nil : LostWork(assignment: id, students: students)
    }
  }

  public var words: Message {
    "'assignments/\(assignment)' no longer reaches \(named(students))"
  }
}
