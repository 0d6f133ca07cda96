import Course
import Model
import PlainYAML
import Storage
import Text

/// Notices about work that is assigned again: students without attempts left, excused students, and
/// those who know the solutions.
extension AssignmentNotices {
  func summarizeAgain() throws {
    let (book, students) = (try files.book(), try files.recipients(of: assignment).sorted())
    for path in try assignment.work.flatMap({ try files.worksheets(below: $0) }) {
      let (worksheet, marks) = (try files.worksheet(path), try files.marks(path))
      let received = ReceivedWork(try files.received(path))
      let rules = try files.subject(path.subject).rules
      var (spent, excused, solved): ([String], [String], [String]) = ([], [], [])
      for student in students {
        let terms = book.terms(for: student, worksheet, rules: rules)
        let count = received.attempts(of: student, today: terms.mailbox)
        if let most = terms.attempts, count >= most { spent.append(student) }
        if marks[student]?["excused"] != nil { excused.append(student) }
        if marks[student]?["solved"] != nil { solved.append(student) }
      }
      if !spent.isEmpty {
        session.output.notice("no attempts left at \(path): \(named(spent))")
        session.output.hint("use 'teachkit set \(path) attempts=…' to allow more")
      }
      if !excused.isEmpty {
        session.output.notice("excused from \(path), whatever they submit: \(named(excused))")
        session.output.hint("run 'teachkit excuse WHO \(path) --undo' if it should count")
      }
      if !solved.isEmpty {
        session.output.notice(
          "\(path): the next attempts count, although \(named(solved)) got the solutions")
      }
    }
  }
}
