import Model
import PlainYAML
import Storage

/// The time of each student's last collected submission, individually or in a group.
public struct LastSubmissions {
  private var times: [String: Instant] = [:]

  public init(of subject: String, in files: SchoolFiles) throws {
    let groups = try files.roster().groups(of: .everyone)
    let members = Dictionary(
      groups.map { ($0.mailbox, $0.members) }, uniquingKeysWith: { first, _ in first })
    for path in try files.worksheets(below: ContextPath(subject: subject)) {
      let ledger = try files.received(path)
      for mailbox in ledger.keys {
        let arrivals = ledger[mailbox].map { Arrival.list($0) } ?? []
        for arrival in arrivals where arrival.commit != nil {
          for student in arrival.members ?? members[mailbox] ?? [mailbox] {
            times[student] = max(times[student] ?? arrival.at, arrival.at)
          }
        }
      }
    }
  }

  public subscript(student: String) -> Instant? { times[student] }
}
