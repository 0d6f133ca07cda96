import Course
import Model
import PlainYAML
import Storage
import Text

/// Returned work with open requests.
extension SchoolStatus {
  /// Adds students' open questions about returned exercises.
  mutating func addOpenRequests(_ subject: String) throws {
    for path in try files.worksheets(below: ContextPath(subject: subject)) {
      let ledger = try files.marks(path)
      for student in ledger.keys(mentioning: "asked") where try !files.students().isTest(student) {
        guard let asked = ledger[student].map({ Marks($0) })?.asked else { continue }
        for (exercise, request) in asked.sorted(by: { $0.key < $1.key })
        where !request.isAnswered {
          add(
            .asked, "\(path)/\(exercise)", "\(student): \(request.line)", at: request.at,
            next: "mark \(path)/\(exercise) \(student)")
        }
      }
    }
  }

  /// Adds students who were asked for another attempt and haven't submitted it.
  mutating func addAwaitedAttempts(_ subject: String) throws {
    let (book, rules) = (try files.book(), try files.subject(subject).rules)
    for path in try files.worksheets(below: ContextPath(subject: subject)) {
      let ledger = try files.marks(path)
      let asked = try ledger.keys(mentioning: "again").filter { student in
        try ledger[student]?["again"] != nil && !files.students().isTest(student)
      }
      if asked.isEmpty { continue }
      let (worksheet, received) = (
        try files.worksheet(path), ReceivedWork(try files.received(path))
      )
      let waiting = asked.filter { student in
        let terms = book.terms(for: student, worksheet, rules: rules)
        let again = ledger[student].map { Marks($0) }?.again ?? 0
        return !terms.isArchived && received.attempts(of: student, today: terms.mailbox) <= again
      }
      if !waiting.isEmpty {
        add(.again, "\(path)", Message(verbatim: waiting.joined(separator: ", ")))
      }
    }
  }
}
