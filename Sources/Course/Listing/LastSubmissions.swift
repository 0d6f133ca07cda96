import Model
import PlainYAML
import Storage

/// The time of each student's last collected submission, individually or in a group.
public struct LastSubmissions {
  private var times: [String: Instant] = [:]

  public init(of subject: String, in files: SchoolFiles) throws {
    var mailboxes: [String: Instant] = [:]
    for path in try files.worksheets(below: ContextPath(subject: subject)) {
      let ledger = try files.received(path)
      for mailbox in ledger.keys {
        let arrivals = ledger[mailbox].map { Arrival.list($0) } ?? []
        for arrival in arrivals where arrival.commit != nil {
          mailboxes[mailbox] = max(mailboxes[mailbox] ?? arrival.at, arrival.at)
        }
      }
    }
    times = mailboxes
    for (mailbox, members) in try files.roster().groups(of: .everyone) {
      guard let time = mailboxes[mailbox] else { continue }
      for student in members { times[student] = max(times[student] ?? time, time) }
    }
  }

  public subscript(student: String) -> Instant? { times[student] }
}
